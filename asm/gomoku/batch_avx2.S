// Fives and winning cells of 32 boards at once. Tier Avx2. Contract and body: batch.inc.
//
//   void gomoku_batch_fives_avx2(const struct block *boards, uint32_t rows, struct found *found)
//   void gomoku_batch_exact_fives_avx2(const struct block *boards, uint32_t rows, struct found *found)
//   void gomoku_batch_winning_cells_avx2(const struct block *boards, uint32_t rows, uint32_t columns, uint16_t (*black)[15][32],
//                                        uint16_t (*white)[15][32])

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/batch.inc"
