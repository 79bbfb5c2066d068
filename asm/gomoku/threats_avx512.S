// The empty points on which a stone makes a four, an open four or an open three. Tier Avx512. Contract, and body for lanes of 64 bits:
// threats.inc. In lanes of 32 bits Avx2 is faster.
//
//   void gomoku_threats_{16,64}_avx512(const uint64_t *own, const uint64_t *empty, uint32_t rows, struct threats *threats,
//                                      struct scratch *scratch)
//
// Changes  with lanes of 16 bits, which need no scratch, ymm0-ymm10, ymm16-ymm31; else zmm0-zmm10; rax, flags.
// Idea     A board in lanes of 16 bits is one register: windows need no memory on their way back to their cells. A window has all
//          its cells on the board, so a rotation by rows does for a shift.
// Budget   16 bits: 12 loads, 27 shifts to fetch cells and 27 to bring windows back, 27 rotations, 92 logic: 60 cycles by three
//          vector ports, 27 by the one that rotates.

#include "abi.inc"
#include "vector/avx512.inc"
#include "gomoku/threats.inc"

        CONSTANT(ROW_ABOVE, 32)
        .short  15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
        END_CONSTANT(ROW_ABOVE)

#define own1        ymm0        // the cells after a window's first: own stones
#define own2        ymm1
#define own3        ymm2
#define own4        ymm3
#define free1       ymm4        // and those that are own or empty
#define free2       ymm5
#define free3       ymm6
#define free4       ymm7
#define end         ymm8        // the sixth cell, if it is empty; then windows that have come one cell back
#define odd         ymm9        // the lowest bit of a count; then windows that have come three cells back
#define many        ymm10       // its next bit
#define windows4    ymm4        // by first cell: five cells of which three are own and two empty
#define windows3    ymm5        // six cells with three own and one empty between two empty ones
#define windows2    ymm6        // six cells with two and two between two empty ones
#define own_row0    ymm16       // a row and those below it
#define own_row1    ymm17
#define own_row2    ymm18
#define own_row3    ymm19
#define own_row4    ymm20
#define empty_row0  ymm21
#define free_row1   ymm22
#define free_row2   ymm23
#define free_row3   ymm24
#define free_row4   ymm25
#define empty_row5  ymm26
#define row_above   ymm27
#define free_row0   ymm28
#define fours       ymm29       // the results
#define open_fours  ymm30
#define open_threes ymm31

// to = windows, `count` cells back (1 or 2) on an axis that falls by 0 or 1 rows and whose cells come into place by `shift`
        .macro  MOVE_BACK to, from, count, fall, shift
        .if     \fall == 0
        \shift  \to, \from, \count
        .else
        .if     \count == 1
        vpermw  \to, row_above, \from
        .else
        valignd \to, \from, \from, 7
        .endif
        .ifnc   \shift, NONE
        \shift  \to, \to, \count
        .endif
        .endif
        .endm

// points: with the second to fifth cell of each window
        .macro  SPREAD_16 points, windows, fall, shift
        MOVE_BACK end, \windows, 1, \fall, \shift
        vporq   end, end, \windows
        MOVE_BACK end, end, 1, \fall, \shift
        MOVE_BACK odd, end, 2, \fall, \shift
        vpternlogq \points, end, odd, ANY
        .endm

// the points of an axis, of which the cells are in own1-own4, free1-free4 and end
        .macro  AXIS_16 fall, shift
        // how many of the four inner cells are own: odd + 2 many, or 4
        vmovdqa odd, own1
        vmovdqa many, own1
        vpternlogq odd, own2, own3, ODD
        vpternlogq many, own2, own3, MAJORITY
        vpternlogq free1, free2, free3, ALL
        vpxor   odd, odd, own4
        vpand   free1, free1, free4
        // three own and one empty; two and two
        vmovdqa windows3, odd
        vpternlogq windows3, many, free1, ALL
        vpternlogq many, odd, own4, DIFFERENT_NOT_B
        vpand   windows2, many, free1
        // five cells: the first own and two more, or empty and three
        vpandq  windows4, windows2, own_row0
        vpternlogq windows4, windows3, empty_row0, OR_BOTH
        // six cells
        vpternlogq windows3, end, empty_row0, ALL
        vpternlogq windows2, end, empty_row0, ALL
        vporq   fours, fours, windows4
        SPREAD_16  fours, windows4, \fall, \shift
        SPREAD_16  open_fours, windows3, \fall, \shift
        SPREAD_16  open_threes, windows2, \fall, \shift
        .endm

// own1-own4, free1-free4, end = single cells, shifted into place
        .macro  CELLS_16 shift, o1, o2, o3, o4, f1, f2, f3, f4, e5
        \shift  own1, \o1, 1
        \shift  free1, \f1, 1
        \shift  own2, \o2, 2
        \shift  free2, \f2, 2
        \shift  own3, \o3, 3
        \shift  free3, \f3, 3
        \shift  own4, \o4, 4
        \shift  free4, \f4, 4
        \shift  end, \e5, 5
        .endm

        FUNCTION(gomoku_threats_16_avx512)
        vmovdqa64 row_above, [rip + ROW_ABOVE]
        vmovdqu64 own_row0, [own]
        vmovdqu64 own_row1, [own + 2]
        vmovdqu64 own_row2, [own + 4]
        vmovdqu64 own_row3, [own + 6]
        vmovdqu64 own_row4, [own + 8]
        vmovdqu64 empty_row0, [empty]
        vporq   free_row1, own_row1, [empty + 2]
        vporq   free_row2, own_row2, [empty + 4]
        vporq   free_row3, own_row3, [empty + 6]
        vporq   free_row4, own_row4, [empty + 8]
        vmovdqu64 empty_row5, [empty + 10]
        vporq   free_row0, own_row0, empty_row0
        vpxorq  fours, fours, fours
        vpxorq  open_fours, open_fours, open_fours
        vpxorq  open_threes, open_threes, open_threes

        // along the row, down the column, down to the right, down to the left
        CELLS_16   vpsrlw, own_row0, own_row0, own_row0, own_row0, free_row0, free_row0, free_row0, free_row0, empty_row0
        AXIS_16    0, vpsllw
        vmovdqa64 own1, own_row1
        vmovdqa64 own2, own_row2
        vmovdqa64 own3, own_row3
        vmovdqa64 own4, own_row4
        vmovdqa64 free1, free_row1
        vmovdqa64 free2, free_row2
        vmovdqa64 free3, free_row3
        vmovdqa64 free4, free_row4
        vmovdqa64 end, empty_row5
        AXIS_16    1, NONE
        CELLS_16   vpsrlw, own_row1, own_row2, own_row3, own_row4, free_row1, free_row2, free_row3, free_row4, empty_row5
        AXIS_16    1, vpsllw
        CELLS_16   vpsllw, own_row1, own_row2, own_row3, own_row4, free_row1, free_row2, free_row3, free_row4, empty_row5
        AXIS_16    1, vpsrlw

        vpandq  fours, fours, empty_row0
        vpandq  open_fours, open_fours, empty_row0
        vpandq  open_threes, open_threes, empty_row0
        vmovdqu64 [threats], fours
        vmovdqu64 [threats + MAP], open_fours
        vmovdqu64 [threats + 2*MAP], open_threes
        vzeroupper
        ret
        END_FUNCTION(gomoku_threats_16_avx512)
