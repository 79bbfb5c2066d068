// The founding document's state of four boards: its move generation, and the first phase of its update. Tier X64.
//
//   void nogo_four_boards_moves_x64(const int32_t (*state)[4][3], uint32_t colour, int32_t (*moves)[3])
//   void nogo_four_boards_surrounded_x64(const int32_t (*state)[4][3], uint32_t colour, int32_t (*points)[3])
//
// Entry    state: black, white, allowed for black, allowed for white, three words each, the least significant first, bit =
//          10*row + column; any words. colour: 0 = black, 1 = white.
// Result   moves: s0 & s1 & s2 for black, s0 & s1 & s3 for white.
//          surrounded: the empty points, s0 & s1, none of whose neighbours has a 1 in the opponent's board: all are the
//          opponent's or off the board.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags. Reads the state, writes three words.
// Idea     The founding document says: "operators work on the arrays as on one 96-bit number". Here it is 64 + 32 bits.

#include "abi.inc"

#define state       rdi
#define out         rdx
#define low         rax         // bits 0-63
#define high        ecx         // bits 64-95

        FUNCTION(nogo_four_boards_moves_x64)
        mov     low, [state]
        mov     high, [state + 8]
        and     low, [state + 12]
        and     high, [state + 20]
        mov     esi, esi
        lea     rsi, [rsi + 2*rsi]
        and     low, [state + 4*rsi + 24]
        and     high, [state + 4*rsi + 32]
        mov     [out], low
        mov     [out + 8], high
        ret
        END_FUNCTION(nogo_four_boards_moves_x64)

#define open_low    r8          // where the opponent has no stone, on the board
#define open_high   r9d
#define next_low    r10         // their neighbours
#define next_high   r11d

        FUNCTION(nogo_four_boards_surrounded_x64)
        mov     low, [state]
        mov     high, [state + 8]
        and     low, [state + 12]
        and     high, [state + 20]
        mov     esi, esi
        xor     esi, 1
        lea     rsi, [rsi + 2*rsi]
        mov     open_low, [state + 4*rsi]
        mov     open_high, [state + 4*rsi + 8]

        // next: open >> 1 and open >> 10; esi, the low bits of the high word, come down
        mov     next_low, open_low
        shr     next_low, 1
        mov     next_high, open_high
        shr     next_high, 1
        mov     esi, open_high
        shl     rsi, 63
        or      next_low, rsi
        mov     rsi, open_low
        shr     rsi, 10
        or      next_low, rsi
        mov     esi, open_high
        shl     rsi, 54
        or      next_low, rsi
        mov     esi, open_high
        shr     esi, 10
        or      next_high, esi

        // and open << 1, open << 10; the high bits of the low words go up
        lea     rsi, [open_low + open_low]
        or      next_low, rsi
        mov     rsi, open_low
        shl     rsi, 10
        or      next_low, rsi
        mov     rsi, open_low
        shr     rsi, 63
        or      next_high, esi
        shr     open_low, 54
        or      next_high, r8d
        lea     esi, [r9 + r9]
        or      next_high, esi
        shl     open_high, 10
        or      next_high, open_high

        not     next_low
        not     next_high
        and     low, next_low
        and     high, next_high
        mov     [out], low
        mov     [out + 8], high
        ret
        END_FUNCTION(nogo_four_boards_surrounded_x64)
