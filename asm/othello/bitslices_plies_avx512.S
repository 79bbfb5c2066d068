// Random games of Othello, 512 at once, one bit of a register each: the plies of the larger boards. Tier Avx512.
//
//   uint64_t othello_bitslices_plies_8x8_avx512(struct bitslices *games, uint64_t plies, uint64_t enough)
//   uint64_t othello_bitslices_plies_6x6_avx512(struct bitslices *games, uint64_t plies, uint64_t enough)
//
// Entry, Result: as bitslices.inc says, on planes of 64 bytes.
// Changes  rax, rcx, rsi, r8-r10, zmm0-zmm31, k1-k3, flags, and the games.
// Idea     Each phase keeps in its 32 registers what it needs more than once: Zen 4 takes a cycle for a zmm load and two for a
//          store.
//          Moves: two sweeps over the board, column by column, the second against the first. Runs of opponent discs that lead to
//          the next column stay in registers, by row, by diagonal and by antidiagonal.
//          Choice: numbers of moves are added in registers, and a round of draws needs no memory. A binary choice is a plane, and
//          what it chooses among is chosen by that plane; no one-hot plane is made before the square is known.
//          Flips: a row's squares, loaded once, have among them the disc of the chosen column and those of both its diagonals.
//          These are numbers of three bits, column - row and column + row modulo 8, so that row r's square of a diagonal is a
//          choice of eight in an order that r rotates. Their lowest bits are the same, and so are the first choices. Rows in
//          which a diagonal is off the board are taken out of the own discs alone. The turned discs go back to the board by one-hot
//          planes, all of them in registers.
// Budget   A ply of 512 games of 8x8, with one round of draws: 3340 instructions, of which 1950 are logic, 280 copies of registers,
//          1020 with a load and 410 stores; of 6x6 2050. Measured on Granite Rapids, all rounds: 394 ns, and 257 (the form
//          shared with Avx2: 545, and 352).

#include "abi.inc"
#include "vector/ternary.inc"
#include "random/xoshiro_avx512.inc"

#define BYTES           64

#include "othello/bitslices_state.inc"

        // In this mode a name next to && loses one of its signs: hence some parentheses.
        .altmacro

// Ternary operations by what they give.

// Planes from MOVES on can be reached from here by one byte.
#define fields          rcx
#define MIDDLE          (SIDES + 256*BYTES)
#define FIELD(at)       [fields + (at) - MIDDLE]

#define spare           zmm31

// ---- moves --------------------------------------------------------------------------------------------------------------

// A square's place in a sweep: `line` columns and `at` rows from the corner FROM, STEP forwards or backwards
#define SWEPT(line, at) (FROM + STEP*(8*(at) + (line)))*BYTES

#define moves           zmm26
#define theirs          zmm25   // the opponent's disc on the square
#define along           zmm21   // the run along the line that leads to the square
                                // zmm0-zmm7: runs across the lines that lead to this line's squares
                                // zmm8-zmm14: runs along diagonals, line - at modulo 7; zmm15-zmm20: antidiagonals, line + at
                                // modulo 6: a run stays in its register from square to square
                                // zmm22-zmm24: own discs of the line before, at modulo 3
                                // zmm27, zmm28: own discs of this line, at modulo 2, in the last sweep

        // one square; the last six are registers
        .macro  SWEEP_SQUARE pass, line, at, across, diagonal, antidiagonal, above, beside, below, here, before
        .set    LINE_INSIDE, \line > 0 && \line < SIZE_N - 1
        .set    INSIDE, \at > 0 && \at < SIZE_N - 1
        .if     \pass == 2
        vmovdqa64 zmm\here, [own + SWEPT(\line, \at)]
        .endif
        .if     \pass == 2 || LINE_INSIDE || INSIDE
        vmovdqa64 theirs, [opponent + SWEPT(\line, \at)]
        .endif
        .if     (LINE_INSIDE) && (\at == 0)
        vmovdqa64 zmm\beside, [own + SWEPT(\line - 1, \at)]
        .endif
        .if     (LINE_INSIDE) && (\at < SIZE_N - 1)
        vmovdqa64 zmm\below, [own + SWEPT(\line - 1, \at + 1)]
        .endif

        // a run that leads to the square makes it a move; in the last sweep, together with what the first found, if it is empty
        .if     \pass == 1
        .if     \line > 1 && \at > 1
        vporq   moves, along, zmm\across
        .elseif \line > 1
        vporq   moves, zmm\across, zmm\antidiagonal
        .elseif \at > 1
        vmovdqa64 moves, along
        .else
        vpxorq  moves, moves, moves
        .endif
        .else
        vmovdqa64 moves, FIELD(MOVES + SWEPT(\line, \at))
        .if     \line > 1 && \at > 1
        vpternlogq moves, along, zmm\across, ANY
        .elseif \line > 1
        vpternlogq moves, zmm\across, zmm\antidiagonal, ANY
        .elseif \at > 1
        vporq   moves, moves, along
        .endif
        .endif
        .if     \line > 1 && \at > 1
        .if     \at < SIZE_N - 2
        vpternlogq moves, zmm\diagonal, zmm\antidiagonal, ANY
        .else
        vporq   moves, moves, zmm\diagonal
        .endif
        .endif
        .if     \pass == 2
        vpternlogq moves, zmm\here, theirs, AND_NEITHER
        .endif
        vmovdqa64 FIELD(MOVES + SWEPT(\line, \at)), moves

        // the runs that go on from here
        .if     LINE_INSIDE
        .if     \line == 1
        vpandq  zmm\across, theirs, zmm\beside
        .else
        vpternlogq zmm\across, zmm\beside, theirs, EITHER_AND_C
        .endif
        .if     INSIDE
        .if     \line == 1 || \at == 1
        vpandq  zmm\diagonal, theirs, zmm\above
        .else
        vpternlogq zmm\diagonal, zmm\above, theirs, EITHER_AND_C
        .endif
        .if     \line == 1 || \at == SIZE_N - 2
        vpandq  zmm\antidiagonal, theirs, zmm\below
        .else
        vpternlogq zmm\antidiagonal, zmm\below, theirs, EITHER_AND_C
        .endif
        .endif
        .endif
        .if     INSIDE
        .if     \pass == 1 && \at == 1
        vpandq  along, theirs, [own + SWEPT(\line, \at - 1)]
        .elseif \pass == 1
        vpternlogq along, theirs, [own + SWEPT(\line, \at - 1)], EITHER_AND_B
        .elseif \at == 1
        vpandq  along, theirs, zmm\before
        .else
        vpternlogq along, zmm\before, theirs, EITHER_AND_C
        .endif
        .endif
        .endm

        .macro  SWEEP pass
        .irp    line, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \line < SIZE_N
        .irp    at, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \at < SIZE_N
        SWEEP_SQUARE \pass, \line, \at, \at, %(8+(\line-\at+7)%7), %(15+(\line+\at)%6), %(22+(\at+2)%3), %(22+\at%3), %(22+(\at+1)%3), %(27+\at%2), %(27+(\at+1)%2)
        .endif
        .endr
        .endif
        .endr
        .endm

