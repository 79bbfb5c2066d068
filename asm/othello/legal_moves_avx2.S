// Legal moves and their number, four axes at once. Tier Avx2.
//
//   uint64_t othello_legal_moves_8x8_avx2(uint64_t own, uint64_t opponent)
//   uint32_t othello_mobility_8x8_avx2(uint64_t own, uint64_t opponent)
//   uint64_t othello_legal_moves_inner_avx2(uint64_t own, uint64_t opponent, uint64_t board)
//   uint32_t othello_mobility_inner_avx2(uint64_t own, uint64_t opponent, uint64_t board)
//
// Entry    own & opponent = 0; any such pair, reachable or not. The _inner forms serve the boards that lie within the 8x8
//          frame with an empty ring around them: board = their squares, at most rows 1-6 and columns 1-6;
//          (own | opponent) & ~board = 0.
// Result   the empty squares from which own outflanks at least one disc, bit = 8*row + column; or how many they are.
// Changes  rax, rcx, rdx, ymm0-ymm8, flags. Reads nothing but constants, writes nothing.
// Idea     One axis a quadword, by the steps 1, 8, 9, 7. Runs of opponent discs that touch an own disc grow 1, 2, 4, 6
//          long by doubling, up and down the axis; one step more lands on the square beyond the run. Opponent discs
//          in columns a and h cannot be inside a run that changes column, and without them nothing wraps around. The ring
//          does the same for the smaller boards, and their runs end at 4.
// Budget   8x8: 12 shifts, 14 logic, 4 to spread, 6 to gather: 36; 9 cycles by four vector ports.
//          inner: 10 shifts, 9 logic, the rest as before.

#include "abi.inc"

#define own         rdi
#define opponent    rsi
#define board       rdx
#define moves       rax
#define owns        ymm0        // own, once for each axis
#define inner       ymm1        // the opponent discs that can stand inside a run, by axis
#define step        ymm2        // the axes' steps
#define run_up      ymm3        // opponent discs reached from own discs towards higher bits
#define run_down    ymm4        // and towards lower bits
#define pair_up     ymm5        // opponent discs whose lower neighbour is one too
#define pair_down   ymm6        // opponent discs whose higher neighbour is one too
#define next        ymm7
#define step_twice  ymm8

        RODATA
        .balign 32
STEPS:
        .quad   1, 8, 9, 7
STEPS_TWICE:
        .quad   2, 16, 18, 14
INNER:
        .quad   0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e

// run |= line & (run shifted by count)
        .macro  GROW shift, run, line, count
        \shift  next, \run, \count
        vpand   next, next, \line
        vpor    \run, \run, next
        .endm

// moves = the empty squares of the frame beyond a run; `length` = the longest run there can be
        .macro  LEGAL_MOVES length
        // owns, inner: the position, once for each axis
        vmovq   xmm0, own
        vmovq   xmm1, opponent
        vpbroadcastq owns, xmm0
        vpbroadcastq inner, xmm1
        .if     \length == 6
        vpand   inner, inner, [rip + INNER]
        .endif
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]

        // pairs
        vpsllvq pair_up, inner, step
        vpand   pair_up, pair_up, inner
        vpsrlvq pair_down, pair_up, step

        // runs: up to two discs, the second straight from the own disc two steps away
        vpsllvq run_up, owns, step
        vpsrlvq run_down, owns, step
        vpsllvq next, owns, step_twice
        vpand   run_up, run_up, inner
        vpand   next, next, pair_up
        vpor    run_up, run_up, next
        vpsrlvq next, owns, step_twice
        vpand   run_down, run_down, inner
        vpand   next, next, pair_down
        vpor    run_down, run_down, next

        // runs: up to four, then six discs
        .rept   \length / 2 - 1
        GROW    vpsllvq, run_up, pair_up, step_twice
        GROW    vpsrlvq, run_down, pair_down, step_twice
        .endr

        // the squares beyond, all axes together
        vpsllvq run_up, run_up, step
        vpsrlvq run_down, run_down, step
        vpor    run_up, run_up, run_down
        vextracti128 xmm4, run_up, 1
        vpor    xmm3, xmm3, xmm4
        vpunpckhqdq xmm4, xmm3, xmm3
        vpor    xmm3, xmm3, xmm4
        vmovq   moves, xmm3
        or      own, opponent
        .endm

        FUNCTION(othello_legal_moves_8x8_avx2)
        LEGAL_MOVES 6
        andn    moves, own, moves
        vzeroupper
        ret
        END_FUNCTION(othello_legal_moves_8x8_avx2)

        FUNCTION(othello_mobility_8x8_avx2)
        LEGAL_MOVES 6
        andn    moves, own, moves
        popcnt  moves, moves
        vzeroupper
        ret
        END_FUNCTION(othello_mobility_8x8_avx2)

        FUNCTION(othello_legal_moves_inner_avx2)
        LEGAL_MOVES 4
        andn    board, own, board
        and     moves, board
        vzeroupper
        ret
        END_FUNCTION(othello_legal_moves_inner_avx2)

        FUNCTION(othello_mobility_inner_avx2)
        LEGAL_MOVES 4
        andn    board, own, board
        and     moves, board
        popcnt  moves, moves
        vzeroupper
        ret
        END_FUNCTION(othello_mobility_inner_avx2)
