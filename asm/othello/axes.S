// The lines through a square, for kernels that handle whole lines: constants of tier X64.
//
// A line's bits are gathered into one number by a multiplication: masked, each bit stands in a row or a column of its own, and the
// multiplier moves them side by side to the top of the quadword, no two products to one bit. The number's bits are in order of
// columns; a column's are in order of rows. A multiplication by another number spreads the inner bits out again: the line's mask
// then picks the right ones.
//
// othello_axes: 64 squares of the 8x8 frame, bit = 8*row + column, 64 bytes each. Of a square: its column, its row, its diagonal
// of the steps +9 and that of +7, each without the square itself; then what gathers the column and the row, and what spreads them.
// Diagonals are gathered and spread by ones in the first bits of all rows. Gathered lines are bits 56 to 63.
//
// othello_packed6_axes: the same for the founding document's 6x6 board, bit = 6*row + column, by the document's cells 4 to 35;
// diagonals of the steps +7 and +5. Gathered lines are bits 58 to 63.
//
// othello_packed6_squares: the squares of cells 4 to 35 in the 8x8 frame, a byte each.

#include "abi.inc"

// A line's other squares, each `rows` and `columns` from the one before
        .macro  AXIS size, rows, columns
        .set    L(axis), 0
        .irp    steps, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7
        .set    L(at_row), L(row) + (\steps)*(\rows)
        .set    L(at_column), L(column) + (\steps)*(\columns)
        .if     L(at_row) >= 0 && L(at_row) < \size && L(at_column) >= 0 && L(at_column) < \size
        .set    L(axis), L(axis) | (1 << (\size*L(at_row) + L(at_column)))
        .endif
        .endr
        .quad   L(axis)
        .endm

// The constants of the square in `row`, `column` of a board with `size` squares on a side
        .macro  AXES size
        AXIS    \size, 1, 0
        AXIS    \size, 0, 1
        AXIS    \size, 1, 1
        AXIS    \size, 1, -1
        .set    L(gather), 0
        .set    L(spread), 0
        .irp    other, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \other < \size
        // bit size*other + column goes to 64 - size + other
        .set    L(gather), L(gather) | (1 << (64 - \size - (\size - 1)*\other - L(column)))
        .endif
        .if     \other > 0 && \other < \size - 1
        // inner bit `other` goes to size*other + column
        .set    L(spread), L(spread) | (1 << ((\size - 1)*\other + L(column)))
        .endif
        .endr
        .quad   L(gather), 1 << (64 - \size - \size*L(row)), L(spread), 1 << (\size*L(row))
        .endm

        TABLE(othello_axes)
        .set    L(square), 0
        .rept   64
        .set    L(row), L(square) >> 3
        .set    L(column), L(square) & 7
        AXES    8
        .set    L(square), L(square) + 1
        .endr
        END_TABLE(othello_axes)

// `each` for the squares of the 6x6 board but the four of the centre, in the order of the document's cells
        .macro  EACH_CELL each:vararg
        .set    L(square), 0
        .rept   36
        .set    L(row), L(square) / 6
        .set    L(column), L(square) % 6
        .if     L(row) < 2 || L(row) > 3 || L(column) < 2 || L(column) > 3
        \each
        .endif
        .set    L(square), L(square) + 1
        .endr
        .endm

        TABLE(othello_packed6_axes)
        EACH_CELL AXES 6
        END_TABLE(othello_packed6_axes)

        TABLE(othello_packed6_squares)
        EACH_CELL .byte 8*(L(row) + 1) + L(column) + 1
        END_TABLE(othello_packed6_squares)
