// Whether a colour has five in a row anywhere. Tier Avx2. Contract and body: fives.inc.
//
//   uint32_t gomoku_any_five_{16,32,64}_avx2(const uint64_t *planes, uint32_t rows)
//   uint32_t gomoku_any_exact_five_{16,32,64}_avx2(const uint64_t *planes, uint32_t rows)

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/fives.inc"
