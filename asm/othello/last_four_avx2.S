// The search of the last four empty squares. Tier Avx2. Contract and idea: last_four_x64.S; the body: last_four.inc.
//
//   uint64_t othello_last_four_avx2(uint64_t own, uint64_t opponent, uint32_t squares, int32_t alpha, uint32_t scoring)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm7, flags, 96 bytes below the stack pointer.
// Idea     What either side turns on the last square: three lines at once, a quadword each; where the side has a disc is a byte
//          a row, which vpmovmskb gathers to a bit a row.

#include "abi.inc"
#include "othello/flips_avx2.inc"

#define FLIPS_AT    FLIPS_OF_SQUARE

        .macro  PREPARE
        SPREAD
        .endm

        .macro  FLIPS_OF_SQUARE at
        mov     edx, \at
        shl     edx, 6
        lea     rax, [rip + SYMBOL(othello_rays)]
        add     rays, rax
        FLIPS
        .endm

        .macro  POPCOUNT to, from, one, two
        popcnt  \to, \from
        .endm

        .macro  SHIFT_RIGHT to, from, count
        shrx    \to, \from, rsi
        .endm

        .macro  NOT_OWN
        vmovq   xmm2, rdx
        vmovq   xmm3, r8
        vpbroadcastq ymm2, xmm2
        vpbroadcastq ymm3, xmm3
        vpand   ymm2, ymm2, [rcx]
        vpand   ymm3, ymm3, [rcx]
        vpcmpeqb ymm2, ymm2, zero
        vpcmpeqb ymm3, ymm3, zero
        vpmovmskb eax, ymm2
        vpmovmskb r9d, ymm3
        and     eax, 0xffffff
        and     r9d, 0xffffff
        .endm

        .macro  CONSTANTS
        vpxor   xmm4, xmm4, xmm4
        vpcmpeqd ones, ones, ones
        .endm

        .macro  CLEAN
        vzeroupper
        .endm

#include "othello/last_four.inc"

        FUNCTION(othello_last_four_avx2)
        LAST_FOUR
        END_FUNCTION(othello_last_four_avx2)
