// The rays of each square: constants that the flips, outflanks and children kernels of every tier read.
//
// othello_rays: 64 squares of 64 bytes. Of square s: four quadwords, the rays towards higher bits, by the steps +1, +8, +9
// and +7; then four, the rays towards lower bits, by -1, -8, -9 and -7. A ray holds the squares from the neighbour of s to
// the edge of the 8x8 frame, s itself left out. One square's rays are one cache line.
//
// othello_far: 64 quadwords. Of square s: its eight rays without their first squares, where the own disc that closes a run
// of opponent discs must stand.

#include "abi.inc"

// ray = the squares that steps of `rows` and `columns` reach from `row`, `column`, from step `first` on
        .macro  RAY rows, columns, first=1
        .set    L(ray), 0
        .irp    steps, 1, 2, 3, 4, 5, 6, 7
        .set    L(at_row), L(row) + \steps*(\rows)
        .set    L(at_column), L(column) + \steps*(\columns)
        .if     \steps >= \first && L(at_row) >= 0 && L(at_row) < 8 && L(at_column) >= 0 && L(at_column) < 8
        .set    L(ray), L(ray) | 1 << (8*L(at_row) + L(at_column))
        .endif
        .endr
        .endm

        .macro  RAY_OF_SQUARE rows, columns
        RAY     \rows, \columns
        .quad   L(ray)
        .endm

        .macro  FAR rows, columns
        RAY     \rows, \columns, 2
        .set    L(far), L(far) | L(ray)
        .endm

// `each` for all rays of a square, in the order of othello_rays
        .macro  EACH_RAY each
        \each   0, 1
        \each   1, 0
        \each   1, 1
        \each   1, -1
        \each   0, -1
        \each   -1, 0
        \each   -1, -1
        \each   -1, 1
        .endm

        TABLE(othello_rays)
        .set    L(square), 0
        .rept   64
        .set    L(row), L(square) >> 3
        .set    L(column), L(square) & 7
        EACH_RAY RAY_OF_SQUARE
        .set    L(square), L(square) + 1
        .endr
        END_TABLE(othello_rays)

        TABLE(othello_far)
        .set    L(square), 0
        .rept   64
        .set    L(row), L(square) >> 3
        .set    L(column), L(square) & 7
        .set    L(far), 0
        EACH_RAY FAR
        .quad   L(far)
        .set    L(square), L(square) + 1
        .endr
        END_TABLE(othello_far)
