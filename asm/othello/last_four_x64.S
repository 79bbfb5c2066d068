// The search of the last four empty squares. Tier X64.
//
//   uint64_t othello_last_four_x64(uint64_t own, uint64_t opponent, uint32_t squares, int32_t alpha, uint32_t scoring)
//
// Entry    own & opponent = 0. squares: four different squares, a byte each, the lowest byte first; they are empty, and every
//          other square of the board, if it is the 4x4, the 6x6 or the 8x8 board in the frame, has a disc; off the board there is
//          none. own, opponent: the side to move and the other. -64 <= alpha <= 63. scoring: 0, most discs win; 1, the
//          same, and the empty squares are the winner's; 2, fewest discs win.
// Result   Low half: the value for the side to move, own discs minus the opponent's (with the empty squares; negated). If it
//          is above alpha, a lower bound of it; else an upper bound. High half: the positions searched.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, xmm0, xmm2-xmm4, flags, 96 bytes below the stack pointer; keeps rbx, rbp, r12-r15 on
//          the stack meanwhile.
// Idea     Null-window negamax, alpha of the other side = ~alpha. Four and three squares are loops over the squares in the order
//          given, each body once; a pass runs its loop again with sides changed. With two squares left both flips are
//          computed before either is needed. With one, what either side turns is looked up, line by line, and no position
//          is made: the board is full, so that the discs of one side tell the other's.
// Budget   One square: 45 instructions (Avx2); two: two flips and up to two of those; no call between.

#include "abi.inc"
#include "othello/flips_x64.inc"

#define FLIPS_AT    FLIPS_OF_SQUARE

        .macro  PREPARE
        not     not_opponent
        .endm

        .macro  FLIPS_OF_SQUARE at
        mov     edx, \at
        shl     edx, 6
        lea     rax, [rip + SYMBOL(othello_rays)]
        add     rays, rax
        FLIPS
        .endm

        .macro  POPCOUNT to, from, one, two
        // counts of two bits, of four, of eight; then their sum
        mov     \to, \from
        mov     \one, \from
        shr     \one
        mov     \two, 0x5555555555555555
        and     \one, \two
        sub     \to, \one
        mov     \two, 0x3333333333333333
        mov     \one, \to
        shr     \one, 2
        and     \to, \two
        and     \one, \two
        add     \to, \one
        mov     \one, \to
        shr     \one, 4
        add     \to, \one
        mov     \two, 0x0f0f0f0f0f0f0f0f
        and     \to, \two
        mov     \two, 0x0101010101010101
        imul    \to, \two
        shr     \to, 56
        .endm

        .macro  SHIFT_RIGHT to, from, count
        mov     \to, \from
        shr     \to, cl
        .endm

        .macro  NOT_OWN
        movq    xmm2, rdx
        punpcklqdq xmm2, xmm2
        movdqa  xmm3, xmm2
        pand    xmm2, [rcx]
        pand    xmm3, [rcx + 16]
        pcmpeqb xmm2, xmm4
        pcmpeqb xmm3, xmm4
        pmovmskb eax, xmm2
        pmovmskb r9d, xmm3
        movzx   r9d, r9b
        shl     r9d, 16
        or      eax, r9d
        movq    xmm2, r8
        punpcklqdq xmm2, xmm2
        movdqa  xmm3, xmm2
        pand    xmm2, [rcx]
        pand    xmm3, [rcx + 16]
        pcmpeqb xmm2, xmm4
        pcmpeqb xmm3, xmm4
        pmovmskb r9d, xmm2
        pmovmskb ecx, xmm3
        movzx   ecx, cl
        shl     ecx, 16
        or      r9d, ecx
        .endm

        .macro  CONSTANTS
        pxor    xmm4, xmm4
        .endm

        .macro  CLEAN
        .endm

#include "othello/last_four.inc"

        FUNCTION(othello_last_four_x64)
        LAST_FOUR
        END_FUNCTION(othello_last_four_x64)
