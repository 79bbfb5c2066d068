// Random games of Othello, 512 at a time in bit slices. Tier Avx512.
#include "abi.inc"
#include "random/xoshiro_avx512.inc"

#define TIER(name)      name##_avx512
#define BYTES           64
#define V               zmm
#define V0              zmm0
#define V1              zmm1
#define V2              zmm2
#define V3              zmm3
#define V4              zmm4
#define V5              zmm5
#define V6              zmm6
#define V7              zmm7
#define V8              zmm8
#define V9              zmm9
#define V10             zmm10
#define V11             zmm11
#define V12             zmm12
#define V13             zmm13
#define V14             zmm14
#define V15             zmm15
#define LOAD            vmovdqa64
#define STORE           vmovdqa64
#define VCOPY           vmovdqa64
#define AND             vpandq
#define OR              vporq
#define ANDN            vpandnq
#define XOR             vpxorq

#include "othello/sliced_state.inc"

        .macro  ZERO d
        vpxorq  \d, \d, \d
        .endm

        .macro  ONES d
        vpternlogq \d, \d, \d, 0xff
        .endm

        // a ^ b ^ c; the majority
        .macro  FULL sum, carry, a, b, c
        vmovdqa64 \sum, \a
        vpternlogq \sum, \b, \c, 0x96
        vmovdqa64 \carry, \a
        vpternlogq \carry, \b, \c, 0xe8
        .endm

        // the majority of borrow, a and ~memory
        .macro  BORROW borrow, a, offset
        vpternlogq \borrow, \a, [slab + \offset], 0xd4
        .endm

        // the majority of borrow, ~a and b
        .macro  SUBTRACT d, borrow, a, b
        vmovdqa64 \d, \a
        vpternlogq \d, \b, \borrow, 0x96
        vpternlogq \borrow, \a, \b, 0xb2
        .endm

        .macro  SELECT a, mask, b
        vpternlogq \a, \mask, \b, 0xe2
        .endm

        .macro  CHOOSE d, mask, offset, other
        vmovdqa64 \d, [slab + \offset]
        vpternlogq \d, \mask, [slab + \other], 0xe2
        .endm

        .macro  GATHER d, a, offset
        vpternlogq \d, \a, [slab + \offset], 0xf8
        .endm

        .macro  ANY a, label
        vptestmq k1, \a, \a
        kortestb k1, k1
        jnz     \label
        .endm

        // the state stays in V16-V19
        .macro  RANDOM_OPEN
        vmovdqa64 zmm16, [slab + RANDOM]
        vmovdqa64 zmm17, [slab + RANDOM + 64]
        vmovdqa64 zmm18, [slab + RANDOM + 128]
        vmovdqa64 zmm19, [slab + RANDOM + 192]
        .endm

        .macro  RANDOM_CLOSE
        vmovdqa64 [slab + RANDOM], zmm16
        vmovdqa64 [slab + RANDOM + 64], zmm17
        vmovdqa64 [slab + RANDOM + 128], zmm18
        vmovdqa64 [slab + RANDOM + 192], zmm19
        .endm

        .macro  RANDOM_BEGIN
        .endm

        .macro  RANDOM_NEXT d
        XOSHIRO \d, zmm16, zmm17, zmm18, zmm19, V12
        .endm

        .macro  RANDOM_END
        .endm

