// The search of the last plies. Tier Avx512. Contract and idea: last_plies_avx2.S.
//
//   uint64_t othello_last_plies_8x8_avx512(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, struct room *room,
//                                          struct places *table)
//   uint64_t othello_last_plies_inner_avx512(uint64_t own, uint64_t opponent, int32_t alpha, uint32_t scoring, struct room *room,
//                                            struct places *table)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, ymm0-ymm17, flags, room, table, 128 bytes below the stack pointer; keeps rbx, rbp,
//          r12-r15 on the stack.
// Budget   a child at 5 to 10 squares: 23 instructions for flips and discs, 28 for moves, 40 others; a look for stable discs
//          24, and 11 a turn.
//          `stonemask bench --compare`: 0.87 and 0.89 of Avx2's time on 8x8, 0.88 on 6x6 (99 %: 0.87 to 0.90; Zen 4, two runs).

#include "abi.inc"
#include "othello/flips_avx512.inc"
#include "othello/legal_moves_avx512.inc"
#include "othello/last_plies.inc"

        FUNCTION(othello_last_plies_8x8_avx512)
        LAST_PLIES 8
        END_FUNCTION(othello_last_plies_8x8_avx512)

        FUNCTION(othello_last_plies_inner_avx512)
        LAST_PLIES 6
        END_FUNCTION(othello_last_plies_inner_avx512)
