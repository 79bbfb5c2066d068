// Nine sets of points that distinguish groups with two liberties from those with one.
//
// Each point is in three of the nine, and no two points in the same three. So a set of points meets exactly three of them if
// it holds one point, and four or more if it holds two or more: groups that touch empty points of at least four of these sets
// have two liberties, and only those. (Fewer sets do not go round: of eight, 70 triples can be chosen, and there are 81
// points.)
//
// Points in order of their bits have the triples of 0-8 in lexicographic order. Windows, as in state.inc.

#include "abi.inc"

        TABLE(nogo_codes)
        .quad   0x000000005ff7fdff, 0x0000000000000000
        .quad   0x003dff7f8000007f, 0x00000000003dff7f
        .quad   0xf7c0001f80003d81, 0x0000005ff7c0001f
        .quad   0x07c007608007c082, 0x00037f8007c00760
        .quad   0xf040782100f04104, 0x00fc0780f0407821
        .quad   0x1085884207108408, 0x011c388710858842
        .quad   0x2118910419210810, 0x0165491921189104
        .quad   0x422922084a421020, 0x01aa524a42292208
        .quad   0x8434441054842040, 0x00d3245484344410
        END_TABLE(nogo_codes)