// One line of `length` squares, `step` apart in the frame. Runs of opponent discs from own discs: V1.. upwards, V0 downwards;
// V16-V23 = own discs, V24.. = the opponent's within the line.
        .macro  MOVES_LINE length, step, mode
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \index < \length
        LINE_OWN %(16+\index), \index, \step
        .endif
        .endr
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        LINE_WITHIN %(23+\index), \index, \step
        MOVES_UP \index, %(\index-1), %(15+\index), %(23+\index)
        .endif
        .endr
        MOVES_PUT %(\length-1), %(\length-2), %(\length-2), \length, \step, \mode
        .if     \length > 3
        MOVES_PUT %(\length-2), %(\length-3), %(\length-3), \length, \step, \mode
        .endif
        .irp    index, 6, 5, 4, 3, 2, 1
        .if     \index < \length - 1
        MOVES_DOWN \index, %(\index-1), %(\index-2), %(17+\index), %(23+\index), \length, \step, \mode
        .endif
        .endr
        .ifc    \mode, last
        COUNT_COLUMN_MOVES
        .endif
        .endm

        .macro  LINE_OWN register, index, step
        LOAD    V\register, [own_line + \index*\step*BYTES]
        .endm

        .macro  LINE_WITHIN register, index, step
        LOAD    V\register, [opponent_line + \index*\step*BYTES]
        .endm

        // run & within, with 0xa8: (a | b) & c
        .macro  MOVES_UP index, before, own_before, within
        .if     \index == 1
        AND     V1, V\within, V\own_before
        .else
        VCOPY   V\index, V\before
        vpternlogq V\index, V\own_before, V\within, 0xa8
        .endif
        .endm

        .macro  MOVES_DOWN index, square, up, own_after, within, length, step, mode
        .if     \index == \length - 2
        AND     V0, V\within, V\own_after
        .else
        vpternlogq V0, V\own_after, V\within, 0xa8
        .endif
        .if     \square == 0
        MOVES_PUT 0, 0, 7, \length, \step, \mode
        .elseif \square == 1
        MOVES_PUT 1, 0, 8, \length, \step, \mode
        .else
        .ifc    \mode, first
        OR      V\up, V\up, V0
        STORE   [target_line + \square*\step*BYTES], V\up
        .else
        vpternlogq V\up, V0, [target_line + \square*\step*BYTES], 0xfe
        .ifc    \mode, last
        MOVES_EMPTY \square, \up, \length, \step, %(16+\square), %(23+\square)
        .endif
        STORE   [target_line + \square*\step*BYTES], V\up
        .endif
        .endif
        .endm

        // the moves of a square, in V\from; at last those on empty squares, in V\to
        .macro  MOVES_PUT square, from, to, length, step, mode
        .ifc    \mode, first
        STORE   [target_line + \square*\step*BYTES], V\from
        .else
        .ifc    \mode, middle
        OR      V15, V\from, [target_line + \square*\step*BYTES]
        STORE   [target_line + \square*\step*BYTES], V15
        .else
        OR      V\to, V\from, [target_line + \square*\step*BYTES]
        MOVES_EMPTY \square, \to, \length, \step, %(16+\square), %(23+\square)
        STORE   [target_line + \square*\step*BYTES], V\to
        .endif
        .endif
        .endm

        // 0x10: a & ~b & ~c
        .macro  MOVES_EMPTY square, moves, length, step, own_here, within
        .if     \square == 0 || \square == \length - 1
        vpternlogq V\moves, V\own_here, [opponent_line + \square*\step*BYTES], 0x10
        .else
        vpternlogq V\moves, V\own_here, V\within, 0x10
        .endif
        .endm

