// Whether a colour has five in a row anywhere. Tier Avx512.
//
//   uint32_t gomoku_any_five_{16,32,64}_avx512(const uint64_t *planes, uint32_t rows)
//   uint32_t gomoku_any_exact_five_{16,32,64}_avx512(const uint64_t *planes, uint32_t rows)
//
// Entry    planes: a board's planes as src/gomoku/planes.rs lays them out, in lanes of 16, 32 or 64 bits; any stones, not more
//          than one on a point. rows: 1 to what the lane's planes have room for (15, 32, 64).
// Result   bit 0: black has a run of five or more (of exactly five), bit 1: white has.
// Changes  rax, rcx, rdx, rsi, zmm0-zmm9, k1, flags. Reads the planes, writes nothing.
// Idea     A stone with four more after it on an axis begins a five: shift and AND within a row, by doubling; across rows, AND
//          with the four rows below, shifted as the diagonal goes. Shifts stay within a lane, and rows that the board does
//          not have are empty, so nothing wraps. Lanes of 16 bits hold both colours in one register, black in the lower half.
//          A five is exact when neither the cell before it nor the sixth is a stone. Across rows it begins above the last four: in
//          a block of these alone fives are looked for along the rows.
// Budget   16 bits, any: 5 loads, 11 shifts, 10 logic, a test, 5 scalar: 13 cycles by two 512-bit ports.

#include "abi.inc"
#include "vector/ternary.inc"

#define planes      rdi
#define rows        esi
#define rows64      rsi
#define at          rcx         // the block's first row
#define left        edx         // bytes of rows that are left, but the last four
#define begins      zmm0        // where fives begin
#define stones      zmm1        // the block's rows
#define below1      zmm2        // the rows below
#define below2      zmm3
#define below3      zmm4
#define below4      zmm5
#define line        zmm6        // what still counts as a five's beginning on an axis
#define next        zmm7
#define other       zmm8
#define found       zmm9        // what any block found

// line: the beginnings down a diagonal, whose cells come into place by `shift`
        .macro  DIAGONAL lane, shift
        \shift\lane line, below1, 1
        \shift\lane next, below2, 2
        vpternlogq line, next, stones, ALL
        \shift\lane next, below3, 3
        \shift\lane other, below4, 4
        vpternlogq line, next, other, ALL
        .endm

// line: without the beginnings that have a stone before or after the five; those rows' cells come into place by back and onward
        .macro  EXACT lane, size, back, onward
        vmovdqu64 next, [at - \size]
        vmovdqu64 other, [at + 5*\size]
        .ifnc   \back, NONE
        \back\lane next, next, 1
        \onward\lane other, other, 5
        .endif
        vpternlogq next, other, line, C_ALONE
        vmovdqa64 line, next
        .endm

// stones: the block's rows; begins: along them
        .macro  ALONG lane, size, exact
        vmovdqu64 stones, [at]
        vpsrl\lane begins, stones, 1
        vpandq  begins, begins, stones
        vpsrl\lane next, begins, 2
        vpsrl\lane other, stones, 4
        vpternlogq begins, next, other, ALL
        .if     \exact
        vpsll\lane next, stones, 1
        vpsrl\lane other, stones, 5
        vpternlogq next, other, begins, C_ALONE
        vmovdqa64 begins, next
        .endif
        .endm

// begins: with those down the columns and diagonals
        .macro  ACROSS lane, size, exact
        vmovdqu64 below1, [at + \size]
        vmovdqu64 below2, [at + 2*\size]
        vmovdqu64 below3, [at + 3*\size]
        vmovdqu64 below4, [at + 4*\size]
        vpandq  line, stones, below1
        vpternlogq line, below2, below3, ALL
        vpandq  line, line, below4
        .if     \exact
        EXACT   \lane, \size, NONE, NONE
        .endif
        vporq   begins, begins, line
        DIAGONAL \lane, vpsrl
        .if     \exact
        EXACT   \lane, \size, vpsll, vpsrl
        .endif
        vporq   begins, begins, line
        DIAGONAL \lane, vpsll
        .if     \exact
        EXACT   \lane, \size, vpsrl, vpsll
        .endif
        vporq   begins, begins, line
        .endm

// eax: both colours at once
        .macro  TOGETHER exact
        lea     at, [planes + 64]
        ALONG   w, 2, \exact
        ACROSS  w, 2, \exact
        vptestmd k1, begins, begins
        kmovd   ecx, k1
        vzeroupper
        xor     eax, eax
        test    cl, cl
        setnz   al
        mov     edx, eax
        or      edx, 2
        test    ch, ch
        cmovnz  eax, edx
        ret
        .endm

// register = 1 if the plane at byte `plane` has a five, else 0
        .macro  PLANE lane, size, plane, exact, register, byte
        lea     at, [planes + \plane]
        lea     left, [rows64 - 4*\size]
        vpxor   xmm9, xmm9, xmm9
1:      ALONG   \lane, \size, \exact
        ACROSS  \lane, \size, \exact
        vporq   found, found, begins
        add     at, 64
        sub     left, 64
        jg      1b
        // the last four rows, or some of them, may be left
        cmp     left, -4*\size
        jle     2f
        ALONG   \lane, \size, \exact
        vporq   found, found, begins
2:      vptestmd k1, found, found
        xor     \register, \register
        kortestw k1, k1
        setnz   \byte
        .endm

        .macro  BOTH lane, size, white, exact
        imul    rows, rows, \size
        PLANE   \lane, \size, 64, \exact, eax, al
        PLANE   \lane, \size, \white, \exact, ecx, cl
        lea     eax, [rax + 2*rcx]
        vzeroupper
        ret
        .endm

        FUNCTION(gomoku_any_five_16_avx512)
        TOGETHER 0
        END_FUNCTION(gomoku_any_five_16_avx512)

        FUNCTION(gomoku_any_five_32_avx512)
        BOTH    d, 4, 256, 0
        END_FUNCTION(gomoku_any_five_32_avx512)

        FUNCTION(gomoku_any_five_64_avx512)
        BOTH    q, 8, 640, 0
        END_FUNCTION(gomoku_any_five_64_avx512)

        FUNCTION(gomoku_any_exact_five_16_avx512)
        TOGETHER 1
        END_FUNCTION(gomoku_any_exact_five_16_avx512)

        FUNCTION(gomoku_any_exact_five_32_avx512)
        BOTH    d, 4, 256, 1
        END_FUNCTION(gomoku_any_exact_five_32_avx512)

        FUNCTION(gomoku_any_exact_five_64_avx512)
        BOTH    q, 8, 640, 1
        END_FUNCTION(gomoku_any_exact_five_64_avx512)
