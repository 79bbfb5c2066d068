// The legal moves of both colours from the stones alone, and the legality of one move. Tier Avx512.
//
//   void nogo_masks_avx512(const struct position *positions, struct masks *masks, size_t count)
//   uint32_t nogo_is_legal_avx512(const struct position *position, uint32_t colour, uint32_t point)
//
//   struct position { uint128 black, white, empty; }    struct masks { uint128 black, white; }    bit = 10*row + column
//
// Entry    three sets that do not overlap, on the points of the 9x9 frame. masks: count > 0.
//          is_legal: colour 0 = black, 1 = white; point is one of the empty ones.
// Result   masks: as masks.inc says. is_legal: 1 if the point is one of those of the colour, else 0.
// Changes  rax, rcx, rdx, rsi, rdi, zmm0-zmm28, k1, flags. Reads the positions, writes the masks.
// Idea     masks: as in masks.inc. While there are four positions, four at once: a set's windows are a quarter of a register, and
//          nine registers hold all nine sets; the remaining positions follow one by one. One ternary operation joins a step to its links and to
//          what was reached. is_legal: as in masks_avx2.S.
// Budget   masks of four: a sweep over links is 81 instructions, of which 45 are shifts and shuffles.

#include "abi.inc"
#include "vector/ternary.inc"
#include "nogo/state.inc"

#define from_left   zmm0        // points linked to their left neighbour: stones of one colour on both
#define from_right  zmm1
#define from_above  zmm2
#define from_below  zmm3
#define reach0      zmm4        // stones of groups found with each of the nine sets
#define reach1      zmm5
#define reach2      zmm6
#define reach3      zmm7
#define reach4      zmm8
#define reach5      zmm9
#define reach6      zmm10
#define reach7      zmm11
#define reach8      zmm12
                                // zmm13-zmm21: the same before the sweep at hand
#define ones        zmm13       // with how many sets a stone's group was found, as a binary number; at four it stays
#define twos        zmm14
#define fours       zmm15
#define stones      zmm26
#define empty       zmm27
#define mend        zmm28

// Each window takes from the other what the other is right about: words 0 1 2 5, 2 5 6 7.
        CONSTANT(MEND, 64)
        .rept   4
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 4, 5, 10, 11, 12, 13, 14, 15
        .endr
        END_CONSTANT(MEND)
// Windows to 128 bits: words 0 1 2 5 6 7, and zeros.
        CONSTANT(JOIN, 64)
        .rept   4
        .byte   0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1
        .endr
        END_CONSTANT(JOIN)
// Shift counts that turn a point into its bit in both windows.
        CONSTANT(WINDOW_OFFSETS, 16)
        .quad   0, -32
        END_CONSTANT(WINDOW_OFFSETS)
        CONSTANT(ONE, 16)
        .quad   1, 1
        END_CONSTANT(ONE)

// around = the points one step from `from`, right in its halves
        .macro  STEP around, from, first, second
        vpsllq  \around, \from, 1
        vpsrlq  \first, \from, 1
        vpsllq  \second, \from, 10
        vpternlogq \around, \first, \second, ANY
        vpsrlq  \first, \from, 10
        vporq   \around, \around, \first
        .endm

        .macro  OR_AND into, a, b, lost
        vpternlogq \into, \a, \b, OR_BOTH
        .endm

        .macro  OR_XOR into, a, b, lost
        vpternlogq \into, \a, \b, OR_DIFFERENT
        .endm

#include "nogo/masks.inc"

// The links between black stones and between white ones, from their windows
        .macro  LINKS black, white, left, right, above, below, temporary
        vpsllq  \left, \black, 1
        vpsllq  \temporary, \white, 1
        vpandq  \left, \left, \black
        vpternlogq \left, \temporary, \white, OR_BOTH
        vpsrlq  \right, \left, 1
        vpsllq  \above, \black, 10
        vpsllq  \temporary, \white, 10
        vpandq  \above, \above, \black
        vpternlogq \above, \temporary, \white, OR_BOTH
        vpsrlq  \below, \above, 10
        .endm

