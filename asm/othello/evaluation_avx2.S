// The evaluation of the position after each move of a 6x6 or 8x8 position. Tier Avx2. Body: evaluation.inc.
//
//   uint64_t othello_evaluate_children_6x6_avx2(const uint64_t (*position)[2], const uint8_t *weights,
//                                               const struct tables6 *tables, uint64_t (*children)[2], struct evaluation *values)
//   uint64_t othello_evaluate_children_8x8_avx2(const uint64_t (*position)[2], const uint8_t *weights,
//                                               const struct tables8 *tables, uint64_t (*children)[2], struct evaluation *values)
//   int32_t othello_best_reply_6x6_avx2(const uint64_t (*position)[2], const uint8_t *weights, const struct tables6 *tables,
//                                       int32_t beta)
//   int32_t othello_best_reply_8x8_avx2(const uint64_t (*position)[2], const uint8_t *weights, const struct tables8 *tables,
//                                       int32_t beta)
//
//   struct tables6 { uint16_t rows[6][64][32], squares[64][32]; }
//   struct tables8 { uint16_t rows[16][16][64], squares[64][64]; }
//   struct evaluation { int32_t value; uint32_t mobility; }
//
// Entry    position: own discs and the opponent's on the board in the frame; they do not overlap. tables: 64-byte aligned.
//          rows[r][b][i]: what own discs on the squares b (bit = column) of row r, on 8x8 of half row r, add to index i, an
//          opponent's twice that. squares[s]: what an own disc on the frame's square s adds.
//          Images have indices: 26 on 6x6, 46 on 8x8; those of a pattern are neighbours. Each index of any position is below its
//          pattern's number of sets of discs, in the order of evaluation.inc (SUM_WEIGHTS). weights: signed bytes, one for each set
//          of each pattern; behind them, 20 on 6x6 and 28 on 8x8 for the number of legal moves of the side to move, then as many
//          for that of the other side; more moves count as one less than this many. All in all 27256 and 114833.
// Result   evaluate_children: the legal moves; and in their order the positions after them, each seen by its side to move, their
//          values for that side, sums of 28 or 48 weights, and the number of its legal moves. The last of an odd number twice.
//          best_reply: the greatest of the negated values; after every second child it stops if that is not below beta.
//          INT32_MIN without a legal move.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm15, flags, 128 bytes below the stack pointer. Writes nothing but the results
//          and that.
// Idea     Ternary numbers are sums over squares, so over rows: all indices are found at once. A child differs from its parent by
//          one disc more and some discs of another colour, which cost half of what a position costs from nothing. From the square to
//          the sum is a chain of a hundred cycles, and one child is most of what a processor looks ahead: so two children at
//          a time; the first one's weights are added while the second one's indices are found.
//          Where a pattern's weights begin is part of the loads' addresses, since on 8x8 it does not fit in 16 bits.
// Budget   a child, on 6x6 and 8x8: flips 28, its two halves 6, indices 30 and 89, weights of 3 instructions 78 and 138, moves of
//          both sides 58 and 84, the rest 18: about 225 and 360 instructions; 45 and 72 cycles by five a cycle. Measured (Zen 3,
//          positions with 9 to 20 and 10 to 18 empty squares): 26 and 50 ns a child, 85 and 160 cycles. Of the 50, 19 go to the half
//          rows and 18 to the weights, which are in the cache: without either, the time falls with the instructions.
//          (Tried on 8x8: squares, one disc that turns after the other, in place of half rows: four at a time 42 ns, but loops that
//          end by chance. Rows of six squares, and the outer columns by pext: 47 ns, with tables of 98 KB. A base for each
//          pattern's weights, two sums a child, fewer bytes of displacements: no difference.)

#include "abi.inc"
#include "othello/flips_avx2.inc"

#define TIER(name)      name##_avx2
#define SUMS            1

#define tables      r10
#define row         rax
#define row_low     eax
#define index       ymm8        // the indices of a child
#define index2      ymm9
#define index3      ymm10
#define base        ymm14       // those of any child, without its new disc and what it turns
#define base2       ymm15
#define base3       ymm13
#define owns_now    ymm8        // a child's discs, once for each axis
#define others_now  ymm9
#define step        ymm2
#define step_twice  ymm3
#define pair_up     ymm6
#define pair_down   ymm7
#define gap         ymm10       // shifted discs
#define back        ymm11       // runs towards lower bits
#define beyond      ymm12
#define beyond_low  xmm12
#define replies     ymm5        // the same for the other side
#define replies_low xmm5
#define unmasked    ymm4

        CONSTANT(INNER, 32)
        .quad   0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e
        END_CONSTANT(INNER)

// run |= line & (run shifted by two steps)
        .macro  GROW shift, run, line
        \shift  gap, \run, step_twice
        vpand   gap, gap, \line
        vpor    \run, \run, gap
        .endm

