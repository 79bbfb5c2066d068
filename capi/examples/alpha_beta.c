/*
 * An Othello player: alpha-beta over positions by value, as an engine's move generator. Plays a game against itself and prints it.
 *
 *   alpha_beta [depth]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stonemask.h>

static void must(stonemask_status status) {
    if (status != STONEMASK_OK) {
        fprintf(stderr, "alpha_beta: %s\n", stonemask_strerror(status));
        exit(1);
    }
}

static int count(uint64_t set) {
    int bits = 0;
    for (; set != 0; set &= set - 1) bits++;
    return bits;
}

static uint8_t lowest(uint64_t set) {
    uint8_t square = 0;
    while (!(set >> square & 1)) square++;
    return square;
}

static uint64_t legal_moves(stonemask_othello position) {
    uint64_t moves;
    must(stonemask_othello8_legal_moves(position, &moves));
    return moves;
}

/* Corners and mobility, as the side to move sees them. */
static int evaluate(stonemask_othello position) {
    const uint64_t corners = 0x8100000000000081;
    const stonemask_othello other = {position.opponent, position.own};
    return 16 * (count(position.own & corners) - count(position.opponent & corners)) + count(legal_moves(position)) -
           count(legal_moves(other));
}

/* The value of a position between alpha and beta, and the best move. */
static int search(stonemask_othello position, int depth, int alpha, int beta, uint8_t *best) {
    stonemask_othello children[64];
    uint64_t moves;
    int index;
    must(stonemask_othello8_children(position, children, 64, &moves));
    if (moves == 0) {
        const stonemask_othello passed = {position.opponent, position.own};
        *best = STONEMASK_PASS;
        if (legal_moves(passed) == 0) return 1000 * (count(position.own) - count(position.opponent));
        {
            uint8_t reply;
            return -search(passed, depth, -beta, -alpha, &reply);
        }
    }
    if (depth == 0) return evaluate(position);
    /* The children stand in the order of the moves, lowest square first. */
    for (index = 0; moves != 0; index++, moves &= moves - 1) {
        uint8_t reply;
        const int value = -search(children[index], depth - 1, -beta, -alpha, &reply);
        if (index == 0 || value > alpha) {
            *best = lowest(moves);
            if (value > alpha) alpha = value;
            if (alpha >= beta) break;
        }
    }
    return alpha;
}

int main(int argc, char **argv) {
    const int depth = argc > 1 ? atoi(argv[1]) : 4;
    stonemask_othello position = stonemask_othello8_start();
    int32_t to_move = STONEMASK_BLACK, outcome;
    for (;;) {
        uint8_t best;
        char text[8];
        must(stonemask_othello8_outcome(position, to_move, &outcome));
        if (outcome != STONEMASK_ONGOING) break;
        search(position, depth, -100000, 100000, &best);
        must(stonemask_othello8_print_move(best, text, sizeof text, NULL));
        printf("%s ", text);
        must(stonemask_othello8_play(position, best, &position));
        to_move = STONEMASK_BLACK + STONEMASK_WHITE - to_move;
    }
    printf("\n%s\n", outcome == STONEMASK_DRAWN ? "draw" : outcome == STONEMASK_BLACK_WON ? "black wins" : "white wins");
    return 0;
}
