// The evaluation of the position after each move of a 6x6 or 8x8 position. Tier Avx512. Contract: evaluation_avx2.S, but tables are
// not read; body: evaluation.inc.
//
//   uint64_t othello_evaluate_children_6x6_avx512(const uint64_t (*position)[2], const uint8_t *weights,
//                                                 const struct tables6 *tables, uint64_t (*children)[2], struct evaluation *values)
//   uint64_t othello_evaluate_children_8x8_avx512(const uint64_t (*position)[2], const uint8_t *weights,
//                                                 const struct tables8 *tables, uint64_t (*children)[2], struct evaluation *values)
//   int32_t othello_best_reply_6x6_avx512(const uint64_t (*position)[2], const uint8_t *weights, const struct tables6 *tables,
//                                         int32_t beta)
//   int32_t othello_best_reply_8x8_avx512(const uint64_t (*position)[2], const uint8_t *weights, const struct tables8 *tables,
//                                         int32_t beta)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8, r9, r11, zmm0-zmm31, k1-k3, flags, 128 bytes below the stack pointer. Writes nothing but the
//          results and that.
// Idea     A child in one register, a byte a square: 1 its own discs, 2 the other's. So the bytes are the indices' digits. A permutation
//          takes two digits of each of 32 images to the image's lane, and a multiplication makes a number below 9 of them; the next two
//          digits count 9 times as much, and so on. This takes no tables, and of the parent no more than its bytes: what turned is
//          2 in place of 1. The moves of both sides, four axes each, are in one register too.
// Budget   a child, on 6x6 and 8x8: flips 20, its two halves 6, indices 15 and 32, weights of 3 instructions 78 and 138, moves of both
//          sides 33 and 38, the rest 20: about 172 and 254 instructions. Measured (Zen 5, all children and the best reply of a position
//          with 10 to 18 empty squares): 8x8 895 and 779 cycles, Avx2's kernels 1303 and 1132. 6x6 (9 to 20 empty squares) 473 and
//          382, by tables 481 and 378. (A chain of additions is as long as there are images: two take 4 % off, but with Avx2's many
//          additions of rows beside them they add 3 % on 8x8. Storing indices in halves: no difference.)

#include "abi.inc"
#include "vector/ternary.inc"
#include "othello/flips_avx512.inc"

#define TIER(name)      name##_avx512
#define SUMS            2

#define board       zmm10       // a child's squares
#define index       zmm8        // its indices
#define index2      zmm9        // on 8x8, from number 32 on
#define index2_low  ymm9
#define parent      zmm7        // those of any child, but for the new disc and what it turns
#define others_2    zmm14       // bytes of 2

        CONSTANT(STEPS, 64)
        .quad   1, 8, 9, 7, 1, 8, 9, 7
        END_CONSTANT(STEPS)
        CONSTANT(STEPS_TWICE, 64)
        .quad   2, 16, 18, 14, 2, 16, 18, 14
        END_CONSTANT(STEPS_TWICE)
        CONSTANT(INNER, 64)
        .rept   2
        .quad   0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e
        .endr
        END_CONSTANT(INNER)

// The squares of the images, two a lane: those of digits 0 and 1, then 2 and 3, and so on, lowest digits first. 0 where an image has
// none, and in lanes without an image. The weight of a digit, among four, stands below, lane by lane: 0 where there is none.
        CONSTANT(SQUARES6, 64)
        .byte    9, 10, 14, 13, 49, 50, 54, 53,  9, 10, 49, 50,  9, 17, 14, 22
        .byte    9, 10, 14, 13, 49, 50, 54, 53,  9, 17, 14, 22, 49, 41, 54, 46
        .byte   25, 26, 33, 34, 11, 19, 12, 20,  9, 18, 14, 21, 10, 19, 13, 20
        .byte   50, 43, 53, 44,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .byte   11, 17, 12, 22, 51, 41, 52, 46, 11, 12, 51, 52, 25, 33, 30, 38
        .byte   11, 12, 12, 11, 51, 52, 52, 51, 25, 33, 30, 38, 33, 25, 38, 30
        .byte   27, 28, 35, 36, 27, 35, 28, 36, 27, 36, 28, 35, 28, 37, 27, 34
        .byte   36, 29, 35, 26,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .byte   18, 19, 21, 20, 42, 43, 45, 44, 13, 14, 53, 54, 41, 49, 46, 54
        .byte   17, 18, 22, 21, 41, 42, 46, 45, 10, 18, 13, 21, 50, 42, 53, 45
        .byte   29, 30, 37, 38, 43, 51, 44, 52, 45, 54, 42, 49, 46,  0, 41,  0
        .byte   22,  0, 17,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .byte   25, 26, 30, 29, 33, 34, 38, 37, 18, 21, 42, 45, 18, 42, 21, 45
        .byte   19, 20, 20, 19, 43, 44, 44, 43, 26, 34, 29, 37, 34, 26, 37, 29
        .byte   19, 20, 43, 44, 26, 34, 29, 37,  0,  0,  0,  0,  0,  0,  0,  0
        .byte    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        END_CONSTANT(SQUARES6)
