// A move with both masks, and random moves to the end of a game. Tier Avx512.
//
//   void nogo_play_avx512(struct board *state, uint32_t colour, uint32_t point)
//   uint32_t nogo_random_plies_avx512(struct board *state, uint64_t *random, uint32_t limit)      see random_plies.inc
//   void nogo_plays_avx512(struct board *states, uint8_t *points, size_t count, uint64_t *random)      see plays.inc
//
// Entry    any valid state (state.inc). colour 0 = black, 1 = white; point: allowed for the colour, whoever is to move.
// Result   the stone stands there; groups, safe stones and the legal moves of both colours are exact; the other colour
//          is to move.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm14, k1-k3, flags. Writes the state, and the counter.
// Idea     As in play_avx2.S, with ternary operations, and the merged group as masks for the bytes of the ids: 32 at a time, as
//          a state is aligned to 32 bytes and 64 would cross a cache line (a third longer on Granite Rapids). Ymm registers:
//          four groups in a zmm take the same ports as long on Zen 4, and gathering them costs more. Nor are liberties
//          counted (VPOPCNTDQ): a comparison into a mask register takes longer than the vector form.
// Budget   play: 159 instructions without branches, of which 42 vector shifts and shuffles by two ports.

#include "abi.inc"
#include "vector/ternary.inc"
#include "nogo/state.inc"

#define state       rdi
#define own         rsi         // 8 * colour: indexes the pairs of the state
#define point       rdx
#define other       r10         // 8 * the other colour
#define id_left     rax         // the slots of the neighbours' groups
#define id_right    rcx
#define id_above    r8
#define id_below    r9
#define slot        r9          // of the stone's group
#define slot32      r9d

#define beside      ymm0        // the opponent's groups at the left and the right neighbour
#define beyond      ymm1        // and at those above and below
#define stone       ymm2        // the point, twice
#define empty       ymm3        // the empty points after the move, twice
#define free_beside ymm4        // the liberties of these groups, as halves
#define free_beyond ymm5
#define free_merged xmm6
#define merged      xmm7        // the stone's group
#define allowed_next xmm1       // the legal moves of the other colour
#define sole_beside ymm8        // all ones for a group with one liberty, and for no group
#define sole_beyond ymm9
#define sole_merged xmm10

// Shift counts that turn a point into its bit in both windows.
        CONSTANT(WINDOW_OFFSETS, 32)
        .quad   0, -32, 0, -32
        END_CONSTANT(WINDOW_OFFSETS)
        CONSTANT(ONE, 32)
        .quad   1, 1, 1, 1
        END_CONSTANT(ONE)
        HALVES_FOR 2

// group = the stones of a slot: bits 0-31, 32-63, 64-95 and zeros
        .macro  LOAD_GROUP group, id
        vmovq   \group, qword ptr [state + 8*\id + STATE_LOW]
        vpinsrd \group, \group, dword ptr [state + 4*\id + STATE_HIGH], 2
        .endm

// around = the points one step from `from` within `within`, halves of it
        .macro  STEP around, from, within, first, second
        vpsllq  \around, \from, 1
        vpsrlq  \first, \from, 1
        vpsllq  \second, \from, 10
        vpternlogq \around, \first, \second, ANY
        vpsrlq  \first, \from, 10
        vpternlogq \around, \first, \within, EITHER_AND_C
        .endm

