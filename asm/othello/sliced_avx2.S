// Random games of Othello, 256 at a time in bit slices. Tier Avx2.
#include "abi.inc"
#include "random/xoshiro_avx2.inc"

#define TIER(name)      name##_avx2
#define BYTES           32
#define V               ymm
#define V0              ymm0
#define V1              ymm1
#define V2              ymm2
#define V3              ymm3
#define V4              ymm4
#define V5              ymm5
#define V6              ymm6
#define V7              ymm7
#define V8              ymm8
#define V9              ymm9
#define V10             ymm10
#define V11             ymm11
#define V12             ymm12
#define V13             ymm13
#define V14             ymm14
#define V15             ymm15
#define LOAD            vmovdqa
#define STORE           vmovdqa
#define VCOPY           vmovdqa
#define AND             vpand
#define OR              vpor
#define ANDN            vpandn
#define XOR             vpxor
#define random_group    rax         // which four of the eight sequences draw next: their offset in a state's word

#include "othello/sliced_state.inc"

        .macro  ZERO d
        vpxor   \d, \d, \d
        .endm

        .macro  ONES d
        vpcmpeqd \d, \d, \d
        .endm

        // carry: a where a = b, else c
        .macro  FULL sum, carry, a, b, c
        vpxor   \sum, \a, \b
        vpxor   \carry, \a, \c
        vpand   \carry, \carry, \sum
        vpxor   \sum, \sum, \c
        vpxor   \carry, \carry, \a
        .endm

        // borrow: a where a and the other differ, else as before
        .macro  BORROW borrow, a, offset
        vpxor   V13, \a, [slab + \offset]
        vpxor   V14, \a, \borrow
        vpand   V14, V14, V13
        vpxor   \borrow, \borrow, V14
        .endm

        .macro  SUBTRACT d, borrow, a, b
        vpxor   V14, \a, \b
        vpxor   V15, \b, \borrow
        vpand   V15, V15, V14
        vpxor   \d, V14, \borrow
        vpxor   \borrow, \borrow, V15
        .endm

        .macro  SELECT a, mask, b
        vpxor   \b, \b, \a
        vpandn  \b, \mask, \b
        vpxor   \a, \a, \b
        .endm

        .macro  CHOOSE d, mask, offset, other
        vmovdqa \d, [slab + \offset]
        vpxor   \d, \d, [slab + \other]
        vpand   \d, \d, \mask
        vpxor   \d, \d, [slab + \other]
        .endm

        .macro  GATHER d, a, offset
        vpand   V12, \a, [slab + \offset]
        vpor    \d, \d, V12
        .endm

        .macro  ANY a, label
        vptest  \a, \a
        jnz     \label
        .endm

        .macro  RANDOM_OPEN
        xor     eax, eax
        .endm

        .macro  RANDOM_CLOSE
        .endm

        .macro  RANDOM_BEGIN
        vmovdqa V8, [slab + random_group + RANDOM]
        vmovdqa V9, [slab + random_group + RANDOM + 64]
        vmovdqa V10, [slab + random_group + RANDOM + 128]
        vmovdqa V11, [slab + random_group + RANDOM + 192]
        .endm

        .macro  RANDOM_NEXT d
        XOSHIRO \d, V8, V9, V10, V11, V12
        .endm

        .macro  RANDOM_END
        vmovdqa [slab + random_group + RANDOM], V8
        vmovdqa [slab + random_group + RANDOM + 64], V9
        vmovdqa [slab + random_group + RANDOM + 128], V10
        vmovdqa [slab + random_group + RANDOM + 192], V11
        xor     random_group, 32
        .endm

