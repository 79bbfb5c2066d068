// Legal moves and their number, four axes at once. Tier Avx512.
//
//   uint64_t othello_legal_moves_8x8_avx512(uint64_t own, uint64_t opponent)
//   uint32_t othello_mobility_8x8_avx512(uint64_t own, uint64_t opponent)
//   uint64_t othello_legal_moves_inner_avx512(uint64_t own, uint64_t opponent, uint64_t board)
//   uint32_t othello_mobility_inner_avx512(uint64_t own, uint64_t opponent, uint64_t board)
//
// Entry    own & opponent = 0; any such pair, reachable or not. The _inner forms serve the boards that lie within the 8x8
//          frame with an empty ring around them: board = their squares, at most rows 1-6 and columns 1-6;
//          (own | opponent) & ~board = 0.
// Result   the empty squares from which own outflanks at least one disc, bit = 8*row + column; or how many they are.
// Changes  rax, rdx, rdi, ymm8-ymm14, ymm16, ymm17, flags. Reads nothing but constants, writes nothing.
// Idea     One axis a quadword, by the steps 1, 8, 9, 7. Runs of opponent discs that touch an own disc grow 1, 2, 4, 6
//          long by doubling, up and down the axis; one step more lands on the square beyond the run. Opponent discs
//          in columns a and h cannot be inside a run that changes column, and without them nothing wraps around. The ring
//          does the same for the smaller boards, and their runs end at 4.
//          One ternary operation joins a step to its run. Ymm registers: with zmm (both directions at once, by rotations)
//          the shifts take the same ports as long on Zen 4, and spreading and gathering cost more.
// Budget   8x8: 12 shifts, 9 logic, 2 to spread, 6 to gather: 29; 7.3 cycles by four vector ports.
//          inner: 10 shifts, 6 logic, the rest as before.

#include "abi.inc"

#define own         rdi
#define opponent    rsi
#define board       rdx
#define moves       rax

#include "othello/legal_moves_avx512.inc"

// moves = the squares of the frame beyond a run; `length` = the longest run there can be. own: all discs
        .macro  LEGAL_MOVES length
        SPREAD_FOR_MOVES own, opponent
        MOVES_CONSTANTS
        RUNS    \length
        vmovq   moves, beyond
        or      own, opponent
        .endm

        FUNCTION(othello_legal_moves_8x8_avx512)
        LEGAL_MOVES 6
        andn    moves, own, moves
        vzeroupper
        ret
        END_FUNCTION(othello_legal_moves_8x8_avx512)

        FUNCTION(othello_mobility_8x8_avx512)
        LEGAL_MOVES 6
        andn    moves, own, moves
        popcnt  moves, moves
        vzeroupper
        ret
        END_FUNCTION(othello_mobility_8x8_avx512)

        FUNCTION(othello_legal_moves_inner_avx512)
        LEGAL_MOVES 4
        andn    board, own, board
        and     moves, board
        vzeroupper
        ret
        END_FUNCTION(othello_legal_moves_inner_avx512)

        FUNCTION(othello_mobility_inner_avx512)
        LEGAL_MOVES 4
        andn    board, own, board
        and     moves, board
        popcnt  moves, moves
        vzeroupper
        ret
        END_FUNCTION(othello_mobility_inner_avx512)
