// The contents of every point of each game of a slab. Tier Avx2.
//
//   void gomoku_observe_avx2(const struct slab_game *games, size_t count, uint32_t rows, uint32_t columns, uint8_t *cells)
//
// Entry    games: as in step.inc, on boards of `rows` by `columns`, 1 to 15 each; no point has a stone of both colours, and
//          no stone lies beyond the board. count: at least 1. cells: room for count * rows * columns bytes.
// Result   cells: game by game and row by row a byte for each point: 0 empty, 1 black, 2 white.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm5, flags. Reads the games and constants, writes the cells.
// Idea     Two rows of a colour are 32 bits, broadcast: a shuffle gives each point the byte with its bit, and a mask keeps that bit.
//          Two rows are written at a time. The next rows or the next game overwrite the bytes beyond their points. Near
//          the end of the cells the stores are cut.
// Budget   Two rows take 10 and a store, 8 of them for the vector ports. 94 a game.

#include "abi.inc"
#include "gomoku/slab_game.inc"

#define games       rdi
#define left        rsi         // bytes of cells from this game on
#define columns     rcx
#define columns32   ecx
#define points      rdx         // of a board
#define points32    edx
#define cells       r8
#define step        r9          // points of two rows
#define thrice      r10         // of six
#define half        r11         // where row 8 begins

#define bytes       ymm0        // which byte of two rows has a point's bit
#define bits        ymm1        // that bit
#define ones        ymm2
#define stones      ymm3        // 1 black, 2 white
#define white       ymm4

// Near the end: a game's rows two by two.
#define at          r10
#define rest        r11         // bytes of cells from these rows on
#define pair        rcx
#define pair32      ecx

// More than a game may write from its first cell on: 7*30 + 32.
#define REACH       256

        CONSTANT(COUNT, 32)
        .set    number, 0
        .rept   32
        .byte   number
        .set    number, number + 1
        .endr
        END_CONSTANT(COUNT)
        CONSTANT(ONES, 32)
        .fill   32, 1, 1
        END_CONSTANT(ONES)
        CONSTANT(BYTE_OF_COLUMN, 16)
        .byte   0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1
        END_CONSTANT(BYTE_OF_COLUMN)
        CONSTANT(BIT_OF_COLUMN, 16)
        .byte   1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
        END_CONSTANT(BIT_OF_COLUMN)

// stones: the points of two rows, from `offset` of the game on
        .macro  TWO_ROWS offset
        vpbroadcastd stones, [games + \offset]
        vpbroadcastd white, [games + WHITE + \offset]
        vpshufb stones, stones, bytes
        vpshufb white, white, bytes
        vpand   stones, stones, bits
        vpand   white, white, bits
        vpor    stones, stones, white
        vpcmpeqb white, white, bits
        vpminub stones, stones, ones
        vpsubb  stones, stones, white
        .endm

// If `rest` has the bit `size`, that many bytes of xmm3 go to the cells
        .macro  TAIL size, move:vararg
        test    rest, \size
        jz      1f
        \move
        vpsrldq xmm3, xmm3, \size
        add     rax, \size
1:
        .endm

        FUNCTION(gomoku_observe_avx2)
        mov     columns32, columns32
        imul    points32, columns32
        imul    left, points

        // bytes, bits: of the points of two rows. ymm3: 2 for those of the second; ymm4: each point's column
        vmovd   xmm3, columns32
        vpbroadcastb ymm3, xmm3
        vmovdqa ymm4, [rip + COUNT]
        vmovdqa ones, [rip + ONES]
        vpcmpgtb ymm5, ymm3, ymm4
        vpandn  ymm3, ymm5, ymm3
        vpsubb  ymm4, ymm4, ymm3
        vpaddb  ymm3, ones, ones
        vpandn  ymm3, ymm5, ymm3
        vbroadcasti128 bits, [rip + BIT_OF_COLUMN]
        vpshufb bits, bits, ymm4
        vbroadcasti128 bytes, [rip + BYTE_OF_COLUMN]
        vpshufb bytes, bytes, ymm4
        vpor    bytes, bytes, ymm3

        lea     step, [2*columns]
        lea     thrice, [step + 2*step]
        CUT(throughout)
        cmp     left, REACH
        jb      L(last_games)
L(next_game):
        CUT(game, games, left, points, cells, step, thrice)
        lea     half, [cells + 4*step]
        TWO_ROWS 0
        vmovdqu [cells], stones
        TWO_ROWS 4
        vmovdqu [cells + step], stones
        TWO_ROWS 8
        vmovdqu [cells + 2*step], stones
        TWO_ROWS 12
        vmovdqu [cells + thrice], stones
        TWO_ROWS 16
        vmovdqu [half], stones
        TWO_ROWS 20
        vmovdqu [half + step], stones
        TWO_ROWS 24
        vmovdqu [half + 2*step], stones
        TWO_ROWS 28
        vmovdqu [half + thrice], stones
        add     games, BYTES_OF_GAME
        add     cells, points
        sub     left, points
        cmp     left, REACH
        jae     L(next_game)
        test    left, left
        jz      L(done)

        // the last 255 cells or fewer
L(last_games):
        CUT(last_game, games, left, points, cells, step)
        mov     at, cells
        mov     rest, left
        xor     pair32, pair32
L(next_rows):
        TWO_ROWS 4*pair
        cmp     rest, 32
        jb      L(cut)
        vmovdqu [at], stones
L(rows_done):
        add     at, step
        inc     pair32
        cmp     pair32, 8
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

        // fewer than 32 cells are left
L(cut):
        mov     rax, at
        test    rest, 16
        jz      1f
        vmovdqu [rax], xmm3
        vextracti128 xmm3, stones, 1
        add     rax, 16
1:
        TAIL    8, vmovq [rax], xmm3
        TAIL    4, vmovd [rax], xmm3
        TAIL    2, vpextrw [rax], xmm3, 0
        test    rest, 1
        jz      L(rows_done)
        vpextrb [rax], xmm3, 0
        jmp     L(rows_done)
        END_FUNCTION(gomoku_observe_avx2)
