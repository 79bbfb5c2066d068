// Steps of 512 random games at once, bit-sliced. Tier Avx512. Contract and body: bitslices.inc.
//
//   uint32_t nogo_bitslices_plies_avx512(struct planes *state, uint32_t least, uint32_t limit)
//
// Changes  zmm16-zmm31 and k1 as well.
// Idea     With 32 registers the row before stays in them, colours and all, so that walls need no memory: a store of 64 bytes
//          costs as much as four logic operations. The columns of the points drawn stay in registers too.
// Budget   A step is 5800 instructions for 512 games: 1480 loads and 720 stores of 64 bytes, which bound it: 2900 cycles at one
//          cycle for a load and two for a store.

#include "abi.inc"
#include "vector/avx512.inc"
#include "random/xoshiro_avx512.inc"

// The column of the last point
#define COLUMN0     V18
#define COLUMN1     V19
#define COLUMN2     V20
#define COLUMN3     V21
#define COLUMN4     V22
#define COLUMN5     V23
#define COLUMN6     V24
#define COLUMN7     V25
#define COLUMN8     V26

#include "nogo/bitslices.inc"

#define missing     V27         // games in which some stone is not reached
#define changed     V28         // where the last pass reached one

// V13: the row of the last point; V15: the side; V16, V17: whose candidates it leaves; V18-V26: its column
        .macro  DROP
        V_LOAD  V15, [state + SIDE]
        V_LOAD  V16, [state + DROPPED]
        V_LOAD  V17, [state + DROPPED + BYTES]
        V_LOAD  COLUMN0, [last + COLUMNS + 0*BYTES]
        V_LOAD  COLUMN1, [last + COLUMNS + 1*BYTES]
        V_LOAD  COLUMN2, [last + COLUMNS + 2*BYTES]
        V_LOAD  COLUMN3, [last + COLUMNS + 3*BYTES]
        V_LOAD  COLUMN4, [last + COLUMNS + 4*BYTES]
        V_LOAD  COLUMN5, [last + COLUMNS + 5*BYTES]
        V_LOAD  COLUMN6, [last + COLUMNS + 6*BYTES]
        V_LOAD  COLUMN7, [last + COLUMNS + 7*BYTES]
        V_LOAD  COLUMN8, [last + COLUMNS + 8*BYTES]
        .endm

        .macro  DROP_ROW
        V_LOAD  V13, [above]
        .endm

        .macro  CANDIDATE out, column, t, last_column
        V_AND   V14, V13, \last_column
        V_LOAD  \out, [row + BLACK + \column*BYTES]
        V_LOAD  \t, [row + WHITE + \column*BYTES]
        vpternlogq \out, V14, V16, AND_NOT_BOTH
        vpternlogq \t, V14, V17, AND_NOT_BOTH
        V_STORE [row + BLACK + \column*BYTES], \out
        V_STORE [row + WHITE + \column*BYTES], \t
        vpternlogq \out, \t, V15, IF_C_B_ELSE_A
        .endm

        .macro  COUNT_OVER
        popcnt  rax, [state + OVER]
        .irp    word, 1, 2, 3, 4, 5, 6, 7
        popcnt  rcx, [state + OVER + 8*\word]
        add     rax, rcx
        .endr
        .endm

// A point of the row at hand: the refused stone goes (V0: its row), the drawn one comes (V1: its row, V2: its colour).
        .macro  PLACE_CELL column, last_column, next_column
        V_LOAD  V3, [row + OCCUPIED + \column*BYTES]
        V_LOAD  V4, [row + COLOUR + \column*BYTES]
        V_AND   V5, V1, V\next_column
        vpternlogq V3, V0, V\last_column, AND_NOT_BOTH
        V_OR    V3, V3, V5
        vpternlogq V4, V5, V2, IF_B_C_ELSE_A
        V_STORE [row + OCCUPIED + \column*BYTES], V3
        V_STORE [row + COLOUR + \column*BYTES], V4
        .endm

// V\unreached: of the row before in the order of the pass, then of the row at hand, with what one step from an empty point
// is reached and what a stone of its colour in the row before reaches; V\colour likewise the colours; V\stone: the row's
        .macro  BEGIN_CELL column, unreached, colour, stone, left, right, shaped
        V_LOAD  V29, [above + OCCUPIED + \column*BYTES]
        vpternlogq V29, V\stone, [below + OCCUPIED + \column*BYTES], ALL
        vpternlogq V29, V\left, V\right, ALL
        V_LOAD  V30, [row + UNREACHED + \column*BYTES]
        V_AND_OR V29, V30, V28, V30
        V_LOAD  V30, [row + COLOUR + \column*BYTES]
        V_XOR   V\colour, V\colour, V30
    .if \shaped
        V_OR    V\colour, V\colour, [row + EDGE_ABOVE + \column*BYTES]
    .endif
        vpternlogq V\unreached, V\colour, V29, EITHER_AND_C
        V_COPY  V\colour, V30
        .endm

