// The discs that a move turns over, whether it turns any, and the positions after several moves. Tier X64.
//
//   uint64_t othello_flips_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   uint32_t othello_outflanks_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   void othello_children_x64(uint64_t own, uint64_t opponent, uint64_t squares, uint64_t (*children)[2])
//
// Entry    own & opponent = 0; any such pair, reachable or not. square < 64; what stands on it does not matter.
//          squares: any set of squares; children: room for 16 bytes a square, any alignment that a uint64_t allows.
// Result   flips: the opponent discs between square and an own disc, on all eight rays; bit = 8*row + column.
//          outflanks: 1 if there are any, else 0.
//          children: for each square of squares, lowest first, the position as the other side sees it: its discs
//          (opponent & ~flips), then ours (own | flips | square).
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags. Writes nothing but the children.
// Idea     Whole lines at a time. A multiplication gathers its bits into a byte; a table says on which squares of the line an
//          own disc closes a run of the opponent's, on both sides at once; another what turns up to there; a second
//          multiplication spreads that over the line. (Tried: rays in plain registers, the lower ones mirrored by bswap, took
//          compiled Rust's time on Granite Rapids. On paper: two lanes of SSE2, the board and its mirror image, come to as many
//          instructions as compiled Rust, because SSE2 cannot tell a quadword that is zero.)
// Budget   flips: 4 lines of 14 instructions, 3 of them multiplications, 15 around them: 71, 14 at five a cycle.

#include "abi.inc"

#define SIDE            8
#define own             rdi
#define opponent        rsi
#define square          edx
#define axes            rdx
#define flips           rax
#define line            rcx
#define line_low        ecx
#define end             r8
#define edges_of_column r9
#define edges_of_row    r10
#define ones            r11         // the first bit of each row
#define rows            ones

#include "othello/axes_x64.inc"

// axes, edges_of_column, edges_of_row, ones: those of the square
        .macro  PLACE
        mov     ecx, square
        and     ecx, 7
        imul    ecx, ecx, 384
        mov     r8d, square
        shr     r8d, 3
        imul    r8d, r8d, 384
        lea     edges_of_column, [rip + SYMBOL(othello_edges)]
        lea     edges_of_row, [edges_of_column + r8]
        add     edges_of_column, rcx
        shl     square, 6
        lea     rcx, [rip + SYMBOL(othello_axes)]
        add     axes, rcx
        .endm

        FUNCTION(othello_flips_x64)
        PLACE
        movabs  ones, 0x0101010101010101
        FLIPS
        ret
        END_FUNCTION(othello_flips_x64)

        FUNCTION(othello_outflanks_x64)
        PLACE
        movabs  ones, 0x0101010101010101
        OUTFLANKS
        ret
        END_FUNCTION(othello_outflanks_x64)

#define squares         rbx
#define children        rbp

        FUNCTION(othello_children_x64)
        test    rdx, rdx
        jz      2f
        SAVE    rbx
        SAVE    rbp
        mov     squares, rdx
        mov     children, rcx
        movabs  ones, 0x0101010101010101

        // each turn: the lowest of the squares left
1:      CUT(turn)
        bsf     rdx, squares
        PLACE
        FLIPS
        // rcx: the square; then what each side has
        lea     r8, [squares - 1]
        mov     rcx, squares
        and     squares, r8
        xor     rcx, squares
        or      rcx, own
        or      rcx, flips
        not     flips
        and     flips, opponent
        mov     [children], flips
        mov     [children + 8], rcx
        add     children, 16
        test    squares, squares
        jnz     1b
        RESTORE rbp
        RESTORE rbx
2:      ret
        END_FUNCTION(othello_children_x64)
