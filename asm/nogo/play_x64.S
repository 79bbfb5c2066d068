// A move with both masks, and random moves to the end of a game. Tier X64.
//
//   void nogo_play_x64(struct board *state, uint32_t colour, uint32_t point)
//   uint32_t nogo_random_plies_x64(struct board *state, uint64_t *random, uint32_t limit)
//   void nogo_plays_x64(struct board *states, uint8_t *points, size_t count, uint64_t *random)      see plays.inc
//
// Entry    any valid state (state.inc). play: colour 0 = black, 1 = white; point: allowed for the colour, whoever is to move.
//          random_plies: any limit, and the counter of a SplitMix64 sequence.
// Result   play: the stone stands there; groups, safe stones and the legal moves of both colours are exact; the other colour
//          is to move.
//          random_plies: plays legal moves, each as likely as any other, until the side to move has none or the limit is
//          reached; returns how many. It draws as Random::below does, so the same numbers on every tier.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, xmm0-xmm12, flags. Writes the state, and the counter.
// Idea     As in play_avx2.S, one neighbour after the other, in SSE2; whether a group has one liberty left is asked in plain
//          registers, where a 128-bit number less one is two instructions.

#include "abi.inc"
#include "nogo/step_x64.inc"

#define state       rdi
#define own         rsi         // 8 * colour: indexes the pairs of the state
#define point       rdx
#define other       r10         // 8 * the other colour
#define beside      r8          // the slots of the neighbours' groups
#define one_left    r11         // all ones if a group has one liberty, or none
#define slot        r9          // of the stone's group
#define slot32      r9d

#define stone       xmm0        // the point
#define empty       xmm1        // the empty points after the move
#define free        xmm2        // the same as halves
#define own_stones  xmm3        // before the move
#define opponents   xmm4
#define merged      xmm5        // the stone's group; at first, all groups beside it
#define taken       xmm6        // sole liberties of the opponent's groups beside it
#define atari       xmm7        // the stones of these groups
#define group       xmm8
#define liberties   xmm9

#include "nogo/draw.inc"

        RODATA
        .balign 16
        HALVES_FOR 1
// Byte i: bit i % 8.
        CONSTANT(BITS, 16)
        .quad   0x8040201008040201, 0x8040201008040201
        END_CONSTANT(BITS)

// sole = all ones if `liberties` has at most one bit. As a number with its halves as digits, less one it shares no bit then.
        .macro  SOLE sole
        movq    rax, liberties
        movdqa  \sole, liberties
        psrldq  \sole, 8
        movq    rcx, \sole
        mov     one_left, rax
        mov     r9, rcx
        sub     one_left, 1
        sbb     r9, 0
        and     one_left, rax
        and     r9, rcx
        or      one_left, r9
        cmp     one_left, 1
        sbb     one_left, one_left
        movq    \sole, one_left
        punpcklqdq \sole, \sole
        .endm

// A neighbour's group, if there is one, joins `merged`; if it is the opponent's, its sole liberty joins `taken`
        .macro  NEIGHBOUR step
        movzx   eax, byte ptr [state + point + STATE_IDS + \step]
        movq    group, qword ptr [state + 8*rax + STATE_LOW]
        movd    xmm10, dword ptr [state + 4*rax + STATE_HIGH]
        bts     beside, rax
        punpcklqdq group, xmm10
        pshufd  group, group, 0x94
        por     merged, group
        pand    group, opponents
        STEP    liberties, group, xmm10
        pand    liberties, free
        SOLE    xmm10
        pand    liberties, xmm10
        pand    group, xmm10
        por     taken, liberties
        por     atari, group
        .endm

