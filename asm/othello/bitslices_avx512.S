// Random games of Othello, 512 at once, one bit of a register each. Tier Avx512. Contract and body: bitslices.inc.
//
//   uint64_t othello_bitslices_plies_4x4_avx512(struct bitslices *games, uint64_t plies, uint64_t enough)
//   void othello_bitslices_finish_avx512(struct bitslices *games)
//   void othello_bitslices_launch_avx512(struct bitslices *games, uint64_t own, uint64_t opponent)
//
// Changes  zmm16-zmm29 and k1 as well.
// Idea     One ternary operation joins a disc to its run, adds or chooses; a line's discs stay in registers. The plies of the
//          larger boards are in bitslices_plies_avx512.S.

#include "abi.inc"
#include "vector/avx512.inc"
#include "random/xoshiro_avx512.inc"
#include "othello/bitslices_state.inc"

        .macro  RUN d, before, within, chosen
        V_LOAD  \d, [games + \within]
        V_AND_OR \d, \before, [games + \chosen], V12
        .endm

#define sequences       V16     // of the registers with the generator's states

        .macro  RANDOM_OPEN
        V_LOAD  V16, [games + RANDOM]
        V_LOAD  V17, [games + RANDOM + 64]
        V_LOAD  V18, [games + RANDOM + 128]
        V_LOAD  V19, [games + RANDOM + 192]
        CUT(opened, sequences)
        .endm

        .macro  RANDOM_CLOSE
        V_STORE [games + RANDOM], V16
        V_STORE [games + RANDOM + 64], V17
        V_STORE [games + RANDOM + 128], V18
        V_STORE [games + RANDOM + 192], V19
        .endm

        .macro  RANDOM_BEGIN
        vptestmq k1, V15, V15
        .endm

        .macro  RANDOM_NEXT d
        XOSHIRO_WHERE k1, \d, V16, V17, V18, V19, V12
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
        V_LOAD  V\register, [own_line + \index*\step*BYTES]
        .endm

        .macro  LINE_WITHIN register, index, step
        V_LOAD  V\register, [opponent_line + \index*\step*BYTES]
        .endm

        // run & within
        .macro  MOVES_UP index, before, own_before, within
        .if     \index == 1
        V_AND   V1, V\within, V\own_before
        .else
        V_COPY  V\index, V\before
        vpternlogq V\index, V\own_before, V\within, EITHER_AND_C
        .endif
        .endm

        .macro  MOVES_DOWN index, square, up, own_after, within, length, step, mode
        .if     \index == \length - 2
        V_AND   V0, V\within, V\own_after
        .else
        vpternlogq V0, V\own_after, V\within, EITHER_AND_C
        .endif
        .if     \square == 0
        MOVES_PUT 0, 0, 7, \length, \step, \mode
        .elseif \square == 1
        MOVES_PUT 1, 0, 8, \length, \step, \mode
        .else
        .ifc    \mode, first
        V_OR    V\up, V\up, V0
        V_STORE [target_line + \square*\step*BYTES], V\up
        .else
        vpternlogq V\up, V0, [target_line + \square*\step*BYTES], ANY
        .ifc    \mode, last
        MOVES_EMPTY \square, \up, \length, \step, %(16+\square), %(23+\square)
        .endif
        V_STORE [target_line + \square*\step*BYTES], V\up
        .endif
        .endif
        .endm

        // the moves of a square, in V\from; at last those on empty squares, in V\to
        .macro  MOVES_PUT square, from, to, length, step, mode
        .ifc    \mode, first
        V_STORE [target_line + \square*\step*BYTES], V\from
        .else
        .ifc    \mode, middle
        V_OR    V15, V\from, [target_line + \square*\step*BYTES]
        V_STORE [target_line + \square*\step*BYTES], V15
        .else
        V_OR    V\to, V\from, [target_line + \square*\step*BYTES]
        MOVES_EMPTY \square, \to, \length, \step, %(16+\square), %(23+\square)
        V_STORE [target_line + \square*\step*BYTES], V\to
        .endif
        .endif
        .endm

        .macro  MOVES_EMPTY square, moves, length, step, own_here, within
        .if     \square == 0 || \square == \length - 1
        vpternlogq V\moves, V\own_here, [opponent_line + \square*\step*BYTES], AND_NEITHER
        .else
        vpternlogq V\moves, V\own_here, V\within, AND_NEITHER
        .endif
        .endm

#include "othello/bitslices.inc"