// A line's flips. V1.. = the opponent's discs from the chosen square upwards, then those of them before an own disc;
// V7.. the same downwards. The two directions take turns, so that neither waits. V16-V23 = own discs, V24.. = the opponent's
// within the line; on diagonals V30, V31, V13 and V15 = where the chosen square is 2, 3, 4, 5.
        .macro  FLIPS_LINE length, step, kind
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \index < \length
        LINE_OWN %(16+\index), \index, \step
        .endif
        .endr
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        LINE_WITHIN %(23+\index), \index, \step
        .endif
        .endr
        .ifnc   \kind, row
        .ifnc   \kind, column
        CHOSEN_AT 2, 30, \length, \kind
        CHOSEN_AT 3, 31, \length, \kind
        CHOSEN_AT 4, 13, \length, \kind
        CHOSEN_AT 5, 15, \length, \kind
        .endif
        .endif
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        FLIPS_FROM %(\index-1), %(\index), %(\index-1), %(\index-1), %(23+\index), \length, \kind
        FLIPS_FROM %(\length-\index), %(\length+5-\index), %(\length+6-\index), %(\index-1), %(\length+22-\index), \length, \kind
        .endif
        .endr
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        FLIPS_CLOSED %(\length-1-\index), %(\length-\index), %(\length+16-\index), %(\index-1)
        FLIPS_CLOSED %(6+\index), %(5+\index), %(15+\index), %(\index-1)
        .endif
        .endr
        .ifc    \kind, row
        LOAD    V14, [rows_line]
        .endif
        .ifc    \kind, column
        LOAD    V14, [columns_line]
        .endif
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        FLIPS_JOIN \index, %(6+\index), \step, \kind
        .endif
        .endr
        .ifc    \kind, column
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7
        .if     \index < \length
        FLIPS_TURN \index, \length, %(16+\index), %(23+\index)
        .endif
        .endr
        .endif
        .endm

        // where the chosen square of a diagonal is `square`, if both directions need it
        .macro  CHOSEN_AT square, register, length, kind
        .if     \square < \length - 2
        CHOSEN_ON \square, \register, \kind
        .endif
        .endm

        .macro  CHOSEN_ON square, register, kind
        LOAD    V\register, [rows_line + \square*BYTES]
        .ifc    \kind, diagonal
        AND     V\register, V\register, [columns_line + \square*BYTES]
        .else
        AND     V\register, V\register, [columns_line - \square*BYTES]
        .endif
        .endm

        // V\run = the opponent's disc, within, that follows the chosen square, at before, or a run from there; nearer: how many
        // squares are nearer to the line's end. 0xa8: (a | b) & c, 0xc8: (a | c) & b
        .macro  FLIPS_FROM before, run, run_before, nearer, within, length, kind
        .ifc    \kind, row
        FLIPS_FROM_PLANE \run, \run_before, \nearer, \within, COLUMNS+\before*BYTES
        .else
        .ifc    \kind, column
        FLIPS_FROM_PLANE \run, \run_before, \nearer, \within, ROWS+\before*BYTES
        .else
        .if     \before > 1 && \before < \length - 2
        .if     \before == 2
        FLIPS_FROM_CHOSEN \run, \run_before, \nearer, \within, 30
        .elseif \before == 3
        FLIPS_FROM_CHOSEN \run, \run_before, \nearer, \within, 31
        .elseif \before == 4
        FLIPS_FROM_CHOSEN \run, \run_before, \nearer, \within, 13
        .else
        FLIPS_FROM_CHOSEN \run, \run_before, \nearer, \within, 15
        .endif
        .else
        CHOSEN_ON \before, \run, \kind
        .if     \nearer == 0
        AND     V\run, V\run, V\within
        .else
        vpternlogq V\run, V\run_before, V\within, 0xa8
        .endif
        .endif
        .endif
        .endif
        .endm

        .macro  FLIPS_FROM_PLANE run, run_before, nearer, within, chosen
        .if     \nearer == 0
        AND     V\run, V\within, [slab + \chosen]
        .else
        VCOPY   V\run, V\run_before
        vpternlogq V\run, V\within, [slab + \chosen], 0xc8
        .endif
        .endm

        .macro  FLIPS_FROM_CHOSEN run, run_before, nearer, within, chosen
        VCOPY   V\run, V\run_before
        vpternlogq V\run, V\within, V\chosen, 0xc8
        .endm

        // 0xe0: a & (b | c)
        .macro  FLIPS_CLOSED run, run_after, own_after, nearer
        .if     \nearer == 0
        AND     V\run, V\run, V\own_after
        .else
        vpternlogq V\run, V\run_after, V\own_after, 0xe0
        .endif
        .endm

        .macro  FLIPS_JOIN index, down, step, kind
        .ifc    \kind, row
        vpternlogq V\index, V\down, V14, 0xa8
        STORE   [target_line + \index*BYTES], V\index
        .else
        .ifc    \kind, column
        OR      V\index, V\index, V\down
        .else
        vpternlogq V\index, V\down, [target_line + \index*\step*BYTES], 0xfe
        STORE   [target_line + \index*\step*BYTES], V\index
        .endif
        .endif
        .endm

        // all discs that turn at index, and the one that is placed; 0xea: (a & b) | c
        .macro  FLIPS_TURN index, length, own_here, within
        .if     \index > 0 && \index < \length - 1
        OR      V\index, V\index, [slab + ROWS + \index*BYTES]
        vpternlogq V\index, V14, [target_line + \index*8*BYTES], 0xea
        OR      V\own_here, V\own_here, V\index
        ANDN    V\within, V\index, V\within
        STORE   [opponent_line + \index*8*BYTES], V\within
        .else
        AND     V13, V14, [slab + ROWS + \index*BYTES]
        OR      V13, V13, [target_line + \index*8*BYTES]
        OR      V\own_here, V\own_here, V13
        ANDN    V13, V13, [opponent_line + \index*8*BYTES]
        STORE   [opponent_line + \index*8*BYTES], V13
        .endif
        STORE   [own_line + \index*8*BYTES], V\own_here
        .endm

#include "othello/sliced.inc"
