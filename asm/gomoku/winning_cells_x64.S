// The empty points on which a stone makes five in a row, both colours. Tier X64. Contract and body: winning_cells.inc.
// In lanes of 16 and 64 bits Portable is faster.
//
//   void gomoku_winning_cells_32_x64(const uint64_t *planes, uint32_t rows, uint64_t *black, uint64_t *white)

#include "abi.inc"
#include "vector/x64.inc"
#include "gomoku/winning_cells.inc"
