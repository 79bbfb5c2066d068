// Random numbers from eight sequences side by side. Tier Avx512. Entry and Result: fill_avx2.S.
//
//   void random_fill_avx512(struct random_lanes *random, uint64_t (*numbers)[8], size_t steps)
//
// Changes  rdx, rsi, zmm0-zmm5, flags.
// Budget   9 instructions and a store a step.

#include "abi.inc"
#include "random/xoshiro_avx512.inc"

#define state       rdi
#define numbers     rsi
#define steps       rdx
#define s0          zmm0
#define s1          zmm1
#define s2          zmm2
#define s3          zmm3
#define out         zmm4
#define spare       zmm5

        FUNCTION(random_fill_avx512)
        vmovdqa64 s0, [state]
        vmovdqa64 s1, [state + 64]
        vmovdqa64 s2, [state + 128]
        vmovdqa64 s3, [state + 192]
        test    steps, steps
        jz      2f

        // each turn: eight numbers
1:
        CUT(step)
        XOSHIRO out, s0, s1, s2, s3, spare
        vmovdqu64 [numbers], out
        add     numbers, 64
        dec     steps
        jnz     1b

2:      vmovdqa64 [state], s0
        vmovdqa64 [state + 64], s1
        vmovdqa64 [state + 128], s2
        vmovdqa64 [state + 192], s3
        vzeroupper
        ret
        END_FUNCTION(random_fill_avx512)