// MOVES of all games
        .macro  SWEEP_BOTH_WAYS
        .set    FROM, ORIGIN
        .set    STEP, 1
        SWEEP   1
        .set    FROM, ORIGIN + 9*(SIZE_N - 1)
        .set    STEP, -1
        SWEEP   2
        .endm

// ---- the uniform choice -------------------------------------------------------------------------------------------------

        // a = the sum of three bits, b = their carry; spare is lost, here and below
        .macro  ADD_THREE a, b, c
        vmovdqa64 spare, zmm\a
        vpternlogq zmm\a, zmm\b, zmm\c, ODD
        vpternlogq zmm\b, zmm\c, spare, MAJORITY
        .endm

        .macro  ADD_TWO a, b
        vmovdqa64 spare, zmm\a
        vpxorq  zmm\a, zmm\a, zmm\b
        vpandq  zmm\b, zmm\b, spare
        .endm

        .macro  LOAD_MOVES to, column, row
        vmovdqa64 zmm\to, FIELD(MOVES + (ORIGIN + 8*\row + \column)*BYTES)
        .endm

// bits0.. = a column's number of moves, COUNT_BITS wide; zmm29 and zmm30 are lost
        .macro  COUNT column, bit0, bit1, bit2, bit3
        LOAD_MOVES \bit0, \column, 0
        LOAD_MOVES \bit1, \column, 1
        LOAD_MOVES 29, \column, 2
        ADD_THREE \bit0, \bit1, 29
        LOAD_MOVES 30, \column, 3
        LOAD_MOVES \bit2, \column, 4
        LOAD_MOVES 29, \column, 5
        ADD_THREE 30, \bit2, 29
        .if     SIZE_N == 8
        LOAD_MOVES 29, \column, 6
        LOAD_MOVES \bit3, \column, 7
        ADD_THREE \bit0, 30, 29
        ADD_TWO \bit0, \bit3
        ADD_THREE \bit1, \bit2, 30
        ADD_TWO \bit1, \bit3
        ADD_TWO \bit2, \bit3
        .else
        ADD_TWO \bit0, 30
        ADD_THREE \bit1, \bit2, 30
        .endif
        .endm

        // the number in registers from `first` on, to planes from `to` on
        .macro  KEEP to, first, bits
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        KEEP_BIT \to, \bit, %(\first+\bit)
        .endif
        .endr
        .endm

        .macro  KEEP_BIT to, bit, register
        vmovdqa64 FIELD(\to + \bit*BYTES), zmm\register
        .endm

        // a += b, numbers in registers from there on; the carry follows a
        .macro  ADD_NUMBER a, b, bits
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        ADD_BIT \bit, %(\a+\bit), %(\b+\bit), %(\a+\bits)
        .endif
        .endr
        .endm

        .macro  ADD_BIT bit, a, b, carry
        .if     \bit == 0
        vpandq  zmm\carry, zmm\a, zmm\b
        vpxorq  zmm\a, zmm\a, zmm\b
        .else
        vmovdqa64 spare, zmm\carry
        vpternlogq zmm\carry, zmm\a, zmm\b, MAJORITY
        vpternlogq zmm\a, zmm\b, spare, ODD
        .endif
        .endm

