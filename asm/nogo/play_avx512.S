// A move with both masks, and random moves to the end of a game. Tier Avx512.
//
//   void nogo_play_avx512(struct state *state, uint32_t colour, uint32_t point)
//   uint32_t nogo_random_plies_avx512(struct state *state, uint64_t *random, uint32_t limit)
//
// Entry    any valid state (state.inc). play: colour 0 = black, 1 = white; point: allowed for the colour, whoever is to move.
//          random_plies: any limit, and the counter of a SplitMix64 sequence.
// Result   play: the stone stands there; groups, safe stones and the legal moves of both colours are exact; the other colour
//          is to move.
//          random_plies: plays legal moves, each as likely as any other, until the side to move has none or the limit is
//          reached; returns how many. It draws as Random::below does, so the same numbers on every tier.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, zmm0-zmm14, k1, k2, flags. Writes the state, and the counter.
// Idea     As in play_avx2.S, with the four neighbours' groups in one register. Liberties are counted instead of tested: a
//          group has one left, or is none, when its two halves hold less than two. The stones of the merged group are a mask
//          for the bytes of the ids.
// Budget   play: 115 instructions without branches; of the vector ones 25 shifts and shuffles.

#include "abi.inc"
#include "state.inc"

#define state       rdi
#define own         rsi         // 8 * colour: indexes the pairs of the state
#define point       rdx
#define other       r10         // 8 * the other colour
#define id_left     rax         // the slots of the neighbours' groups
#define id_right    rcx
#define id_above    r8
#define id_below    r9

#define groups      zmm0        // the opponent's groups at the four neighbours
#define stone       ymm2        // the point, twice
#define empty       zmm3        // the empty points after the move, four times
#define liberties   zmm4        // of the groups, as halves
#define free_merged xmm6
#define merged      xmm7        // the stone's group
#define sole        k1          // both quadwords of a group that has one liberty or is none
#define sole_merged k2

        RODATA
        .balign 64
HALVES:
        .quad   0x0000ffffffffffff, 0xffffffffffff0000
        .quad   0x0000ffffffffffff, 0xffffffffffff0000
        .quad   0x0000ffffffffffff, 0xffffffffffff0000
        .quad   0x0000ffffffffffff, 0xffffffffffff0000
// Shift counts that turn a point into its bit in both windows.
WINDOW_OFFSETS:
        .quad   0, -32, 0, -32
ONE:
        .quad   1, 1, 1, 1

// group = the stones of a slot: bits 0-31, 32-63, 64-95 and zeros
        .macro  LOAD_GROUP group, id
        vmovq   \group, qword ptr [state + 8*\id + STATE_LOW]
        vpinsrd \group, \group, dword ptr [state + 4*\id + STATE_HIGH], 2
        .endm

