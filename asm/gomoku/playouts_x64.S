// Random games from one position, 32 at once. Tier X64. Contract and body: playouts.inc.
//
//   void gomoku_playouts_x64(const uint64_t (*keys)[8], const struct key_line *lines, const uint32_t *cells, uint32_t count,
//                            uint32_t to_move, struct results *results)
//   void gomoku_playouts_exact_x64(the same)

#include "abi.inc"
#include "vector/x64.inc"
#include "gomoku/playouts.inc"