// zmm0-zmm5 = the number of moves in all columns. The inputs of the binary choices are kept: COUNTS of even columns, PAIRS of the
// pairs 0-1 and 4-5, HALVES of columns 0-3
        .macro  COUNT_ALL
        COUNT   0, 0, 1, 2, 3
        KEEP    COUNTS, 0, COUNT_BITS
        COUNT   1, 8, 9, 10, 11
        ADD_NUMBER 0, 8, COUNT_BITS
        KEEP    PAIRS, 0, COUNT_BITS+1
        COUNT   2, 8, 9, 10, 11
        KEEP    COUNTS+8*BYTES, 8, COUNT_BITS
        COUNT   3, 16, 17, 18, 19
        ADD_NUMBER 8, 16, COUNT_BITS
        ADD_NUMBER 0, 8, %(COUNT_BITS+1)
        KEEP    HALVES, 0, COUNT_BITS+2
        COUNT   4, 8, 9, 10, 11
        KEEP    COUNTS+16*BYTES, 8, COUNT_BITS
        COUNT   5, 16, 17, 18, 19
        ADD_NUMBER 8, 16, COUNT_BITS
        KEEP    PAIRS+10*BYTES, 8, COUNT_BITS+1
        .if     SIZE_N == 8
        COUNT   6, 16, 17, 18, 19
        KEEP    COUNTS+24*BYTES, 16, 4
        COUNT   7, 24, 25, 26, 27
        ADD_NUMBER 16, 24, 4
        ADD_NUMBER 8, 16, 5
        ADD_NUMBER 0, 8, 6
        .else
        vpxorq  zmm12, zmm12, zmm12
        ADD_NUMBER 0, 8, 5
        .endif
        .endm

#define any             zmm6    // games with a move
#define lower           zmm7    // whether the number has a lower bit
                                // zmm8-zmm13: the number less one, 0 where there is none; zmm14-zmm19: as many ones as that has bits

        .macro  LIMITS
        vporq   any, zmm0, zmm1
        vpternlogq any, zmm2, zmm3, ANY
        vpternlogq any, zmm4, zmm5, ANY
        vpandnq zmm8, zmm0, any
        vmovdqa64 lower, zmm0
        LIMIT   1, 9
        LIMIT   2, 10
        LIMIT   3, 11
        LIMIT   4, 12
        LIMIT   5, 13
        vmovdqa64 zmm19, zmm13
        vporq   zmm18, zmm19, zmm12
        vporq   zmm17, zmm18, zmm11
        vporq   zmm16, zmm17, zmm10
        vporq   zmm15, zmm16, zmm9
        vporq   zmm14, zmm15, zmm8
        .endm

        .macro  LIMIT bit, less
        vmovdqa64 zmm\less, zmm\bit
        vpternlogq zmm\less, lower, any, EQUAL_AND_C
        vporq   lower, lower, zmm\bit
        .endm

// A game is over when neither side had a move; a ply is a move, and the pass before it if there was one: zmm21 = those that
// count one, zmm22 = those that count two
        .macro  AGE_GAMES
        vmovdqa64 zmm20, FIELD(PASSED)
        vpandnq zmm21, any, zmm20
        vmovdqa64 FIELD(OVER), zmm21
        vpandnq zmm21, zmm20, any
        vpandq  zmm22, zmm20, any
        vpternlogq zmm20, any, any, NOT_C
        vmovdqa64 FIELD(PASSED), zmm20
        vmovdqa64 zmm23, FIELD(AGE)
        vmovdqa64 zmm24, FIELD(AGE + BYTES)
        ADD_TWO 23, 21
        ADD_THREE 24, 22, 21
        vmovdqa64 FIELD(AGE), zmm23
        vmovdqa64 FIELD(AGE + BYTES), zmm24
        .irp    bit, 2, 3, 4, 5, 6
        vmovdqa64 zmm23, FIELD(AGE + \bit*BYTES)
        ADD_TWO 23, 22
        vmovdqa64 FIELD(AGE + \bit*BYTES), zmm23
        .endr
        .endm

#define borrow          zmm6
#define accepted        zmm7
#define pending         zmm30   // games that still draw
#define first_chosen    zmm20   // of the registers with what was accepted
#define first_limit     zmm8    // of those with the limits
#define first_ones      zmm14   // of those with as many ones as the limit has bits
#define sequences       zmm26   // of those with the generator's states
#define drawing         k1      // the words of which a game draws, whose sequences step
#define sixth           k2      // those of which one needs a sixth bit
                                // zmm0-zmm5: what is drawn; zmm20-zmm25: what was accepted; zmm26-zmm29: the generator

// Each game's number at most its limit, each as likely as any other: random bits, as many as the limit has, drawn again in the
// games where they are more than the limit
        .macro  DRAW bits
