// Legal moves, or their number, of many boards. Tier Avx2.
//
//   void othello_batch_moves_8x8_avx2(const uint64_t *own, const uint64_t *opponent, uint64_t *moves, size_t boards)
//   void othello_batch_moves_inner_avx2(const uint64_t *own, const uint64_t *opponent, uint64_t *moves, size_t boards,
//                                       uint64_t board)
//   void othello_batch_mobility_8x8_avx2(const uint64_t *own, const uint64_t *opponent, uint8_t *counts, size_t boards)
//   void othello_batch_mobility_inner_avx2(const uint64_t *own, const uint64_t *opponent, uint8_t *counts, size_t boards,
//                                          uint64_t board)
//
// Entry    as for the kernels of one board (legal_moves_avx2.S), for each board; any number of boards, none included. The
//          arrays may stand at any address that their elements may; the results overlap nothing else.
// Result   for each board the result of the kernel for one board.
// Changes  rax, rcx, rdx, rsi, rdi, ymm0-ymm13, flags. Reads the boards and constants, writes the results.
// Idea     A board a quadword, four at once, so that shifts are by constants, and nothing is spread or gathered. An axis: runs
//          of opponent discs from own discs grow to 2, 4, 6 by doubling, up and down; one step more is the square beyond.
//          Up along the row no shift is needed: an addition in each byte carries through a run to the square beyond it.
// Budget   8x8, four boards: 43 shifts, 58 logic, 2 additions, 4 to load and store; 27 cycles by four vector ports. inner: 8
//          shifts and 14 logic less.

#include "abi.inc"

#define own_boards  rdi
#define opponents   rsi
#define results     rdx
#define boards      rcx
#define own         ymm0
#define opponent    ymm1
#define line        ymm2        // the opponent's discs that can stand inside a run
#define moves       ymm3
#define pairs       ymm4        // discs of line whose lower neighbour is one too; then whose higher neighbour is
#define run         ymm5
#define next        ymm6
#define inside      ymm7        // columns b-g
#define on_board    ymm8        // the board's squares
#define part        ymm9        // the last boards, when they are fewer than four: those there are

        // three quadwords of ones, then of zeros: the first boards by an address within
        CONSTANT(PART, 32)
        .quad   -1, -1, -1, 0, 0, 0
        END_CONSTANT(PART)
        CONSTANT(INSIDE, 8)
        .quad   0x7e7e7e7e7e7e7e7e
        END_CONSTANT(INSIDE)
        CONSTANT(ONES_OF_NIBBLE, 16)
        .byte   0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        END_CONSTANT(ONES_OF_NIBBLE)
        CONSTANT(NIBBLES, 1)
        .byte   15
        END_CONSTANT(NIBBLES)
        // a quadword's byte 0 to where its board's count belongs
        CONSTANT(PLACES, 32)
        .byte   0, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
        .byte   -1, -1, 0, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
        END_CONSTANT(PLACES)

// moves |= the squares beyond the runs in one direction
        .macro  DIRECTION shift, step, length, adding
        .ifc    \adding, first
        \shift  moves, own, \step
        vpand   run, moves, line
        .else
        \shift  run, own, \step
        vpand   run, run, line
        .endif
        \shift  next, own, 2*\step
        vpand   next, next, pairs
        vpor    run, run, next
        .rept   \length / 2 - 1
        \shift  next, run, 2*\step
        vpand   next, next, pairs
        vpor    run, run, next
        .endr
        .ifc    \adding, first
        \shift  moves, run, \step
        .else
        \shift  run, run, \step
        vpor    moves, moves, run
        .endif
        .endm

        .macro  PAIRS step, squares
        vpsllq  pairs, \squares, \step
        vpand   pairs, pairs, \squares
        .endm

