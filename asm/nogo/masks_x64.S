// The legal moves of both colours from the stones alone, and the legality of one move. Tier X64.
//
//   void nogo_masks_x64(const struct position *positions, struct masks *masks, size_t count)
//   uint32_t nogo_is_legal_x64(const struct position *position, uint32_t colour, uint32_t point)
//
//   struct position { uint128 black, white, empty; }    struct masks { uint128 black, white; }    bit = 10*row + column
//
// Entry    three sets that do not overlap, on the points of the 9x9 frame; all 16-byte aligned. masks: count is 1 or more.
//          is_legal: colour 0 = black, 1 = white; point is one of the empty ones.
// Result   masks: for each position, the empty points where black's stone would leave every group next to it and its own a
//          liberty, and white's. is_legal: 1 if the point is one of those of the colour, else 0.
// Changes  rax, rcx, rdx, rsi, rdi, r8, xmm0-xmm15, flags. Reads the positions, writes the masks.
// Idea     As in masks_avx2.S, one position at a time, in SSE2.

#include "abi.inc"
#include "nogo/state.inc"

#define positions   rdi
#define masks       rsi
#define count       rdx         // positions left
#define set         rcx         // the next three of the nine sets
#define rounds      r8d

#define from_left   xmm0        // points linked to their left neighbour: stones of one colour on both
#define from_right  xmm1
#define from_above  xmm2
#define from_below  xmm3
#define reach_a     xmm4        // stones of groups found with each set
#define reach_b     xmm5
#define reach_c     xmm6
#define ones        xmm7        // of the sets so far, with how many a stone's group was found, as a binary number;
#define twos        xmm8        // at four it stays
#define fours       xmm9
#define stones      xmm14
#define empty       xmm15

        RODATA
        .balign 16
        HALVES_FOR 1

// around = the points one step from `from`, right in its halves
        .macro  STEP around, from, temporary
        movdqa  \around, \from
        movdqa  \temporary, \from
        psllq   \around, 1
        psrlq   \temporary, 1
        por     \around, \temporary
        movdqa  \temporary, \from
        psllq   \temporary, 10
        por     \around, \temporary
        movdqa  \temporary, \from
        psrlq   \temporary, 10
        por     \around, \temporary
        .endm

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

// All three grow by a step
        .macro  GROW_ALL shift, steps, links
        GROW    reach_a, \shift, \steps, \links, xmm13
        GROW    reach_b, \shift, \steps, \links, xmm13
        GROW    reach_c, \shift, \steps, \links, xmm13
        .endm

// reach = the stones next to the empty points of the set at `offset`
        .macro  SEED reach, offset
        movdqa  xmm13, [set + \offset]
        pand    xmm13, empty
        STEP    \reach, xmm13, xmm10
        pand    \reach, stones
        MEND    \reach, xmm10
        .endm

// One set more: the number goes up where it reached
        .macro  COUNT reach
        movdqa  xmm10, ones
        pand    xmm10, \reach
        pxor    ones, \reach
        movdqa  xmm11, twos
        pand    xmm11, xmm10
        pxor    twos, xmm10
        por     fours, xmm11
        .endm

// ZF = nothing was found since xmm10 was `reach`
        .macro  SAME
        pxor    xmm13, xmm13
        pcmpeqd xmm10, xmm13
        pmovmskb eax, xmm10
        cmp     eax, 0xffff
        .endm

// The set at `offset` of the masks = where `own` is legal; these become those of its stones with two liberties, and of the
// opponent's with one
        .macro  LEGAL offset, own, opponent
        pand    \own, fours
        movdqa  xmm12, fours
        pandn   xmm12, \opponent
        por     \own, empty
        STEP    xmm10, \own, xmm13
        STEP    xmm11, xmm12, xmm13
        pand    xmm10, empty
        pandn   xmm11, xmm10
        pand    xmm11, [rip + HALVES]
        movq    rax, xmm11
        psrldq  xmm11, 8
        movq    r8, xmm11
        mov     rcx, r8
        shl     rcx, 32
        or      rax, rcx
        shr     r8, 32
        mov     [masks + \offset], rax
        mov     [masks + \offset + 8], r8
        .endm

        FUNCTION(nogo_masks_x64)
        // each turn: a position
L(next_position):
        pshufd  xmm10, [positions], 0x94
        pshufd  xmm11, [positions + 16], 0x94
        pshufd  empty, [positions + 32], 0x94
        movdqa  stones, xmm10
        por     stones, xmm11
        LINKS   xmm10, xmm11, from_left, from_right, from_above, from_below, xmm12
        pxor    ones, ones
        pxor    twos, twos
        pxor    fours, fours
        lea     set, [rip + SYMBOL(nogo_codes)]
        mov     rounds, 3

        // each turn: three sets
L(next_sets):
        SEED    reach_a, 0
        SEED    reach_b, 16
        SEED    reach_c, 32

        // each turn: a step in each direction, until none finds a stone
L(next_step):
        movdqa  xmm10, reach_a
        movdqa  xmm11, reach_b
        movdqa  xmm12, reach_c
        GROW_ALL psllq, 1, from_left
        GROW_ALL psrlq, 1, from_right
        GROW_ALL psllq, 10, from_above
        GROW_ALL psrlq, 10, from_below
        MEND    reach_a, xmm13
        MEND    reach_b, xmm13
        MEND    reach_c, xmm13
        pxor    xmm10, reach_a
        pxor    xmm11, reach_b
        pxor    xmm12, reach_c
        por     xmm10, xmm11
        por     xmm10, xmm12
        SAME
        jne     L(next_step)

        COUNT   reach_a
        COUNT   reach_b
        COUNT   reach_c
        add     set, 48
        dec     rounds
        jnz     L(next_sets)

        // fours: the stones of groups with two liberties
        pshufd  xmm0, [positions], 0x94
        pshufd  xmm1, [positions + 16], 0x94
        movdqa  xmm2, xmm0
        movdqa  xmm3, xmm1
        LEGAL   0, xmm0, xmm1
        LEGAL   16, xmm3, xmm2
        add     positions, 48
        add     masks, 32
        sub     count, 1
        jnz     L(next_position)
        ret
        END_FUNCTION(nogo_masks_x64)

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
