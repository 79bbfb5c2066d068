// Random games, 256 of them at once, bit-sliced: each plane has one bit for each game. Tier Avx2.
//
//   uint32_t nogo_slices_avx2(struct slices *state, uint32_t least, uint32_t limit)
//
// Entry    state: as src/nogo/slices.rs has it (its offsets are in slices.inc), 64-byte aligned. Games on any boards of the 9x9
//          frame, each in a legal position; SHAPED is not 0 unless all boards are the full one. The candidates of a colour are
//          empty points, its legal moves among them. No row of DRAWN has a bit of a game that has just been launched.
// Result   eax: how many steps were made: `limit`, or fewer when at least `least` games were over before that. In a step each
//          game whose last point is not pending draws a candidate of the side to move; it is played if it is legal, and if not
//          it is no candidate of that colour any more. OVER has the games whose side to move has no candidate left: they have
//          lost. PLIES counts the plies.
// Changes  rax, rcx, rdx, r8-r11, ymm0-ymm15, flags. Reads and writes the state.
//
// Law      Every legal move is played with the same chance. A point that is illegal for a colour stays so until a stone stands
//          there: whichever group would lose its last liberty has no other point to grow on, and nothing is ever captured. So
//          what is dropped never becomes legal, and the candidates hold all legal moves. The drawn point is uniform among
//          them; given that it is legal, it is uniform among the legal moves. Given that it is not, the same colour draws anew
//          from the rest, and the same holds again.
//          A game may leave a step without a stone for two more reasons, and neither prefers a move: its three random numbers
//          were too large, before any of them meant a point; or three passes did not settle whether its point is legal: then
//          the point and what was reached stay for the next step. Drawing anew there would favour the moves that are easily
//          seen to be legal.
// Draw     The candidates of the side to move are counted by rows and these counts added up, in slices; a number k below the
//          total comes from the random bits under the total's mask, by rejection. It falls on the row where it first is below
//          the prefix sum; less the sum before, it is counted down along that row's candidates.
// Legal    A stone is legal exactly when with it every stone on the board, of either colour, reaches an empty point by way of
//          stones of its colour. One set is flooded for both: from a reached point to its neighbour, unless a wall is
//          between them, two stones of two colours. A pass goes down or up the rows, each wholly flooded before the next. All
//          reached: legal. A pass down after one up that changes nothing: illegal, for nothing more can be reached.
//          The passes that no game needs are left out, as early in games that begin together.
// Budget   A step is 6500 instructions for 256 games, of which some 800 are stores: by four vector operations or two loads a
//          cycle 1740 cycles, and 1720 are measured. A game takes 106 steps for its 74.4 plies. The walls are stored once and read
//          by three passes, which leaves a register for each column of a row; rows are flooded from both ends to the middle
//          and back, half as long a chain as from end to end.

#include "abi.inc"
#include "random/xoshiro_avx2.inc"

#define PLANE       32
#define VREG        ymm
#define VPAND       vpand
#define VPOR        vpor
#define VPXOR       vpxor
#define VPANDN      vpandn
#define VMOV        vmovdqa

// The column of the last point
#define COLUMN0     [last + COLUMNS + 0*PLANE]
#define COLUMN1     [last + COLUMNS + 1*PLANE]
#define COLUMN2     [last + COLUMNS + 2*PLANE]
#define COLUMN3     [last + COLUMNS + 3*PLANE]
#define COLUMN4     [last + COLUMNS + 4*PLANE]
#define COLUMN5     [last + COLUMNS + 5*PLANE]
#define COLUMN6     [last + COLUMNS + 6*PLANE]
#define COLUMN7     [last + COLUMNS + 7*PLANE]
#define COLUMN8     [last + COLUMNS + 8*PLANE]

#include "slices.inc"

        .macro  ONES a
        vpcmpeqd \a, \a, \a
        .endm

        .macro  NOT a, t
        vpcmpeqd \t, \t, \t
        vpxor   \a, \a, \t
        .endm

        .macro  FULL_ADD a, carry, b, c, t
        vpxor   \t, \a, \b
        vpand   \carry, \a, \b
        vpxor   \a, \t, \c
        vpand   \t, \t, \c
        vpor    \carry, \carry, \t
        .endm

        .macro  LESS less, k, n, t
        vpxor   \t, \k, \n
        vpandn  \less, \t, \less
        vpandn  \t, \k, \n
        vpor    \less, \less, \t
        .endm

        .macro  PICK a, b, c, t
        vpand   \t, \b, \c
        vpor    \a, \a, \t
        .endm