// A cell of a row that has been passed before; \edge: the row to whose upper edge it is. Keeps in V\old what it was
        .macro  FLOW_CELL column, unreached, colour, old, edge, shaped
        V_LOAD  V30, [row + COLOUR + \column*BYTES]
        V_LOAD  V\old, [row + UNREACHED + \column*BYTES]
        V_XOR   V\colour, V\colour, V30
    .if \shaped
        V_OR    V\colour, V\colour, [\edge + EDGE_ABOVE + \column*BYTES]
    .endif
        vpternlogq V\unreached, V\colour, V\old, EITHER_AND_C
        V_COPY  V\colour, V30
        .endm

        .macro  FLOW_ROW edge, shaped
        FLOW_CELL 0, 0, 9, 18, \edge, \shaped
        FLOW_CELL 1, 1, 10, 19, \edge, \shaped
        FLOW_CELL 2, 2, 11, 20, \edge, \shaped
        FLOW_CELL 3, 3, 12, 21, \edge, \shaped
        FLOW_CELL 4, 4, 13, 22, \edge, \shaped
        FLOW_CELL 5, 5, 14, 23, \edge, \shaped
        FLOW_CELL 6, 6, 15, 24, \edge, \shaped
        FLOW_CELL 7, 7, 16, 25, \edge, \shaped
        FLOW_CELL 8, 8, 17, 26, \edge, \shaped
        .endm

// A point that is reached reaches its neighbour of the same colour
        .macro  SPREAD to, from, to_colour, from_colour, edge, shaped
        V_XOR   V31, V\to_colour, V\from_colour
    .if \shaped
        V_OR    V31, V31, [row + EDGE_RIGHT + \edge*BYTES]
    .endif
        V_AND_OR V\to, V\from, V31, V31
        .endm

// All of a row from any of it: inwards from both ends, then outwards; then it is stored, and added up in V27
        .macro  SPREAD_ROW shaped
        SPREAD  1, 0, 10, 9, 0, \shaped
        SPREAD  7, 8, 16, 17, 7, \shaped
        SPREAD  2, 1, 11, 10, 1, \shaped
        SPREAD  6, 7, 15, 16, 6, \shaped
        SPREAD  3, 2, 12, 11, 2, \shaped
        SPREAD  5, 6, 14, 15, 5, \shaped
        SPREAD  4, 3, 13, 12, 3, \shaped
        SPREAD  4, 5, 13, 14, 4, \shaped
        SPREAD  3, 4, 12, 13, 3, \shaped
        SPREAD  5, 4, 14, 13, 4, \shaped
        SPREAD  2, 3, 11, 12, 2, \shaped
        SPREAD  6, 5, 15, 14, 5, \shaped
        SPREAD  1, 2, 10, 11, 1, \shaped
        SPREAD  7, 6, 16, 15, 6, \shaped
        SPREAD  0, 1, 9, 10, 0, \shaped
        SPREAD  8, 7, 17, 16, 7, \shaped
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_STORE [row + UNREACHED + \column*BYTES], V\column
    .if \shaped
        V_OR_AND V27, V\column, [row + INSIDE + \column*BYTES], V31
    .else
        V_OR    V27, V27, V\column
    .endif
        .endr
        .endm

        .macro  FIRST_PASS
        V_ZERO  V27
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        V_ONES  V\column
        .endr
        .endm

// Away when every point under trial is known to be legal
        .macro  UNLESS_UNREACHED label
        V_TEST  V27, [state + TRIED]
        jz      \label
        .endm

        .macro  PLACE_AND_FLOOD shaped
        // place
        V_LOAD  V14, [last + COLUMNS + 0*BYTES]
        V_LOAD  V23, [next + COLUMNS + 0*BYTES]
        V_LOAD  V15, [last + COLUMNS + 1*BYTES]
        V_LOAD  V24, [next + COLUMNS + 1*BYTES]
        V_LOAD  V16, [last + COLUMNS + 2*BYTES]
        V_LOAD  V25, [next + COLUMNS + 2*BYTES]
        V_LOAD  V17, [last + COLUMNS + 3*BYTES]
        V_LOAD  V26, [next + COLUMNS + 3*BYTES]
        V_LOAD  V18, [last + COLUMNS + 4*BYTES]
        V_LOAD  V27, [next + COLUMNS + 4*BYTES]
        V_LOAD  V19, [last + COLUMNS + 5*BYTES]
        V_LOAD  V28, [next + COLUMNS + 5*BYTES]
        V_LOAD  V20, [last + COLUMNS + 6*BYTES]
        V_LOAD  V29, [next + COLUMNS + 6*BYTES]
        V_LOAD  V21, [last + COLUMNS + 7*BYTES]
        V_LOAD  V30, [next + COLUMNS + 7*BYTES]
        V_LOAD  V22, [last + COLUMNS + 8*BYTES]
        V_LOAD  V31, [next + COLUMNS + 8*BYTES]
        mov     row, state
        xor     eax, eax
        V_LOAD  V2, [state + SIDE]
