// Flips on a whole line of squares: constants of tier X64.
//
// othello_edges: for each place of a square on a line of 8, 384 bytes. First the closing squares, 128 bytes by the opponent's discs
// on squares 1 to 7, lowest bit first: the squares where an own disc would close a run of them that begins next to the place, at
// most one on each side. Then the discs that turn, 256 bytes by own discs: those between the place and the nearest of them on each
// side.
//
// othello_packed6_edges: the same for lines of 6, 96 bytes: 32 by the opponent's discs on squares 1 to 5, 64 by own discs.
//
// Shorter lines are these with nothing on the squares that they lack.

#include "abi.inc"

// The closing squares for the opponent's discs `theirs`
        .macro  CLOSING size
        // upwards: the bit to which one more at the bottom carries
        .set    L(below), (2 << L(place)) - 1
        .set    L(run), L(theirs) | L(below)
        .set    L(closing), (L(run) + 1) & ~L(run)
        .if     L(closing) == L(below) + 1 || L(closing) >= 1 << \size
        .set    L(closing), 0
        .endif
        // downwards: the first square that is not theirs, if one or more before it are
        .set    L(open), 1
        .irp    steps, 1, 2, 3, 4, 5, 6, 7
        .if     L(open) && \steps <= L(place)
        .if     !(L(theirs) >> (L(place) - \steps) & 1)
        .if     \steps > 1
        .set    L(closing), L(closing) | (1 << (L(place) - \steps))
        .endif
        .set    L(open), 0
        .endif
        .endif
        .endr
        .byte   L(closing)
        .endm

// The discs between the place and the nearest of the own discs `mine` on each side
        .macro  TURNED
        .set    L(above), L(mine) & -(2 << L(place))
        .set    L(turned), 0
        .if     L(above)
        .set    L(turned), (L(above) & -L(above)) - (2 << L(place))
        .endif
        .set    L(open), 1
        .irp    steps, 1, 2, 3, 4, 5, 6, 7
        .if     L(open) && \steps <= L(place)
        .if     L(mine) >> (L(place) - \steps) & 1
        .set    L(turned), L(turned) | ((1 << L(place)) - (2 << (L(place) - \steps)))
        .set    L(open), 0
        .endif
        .endif
        .endr
        .byte   L(turned)
        .endm

        .macro  EDGES size
        .set    L(place), 0
        .rept   \size
        .set    L(theirs), 0
        .rept   1 << (\size - 1)
        CLOSING \size
        .set    L(theirs), L(theirs) + 2
        .endr
        .set    L(mine), 0
        .rept   1 << \size
        TURNED
        .set    L(mine), L(mine) + 1
        .endr
        .set    L(place), L(place) + 1
        .endr
        .endm

        TABLE(othello_edges)
        EDGES   8
        END_TABLE(othello_edges)

        TABLE(othello_packed6_edges)
        EDGES   6
        END_TABLE(othello_packed6_edges)
