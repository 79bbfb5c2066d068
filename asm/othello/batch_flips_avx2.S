// Flips of many moves, and the positions after all moves of many boards. Tier Avx2. Contract and body: batch_flips.inc.
//
//   void othello_batch_flips_avx2(const uint64_t *own, const uint64_t *opponent, const uint8_t *squares, uint64_t *flips,
//                               size_t boards)
//   size_t othello_batch_children_avx2(const uint64_t *own, const uint64_t *opponent, const uint64_t *squares, size_t boards,
//                                  uint64_t *child_own, uint64_t *child_opponent)
//
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

        RODATA
        .balign 32
STEPS:
        .quad   1, 8, 9, 7
STEPS_TWICE:
        .quad   2, 16, 18, 14

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
        // below an end upwards: end - 1, which is negative only where there is no end; above an end downwards
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