L(place_row_\shaped):
        V_LOAD  V0, [last + rax]
        V_AND   V0, V0, [state + REFUSED]
        V_LOAD  V1, [next + rax]
        PLACE_CELL 0, 14, 23
        PLACE_CELL 1, 15, 24
        PLACE_CELL 2, 16, 25
        PLACE_CELL 3, 17, 26
        PLACE_CELL 4, 18, 27
        PLACE_CELL 5, 19, 28
        PLACE_CELL 6, 20, 29
        PLACE_CELL 7, 21, 30
        PLACE_CELL 8, 22, 31
        add     row, ROW
        add     eax, BYTES
        cmp     eax, 9*BYTES
        jb      L(place_row_\shaped)

        // down: a stone is reached from an empty point beside it, or from a reached stone of its colour
        lea     rax, [state + 8*ROW]
        mov     row, state
        mov     above, state
        lea     below, [state + ROW]
        V_LOAD  V28, [state + PENDING]
        V_NOT   V28, V29
        FIRST_PASS
L(first_down_\shaped):
        CUT_PASS(first)
        V_LOAD  V18, [row + OCCUPIED + 0*BYTES]
        V_LOAD  V19, [row + OCCUPIED + 1*BYTES]
        V_LOAD  V20, [row + OCCUPIED + 2*BYTES]
        V_LOAD  V21, [row + OCCUPIED + 3*BYTES]
        V_LOAD  V22, [row + OCCUPIED + 4*BYTES]
        V_LOAD  V23, [row + OCCUPIED + 5*BYTES]
        V_LOAD  V24, [row + OCCUPIED + 6*BYTES]
        V_LOAD  V25, [row + OCCUPIED + 7*BYTES]
        V_LOAD  V26, [row + OCCUPIED + 8*BYTES]
        BEGIN_CELL 0, 0, 9, 18, 18, 19, \shaped
        BEGIN_CELL 1, 1, 10, 19, 18, 20, \shaped
        BEGIN_CELL 2, 2, 11, 20, 19, 21, \shaped
        BEGIN_CELL 3, 3, 12, 21, 20, 22, \shaped
        BEGIN_CELL 4, 4, 13, 22, 21, 23, \shaped
        BEGIN_CELL 5, 5, 14, 23, 22, 24, \shaped
        BEGIN_CELL 6, 6, 15, 24, 23, 25, \shaped
        BEGIN_CELL 7, 7, 16, 25, 24, 26, \shaped
        BEGIN_CELL 8, 8, 17, 26, 25, 26, \shaped
        SPREAD_ROW \shaped
        cmp     row, rax
        je      L(first_down_done_\shaped)
        mov     above, row
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
        FLOW_ROW below, \shaped
        SPREAD_ROW \shaped
        mov     below, row
        sub     row, ROW
        cmp     row, state
        jae     L(up_\shaped)
        CUT_PASS(up_done)
        UNLESS_UNREACHED L(settled_\shaped)

        // down again; V28: where that changes anything
        mov     row, state
        V_ZERO  V28
        FIRST_PASS
L(second_down_\shaped):
        CUT_PASS(second)
        FLOW_ROW row, \shaped
        SPREAD_ROW \shaped
        vpternlogq V28, V0, V18, OR_DIFFERENT
        vpternlogq V28, V1, V19, OR_DIFFERENT
        vpternlogq V28, V2, V20, OR_DIFFERENT
        vpternlogq V28, V3, V21, OR_DIFFERENT
        vpternlogq V28, V4, V22, OR_DIFFERENT
        vpternlogq V28, V5, V23, OR_DIFFERENT
        vpternlogq V28, V6, V24, OR_DIFFERENT
        vpternlogq V28, V7, V25, OR_DIFFERENT
        vpternlogq V28, V8, V26, OR_DIFFERENT
        add     row, ROW
        cmp     row, rax
        jbe     L(second_down_\shaped)
L(settled_\shaped):
        CUT_PASS(settled)
        V_COPY  V9, V27
        V_COPY  V10, V28
        .endm

        FUNCTION(nogo_bitslices_plies_avx512)
        NOGO_BITSLICES_PLIES
        END_FUNCTION(nogo_bitslices_plies_avx512)
