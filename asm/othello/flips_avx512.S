// The discs that a move turns over, whether it turns any, and the positions after several moves. Tier Avx512.
//
//   uint64_t othello_flips_avx512(uint64_t own, uint64_t opponent, uint32_t square)
//   uint32_t othello_outflanks_avx512(uint64_t own, uint64_t opponent, uint32_t square)
//   void othello_children_avx512(uint64_t own, uint64_t opponent, uint64_t squares, uint64_t children[][2])
//
// Entry    own & opponent = 0; any such pair, reachable or not. square < 64; what stands on it does not matter.
//          squares: any set of squares; children: room for 16 bytes a square, any alignment that a uint64_t allows.
// Result   flips: the opponent discs between square and an own disc, on all eight rays; bit = 8*row + column.
//          outflanks: 1 if there are any, else 0.
//          children: for each square of squares, lowest first, what the other side then sees: its discs
//          (opponent & ~flips), then ours (own | flips | square).
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm6, flags. Writes nothing but the children.
// Idea     One ray a quadword, four rays at once. The first square of a ray that is not the opponent's stops it; the ray
//          flips when own stands there. Upwards that square is the lowest set bit; downwards the highest, by counting
//          leading zeros.
// Budget   flips: 2 to spread, 5 upwards, 6 downwards, 7 to join and gather: 20; 5 cycles by four vector ports.

#include "abi.inc"

#define own         rdi
#define opponent    rsi
#define square      edx
#define rays        rdx         // the constants of the square
#define flips       rax
#define owns        ymm0        // own, once for each ray
#define opponents   ymm1        // opponent, once for each ray
#define end_up      ymm2        // the first square not the opponent's, if own stands there, on the rays to higher bits
#define end_down    ymm3        // and on the rays to lower bits
#define next        ymm4
#define ones        ymm5
#define top         ymm6        // the highest bit of each quadword

        RODATA
        .balign 8
TOP:
        .quad   0x8000000000000000

// end_up, end_down: the closing own discs of the square's rays
        .macro  ENDS
        // stops: the squares of each ray that are not the opponent's
        vpandn  end_up, opponents, [rays]
        vpandn  end_down, opponents, [rays + 32]

        // the first stop of each, where own stands there. Upwards: the bit that a - 1 clears; 0x20: a & ~b & c
        vpaddq  next, end_up, ones
        vplzcntq end_down, end_down
        vpternlogq end_up, next, owns, 0x20
        vpsrlvq end_down, top, end_down
        vpand   end_down, end_down, owns
        .endm

// flips = the squares between the square and the ends, all rays together
        .macro  FLIPS
        ENDS
        // end_down: its ray's squares above the end, none where there is none; 0x02: ~a & ~b & c
        vpaddq  next, end_down, ones
        vpternlogq end_down, next, [rays + 32], 0x02
        // end_up: the bits below the end, none where there is none; then both; 0xec: (a & c) | b
        vpaddq  next, end_up, ones
        vpminuq end_up, end_up, next
        vpternlogq end_up, end_down, [rays], 0xec
        vextracti128 xmm3, end_up, 1
        vpor    xmm2, xmm2, xmm3
        vpunpckhqdq xmm3, xmm2, xmm2
        vpor    xmm2, xmm2, xmm3
        vmovq   flips, xmm2
        .endm

// owns, opponents, and the constants that stay
        .macro  SPREAD
        vpbroadcastq owns, own
        vpbroadcastq opponents, opponent
        vpbroadcastq top, [rip + TOP]
        vpcmpeqd ones, ones, ones
        .endm

        FUNCTION(othello_flips_avx512)
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax
        SPREAD
        FLIPS
        vzeroupper
        ret
        END_FUNCTION(othello_flips_avx512)

        FUNCTION(othello_outflanks_avx512)
        lea     rax, [rip + SYMBOL(othello_far)]
        mov     ecx, square
        and     own, [rax + 8*rcx]
        lea     rax, [rip + SYMBOL(othello_rays)]
        shl     square, 6
        add     rays, rax
        SPREAD
        // an own disc next to the square closes no run, and is no longer there
        ENDS
        vpor    end_up, end_up, end_down
        xor     eax, eax
        vptest  end_up, end_up
        setnz   al
        vzeroupper
        ret
        END_FUNCTION(othello_outflanks_avx512)

#define children    r8
#define squares     r9
#define table       r10
#define bit         r11

        FUNCTION(othello_children_avx512)
        mov     squares, rdx
        mov     children, rcx
        test    squares, squares
        jz      2f
        lea     table, [rip + SYMBOL(othello_rays)]
        SPREAD

        // each turn: the lowest of the squares left
1:      tzcnt   rays, squares
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
        END_FUNCTION(othello_children_avx512)
