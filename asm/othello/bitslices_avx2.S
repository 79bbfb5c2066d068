// Random games of Othello, 256 at once, one bit of a register each. Tier Avx2. Contract and body: bitslices.inc.
//
//   uint64_t othello_bitslices_plies_8x8_avx2(struct bitslices *games, uint64_t plies, uint64_t enough)
//   uint64_t othello_bitslices_plies_6x6_avx2(struct bitslices *games, uint64_t plies, uint64_t enough)
//   uint64_t othello_bitslices_plies_4x4_avx2(struct bitslices *games, uint64_t plies, uint64_t enough)
//   void othello_bitslices_finish_avx2(struct bitslices *games)
//   void othello_bitslices_launch_avx2(struct bitslices *games, uint64_t own, uint64_t opponent)
//
// Budget   A ply of 256 games of 8x8: moves 1920 instructions, 980 loads, 244 stores; choice 1660, most of them random numbers (7 rounds);
//          flips 2440, 850 loads, 230 stores: 6100, of which 4300 are vector logic. Measured on Zen 3: 1590 cycles.

#include "abi.inc"
#include "vector/avx2.inc"
#include "random/xoshiro_avx2.inc"

#include "othello/bitslices_state.inc"

        .macro  RUN d, before, within, chosen
        V_OR    V12, \before, [games + \chosen]
        V_AND   \d, V12, [games + \within]
        .endm

        .macro  RANDOM_OPEN
        .endm

        .macro  RANDOM_CLOSE
        .endm

        .macro  RANDOM_BEGIN
        V_LOAD  V8, [games + RANDOM]
        V_LOAD  V9, [games + RANDOM + 64]
        V_LOAD  V10, [games + RANDOM + 128]
        V_LOAD  V11, [games + RANDOM + 192]
        .endm

        .macro  RANDOM_NEXT d
        XOSHIRO \d, V8, V9, V10, V11, V12
        .endm

        .macro  RANDOM_END
        V_ZERO  V13
        vpcmpeqq V12, V15, V13
        RANDOM_KEEP
        .endm

        .macro  RANDOM_SIXTH d
        RANDOM_BEGIN
        RANDOM_NEXT \d
        V_ZERO  V13
        vpcmpeqq V12, V15, V13
        vpcmpeqq V13, V13, [games + SMEAR + 5*BYTES]
        V_OR    V12, V12, V13
        RANDOM_KEEP
        .endm

        // the sequences of the words in V12 stay as they were
        .macro  RANDOM_KEEP
        vpblendvb V8, V8, [games + RANDOM], V12
        vpblendvb V9, V9, [games + RANDOM + 64], V12
        vpblendvb V10, V10, [games + RANDOM + 128], V12
        vpblendvb V11, V11, [games + RANDOM + 192], V12
        V_STORE [games + RANDOM], V8
        V_STORE [games + RANDOM + 64], V9
        V_STORE [games + RANDOM + 128], V10
        V_STORE [games + RANDOM + 192], V11
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
        V_LOAD  V\within, [opponent_line + \index*\step*BYTES]
        .if     \index == 1
        V_AND   V1, V\within, [own_line]
        .else
        V_OR    V\index, V\before, [own_line + \before*\step*BYTES]
        V_AND   V\index, V\index, V\within
        .endif
        .endm

        .macro  MOVES_DOWN index, square, up, within, length, step, mode
        .if     \index == \length - 2
        V_AND   V0, V\within, [own_line + (\index+1)*\step*BYTES]
        .else
        V_OR    V0, V0, [own_line + (\index+1)*\step*BYTES]
        V_AND   V0, V0, V\within
        .endif
        .if     \square == 0
        MOVES_PUT 0, 0, 7, \length, \step, \mode
        .elseif \square == 1
        MOVES_PUT 1, 0, 8, \length, \step, \mode
        .else
        V_OR    V\up, V\up, V0
        MOVES_PUT \square, \up, \up, \length, \step, \mode
        .endif
        .endm

        // the moves of a square, in V\from; at last those on empty squares, in V\to
        .macro  MOVES_PUT square, from, to, length, step, mode
        .ifc    \mode, first
        V_STORE [target_line + \square*\step*BYTES], V\from
        .endif
        .ifc    \mode, middle
        V_OR    V15, V\from, [target_line + \square*\step*BYTES]
        V_STORE [target_line + \square*\step*BYTES], V15
        .endif
        .ifc    \mode, last
        V_LOAD  V15, [opponent_line + \square*\step*BYTES]
        V_OR    V\to, V\from, [target_line + \square*\step*BYTES]
        V_OR    V15, V15, [own_line + \square*\step*BYTES]
        V_ANDN  V\to, V15, V\to
        V_STORE [target_line + \square*\step*BYTES], V\to
        .endif
        .endm

#include "othello/bitslices.inc"