// Images 0 to 31, then 32 to 45
        CONSTANT(SQUARES8, 64)
        .byte    0,  1, 56, 57,  0,  8,  7, 15,  0,  1,  7,  6, 56, 57, 63, 62
        .byte    0,  1,  7,  6, 56, 57, 63, 62,  0,  8,  7, 15, 56, 48, 63, 55
        .byte    8,  9, 48, 49,  1,  9,  6, 14, 16, 17, 40, 41,  2, 10,  5, 13
        .byte   24, 25, 32, 33,  3, 11,  4, 12,  0,  9,  7, 14,  1, 10,  6, 13
        .byte    2,  3, 58, 59, 16, 24, 23, 31,  2,  8,  5, 15, 58, 48, 61, 55
        .byte    2,  3,  5,  4, 58, 59, 61, 60, 16, 24, 23, 31, 40, 32, 47, 39
        .byte   10, 11, 50, 51, 17, 25, 22, 30, 18, 19, 42, 43, 18, 26, 21, 29
        .byte   26, 27, 34, 35, 19, 27, 20, 28, 18, 27, 21, 28, 19, 28, 20, 27
        .byte    4,  5, 60, 61, 32, 40, 39, 47,  9, 10, 14, 13, 49, 50, 54, 53
        .byte    8,  9, 15, 14, 48, 49, 55, 54,  1,  9,  6, 14, 57, 49, 62, 54
        .byte   12, 13, 52, 53, 33, 41, 38, 46, 20, 21, 44, 45, 34, 42, 37, 45
        .byte   28, 29, 36, 37, 35, 43, 36, 44, 36, 45, 35, 42, 37, 46, 34, 41
        .byte    6,  7, 62, 63, 48, 56, 55, 63, 16, 17, 23, 22, 40, 41, 47, 46
        .byte   10, 11, 13, 12, 50, 51, 53, 52, 17, 25, 22, 30, 41, 33, 46, 38
        .byte   14, 15, 54, 55, 49, 57, 54, 62, 22, 23, 46, 47, 50, 58, 53, 61
        .byte   30, 31, 38, 39, 51, 59, 52, 60, 54, 63, 49, 56, 55,  0, 48,  0
        .byte    9, 14, 49, 54,  9, 49, 14, 54, 18,  0, 21,  0, 42,  0, 45,  0
        .zero   32
        .byte    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .byte   57, 50, 62, 53,  2, 11,  5, 12, 58, 51, 61, 52,  3, 12,  4, 11
        .byte   59, 52, 60, 51,  4, 13,  3, 10, 60, 53, 59, 50,  0,  0,  0,  0
        .zero   32
        .byte   43, 36, 44, 35, 20, 29, 19, 26, 44, 37, 43, 34, 21, 30, 18, 25
        .byte   45, 38, 42, 33, 22, 31, 17, 24, 46, 39, 41, 32,  0,  0,  0,  0
        .zero   32
        .byte   29, 22, 26, 17, 38, 47, 33, 40, 30, 23, 25, 16, 39,  0, 32,  0
        .byte   31,  0, 24,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .zero   32
        .byte   15,  0,  8,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        .zero   32
        .byte    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0
        END_CONSTANT(SQUARES8)

