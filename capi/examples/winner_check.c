/*
 * An engine that keeps its own Gomoku board, as rows of bits, and asks stonemask whether its stone has won: one call in its loop, which
 * takes a few nanoseconds under any rule. The engine here puts stones at random.
 *
 *   winner_check [games]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stonemask.h>

enum { SIDE = 15 };

/* The engine's own board: black's rows, then white's. */
struct engine {
    uint16_t stones[2][16];
    int placed;
    int to_move;
};

static uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Places a stone, and tells where. */
static void place(struct engine *board, uint64_t *state, uint32_t *row, uint32_t *column) {
    for (;;) {
        *row = next_random(state) % SIDE;
        *column = next_random(state) % SIDE;
        if (!((board->stones[0][*row] | board->stones[1][*row]) >> *column & 1)) {
            board->stones[board->to_move][*row] |= (uint16_t)(1u << *column);
            board->to_move = !board->to_move;
            board->placed++;
            return;
        }
    }
}

int main(int argc, char **argv) {
    const int games = argc > 1 ? atoi(argv[1]) : 1000;
    int results[3] = {0, 0, 0}, game;
    uint64_t state = 1;
    for (game = 0; game < games; game++) {
        struct engine board = {{{0}, {0}}, 0, 0};
        int32_t has_won = 0;
        while (!has_won && board.placed < SIDE * SIDE) {
            stonemask_result result;
            uint32_t row, column;
            const int32_t mover = board.to_move == 0 ? STONEMASK_BLACK : STONEMASK_WHITE;
            place(&board, &state, &row, &column);
            result = stonemask_gomoku_wins16(SIDE, SIDE, board.stones[0], board.stones[1], STONEMASK_STANDARD, mover, row, column, &has_won);
            if (result.status != STONEMASK_OK) {
                fprintf(stderr, "winner_check: %s, row %zu\n", stonemask_strerror(result.status), result.index);
                return 1;
            }
            if (has_won) results[mover]++;
        }
        results[0] += !has_won;
    }
    printf("%d games: black won %d, white %d, drawn %d\n", games, results[1], results[2], results[0]);
    return results[1] + results[2] + results[0] == games ? 0 : 1;
}
