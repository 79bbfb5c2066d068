// The founding document's rules of 6x6 Othello on its own state. Tier Avx2. Contract and body: packed6_bmi.inc.
//
//   uint32_t othello_packed6_outflank_avx2(const struct packed6 *state, uint32_t colour, uint32_t cell)
//   uint64_t othello_packed6_move_avx2(struct packed6 *state, uint32_t colour, uint32_t cell)

#include "abi.inc"
#include "othello/flips_avx2.inc"
#include "othello/packed6_bmi.inc"

        FUNCTION(othello_packed6_outflank_avx2)
        OUTFLANK
        END_FUNCTION(othello_packed6_outflank_avx2)

        FUNCTION(othello_packed6_move_avx2)
        MOVE
        END_FUNCTION(othello_packed6_move_avx2)
