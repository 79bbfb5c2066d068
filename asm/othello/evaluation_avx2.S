// The evaluation of the position after each move of a 6x6 position. Tier Avx2. Body: evaluation.inc.
//
//   uint64_t othello_evaluate_children_avx2(const uint64_t (*position)[2], const uint8_t *weights, const struct tables *tables,
//                                           uint64_t (*children)[2], struct evaluation *values)
//   int32_t othello_best_reply_avx2(const uint64_t (*position)[2], const uint8_t *weights, const struct tables *tables,
//                                   int32_t beta)
//
//   struct tables { uint16_t rows[6][64][32], none[32], squares[64][32]; }
//   struct evaluation { int32_t value; uint32_t mobility; }
//
// Entry    position: own discs and the opponent's on the 6x6 board in the frame; they do not overlap. tables: 64-byte aligned.
//          rows[r][b][i]: what own discs on the squares b (bit = column) of row r add to index i, an opponent's twice that;
//          none: the indices of the empty board; squares[s]: what an opponent's disc on the frame's square s adds.
//          The first 26 indices of any position lie within weights, signed bytes, of which there are 27256: from 27216 on 20 for the
//          number of legal moves of the side to move, then 20 for that of the other side; more than 19 moves count as 19.
// Result   evaluate_children: the legal moves; and in their order the positions after them, each seen by its side to move, their
//          values for that side, sums of 28 weights, and the number of its legal moves. The last of an odd number twice.
//          best_reply: the greatest of the negated values; after every second child it stops if that is not below beta.
//          INT32_MIN without a legal move.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm15, flags, 128 bytes below the stack pointer. Writes nothing but the results
//          and that.
// Idea     Ternary numbers are sums over squares, so over rows: all indices are found at once. A child differs from its parent by
//          one disc more and some discs of another colour, which cost half of what a position costs from nothing. From the square to
//          the sum is a chain of a hundred cycles, and one child is most of what a processor looks ahead: so two children at
//          a time, step by step.
// Budget   a child: flips 28, its two halves 6, indices 28, 26 weights of 3 instructions, moves of both sides 58, the rest 16:
//          about 215 instructions; 45 cycles by five a cycle. Measured (Zen 3, seven children): 27 ns a child, 85 cycles,
//          and 16 ns without the weights; one child at a time 30 ns.

#include "abi.inc"
#include "othello/flips_avx2.inc"

#define TIER(name)      name##_avx2

#define base        ymm14       // the indices of any child, without its new disc and what it turns
#define base2       ymm15
#define index       ymm8
#define index2      ymm9
#define owns_now    ymm8        // a child's discs, once for each axis
#define others_now  ymm9
#define step        ymm2
#define step_twice  ymm3
#define pair_up     ymm6
#define pair_down   ymm7
#define gap         ymm10       // shifted discs
#define back        ymm11       // runs towards lower bits

// run |= line & (run shifted by two steps)
        .macro  GROW shift, run, line
        \shift  gap, \run, step_twice
        vpand   gap, gap, \line
        vpor    \run, \run, gap
        .endm

// The low half of run: the squares beyond \others' runs of one to four discs next to \owns, two axes a quadword
        .macro  BEYOND run, run_low, owns, others
        vpsllvq pair_up, \others, step
        vpand   pair_up, pair_up, \others
        vpsrlvq pair_down, pair_up, step
        // runs of up to two discs, the second straight from the own disc two steps away
        vpsllvq \run, \owns, step
        vpsrlvq back, \owns, step
        vpsllvq gap, \owns, step_twice
        vpand   \run, \run, \others
        vpand   gap, gap, pair_up
        vpor    \run, \run, gap
        vpsrlvq gap, \owns, step_twice
        vpand   back, back, \others
        vpand   gap, gap, pair_down
        vpor    back, back, gap
        // of up to four
        GROW    vpsllvq, \run, pair_up
        GROW    vpsrlvq, back, pair_down
        // the squares beyond
        vpsllvq \run, \run, step
        vpsrlvq back, back, step
        vpor    \run, \run, back
        vextracti128 xmm10, \run, 1
        vpor    \run_low, \run_low, xmm10
        .endm

        .macro  LOAD_INDICES to, to2, from:vararg
        vmovdqa \to, [\from]
        vmovdqa \to2, [\from + 32]
        .endm

        .macro  STORE_INDICES from, from2, to:vararg
        vmovdqu [\to], \from
        vmovdqu [\to + 32], \from2
        .endm

        .macro  ADD_INDICES to, to2, from:vararg
        vpaddw  \to, \to, [\from]
        vpaddw  \to2, \to2, [\from + 32]
        .endm

        .macro  SUM_INDICES to, to2, a, a2
        vpaddw  \to, \to, \a
        vpaddw  \to2, \to2, \a2
        .endm

        .macro  MOBILITY_CONSTANTS
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]
        .endm

        .macro  EVALUATION_CONSTANTS
        vpcmpeqd ones, ones, ones
        MOBILITY_CONSTANTS
        .endm

        .macro  PARENT_BEYOND
        BEYOND  ymm12, xmm12, owns, opponents
        .endm

        .macro  CHILD_BEYOND mine, other
        vmovq   xmm8, \mine
        vmovq   xmm9, \other
        vpbroadcastq owns_now, xmm8
        vpbroadcastq others_now, xmm9
        BEYOND  ymm12, xmm12, owns_now, others_now
        BEYOND  ymm13, xmm13, others_now, owns_now
        vpunpckhqdq xmm10, xmm12, xmm13
        vpunpcklqdq xmm11, xmm12, xmm13
        vpor    xmm10, xmm10, xmm11
        .endm

#include "othello/evaluation.inc"
