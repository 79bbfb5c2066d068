// The search of the last plies. Tier Avx2.
//
//   uint64_t othello_last_plies_8x8_avx2(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, uint64_t room[160])
//   uint64_t othello_last_plies_inner_avx2(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, uint64_t room[160],
//                                          uint64_t board)
//
// Entry    own & opponent = 0: the side to move and the other. 5 to 8 squares of the board are empty; off the board there is no
//          disc. board: the squares of the 4x4 or the 6x6 board in the frame. -64 <= alpha <= 63. scoring: 0, most discs win;
//          1, the same, and the empty squares are the winner's; 2, fewest discs win. room: 64-byte aligned.
// Result   Low half: the value for the side to move, own discs minus the opponent's (with the empty squares; negated). If it
//          is above alpha, a lower bound of it; else an upper bound. High half: the positions searched, modulo 2^32.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm15, flags, room, 128 bytes below the stack pointer; keeps rbx, rbp, r12-r15
//          on the stack meanwhile.
// Idea     Null-window negamax, alpha of the other side = ~alpha, with everything of a level in registers or in its frame, and the
//          levels told apart by the number of empty squares:
//          5 to 8, one body: cut off by stable discs; else make all children, find their moves, and search first those with the
//          fewest, moves to corners counted again, an odd quadrant for half a move. A child's moves are kept for its own turn.
//          The children are made one after the other and do not wait for one another. Each has a 16-bit key, what it promises,
//          its index and its square; all stand in one register, whose least word vphminposuw finds.
//          4 and 3: squares of odd quadrants first. 2: both flips, then whether either is needed.
//          1: the board is full but for one square, so that the mover's discs tell the other's. pext cuts each line through
//          the square out of them, and a table tells what either side turns there; no position is made.
//          A pass changes sides where it happens. The Rust of src/othello/solver/last.rs is the same search, node for node.
// Budget   a child at 5 to 8: 31 + 34 vector instructions, 33 others. A square at 4 or 3: 31 vector instructions, 30 others; two
//          squares: two flips, 20 others; one: 30.

#include "abi.inc"
#include "othello/flips_avx2.inc"
#include "othello/legal_moves_avx2.inc"
#include "othello/last_plies.inc"

        FUNCTION(othello_last_plies_8x8_avx2)
        LAST_PLIES 8
        END_FUNCTION(othello_last_plies_8x8_avx2)

        FUNCTION(othello_last_plies_inner_avx2)
        LAST_PLIES 6
        END_FUNCTION(othello_last_plies_inner_avx2)
