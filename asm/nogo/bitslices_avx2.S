// Steps of 256 random games at once, bit-sliced. Tier Avx2. Contract and body: bitslices.inc.
//
//   uint32_t nogo_bitslices_plies_avx2(struct planes *state, uint32_t least, uint32_t limit)
//
// Idea     The walls are stored once and read by three passes, which leaves a register for each column of a row; rows are
//          flooded from both ends to the middle and back, half as long a chain as from end to end.
// Budget   A step is 6500 instructions for 256 games, of which some 800 are stores: by four vector operations or two loads a
//          cycle 1740 cycles, and 1720 are measured. A game takes 106 steps for its 74.4 plies.

#include "abi.inc"
#include "vector/avx2.inc"
#include "random/xoshiro_avx2.inc"

// The column of the last point
#define COLUMN0     [last + COLUMNS + 0*BYTES]
#define COLUMN1     [last + COLUMNS + 1*BYTES]
#define COLUMN2     [last + COLUMNS + 2*BYTES]
#define COLUMN3     [last + COLUMNS + 3*BYTES]
#define COLUMN4     [last + COLUMNS + 4*BYTES]
#define COLUMN5     [last + COLUMNS + 5*BYTES]
#define COLUMN6     [last + COLUMNS + 6*BYTES]
#define COLUMN7     [last + COLUMNS + 7*BYTES]
#define COLUMN8     [last + COLUMNS + 8*BYTES]

#include "nogo/bitslices.inc"

#define missing     V9          // games in which some stone is not reached
#define changed     V10         // where the last pass reached one

// V13, V14: the row of the last point, in the games where it leaves black's candidates, white's; V15: the side
        .macro  DROP
        .endm

        .macro  DROP_ROW
        V_LOAD  V14, [above]
        V_LOAD  V15, [state + SIDE]
        V_AND   V13, V14, [state + DROPPED]
        V_AND   V14, V14, [state + DROPPED + BYTES]
        .endm

        .macro  CANDIDATE out, column, t, last_column
        V_AND   \out, V13, \last_column
        V_ANDN  \out, \out, [row + BLACK + \column*BYTES]
        V_AND   \t, V14, \last_column
        V_ANDN  \t, \t, [row + WHITE + \column*BYTES]
        V_STORE [row + BLACK + \column*BYTES], \out
        V_STORE [row + WHITE + \column*BYTES], \t
        V_XOR   \t, \t, \out
        V_AND   \t, \t, V15
        V_XOR   \out, \out, \t
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

// A point of the row at hand: the refused stone goes (V0: its row), the drawn one comes (V1: its row, V2: its colour).
// Between stones of two colours there is a wall
        .macro  PLACE_CELL column, stone, colour, stone_left, colour_left, shaped
        V_AND   V7, V0, [last + COLUMNS + \column*BYTES]
        V_ANDN  \stone, V7, [row + OCCUPIED + \column*BYTES]
        V_AND   V8, V1, [next + COLUMNS + \column*BYTES]
        V_OR    \stone, \stone, V8
        V_STORE [row + OCCUPIED + \column*BYTES], \stone
        V_ANDN  \colour, V8, [row + COLOUR + \column*BYTES]
        V_AND   V8, V8, V2
        V_OR    \colour, \colour, V8
        V_STORE [row + COLOUR + \column*BYTES], \colour
        V_XOR   V7, \colour, [above + COLOUR + \column*BYTES]
        V_AND   V7, V7, \stone
        V_AND   V7, V7, [above + OCCUPIED + \column*BYTES]
    .if \shaped
        V_OR    V7, V7, [row + EDGE_ABOVE + \column*BYTES]
    .endif
        V_STORE [row + WALL_ABOVE + \column*BYTES], V7
    .if \column
        V_XOR   V7, \colour, \colour_left
        V_AND   V7, V7, \stone
        V_AND   V7, V7, \stone_left
      .if \shaped
        V_OR    V7, V7, [row + EDGE_RIGHT + (\column - 1)*BYTES]
      .endif
        V_STORE [row + WALL_RIGHT + (\column - 1)*BYTES], V7
    .endif
        .endm

// A point that is reached reaches its neighbour where no wall is
        .macro  SPREAD to, from, wall
        V_AND_OR V\to, V\from, [row + WALL_RIGHT + \wall*BYTES], V15
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
        V_OR_AND V9, V\column, [row + INSIDE + \column*BYTES], V15
    .else
        V_OR    V9, V9, V\column
    .endif
        .endm