// The low half of run: the squares beyond \others' runs of one to four or six discs next to \owns, two axes a quadword
        .macro  BEYOND size, run, run_low, owns, others
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
        // of up to four, then six
        .rept   \size / 2 - 2
        GROW    vpsllvq, \run, pair_up
        GROW    vpsrlvq, back, pair_down
        .endr
        // the squares beyond
        vpsllvq \run, \run, step
        vpsrlvq back, back, step
        vpor    \run, \run, back
        vextracti128 xmm10, \run, 1
        vpor    \run_low, \run_low, xmm10
        .endm

        .macro  NO_INDICES size
        vpxor   xmm8, xmm8, xmm8
        vpxor   xmm9, xmm9, xmm9
        .if     \size == 8
        vpxor   xmm10, xmm10, xmm10
        .endif
        .endm

        .macro  LOAD_INDICES size, from:vararg
        vmovdqa index, [\from]
        vmovdqa index2, [\from + 32]
        .if     \size == 8
        vmovdqa index3, [\from + 64]
        .endif
        .endm

        .macro  STORE_INDICES size, to:vararg
        vmovdqu [\to], index
        vmovdqu [\to + 32], index2
        .if     \size == 8
        vmovdqu [\to + 64], index3
        .endif
        .endm

        .macro  ADD_INDICES size, from:vararg
        vpaddw  index, index, [\from]
        vpaddw  index2, index2, [\from + 32]
        .if     \size == 8
        vpaddw  index3, index3, [\from + 64]
        .endif
        .endm

        .macro  DOUBLE_INDICES size
        vpaddw  index, index, index
        vpaddw  index2, index2, index2
        .if     \size == 8
        vpaddw  index3, index3, index3
        .endif
        .endm

        .macro  KEEP_BASE size
        vmovdqa base, index
        vmovdqa base2, index2
        .if     \size == 8
        vmovdqa base3, index3
        .endif
        .endm

        .macro  ADD_BASE size
        vpaddw  index, index, base
        vpaddw  index2, index2, base2
        .if     \size == 8
        vpaddw  index3, index3, base3
        .endif
        .endm

// The layout of a board's tables
        .macro  TABLES_OF size
        .if     \size == 6
        .set    L(rows), 6          // parts of the board, with an entry for each set of their squares
        .set    L(row_bits), 6
        .set    L(first_bit), 9     // of row 0 in the frame
        .set    L(next_row), 8
        .set    L(entry_bits), 6    // an entry has this power of two of bytes
        .else
        .set    L(rows), 16
        .set    L(row_bits), 4
        .set    L(first_bit), 0
        .set    L(next_row), 4
        .set    L(entry_bits), 7
        .endif
        .set    L(row_size), 1 << (L(row_bits) + L(entry_bits))
        .set    L(squares), L(rows)*L(row_size)
        .endm

// index += the entries of a set of discs
        .macro  ADD_ROWS size, set
        .set    L(row), 0
        .rept   L(rows)
        rorx    row, \set, (L(first_bit) + L(next_row)*L(row) - L(entry_bits)) & 63
        and     row_low, ((1 << L(row_bits)) - 1) << L(entry_bits)
        ADD_INDICES \size, tables + row + L(row_size)*L(row)
        .set    L(row), L(row) + 1
        .endr
        .endm

// base: the parent's discs count twice in the child, the opponent's once, as they are the child's own
        .macro  PARENT_INDICES size
        NO_INDICES \size
        ADD_ROWS \size, own
        DOUBLE_INDICES \size
        ADD_ROWS \size, opponent
        KEEP_BASE \size
        .endm

        .macro  BEGIN_INDICES size
        mov     eax, edx
        shl     eax, L(entry_bits)
        LOAD_INDICES \size, tables + rax + L(squares)
        .endm

// A disc that turns counts once more, as an opponent's; the new disc, now alone, too
        .macro  FINISH_INDICES size, mine, other
        andn    rdx, own, \other
        ADD_BASE \size
        ADD_ROWS \size, rdx
        .endm

        .macro  TO_MOBILITY
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]
        .endm

        .macro  TO_FLIPS
        FLIPS_CONSTANTS
        .endm

        .macro  EVALUATION_CONSTANTS size
        TABLES_OF \size
        mov     tables, rdx
        CUT(throughout, zero, ones, index, index2, index3)
        .endm

        .macro  PARENT_BEYOND size
        .if     \size == 8
        vpand   others_now, opponents, [rip + INNER]
        BEYOND  \size, beyond, beyond_low, owns, others_now
        .else
        BEYOND  \size, beyond, beyond_low, owns, opponents
        .endif
        .endm

        .macro  CHILD_BEYOND size, mine, other
        vmovq   xmm8, \mine
        vmovq   xmm9, \other
        vpbroadcastq owns_now, xmm8
        vpbroadcastq others_now, xmm9
        .if     \size == 8
        vmovdqa unmasked, others_now
        vpand   others_now, others_now, [rip + INNER]
        BEYOND  \size, beyond, beyond_low, owns_now, others_now
        vpand   owns_now, owns_now, [rip + INNER]
        BEYOND  \size, replies, replies_low, unmasked, owns_now
        .else
        BEYOND  \size, beyond, beyond_low, owns_now, others_now
        BEYOND  \size, replies, replies_low, others_now, owns_now
        .endif
        vpunpckhqdq xmm10, xmm12, xmm5
        vpunpcklqdq xmm11, xmm12, xmm5
        vpor    xmm10, xmm10, xmm11
        .endm

#include "othello/evaluation.inc"
