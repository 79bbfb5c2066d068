// Steps of 512 random games at once: slices_avx2.S says the contract and the law. Tier Avx512.
//
//   uint32_t nogo_slices_avx512(struct slices *state, uint32_t least, uint32_t limit)

// Changes  as slices_avx2.S says, zmm0-zmm31, k1.
// Idea     With 32 registers the row before stays in them, colours and all, so that walls need no memory: a store of 64 bytes
//          costs as much as four logic operations. The columns of the points drawn stay in registers too.
// Budget   A step is 5800 instructions for 512 games: 1480 loads and 720 stores of 64 bytes, which bound it: 2900 cycles at one
//          cycle for a load and two for a store.

#include "abi.inc"
#include "random/xoshiro_avx512.inc"

#define PLANE       64
#define VREG        zmm
#define VPAND       vpandq
#define VPOR        vporq
#define VPXOR       vpxorq
#define VPANDN      vpandnq
#define VMOV        vmovdqa64

// The column of the last point
#define COLUMN0     zmm18
#define COLUMN1     zmm19
#define COLUMN2     zmm20
#define COLUMN3     zmm21
#define COLUMN4     zmm22
#define COLUMN5     zmm23
#define COLUMN6     zmm24
#define COLUMN7     zmm25
#define COLUMN8     zmm26

#include "slices.inc"

        .macro  NOT a, t
        vpternlogq \a, \a, \a, 0x55
        .endm

// 0xe8: the majority; 0x96: a ^ b ^ c
        .macro  FULL_ADD a, carry, b, c, t
        vmovdqa64 \carry, \a
        vpternlogq \carry, \c, \b, 0xe8
        vpternlogq \a, \c, \b, 0x96
        .endm

// 0xb2: the majority of a, ~b, c
        .macro  LESS less, k, n, t
        vpternlogq \less, \k, \n, 0xb2
        .endm

// 0xf8: a | (b & c)
        .macro  PICK a, b, c, t
        vpternlogq \a, \b, \c, 0xf8
        .endm

// zmm13: the row of the last point; zmm15: the side; zmm16, zmm17: whose candidates it leaves; zmm18-zmm26: its column
        .macro  DROP
        vmovdqa64 zmm15, [state + SIDE]
        vmovdqa64 zmm16, [state + DROPPED]
        vmovdqa64 zmm17, [state + DROPPED + PLANE]
        vmovdqa64 COLUMN0, [last + COLUMNS + 0*PLANE]
        vmovdqa64 COLUMN1, [last + COLUMNS + 1*PLANE]
        vmovdqa64 COLUMN2, [last + COLUMNS + 2*PLANE]
        vmovdqa64 COLUMN3, [last + COLUMNS + 3*PLANE]
        vmovdqa64 COLUMN4, [last + COLUMNS + 4*PLANE]
        vmovdqa64 COLUMN5, [last + COLUMNS + 5*PLANE]
        vmovdqa64 COLUMN6, [last + COLUMNS + 6*PLANE]
        vmovdqa64 COLUMN7, [last + COLUMNS + 7*PLANE]
        vmovdqa64 COLUMN8, [last + COLUMNS + 8*PLANE]
        .endm

        .macro  DROP_ROW
        vmovdqa64 zmm13, [above]
        .endm

// 0x70: a & ~(b & c); 0xd8: a where not c, else b
        .macro  CANDIDATE out, column, t, last_column
        vpandq  zmm14, zmm13, \last_column
        vmovdqa64 \out, [row + BLACK + \column*PLANE]
        vmovdqa64 \t, [row + WHITE + \column*PLANE]
        vpternlogq \out, zmm14, zmm16, 0x70
        vpternlogq \t, zmm14, zmm17, 0x70
        vmovdqa64 [row + BLACK + \column*PLANE], \out
        vmovdqa64 [row + WHITE + \column*PLANE], \t
        vpternlogq \out, \t, zmm15, 0xd8
        .endm

        .macro  COUNT_OVER
        popcnt  rax, [state + OVER]
        .irp    word, 1, 2, 3, 4, 5, 6, 7
        popcnt  rcx, [state + OVER + 8*\word]
        add     rax, rcx
        .endr
        .endm

        .macro  NUMBER_PLANES
        vmovdqa64 zmm0, [state + RANDOM]
        vmovdqa64 zmm1, [state + RANDOM + 64]
        vmovdqa64 zmm2, [state + RANDOM + 128]
        vmovdqa64 zmm3, [state + RANDOM + 192]
        lea     rax, [state + NUMBERS]
        mov     ecx, 7