// reach grows by a step over links
        .macro  GROW reach, shift, steps, links, temporary
        \shift  \temporary, \reach, \steps
        OR_AND  \reach, \temporary, \links, \temporary
        .endm

// All nine grow by a step
        .macro  GROW_FOURS shift, steps, links
        .irp    number, 4, 5, 6, 7, 8, 9, 10, 11, 12
        GROW    zmm\number, \shift, \steps, \links, zmm22
        .endr
        .endm

// reach = the stones next to the empty points of the set at `offset`
        .macro  SEED_FOUR reach, offset
        vbroadcasti64x2 zmm22, [codes + \offset]
        vpandq  zmm22, zmm22, empty
        STEP    \reach, zmm22, zmm23, zmm24
        vpandq  \reach, \reach, stones
        vpshufb \reach, \reach, mend
        .endm

// field = four positions' sets at `offset`, as windows
        .macro  LOAD number, offset
        vmovdqu xmm\number, [positions + \offset]
        vinserti128 ymm\number, ymm\number, [positions + \offset + 48], 1
        vmovdqu64 xmm24, [positions + \offset + 96]
        vinserti32x4 ymm24, ymm24, [positions + \offset + 144], 1
        vinserti64x4 zmm\number, zmm\number, ymm24, 1
        vpshufd zmm\number, zmm\number, 0x94
        .endm

// moves = where `own` is legal: zmm22 gets its stones with two liberties and the empty points, zmm23
// the opponent's stones with one
        .macro  LEGAL moves, own, opponent
        vmovdqa64 zmm22, \own
        vpternlogq zmm22, fours, empty, BOTH_OR_C
        vpandnq zmm23, fours, \opponent
        STEP    \moves, zmm22, zmm24, zmm25
        STEP    zmm22, zmm23, zmm24, zmm25
        vpternlogq \moves, zmm22, empty, AND_C_NOT_B
        vpshufb \moves, \moves, [rip + JOIN]
        .endm

        FUNCTION(nogo_masks_avx512)
        lea     codes, [rip + SYMBOL(nogo_codes)]
        cmp     count, 4
        jb      L(fewer_than_four)
        vmovdqa64 mend, [rip + MEND]

        // each turn: four positions
L(next_four):
        CUT(turn, positions, masks, count)
        LOAD    10, 0
        LOAD    11, 16
        LOAD    12, 32
        vmovdqa64 empty, zmm12
        vporq   stones, zmm10, zmm11
        LINKS   zmm10, zmm11, from_left, from_right, from_above, from_below, zmm22
        SEED_FOUR reach0, 0
        SEED_FOUR reach1, 16
        SEED_FOUR reach2, 32
        SEED_FOUR reach3, 48
        SEED_FOUR reach4, 64
        SEED_FOUR reach5, 80
        SEED_FOUR reach6, 96
        SEED_FOUR reach7, 112
        SEED_FOUR reach8, 128

        // each turn: a step in each direction, until none finds a stone
