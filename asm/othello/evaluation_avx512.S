// The evaluation of the position after each move of a 6x6 position. Tier Avx512. Contract and idea: evaluation_avx2.S; body: evaluation.inc.
//
//   uint64_t othello_evaluate_children_6x6_avx512(const uint64_t (*position)[2], const uint8_t *weights,
//                                                 const struct tables6 *tables, uint64_t (*children)[2], struct evaluation *values)
//   int32_t othello_best_reply_6x6_avx512(const uint64_t (*position)[2], const uint8_t *weights, const struct tables6 *tables,
//                                         int32_t beta)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, zmm0-zmm23, k1, flags, 128 bytes below the stack pointer. Writes nothing but the results
//          and that.
// Idea     The indices of a position in one register; the moves of both sides, four axes each, in one.
// Budget   a child: flips 20, its two halves 6, indices 21, 26 weights of 3 instructions, moves of both sides 33, the rest 16:
//          about 175 instructions.

#include "abi.inc"
#include "vector/ternary.inc"
#include "othello/flips_avx512.inc"

#define TIER(name)      name##_avx512

#define index       zmm8        // the indices of a child
#define base        zmm14       // those of any child, without its new disc and what it turns

        CONSTANT(STEPS, 64)
        .quad   1, 8, 9, 7, 1, 8, 9, 7
        END_CONSTANT(STEPS)
        CONSTANT(STEPS_TWICE, 64)
        .quad   2, 16, 18, 14, 2, 16, 18, 14
        END_CONSTANT(STEPS_TWICE)

        .macro  NO_INDICES size
        vpxor   xmm8, xmm8, xmm8
        .endm

        .macro  LOAD_INDICES size, from:vararg
        vmovdqa64 index, [\from]
        .endm

        .macro  STORE_INDICES size, to:vararg
        vmovdqu64 [\to], index
        .endm

        .macro  ADD_INDICES size, from:vararg
        vpaddw  index, index, [\from]
        .endm

        .macro  DOUBLE_INDICES size
        vpaddw  index, index, index
        .endm

        .macro  KEEP_BASE size
        vmovdqa64 base, index
        .endm

        .macro  ADD_BASE size
        vpaddw  index, index, base
        .endm

// k1: the upper half of a register of 64 bytes, in quadwords; zmm16, zmm17: the steps
        .macro  EVALUATION_CONSTANTS
        mov     eax, 0xf0
        kmovd   k1, eax
        vmovdqa64 zmm16, [rip + STEPS]
        vmovdqa64 zmm17, [rip + STEPS_TWICE]
        .endm

        .macro  TO_MOBILITY
        .endm

        .macro  TO_FLIPS
        .endm

// run |= line & (run shifted by two steps)
        .macro  GROW v, shift, run, line
        \shift  \v\()20, \run, \v\()17
        vpternlogq \run, \v\()20, \line, OR_BOTH
        .endm

// Register 12: the squares beyond \others' runs of one to four discs next to \owns, an axis a quadword; v: ymm or zmm
        .macro  BEYOND v, owns, others
        // 18, 19: discs whose lower neighbour is one too, and whose higher neighbour is
        vpsllvq \v\()18, \others, \v\()16
        vpandq  \v\()18, \v\()18, \others
        vpsrlvq \v\()19, \v\()18, \v\()16
        // 12, 21: runs of up to two discs upwards and downwards, the second straight from the own disc two steps away
        vpsllvq \v\()12, \owns, \v\()16
        vpsrlvq \v\()21, \owns, \v\()16
        vpsllvq \v\()22, \owns, \v\()17
        vpsrlvq \v\()23, \owns, \v\()17
        vpandq  \v\()12, \v\()12, \others
        vpandq  \v\()21, \v\()21, \others
        vpternlogq \v\()12, \v\()22, \v\()18, OR_BOTH
        vpternlogq \v\()21, \v\()23, \v\()19, OR_BOTH
        // of up to four
        GROW    \v, vpsllvq, \v\()12, \v\()18
        GROW    \v, vpsrlvq, \v\()21, \v\()19
        // the squares beyond
        vpsllvq \v\()12, \v\()12, \v\()16
        vpsrlvq \v\()21, \v\()21, \v\()16
        vporq   \v\()12, \v\()12, \v\()21
        .endm

        .macro  PARENT_BEYOND size
        BEYOND  ymm, owns, opponents
        vextracti128 xmm13, ymm12, 1
        vpor    xmm12, xmm12, xmm13
        .endm

        .macro  CHILD_BEYOND size, mine, other
        vpbroadcastq zmm8, \mine
        vpbroadcastq zmm9, \other
        vpblendmq zmm10{k1}, zmm8, zmm9
        vpblendmq zmm11{k1}, zmm9, zmm8
        BEYOND  zmm, zmm10, zmm11
        vextracti64x4 ymm13, zmm12, 1
        // both sides' axes side by side, then joined
        vpunpckhqdq ymm10, ymm12, ymm13
        vpunpcklqdq ymm11, ymm12, ymm13
        vpor    ymm10, ymm10, ymm11
        vextracti128 xmm11, ymm10, 1
        vpor    xmm10, xmm10, xmm11
        .endm

#include "othello/evaluation.inc"