// V9 &= games with a point under trial; away when none is left
        .macro  UNLESS_UNREACHED label
        V_AND   V9, V9, [state + TRIED]
        V_TEST  V9, V9
        jz      \label
        .endm

        .macro  FIRST_PASS
        V_ZERO  V9
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_ONES  V\column
        .endr
        .endm

        .macro  PLACE_AND_FLOOD shaped
        // place
        mov     row, state
        mov     above, state
        xor     eax, eax
        V_LOAD  V2, [state + SIDE]
L(place_row_\shaped):
        V_LOAD  V0, [last + rax]
        V_AND   V0, V0, [state + REFUSED]
        V_LOAD  V1, [next + rax]
        PLACE_CELL 0, V3, V5, V4, V6, \shaped
        PLACE_CELL 1, V4, V6, V3, V5, \shaped
        PLACE_CELL 2, V3, V5, V4, V6, \shaped
        PLACE_CELL 3, V4, V6, V3, V5, \shaped
        PLACE_CELL 4, V3, V5, V4, V6, \shaped
        PLACE_CELL 5, V4, V6, V3, V5, \shaped
        PLACE_CELL 6, V3, V5, V4, V6, \shaped
        PLACE_CELL 7, V4, V6, V3, V5, \shaped
        PLACE_CELL 8, V3, V5, V4, V6, \shaped
        mov     above, row
        add     row, ROW
        add     eax, BYTES
        cmp     eax, 9*BYTES
        jb      L(place_row_\shaped)

        // down: a stone is reached from an empty point beside it, or from a reached stone of its colour
        lea     rax, [state + 8*ROW]
        mov     row, state
        lea     below, [state + ROW]
        V_ZERO  V10
        V_LOAD  V14, [state + PENDING]
        V_NOT   V14, V13
        FIRST_PASS
L(first_down_\shaped):
        CUT_PASS(first)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_OR    V13, V14, [row + UNREACHED + \column*BYTES]
        V_OR    V15, V\column, [row + WALL_ABOVE + \column*BYTES]
        V_AND   V13, V13, [row + OCCUPIED + \column*BYTES]
        V_AND   V15, V15, [below + OCCUPIED + \column*BYTES]
        V_AND   V\column, V13, V15
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_STORE [row + UNREACHED + \column*BYTES], V\column
        UNREACHED_CELL \column, \shaped
        .endr
        cmp     row, rax
        je      L(first_down_done_\shaped)
        mov     row, below
        add     below, ROW
        cmp     below, rax
        cmova   below, rax
        jmp     L(first_down_\shaped)
L(first_down_done_\shaped):
        CUT_PASS(first_done)
        UNLESS_UNREACHED L(settled_\shaped)

        // up
        mov     row, rax
        mov     below, rax
        FIRST_PASS
L(up_\shaped):
        CUT_PASS(up)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_OR    V15, V\column, [below + WALL_ABOVE + \column*BYTES]
        V_AND   V\column, V15, [row + UNREACHED + \column*BYTES]
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_STORE [row + UNREACHED + \column*BYTES], V\column
        UNREACHED_CELL \column, \shaped
        .endr
        mov     below, row
        sub     row, ROW
        cmp     row, state
        jae     L(up_\shaped)
        CUT_PASS(up_done)
        UNLESS_UNREACHED L(settled_\shaped)

        // down again; V10: where that changes anything
        mov     row, state
        FIRST_PASS
L(second_down_\shaped):
        CUT_PASS(second)
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_OR    V15, V\column, [row + WALL_ABOVE + \column*BYTES]
        V_AND   V\column, V15, [row + UNREACHED + \column*BYTES]
        .endr
        SPREAD_ROW
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_XOR   V15, V\column, [row + UNREACHED + \column*BYTES]
        V_OR    V10, V10, V15
        V_STORE [row + UNREACHED + \column*BYTES], V\column
        UNREACHED_CELL \column, \shaped
        .endr
        add     row, ROW
        cmp     row, rax
        jbe     L(second_down_\shaped)
L(settled_\shaped):
        CUT_PASS(settled)
        .endm

        FUNCTION(nogo_bitslices_plies_avx2)
        NOGO_BITSLICES_PLIES
        END_FUNCTION(nogo_bitslices_plies_avx2)
