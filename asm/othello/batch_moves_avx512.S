// Legal moves, or their number, of many boards. Tier Avx512.
//
//   void othello_batch_moves_8x8_avx512(const uint64_t *own, const uint64_t *opponent, uint64_t *moves, size_t boards)
//   void othello_batch_moves_inner_avx512(const uint64_t *own, const uint64_t *opponent, uint64_t *moves, size_t boards,
//                                         uint64_t board)
//   void othello_batch_mobility_8x8_avx512(const uint64_t *own, const uint64_t *opponent, uint8_t *counts, size_t boards)
//   void othello_batch_mobility_inner_avx512(const uint64_t *own, const uint64_t *opponent, uint8_t *counts, size_t boards,
//                                            uint64_t board)
//
// Entry    as for the kernels of one board (legal_moves_avx512.S), for each board; any number of boards, none included. The
//          arrays may stand at any address that their elements may; the results overlap nothing else.
// Result   for each board the result of the kernel for one board.
// Changes  rax, rcx, rdx, rsi, rdi, zmm0-zmm15, k1, flags. Reads the boards and constants, writes the results.
// Idea     A board a quadword, eight at once. Along a row, an addition in each byte carries through a run of opponent discs to
//          the square beyond it. One Galois field instruction mirrors the rows for the other direction, or turns columns into
//          rows; so rows and columns need no shift. Diagonals: runs grow to 2, 4, 6 by doubling, up and down.
//          T is the board turned so that row i, bit b is column i, row 7 - b.
// Budget   8x8, eight boards: 24 shifts, 9 mirrors and turns, 21 logic, 8 additions, 3 to load and store.

#include "abi.inc"
#include "vector/ternary.inc"

#define own_boards  rdi
#define opponents   rsi
#define results     rdx
#define boards      rcx
#define own         zmm0
#define opponent    zmm1
#define line        zmm2        // the opponent's discs that can stand inside a run of a diagonal
#define moves       zmm3
#define pairs       zmm4        // discs of line whose lower neighbour is one too; then whose higher neighbour is
#define run         zmm5
#define next        zmm6
#define inside      zmm7        // columns b-g
#define on_board    zmm8        // the board's squares
#define mirror      zmm9        // the matrix that mirrors bytes; also the bytes whose products with a board are T
#define unit        zmm10       // bytes whose products with T are the board, mirrored
#define own_there   zmm11       // mirrored or turned
#define other_there zmm12
#define turned      zmm13       // results in T
#define mirrored    zmm14       // results in the mirrored board
#define first_run   zmm15

        CONSTANT(MIRROR, 8)
        .quad   0x8040201008040201
        END_CONSTANT(MIRROR)
        CONSTANT(UNIT, 8)
        .quad   0x0102040810204080
        END_CONSTANT(UNIT)
        CONSTANT(INSIDE, 8)
        .quad   0x7e7e7e7e7e7e7e7e
        END_CONSTANT(INSIDE)

// to = the squares beyond the runs towards higher bits in each byte, and some that are not empty
        .macro  ALONG_ROWS to, mine, theirs
        vpaddb  \to, \mine, \mine
        vpandq  \to, \to, \theirs
        vpaddb  \to, \to, \theirs
        .endm

// moves |= the squares beyond the runs in one direction
        .macro  DIRECTION shift, step, length
        \shift  run, own, \step
        \shift  next, own, 2*\step
        vpandq  run, run, line
        vpternlogq run, next, pairs, OR_BOTH
        .rept   \length / 2 - 1
        \shift  next, run, 2*\step
        vpternlogq run, next, pairs, OR_BOTH
        .endr
        \shift  run, run, \step
        .endm

        .macro  DIAGONAL step, length
        vpsllq  pairs, line, \step
        vpandq  pairs, pairs, line
        DIRECTION vpsllq, \step, \length
        vmovdqa64 first_run, run
        vpsrlq  pairs, pairs, \step
        DIRECTION vpsrlq, \step, \length
        vpternlogq moves, run, first_run, ANY
        .endm

// moves, of own and opponent; length = the longest run there can be
        .macro  MOVES_OF_EIGHT length
        // rows, both ways
        ALONG_ROWS moves, own, opponent
        vgf2p8affineqb own_there, own, mirror, 0
        vgf2p8affineqb other_there, opponent, mirror, 0
        ALONG_ROWS mirrored, own_there, other_there
        // columns: T and T mirrored
        vgf2p8affineqb own_there, mirror, own, 0
        vgf2p8affineqb other_there, mirror, opponent, 0
        ALONG_ROWS turned, own_there, other_there
        vgf2p8affineqb own_there, own_there, mirror, 0
        vgf2p8affineqb other_there, other_there, mirror, 0
        ALONG_ROWS next, own_there, other_there
        vgf2p8affineqb next, next, mirror, 0
        vporq   turned, turned, next
        vgf2p8affineqb turned, unit, turned, 0
        vporq   mirrored, mirrored, turned
        vgf2p8affineqb mirrored, mirrored, mirror, 0
        vporq   moves, moves, mirrored
        .if     \length == 6
        vpandq  line, opponent, inside
        .else
        vmovdqa64 line, opponent
        .endif
        DIAGONAL 9, \length
        DIAGONAL 7, \length
        vpternlogq moves, own, opponent, AND_NEITHER
        .if     \length == 4
        vpandq  moves, moves, on_board
        .endif
        .endm

        .macro  BATCH length, count
        vpbroadcastq mirror, [rip + MIRROR]
        vpbroadcastq unit, [rip + UNIT]
        .if     \length == 6
        vpbroadcastq inside, [rip + INSIDE]
        .else
        vpbroadcastq on_board, r8
        .endif
        sub     boards, 8
        jb      L(fewer_than_eight_left_\@)

        // each turn: eight boards
L(next_eight_boards_\@):
        CUT(turn)
        vmovdqu64 own, [own_boards]
        vmovdqu64 opponent, [opponents]
        MOVES_OF_EIGHT \length
        add     own_boards, 64
        add     opponents, 64
        .if     \count
        vpopcntq moves, moves
        vpmovqb [results], moves
        add     results, 8
        .else
        vmovdqu64 [results], moves
        add     results, 64
        .endif
        sub     boards, 8
        jae     L(next_eight_boards_\@)

        // the boards left, less than eight: those of k1
L(fewer_than_eight_left_\@):
        add     boards, 8
        jz      L(all_done_\@)
        mov     eax, -1
        bzhi    eax, eax, ecx
        kmovb   k1, eax
        vmovdqu64 own{k1}{z}, [own_boards]
        vmovdqu64 opponent{k1}{z}, [opponents]
        MOVES_OF_EIGHT \length
        .if     \count
        vpopcntq moves, moves
        vpmovqb [results]{k1}, moves
        .else
        vmovdqu64 [results]{k1}, moves
        .endif
L(all_done_\@):
        vzeroupper
        ret
        .endm

        FUNCTION(othello_batch_moves_8x8_avx512)
        BATCH   6, 0
        END_FUNCTION(othello_batch_moves_8x8_avx512)

        FUNCTION(othello_batch_mobility_8x8_avx512)
        BATCH   6, 1
        END_FUNCTION(othello_batch_mobility_8x8_avx512)

        FUNCTION(othello_batch_moves_inner_avx512)
        BATCH   4, 0
        END_FUNCTION(othello_batch_moves_inner_avx512)

        FUNCTION(othello_batch_mobility_inner_avx512)
        BATCH   4, 1
        END_FUNCTION(othello_batch_mobility_inner_avx512)
