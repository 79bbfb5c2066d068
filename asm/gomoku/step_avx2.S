// A ply in each game of a slab. Tier Avx2. Contract and body: step.inc.
//
//   size_t gomoku_step_avx2(struct slab_game *games, size_t count, const uint16_t *actions, const uint8_t (*points)[2],
//                           const struct slab_game *start, uint32_t exact)

#include "abi.inc"
#include "vector/avx2.inc"
#include "gomoku/step.inc"
