// The empty points on which a stone makes a four, an open four or an open three. Tier Avx2. Contract and body: threats.inc.
//
//   void gomoku_threats_{16,32,64}_avx2(const uint64_t *own, const uint64_t *empty, uint32_t rows, struct threats *threats,
//                                       struct scratch *scratch)

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/threats.inc"
