// Random numbers from eight sequences side by side. Tier Avx2.
//
//   void random_fill_avx2(struct random_lanes *random, uint64_t (*numbers)[8], size_t steps)
//
// Entry    random: word w of sequence l is its quadword 8*w + l, 64-byte aligned; numbers: room for `steps` times eight, 8-byte
//          aligned.
// Result   Each step's eight numbers, sequence by sequence; the sequences after `steps` steps.
// Changes  rdx, rsi, ymm0-ymm11, flags.
// Idea     Two groups of four sequences, which do not wait for each other.
// Budget   28 instructions and two stores a step.

#include "abi.inc"
#include "random/xoshiro_avx2.inc"

#define state       rdi
#define numbers     rsi
#define steps       rdx
#define low0        ymm0        // sequences 0-3
#define low1        ymm1
#define low2        ymm2
#define low3        ymm3
#define high0       ymm4        // sequences 4-7
#define high1       ymm5
#define high2       ymm6
#define high3       ymm7
#define low_out     ymm8
#define high_out    ymm9
#define spare       ymm10
#define spare_too   ymm11

        FUNCTION(random_fill_avx2)
        vmovdqa low0, [state]
        vmovdqa high0, [state + 32]
        vmovdqa low1, [state + 64]
        vmovdqa high1, [state + 96]
        vmovdqa low2, [state + 128]
        vmovdqa high2, [state + 160]
        vmovdqa low3, [state + 192]
        vmovdqa high3, [state + 224]
        test    steps, steps
        jz      2f

        // each turn: eight numbers
1:
        CUT(step)
        XOSHIRO low_out, low0, low1, low2, low3, spare
        XOSHIRO high_out, high0, high1, high2, high3, spare_too
        vmovdqu [numbers], low_out
        vmovdqu [numbers + 32], high_out
        add     numbers, 64
        dec     steps
        jnz     1b

2:      vmovdqa [state], low0
        vmovdqa [state + 32], high0
        vmovdqa [state + 64], low1
        vmovdqa [state + 96], high1
        vmovdqa [state + 128], low2
        vmovdqa [state + 160], high2
        vmovdqa [state + 192], low3
        vmovdqa [state + 224], high3
        vzeroupper
        ret
        END_FUNCTION(random_fill_avx2)
