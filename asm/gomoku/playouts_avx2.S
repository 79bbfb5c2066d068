// Random games from one position, 32 at once. Tier Avx2. Contract and body: playouts.inc.
//
//   void gomoku_playouts_avx2(const uint64_t (*keys)[8], const struct key_line *lines, const uint32_t *cells, uint32_t count,
//                             uint32_t to_move, struct results *results)
//   void gomoku_playouts_exact_avx2(the same)

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/playouts.inc"
