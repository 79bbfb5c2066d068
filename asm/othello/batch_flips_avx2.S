// Flips of many moves, and the positions after all moves of many boards. Tier Avx2. Contract and body of the
// flips: batch_flips.inc.
//
//   void othello_batch_flips_avx2(const uint64_t *own, const uint64_t *opponent, const uint8_t *squares, uint64_t *flips,
//                               size_t boards)
//   size_t othello_batch_children_avx2(const uint64_t *own, const uint64_t *opponent, const uint64_t *squares, size_t boards,
//                                  uint64_t *child_own, uint64_t *child_opponent)
//
// Entry    children: boards as for the flips, a set of empty squares for each, and room for as many children as all the sets
//          have squares.
// Result   board by board, for each of its squares, lowest first, the position as the other side sees it; the number of children.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm13, flags. Reads the boards and constants, writes the results.
// Budget   flips: 22 for a move and 9 for four, 24.3 a move; 6.1 cycles by four vector ports.

#include "abi.inc"

#define owns        ymm0        // own, once for each ray
#define opponents   ymm1        // opponent, once for each ray
#define end_up      ymm2        // the first square not the opponent's, if own stands there, on the rays to higher bits
#define end_down    ymm3        // and on the rays to lower bits
#define zero        ymm4
#define ones        ymm5
#define behind      ymm6        // squares behind some stop on a ray to lower bits
#define next        ymm7
#define step        ymm12
#define step_twice  ymm13

        CONSTANT(STEPS, 32)
        .quad   1, 8, 9, 7
        END_CONSTANT(STEPS)
        CONSTANT(STEPS_TWICE, 32)
        .quad   2, 16, 18, 14
        END_CONSTANT(STEPS_TWICE)

// to = the flips of the square with these rays, in four parts
        .macro  FLIPS_OF to, rays:vararg
        vpandn  end_up, opponents, [\rays]
        vpandn  end_down, opponents, [\rays + 32]
        // behind: the squares at 1 to 6 steps behind a stop, downwards. Beside it end_up: the lowest stop, if own's
        vpsrlvq behind, end_down, step
        vpsubq  next, zero, end_up
        vpand   end_up, end_up, next
        vpsrlvq next, behind, step
        vpor    behind, behind, next
        vpsrlvq next, behind, step_twice
        vpand   end_up, end_up, owns
        vpor    behind, behind, next
        vpsrlvq next, behind, step_twice
        vpor    behind, behind, next
        vpandn  end_down, behind, end_down
        vpand   end_down, end_down, owns
        // below an end upwards: end - 1, which is negative only without an end; above an end downwards
        vpaddq  end_up, end_up, ones
        vpaddq  end_down, end_down, end_down
        vblendvpd end_up, end_up, zero, end_up
        vpsubq  end_down, zero, end_down
        vpand   end_up, end_up, [\rays]
        vpand   end_down, end_down, [\rays + 32]
        vpor    \to, end_up, end_down
        .endm

        .macro  CONSTANTS
        vpxor   xmm4, xmm4, xmm4
        vpcmpeqd ones, ones, ones
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]
        .endm

#define TIER(name)      name##_avx2
#include "othello/batch_flips.inc"

#undef  table
#define sets        rdx
#define boards      rcx
#define child_own   r8
#define child_opponent r9
#define table       r10
#define squares     r11
#define left        rbx         // squares left, less four
#define count       r12

        // the children by the four flips, each with its square, in ymm8
        .macro  STORE_CHILDREN
        vpandn  next, ymm8, opponents
        vpor    ymm8, ymm8, owns
        vmovdqu [child_own], next
        vmovdqu [child_opponent], ymm8
        .endm

        // to = a square's flips and the square, the lowest of squares, which loses it
        .macro  CHILD_OF to
        tzcnt   rax, squares
        shl     eax, 6
        FLIPS_OF \to, rax + table
        blsi    rax, squares
        vmovq   xmm2, rax
        blsr    squares, squares
        vpor    \to, \to, end_up
        .endm

        FUNCTION(othello_batch_children_avx2)
        SAVE    rbx
        SAVE    r12
        xor     r12d, r12d
        lea     table, [rip + SYMBOL(othello_rays)]
        CONSTANTS
        CUT(throughout, table)
        test    boards, boards
        jz      L(all_done)

        // each turn: a board
L(next_board):
        CUT(board, own_boards, opponent_boards, sets, boards, child_own, child_opponent, count)
        mov     squares, [sets]
        test    squares, squares
        jz      L(board_done)
        vpbroadcastq owns, [own_boards]
        vpbroadcastq opponents, [opponent_boards]
        popcnt  left, squares
        add     count, left
        sub     left, 4
        jb      L(next_square)

        // each turn: four of its squares
L(next_four_squares):
        CUT(four_squares, owns, opponents, squares, left)
        CHILD_OF ymm8
        CHILD_OF ymm9
        CHILD_OF ymm10
        CHILD_OF ymm11
        JOIN_FOUR
        STORE_CHILDREN
        add     child_own, 32
        add     child_opponent, 32
        sub     left, 4
        jae     L(next_four_squares)
        test    squares, squares
        jz      L(board_done)

        // each turn: one of those left
L(next_square):
        CUT(square, owns, opponents, squares)
        CHILD_OF ymm8
        JOIN_ONE rax
        mov     left, [opponent_boards]
        andn    left, rax, left
        mov     [child_own], left
        or      rax, [own_boards]
        mov     [child_opponent], rax
        add     child_own, 8
        add     child_opponent, 8
        test    squares, squares
        jnz     L(next_square)

L(board_done):
        CUT(board_done, squares)
        add     own_boards, 8
        add     opponent_boards, 8
        add     sets, 8
        dec     boards
        jnz     L(next_board)
L(all_done):
        mov     rax, count
        vzeroupper
        RESTORE r12
        RESTORE rbx
        ret
        END_FUNCTION(othello_batch_children_avx2)
