// The bits of words as 32-bit floats, 0.0 or 1.0. Tier Avx2.
//
//   void expand_planes_avx2(const uint64_t *words, size_t rows, size_t bits, float *floats)
//
// Entry    words: for each row its bits, lowest first, in as few words as hold them; the bits above are not looked at. rows, bits:
//          at least 1. floats: room for rows * bits.
// Result   floats: row by row one for each bit.
// Changes  rcx, rsi, rdi, r8, r9, ymm0-ymm7, flags. Reads the words and constants, writes the floats.
// Idea     Half a word, broadcast: each float keeps its bit, and is all ones where that is set; of these remain those of 1.0. Rows
//          touch neither the floats before them nor those after, so the last word of a row goes by eights and is cut.
// Budget   40 instructions a word, 8 of them stores. The end of a row within a word: 4, 12 for eight bits, and 22 at most for fewer.

#include "abi.inc"

#define words       rdi
#define rows        rsi
#define bits        rdx         // of a row
#define floats      rcx
#define left        r8          // bits of this row from this word on
#define word        r9          // the last word of a row
#define word32      r9d

#define low         ymm0        // the word's first half
#define high        ymm1
#define eight       ymm2        // floats
#define ones        ymm3        // 1.0
#define first       ymm4        // the bits of the first eight, and so on
#define second      ymm5
#define third       ymm6
#define fourth      ymm7

        CONSTANT(BITS, 32)
        .long   1, 2, 4, 8, 16, 32, 64, 128
        END_CONSTANT(BITS)
        CONSTANT(ONE, 4)
        .float  1.0
        END_CONSTANT(ONE)

// eight: the floats of the bits that a mask has of half a word
        .macro  EIGHT half, mask
        vpand   eight, \half, \mask
        vpcmpeqd eight, eight, \mask
        vpand   eight, eight, ones
        .endm

        FUNCTION(expand_planes_avx2)
        vmovdqa first, [rip + BITS]
        vpslld  second, first, 8
        vpslld  third, first, 16
        vpslld  fourth, first, 24
        vpbroadcastd ones, [rip + ONE]
        CUT(throughout)
        mov     left, bits

        // each turn: a word
L(next_word):
        CUT(word, words, rows, floats, left)
        cmp     left, 64
        jb      L(last_word)
        vpbroadcastd low, [words]
        vpbroadcastd high, [words + 4]
        add     words, 8
        EIGHT   low, first
        vmovdqu [floats], eight
        EIGHT   low, second
        vmovdqu [floats + 32], eight
        EIGHT   low, third
        vmovdqu [floats + 64], eight
        EIGHT   low, fourth
        vmovdqu [floats + 96], eight
        EIGHT   high, first
        vmovdqu [floats + 128], eight
        EIGHT   high, second
        vmovdqu [floats + 160], eight
        EIGHT   high, third
        vmovdqu [floats + 192], eight
        EIGHT   high, fourth
        vmovdqu [floats + 224], eight
        add     floats, 256
        sub     left, 64
        jnz     L(next_word)
L(next_row):
        mov     left, bits
        dec     rows
        jnz     L(next_word)
        vzeroupper
        ret

        // fewer than 64 bits are left of the row
L(last_word):
        mov     word, [words]
        add     words, 8
L(next_eight):
        vmovd   xmm0, word32
        vpbroadcastd low, xmm0
        EIGHT   low, first
        cmp     left, 8
        jb      L(cut)
        vmovdqu [floats], eight
        add     floats, 32
        shr     word, 8
        sub     left, 8
        jnz     L(next_eight)
        jmp     L(next_row)

        // fewer than eight
L(cut):
        test    left, 4
        jz      1f
        vmovdqu [floats], xmm2
        vextracti128 xmm2, eight, 1
        add     floats, 16
1:      test    left, 2
        jz      1f
        vmovq   [floats], xmm2
        vpsrldq xmm2, xmm2, 8
        add     floats, 8
1:      test    left, 1
        jz      L(next_row)
        vmovd   [floats], xmm2
        add     floats, 4
        jmp     L(next_row)
        END_FUNCTION(expand_planes_avx2)
