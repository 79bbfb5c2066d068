// The bits of words as bytes, 0 or 1. Tier Avx2.
//
//   void expand_mask_avx2(const uint64_t *words, size_t rows, size_t bits, uint8_t *bytes)
//
// Entry    words: for each row its bits, lowest first, in as few words as hold them; the bits above are not looked at. rows, bits:
//          at least 1. bytes: room for rows * bits.
// Result   bytes: row by row a byte for each bit.
// Changes  rcx, rsi, rdi, r8, ymm0-ymm4, flags. Reads the words and constants, writes the bytes.
// Idea     Half a word, broadcast: a shuffle gives each byte the byte with its bit, and a mask keeps that bit. Rows touch neither
//          the bytes before them nor those after, so the last word of a row is cut where the row ends.
// Budget   16 instructions a word, 2 of them stores. The end of a row within a word: 42 at most, and 16 for one bit.

#include "abi.inc"

#define words       rdi
#define rows        rsi
#define bits        rdx         // of a row
#define bytes       rcx
#define left        r8          // bits of this row from this word on

#define low         ymm0        // the word's first half
#define high        ymm1
#define byte_of     ymm2        // which byte has a bit
#define bit_of      ymm3        // that bit
#define ones        ymm4

        CONSTANT(BYTE_OF, 32)
        .byte   0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1
        .byte   2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3
        END_CONSTANT(BYTE_OF)
        CONSTANT(BIT_OF, 8)
        .byte   1, 2, 4, 8, 16, 32, 64, 128
        END_CONSTANT(BIT_OF)
        CONSTANT(ONE, 1)
        .byte   1
        END_CONSTANT(ONE)

// half: the bytes of half a word's bits, where each doubleword holds the half
        .macro  HALF half
        vpshufb \half, \half, byte_of
        vpand   \half, \half, bit_of
        vpminub \half, \half, ones
        .endm

// If `left` has the bit `size`, that many bytes of xmm0 go to the bytes
        .macro  TAIL size, move:vararg
        test    left, \size
        jz      1f
        \move
        vpsrldq xmm0, xmm0, \size
        add     bytes, \size
1:
        .endm

        FUNCTION(expand_mask_avx2)
        vmovdqa byte_of, [rip + BYTE_OF]
        vpbroadcastq bit_of, [rip + BIT_OF]
        vpbroadcastb ones, [rip + ONE]
        CUT(throughout)
        mov     left, bits

        // each turn: a word
L(next_word):
        CUT(word, words, rows, bytes, left)
        cmp     left, 64
        jb      L(last_word)
        vpbroadcastd low, [words]
        vpbroadcastd high, [words + 4]
        add     words, 8
        HALF    low
        HALF    high
        vmovdqu [bytes], low
        vmovdqu [bytes + 32], high
        add     bytes, 64
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
        vpbroadcastd low, [words]
        HALF    low
        test    left, 32
        jz      1f
        vmovdqu [bytes], low
        vpbroadcastd low, [words + 4]
        HALF    low
        add     bytes, 32
1:      add     words, 8
        // on boards of an odd number of points it is often one
        test    left, 16 + 8 + 4 + 2
        jz      L(one)
        test    left, 16
        jz      1f
        vmovdqu [bytes], xmm0
        vextracti128 xmm0, low, 1
        add     bytes, 16
1:
        TAIL    8, vmovq [bytes], xmm0
        TAIL    4, vmovd [bytes], xmm0
        TAIL    2, vpextrw [bytes], xmm0, 0
L(one): test    left, 1
        jz      L(next_row)
        vpextrb [bytes], xmm0, 0
        inc     bytes
        jmp     L(next_row)
        END_FUNCTION(expand_mask_avx2)
