// A move with both masks, and random moves to the end of a game. Tier Avx2.
//
//   void nogo_play_avx2(struct board *state, uint32_t colour, uint32_t point)
//   uint32_t nogo_random_plies_avx2(struct board *state, uint64_t *random, uint32_t limit)      see random_plies.inc
//   void nogo_plays_avx2(struct board *states, uint8_t *points, size_t count, uint64_t *random)      see plays.inc
//
// Entry    any valid state (state.inc). colour 0 = black, 1 = white; point: allowed for the colour, whoever is to move.
// Result   the stone stands there; groups, safe stones and the legal moves of both colours are exact; the other colour
//          is to move.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm14, flags. Writes the state, and the counter.
// Idea     The stone joins the groups of its own neighbours, M; the opponent's neighbouring groups, E, lose a liberty. Nothing
//          else changes. Their liberties are one step around them, on empty points. A group that has one left forbids
//          it to the other colour (capture), and no longer gives its own colour a liberty (suicide):
//              allowed[c] &= ~(sole liberties of the other colour's groups among M, E) & neighbours(empty | safe[c])
//          An illegal point stays so until it is occupied, so nothing has to be added to the masks, ever.
//          The founding document's phases: (a) is the term neighbours(empty | ...), (b) and (c) are the sole liberties, of groups of
//          any size; suicide of groups is `safe`.
// Budget   play: 183 instructions without branches, of which 45 vector shifts and shuffles by two ports.

#include "abi.inc"
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
// Byte i of each: bit i % 8.
        CONSTANT(BITS, 32)
        .quad   0x8040201008040201, 0x8040201008040201, 0x8040201008040201, 0x8040201008040201
        END_CONSTANT(BITS)
// For each of 32 points, the byte of the windows that has its bit: points 0-31, 32-63, 64-95.
        CONSTANT(SPREAD, 32)
        .quad   0x0000000000000000, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303
        .quad   0x0404040404040404, 0x0505050505050505, 0x0606060606060606, 0x0707070707070707
        .quad   0x0c0c0c0c0c0c0c0c, 0x0d0d0d0d0d0d0d0d, 0x0e0e0e0e0e0e0e0e, 0x0f0f0f0f0f0f0f0f
        END_CONSTANT(SPREAD)

// group = the stones of a slot: bits 0-31, 32-63, 64-95 and zeros
        .macro  LOAD_GROUP group, id
        vmovq   \group, qword ptr [state + 8*\id + STATE_LOW]
        vpinsrd \group, \group, dword ptr [state + 4*\id + STATE_HIGH], 2
        .endm

// around = the points one step from `set`, halves right
        .macro  STEP around, set, first, second
        vpsllq  \around, \set, 1
        vpsrlq  \first, \set, 1
        vpsllq  \second, \set, 10
        vpor    \around, \around, \first
        vpsrlq  \first, \set, 10
        vpor    \around, \around, \second
        vpor    \around, \around, \first
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
        vpor    \first, \first, \second
        vpand   \sole, \sole, \first
        .endm