// sole = all ones in the lanes where `halves` has at most one bit
        .macro  SOLE sole, halves, first, second, all_ones, zero
        vpaddq  \sole, \halves, \all_ones
        vpand   \sole, \sole, \halves
        vpcmpeqq \sole, \sole, \zero
        vpcmpeqq \first, \halves, \zero
        vpshufd \second, \sole, 0x4e
        vpand   \sole, \sole, \second
        vpshufd \second, \first, 0x4e
        vpternlogq \sole, \first, \second, AND_EITHER
        .endm

        .macro  PLAY
        movzx   id_left, byte ptr [state + point + STATE_IDS - 1]
        movzx   id_right, byte ptr [state + point + STATE_IDS + 1]
        movzx   id_above, byte ptr [state + point + STATE_IDS - 10]
        movzx   id_below, byte ptr [state + point + STATE_IDS + 10]
        mov     other, own
        xor     other, 8

        // the groups at the four neighbours, of either colour: xmm0, xmm8, xmm1, xmm9
        LOAD_GROUP xmm0, id_left
        LOAD_GROUP xmm8, id_right
        LOAD_GROUP xmm1, id_above
        LOAD_GROUP xmm9, id_below

        // stone, empty
        vpbroadcastq stone, point
        vpaddq  stone, stone, [rip + WINDOW_OFFSETS]
        vmovdqa ymm11, [rip + ONE]
        vpsllvq stone, ymm11, stone
        vbroadcasti128 empty, [state + STATE_EMPTY]
        vpandn  empty, stone, empty
        vmovdqa [state + STATE_EMPTY], xmm3

        // merged: the stone and the own groups beside it
        vmovdqa xmm11, [state + 2*own + STATE_STONES]
        vpor    xmm10, xmm0, xmm8
        vpternlogq xmm10, xmm1, xmm9, ANY
        vpshufd merged, xmm10, 0x94
        vpternlogq merged, xmm11, xmm2, BOTH_OR_C
        vpor    xmm11, xmm11, xmm2
        vmovdqa [state + 2*own + STATE_STONES], xmm11

        // beside, beyond: the opponent's groups
        vbroadcasti128 ymm12, [state + 2*other + STATE_STONES]
        vinserti128 beside, beside, xmm8, 1
        vinserti128 beyond, beyond, xmm9, 1
        vpshufd beside, beside, 0x94
        vpshufd beyond, beyond, 0x94
        vpand   beside, beside, ymm12
        vpand   beyond, beyond, ymm12

        // liberties of them all
        vpand   ymm13, empty, [rip + HALVES]
        STEP    free_beside, beside, ymm13, ymm11, ymm12
        STEP    free_beyond, beyond, ymm13, ymm11, ymm12
        STEP    free_merged, merged, xmm13, xmm11, xmm12

        // sole_beside, sole_beyond, sole_merged: which of them have one left
        vpcmpeqd ymm13, ymm13, ymm13
        vpxor   xmm14, xmm14, xmm14
        SOLE    sole_beside, free_beside, ymm11, ymm12, ymm13, ymm14
        SOLE    sole_beyond, free_beyond, ymm11, ymm12, ymm13, ymm14
        SOLE    sole_merged, free_merged, xmm11, xmm12, xmm13, xmm14

        // xmm0: the stones of the opponent's groups that have one; xmm4: these liberties; xmm6: the merged group's, if sole.
        vpand   beside, beside, sole_beside
        vpternlogq beside, beyond, sole_beyond, OR_BOTH
        vextracti128 xmm1, ymm0, 1
        vpor    xmm0, xmm0, xmm1
        vpand   free_beside, free_beside, sole_beside
        vpternlogq free_beside, free_beyond, sole_beyond, OR_BOTH
        vextracti128 xmm5, ymm4, 1
        vpor    xmm4, xmm4, xmm5
        vpand   free_merged, free_merged, sole_merged

        // the opponent's safe stones; allowed_next: its legal moves: not the point, no capture, no suicide
        vpandn  xmm0, xmm0, [state + 2*other + STATE_SAFE]
        vmovdqa [state + 2*other + STATE_SAFE], xmm0
        vpor    xmm0, xmm0, xmm3
        vpor    free_merged, free_merged, xmm2
        vpandn  free_merged, free_merged, [state + 2*other + STATE_ALLOWED]
        STEP    allowed_next, xmm0, free_merged, xmm11, xmm12
        vmovdqa [state + 2*other + STATE_ALLOWED], allowed_next

        // the own safe stones and legal moves
        vpor    xmm9, merged, [state + 2*own + STATE_SAFE]
        vpand   sole_merged, sole_merged, merged
        vpandn  xmm9, sole_merged, xmm9
        vmovdqa [state + 2*own + STATE_SAFE], xmm9
        vpor    xmm9, xmm9, xmm3
        vpor    xmm4, xmm4, xmm2
        vpandn  xmm4, xmm4, [state + 2*own + STATE_ALLOWED]
        STEP    xmm5, xmm9, xmm4, xmm11, xmm12
        vmovdqa [state + 2*own + STATE_ALLOWED], xmm5

        // rax: the slots of the own groups beside the stone; r8: the lowest of these and of the free ones, slot: its number
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
        tzcnt   slot, r8
        blsi    r8, r8
        andn    rcx, rax, rcx
        or      rcx, r8
        mov     [state + own + STATE_SLOTS], rcx

        // the slot holds the merged group
        CUT(slot, slot)
        vmovq   qword ptr [state + 8*slot + STATE_LOW], merged
        vpextrd dword ptr [state + 4*slot + STATE_HIGH], merged, 3

        // its stones know it
        vpbroadcastb ymm11, slot32
        vmovq   rax, merged
        vpextrd ecx, merged, 3
        kmovd   k1, eax
        shr     rax, 32
        kmovd   k2, eax
        kmovd   k3, ecx
        vmovdqa ymm12, [state + STATE_IDS]
        vmovdqa ymm13, [state + STATE_IDS + 32]
        vmovdqa ymm14, [state + STATE_IDS + 64]
        vmovdqu8 ymm12{k1}, ymm11
        vmovdqu8 ymm13{k2}, ymm11
        vmovdqu8 ymm14{k3}, ymm11
        vmovdqa [state + STATE_IDS], ymm12
        vmovdqa [state + STATE_IDS + 32], ymm13
        vmovdqa [state + STATE_IDS + 64], ymm14

        // the other colour is to move, and nothing is black's first move any more
        mov     eax, r10d
        shr     eax, 3
        mov     byte ptr [state + STATE_TO_MOVE], al
        mov     byte ptr [state + STATE_CENTRE], 0
        CUT(move_ends)
        .endm

        FUNCTION(nogo_play_avx512)
        shl     esi, 3
        mov     edx, edx
        PLAY
        vzeroupper
        ret
        END_FUNCTION(nogo_play_avx512)

#include "nogo/random_plies.inc"

        FUNCTION(nogo_random_plies_avx512)
        RANDOM_PLIES
        END_FUNCTION(nogo_random_plies_avx512)

#include "nogo/plays.inc"

        FUNCTION(nogo_plays_avx512)
        PLAYS   vzeroupper
        END_FUNCTION(nogo_plays_avx512)
