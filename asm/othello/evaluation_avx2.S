// The evaluation of what each move of a 6x6 position leads to. Tier Avx2.
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

#define IMAGES      26
#define MOVES       27216       // where the weights of the number of moves begin
#define MOST_MOVES  19
#define ROW_SIZE    4096        // bytes of the entries of a row
#define NONE        6*ROW_SIZE  // where none stands in the tables
#define SQUARES     NONE + 64   // and squares

// own, opponent: rdi, rsi, the parent's. The two children:
#define own_a       rbx
#define other_a     rbp
#define value_a     r12d
#define own_b       r14
#define other_b     r15
#define value_b     r13d
#define children    rcx
#define best        ecx         // where there are no children to write
#define values      r8
#define beta        r8d
#define weights     r9
#define tables      r10
#define moves       r11         // not tried yet
#define row         rax
#define row_low     eax

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

        RODATA
        .balign 8
BOARD:
        .quad   0x007e7e7e7e7e7e00

// row = the offset of the entry of row \r of a set of discs among the row's
        .macro  ROW r, set
        rorx    row, \set, 8*\r + 3
        and     row_low, 0xfc0
        .endm

// to, to2 += the entry of row \r of a set of discs
        .macro  ADD_ROW r, set, to, to2
        ROW     \r, \set
        vpaddw  \to, \to, [tables + row + ROW_SIZE*\r]
        vpaddw  \to2, \to2, [tables + row + ROW_SIZE*\r + 32]
        .endm

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

// Loads the position and the constants; moves = its legal moves; jumps if there are none, with rax = 0. Otherwise base, base2.
        .macro  PARENT none
        .irp    register, rbx, rbp, r12, r13, r14, r15
        SAVE    \register
        .endr
        mov     weights, rsi
        mov     tables, rdx
        mov     rsi, [rdi + 8]
        mov     rdi, [rdi]
        SPREAD
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]
        BEYOND  ymm12, xmm12, owns, opponents
        vpunpckhqdq xmm13, xmm12, xmm12
        vpor    xmm12, xmm12, xmm13
        vmovq   rax, xmm12
        mov     rdx, own
        or      rdx, opponent
        andn    rdx, rdx, [rip + BOARD]
        and     rax, rdx
        mov     moves, rax
        jz      \none

        // the parent's discs count twice in the child, the opponent's once: they are the child's own
        vpcmpeqd ones, ones, ones
        ROW     0, own
        vmovdqa base, [tables + row]
        vmovdqa base2, [tables + row + 32]
        .irp    r, 1, 2, 3, 4, 5
        ADD_ROW \r, own, base, base2
        .endr
        vpaddw  base, base, base
        vpaddw  base2, base2, base2
        vpaddw  base, base, [tables + NONE]
        vpaddw  base2, base2, [tables + NONE + 32]
        .irp    r, 0, 1, 2, 3, 4, 5
        ADD_ROW \r, opponent, base, base2
        .endr
        .endm

        .macro  FINISH
        vzeroupper
        .irp    register, r15, r14, r13, r12, rbp, rbx
        RESTORE \register
        .endr
        ret
        .endm

// The child of the move on the square rdx: mine, its own discs, and other; at [rsp - place] its indices
        .macro  CHILD mine, other, place
        mov     \other, own
        bts     \other, rdx
        shl     edx, 6
        vmovdqa index, [tables + rdx + SQUARES]
        vmovdqa index2, [tables + rdx + SQUARES + 32]
        lea     rax, [rip + SYMBOL(othello_rays)]
        add     rays, rax
        FLIPS
        or      \other, flips
        andn    \mine, flips, opponent
        mov     rdx, flips

        // a disc that turns counts once more, as an opponent's
        vpaddw  index, index, base
        vpaddw  index2, index2, base2
        .irp    r, 0, 1, 2, 3, 4, 5
        ADD_ROW \r, rdx, index, index2
        .endr
        vmovdqu [rsp - \place], index
        vmovdqu [rsp - \place + 32], index2
        .endm

// value = the weights for how many moves either side has in a child; eax = how many its side to move has
        .macro  MOBILITIES mine, other, value
        vmovq   xmm8, \mine
        vmovq   xmm9, \other
        vpbroadcastq owns_now, xmm8
        vpbroadcastq others_now, xmm9
        BEYOND  ymm12, xmm12, owns_now, others_now
        BEYOND  ymm13, xmm13, others_now, owns_now
        vpunpckhqdq xmm10, xmm12, xmm13
        vpunpcklqdq xmm11, xmm12, xmm13
        vpor    xmm10, xmm10, xmm11
        lea     rdx, [\mine + \other]
        andn    rdx, rdx, [rip + BOARD]
        vpextrq rax, xmm10, 1
        and     rax, rdx
        popcnt  rax, rax
        mov     \value, MOST_MOVES
        cmp     eax, \value
        cmova   eax, \value
        movsx   \value, byte ptr [weights + rax + MOVES + MOST_MOVES + 1]
        vmovq   rax, xmm10
        and     rax, rdx
        mov     edx, MOST_MOVES
        popcnt  rax, rax
        cmp     eax, edx
        cmovb   edx, eax
        movsx   edx, byte ptr [weights + rdx + MOVES]
        add     \value, edx
        .endm

// Takes the two lowest of the moves, the same twice if there is one alone: own_a to value_b
        .macro  TWO_CHILDREN write
        tzcnt   rdx, moves
        blsr    moves, moves
        tzcnt   r12, moves
        cmovc   r12d, edx
        CHILD   own_a, other_a, 120
        mov     edx, r12d
        // over the end of the other's indices, which are fewer than the lanes
        CHILD   own_b, other_b, 64
        vmovdqa step, [rip + STEPS]
        vmovdqa step_twice, [rip + STEPS_TWICE]
        blsr    moves, moves
        MOBILITIES own_a, other_a, value_a
        .if     \write
        mov     [values + 4], eax
        .endif
        MOBILITIES own_b, other_b, value_b
        .if     \write
        mov     [values + 12], eax
        .endif
        .set    place, 0
        .rept   IMAGES
        movzx   eax, word ptr [rsp - 120 + place]
        movzx   edx, word ptr [rsp - 64 + place]
        movsx   eax, byte ptr [weights + rax]
        movsx   edx, byte ptr [weights + rdx]
        add     value_a, eax
        add     value_b, edx
        .set    place, place + 2
        .endr
        .endm

        FUNCTION(othello_evaluate_children_avx2)
        PARENT  L(evaluated)
        mov     [rsp - 128], moves
L(next_children):
        TWO_CHILDREN 1
        mov     [children], own_a
        mov     [children + 8], other_a
        mov     [children + 16], own_b
        mov     [children + 24], other_b
        mov     [values], value_a
        mov     [values + 8], value_b
        add     children, 32
        add     values, 16
        test    moves, moves
        jnz     L(next_children)
        mov     rax, [rsp - 128]
L(evaluated):
        FINISH
        END_FUNCTION(othello_evaluate_children_avx2)

        FUNCTION(othello_best_reply_avx2)
        mov     beta, ecx
        mov     best, 0x80000000
        PARENT  L(best_known)
L(next_replies):
        TWO_CHILDREN 0
        cmp     value_a, value_b
        cmovg   value_a, value_b
        neg     value_a
        cmp     best, value_a
        cmovl   best, value_a
        cmp     best, beta
        jge     L(best_known)
        test    moves, moves
        jnz     L(next_replies)
L(best_known):
        mov     eax, best
        FINISH
        END_FUNCTION(othello_best_reply_avx2)
