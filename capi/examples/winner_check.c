/*
 * An engine that keeps its own Gomoku board, as rows of bits, and asks stonemask who has won: one call in its loop. The engine here
 * puts stones at random.
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

static void place(struct engine *board, uint64_t *state) {
    for (;;) {
        const uint32_t row = next_random(state) % SIDE, column = next_random(state) % SIDE;
        if (!((board->stones[0][row] | board->stones[1][row]) >> column & 1)) {
            board->stones[board->to_move][row] |= (uint16_t)(1u << column);
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
        uint32_t winners = 0;
        while (winners == 0 && board.placed < SIDE * SIDE) {
            stonemask_result result;
            place(&board, &state);
            result = stonemask_gomoku_any_five16(SIDE, SIDE, board.stones[0], board.stones[1], &winners);
            if (result.status != STONEMASK_OK) {
                fprintf(stderr, "winner_check: %s, row %zu\n", stonemask_strerror(result.status), result.index);
                return 1;
            }
        }
        results[winners]++;
    }
    printf("%d games: black won %d, white %d, drawn %d\n", games, results[1], results[2], results[0]);
    return results[1] + results[2] + results[0] == games ? 0 : 1;
}
