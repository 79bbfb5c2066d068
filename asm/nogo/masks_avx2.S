// The legal moves of both colours from the stones alone, and the legality of one move. Tier Avx2.
//
//   void nogo_masks_avx2(const struct position *positions, struct masks *masks, size_t count)
//   uint32_t nogo_is_legal_avx2(const struct position *position, uint32_t colour, uint32_t point)
//
//   struct position { uint128 black, white, empty; }    struct masks { uint128 black, white; }    bit = 10*row + column
//
// Entry    three sets that do not overlap, on the points of the 9x9 frame. masks: count is even, 2 or more.
//          is_legal: colour 0 = black, 1 = white; point is one of the empty ones.
// Result   masks: for each position, the empty points where black's stone would leave every group next to it and its own a
//          liberty, and white's. is_legal: 1 if the point is one of those of the colour, else 0.
// Changes  rax, rcx, rdx, rsi, rdi, ymm0-ymm15, flags. Reads the positions, writes the masks.
// Idea     Let f grow over links between stones of one colour until nothing changes: then it holds whole groups, black and
//          white alike. masks: grown from the stones next to the empty points of one of the nine sets of codes.S, it tells
//          which groups have a liberty there. Groups found with four sets or more have two liberties, the others one:
//              legal[c] = empty & ~neighbours(the other colour's groups with one) & neighbours(empty | own groups with two)
//          Two positions a register, three sets at a time.
//          is_legal: with the stone placed and f grown from the stones next to an empty point, it must reach the stone and
//          those beside it. Usually it does in a step or two.
// Budget   masks: a sweep over links is 42 instructions for three sets, of which 15 are shifts and shuffles by two ports.

#include "abi.inc"
#include "nogo/state.inc"

#define positions   rdi
#define masks       rsi
#define count       rdx         // positions left
#define set         rcx         // the next three of the nine sets
#define rounds      eax

#define from_left   ymm0        // points linked to their left neighbour: stones of one colour on both
#define from_right  ymm1
#define from_above  ymm2
#define from_below  ymm3
#define reach_a     ymm4        // stones of groups found with each set
#define reach_b     ymm5
#define reach_c     ymm6
#define ones        ymm7        // of the sets so far, with how many a stone's group was found, as a binary number;
#define twos        ymm8        // at four it stays
#define fours       ymm9
#define stones      ymm14
#define empty       ymm15

        RODATA
        .balign 32
// Each window takes from the other what the other is right about: words 0 1 2 5, 2 5 6 7.
MEND:
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 4, 5, 10, 11, 12, 13, 14, 15
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 4, 5, 10, 11, 12, 13, 14, 15
// Shift counts that turn a point into its bit in both windows.
WINDOW_OFFSETS:
        .quad   0, -32
ONE:
        .quad   1, 1
// Windows to 128 bits: words 0 1 2 5 6 7, and zeros.
JOIN:
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1

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

// reach grows by a step over links
        .macro  GROW reach, shift, steps, links, temporary
        \shift  \temporary, \reach, \steps
        vpand   \temporary, \temporary, \links
        vpor    \reach, \reach, \temporary
        .endm

// All three grow by a step
        .macro  GROW_ALL shift, steps, links
        GROW    reach_a, \shift, \steps, \links, ymm13
        GROW    reach_b, \shift, \steps, \links, ymm13
        GROW    reach_c, \shift, \steps, \links, ymm13
        .endm

// reach = the stones next to the empty points of the set at `offset`
        .macro  SEED reach, offset
        vbroadcasti128 ymm13, [set + \offset]
        vpand   ymm13, ymm13, empty
        STEP    \reach, ymm13, ymm10, ymm11
        vpand   \reach, \reach, stones
        vpshufb \reach, \reach, [rip + MEND]
        .endm

// One set more: the number goes up where it reached
        .macro  COUNT reach
        vpand   ymm10, ones, \reach
        vpxor   ones, ones, \reach
        vpand   ymm11, twos, ymm10
        vpxor   twos, twos, ymm10
        vpor    fours, fours, ymm11
        .endm

// field = two positions' sets at `offset`, as windows
        .macro  LOAD field, low, offset
        vmovdqu \low, [positions + \offset]
        vinserti128 \field, \field, [positions + \offset + 48], 1
        vpshufd \field, \field, 0x94
        .endm

// moves = where `own` is legal: own, opponent become those of its stones with two liberties, those of the opponent's with one
        .macro  LEGAL moves, own, opponent
        vpand   \own, \own, fours
        vpandn  \opponent, fours, \opponent
        vpor    \own, \own, empty
        STEP    \moves, \own, ymm10, ymm11
        STEP    ymm12, \opponent, ymm10, ymm11
        vpand   \moves, \moves, empty
        vpandn  \moves, ymm12, \moves
        vpshufb \moves, \moves, [rip + JOIN]
        .endm

        FUNCTION(nogo_masks_avx2)
        // each turn: two positions
L(next_positions):
        LOAD    ymm10, xmm10, 0
        LOAD    ymm11, xmm11, 16
        LOAD    empty, xmm15, 32
        vpor    stones, ymm10, ymm11
        LINKS   ymm10, ymm11, from_left, from_right, from_above, from_below, ymm12
        vpxor   ones, ones, ones
        vpxor   twos, twos, twos
        vpxor   fours, fours, fours
        lea     set, [rip + SYMBOL(nogo_codes)]
        mov     rounds, 3

        // each turn: three sets
L(next_sets):
        SEED    reach_a, 0
        SEED    reach_b, 16
        SEED    reach_c, 32

        // each turn: a step in each direction, until none finds a stone
L(next_step):
        vmovdqa ymm10, reach_a
        vmovdqa ymm11, reach_b
        vmovdqa ymm12, reach_c
        GROW_ALL vpsllq, 1, from_left
        GROW_ALL vpsrlq, 1, from_right
        GROW_ALL vpsllq, 10, from_above
        GROW_ALL vpsrlq, 10, from_below
        vpshufb reach_a, reach_a, [rip + MEND]
        vpshufb reach_b, reach_b, [rip + MEND]
        vpshufb reach_c, reach_c, [rip + MEND]
        vpxor   ymm10, ymm10, reach_a
        vpxor   ymm11, ymm11, reach_b
        vpxor   ymm12, ymm12, reach_c
        vpor    ymm10, ymm10, ymm11
        vpor    ymm10, ymm10, ymm12
        vptest  ymm10, ymm10
        jnz     L(next_step)

        COUNT   reach_a
        COUNT   reach_b
        COUNT   reach_c
        add     set, 48
        dec     rounds
        jnz     L(next_sets)

        // fours: the stones of groups with two liberties
        LOAD    ymm0, xmm0, 0
        LOAD    ymm1, xmm1, 16
        vmovdqa ymm2, ymm0
        vmovdqa ymm3, ymm1
        LEGAL   ymm4, ymm0, ymm1
        LEGAL   ymm5, ymm3, ymm2
        vmovdqu [masks], xmm4
        vmovdqu [masks + 16], xmm5
        vextracti128 [masks + 32], ymm4, 1
        vextracti128 [masks + 48], ymm5, 1
        add     positions, 96
        add     masks, 64
        sub     count, 2
        jnz     L(next_positions)
        vzeroupper
        ret
        END_FUNCTION(nogo_masks_avx2)

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
2:      vptest  reach, wanted
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
