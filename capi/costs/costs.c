/* The costs of calls from C. The other side is costs.rs, with the same positions; `capi/costs/run` runs them in turns. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <stonemask_inline.h>

enum { POSITIONS = 2048, GAMES = 1024, ROUNDS = 9 };

static uint64_t state = 1;
static uint32_t next_random(uint32_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % bound);
}

static stonemask_othello positions[POSITIONS];
static uint8_t squares[POSITIONS];
static uint64_t own[POSITIONS], opponent[POSITIONS], moves[POSITIONS];
static uint16_t boards[POSITIONS][2][16];
static int cells[POSITIONS][15][15];
/* With the rows of zeros around it that callers without checks ask for. */
static uint16_t padded[POSITIONS][2][23];
static volatile uint64_t sink;

/* The loop that programs have which keep a number for each cell: five or more of black through a point? */
static int five_of_cells(int board[15][15], int row, int column) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int axis, side;
    for (axis = 0; axis < 4; axis++) {
        int length = 1;
        for (side = -1; side <= 1; side += 2) {
            const int down = side * steps[axis][0], right = side * steps[axis][1];
            int y = row + down, x = column + right;
            while (y >= 0 && y < 15 && x >= 0 && x < 15 && board[y][x] == 1) {
                length++;
                y += down;
                x += right;
            }
        }
        if (length >= 5) return 1;
    }
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of some rounds, in ns a unit. */
#define MEASURE(name, repeats, units, body)                                                                             \
    do {                                                                                                                \
        double rounds_[ROUNDS];                                                                                         \
        int round_, repeat_;                                                                                            \
        for (round_ = 0; round_ < ROUNDS; round_++) {                                                                   \
            const double begin_ = now();                                                                                \
            for (repeat_ = 0; repeat_ < (repeats); repeat_++) body;                                                     \
            rounds_[round_] = (now() - begin_) / ((double)(repeats) * (units));                                         \
        }                                                                                                               \
        qsort(rounds_, ROUNDS, sizeof *rounds_, by_value);                                                              \
        printf("%s %.2f\n", name, rounds_[ROUNDS / 2]);                                                                 \
    } while (0)

static void set_up(void) {
    stonemask_othello position = stonemask_othello8_start();
    int index = 0, board, stone;
    while (index < POSITIONS) {
        uint64_t legal, left;
        uint32_t chosen;
        stonemask_othello8_legal_moves(position, &legal);
        if (legal == 0) {
            const stonemask_othello passed = {position.opponent, position.own};
            stonemask_othello8_legal_moves(passed, &legal);
            position = legal == 0 ? stonemask_othello8_start() : passed;
            continue;
        }
        chosen = next_random((uint32_t)__builtin_popcountll(legal));
        for (left = legal; chosen > 0; chosen--) left &= left - 1;
        positions[index] = position;
        own[index] = position.own;
        opponent[index] = position.opponent;
        squares[index] = (uint8_t)__builtin_ctzll(left);
        stonemask_othello8_play(position, squares[index], &position);
        index++;
    }
    for (board = 0; board < POSITIONS; board++) {
        for (stone = 0; stone < 100; stone++) {
            const uint32_t row = next_random(15), column = next_random(15);
            if (!((boards[board][0][row] | boards[board][1][row]) >> column & 1)) {
                boards[board][stone % 2][row] |= (uint16_t)(1u << column);
                padded[board][stone % 2][row + 4] |= (uint16_t)(1u << column);
                cells[board][row][column] = stone % 2 + 1;
            }
        }
    }
}

int main(void) {
    stonemask_slab_options options = {sizeof options, GAMES, STONEMASK_RESTART, 0, 1};
    stonemask_slab *slab;
    stonemask_nogo *nogo;
    uint16_t actions[GAMES];
    set_up();
    MEASURE("othello8-legal-moves", 300, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            uint64_t found;
            if (stonemask_othello8_legal_moves(positions[index], &found)) return 1;
            sum += found;
        }
        sink = sum;
    });
    MEASURE("othello8-flips", 300, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            uint64_t found;
            if (stonemask_othello8_flips(positions[index], squares[index], &found)) return 1;
            sum += found;
        }
        sink = sum;
    });
    MEASURE("othello8-play", 300, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            stonemask_othello after;
            if (stonemask_othello8_play(positions[index], squares[index], &after)) return 1;
            sum += after.own;
        }
        sink = sum;
    });
    MEASURE("othello8-legal-moves-many", 3000, POSITIONS, {
        if (stonemask_othello8_legal_moves_many(own, opponent, POSITIONS, moves).status) return 1;
        sink = moves[0];
    });
    MEASURE("gomoku15-any-five-of-rows", 100, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            uint32_t colours;
            if (stonemask_gomoku_any_five16(15, 15, boards[index][0], boards[index][1], &colours).status) return 1;
            sum += colours;
        }
        sink = sum;
    });
    MEASURE("gomoku15-wins-of-rows", 100, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            int32_t wins;
            const uint32_t row = (uint32_t)index % 15;
            const uint32_t column = (uint32_t)index / 15 % 15;
            if (stonemask_gomoku_wins16(15, 15, boards[index][0], boards[index][1], index % 5, STONEMASK_BLACK, row, column, &wins).status)
                return 1;
            sum += (uint64_t)wins;
        }
        sink = sum;
    });
    MEASURE("gomoku15-wins-unchecked", 100, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) {
            const uint32_t row = (uint32_t)index % 15;
            const uint32_t column = (uint32_t)index / 15 % 15;
            const uint16_t(*rows)[23] = padded[index];
            sum += (uint64_t)stonemask_gomoku_raw_wins16(15, 15, rows[0] + 4, rows[1] + 4, index % 5, STONEMASK_BLACK, row, column);
        }
        sink = sum;
    });
    MEASURE("gomoku15-loop-over-cells", 100, POSITIONS, {
        uint64_t sum = 0;
        int index;
        for (index = 0; index < POSITIONS; index++) sum += (uint64_t)five_of_cells(cells[index], index % 15, index / 15 % 15);
        sink = sum;
    });
    if (stonemask_nogo_new(9, 9, (stonemask_nogo_set){0, 0}, 0, &nogo)) return 1;
    MEASURE("nogo9-make-and-undo", 3000, 9, {
        uint8_t bit;
        for (bit = 0; bit < 9; bit++)
            if (stonemask_nogo_make(nogo, bit) || stonemask_nogo_undo(nogo)) return 1;
    });
    if (stonemask_othello8_slab_new(stonemask_othello8_start(), STONEMASK_BLACK, &options, &slab)) return 1;
    MEASURE("othello8-slab-random-step", 300, GAMES, {
        if (stonemask_slab_step_random(slab, actions, GAMES)) return 1;
    });
    stonemask_slab_free(slab);
    if (stonemask_nogo_slab_new(nogo, &options, &slab)) return 1;
    MEASURE("nogo9-slab-random-step", 100, GAMES, {
        if (stonemask_slab_step_random(slab, actions, GAMES)) return 1;
    });
    stonemask_slab_free(slab);
    stonemask_nogo_free(nogo);
    return 0;
}
