// Legal moves and their number, in SSE2 and plain registers. Tier X64.
//
//   uint64_t othello_legal_moves_8x8_x64(uint64_t own, uint64_t opponent)
//   uint32_t othello_mobility_8x8_x64(uint64_t own, uint64_t opponent)
//   uint64_t othello_legal_moves_inner_x64(uint64_t own, uint64_t opponent, uint64_t board)
//   uint32_t othello_mobility_inner_x64(uint64_t own, uint64_t opponent, uint64_t board)
//
// Entry    own & opponent = 0; any such pair, reachable or not. The _inner forms serve the boards that lie within the 8x8
//          frame with an empty ring around them: board = their squares, at most rows 1-6 and columns 1-6;
//          (own | opponent) & ~board = 0.
// Result   the empty squares from which own outflanks at least one disc, bit = 8*row + column; or how many they are.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, xmm0-xmm7, flags. Reads nothing but constants, writes nothing.
// Idea     The low quadword holds the board, the high one its mirror image with the rows swapped (bswap), so that one shift
//          serves both directions of the axes that change row. Along each, runs of opponent discs that touch an
//          own disc grow 1, 2, 4, 6 long by doubling; one step more lands on the square beyond. Along the rows, towards
//          higher bits an addition carries through the runs at once; towards lower bits they grow by doubling in plain
//          registers beside the vector work. Opponent discs in columns a and h cannot be inside a run that changes column,
//          and without them nothing wraps around, nor does a carry leave its row. The ring does the same for the smaller
//          boards, and their runs end at 4.

#include "abi.inc"

#define own         rdi
#define opponent    rsi
#define board       rdx
#define moves       rax
#define owns        xmm0        // own and its mirror image
#define opponents   xmm1        // opponent and its mirror image
#define inner       xmm2        // the opponent discs that can stand inside a run on the axis at hand
#define run         xmm3        // opponent discs reached from own discs
#define pair        xmm4        // opponent discs whose lower neighbour on the axis is one too
#define next        xmm5
#define landing     xmm6        // the squares beyond the runs of all axes done
#define line        rcx         // the opponent discs that can stand inside a run along a row
#define run_row     r8
#define pair_row    r9
#define next_row    r10
#define mirrored    r11

// run_row |= line & (run_row >> count)
        .macro  GROW_ROW line, count
        mov     next_row, run_row
        shr     next_row, \count
        and     next_row, \line
        or      run_row, next_row
        .endm

// run |= line & (run << count)
        .macro  GROW line, count
        movdqa  next, run
        psllq   next, \count
        pand    next, \line
        por     run, next
        .endm

// landing |= the squares beyond the runs on the axis with this step, both ways
        .macro  AXIS line, step, length
        movdqa  run, owns
        movdqa  pair, \line
        psllq   run, \step
        psllq   pair, \step
        pand    run, \line
        pand    pair, \line
        GROW    \line, \step
        .rept   \length / 2 - 1
        GROW    pair, 2*\step
        .endr
        psllq   run, \step
        por     landing, run
        .endm

// moves = the squares of the frame beyond a run, occupied ones too; `length` = the longest run there can be
        .macro  LANDINGS length
        // owns, opponents: the board and its mirror image
        mov     mirrored, own
        bswap   mirrored
        movq    owns, own
        movq    next, mirrored
        punpcklqdq owns, next
        mov     mirrored, opponent
        bswap   mirrored
        movq    opponents, opponent
        movq    next, mirrored
        punpcklqdq opponents, next

        // inner, line: without the discs that stop at a side of the board
        .if     \length == 6
        movabs  line, 0x7e7e7e7e7e7e7e7e
        movq    inner, line
        punpcklqdq inner, inner
        pand    inner, opponents
        and     line, opponent
        .else
        movdqa  inner, opponents
        mov     line, opponent
        .endif

        // moves: beyond the runs towards higher bits along the rows; the carry lands there
        lea     moves, [own + own]
        and     moves, line
        add     moves, line
        mov     next_row, line
        not     next_row
        and     moves, next_row

        // moves: and towards lower bits
        mov     run_row, own
        mov     pair_row, line
        shr     run_row, 1
        shr     pair_row, 1
        and     run_row, line
        and     pair_row, line
        GROW_ROW line, 1
        .rept   \length / 2 - 1
        GROW_ROW pair_row, 2
        .endr
        shr     run_row, 1
        or      moves, run_row

        // landing: along the columns and both diagonals
        pxor    landing, landing
        AXIS    opponents, 8, \length
        AXIS    inner, 9, \length
        AXIS    inner, 7, \length

        // moves: all of them
        movq    run_row, landing
        punpckhqdq landing, landing
        movq    mirrored, landing
        bswap   mirrored
        or      moves, run_row
        or      moves, mirrored
        or      own, opponent
        .endm

// eax = how many bits of moves are set
        .macro  COUNT
        mov     rcx, moves
        shr     rcx, 1
        movabs  rdx, 0x5555555555555555
        and     rcx, rdx
        sub     moves, rcx
        movabs  rdx, 0x3333333333333333
        mov     rcx, moves
        shr     rcx, 2
        and     moves, rdx
        and     rcx, rdx
        add     moves, rcx
        mov     rcx, moves
        shr     rcx, 4
        add     moves, rcx
        movabs  rdx, 0x0f0f0f0f0f0f0f0f
        and     moves, rdx
        movabs  rdx, 0x0101010101010101
        imul    moves, rdx
        shr     moves, 56
        .endm

        FUNCTION(othello_legal_moves_8x8_x64)
        LANDINGS 6
        not     own
        and     moves, own
        ret
        END_FUNCTION(othello_legal_moves_8x8_x64)

        FUNCTION(othello_mobility_8x8_x64)
        LANDINGS 6
        not     own
        and     moves, own
        COUNT
        ret
        END_FUNCTION(othello_mobility_8x8_x64)

        FUNCTION(othello_legal_moves_inner_x64)
        LANDINGS 4
        not     own
        and     board, own
        and     moves, board
        ret
        END_FUNCTION(othello_legal_moves_inner_x64)

        FUNCTION(othello_mobility_inner_x64)
        LANDINGS 4
        not     own
        and     board, own
        and     moves, board
        COUNT
        ret
        END_FUNCTION(othello_mobility_inner_x64)
