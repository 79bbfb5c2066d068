// The legal moves of both colours from the stones alone, and the legality of one move. Tier Avx2.
//
//   void nogo_masks_avx2(const struct position *positions, struct masks *masks, size_t count)
//   uint32_t nogo_is_legal_avx2(const struct position *position, uint32_t colour, uint32_t point)
//
//   struct position { uint128 black, white, empty; }    struct masks { uint128 black, white; }    bit = 10*row + column
//
// Entry    three sets that do not overlap, on the points of the 9x9 frame. masks: count > 0.
//          is_legal: colour 0 = black, 1 = white; point is one of the empty ones.
// Result   masks: as masks.inc says. is_legal: 1 if the point is one of those of the colour, else 0.
// Changes  rax, rcx, rdx, rsi, rdi, ymm0-ymm15, flags. Reads the positions, writes the masks.
// Idea     masks: as in masks.inc. is_legal: with the stone placed, let f grow over links between stones of one colour from the
//          stones next to an empty point; it must reach the stone and those beside it. Usually it does in a step or two.

#include "abi.inc"
#include "nogo/state.inc"

// Each window takes from the other what the other is right about: words 0 1 2 5, 2 5 6 7.
        CONSTANT(MEND, 32)
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 4, 5, 10, 11, 12, 13, 14, 15
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 4, 5, 10, 11, 12, 13, 14, 15
        END_CONSTANT(MEND)
// Shift counts that turn a point into its bit in both windows.
        CONSTANT(WINDOW_OFFSETS, 16)
        .quad   0, -32
        END_CONSTANT(WINDOW_OFFSETS)
        CONSTANT(ONE, 16)
        .quad   1, 1
        END_CONSTANT(ONE)
// Windows to 128 bits: words 0 1 2 5 6 7, and zeros.
        CONSTANT(JOIN, 32)
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1
        END_CONSTANT(JOIN)

// around = the points one step from `from`, right in its halves
        .macro  STEP around, from, first, second
        vpsllq  \around, \from, 1
        vpsrlq  \first, \from, 1
        vpsllq  \second, \from, 10
        vpor    \around, \around, \first
        vpsrlq  \first, \from, 10
        vpor    \around, \around, \second
        vpor    \around, \around, \first
        .endm

// The links between black stones and between white ones, from their windows
        .macro  LINKS black, white, left, right, above, below, temporary
        vpsllq  \left, \black, 1
        vpsllq  \temporary, \white, 1
        vpand   \left, \left, \black
        vpand   \temporary, \temporary, \white
        vpor    \left, \left, \temporary
        vpsrlq  \right, \left, 1
        vpsllq  \above, \black, 10
        vpsllq  \temporary, \white, 10
        vpand   \above, \above, \black
        vpand   \temporary, \temporary, \white
        vpor    \above, \above, \temporary
        vpsrlq  \below, \above, 10
        .endm

        .macro  OR_AND into, a, b, lost
        vpand   \lost, \a, \b
        vpor    \into, \into, \lost
        .endm

        .macro  OR_XOR into, a, b, lost
        vpxor   \lost, \a, \b
        vpor    \into, \into, \lost
        .endm

#include "nogo/masks.inc"

        FUNCTION(nogo_masks_avx2)
        lea     codes, [rip + SYMBOL(nogo_codes)]
        vmovdqa mended, [rip + MEND]

        // each turn: a position
1:
        CUT(turn, positions, masks, count)
        MASKS_OF_ONE
        add     positions, 48
        add     masks, 32
        dec     count
        jnz     1b
        vzeroupper
        ret
        END_FUNCTION(nogo_masks_avx2)

// reach grows by a step over links
        .macro  GROW reach, shift, steps, links, temporary
        \shift  \temporary, \reach, \steps
        OR_AND  \reach, \temporary, \links, \temporary
        .endm

#define position    rdi
#define own         rsi         // 16 * colour
#define point       rdx
#define reach       xmm4
#define wanted      xmm5        // the stone and those beside it, of either colour

        FUNCTION(nogo_is_legal_avx2)
        shl     esi, 4
        mov     edx, edx

        // xmm10: the stone; xmm6, xmm7: the own stones with it, the opponent's; xmm15: the empty points that remain
        vmovq   xmm10, point
        vpbroadcastq xmm10, xmm10
        vpaddq  xmm10, xmm10, [rip + WINDOW_OFFSETS]
        vmovdqa xmm11, [rip + ONE]
        vpsllvq xmm10, xmm11, xmm10
        vpshufd xmm6, [position + own], 0x94
        xor     own, 16
        vpshufd xmm7, [position + own], 0x94
        vpshufd xmm15, [position + 32], 0x94
        vpor    xmm6, xmm6, xmm10
        vpandn  xmm15, xmm10, xmm15
        vpor    xmm14, xmm6, xmm7
        LINKS   xmm6, xmm7, xmm0, xmm1, xmm2, xmm3, xmm12

        // wanted; reach: the stones next to an empty point
        STEP    wanted, xmm10, xmm11, xmm12
        vpor    wanted, wanted, xmm10
        vpand   wanted, wanted, xmm14
        vpshufb wanted, wanted, [rip + MEND]
        STEP    reach, xmm15, xmm11, xmm12
        vpand   reach, reach, xmm14
        vpshufb reach, reach, [rip + MEND]

        // each turn: legal when all wanted are reached; if not, a step in each direction, and illegal when it finds nothing
        mov     eax, 1
2:
        CUT(turn, reach)
        vptest  reach, wanted
        jc      3f
        vmovdqa xmm10, reach
        GROW    reach, vpsllq, 1, xmm0, xmm13
        GROW    reach, vpsrlq, 1, xmm1, xmm13
        GROW    reach, vpsllq, 10, xmm2, xmm13
        GROW    reach, vpsrlq, 10, xmm3, xmm13
        vpshufb reach, reach, [rip + MEND]
        vpxor   xmm10, xmm10, reach
        vptest  xmm10, xmm10
        jnz     2b
        xor     eax, eax
3:      vzeroupper
        ret
        END_FUNCTION(nogo_is_legal_avx2)
