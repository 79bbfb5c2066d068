// The lines through each square, and what the last disc of a game turns on them: constants of the search of the last plies.
//
// othello_lines: squares of 64 bytes, for the 8x8 board a1-h8 of the frame, then for the 6x6 board b2-g7, then for the 4x4 board
// c3-f6 (that order of squares, with nothing for those off the board). Of square s: four quadwords, its column, its diagonal of the
// steps +9, that of +7 and its row, each without s and without what is off the board; then, of each of these, where its part of the
// table of turns begins: in units of two bytes, from where the board's table would have square a1 of the frame.
//
// The table of turns, behind these: for lines of 1 to 8 squares, for each place of the empty square, two bytes for each set of the
// other squares; bit i of it = the mover has a disc on the i-th, else the other side has. Low byte: twice the number of discs that
// the mover turns; high byte: twice the number that the other side would turn.

#include "abi.inc"

#define SQUARES     ((63 - 0 + 1) + (54 - 9 + 1) + (45 - 18 + 1))       // a1-h8, b2-g7, c3-f6

// The line through `row`, `column` that goes on by `rows` and `columns` a step: line = its other squares, others = their number,
// place = the number of lower ones among them
        .macro  LINE rows, columns
        .set    L(line), 0
        .set    L(others), 0
        .set    L(place), 0
        .irp    steps, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7
        .set    L(at_row), L(row) + (\steps)*(\rows)
        .set    L(at_column), L(column) + (\steps)*(\columns)
        .if     L(at_row) >= L(first) && L(at_row) <= L(last) && L(at_column) >= L(first) && L(at_column) <= L(last)
        .set    L(line), L(line) | (1 << (8*L(at_row) + L(at_column)))
        .set    L(others), L(others) + 1
        .if     \steps < 0
        .set    L(place), L(place) + 1
        .endif
        .endif
        .endr
        .endm

        .macro  SQUARES_OF_LINE rows, columns
        LINE    \rows, \columns
        .quad   L(line)
        .endm

// The lines of n squares have n << (n - 1) sets, so that ((n - 2) << (n - 1)) + 1 sets of shorter ones precede them.
        .macro  TURNS_OF_LINE rows, columns
        LINE    \rows, \columns
        .quad   32*(SQUARES - L(a1)) + ((L(others) - 1) << L(others)) + 1 + (L(place) << L(others))
        .endm

        .macro  EACH_LINE each
        \each   1, 0
        \each   1, 1
        \each   1, -1
        \each   0, 1
        .endm

// The squares of a board whose rows and columns are `from` to `to`; a1: where the table would have square a1 of the frame
        .macro  BOARD from, to, place
        .set    L(first), \from
        .set    L(last), \to
        .set    L(square), 9*\from
        .set    L(a1), \place - L(square)
        .rept   9*\to - 9*\from + 1
        .set    L(row), L(square) >> 3
        .set    L(column), L(square) & 7
        .if     L(column) >= \from && L(column) <= \to
        EACH_LINE SQUARES_OF_LINE
        EACH_LINE TURNS_OF_LINE
        .else
        .zero   64
        .endif
        .set    L(square), L(square) + 1
        .endr
        .endm

// turned = how many discs a side turns from the square before the `place`-th other, when it has `discs` and the other side the rest
        .macro  TURNED
        // upwards: the squares before its first disc
        .set    L(above), L(discs) >> L(place)
        .set    L(above), L(above) & (0 - L(above))
        .set    L(turned), 0
        .irp    steps, 1, 2, 3, 4, 5, 6
        .set    L(turned), L(turned) + \steps*((L(above) >> \steps) & 1)
        .endr
        // downwards: those between the place and its last disc
        .set    L(below), L(discs) & ((1 << L(place)) - 1)
        .if     L(below) > 0
        .set    L(turned), L(turned) + L(place)
        .irp    steps, 0, 1, 2, 3, 4, 5, 6
        .if     L(below) >> \steps
        .set    L(turned), L(turned) - 1
        .endif
        .endr
        .endif
        .endm

        .macro  TURNS length
        .set    L(place), 0
        .rept   \length
        .set    L(mine), 0
        .rept   1 << (\length - 1)
        .set    L(discs), L(mine)
        TURNED
        .set    L(by_mover), L(turned)
        .set    L(discs), (1 << (\length - 1)) - 1 - L(mine)
        TURNED
        .short  2*L(by_mover) + 512*L(turned)
        .set    L(mine), L(mine) + 1
        .endr
        .set    L(place), L(place) + 1
        .endr
        .endm

        TABLE(othello_lines)
        BOARD   0, 7, 0
        BOARD   1, 6, 64
        BOARD   2, 5, (64+46)
        .irp    length, 1, 2, 3, 4, 5, 6, 7, 8
        TURNS   \length
        .endr
        END_TABLE(othello_lines)
