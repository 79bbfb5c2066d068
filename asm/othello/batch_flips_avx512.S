// Flips of many moves, and the positions after all moves of many boards. Tier Avx512. Contract and body: batch_flips.inc.
//
//   void othello_batch_flips_avx512(const uint64_t *own, const uint64_t *opponent, const uint8_t *squares, uint64_t *flips,
//                               size_t boards)
//   size_t othello_batch_children_avx512(const uint64_t *own, const uint64_t *opponent, const uint64_t *squares, size_t boards,
//                                  uint64_t *child_own, uint64_t *child_opponent)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm6, ymm8-ymm11, flags. Reads the boards and constants, writes the results.
// Budget   flips: 12 for a move and 9 for four, 14.3 a move; 3.6 cycles by four vector ports.

#include "abi.inc"

#define owns        ymm0        // own, once for each ray
#define opponents   ymm1        // opponent, once for each ray
#define end_up      ymm2        // the first square not the opponent's, if own stands there, on the rays to higher bits
#define end_down    ymm3        // and on the rays to lower bits
#define next        ymm4
#define ones        ymm5
#define top         ymm6        // the highest bit of each quadword

        RODATA
        .balign 8
TOP:
        .quad   0x8000000000000000

// to = the flips of the square with these rays, in four parts
        .macro  FLIPS_OF to, rays:vararg
        // stops: the squares of each ray that are not the opponent's
        vpandn  end_up, opponents, [\rays]
        vpandn  end_down, opponents, [\rays + 32]
        // the first stop of each, where own stands there. Upwards: the bit that a - 1 clears; 0x20: a & ~b & c
        vpaddq  next, end_up, ones
        vplzcntq end_down, end_down
        vpternlogq end_up, next, owns, 0x20
        vpsrlvq end_down, top, end_down
        vpand   end_down, end_down, owns
        // end_down: its ray's squares above the end, none where there is none; 0x02: ~a & ~b & c
        vpaddq  next, end_down, ones
        vpternlogq end_down, next, [\rays + 32], 0x02
        // the bits below the end upwards, none where there is none; then both; 0xea: (a & b) | c
        vpaddq  next, end_up, ones
        vpminuq \to, end_up, next
        vpternlogq \to, end_down, [\rays], 0xec
        .endm

        .macro  CONSTANTS
        vpbroadcastq top, [rip + TOP]
        vpcmpeqd ones, ones, ones
        .endm

#define TIER(name)      name##_avx512
#include "othello/batch_flips.inc"