2:
        CUT(growing, reach0, reach1, reach2, reach3, reach4, reach5, reach6, reach7, reach8)
        vmovdqa64 zmm13, reach0
        vmovdqa64 zmm14, reach1
        vmovdqa64 zmm15, reach2
        vmovdqa64 zmm16, reach3
        vmovdqa64 zmm17, reach4
        vmovdqa64 zmm18, reach5
        vmovdqa64 zmm19, reach6
        vmovdqa64 zmm20, reach7
        vmovdqa64 zmm21, reach8
        GROW_FOURS vpsllq, 1, from_left
        GROW_FOURS vpsrlq, 1, from_right
        GROW_FOURS vpsllq, 10, from_above
        GROW_FOURS vpsrlq, 10, from_below
        .irp    number, 4, 5, 6, 7, 8, 9, 10, 11, 12
        vpshufb zmm\number, zmm\number, mend
        .endr

        // zmm13, zmm14, zmm15: what was found
        vpxorq  zmm13, zmm13, zmm4
        vpxorq  zmm14, zmm14, zmm5
        vpxorq  zmm15, zmm15, zmm6
        vpternlogq zmm13, zmm16, zmm7, OR_DIFFERENT
        vpternlogq zmm14, zmm17, zmm8, OR_DIFFERENT
        vpternlogq zmm15, zmm18, zmm9, OR_DIFFERENT
        vpternlogq zmm13, zmm19, zmm10, OR_DIFFERENT
        vpternlogq zmm14, zmm20, zmm11, OR_DIFFERENT
        vpternlogq zmm15, zmm21, zmm12, OR_DIFFERENT
        vpternlogq zmm13, zmm14, zmm15, ANY
        vptestmq k1, zmm13, zmm13
        kortestb k1, k1
        jnz     2b
        CUT(grown, reach0, reach1, reach2, reach3, reach4, reach5, reach6, reach7, reach8)

        // fours: the stones of groups with two liberties
        vpxorq  ones, ones, ones
        vpxorq  twos, twos, twos
        vpxorq  fours, fours, fours
        .irp    number, 4, 5, 6, 7, 8, 9, 10, 11, 12
        vpandq  zmm22, ones, zmm\number
        vpxorq  ones, ones, zmm\number
        vpternlogq fours, twos, zmm22, OR_BOTH
        vpxorq  twos, twos, zmm22
        .endr
        LOAD    0, 0
        LOAD    1, 16
        LEGAL   zmm4, zmm0, zmm1
        LEGAL   zmm5, zmm1, zmm0
        vmovdqu [masks], xmm4
        vmovdqu [masks + 16], xmm5
        vextracti128 [masks + 32], ymm4, 1
        vextracti128 [masks + 48], ymm5, 1
        vextracti32x4 [masks + 64], zmm4, 2
        vextracti32x4 [masks + 80], zmm5, 2
        vextracti32x4 [masks + 96], zmm4, 3
        vextracti32x4 [masks + 112], zmm5, 3
        add     positions, 192
        sub     masks, -128
        sub     count, 4
        jz      L(masks_done)
        cmp     count, 4
        jae     L(next_four)

        // each turn: a position
L(fewer_than_four):
        vmovdqa mended, [rip + MEND]
L(next_one):
        CUT(turn, positions, masks, count)
        MASKS_OF_ONE
        add     positions, 48
        add     masks, 32
        dec     count
        jnz     L(next_one)
L(masks_done):
        vzeroupper
        ret
        END_FUNCTION(nogo_masks_avx512)

#define position    rdi
#define own         rsi         // 16 * colour
#define point       rdx
#define reach       xmm4
#define wanted      xmm5        // the stone and those beside it, of either colour

        FUNCTION(nogo_is_legal_avx512)
        shl     esi, 4
        mov     edx, edx

        // xmm10: the stone; xmm6, xmm7: the own stones with it, the opponent's; xmm9: the empty points that remain
        vmovq   xmm10, point
        vpbroadcastq xmm10, xmm10
        vpaddq  xmm10, xmm10, [rip + WINDOW_OFFSETS]
        vmovdqa xmm11, [rip + ONE]
        vpsllvq xmm10, xmm11, xmm10
        vpshufd xmm6, [position + own], 0x94
        xor     own, 16
        vpshufd xmm7, [position + own], 0x94
        vpshufd xmm9, [position + 32], 0x94
        vpor    xmm6, xmm6, xmm10
        vpandn  xmm9, xmm10, xmm9
        vpor    xmm8, xmm6, xmm7
        LINKS   xmm6, xmm7, xmm0, xmm1, xmm2, xmm3, xmm12

        // wanted; reach: the stones next to an empty point
        STEP    wanted, xmm10, xmm11, xmm12
        vpor    wanted, wanted, xmm10
        vpand   wanted, wanted, xmm8
        vpshufb wanted, wanted, [rip + MEND]
        STEP    reach, xmm9, xmm11, xmm12
        vpand   reach, reach, xmm8
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
        END_FUNCTION(nogo_is_legal_avx512)