// ymm13, ymm14: the row of the last point, in the games where it leaves black's candidates, white's; ymm15: the side
        .macro  DROP
        .endm

        .macro  DROP_ROW
        vmovdqa ymm14, [above]
        vmovdqa ymm15, [state + SIDE]
        vpand   ymm13, ymm14, [state + DROPPED]
        vpand   ymm14, ymm14, [state + DROPPED + PLANE]
        .endm

        .macro  CANDIDATE out, column, t, last_column
        vpand   \out, ymm13, \last_column
        vpandn  \out, \out, [row + BLACK + \column*PLANE]
        vpand   \t, ymm14, \last_column
        vpandn  \t, \t, [row + WHITE + \column*PLANE]
        vmovdqa [row + BLACK + \column*PLANE], \out
        vmovdqa [row + WHITE + \column*PLANE], \t
        vpxor   \t, \t, \out
        vpand   \t, \t, ymm15
        vpxor   \out, \out, \t
        .endm

        .macro  COUNT_OVER
        popcnt  rax, [state + OVER]
        popcnt  rcx, [state + OVER + 8]
        add     rax, rcx
        popcnt  rcx, [state + OVER + 16]
        add     rax, rcx
        popcnt  rcx, [state + OVER + 24]
        add     rax, rcx
        .endm

        .macro  NUMBER_PLANES
        vmovdqa ymm0, [state + RANDOM]
        vmovdqa ymm4, [state + RANDOM + 32]
        vmovdqa ymm1, [state + RANDOM + 64]
        vmovdqa ymm5, [state + RANDOM + 96]
        vmovdqa ymm2, [state + RANDOM + 128]
        vmovdqa ymm6, [state + RANDOM + 160]
        vmovdqa ymm3, [state + RANDOM + 192]
        vmovdqa ymm7, [state + RANDOM + 224]
        lea     rax, [state + NUMBERS]
        mov     ecx, 11
6:      XOSHIRO ymm8, ymm0, ymm1, ymm2, ymm3, ymm10
        XOSHIRO ymm9, ymm4, ymm5, ymm6, ymm7, ymm11
        vmovdqa [rax], ymm8
        vmovdqa [rax + 32], ymm9
        add     rax, 64
        dec     ecx
        jnz     6b
        vmovdqa [state + RANDOM], ymm0
        vmovdqa [state + RANDOM + 32], ymm4
        vmovdqa [state + RANDOM + 64], ymm1
        vmovdqa [state + RANDOM + 96], ymm5
        vmovdqa [state + RANDOM + 128], ymm2
        vmovdqa [state + RANDOM + 160], ymm6
        vmovdqa [state + RANDOM + 192], ymm3
        vmovdqa [state + RANDOM + 224], ymm7
        .endm

// A point of the row at hand: the refused stone goes (ymm0: its row), the drawn one comes (ymm1: its row, ymm2: its colour).
// Between stones of two colours there is a wall
        .macro  PLACE_CELL column, stone, colour, stone_left, colour_left, shaped
        vpand   ymm7, ymm0, [last + COLUMNS + \column*PLANE]
        vpandn  \stone, ymm7, [row + OCCUPIED + \column*PLANE]
        vpand   ymm8, ymm1, [next + COLUMNS + \column*PLANE]
        vpor    \stone, \stone, ymm8
        vmovdqa [row + OCCUPIED + \column*PLANE], \stone
        vpandn  \colour, ymm8, [row + COLOUR + \column*PLANE]
        vpand   ymm8, ymm8, ymm2
        vpor    \colour, \colour, ymm8
        vmovdqa [row + COLOUR + \column*PLANE], \colour
        vpxor   ymm7, \colour, [above + COLOUR + \column*PLANE]
        vpand   ymm7, ymm7, \stone
        vpand   ymm7, ymm7, [above + OCCUPIED + \column*PLANE]
    .if \shaped
        vpor    ymm7, ymm7, [row + EDGE_ABOVE + \column*PLANE]
    .endif
        vmovdqa [row + WALL_ABOVE + \column*PLANE], ymm7
    .if \column
        vpxor   ymm7, \colour, \colour_left
        vpand   ymm7, ymm7, \stone
        vpand   ymm7, ymm7, \stone_left
      .if \shaped
        vpor    ymm7, ymm7, [row + EDGE_RIGHT + (\column - 1)*PLANE]
      .endif
        vmovdqa [row + WALL_RIGHT + (\column - 1)*PLANE], ymm7
    .endif
        .endm

// What is reached reaches its neighbour where no wall is
        .macro  SPREAD to, from, wall
        vpor    ymm15, ymm\from, [row + WALL_RIGHT + \wall*PLANE]
        vpand   ymm\to, ymm\to, ymm15
        .endm

