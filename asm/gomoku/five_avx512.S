// Whether a stone makes five in a row. Tier Avx512.
//
//   uint32_t gomoku_five_{16,32,64}_avx512(const uint64_t *plane, uint32_t row, uint32_t column)
//
// Entry    plane: a colour's rows in lanes of 16, 32 or 64 bits, bit c for column c; the four lanes before row and the four
//          after it can be read, and those that are not the board's hold no stone within reach. column: below the lane's
//          width. A stone on the point does not matter.
// Result   1 if a stone there is in a run of five or more, else 0.
// Changes  rax, rcx, rdx, rsi, zmm0-zmm2, k1-k4, flags. Reads the nine lanes and constants, writes nothing.
// Idea     Eight cells an axis matter, four on each side of the stone; with the stone left out, five in a row are four
//          neighbours of these eight. One test of the rows around against a table picks the cells of all four axes.
// Budget   16 bits: 3 to load the rows, 2 to spread them and the own row, a test, a move, 8 scalar.

#include "abi.inc"
#include "gomoku/five.inc"

#define plane       rdi
#define row         rsi
#define point       rax         // the point's lane
#define masks       rdx

        FUNCTION(gomoku_five_16_avx512)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_16)]
        lea     point, [plane + 2*row]
        shl     edx, 6
        vmovq   xmm0, qword ptr [point - 8]
        vmovhps xmm0, xmm0, qword ptr [point + 2]
        vpbroadcastw xmm1, word ptr [point]

        // zmm0: the eight rows around three times, then the point's own row
        vinserti32x4 ymm1, ymm0, xmm1, 1
        vinserti32x4 ymm0, ymm0, xmm0, 1
        vinserti64x4 zmm0, zmm0, ymm1, 1
        vptestmw k1, zmm0, [rcx + rdx]
        kmovd   eax, k1
        vzeroupper
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_16_avx512)

        FUNCTION(gomoku_five_32_avx512)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_32)]
        lea     point, [plane + 4*row]
        shl     edx, 7
        vmovdqu xmm0, [point - 16]
        vinserti128 ymm0, ymm0, [point + 4], 1
        vpbroadcastd ymm1, dword ptr [point]

        // zmm0: the eight rows around, twice; zmm1: once, then the point's own row
        vinserti64x4 zmm1, zmm0, ymm1, 1
        vinserti64x4 zmm0, zmm0, ymm0, 1
        vptestmd k1, zmm0, [rcx + rdx]
        vptestmd k2, zmm1, [rcx + rdx + 64]
        kunpckwd k1, k2, k1
        kmovd   eax, k1
        vzeroupper
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_32_avx512)

        FUNCTION(gomoku_five_64_avx512)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_bits_64)]
        lea     point, [plane + 8*row]
        mov     edx, edx
        vmovdqu ymm0, [point - 32]
        vinserti64x4 zmm0, zmm0, [point + 8], 1
        lea     masks, [rcx + 8*rdx]

        // zmm0: the eight rows around; zmm2: their bits of the diagonal, which in one row are the neighbours
        vmovdqu ymm2, [masks]
        vinserti64x4 zmm2, zmm2, [masks + 40], 1
        vpbroadcastq zmm1, qword ptr [masks + 32]
        vptestmq k1, zmm0, zmm1
        vpbroadcastq zmm1, qword ptr [point]
        vptestmq k2, zmm0, zmm2
        vptestmq k3, zmm1, zmm2

        // the other diagonal: the mirrored masks, 67 - column
        sub     rcx, masks
        lea     masks, [masks + 2*rcx + 8*(72 + 67 - 4)]
        vmovdqu ymm2, [masks]
        vinserti64x4 zmm2, zmm2, [masks + 40], 1
        vptestmq k4, zmm0, zmm2
        kunpckbw k1, k2, k1
        kunpckbw k3, k4, k3
        kunpckwd k1, k3, k1
        kmovd   eax, k1
        vzeroupper
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_64_avx512)
