// The empty points on which a stone makes a four, an open four or an open three. Tier X64. Contract and body: threats.inc.
// In lanes of 16 bits Portable is faster.
//
//   void gomoku_threats_{32,64}_x64(const uint64_t *own, const uint64_t *empty, uint32_t rows, struct threats *threats,
//                                   struct scratch *scratch)

#include "abi.inc"
#include "vector/x64.inc"
#include "gomoku/threats.inc"
