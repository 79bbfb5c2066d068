// The first phase of the founding document's update, on its four boards. Tier Avx2.
//
//   void nogo_four_boards_surrounded_avx2(const int32_t (*state)[4][3], uint32_t colour, int32_t (*points)[3])
//
// Entry    state: black, white, allowed for black, allowed for white, three words each, the least significant first, bit =
//          10*row + column; any words. colour: 0 = black, 1 = white.
// Result   the empty points, s0 & s1, none of whose neighbours has a 1 in the opponent's board: all are the opponent's or off the
//          board.
// Changes  rdi, rsi, xmm0-xmm5, flags. Reads the state, writes three words.
// Idea     A board's three words are doublewords of a register: a shift of the 96-bit number shifts each word, and the bits that
//          leave a word are taken from a copy that is shifted by a word.
// Budget   8 shifts in words, 2 by words, 9 others: 19; 6 cycles by three vector ports.

#include "abi.inc"

#define state       rdi
#define points      rdx
#define open        xmm0        // where the opponent has no stone, on the board
#define lower       xmm1        // the words of open, each at the place of the next higher one
#define higher      xmm2        // each at the place of the next lower one
#define beside      xmm3        // the neighbours of open points
#define shifted     xmm4
#define empty       xmm5

        FUNCTION(nogo_four_boards_surrounded_avx2)
        vmovdqu empty, [state]
        vpand   empty, empty, [state + 12]
        mov     esi, esi
        xor     esi, 1
        lea     rsi, [rsi + 2*rsi]
        vmovdqu open, [state + 4*rsi]
        // the fourth word is the next board's
        vpxor   lower, lower, lower
        vpblendd open, open, lower, 8
        vpslldq lower, open, 4
        vpsrldq higher, open, 4

        // beside: open a step and a row of ten further, both ways
        vpslld  beside, open, 1
        vpsrld  shifted, open, 1
        vpor    beside, beside, shifted
        vpslld  shifted, open, 10
        vpor    beside, beside, shifted
        vpsrld  shifted, open, 10
        vpor    beside, beside, shifted
        vpsrld  open, lower, 31
        vpor    beside, beside, open
        vpsrld  lower, lower, 22
        vpor    beside, beside, lower
        vpslld  shifted, higher, 31
        vpor    beside, beside, shifted
        vpslld  higher, higher, 22
        vpor    beside, beside, higher

        vpandn  empty, beside, empty
        vmovq   qword ptr [points], empty
        vpextrd dword ptr [points + 8], empty, 2
        ret
        END_FUNCTION(nogo_four_boards_surrounded_avx2)