// around | first = the points one step from `from`, right in its halves; 0xfe: a | b | c
        .macro  STEP around, from, first, second
        vpsllq  \around, \from, 1
        vpsrlq  \first, \from, 1
        vpsllq  \second, \from, 10
        vpternlogq \around, \first, \second, 0xfe
        vpsrlq  \first, \from, 10
        .endm

        .macro  PLAY
        movzx   id_left, byte ptr [state + point + STATE_IDS - 1]
        movzx   id_right, byte ptr [state + point + STATE_IDS + 1]
        movzx   id_above, byte ptr [state + point + STATE_IDS - 10]
        movzx   id_below, byte ptr [state + point + STATE_IDS + 10]
        mov     other, own
        xor     other, 8

        // groups: those at the four neighbours, of either colour
        LOAD_GROUP xmm0, id_left
        LOAD_GROUP xmm8, id_right
        LOAD_GROUP xmm1, id_above
        LOAD_GROUP xmm9, id_below
        vinserti128 ymm0, ymm0, xmm8, 1
        vinserti128 ymm1, ymm1, xmm9, 1
        vinserti64x4 groups, groups, ymm1, 1
        vpshufd groups, groups, 0x94

        // stone, empty
        vpbroadcastq stone, point
        vpaddq  stone, stone, [rip + WINDOW_OFFSETS]
        vmovdqa ymm11, [rip + ONE]
        vpsllvq stone, ymm11, stone
        vshufi64x2 zmm12, zmm2, zmm2, 0x44
        vbroadcasti64x2 empty, [state + STATE_EMPTY]
        vpandnq empty, zmm12, empty
        vmovdqa [state + STATE_EMPTY], xmm3

        // merged: the stone and the own groups beside it; groups: the opponent's alone
        vmovdqa xmm11, [state + 2*own + STATE_STONES]
        vextracti64x4 ymm10, groups, 1
        vpor    ymm10, ymm10, ymm0
        vextracti128 xmm7, ymm10, 1
        // 0xa8: (a | b) & c
        vpternlogq merged, xmm10, xmm11, 0xa8
        vpor    merged, merged, xmm2
        vpor    xmm11, xmm11, xmm2
        vmovdqa [state + 2*own + STATE_STONES], xmm11
        vbroadcasti64x2 zmm12, [state + 2*other + STATE_STONES]
        vpandq  groups, groups, zmm12

        // liberties, free_merged
        vpandq  zmm13, empty, [rip + HALVES]
        STEP    liberties, groups, zmm11, zmm12
        vporq   zmm11, zmm11, liberties
        vpandq  liberties, zmm11, zmm13
        STEP    free_merged, merged, xmm11, xmm12
        vpor    xmm11, xmm11, free_merged
        vpand   free_merged, xmm11, xmm13

        // sole, sole_merged: where they are less than two
        vpopcntq zmm11, liberties
        vpopcntq xmm12, free_merged
        vpshufd zmm10, zmm11, 0x4e
        vpshufd xmm13, xmm12, 0x4e
        vpaddq  zmm11, zmm11, zmm10
        vpaddq  xmm12, xmm12, xmm13
        vpsrlq  zmm11, zmm11, 1
        vpsrlq  xmm12, xmm12, 1
        vptestnmq sole, zmm11, zmm11
        vptestnmq sole_merged, xmm12, xmm12

        // xmm4: liberties that are sole ones of the opponent's groups; xmm0: the stones of these groups
        vmovdqa64 zmm4{sole}{z}, zmm4
        vmovdqa64 zmm0{sole}{z}, zmm0
        vextracti64x4 ymm5, zmm4, 1
        vextracti64x4 ymm1, zmm0, 1
        vpor    ymm4, ymm4, ymm5
        vpor    ymm0, ymm0, ymm1
        vinserti128 ymm5, ymm4, xmm0, 1
        vperm2i128 ymm4, ymm4, ymm0, 0x31
        vpor    ymm4, ymm4, ymm5
        vextracti128 xmm5, ymm4, 1

        // ymm9: safe, the own colour's and the opponent's
        vpandn  xmm5, xmm5, [state + 2*other + STATE_SAFE]
        vpor    xmm9, merged, [state + 2*own + STATE_SAFE]
        vmovdqa64 xmm8{sole_merged}{z}, merged
        vpandn  xmm9, xmm8, xmm9
        vmovdqa [state + 2*other + STATE_SAFE], xmm5
        vmovdqa [state + 2*own + STATE_SAFE], xmm9
        vinserti128 ymm9, ymm9, xmm5, 1

        // allowed: not the point, no capture, no suicide
        vmovdqa64 xmm8{sole_merged}{z}, free_merged
        vinserti128 ymm4, ymm4, xmm8, 1
        vmovdqa xmm5, [state + 2*own + STATE_ALLOWED]
        vinserti128 ymm5, ymm5, [state + 2*other + STATE_ALLOWED], 1
        vpor    ymm4, ymm4, stone
        vpandn  ymm4, ymm4, ymm5
        vpor    ymm9, ymm9, ymm3
        STEP    ymm5, ymm9, ymm11, ymm12
        // 0xe0: a & (b | c)
        vpternlogq ymm4, ymm5, ymm11, 0xe0
        vmovdqa [state + 2*own + STATE_ALLOWED], xmm4
        vextracti128 [state + 2*other + STATE_ALLOWED], ymm4, 1

        // rax: the slots of the own groups beside the stone; r8: the lowest of these and of the free ones, r9: its number
        mov     r11d, 1
        shlx    rax, r11, rax
        shlx    rcx, r11, rcx
        shlx    r8, r11, r8
        shlx    r9, r11, r9
        or      rax, rcx
        or      r8, r9
        mov     rcx, [state + own + STATE_SLOTS]
        or      rax, r8
        and     rax, rcx
        mov     r8, [state + other + STATE_SLOTS]
        or      r8, rcx
        or      r8, 1
        not     r8
        or      r8, rax
        tzcnt   r9, r8
        blsi    r8, r8
        andn    rcx, rax, rcx
        or      rcx, r8
        mov     [state + own + STATE_SLOTS], rcx

        // the slot holds the merged group
        vmovq   qword ptr [state + 8*r9 + STATE_LOW], merged
        vpextrd dword ptr [state + 4*r9 + STATE_HIGH], merged, 3

        // its stones know it
        vpbroadcastb zmm11, r9d
        vmovq   rax, merged
        vpextrd ecx, merged, 3
        kmovq   k1, rax
        kmovq   k2, rcx
        vmovdqu64 zmm12, [state + STATE_IDS]
        vmovdqa ymm13, [state + STATE_IDS + 64]
        vmovdqu8 zmm12{k1}, zmm11
        vmovdqu8 ymm13{k2}, ymm11
        vmovdqu64 [state + STATE_IDS], zmm12
        vmovdqa [state + STATE_IDS + 64], ymm13

        // the other colour is to move, and nothing is black's first move any more
        mov     eax, r10d
        shr     eax, 3
        mov     byte ptr [state + STATE_TO_MOVE], al
        mov     byte ptr [state + STATE_CENTRE], 0
        .endm

        FUNCTION(nogo_play_avx512)
        shl     esi, 3
        mov     edx, edx
        PLAY
        vzeroupper
        ret
        END_FUNCTION(nogo_play_avx512)

