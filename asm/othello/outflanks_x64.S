// Whether a move turns any discs, in plain registers. Tier X64. Portable's flips and children are as fast as theirs would be.
//
//   uint32_t othello_outflanks_x64(uint64_t own, uint64_t opponent, uint32_t square)
//
// Entry    own & opponent = 0; any such pair, reachable or not. square < 64; what stands on it does not matter.
// Result   1 if there are opponent discs between square and an own disc on any of the eight rays, else 0; bit = 8*row + column.
// Changes  rax, rcx, rdx, rsi, rdi, r8, r9, flags. Writes nothing.
// Idea     The first square of a ray that is not the opponent's stops it; the ray counts when own stands there. Upwards that
//          square is the lowest set bit. Downwards it is the highest: on the rays that change row it is the lowest of the
//          mirror image with the rows swapped (bswap), since each row has one square of the ray; along the row it is
//          found by smearing every stop by 1, 2, 4 squares and keeping the one that no smear covers.

#include "abi.inc"

#define own         rdi
#define not_opponent rsi
#define square      edx
#define rays        rdx         // the constants of the square
#define ends        rax         // of all rays
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

        FUNCTION(othello_outflanks_x64)
        // an own disc next to the square closes no run: leave it out
        lea     rax, [rip + SYMBOL(othello_far)]
        mov     ecx, square
        and     own, [rax + 8*rcx]
        not     not_opponent
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax

        END_HIGHER RIGHT
        mov     ends, end
        END_HIGHER DOWN
        or      ends, end
        END_HIGHER DOWN_RIGHT
        or      ends, end
        END_HIGHER DOWN_LEFT
        or      ends, end
        END_LEFT
        or      ends, end
        END_LOWER UP
        or      ends, end
        END_LOWER UP_LEFT
        or      ends, end
        END_LOWER UP_RIGHT
        xor     edx, edx
        or      ends, end
        setnz   dl
        mov     eax, edx
        ret
        END_FUNCTION(othello_outflanks_x64)