// moves, of own and opponent; length = the longest run there can be
        .macro  MOVES_OF_FOUR length
        // columns, with all discs of the opponent
        vmovdqa line, opponent
        PAIRS   8, line
        DIRECTION vpsllq, 8, \length, first
        vpsrlq  pairs, pairs, 8
        DIRECTION vpsrlq, 8, \length, more
        // rows upwards; what remains of the runs covers no empty square
        vpaddb  next, own, own
        vpand   next, next, opponent
        vpaddb  next, next, opponent
        vpor    moves, moves, next
        .if     \length == 6
        vpand   line, opponent, inside
        .endif
        PAIRS   1, line
        vpsrlq  pairs, pairs, 1
        DIRECTION vpsrlq, 1, \length, more
        PAIRS   9, line
        DIRECTION vpsllq, 9, \length, more
        vpsrlq  pairs, pairs, 9
        DIRECTION vpsrlq, 9, \length, more
        PAIRS   7, line
        DIRECTION vpsllq, 7, \length, more
        vpsrlq  pairs, pairs, 7
        DIRECTION vpsrlq, 7, \length, more
        vpor    next, own, opponent
        vpandn  moves, next, moves
        .if     \length == 4
        vpand   moves, moves, on_board
        .endif
        .endm

        .macro  BATCH_START length, count
        .if     \length == 6
        vpbroadcastq inside, [rip + INSIDE]
        .else
        vmovq   xmm8, r8
        vpbroadcastq on_board, xmm8
        .endif
        .if     \count
        vbroadcasti128 ymm10, [rip + ONES_OF_NIBBLE]
        vpbroadcastb ymm11, [rip + NIBBLES]
        vmovdqa ymm12, [rip + PLACES]
        vpxor   xmm13, xmm13, xmm13
        .endif
        .endm

        // eax = the four counts, a byte each
        .macro  COUNTS_OF_FOUR
        vpsrlq  next, moves, 4
        vpand   moves, moves, ymm11
        vpand   next, next, ymm11
        vpshufb moves, ymm10, moves
        vpshufb next, ymm10, next
        vpaddb  moves, moves, next
        vpsadbw moves, moves, ymm13
        vpshufb moves, moves, ymm12
        vextracti128 xmm6, moves, 1
        vpor    xmm3, xmm3, xmm6
        vmovd   eax, xmm3
        .endm

        .macro  BATCH length, count
        BATCH_START \length, \count
        sub     boards, 4
        jb      L(fewer_than_four_left_\@)

        // each turn: four boards
L(next_four_boards_\@):
        CUT(turn)
        vmovdqu own, [own_boards]
        vmovdqu opponent, [opponents]
        MOVES_OF_FOUR \length
        add     own_boards, 32
        add     opponents, 32
        .if     \count
        COUNTS_OF_FOUR
        mov     [results], eax
        add     results, 4
        .else
        vmovdqu [results], moves
        add     results, 32
        .endif
        sub     boards, 4
        jae     L(next_four_boards_\@)

        // the boards left, less than four
L(fewer_than_four_left_\@):
        add     boards, 4
        jz      L(all_done_\@)
        lea     rax, [rip + PART + 24]
        neg     boards
        vmovdqu part, [rax + 8*boards]
        neg     boards
        vpmaskmovq own, part, [own_boards]
        vpmaskmovq opponent, part, [opponents]
        MOVES_OF_FOUR \length
        .if     \count
        COUNTS_OF_FOUR
L(next_count_\@):
        mov     [results], al
        shr     eax, 8
        inc     results
        dec     boards
        jnz     L(next_count_\@)
        .else
        vpmaskmovq [results], part, moves
        .endif
L(all_done_\@):
        vzeroupper
        ret
        .endm

        FUNCTION(othello_batch_moves_8x8_avx2)
        BATCH   6, 0
        END_FUNCTION(othello_batch_moves_8x8_avx2)

        FUNCTION(othello_batch_mobility_8x8_avx2)
        BATCH   6, 1
        END_FUNCTION(othello_batch_mobility_8x8_avx2)

        FUNCTION(othello_batch_moves_inner_avx2)
        BATCH   4, 0
        END_FUNCTION(othello_batch_moves_inner_avx2)

        FUNCTION(othello_batch_mobility_inner_avx2)
        BATCH   4, 1
        END_FUNCTION(othello_batch_mobility_inner_avx2)
