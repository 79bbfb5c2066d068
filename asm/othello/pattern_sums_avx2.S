// The evaluation of patterns of several 6x6 positions. Tier Avx2.
//
//   void othello_pattern_sums_avx2(const uint64_t positions[][2], uint64_t count, const int8_t weights[],
//                                  const struct { uint16_t rows[6][64][32], none[32]; } *tables, int32_t sums[])
//
// Entry    positions: count pairs of discs on the 6x6 board in the frame, own, then the opponent's, that do not overlap. tables: 64-byte
//          aligned; rows[r][b][i]: what own discs on the squares b (bit = column) of row r add to index i, an opponent's twice
//          that; none: the indices of the empty board. The first 26 indices of each position lie within weights.
// Result   sums: of each position, the weights at the first 26 indices.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0, ymm1, flags, 64 bytes below the stack pointer. Writes nothing but the sums and
//          that.
// Idea     Ternary numbers are sums over squares, so over rows: no digit is looked at by itself, and all indices are found at
//          once. Positions are independent of one another, so that the look-ups of one hide behind the sums of the next.
// Budget   a position: 24 to cut out rows, 26 vector additions with a load each, 26 times three for the weights: 140;
//          35 cycles by four instructions a cycle.

#include "abi.inc"

#define positions   rdi
#define count       rsi
#define weights     rdx
#define tables      rcx
#define sums        r8
#define row         rax
#define row_low     eax
#define discs       r9
#define sum         r10d
#define other_sum   r11d

// row = the offset of the entry of discs' row \r among the row's
        .macro  ROW r
        rorx    row, discs, 8*\r + 3
        and     row_low, 0xfc0
        .endm

// ymm0, ymm1: the indices, with what discs' row \r adds
        .macro  ADD_ROW r
        ROW     \r
        vpaddw  ymm0, ymm0, [tables + row + 4096*\r]
        vpaddw  ymm1, ymm1, [tables + row + 4096*\r + 32]
        .endm

        .macro  WEIGHT sum, index
        movzx   eax, word ptr [rsp - 64 + 2*(\index)]
        movsx   eax, byte ptr [weights + rax]
        add     \sum, eax
        .endm

        FUNCTION(othello_pattern_sums_avx2)
        test    count, count
        jz      2f

        // the opponent's discs count twice
1:      mov     discs, [positions + 8]
        ROW     0
        vmovdqa ymm0, [tables + row]
        vmovdqa ymm1, [tables + row + 32]
        .irp    r, 1, 2, 3, 4, 5
        ADD_ROW \r
        .endr
        mov     discs, [positions]
        vpaddw  ymm0, ymm0, ymm0
        vpaddw  ymm1, ymm1, ymm1
        vpaddw  ymm0, ymm0, [tables + 6*4096]
        vpaddw  ymm1, ymm1, [tables + 6*4096 + 32]
        .irp    r, 0, 1, 2, 3, 4, 5
        ADD_ROW \r
        .endr
        vmovdqu [rsp - 64], ymm0
        vmovdqu [rsp - 32], ymm1

        // two sums, so that half of the additions wait for the other half
        xor     sum, sum
        xor     other_sum, other_sum
        .irp    index, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        WEIGHT  sum, \index
        WEIGHT  other_sum, "\index + 1"
        .endr
        add     sum, other_sum
        mov     [sums], sum
        add     positions, 16
        add     sums, 4
        dec     count
        jnz     1b

2:      vzeroupper
        ret
        END_FUNCTION(othello_pattern_sums_avx2)