// The ids of 32 points: those in bits 0-31 of xmm10 get xmm12, the slot in every byte
        .macro  RELABEL first
        punpcklbw xmm10, xmm10
        punpcklwd xmm10, xmm10
        pshufd  xmm11, xmm10, 0x50
        pshufd  xmm10, xmm10, 0xfa
        pand    xmm11, [rip + BITS]
        pand    xmm10, [rip + BITS]
        pcmpeqb xmm11, [rip + BITS]
        pcmpeqb xmm10, [rip + BITS]
        movdqa  xmm8, [state + STATE_IDS + \first]
        movdqa  xmm9, xmm8
        pxor    xmm9, xmm12
        pand    xmm9, xmm11
        pxor    xmm8, xmm9
        movdqa  [state + STATE_IDS + \first], xmm8
        movdqa  xmm8, [state + STATE_IDS + \first + 16]
        movdqa  xmm9, xmm8
        pxor    xmm9, xmm12
        pand    xmm9, xmm10
        pxor    xmm8, xmm9
        movdqa  [state + STATE_IDS + \first + 16], xmm8
        .endm

        .macro  PLAY
        mov     other, own
        xor     other, 8

        // stone, empty, free: a shift by 64 or more, or by less than nothing, leaves no bit
        mov     eax, 1
        movq    stone, rax
        movq    xmm10, rax
        movq    xmm11, point
        psllq   stone, xmm11
        lea     rax, [point - 32]
        movq    xmm11, rax
        psllq   xmm10, xmm11
        punpcklqdq stone, xmm10
        movdqa  empty, stone
        pandn   empty, [state + STATE_EMPTY]
        movdqa  [state + STATE_EMPTY], empty
        movdqa  free, empty
        pand    free, [rip + HALVES]

        // the groups beside the stone
        movdqa  own_stones, [state + 2*own + STATE_STONES]
        movdqa  opponents, [state + 2*other + STATE_STONES]
        pxor    merged, merged
        pxor    taken, taken
        pxor    atari, atari
        xor     r8d, r8d
        NEIGHBOUR -1
        NEIGHBOUR 1
        NEIGHBOUR -10
        NEIGHBOUR 10

        // merged: the stone and the own groups beside it; liberties: its sole one, if it has one left
        pand    merged, own_stones
        por     merged, stone
        por     own_stones, stone
        movdqa  [state + 2*own + STATE_STONES], own_stones
        STEP    liberties, merged, xmm10
        pand    liberties, free
        SOLE    xmm10
        pand    liberties, xmm10

        // safe: the own colour's in xmm12, the opponent's in atari
        pandn   atari, [state + 2*other + STATE_SAFE]
        movdqa  [state + 2*other + STATE_SAFE], atari
        pand    xmm10, merged
        movdqa  xmm12, [state + 2*own + STATE_SAFE]
        por     xmm12, merged
        pandn   xmm10, xmm12
        movdqa  [state + 2*own + STATE_SAFE], xmm10

        // allowed: not the point, no capture, no suicide
        por     xmm10, empty
        STEP    xmm11, xmm10, xmm12
        por     taken, stone
        pandn   taken, [state + 2*own + STATE_ALLOWED]
        pand    taken, xmm11
        movdqa  [state + 2*own + STATE_ALLOWED], taken
        por     atari, empty
        STEP    xmm11, atari, xmm12
        por     liberties, stone
        pandn   liberties, [state + 2*other + STATE_ALLOWED]
        pand    liberties, xmm11
        movdqa  [state + 2*other + STATE_ALLOWED], liberties

        // beside: the slots of the own groups beside the stone; slot: the lowest of these and of the free ones
        mov     rcx, [state + own + STATE_SLOTS]
        and     beside, rcx
        mov     rax, [state + other + STATE_SLOTS]
        or      rax, rcx
        or      rax, 1
        not     rax
        or      rax, beside
        bsf     slot, rax
        mov     r11, rax
        neg     r11
        and     r11, rax
        not     beside
        and     rcx, beside
        or      rcx, r11
        mov     [state + own + STATE_SLOTS], rcx

        // the slot holds the merged group, and its stones know it
        CUT(slot, slot)
        movq    qword ptr [state + 8*slot + STATE_LOW], merged
        pshufd  xmm10, merged, 0xff
        movd    dword ptr [state + 4*slot + STATE_HIGH], xmm10
        movd    xmm12, slot32
        punpcklbw xmm12, xmm12
        pshuflw xmm12, xmm12, 0
        punpcklqdq xmm12, xmm12
        movdqa  xmm10, merged
        RELABEL 0
        pshufd  xmm10, merged, 0x55
        RELABEL 32
        pshufd  xmm10, merged, 0xff
        RELABEL 64

        // the other colour is to move, and nothing is black's first move any more
        mov     eax, r10d
        shr     eax, 3
        mov     byte ptr [state + STATE_TO_MOVE], al
        mov     byte ptr [state + STATE_CENTRE], 0
        CUT(move_ends)
        .endm

        FUNCTION(nogo_play_x64)
        mov     esi, esi
        shl     rsi, 3
        mov     edx, edx
        PLAY
        ret
        END_FUNCTION(nogo_play_x64)