1:      CUT(draw_\bits, pending, first_chosen, first_limit, first_ones, sequences, drawing, sixth)
        vpxorq  borrow, borrow, borrow
        .if     \bits == 6
        kandb   k3, drawing, sixth
        .endif
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        DRAW_BIT \bit, %(8+\bit), %(14+\bit)
        .endif
        .endr
        vpandnq accepted, borrow, pending
        vpandq  pending, pending, borrow
        vptestmq drawing, pending, pending
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        ACCEPT_BIT \bit, %(20+\bit)
        .endif
        .endr
        kortestb drawing, drawing
        jnz     1b
        .endm

        .macro  DRAW_BIT bit, limit, ones
        .if     \bit < 5
        XOSHIRO_WHERE drawing, zmm\bit, zmm26, zmm27, zmm28, zmm29, spare
        .else
        XOSHIRO_WHERE k3, zmm\bit, zmm26, zmm27, zmm28, zmm29, spare
        .endif
        vpandq  zmm\bit, zmm\bit, zmm\ones
        vpternlogq borrow, zmm\bit, zmm\limit, MAJORITY_NOT_C
        .endm

        .macro  ACCEPT_BIT bit, chosen
        vpternlogq zmm\chosen, zmm\bit, accepted, OR_BOTH
        .endm

        .macro  DRAW_ALL
        vmovdqa64 zmm26, [games + RANDOM]
        vmovdqa64 zmm27, [games + RANDOM + 64]
        vmovdqa64 zmm28, [games + RANDOM + 128]
        vmovdqa64 zmm29, [games + RANDOM + 192]
        .irp    register, 20, 21, 22, 23, 24, 25
        vpxorq  zmm\register, zmm\register, zmm\register
        .endr
        vpternlogq pending, pending, pending, ONES
        kxnorb  drawing, drawing, drawing
        // a sixth bit if any game has more than 32 moves
        vptestmq sixth, zmm13, zmm13
        kortestb sixth, sixth
        jnz     2f
        DRAW    5
        jmp     3f
2:      DRAW    6
3:      CUT(drawn)
        vmovdqa64 [games + RANDOM], zmm26
        vmovdqa64 [games + RANDOM + 64], zmm27
        vmovdqa64 [games + RANDOM + 128], zmm28
        vmovdqa64 [games + RANDOM + 192], zmm29
        .endm

// The square is 7 less these numbers of left choices, by column and by row: high, middle, low.
#define column_high     zmm26
#define column_middle   zmm27
#define column_low      zmm28
#define row_high        zmm29
#define row_middle      zmm30
#define row_low         zmm31
#define swap            zmm7

// One step of a binary descent: the number that is looked for is in zmm20.., `bits` wide, and on the left there are as many as the
// number in registers from `count` on, `width` bits of it. left = the games where it is below that; in the others it is looked
// for on the right, less that. `keep` bits of the number remain.
        .macro  DESCEND left, count, width, bits, keep
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        DESCEND_BIT \left, \bit, %(20+\bit), %(\count+\bit), \width
        .endif
        .endr
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \keep
        DESCEND_KEEP \left, %(20+\bit), %(\count+\bit)
        .endif
        .endr
        .endm

        .macro  DESCEND_BIT left, bit, number, count, width
        .if     \bit == 0
        vpandnq \left, zmm\number, zmm\count
        vpxorq  zmm\count, zmm\count, zmm\number
        .elseif \bit < \width
        vmovdqa64 swap, zmm\count
        vpternlogq zmm\count, zmm\number, \left, ODD
        vpternlogq \left, zmm\number, swap, MAJORITY_NOT_B
        .else
        vpxorq  zmm\count, zmm\number, \left
        vpandnq \left, zmm\number, \left
        .endif
        .endm

        .macro  DESCEND_KEEP left, number, count
        vpternlogq zmm\number, \left, zmm\count, IF_B_A_ELSE_C
        .endm

        // to = the plane `yes` where `by` is set, else `no`
        .macro  CHOOSE_PLANE to, by, yes, no
        vmovdqa64 zmm\to, FIELD(\yes)
        vpternlogq zmm\to, \by, FIELD(\no), IF_B_A_ELSE_C
        .endm

        // a = by ? a : b
        .macro  CHOOSE_REGISTER a, by, b
        vpternlogq zmm\a, \by, zmm\b, IF_B_A_ELSE_C
        .endm

        // V8.. = the number of moves in columns 0-3; in columns 0-1 or 4-5; in column 0, 2, 4 or 6
        .macro  LOAD_HALF bit, to
        vmovdqa64 zmm\to, FIELD(HALVES + \bit*BYTES)
        .endm

        .macro  LOAD_PAIR bit, to
        CHOOSE_PLANE \to, column_high, PAIRS+\bit*BYTES, PAIRS+(10+\bit)*BYTES
        .endm

        .macro  LOAD_COUNT bit, to
        CHOOSE_PLANE \to, column_middle, COUNTS+\bit*BYTES, COUNTS+(8+\bit)*BYTES
        .if     SIZE_N == 8
        CHOOSE_PLANE 14, column_middle, COUNTS+(16+\bit)*BYTES, COUNTS+(24+\bit)*BYTES
        .else
        vmovdqa64 zmm14, FIELD(COUNTS + (16+\bit)*BYTES)
        .endif
        CHOOSE_REGISTER \to, column_high, 14
        .endm

        .macro  LOAD_NUMBER load, bits
        .irp    bit, 0, 1, 2, 3, 4, 5
        .if     \bit < \bits
        \load   \bit, %(8+\bit)
        .endif
        .endr
        .endm

        // to = the chosen column's moves in a row; zmm16-zmm18 are lost
        .macro  MOVES_IN_ROW row, to
        CHOOSE_MOVES \to, \row, 0
        CHOOSE_MOVES 16, \row, 2
        CHOOSE_MOVES 17, \row, 4
        CHOOSE_REGISTER \to, column_middle, 16
        .if     SIZE_N == 8
        CHOOSE_MOVES 18, \row, 6
        CHOOSE_REGISTER 17, column_middle, 18
        .endif
        CHOOSE_REGISTER \to, column_high, 17
        .endm

        .macro  CHOOSE_MOVES to, row, column
        CHOOSE_PLANE \to, column_low, MOVES+(ORIGIN+8*\row+\column)*BYTES, MOVES+(ORIGIN+8*\row+\column+1)*BYTES
        .endm

