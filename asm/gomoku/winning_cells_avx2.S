// The empty points on which a stone makes five in a row, both colours. Tier Avx2. Contract and body: winning_cells.inc.
//
//   void gomoku_winning_cells_{16,32,64}_avx2(const uint64_t *planes, uint32_t rows, uint64_t *black, uint64_t *white)

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/winning_cells.inc"