#define random      rbp         // where the counter is
#define counter     rbx
#define left        r12d        // plies that may still be played
#define played      r13d
#define low         r14         // the legal moves, as halves
#define high        r15
#define moves       rcx         // how many they are
#define moves_low   r11         // how many of them are in the low half
#define drawn       r8

        FUNCTION(nogo_random_plies_avx512)
        push    rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        push    rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbp, 0
        push    r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r12, 0
        push    r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r13, 0
        push    r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r14, 0
        push    r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r15, 0
        mov     random, rsi
        mov     counter, [random]
        mov     left, edx
        xor     played, played
        movzx   own, byte ptr [state + STATE_TO_MOVE]
        shl     own, 3
        jmp     3f

        // each turn: a ply; first, the moves there are
        .balign 32
1:      mov     low, [state + 2*own + STATE_ALLOWED]
        mov     high, [state + 2*own + STATE_ALLOWED + 8]
        popcnt  moves_low, low
        popcnt  moves, high
        add     moves, moves_low
        jz      4f

        // drawn: the next of the sequence, its upper half times the number of moves
2:      movabs  rax, 0x9e3779b97f4a7c15
        add     counter, rax
        mov     drawn, counter
        mov     rax, counter
        shr     rax, 30
        xor     drawn, rax
        movabs  rax, 0xbf58476d1ce4e5b9
        imul    drawn, rax
        mov     rax, drawn
        shr     rax, 27
        xor     drawn, rax
        movabs  rax, 0x94d049bb133111eb
        imul    drawn, rax
        mov     rax, drawn
        shr     rax, 31
        xor     drawn, rax
        shr     drawn, 32
        imul    drawn, moves
        cmp     r8d, ecx
        jb      5f

        // point: the chosen one of the bits of low, high
6:      shr     drawn, 32
        mov     eax, 1
        shlx    rdx, rax, drawn
        pdep    rdx, rdx, low
        tzcnt   rdx, rdx
        mov     r9, drawn
        sub     r9, moves_low
        shlx    rax, rax, r9
        pdep    rax, rax, high
        tzcnt   rax, rax
        add     rax, 32
        cmp     drawn, moves_low
        cmovae  rdx, rax

        PLAY
        mov     own, other
        inc     played
3:      sub     left, 1
        jnc     1b

4:      mov     [random], counter
        mov     eax, played
        vzeroupper
        .cfi_remember_state
        pop     r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore r15
        pop     r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore r14
        pop     r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore r13
        pop     r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore r12
        pop     rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbp
        pop     rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbx
        ret
        .cfi_restore_state

        // Rarely: the lower half is small. Of its values the first (2^32 mod moves) are one too many; draw again on them.
5:      mov     eax, ecx
        neg     eax
        xor     edx, edx
        div     ecx
        cmp     r8d, edx
        jb      2b
        jmp     6b
        END_FUNCTION(nogo_random_plies_avx512)
