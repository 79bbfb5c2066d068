// Where the lines through a point lie in the rows around it: masks that the five check reads.
//
//   const uint16_t gomoku_lines_16[16][4][8]
//   const uint32_t gomoku_lines_32[32][4][8]
//   const uint64_t gomoku_bits_64[72 + 72]
//
// By column: for the four rows above and the four rows below a point, the column's bit, the diagonal's, the other diagonal's;
// last the four columns to the left and to the right, in the point's own row. A point off the lane has no bit. For 64-bit lanes
// they are windows of one table: entry 4 + c is column c, and from entry 72 on 67 - c is.

#include "abi.inc"

        .macro  BIT width, directive, index
        .if     (\index) >= 0
        .if     (\index) < \width
        \directive 1 << (\index)
        .else
        \directive 0
        .endif
        .else
        \directive 0
        .endif
        .endm

        .macro  LINES width, directive, column
        .irp    step, 0, 0, 0, 0, 0, 0, 0, 0
        BIT     \width, \directive, \column
        .endr
        .irp    step, -4, -3, -2, -1, 1, 2, 3, 4
        BIT     \width, \directive, \column+\step
        .endr
        .irp    step, -4, -3, -2, -1, 1, 2, 3, 4
        BIT     \width, \directive, \column-(\step)
        .endr
        .irp    step, -4, -3, -2, -1, 1, 2, 3, 4
        BIT     \width, \directive, \column+\step
        .endr
        .endm

        TABLE(gomoku_lines_16)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        LINES   16, .short, \column
        .endr
        END_TABLE(gomoku_lines_16)

        TABLE(gomoku_lines_32)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        LINES   32, .long, \column
        .endr
        .irp    column, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        LINES   32, .long, \column
        .endr
        END_TABLE(gomoku_lines_32)

        TABLE(gomoku_bits_64)
        .quad   0, 0, 0, 0
        .irp    tens, 0, 8, 16, 24, 32, 40, 48, 56
        .irp    ones, 0, 1, 2, 3, 4, 5, 6, 7
        .quad   1 << (\tens + \ones)
        .endr
        .endr
        .quad   0, 0, 0, 0
        .quad   0, 0, 0, 0
        .irp    tens, 56, 48, 40, 32, 24, 16, 8, 0
        .irp    ones, 7, 6, 5, 4, 3, 2, 1, 0
        .quad   1 << (\tens + \ones)
        .endr
        .endr
        .quad   0, 0, 0, 0
        END_TABLE(gomoku_bits_64)