6:      XOSHIRO zmm4, zmm0, zmm1, zmm2, zmm3, zmm7
        XOSHIRO zmm5, zmm0, zmm1, zmm2, zmm3, zmm8
        XOSHIRO zmm6, zmm0, zmm1, zmm2, zmm3, zmm9
        vmovdqa64 [rax], zmm4
        vmovdqa64 [rax + 64], zmm5
        vmovdqa64 [rax + 128], zmm6
        add     rax, 192
        dec     ecx
        jnz     6b
        vmovdqa64 [state + RANDOM], zmm0
        vmovdqa64 [state + RANDOM + 64], zmm1
        vmovdqa64 [state + RANDOM + 128], zmm2
        vmovdqa64 [state + RANDOM + 192], zmm3
        .endm

// A point of the row at hand: the refused stone goes (zmm0: its row), the drawn one comes (zmm1: its row, zmm2: its colour).
// 0x70: a & ~(b & c); 0xb8: a where not b, else c
        .macro  PLACE_CELL column, last_column, next_column
        vmovdqa64 zmm3, [row + OCCUPIED + \column*PLANE]
        vmovdqa64 zmm4, [row + COLOUR + \column*PLANE]
        vpandq  zmm5, zmm1, zmm\next_column
        vpternlogq zmm3, zmm0, zmm\last_column, 0x70
        vporq   zmm3, zmm3, zmm5
        vpternlogq zmm4, zmm5, zmm2, 0xb8
        vmovdqa64 [row + OCCUPIED + \column*PLANE], zmm3
        vmovdqa64 [row + COLOUR + \column*PLANE], zmm4
        .endm

// zmm\unreached: of the row before in the order of the pass, then of the row at hand, with what one step from an empty point
// is reached and what a stone of its colour in the row before reaches; zmm\colour likewise the colours; zmm\stone: the row's
// 0x80: a & b & c; 0xe0: a & (b | c); 0xa8: (a | b) & c
        .macro  BEGIN_CELL column, unreached, colour, stone, left, right, shaped
        vmovdqa64 zmm29, [above + OCCUPIED + \column*PLANE]
        vpternlogq zmm29, zmm\stone, [below + OCCUPIED + \column*PLANE], 0x80
        vpternlogq zmm29, zmm\left, zmm\right, 0x80
        vmovdqa64 zmm30, [row + UNREACHED + \column*PLANE]
        vpternlogq zmm29, zmm30, zmm28, 0xe0
        vmovdqa64 zmm30, [row + COLOUR + \column*PLANE]
        vpxorq  zmm\colour, zmm\colour, zmm30
    .if \shaped
        vporq   zmm\colour, zmm\colour, [row + EDGE_ABOVE + \column*PLANE]
    .endif
        vpternlogq zmm\unreached, zmm\colour, zmm29, 0xa8
        vmovdqa64 zmm\colour, zmm30
        .endm

// The same for a row that has been passed before; \edge: the row to whose upper edge it is. Keeps in zmm\old what it was
        .macro  FLOW_CELL column, unreached, colour, old, edge, shaped
        vmovdqa64 zmm30, [row + COLOUR + \column*PLANE]
        vmovdqa64 zmm\old, [row + UNREACHED + \column*PLANE]
        vpxorq  zmm\colour, zmm\colour, zmm30
    .if \shaped
        vporq   zmm\colour, zmm\colour, [\edge + EDGE_ABOVE + \column*PLANE]
    .endif
        vpternlogq zmm\unreached, zmm\colour, zmm\old, 0xa8
        vmovdqa64 zmm\colour, zmm30
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

// What is reached reaches its neighbour of the same colour
        .macro  SPREAD to, from, to_colour, from_colour, edge, shaped
        vpxorq  zmm31, zmm\to_colour, zmm\from_colour
    .if \shaped
        vporq   zmm31, zmm31, [row + EDGE_RIGHT + \edge*PLANE]
    .endif
        vpternlogq zmm\to, zmm\from, zmm31, 0xe0
        .endm

// All of a row from any of it: inwards from both ends, then outwards; then it is stored, and added up in zmm27
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
        vmovdqa64 [row + UNREACHED + \column*PLANE], zmm\column
    .if \shaped
        vpternlogq zmm27, zmm\column, [row + INSIDE + \column*PLANE], 0xf8
    .else
        vporq   zmm27, zmm27, zmm\column
    .endif
        .endr
        .endm

        .macro  FIRST_PASS
        vpxorq  zmm27, zmm27, zmm27
        .irp    column, 0, 1, 2, 3, 4, 5, 6, 7, 8
        vpternlogq zmm\column, zmm\column, zmm\column, 0xff
        .endr
        .endm

