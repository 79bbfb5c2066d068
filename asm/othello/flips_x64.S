// The discs that a move turns over, whether it turns any, and the positions after several moves, in plain registers.
// Tier X64.
//
//   uint64_t othello_flips_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   uint32_t othello_outflanks_x64(uint64_t own, uint64_t opponent, uint32_t square)
//   void othello_children_x64(uint64_t own, uint64_t opponent, uint64_t squares, uint64_t children[][2])
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

#define own         rdi
#define not_opponent rsi
#define square      edx
#define rays        rdx         // the constants of the square
#define flips       rax
#define end         rcx         // the first square of a ray that is not the opponent's, if own stands there
#define next        r8

// Where a square's rays stand: a quadword each, see rays.S
#define RIGHT       [rays]
#define DOWN        [rays + 8]
#define DOWN_RIGHT  [rays + 16]
#define DOWN_LEFT   [rays + 24]
#define LEFT        [rays + 32]
#define UP          [rays + 40]
#define UP_LEFT     [rays + 48]
#define UP_RIGHT    [rays + 56]

// end: on a ray to higher bits
        .macro  END_HIGHER ray:vararg
        mov     end, \ray
        and     end, not_opponent
        mov     next, end
        neg     next
        and     end, next
        and     end, own
        .endm

// end: on a ray to lower bits that changes row
        .macro  END_LOWER ray:vararg
        mov     end, \ray
        and     end, not_opponent
        bswap   end
        mov     next, end
        neg     next
        and     end, next
        bswap   end
        and     end, own
        .endm

// end: on the ray to lower bits along the row; next covers the squares 1 to 7 steps behind a stop
        .macro  END_LEFT
        mov     end, LEFT
        and     end, not_opponent
        mov     next, end
        shr     next, 1
        mov     r9, next
        shr     r9, 1
        or      next, r9
        mov     r9, next
        shr     r9, 2
        or      next, r9
        mov     r9, next
        shr     r9, 4
        or      next, r9
        not     next
        and     end, next
        and     end, own
        .endm

// flips |= the ray's squares below the end; none where there is no end
        .macro  BELOW ray:vararg
        cmp     end, 1
        adc     end, -1
        and     end, \ray
        or      flips, end
        .endm

// flips |= the ray's squares above the end; none where there is no end
        .macro  ABOVE ray:vararg
        add     end, end
        neg     end
        and     end, \ray
        or      flips, end
        .endm

        .macro  FLIPS
        xor     eax, eax
        END_HIGHER RIGHT
        BELOW   RIGHT
        END_HIGHER DOWN
        BELOW   DOWN
        END_HIGHER DOWN_RIGHT
        BELOW   DOWN_RIGHT
        END_HIGHER DOWN_LEFT
        BELOW   DOWN_LEFT
        END_LEFT
        ABOVE   LEFT
        END_LOWER UP
        ABOVE   UP
        END_LOWER UP_LEFT
        ABOVE   UP_LEFT
        END_LOWER UP_RIGHT
        ABOVE   UP_RIGHT
        .endm

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