// The chosen square
        .macro  DESCEND_ALL
        LOAD_NUMBER LOAD_HALF, COUNT_BITS+2
        DESCEND column_high, 8, COUNT_BITS+2, 6, 5
        LOAD_NUMBER LOAD_PAIR, COUNT_BITS+1
        DESCEND column_middle, 8, COUNT_BITS+1, 5, 4
        LOAD_NUMBER LOAD_COUNT, COUNT_BITS
        DESCEND column_low, 8, COUNT_BITS, 4, 3

        // zmm8-zmm15: the chosen column's moves, by row; zmm16, zmm17: their number in rows 0-1, and zmm18, zmm19 in rows 2-3
        .irp    row, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \row < SIZE_N
        MOVES_IN_ROW \row, %(8+\row)
        .endif
        .endr
        vpxorq  zmm16, zmm8, zmm9
        vpandq  zmm17, zmm8, zmm9
        vpxorq  zmm18, zmm10, zmm11
        vpandq  zmm19, zmm10, zmm11
        // zmm0-zmm2: in rows 0-3
        vpandq  zmm2, zmm16, zmm18
        vpxorq  zmm0, zmm16, zmm18
        vmovdqa64 zmm1, zmm2
        vpternlogq zmm1, zmm17, zmm19, ODD
        vpternlogq zmm2, zmm17, zmm19, MAJORITY
        DESCEND row_high, 0, 3, 3, 2
        // in rows 0-1 or 4-5
        vpxorq  zmm18, zmm12, zmm13
        vpandq  zmm19, zmm12, zmm13
        CHOOSE_REGISTER 16, row_high, 18
        CHOOSE_REGISTER 17, row_high, 19
        DESCEND row_middle, 16, 2, 2, 1
        // in row 0, 2, 4 or 6
        CHOOSE_REGISTER 8, row_middle, 10
        .if     SIZE_N == 8
        CHOOSE_REGISTER 12, row_middle, 14
        .endif
        CHOOSE_REGISTER 8, row_high, 12
        vpandnq row_low, zmm20, zmm8

        // ROWS, none where there is no move, and COLUMNS
        vmovdqa64 zmm1, FIELD(PASSED)
        .irp    row, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \row < SIZE_N
        ONE_HOT 0, row_high, row_middle, row_low, 7-\row
        vpandnq zmm0, zmm1, zmm0
        vmovdqa64 FIELD(ROWS + \row*BYTES), zmm0
        .endif
        .endr
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \column < SIZE_N
        ONE_HOT 0, column_high, column_middle, column_low, 7-\column
        vmovdqa64 FIELD(COLUMNS + \column*BYTES), zmm0
        .endif
        .endr
        .endm

        // to = the games where a number of three bits is `value`
        .macro  ONE_HOT to, high, middle, low, value
        vmovdqa64 zmm\to, \high
        vpternlogq zmm\to, \middle, \low, 1 << (\value)
        .endm

// ---- flips --------------------------------------------------------------------------------------------------------------

