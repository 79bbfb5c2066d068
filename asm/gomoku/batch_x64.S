// Exact fives of 32 boards at once. Tier X64. Contract and body: batch.inc. Portable's fives and winning cells are faster.
//
//   void gomoku_batch_exact_fives_x64(const struct block *boards, uint32_t rows, struct found *found)

#include "abi.inc"
#include "vector/x64.inc"
#include "gomoku/batch.inc"