// Away when every point under trial is known to be legal
        .macro  UNLESS_UNREACHED label
        vptestmq k1, zmm27, [state + TRIED]
        kortestb k1, k1
        jz      \label
        .endm

        .macro  PLACE_AND_FLOOD shaped
        // place
        vmovdqa64 zmm14, [last + COLUMNS + 0*PLANE]
        vmovdqa64 zmm23, [next + COLUMNS + 0*PLANE]
        vmovdqa64 zmm15, [last + COLUMNS + 1*PLANE]
        vmovdqa64 zmm24, [next + COLUMNS + 1*PLANE]
        vmovdqa64 zmm16, [last + COLUMNS + 2*PLANE]
        vmovdqa64 zmm25, [next + COLUMNS + 2*PLANE]
        vmovdqa64 zmm17, [last + COLUMNS + 3*PLANE]
        vmovdqa64 zmm26, [next + COLUMNS + 3*PLANE]
        vmovdqa64 zmm18, [last + COLUMNS + 4*PLANE]
        vmovdqa64 zmm27, [next + COLUMNS + 4*PLANE]
        vmovdqa64 zmm19, [last + COLUMNS + 5*PLANE]
        vmovdqa64 zmm28, [next + COLUMNS + 5*PLANE]
        vmovdqa64 zmm20, [last + COLUMNS + 6*PLANE]
        vmovdqa64 zmm29, [next + COLUMNS + 6*PLANE]
        vmovdqa64 zmm21, [last + COLUMNS + 7*PLANE]
        vmovdqa64 zmm30, [next + COLUMNS + 7*PLANE]
        vmovdqa64 zmm22, [last + COLUMNS + 8*PLANE]
        vmovdqa64 zmm31, [next + COLUMNS + 8*PLANE]
        mov     row, state
        xor     eax, eax
        vmovdqa64 zmm2, [state + SIDE]
20:     vmovdqa64 zmm0, [last + rax]
        vpandq  zmm0, zmm0, [state + REFUSED]
        vmovdqa64 zmm1, [next + rax]
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
        add     eax, PLANE
        cmp     eax, 9*PLANE
        jb      20b

        // down: a stone is reached from an empty point beside it, or from a reached stone of its colour
        lea     rax, [state + 8*ROW]
        mov     row, state
        mov     above, state
        lea     below, [state + ROW]
        vmovdqa64 zmm28, [state + PENDING]
        NOT     zmm28
        FIRST_PASS
21:
        vmovdqa64 zmm18, [row + OCCUPIED + 0*PLANE]
        vmovdqa64 zmm19, [row + OCCUPIED + 1*PLANE]
        vmovdqa64 zmm20, [row + OCCUPIED + 2*PLANE]
        vmovdqa64 zmm21, [row + OCCUPIED + 3*PLANE]
        vmovdqa64 zmm22, [row + OCCUPIED + 4*PLANE]
        vmovdqa64 zmm23, [row + OCCUPIED + 5*PLANE]
        vmovdqa64 zmm24, [row + OCCUPIED + 6*PLANE]
        vmovdqa64 zmm25, [row + OCCUPIED + 7*PLANE]
        vmovdqa64 zmm26, [row + OCCUPIED + 8*PLANE]
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
        je      22f
        mov     above, row
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
23:     FLOW_ROW below, \shaped
        SPREAD_ROW \shaped
        mov     below, row
        sub     row, ROW
        cmp     row, state
        jae     23b
        UNLESS_UNREACHED 29f

        // down again; zmm28: where that changes anything
        mov     row, state
        vpxorq  zmm28, zmm28, zmm28
        FIRST_PASS
24:     FLOW_ROW row, \shaped
        SPREAD_ROW \shaped
        vpternlogq zmm28, zmm0, zmm18, 0xf6
        vpternlogq zmm28, zmm1, zmm19, 0xf6
        vpternlogq zmm28, zmm2, zmm20, 0xf6
        vpternlogq zmm28, zmm3, zmm21, 0xf6
        vpternlogq zmm28, zmm4, zmm22, 0xf6
        vpternlogq zmm28, zmm5, zmm23, 0xf6
        vpternlogq zmm28, zmm6, zmm24, 0xf6
        vpternlogq zmm28, zmm7, zmm25, 0xf6
        vpternlogq zmm28, zmm8, zmm26, 0xf6
        add     row, ROW
        cmp     row, rax
        jbe     24b
29:     vmovdqa64 zmm9, zmm27
        vmovdqa64 zmm10, zmm28
        .endm

        FUNCTION(nogo_slices_avx512)
        NOGO_SLICES
        END_FUNCTION(nogo_slices_avx512)
