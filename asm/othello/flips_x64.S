// The discs that a move turns over, whether it turns any, and the positions after several moves, in plain registers.
// Tier X64.
//
//   uint64_t othello_flips_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   uint32_t othello_outflanks_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   void othello_children_x64(uint64_t own, uint64_t opponent, uint64_t squares, uint64_t (*children)[2])
//
// Entry    own & opponent = 0; any such pair, reachable or not. square < 64; what stands on it does not matter.
//          squares: any set of squares; children: room for 16 bytes a square, any alignment that a uint64_t allows.
// Result   flips: the opponent discs between square and an own disc, on all eight rays; bit = 8*row + column.
//          outflanks: 1 if there are any, else 0.
//          children: for each square of squares, lowest first, what the other side then sees: its discs
//          (opponent & ~flips), then ours (own | flips | square).
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags; children keeps rbx and r12 on the stack meanwhile.
//          Writes nothing but the children and that.
// Idea     The first square of a ray that is not the opponent's stops it; the ray flips when own stands there. Upwards that
//          square is the lowest set bit. Downwards it is the highest: on the rays that change row it is the lowest of the
//          mirror image with the rows swapped (bswap), since each row has one square of the ray; along the row it is
//          found by smearing every stop by 1, 2, 4 squares and keeping the one that no smear covers.

#include "abi.inc"
#include "othello/flips_x64.inc"

        FUNCTION(othello_flips_x64)
        not     not_opponent
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax
        FLIPS
        ret
        END_FUNCTION(othello_flips_x64)

        FUNCTION(othello_outflanks_x64)
        // an own disc next to the square closes no run: leave it out
        lea     rax, [rip + SYMBOL(othello_far)]
        mov     ecx, square
        and     own, [rax + 8*rcx]
        not     not_opponent
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax

        // flips: here the ends of all rays
        END_HIGHER RIGHT
        mov     flips, end
        END_HIGHER DOWN
        or      flips, end
        END_HIGHER DOWN_RIGHT
        or      flips, end
        END_HIGHER DOWN_LEFT
        or      flips, end
        END_LEFT
        or      flips, end
        END_LOWER UP
        or      flips, end
        END_LOWER UP_LEFT
        or      flips, end
        END_LOWER UP_RIGHT
        xor     edx, edx
        or      flips, end
        setnz   dl
        mov     eax, edx
        ret
        END_FUNCTION(othello_outflanks_x64)

#define children    r10
#define squares     r11
#define table       rbx
#define bit         r12

        FUNCTION(othello_children_x64)
        SAVE    rbx
        SAVE    r12
        mov     squares, rdx
        mov     children, rcx
        not     not_opponent
        lea     table, [rip + SYMBOL(othello_rays)]
        test    squares, squares
        jz      2f

        // each turn: the lowest of the squares left
1:      bsf     rays, squares
        mov     bit, squares
        neg     bit
        and     bit, squares
        shl     square, 6
        add     rays, table
        FLIPS
        // what the opponent keeps is what is neither not theirs nor turned
        mov     next, flips
        or      next, not_opponent
        not     next
        xor     squares, bit
        or      bit, own
        or      bit, flips
        mov     [children], next
        mov     [children + 8], bit
        add     children, 16
        test    squares, squares
        jnz     1b

2:      RESTORE r12
        RESTORE rbx
        ret
        END_FUNCTION(othello_children_x64)
