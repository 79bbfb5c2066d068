// The contents of every point of each game of a slab. Tier Avx512.
//
//   void gomoku_observe_avx512(const struct slab_game *games, size_t count, uint32_t rows, uint32_t columns, uint8_t *cells)
//
// Entry    as in observe_avx2.S.
// Result   as in observe_avx2.S.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, zmm0-zmm5, k1, flags. Reads the games and constants, writes the cells.
// Idea     Four rows of a colour are a quadword, in which each point's bit has a place: VPMULTISHIFTQB brings it to the foot of the
//          point's byte, and a white stone's one bit higher. Bytes that rows write beyond their points are overwritten, as in
//          observe_avx2.S; near the end of the cells a mask cuts it off. A slab's cells are rarely in the first-level cache, so
//          their lines are prefetched two games ahead.
// Budget   Four rows: 4 vector instructions, 2 of them on port 5, and a store. 29 a game.

#include "abi.inc"
#include "gomoku/slab_game.inc"
#include "vector/ternary.inc"

#define games       rdi
#define left        rsi         // bytes of cells from this game on
#define columns     rcx
#define columns32   ecx
#define points      rdx         // of a board
#define points32    edx
#define cells       r8
#define step        r9          // points of four rows
#define thrice      r10         // of twelve

#define black_bits  zmm0        // where the bit of each point of four rows stands
#define white_bits  zmm1        // one bit below
#define lowest      zmm2        // 1 in each byte
#define lowest_two  zmm3        // 3
#define stones      zmm4        // 1 black, 2 white
#define white       zmm5

// Near the end: a game's rows four by four.
#define at          r10
#define rest        r11         // bytes of cells from these rows on
#define four        rcx
#define four32      ecx

// No less than a game may write from its first cell on, 3*60 + 64, and no more than BZHI can count.
#define REACH       255

        CONSTANT(COUNT, 64)
        .set    number, 0
        .rept   64
        .byte   number
        .set    number, number + 1
        .endr
        END_CONSTANT(COUNT)

// stones: the points of four rows, from `offset` of the game on
        .macro  FOUR_ROWS offset
        vpmultishiftqb stones, black_bits, qword ptr [games + \offset]{1to8}
        vpmultishiftqb white, white_bits, qword ptr [games + WHITE + \offset]{1to8}
        vpternlogq stones, white, lowest, IF_C_A_ELSE_B
        vpandq  stones, stones, lowest_two
        .endm

        FUNCTION(gomoku_observe_avx512)
        mov     columns32, columns32
        imul    points32, columns32
        imul    left, points
        lea     step, [4*columns]
        lea     thrice, [step + 2*step]

        // k1 = the first `columns` of each 16 bits
        mov     eax, -1
        bzhi    eax, eax, columns32
        mov     r11, 0x0001000100010001
        imul    rax, r11
        kmovq   k1, rax
        vmovdqa64 white, [rip + COUNT]
        vpcompressb black_bits{k1}{z}, white
        mov     eax, 1
        vpbroadcastb lowest, eax
        mov     eax, 3
        vpbroadcastb lowest_two, eax
        vpsubb  white_bits, black_bits, lowest

        CUT(throughout)
        cmp     left, REACH
        jb      L(last_games)
L(next_game):
        CUT(game, games, left, points, cells, step, thrice)
        // the lines two games ahead
        prefetcht0 [cells + 512]
        prefetcht0 [cells + 576]
        prefetcht0 [cells + 640]
        prefetcht0 [cells + 704]
        FOUR_ROWS 0
        vmovdqu64 [cells], stones
        FOUR_ROWS 8
        vmovdqu64 [cells + step], stones
        FOUR_ROWS 16
        vmovdqu64 [cells + 2*step], stones
        FOUR_ROWS 24
        vmovdqu64 [cells + thrice], stones
        add     games, BYTES_OF_GAME
        add     cells, points
        sub     left, points
        cmp     left, REACH
        jae     L(next_game)
        test    left, left
        jz      L(done)

        // the last cells, fewer than REACH
L(last_games):
        CUT(last_game, games, left, points, cells, step)
        mov     at, cells
        mov     rest, left
        xor     four32, four32
L(next_rows):
        FOUR_ROWS 8*four
        mov     rax, -1
        bzhi    rax, rax, rest
        kmovq   k1, rax
        vmovdqu8 [at]{k1}, stones
        add     at, step
        inc     four32
        cmp     four32, 4
        je      L(game_done)
        sub     rest, step
        ja      L(next_rows)
L(game_done):
        add     games, BYTES_OF_GAME
        add     cells, points
        sub     left, points
        jnz     L(last_games)
L(done):
        vzeroupper
        ret
        END_FUNCTION(gomoku_observe_avx512)
