// Whether a stone makes five in a row. Tier X64.
//
//   uint32_t gomoku_five_{16,32,64}_x64(const uint64_t *plane, uint32_t row, uint32_t column)
//
// Entry    plane: a colour's rows in lanes of 16, 32 or 64 bits, bit c for column c; the four lanes before row and the four
//          after it can be read, and those that are not the board's hold no stone within reach. column: below the lane's
//          width. A stone on the point does not matter.
// Result   1 if a stone there is in a run of five or more, else 0.
// Changes  rax, rcx, rdx, rsi, xmm0-xmm11, flags. Reads the nine lanes and constants, writes nothing.
// Idea     Eight cells an axis matter, four on each side of the stone; with the stone left out, five in a row are four
//          neighbours of these eight. Masks pick them from the rows around; each axis becomes a byte.

#include "abi.inc"
#include "gomoku/five.inc"

#define plane       rdi
#define row         rsi
#define column      rdx
#define point       rax         // the point's lane

        FUNCTION(gomoku_five_16_x64)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_16)]
        lea     point, [plane + 2*row]
        shl     edx, 6
        add     rdx, rcx
        movzx   ecx, word ptr [point]
        ABSENT_16_X64 eax, ecx, point, rdx
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_16_x64)

// axis: eight words, -1 where the masked rows hold no stone
        .macro  AXIS_32 axis, above, below, offset
        movdqa  \axis, [rdx + \offset]
        movdqa  xmm5, [rdx + \offset + 16]
        pand    \axis, \above
        pand    xmm5, \below
        pcmpeqd \axis, xmm4
        pcmpeqd xmm5, xmm4
        packssdw \axis, xmm5
        .endm

        FUNCTION(gomoku_five_32_x64)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_lines_32)]
        lea     point, [plane + 4*row]
        shl     edx, 7
        add     rdx, rcx
        movdqu  xmm0, [point - 16]
        movdqu  xmm1, [point + 4]
        movd    xmm2, dword ptr [point]
        pshufd  xmm2, xmm2, 0
        pxor    xmm4, xmm4

        // xmm0, xmm1: the four rows above and below; xmm2: the point's own row
        AXIS_32 xmm6, xmm0, xmm1, 0
        AXIS_32 xmm7, xmm0, xmm1, 32
        AXIS_32 xmm8, xmm0, xmm1, 64
        AXIS_32 xmm9, xmm2, xmm2, 96
        packsswb xmm6, xmm7
        packsswb xmm8, xmm9
        JOIN_AXES eax, ecx, xmm6, xmm8
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_32_x64)

// four: four doublewords, -1 where a masked quadword is zero; mask and other are two quadwords of masks each
        .macro  ABSENT_64 four, first, second
        pand    \four, \first
        pand    xmm11, \second
        pcmpeqd \four, xmm4
        pcmpeqd xmm11, xmm4
        movdqa  xmm5, \four
        shufps  \four, xmm11, 0x88
        shufps  xmm5, xmm11, 0xdd
        pand    \four, xmm5
        .endm

// axis: eight words, -1 where the masked rows hold no stone; the masks are two windows of four
        .macro  AXIS_64 axis, a, b, c, d, above, below
        movdqu  \axis, [rdx + \above]
        movdqu  xmm11, [rdx + \above + 16]
        ABSENT_64 \axis, \a, \b
        movdqu  xmm10, [rdx + \below]
        movdqu  xmm11, [rdx + \below + 16]
        ABSENT_64 xmm10, \c, \d
        packssdw \axis, xmm10
        .endm

        FUNCTION(gomoku_five_64_x64)
        mov     esi, esi
        lea     rcx, [rip + SYMBOL(gomoku_bits_64)]
        lea     point, [plane + 8*row]
        mov     edx, edx
        lea     rdx, [rcx + 8*rdx]
        pxor    xmm4, xmm4

        // xmm0-xmm3: the eight rows around; rdx: the column's window of masks
        movdqu  xmm0, [point - 32]
        movdqu  xmm1, [point - 16]
        movdqu  xmm2, [point + 8]
        movdqu  xmm3, [point + 24]
        AXIS_64 xmm6, xmm0, xmm1, xmm2, xmm3, 0, 40

        // the column: one mask for all rows
        movq    xmm7, qword ptr [rdx + 32]
        punpcklqdq xmm7, xmm7
        movdqa  xmm8, xmm7
        movdqa  xmm11, xmm7
        ABSENT_64 xmm7, xmm0, xmm1
        movdqa  xmm11, xmm8
        ABSENT_64 xmm8, xmm2, xmm3
        packssdw xmm7, xmm8
        packsswb xmm6, xmm7

        // the point's own row
        movq    xmm9, qword ptr [point]
        punpcklqdq xmm9, xmm9
        AXIS_64 xmm7, xmm9, xmm9, xmm9, xmm9, 0, 40

        // the other diagonal: the mirrored masks, 67 - column
        sub     rcx, rdx
        lea     rdx, [rdx + 2*rcx + 8*(72 + 67 - 4)]
        AXIS_64 xmm8, xmm0, xmm1, xmm2, xmm3, 0, 40
        packsswb xmm7, xmm8
        JOIN_AXES eax, ecx, xmm6, xmm7
        not     eax
        FOUR_OF_EIGHT
        ret
        END_FUNCTION(gomoku_five_64_x64)
