// Whether a colour has five in a row anywhere. Tier X64. Contract and body: fives.inc. In lanes of
// 16 bits Portable is faster.
//
//   uint32_t gomoku_any_five_{32,64}_x64(const uint64_t *planes, uint32_t rows)
//   uint32_t gomoku_any_exact_five_{32,64}_x64(const uint64_t *planes, uint32_t rows)

#include "abi.inc"
#include "vector/x64.inc"
#include "gomoku/fives.inc"