// number = how many bits of it are set
        .macro  POPCOUNT number
        mov     rax, \number
        shr     rax, 1
        movabs  rdx, 0x5555555555555555
        and     rax, rdx
        sub     \number, rax
        movabs  rdx, 0x3333333333333333
        mov     rax, \number
        shr     rax, 2
        and     \number, rdx
        and     rax, rdx
        add     \number, rax
        mov     rax, \number
        shr     rax, 4
        add     \number, rax
        movabs  rdx, 0x0f0f0f0f0f0f0f0f
        and     \number, rdx
        movabs  rdx, 0x0101010101010101
        imul    \number, rdx
        shr     \number, 56
        .endm

// point = one of low, high, each as likely as any other; to \none without a move. See DRAW_BELOW for `place`
        .macro  DRAW place, none
        // the number of moves
        mov     moves_low, low
        mov     moves, high
        POPCOUNT moves_low
        POPCOUNT moves
        add     moves, moves_low
        jz      \none

        DRAW_BELOW \place

        // point = bit number `drawn` of low, high; the lower ones are cleared first
        xor     eax, eax
        mov     edx, 32
        cmp     drawn, moves_low
        cmovb   edx, eax
        cmovae  low, high
        cmovae  rax, moves_low
        sub     drawn, rax
        jz      L(lowest_chosen_\place)
L(take_lowest_\place):
        CUT_PLY(lower)
        lea     rax, [low - 1]
        and     low, rax
        dec     drawn
        jnz     L(take_lowest_\place)
L(lowest_chosen_\place):
        bsf     rax, low
        add     edx, eax
        .endm

        FUNCTION(nogo_random_plies_x64)
        SAVE    rbx
        SAVE    rbp
        SAVE    r12
        SAVE    r13
        SAVE    r14
        SAVE    r15
        mov     random, rsi
        mov     counter, [random]
        mov     left, edx
        xor     played, played
        movzx   esi, byte ptr [state + STATE_TO_MOVE]
        shl     esi, 3
        jmp     L(next_ply)

        // each turn: a ply
        .balign 32
L(ply):
        CUT_PLY(ply)
        mov     low, [state + 2*own + STATE_ALLOWED]
        mov     high, [state + 2*own + STATE_ALLOWED + 8]
        DRAW    plies, L(no_move)
        CUT_PLY(chosen)
        PLAY
        CUT(moved, state, random, counter, left, played, other)
        mov     own, other
        inc     played
L(next_ply):
        sub     left, 1
        jnc     L(ply)

L(no_move):
        mov     [random], counter
        mov     eax, played
        .cfi_remember_state
        RESTORE r15
        RESTORE r14
        RESTORE r13
        RESTORE r12
        RESTORE rbp
        RESTORE rbx
        ret
        .cfi_restore_state

        DRAW_BELOW_AGAIN plies
        END_FUNCTION(nogo_random_plies_x64)

#include "nogo/plays.inc"

        FUNCTION(nogo_plays_x64)
        PLAYS
        END_FUNCTION(nogo_plays_x64)