#define anti_high       zmm21   // column + row, modulo 8
#define anti_middle     zmm22
#define diagonal_high   zmm23   // column - row, modulo 8
#define diagonal_middle zmm24
#define both_low        zmm25
#define less            zmm20   // whether the column is less than the row
#define eight           zmm19   // whether column and row are eight together

        // the two diagonals' numbers: what differs in plane, high, middle and low, then their sign, in DIAGONALS and ANTIDIAGONALS
        .macro  NUMBER_DIAGONALS
        vpxorq  both_low, row_low, column_low
        vpandnq less, row_low, column_low
        vmovdqa64 diagonal_middle, less
        vpternlogq diagonal_middle, row_middle, column_middle, ODD
        vpternlogq less, row_middle, column_middle, MAJORITY_NOT_B
        vmovdqa64 diagonal_high, less
        vpternlogq diagonal_high, row_high, column_high, ODD
        vpternlogq less, row_high, column_high, MAJORITY_NOT_B
        vpternlogq eight, row_low, column_low, NEITHER_B_NOR_C
        vmovdqa64 anti_middle, eight
        vpternlogq anti_middle, row_middle, column_middle, ODD
        vpternlogq eight, row_middle, column_middle, MAJORITY_NOT_BC
        vmovdqa64 anti_high, eight
        vpternlogq anti_high, row_high, column_high, ODD
        vpternlogq eight, row_high, column_high, MAJORITY_NOT_BC
        vmovdqa64 FIELD(DIAGONALS), both_low
        vmovdqa64 FIELD(DIAGONALS + BYTES), diagonal_middle
        vmovdqa64 FIELD(DIAGONALS + 2*BYTES), diagonal_high
        vmovdqa64 FIELD(DIAGONALS + 3*BYTES), less
        vmovdqa64 FIELD(ANTIDIAGONALS), both_low
        vmovdqa64 FIELD(ANTIDIAGONALS + BYTES), anti_middle
        vmovdqa64 FIELD(ANTIDIAGONALS + 2*BYTES), anti_high
        vmovdqa64 FIELD(ANTIDIAGONALS + 3*BYTES), eight
        .endm

// The discs of a side on the four lines through the chosen square, at LINES + `part`*BYTES: all own discs (part 0), the opponent's
// within the lines (part 8). zmm0-zmm7: a row's squares, with none beyond the board; zmm8-zmm15: the chosen row; zmm20: whether
// it is the row at hand
        .macro  GATHER_LINES discs, part
        .irp    row, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \row < SIZE_N
        GATHER_ROW \discs, \part, \row, %(\row%8), %((\row+1)%8), %((\row+2)%8), %((\row+3)%8), %((\row+4)%8), %((\row+5)%8), %((\row+6)%8), %((\row+7)%8), %(16+(8-\row)%4), %(16+(9-\row)%4), %(16+(10-\row)%4), %(16+(11-\row)%4)
        .endif
        .endr
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7
        KEEP_CHOSEN \part, \column, %(8+\column)
        .endr
        .endm

        .macro  KEEP_CHOSEN part, column, register
        .if     (\part == 0 && \column < SIZE_N) || (\column > 0 && \column < SIZE_N - 1)
        KEEP_BIT LINES+\part*BYTES, \column, \register
        .endif
        .endm

        // a row: `at0`-`at7` are the registers of its squares where a diagonal's number is 0-7, zmm16-zmm19 the choices among two
        // of them; `pair0`-`pair3` the same in the order of antidiagonals
        .macro  GATHER_ROW discs, part, row, at0, at1, at2, at3, at4, at5, at6, at7, pair0, pair1, pair2, pair3
        vmovdqa64 zmm20, FIELD(ROWS + \row*BYTES)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7
        GATHER_SQUARE \discs, \part, \row, \column, %(8+\column)
        .endr
        .if     \part == 0 || (\row > 0 && \row < SIZE_N - 1)
        CHOOSE_COPY 16, \at1, both_low, \at0
        CHOOSE_COPY 17, \at3, both_low, \at2
        CHOOSE_COPY 18, \at5, both_low, \at4
        CHOOSE_COPY 19, \at7, both_low, \at6
        CHOOSE_COPY 29, 17, diagonal_middle, 16
        CHOOSE_COPY 30, 19, diagonal_middle, 18
        CHOOSE_REGISTER 30, diagonal_high, 29
        vmovdqa64 FIELD(LINES + (\part+32+\row)*BYTES), zmm30
        CHOOSE_REGISTER \pair1, anti_middle, \pair0
        CHOOSE_REGISTER \pair3, anti_middle, \pair2
        CHOOSE_REGISTER \pair3, anti_high, \pair1
        vmovdqa64 FIELD(LINES + (\part+48+\row)*BYTES), zmm\pair3
        CHOOSE_REGISTER 0, column_low, 1
        CHOOSE_REGISTER 2, column_low, 3
        CHOOSE_REGISTER 4, column_low, 5
        CHOOSE_REGISTER 0, column_middle, 2
        .if     SIZE_N == 8
        CHOOSE_REGISTER 6, column_low, 7
        CHOOSE_REGISTER 4, column_middle, 6
        .endif
        CHOOSE_REGISTER 0, column_high, 4
        vmovdqa64 FIELD(LINES + (\part+16+\row)*BYTES), zmm0
        .endif
        .endm

        .macro  GATHER_SQUARE discs, part, row, column, chosen
        .if     \column < SIZE_N
        vmovdqa64 zmm\column, [\discs + (ORIGIN + 8*\row + \column)*BYTES]
        .if     \part == 0 || (\column > 0 && \column < SIZE_N - 1)
        .if     \row == 0
        vpandq  zmm\chosen, zmm20, zmm\column
        .else
        vpternlogq zmm\chosen, zmm20, zmm\column, OR_BOTH
        .endif
        .endif
        .elseif \row == 0
        vpxorq  zmm\column, zmm\column, zmm\column
        .endif
        .endm

        // to = by ? a : b
        .macro  CHOOSE_COPY to, a, by, b
        vmovdqa64 zmm\to, zmm\a
        CHOOSE_REGISTER \to, \by, \b
        .endm

