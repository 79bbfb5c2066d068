// Whether one move is legal, from the stones alone. Tier X64.
//
//   uint32_t nogo_is_legal_x64(const struct position *position, uint32_t colour, uint32_t point)
//
//   struct position { uint128 black, white, empty; }    bit = 10*row + column
//
// Entry    three sets that do not overlap, on the points of the 9x9 frame; 16-byte aligned. colour 0 = black, 1 = white; point is
//          one of the empty ones.
// Result   1 if the colour's stone there would leave every group next to it and its own a liberty, else 0.
// Changes  rax, rdx, rsi, xmm0-xmm7, xmm10-xmm15, flags. Reads the position, writes nothing.
// Idea     As in masks_avx2.S, in SSE2.

#include "abi.inc"
#include "nogo/step_x64.inc"

#define from_left   xmm0        // points linked to their left neighbour: stones of one colour on both
#define from_right  xmm1
#define from_above  xmm2
#define from_below  xmm3
#define stones      xmm14
#define empty       xmm15

        RODATA
        .balign 16
        HALVES_FOR 1

// Each window takes from the other what the other is right about
        .macro  MEND windows, temporary
        pand    \windows, [rip + HALVES]
        pshufd  \temporary, \windows, 0xd8
        por     \windows, \temporary
        .endm

// The links between black stones and between white ones, from their windows
        .macro  LINKS black, white, left, right, above, below, temporary
        movdqa  \left, \black
        movdqa  \temporary, \white
        psllq   \left, 1
        psllq   \temporary, 1
        pand    \left, \black
        pand    \temporary, \white
        por     \left, \temporary
        movdqa  \right, \left
        psrlq   \right, 1
        movdqa  \above, \black
        movdqa  \temporary, \white
        psllq   \above, 10
        psllq   \temporary, 10
        pand    \above, \black
        pand    \temporary, \white
        por     \above, \temporary
        movdqa  \below, \above
        psrlq   \below, 10
        .endm

// reach grows by a step over links
        .macro  GROW reach, shift, steps, links, temporary
        movdqa  \temporary, \reach
        \shift  \temporary, \steps
        pand    \temporary, \links
        por     \reach, \temporary
        .endm

// ZF = nothing was found since xmm10 was `reach`
        .macro  SAME
        pxor    xmm13, xmm13
        pcmpeqd xmm10, xmm13
        pmovmskb eax, xmm10
        cmp     eax, 0xffff
        .endm

#define position    rdi
#define own         rsi         // 16 * colour
#define point       rdx
#define reach       xmm4
#define wanted      xmm5        // the stone and those beside it, of either colour

        FUNCTION(nogo_is_legal_x64)
        mov     esi, esi
        shl     esi, 4
        mov     edx, edx

        // wanted: the stone, at first
        mov     eax, 1
        movq    wanted, rax
        movq    xmm11, rax
        movq    xmm12, point
        psllq   wanted, xmm12
        sub     point, 32
        movq    xmm12, point
        psllq   xmm11, xmm12
        punpcklqdq wanted, xmm11

        // xmm6, xmm7: the own stones with it, the opponent's; empty: the points that remain
        pshufd  xmm6, [position + own], 0x94
        xor     own, 16
        pshufd  xmm7, [position + own], 0x94
        pshufd  xmm10, [position + 32], 0x94
        movdqa  empty, wanted
        pandn   empty, xmm10
        por     xmm6, wanted
        movdqa  stones, xmm6
        por     stones, xmm7
        LINKS   xmm6, xmm7, from_left, from_right, from_above, from_below, xmm12

        // wanted; reach: the stones next to an empty point
        STEP    xmm10, wanted, xmm12
        por     wanted, xmm10
        pand    wanted, stones
        MEND    wanted, xmm12
        STEP    reach, empty, xmm12
        pand    reach, stones
        MEND    reach, xmm12

        // each turn: legal when all wanted are reached; if not, a step in each direction, and illegal when it finds nothing
L(more_may_be_reached):
        CUT(turn, reach)
        movdqa  xmm10, reach
        pandn   xmm10, wanted
        SAME
        je      L(legal)
        movdqa  xmm10, reach
        GROW    reach, psllq, 1, from_left, xmm13
        GROW    reach, psrlq, 1, from_right, xmm13
        GROW    reach, psllq, 10, from_above, xmm13
        GROW    reach, psrlq, 10, from_below, xmm13
        MEND    reach, xmm13
        pxor    xmm10, reach
        SAME
        jne     L(more_may_be_reached)
        xor     eax, eax
        ret
L(legal):
        mov     eax, 1
        ret
        END_FUNCTION(nogo_is_legal_x64)