// All of a row from any of it: inwards from both ends, then outwards
        .macro  SPREAD_ROW
        SPREAD  1, 0, 0
        SPREAD  7, 8, 7
        SPREAD  2, 1, 1
        SPREAD  6, 7, 6
        SPREAD  3, 2, 2
        SPREAD  5, 6, 5
        SPREAD  4, 3, 3
        SPREAD  4, 5, 4
        SPREAD  3, 4, 3
        SPREAD  5, 4, 4
        SPREAD  2, 3, 2
        SPREAD  6, 5, 5
        SPREAD  1, 2, 1
        SPREAD  7, 6, 6
        SPREAD  0, 1, 0
        SPREAD  8, 7, 7
        .endm

        .macro  UNREACHED_CELL column, shaped
    .if \shaped
        vpand   ymm15, ymm\column, [row + INSIDE + \column*PLANE]
        vpor    ymm9, ymm9, ymm15
    .else
        vpor    ymm9, ymm9, ymm\column
    .endif
        .endm

// ymm9 &= games with a point under trial; away when none is left
        .macro  UNLESS_UNREACHED label
        vpand   ymm9, ymm9, [state + TRIED]
        vptest  ymm9, ymm9
        jz      \label
        .endm

        .macro  FIRST_PASS
        vpxor   ymm9, ymm9, ymm9
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpcmpeqd ymm\column, ymm\column, ymm\column
        .endr
        .endm

        .macro  PLACE_AND_FLOOD shaped
        // place
        mov     row, state
        mov     above, state
        xor     eax, eax
        vmovdqa ymm2, [state + SIDE]
20:     vmovdqa ymm0, [last + rax]
        vpand   ymm0, ymm0, [state + REFUSED]
        vmovdqa ymm1, [next + rax]
        PLACE_CELL 0, ymm3, ymm5, ymm4, ymm6, \shaped
        PLACE_CELL 1, ymm4, ymm6, ymm3, ymm5, \shaped
        PLACE_CELL 2, ymm3, ymm5, ymm4, ymm6, \shaped
        PLACE_CELL 3, ymm4, ymm6, ymm3, ymm5, \shaped
        PLACE_CELL 4, ymm3, ymm5, ymm4, ymm6, \shaped
        PLACE_CELL 5, ymm4, ymm6, ymm3, ymm5, \shaped
        PLACE_CELL 6, ymm3, ymm5, ymm4, ymm6, \shaped
        PLACE_CELL 7, ymm4, ymm6, ymm3, ymm5, \shaped
        PLACE_CELL 8, ymm3, ymm5, ymm4, ymm6, \shaped
        mov     above, row
        add     row, ROW
        add     eax, PLANE
        cmp     eax, 9*PLANE
        jb      20b

        // down: a stone is reached from an empty point beside it, or from a reached stone of its colour
        lea     rax, [state + 8*ROW]
        mov     row, state
        lea     below, [state + ROW]
        vpxor   ymm10, ymm10, ymm10
        vmovdqa ymm14, [state + PENDING]
        NOT     ymm14, ymm13
        FIRST_PASS
21:     .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpor    ymm13, ymm14, [row + UNREACHED + \column*PLANE]
        vpor    ymm15, ymm\column, [row + WALL_ABOVE + \column*PLANE]
        vpand   ymm13, ymm13, [row + OCCUPIED + \column*PLANE]
        vpand   ymm15, ymm15, [below + OCCUPIED + \column*PLANE]
        vpand   ymm\column, ymm13, ymm15
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vmovdqa [row + UNREACHED + \column*PLANE], ymm\column
        UNREACHED_CELL \column, \shaped
        .endr
        cmp     row, rax
        je      22f
        mov     row, below
        add     below, ROW
        cmp     below, rax
        cmova   below, rax
        jmp     21b
22:     UNLESS_UNREACHED 29f

        // up
        mov     row, rax
        mov     below, rax
        FIRST_PASS
23:     .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpor    ymm15, ymm\column, [below + WALL_ABOVE + \column*PLANE]
        vpand   ymm\column, ymm15, [row + UNREACHED + \column*PLANE]
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vmovdqa [row + UNREACHED + \column*PLANE], ymm\column
        UNREACHED_CELL \column, \shaped
        .endr
        mov     below, row
        sub     row, ROW
        cmp     row, state
        jae     23b
        UNLESS_UNREACHED 29f

        // down again; ymm10: where that changes anything
        mov     row, state
        FIRST_PASS
24:     .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpor    ymm15, ymm\column, [row + WALL_ABOVE + \column*PLANE]
        vpand   ymm\column, ymm15, [row + UNREACHED + \column*PLANE]
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpxor   ymm15, ymm\column, [row + UNREACHED + \column*PLANE]
        vpor    ymm10, ymm10, ymm15
        vmovdqa [row + UNREACHED + \column*PLANE], ymm\column
        UNREACHED_CELL \column, \shaped
        .endr
        add     row, ROW
        cmp     row, rax
        jbe     24b
29:
        .endm

        FUNCTION(nogo_slices_avx2)
        NOGO_SLICES
        END_FUNCTION(nogo_slices_avx2)