// TURNED of one line: what turns there, of the row with the placed disc. zmm0-zmm7: where on the line the chosen square is; zmm8-zmm15: own discs; zmm16-zmm21: the
// opponent's within the line; zmm22-zmm27: runs of them
        .macro  TURN_LINE line
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < SIZE_N - 1
        RUN_UP \line, \index, %(\index-1), %(15+\index), %(21+\index), %(20+\index)
        .endif
        .endr
        .irp    index, 6, 5, 4, 3, 2, 1
        .if     \index < SIZE_N - 1
        RUN_DOWN \index, %(\index+1), %(15+\index), %(16+\index)
        CLOSE_UP \index, %(9+\index), %(21+\index), %(22+\index)
        .endif
        .endr
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < SIZE_N - 1
        CLOSE_DOWN \line, \index, %(7+\index), %(15+\index), %(14+\index), %(21+\index)
        .endif
        .endr
        .endm

        .macro  RUN_UP line, index, chosen_before, theirs_here, run, run_before
        vmovdqa64 zmm\theirs_here, FIELD(LINES + (16*\line+8+\index)*BYTES)
        .if     \index == 1
        vpandq  zmm\run, zmm\theirs_here, zmm\chosen_before
        .else
        vmovdqa64 zmm\run, zmm\run_before
        vpternlogq zmm\run, zmm\chosen_before, zmm\theirs_here, EITHER_AND_C
        .endif
        .endm

        .macro  RUN_DOWN index, chosen_after, run, run_after
        .if     \index == SIZE_N - 2
        vpandq  zmm\run, zmm\run, zmm\chosen_after
        .else
        vpternlogq zmm\run, zmm\chosen_after, zmm\run_after, AND_EITHER
        .endif
        .endm

        // the runs upwards that end before an own disc; those downwards, and both together
        .macro  CLOSE_UP index, own_after, run, run_after
        .if     \index == SIZE_N - 2
        vpandq  zmm\run, zmm\run, zmm\own_after
        .else
        vpternlogq zmm\run, zmm\own_after, zmm\run_after, AND_EITHER
        .endif
        .endm

        .macro  CLOSE_DOWN line, index, own_before, run, run_before, up
        .if     \index == 1
        vpandq  zmm\run, zmm\run, zmm\own_before
        .else
        vpternlogq zmm\run, zmm\own_before, zmm\run_before, AND_EITHER
        .endif
        // together with the placed disc, once
        .if     \line == 0
        vpternlogq zmm\up, zmm\run, zmm\index, ANY
        .else
        vporq   zmm\up, zmm\up, zmm\run
        .endif
        vmovdqa64 FIELD(TURNED + (8*\line+\index)*BYTES), zmm\up
        .endm

        .macro  LOAD_FIELD to, field
        vmovdqa64 zmm\to, FIELD(\field)
        .endm

        // zmm0.. = the planes of ROWS or COLUMNS
        .macro  LOAD_CHOSEN field
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \index < SIZE_N
        LOAD_FIELD \index, \field+\index*BYTES
        .endif
        .endr
        .endm

        // zmm8.. = own discs of a line
        .macro  LOAD_OWN line
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \index < SIZE_N
        LOAD_FIELD %(8+\index), LINES+(16*\line+\index)*BYTES
        .endif
        .endr
        .endm

        // zmm8.. = own discs of the chosen diagonal or antidiagonal, by row, where it is on the board
        .macro  LOAD_OWN_DIAGONAL number, on_board, line
        LOAD_FIELD 22, \number
        LOAD_FIELD 23, \number+BYTES
        LOAD_FIELD 24, \number+2*BYTES
        LOAD_FIELD 25, \number+3*BYTES
        .irp    row, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \row < SIZE_N
        LOAD_FIELD %(8+\row), LINES+(16*\line+\row)*BYTES
        vmovdqa64 zmm26, zmm24
        \on_board \row, %(8+\row)
        .endif
        .endr
        .endm

        // row r's column is column - row + r: on the board if that is 7 at most, or 8 at least where column - row is negative
        .macro  ON_DIAGONAL row, discs
        vpternlogq zmm26, zmm23, zmm22, (0xff00 >> \row) % 256
        vpternlogq zmm\discs, zmm26, zmm25, AND_EQUAL
        .endm

        // column + row - r: on the board if that is 0 at least, or negative where column + row is 8 at least
        .macro  ON_ANTIDIAGONAL row, discs
        vpternlogq zmm26, zmm23, zmm22, (0xff << \row) % 256
        vpternlogq zmm\discs, zmm26, zmm25, AND_DIFFERENT
        .endm

        .macro  TURN_ALL
        LOAD_CHOSEN COLUMNS
        vmovdqa64 FIELD(TURNED), zmm0
        KEEP_BIT TURNED, %(SIZE_N-1), %(SIZE_N-1)
        LOAD_OWN 0
        TURN_LINE 0
        LOAD_CHOSEN ROWS
        LOAD_OWN 1
        TURN_LINE 1
        LOAD_OWN_DIAGONAL DIAGONALS, ON_DIAGONAL, 2
        TURN_LINE 2
        LOAD_OWN_DIAGONAL ANTIDIAGONALS, ON_ANTIDIAGONAL, 3
        TURN_LINE 3
        .endm