// This many lanes, whose low digit counts `low` and whose high one counts `high`
        .macro  COUNTS lanes, low, high
        .rept   \lanes
        .byte   \low, \high
        .endr
        .endm

        CONSTANT(ONE_THREE, 64)
        COUNTS  32, 1, 3
        END_CONSTANT(ONE_THREE)
        CONSTANT(NINE_27, 64)
        COUNTS  32, 9, 27
        END_CONSTANT(NINE_27)
// 6x6, digits 4 and 5: four images have five digits
        CONSTANT(FIFTH6, 64)
        COUNTS  22, 1, 3
        COUNTS  4, 1, 0
        COUNTS  6, 0, 0
        END_CONSTANT(FIFTH6)
// Digits 6 and 7
        CONSTANT(SEVENTH6, 64)
        COUNTS  20, 9, 27
        COUNTS  12, 0, 0
        END_CONSTANT(SEVENTH6)
// 8x8, images 0 to 31, digits 6 and 7: the last two have seven digits
        CONSTANT(SEVENTH8, 64)
        COUNTS  30, 9, 27
        COUNTS  2, 9, 0
        END_CONSTANT(SEVENTH8)
// Digits 8 and 9
        CONSTANT(NINTH8, 64)
        COUNTS  4, 1, 3
        COUNTS  4, 1, 0
        COUNTS  24, 0, 0
        END_CONSTANT(NINTH8)
// Images from 32 on: two of seven digits, and four each of six, five and four
        CONSTANT(FIFTH8, 64)
        COUNTS  6, 1, 3
        COUNTS  4, 1, 0
        COUNTS  22, 0, 0
        END_CONSTANT(FIFTH8)
        CONSTANT(SEVENTH8_FROM_32, 64)
        COUNTS  2, 9, 0
        COUNTS  30, 0, 0
        END_CONSTANT(SEVENTH8_FROM_32)
        CONSTANT(FOUR_DIGITS, 64)
        .rept   32
        .word   81
        .endr
        END_CONSTANT(FOUR_DIGITS)
        CONSTANT(EIGHT_DIGITS, 64)
        .rept   32
        .word   6561
        .endr
        END_CONSTANT(EIGHT_DIGITS)

// k1: the upper half of a register of 64 bytes, in quadwords; zmm16, zmm17: the steps; zmm20 to zmm27, zmm15: the images' squares
        .macro  EVALUATION_CONSTANTS size
        CUT(throughout, index, index2)
        mov     eax, 0xf0
        kmovd   k1, eax
        vmovdqa64 zmm16, [rip + STEPS]
        vmovdqa64 zmm17, [rip + STEPS_TWICE]
        mov     eax, 2
        vpbroadcastb others_2, eax
        .if     \size == 6
        .irp    number, 0, 1, 2, 3
        vmovdqa64 zmm2\number, [rip + SQUARES6 + 64*\number]
        .endr
        .else
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        vmovdqa64 zmm2\number, [rip + SQUARES8 + 64*\number]
        .endr
        vmovdqa64 zmm15, [rip + SQUARES8 + 64*8]
        .endif
        .endm

// parent: its squares as those of a child without a move: 1 the opponent's discs, 2 its own
        .macro  PARENT_INDICES size
        kmovq   k2, own
        kmovq   k3, opponent
        vmovdqu8 parent{k2}{z}, others_2
        mov     eax, 1
        vpbroadcastb parent{k3}, eax
        .endm

        .macro  BEGIN_INDICES size
        .endm

// to = what two digits of each image count
        .macro  DIGITS to, squares, counts
        vpermb  \to, \squares, board
        vpmaddubsw \to, \to, [rip + \counts]
        .endm