// The ids of 32 points: those in merged (twice in ymm7) get ymm11; ymm12 = BITS
        .macro  RELABEL first
        vpshufb ymm13, ymm7, [rip + SPREAD + \first]
        vpand   ymm13, ymm13, ymm12
        vpcmpeqb ymm13, ymm13, ymm12
        vmovdqa ymm14, [state + STATE_IDS + \first]
        vpblendvb ymm14, ymm14, ymm11, ymm13
        vmovdqa [state + STATE_IDS + \first], ymm14
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
        vmovq   xmm2, point
        vpbroadcastq stone, xmm2
        vpaddq  stone, stone, [rip + WINDOW_OFFSETS]
        vmovdqa ymm11, [rip + ONE]
        vpsllvq stone, ymm11, stone
        vbroadcasti128 empty, [state + STATE_EMPTY]
        vpandn  empty, stone, empty
        vmovdqa [state + STATE_EMPTY], xmm3

        // merged: the stone and the own groups beside it
        vpor    xmm10, xmm0, xmm8
        vpor    xmm11, xmm1, xmm9
        vpor    xmm10, xmm10, xmm11
        vpshufd merged, xmm10, 0x94
        vmovdqa xmm11, [state + 2*own + STATE_STONES]
        vpand   merged, merged, xmm11
        vpor    merged, merged, xmm2
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
        STEP    free_beside, beside, ymm11, ymm12
        STEP    free_beyond, beyond, ymm11, ymm12
        STEP    free_merged, merged, xmm11, xmm12
        vpand   free_beside, free_beside, ymm13
        vpand   free_beyond, free_beyond, ymm13
        vpand   free_merged, free_merged, xmm13

        // sole_beside, sole_beyond, sole_merged: which of them have one left
        vpcmpeqd ymm13, ymm13, ymm13
        vpxor   xmm14, xmm14, xmm14
        SOLE    sole_beside, free_beside, ymm11, ymm12, ymm13, ymm14
        SOLE    sole_beyond, free_beyond, ymm11, ymm12, ymm13, ymm14
        SOLE    sole_merged, free_merged, xmm11, xmm12, xmm13, xmm14

        // xmm0: the stones of the opponent's groups that have one; xmm4: these liberties; xmm6: the merged group's, if sole
        vpand   beside, beside, sole_beside
        vpand   beyond, beyond, sole_beyond
        vpor    ymm0, beside, beyond
        vextracti128 xmm1, ymm0, 1
        vpor    xmm0, xmm0, xmm1
        vpand   free_beside, free_beside, sole_beside
        vpand   free_beyond, free_beyond, sole_beyond
        vpor    ymm4, free_beside, free_beyond
        vextracti128 xmm5, ymm4, 1
        vpor    xmm4, xmm4, xmm5
        vpand   free_merged, free_merged, sole_merged

        // the opponent's safe stones; allowed_next: its legal moves: not the point, no capture, no suicide
        vpandn  xmm0, xmm0, [state + 2*other + STATE_SAFE]
        vmovdqa [state + 2*other + STATE_SAFE], xmm0
        vpor    xmm0, xmm0, xmm3
        STEP    allowed_next, xmm0, xmm11, xmm12
        vpor    free_merged, free_merged, xmm2
        vpandn  free_merged, free_merged, [state + 2*other + STATE_ALLOWED]
        vpand   allowed_next, allowed_next, free_merged
        vmovdqa [state + 2*other + STATE_ALLOWED], allowed_next

        // the own safe stones and legal moves
        vpor    xmm9, merged, [state + 2*own + STATE_SAFE]
        vpand   sole_merged, sole_merged, merged
        vpandn  xmm9, sole_merged, xmm9
        vmovdqa [state + 2*own + STATE_SAFE], xmm9
        vpor    xmm9, xmm9, xmm3
        STEP    xmm5, xmm9, xmm11, xmm12
        vpor    xmm4, xmm4, xmm2
        vpandn  xmm4, xmm4, [state + 2*own + STATE_ALLOWED]
        vpand   xmm5, xmm5, xmm4
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
        vmovd   xmm11, slot32
        vpbroadcastb ymm11, xmm11
        vinserti128 ymm7, ymm7, merged, 1
        vmovdqa ymm12, [rip + BITS]
        RELABEL 0
        RELABEL 32
        RELABEL 64

        // the other colour is to move, and nothing is black's first move any more
        mov     eax, r10d
        shr     eax, 3
        mov     byte ptr [state + STATE_TO_MOVE], al
        mov     byte ptr [state + STATE_CENTRE], 0
        CUT(move_ends)
        .endm

        FUNCTION(nogo_play_avx2)
        shl     esi, 3
        mov     edx, edx
        PLAY
        vzeroupper
        ret
        END_FUNCTION(nogo_play_avx2)

#include "nogo/random_plies.inc"

        FUNCTION(nogo_random_plies_avx2)
        RANDOM_PLIES
        END_FUNCTION(nogo_random_plies_avx2)

#include "nogo/plays.inc"

        FUNCTION(nogo_plays_avx2)
        PLAYS   vzeroupper
        END_FUNCTION(nogo_plays_avx2)
