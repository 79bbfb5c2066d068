// The discs that a move turns over, whether it turns any, and the positions after several moves. Tier Avx2.
//
//   uint64_t othello_flips_avx2(uint64_t own, uint64_t opponent, uint32_t square)
//   uint32_t othello_outflanks_avx2(uint64_t own, uint64_t opponent, uint32_t square)
//   void othello_children_avx2(uint64_t own, uint64_t opponent, uint64_t squares, uint64_t (*children)[2])
//
// Entry    own & opponent = 0; any such pair, reachable or not. square < 64; what stands on it does not matter.
//          squares: any set of squares; children: room for 16 bytes a square, any alignment that a uint64_t allows.
// Result   flips: the opponent discs between square and an own disc, on all eight rays; bit = 8*row + column.
//          outflanks: 1 if there are any, else 0.
//          children: for each square of squares, lowest first, the position as the other side sees it: its discs
//          (opponent & ~flips), then ours (own | flips | square).
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm7, flags. Writes nothing but the children.
// Idea     One ray a quadword, four rays at once. The first square of a ray that is not the opponent's stops it; the ray
//          flips when own stands there. Upwards that square is the lowest set bit; downwards the highest, found by
//          smearing every stop down the ray by 1, 2, 4, 6 squares and keeping the one that no smear covers. (Tried on
//          Zen 3: the highest as the lowest of the mirror image, the ray along the row in plain registers; 4 % less for
//          flips, 10 % more for outflanks, 4 % more for children.)
// Budget   flips: 4 to spread, 8 upwards, 13 downwards, 6 to join and gather: 31; 7.8 cycles by four vector ports.

#include "abi.inc"
#include "othello/flips_avx2.inc"

        FUNCTION(othello_flips_avx2)
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax
        SPREAD
        vpcmpeqd ones, ones, ones
        FLIPS
        vzeroupper
        ret
        END_FUNCTION(othello_flips_avx2)

        FUNCTION(othello_outflanks_avx2)
        lea     rax, [rip + SYMBOL(othello_far)]
        mov     ecx, square
        and     own, [rax + 8*rcx]
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax
        SPREAD
        // an own disc next to the square closes no run: it is cleared
        ENDS
        vpor    end_up, end_up, end_down
        xor     eax, eax
        vptest  end_up, end_up
        setnz   al
        vzeroupper
        ret
        END_FUNCTION(othello_outflanks_avx2)

#define children    r8
#define squares     r9
#define table       r10
#define bit         r11

        FUNCTION(othello_children_avx2)
        mov     squares, rdx
        mov     children, rcx
        test    squares, squares
        jz      2f
        lea     table, [rip + SYMBOL(othello_rays)]
        SPREAD
        vpcmpeqd ones, ones, ones

        // each turn: the lowest of the squares left
1:      CUT(turn)
        tzcnt   rays, squares
        shl     square, 6
        add     rays, table
        blsi    bit, squares
        FLIPS
        or      bit, own
        andn    rcx, flips, opponent
        or      bit, flips
        mov     [children], rcx
        mov     [children + 8], bit
        add     children, 16
        blsr    squares, squares
        jnz     1b
2:      vzeroupper
        ret
        END_FUNCTION(othello_children_avx2)