// sum = the number of up to eight digits; zmm11 to zmm13 change
        .macro  NUMBER sum, digits01, digits23, digits45, digits67, counts45, counts67
        DIGITS  \sum, \digits01, ONE_THREE
        DIGITS  zmm11, \digits23, NINE_27
        DIGITS  zmm12, \digits45, \counts45
        DIGITS  zmm13, \digits67, \counts67
        vpaddw  zmm12, zmm12, zmm13
        vpmullw zmm12, zmm12, [rip + FOUR_DIGITS]
        vpaddw  \sum, \sum, zmm11
        vpaddw  \sum, \sum, zmm12
        .endm

        .macro  FINISH_INDICES size, mine, other
        kmovq   k2, \other
        vpblendmb board{k2}, parent, others_2
        .if     \size == 6
        NUMBER  index, zmm20, zmm21, zmm22, zmm23, FIFTH6, SEVENTH6
        .else
        NUMBER  index, zmm20, zmm21, zmm22, zmm23, ONE_THREE, SEVENTH8
        DIGITS  zmm11, zmm24, NINTH8
        vpmullw zmm11, zmm11, [rip + EIGHT_DIGITS]
        vpaddw  index, index, zmm11
        NUMBER  index2, zmm25, zmm26, zmm27, zmm15, FIFTH8, SEVENTH8_FROM_32
        .endif
        .endm

        .macro  STORE_INDICES size, to:vararg
        vmovdqu64 [\to], index
        .if     \size == 8
        vmovdqu [\to + 64], index2_low
        .endif
        .endm

        .macro  TO_MOBILITY
        .endm

        .macro  TO_FLIPS
        .endm

// run |= line & (run shifted by two steps)
        .macro  GROW v, shift, run, line
        \shift  \v\()28, \run, \v\()17
        vpternlogq \run, \v\()28, \line, OR_BOTH
        .endm

// Register 12: the squares beyond \others' runs of one to four or six discs next to \owns, an axis a quadword; v: ymm or zmm
        .macro  BEYOND size, v, owns, others
        // 18, 19: discs whose lower neighbour is one too, and whose higher neighbour is
        vpsllvq \v\()18, \others, \v\()16
        vpandq  \v\()18, \v\()18, \others
        vpsrlvq \v\()19, \v\()18, \v\()16
        // 12, 29: runs of up to two discs upwards and downwards, the second straight from the own disc two steps away
        vpsllvq \v\()12, \owns, \v\()16
        vpsrlvq \v\()29, \owns, \v\()16
        vpsllvq \v\()30, \owns, \v\()17
        vpsrlvq \v\()31, \owns, \v\()17
        vpandq  \v\()12, \v\()12, \others
        vpandq  \v\()29, \v\()29, \others
        vpternlogq \v\()12, \v\()30, \v\()18, OR_BOTH
        vpternlogq \v\()29, \v\()31, \v\()19, OR_BOTH
        // of up to four, then six
        .rept   \size / 2 - 2
        GROW    \v, vpsllvq, \v\()12, \v\()18
        GROW    \v, vpsrlvq, \v\()29, \v\()19
        .endr
        // the squares beyond
        vpsllvq \v\()12, \v\()12, \v\()16
        vpsrlvq \v\()29, \v\()29, \v\()16
        vporq   \v\()12, \v\()12, \v\()29
        .endm

        .macro  PARENT_BEYOND size
        .if     \size == 8
        vpand   ymm11, opponents, [rip + INNER]
        BEYOND  \size, ymm, owns, ymm11
        .else
        BEYOND  \size, ymm, owns, opponents
        .endif
        vextracti128 xmm13, ymm12, 1
        vpor    xmm12, xmm12, xmm13
        .endm

        .macro  CHILD_BEYOND size, mine, other
        vpbroadcastq zmm12, \mine
        vpbroadcastq zmm13, \other
        vpblendmq zmm10{k1}, zmm12, zmm13
        vpblendmq zmm11{k1}, zmm13, zmm12
        .if     \size == 8
        vpandq  zmm11, zmm11, [rip + INNER]
        .endif
        BEYOND  \size, zmm, zmm10, zmm11
        vextracti64x4 ymm13, zmm12, 1
        // both sides' axes side by side, then joined
        vpunpckhqdq ymm10, ymm12, ymm13
        vpunpcklqdq ymm11, ymm12, ymm13
        vpor    ymm10, ymm10, ymm11
        vextracti128 xmm11, ymm10, 1
        vpor    xmm10, xmm10, xmm11
        .endm

#include "othello/evaluation.inc"