// One line of `length` squares, `step` apart in the frame. Runs of opponent discs from own discs: V1.. upwards, V0 downwards;
// V9-V14 = the opponent's discs within the line.
        .macro  MOVES_LINE length, step, mode
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        MOVES_UP \index, %(\index-1), %(8+\index), \step
        .endif
        .endr
        MOVES_PUT %(\length-1), %(\length-2), %(\length-2), \length, \step, \mode
        .if     \length > 3
        MOVES_PUT %(\length-2), %(\length-3), %(\length-3), \length, \step, \mode
        .endif
        .irp    index, 6, 5, 4, 3, 2, 1
        .if     \index < \length - 1
        MOVES_DOWN \index, %(\index-1), %(\index-2), %(8+\index), \length, \step, \mode
        .endif
        .endr
        .ifc    \mode, last
        COUNT_COLUMN_MOVES
        .endif
        .endm

        .macro  MOVES_UP index, before, within, step
        LOAD    V\within, [opponent_line + \index*\step*BYTES]
        .if     \index == 1
        AND     V1, V\within, [own_line]
        .else
        OR      V\index, V\before, [own_line + \before*\step*BYTES]
        AND     V\index, V\index, V\within
        .endif
        .endm

        .macro  MOVES_DOWN index, square, up, within, length, step, mode
        .if     \index == \length - 2
        AND     V0, V\within, [own_line + (\index+1)*\step*BYTES]
        .else
        OR      V0, V0, [own_line + (\index+1)*\step*BYTES]
        AND     V0, V0, V\within
        .endif
        .if     \square == 0
        MOVES_PUT 0, 0, 7, \length, \step, \mode
        .elseif \square == 1
        MOVES_PUT 1, 0, 8, \length, \step, \mode
        .else
        OR      V\up, V\up, V0
        MOVES_PUT \square, \up, \up, \length, \step, \mode
        .endif
        .endm

        // the moves of a square, in V\from; at last those on empty squares, in V\to
        .macro  MOVES_PUT square, from, to, length, step, mode
        .ifc    \mode, first
        STORE   [target_line + \square*\step*BYTES], V\from
        .endif
        .ifc    \mode, middle
        OR      V15, V\from, [target_line + \square*\step*BYTES]
        STORE   [target_line + \square*\step*BYTES], V15
        .endif
        .ifc    \mode, last
        LOAD    V15, [opponent_line + \square*\step*BYTES]
        OR      V\to, V\from, [target_line + \square*\step*BYTES]
        OR      V15, V15, [own_line + \square*\step*BYTES]
        ANDN    V\to, V15, V\to
        STORE   [target_line + \square*\step*BYTES], V\to
        .endif
        .endm

// A line's flips. V1.. = the opponent's discs from the chosen square upwards, then those of them before an own disc;
// V7.. the same downwards. The two directions take turns, so that neither waits.
        .macro  FLIPS_LINE length, step, kind
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        FLIPS_FROM \index, %(\index-1), %(\index), %(\index-1), 1, \step, \kind
        FLIPS_FROM %(\length-1-\index), %(\length-\index), %(\length+5-\index), %(\length+6-\index), \length-2, \step, \kind
        .endif
        .endr
        .irp    index, 1, 2, 3, 4, 5, 6
        .if     \index < \length - 1
        FLIPS_UP %(\length-1-\index), %(\length-\index), \length, \step
        FLIPS_DOWN %(6+\index), %(5+\index), %(\index-1), \step
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
        FLIPS_TURN \index, \length
        .endif
        .endr
        .endif
        .endm

        // V\run = the opponent's disc at index that follows the chosen square, at before, or a run from there
        .macro  FLIPS_FROM index, before, run, run_before, nearest, step, kind
        .ifc    \kind, row
        LOAD    V13, [slab + COLUMNS + \before*BYTES]
        .endif
        .ifc    \kind, column
        LOAD    V13, [slab + ROWS + \before*BYTES]
        .endif
        .ifc    \kind, diagonal
        LOAD    V13, [rows_line + \before*BYTES]
        AND     V13, V13, [columns_line + \before*BYTES]
        .endif
        .ifc    \kind, antidiagonal
        LOAD    V13, [rows_line + \before*BYTES]
        AND     V13, V13, [columns_line - \before*BYTES]
        .endif
        .if     \index != \nearest
        OR      V13, V13, V\run_before
        .endif
        AND     V\run, V13, [opponent_line + \index*\step*BYTES]
        .endm

        .macro  FLIPS_UP index, after, length, step
        .if     \after == \length - 1
        AND     V\index, V\index, [own_line + \after*\step*BYTES]
        .else
        OR      V13, V\after, [own_line + \after*\step*BYTES]
        AND     V\index, V\index, V13
        .endif
        .endm

        .macro  FLIPS_DOWN run, run_before, before, step
        .if     \before == 0
        AND     V\run, V\run, [own_line]
        .else
        OR      V15, V\run_before, [own_line + \before*\step*BYTES]
        AND     V\run, V\run, V15
        .endif
        .endm

        .macro  FLIPS_JOIN index, down, step, kind
        OR      V\index, V\index, V\down
        .ifc    \kind, row
        AND     V\index, V\index, V14
        STORE   [target_line + \index*BYTES], V\index
        .elseif \step > 6
        .ifnc   \kind, column
        OR      V\index, V\index, [target_line + \index*\step*BYTES]
        STORE   [target_line + \index*\step*BYTES], V\index
        .endif
        .endif
        .endm

        // all discs that turn at index, and the one that is placed
        .macro  FLIPS_TURN index, length
        LOAD    V13, [slab + ROWS + \index*BYTES]
        .if     \index > 0 && \index < \length - 1
        OR      V13, V13, V\index
        .endif
        AND     V13, V13, V14
        OR      V13, V13, [target_line + \index*8*BYTES]
        OR      V15, V13, [own_line + \index*8*BYTES]
        STORE   [own_line + \index*8*BYTES], V15
        ANDN    V13, V13, [opponent_line + \index*8*BYTES]
        STORE   [opponent_line + \index*8*BYTES], V13
        .endm

#include "othello/sliced.inc"