#define turned          zmm28
#define row_chosen      zmm24
#define on_column       zmm25   // what turns in a row, on lines of these kinds
#define on_diagonal     zmm26
#define on_anti         zmm27

// The boards with the placed discs and all that turn. zmm0-zmm7: the chosen diagonal, by column - row modulo 8; zmm8-zmm15: the
// antidiagonal, by column + row modulo 8; zmm16-zmm23: the column; each one-hot
        .macro  SPREAD
        LOAD_FIELD 28, DIAGONALS
        LOAD_FIELD 29, DIAGONALS+BYTES
        LOAD_FIELD 30, DIAGONALS+2*BYTES
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        ONE_HOT \number, zmm30, zmm29, zmm28, \number
        .endr
        LOAD_FIELD 29, ANTIDIAGONALS+BYTES
        LOAD_FIELD 30, ANTIDIAGONALS+2*BYTES
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        ONE_HOT %(8+\number), zmm30, zmm29, zmm28, \number
        .endr
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \column < SIZE_N
        LOAD_FIELD %(16+\column), COLUMNS+\column*BYTES
        .endif
        .endr
        .irp    row, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \row < SIZE_N
        vmovdqa64 row_chosen, FIELD(ROWS + \row*BYTES)
        .if     \row > 0 && \row < SIZE_N - 1
        vmovdqa64 on_column, FIELD(TURNED + (8+\row)*BYTES)
        vmovdqa64 on_diagonal, FIELD(TURNED + (16+\row)*BYTES)
        vmovdqa64 on_anti, FIELD(TURNED + (24+\row)*BYTES)
        .endif
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \column < SIZE_N
        SPREAD_SQUARE \row, \column, %(16+\column), %((\column-\row+8)%8), %(8+(\column+\row)%8)
        .endif
        .endr
        .endif
        .endr
        .endm

        .macro  SPREAD_SQUARE row, column, chosen, diagonal, antidiagonal
        vpandq  turned, row_chosen, FIELD(TURNED + \column*BYTES)
        .if     \row > 0 && \row < SIZE_N - 1
        vpternlogq turned, on_column, zmm\chosen, OR_BOTH
        .if     \column > 0 && \column < SIZE_N - 1
        vpternlogq turned, on_diagonal, zmm\diagonal, OR_BOTH
        vpternlogq turned, on_anti, zmm\antidiagonal, OR_BOTH
        .endif
        .endif
        vpandnq zmm29, turned, [opponent + (ORIGIN + 8*\row + \column)*BYTES]
        vporq   turned, turned, [own + (ORIGIN + 8*\row + \column)*BYTES]
        vmovdqa64 [own + (ORIGIN + 8*\row + \column)*BYTES], turned
        vmovdqa64 [opponent + (ORIGIN + 8*\row + \column)*BYTES], zmm29
        .endm

// ---- the kernels --------------------------------------------------------------------------------------------------------

// the body of a board's kernel; count_bits: of the number of moves in a column
        .macro  PLIES_IN_REGISTERS size, count_bits
        .set    SIZE_N, \size
        .set    COUNT_BITS, \count_bits
        .set    ORIGIN, (8 - SIZE_N) / 2 * 9
        lea     fields, [games + MIDDLE]

        // each turn: a ply of every game
8:      CUT(ply)
        mov     eax, [games + TURN]
        neg     rax
        and     eax, 64*BYTES
        lea     own, [games + rax + SIDES]
        xor     eax, 64*BYTES
        lea     opponent, [games + rax + SIDES]
        SWEEP_BOTH_WAYS
        COUNT_ALL
        LIMITS
        AGE_GAMES
        DRAW_ALL
        DESCEND_ALL
        NUMBER_DIAGONALS
        GATHER_LINES own, 0
        GATHER_LINES opponent, 8
        TURN_ALL
        SPREAD
        xor     qword ptr [games + TURN], 1

        // until `enough` are over, or `plies` are played
        xor     eax, eax
        .irp    word, 0, 1, 2, 3, 4, 5, 6, 7
        popcnt  r10, [games + OVER + 8*\word]
        add     eax, r10d
        .endr
        cmp     rax, enough
        jae     9f
        dec     plies
        jnz     8b
9:      vzeroupper
        ret
        .endm

        FUNCTION(othello_bitslices_plies_8x8_avx512)
        PLIES_IN_REGISTERS 8, 4
        END_FUNCTION(othello_bitslices_plies_8x8_avx512)

        FUNCTION(othello_bitslices_plies_6x6_avx512)
        PLIES_IN_REGISTERS 6, 3
        END_FUNCTION(othello_bitslices_plies_6x6_avx512)
