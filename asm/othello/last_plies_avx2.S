// The search of the last plies. Tier Avx2.
//
//   uint64_t othello_last_plies_8x8_avx2(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, struct room *room,
//                                        struct places *table)
//   uint64_t othello_last_plies_inner_avx2(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, struct room *room,
//                                          struct places *table)
//
// Entry    own & opponent = 0: the side to move and the other. 5 to 10 squares of the board are empty; off the board there is no
//          disc. inner: the 4x4 or the 6x6 board in the frame. -64 <= alpha <= 63. scoring: 0, most discs win; 1, the same, and
//          the empty squares are the winner's; 2, fewest discs win. room: 64-byte aligned. table: 4096 places, 8-byte
//          aligned, as earlier calls with the same scoring left them, at first zeros. Each is own, opponent, a lower and an upper
//          bound: 24 bytes.
// Result   Low half: the value for the side to move, own discs minus the opponent's (with the empty squares; negated). If it
//          is above alpha, a lower bound of it; else an upper bound. High half: the positions searched, modulo 2^32.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm15, flags, room, table, 128 bytes below the stack pointer; keeps rbx, rbp,
//          r12-r15 on the stack.
// Idea     Null-window negamax, alpha of the other side = ~alpha. No call: each level knows where it came from by the number of
//          empty squares.
//          3 squares and more: cut off by stable discs, those that on each axis are on a full line, at the edge or beside
//          such a disc. They are sought only if the bound can do without the last few discs.
//          5 to 10 squares, one body, a frame a level: cut off by what the table knows; else make all
//          children and find their moves, and search first those that have the fewest, an odd quadrant for half a move less.
//          Where most discs win, the other's moves to corners count for half a move more, an own one for half a move less, and
//          own discs at the edge for an eighth less each; where fewest win, the opposite. A child's moves are kept for its own
//          turn. Each child has a 16-bit key, its rank above its index; the keys stand in one register, whose least
//          word vphminposuw finds. The first child's key is in a plain register too, so that its turn does not wait for the
//          others'.
//          A register has eight keys: of more moves than that, the lowest eight are searched before the others are looked at.
//          In the table each position has one place and the latest takes it. Positions that come again mostly come soon: four
//          times the places save 1 % of the nodes and no time (docs/notes/solver-trials.md).
//          4 and 3: squares of odd quadrants first. 2: both flips, then the values that are needed.
//          1: the board is full but for one square, so that the mover's discs tell the other's. pext cuts each line through
//          the square out of them, and a table tells what either side turns there; no position is made.
//          From 10 squares to 2, positions go from one level to the next in vector registers, four times each, which on Zen 3
//          takes 9 % less time than by plain registers.
//          src/othello/kernels/last_plies.rs is the same search in Rust, node for node.
//          (Tried on Zen 3, 6x6: without mobility at 5 squares, 2 to 5 % slower with a tenth more nodes; both values of two
//          squares without a branch, 1 % slower; a way past the choice of an only move, no difference. pext is slow on AMD
//          before Zen 3. On Zen 5, 8x8: mobility at 4 squares, a tenth fewer positions and a tenth more time; stable discs at 2
//          squares too, in Rust, 4 % fewer and 2 % more. On Zen 4: two children a turn in 512-bit registers, with joined rays,
//          flips and moves, and 40 instructions fewer a child, 3 to 4 % slower, whole solves 5 %.)
// Budget   a child at 5 to 10 squares: 32 instructions for flips and discs, 34 for moves, 40 others; a position there: 13 to
//          look it up, 5 for the first key, 22 to remember it, with 9 or 10 squares 6 to take eight moves. A look for stable
//          discs: 30 vector instructions, and 11 a turn, which waits 9 cycles for the one before. A square at 4 or 3: 32 and 25;
//          two squares: two flips of 31, 20 others; one: 30. On Zen 3 fewer than two instructions a cycle: most of the time goes
//          in waiting, for flips and for branches that no predictor knows. On Zen 4 twelve more instructions a child that
//          nothing waits for take 1 % more time, ten in a chain, once a level, 2 %.

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
