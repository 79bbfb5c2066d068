// Whether a stone makes five in a row. Tier Avx2.
//
//   uint32_t gomoku_five_{16,32,64}_avx2(const uint64_t *plane, uint32_t row, uint32_t column)
//
// Entry    plane: a colour's rows in lanes of 16, 32 or 64 bits, bit c for column c; the four lanes before row and the four
//          after it can be read, and those that are not the board's hold no stone within reach. column: below the lane's
//          width. A stone on the point does not matter.
// Result   1 if a stone there is in a run of five or more, else 0.
// Changes  rax, rcx, rdx, rsi, ymm0-ymm5, flags. Reads the nine lanes and constants, writes nothing.
// Idea     Eight cells an axis matter, four on each side of the stone; with the stone left out, five in a row are four
//          neighbours of these eight. Masks pick them from the rows around; each axis becomes a byte.
// Budget   16 bits: 3 to load the rows, 3 to spread, 7 to mask and gather, 10 scalar.

#include "abi.inc"
#include "gomoku/five.inc"

#define plane       rdi
#define row         rsi
#define point       rax         // the point's lane
#define masks       rdx

        CONSTANT(AXIS_BY_AXIS, 32)
        .long   0, 4, 1, 5, 2, 6, 3, 7
        END_CONSTANT(AXIS_BY_AXIS)

        FUNCTION(gomoku_five_16_avx2)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_16)]
        lea     point, [plane + 2*row]
        shl     edx, 6
        add     masks, rcx
        ABSENT_16_AVX2 eax, point, masks
        vzeroupper
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_16_avx2)

        FUNCTION(gomoku_five_32_avx2)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_32)]
        lea     point, [plane + 4*row]
        shl     edx, 7
        add     masks, rcx
        vmovdqu xmm0, [point - 16]
        vinserti128 ymm0, ymm0, [point + 4], 1
        vpbroadcastd ymm1, dword ptr [point]
        vpxor   xmm2, xmm2, xmm2

        // ymm0: the eight rows around; ymm1: the point's own row
        vpand   ymm3, ymm0, [masks]
        vpand   ymm4, ymm0, [masks + 32]
        vpand   ymm5, ymm0, [masks + 64]
        vpand   ymm1, ymm1, [masks + 96]
        vpcmpeqd ymm3, ymm3, ymm2
        vpcmpeqd ymm4, ymm4, ymm2
        vpcmpeqd ymm5, ymm5, ymm2
        vpcmpeqd ymm1, ymm1, ymm2
        vpackssdw ymm3, ymm3, ymm4
        vpackssdw ymm5, ymm5, ymm1
        vpacksswb ymm3, ymm3, ymm5

        // packing went by halves: the four cells above of every axis, then those below; now axis by axis
        vmovdqa ymm2, [rip + AXIS_BY_AXIS]
        vpermd  ymm3, ymm2, ymm3
        vpmovmskb eax, ymm3
        vzeroupper
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_32_avx2)

// eax: with the eight cells of one more axis in its lowest bits; each set where the masked rows hold no stone
        .macro  AXIS_64 above, below, mask_above, mask_below:vararg
        vpand   ymm3, \above, \mask_above
        vpand   ymm4, \below, \mask_below
        vpcmpeqq ymm3, ymm3, ymm2
        vpcmpeqq ymm4, ymm4, ymm2
        vmovmskpd ecx, ymm4
        shl     eax, 4
        or      eax, ecx
        vmovmskpd ecx, ymm3
        shl     eax, 4
        or      eax, ecx
        .endm

        FUNCTION(gomoku_five_64_avx2)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_bits_64)]
        lea     point, [plane + 8*row]
        mov     edx, edx
        vmovdqu ymm0, [point - 32]
        vmovdqu ymm1, [point + 8]
        vpbroadcastq ymm5, qword ptr [point]
        vpxor   xmm2, xmm2, xmm2
        lea     masks, [rcx + 8*rdx]
        mov     rsi, rcx
        xor     eax, eax

        // ymm0, ymm1: the four rows above and below; ymm5: the point's own row
        AXIS_64 ymm0, ymm1, [masks], [masks + 40]
        AXIS_64 ymm5, ymm5, [masks], [masks + 40]
        vpbroadcastq ymm5, qword ptr [masks + 32]
        AXIS_64 ymm0, ymm1, ymm5, ymm5

        // the other diagonal: the mirrored masks, 67 - column
        sub     rsi, masks
        lea     masks, [masks + 2*rsi + 8*(72 + 67 - 4)]
        AXIS_64 ymm0, ymm1, [masks], [masks + 40]
        vzeroupper
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_64_avx2)
