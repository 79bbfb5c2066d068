/*
 * The gain of an engine that swaps its move generator: perft and a small alpha-beta over a plain generator in C (shift fills, eight
 * directions), over stonemask's calls on one position, and over those on all children of a node. Each gives the same numbers, or the
 * program fails. capi/costs/run prints them at its end.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <stonemask.h>
#include <time.h>

/* ---- The plain generator ---- */

static const uint64_t COLUMNS_B_TO_G = 0x7e7e7e7e7e7e7e7e;
static const int STEPS[4] = {1, 8, 7, 9};

static inline uint64_t moved(uint64_t set, int step) { return step > 0 ? set << step : set >> -step; }

static inline uint64_t plain_moves(uint64_t own, uint64_t opponent) {
    uint64_t moves = 0;
    for (int direction = 0; direction < 8; direction++) {
        const int step = direction < 4 ? STEPS[direction] : -STEPS[direction - 4];
        const uint64_t within = step == 8 || step == -8 ? opponent : opponent & COLUMNS_B_TO_G;
        uint64_t run = moved(own, step) & within;
        for (int length = 1; length < 6; length++) run |= moved(run, step) & within;
        moves |= moved(run, step);
    }
    return moves & ~(own | opponent);
}

static inline uint64_t plain_flips(uint64_t own, uint64_t opponent, int square) {
    uint64_t flips = 0;
    for (int direction = 0; direction < 8; direction++) {
        const int step = direction < 4 ? STEPS[direction] : -STEPS[direction - 4];
        const uint64_t within = step == 8 || step == -8 ? opponent : opponent & COLUMNS_B_TO_G;
        uint64_t run = moved(UINT64_C(1) << square, step) & within;
        for (int length = 1; length < 6; length++) run |= moved(run, step) & within;
        if (moved(run, step) & own) flips |= run;
    }
    return flips;
}

/* ---- The same questions to each generator ---- */

static void need(int32_t status) {
    if (status == STONEMASK_OK) return;
    fprintf(stderr, "engine: %s\n", stonemask_strerror(status));
    exit(1);
}


static inline uint64_t called_moves(uint64_t own, uint64_t opponent) {
    uint64_t moves;
    need(stonemask_othello8_legal_moves((stonemask_othello){own, opponent}, &moves));
    return moves;
}

static inline uint64_t called_flips(uint64_t own, uint64_t opponent, int square) {
    uint64_t flips;
    need(stonemask_othello8_flips((stonemask_othello){own, opponent}, (uint8_t)square, &flips));
    return flips;
}

/* The children of a node, and the mobility of the side to move in each. */
typedef struct {
    uint64_t own[64], opponent[64];
    uint8_t mobility[64];
    int count;
} children;

#define ONE_BY_ONE(name, moves_of, flips_of)                                                                            \
    static inline void name(uint64_t own, uint64_t opponent, int with_mobility, children *all) {                         \
        all->count = 0;                                                                                                 \
        for (uint64_t moves = moves_of(own, opponent); moves; moves &= moves - 1) {                                      \
            const int square = __builtin_ctzll(moves);                                                                  \
            const uint64_t flips = flips_of(own, opponent, square);                                                     \
            const int index = all->count++;                                                                             \
            all->own[index] = opponent ^ flips;                                                                         \
            all->opponent[index] = own ^ flips ^ UINT64_C(1) << square;                                                 \
            if (with_mobility)                                                                                          \
                all->mobility[index] = (uint8_t)__builtin_popcountll(moves_of(all->own[index], all->opponent[index])); \
        }                                                                                                               \
    }
ONE_BY_ONE(plain_children, plain_moves, plain_flips)
ONE_BY_ONE(called_children, called_moves, called_flips)

static inline void batch_children(uint64_t own, uint64_t opponent, int with_mobility, children *all) {
    stonemask_othello found[64];
    uint64_t moves;
    need(stonemask_othello8_children((stonemask_othello){own, opponent}, found, 64, &moves));
    all->count = __builtin_popcountll(moves);
    for (int index = 0; index < all->count; index++) {
        all->own[index] = found[index].own;
        all->opponent[index] = found[index].opponent;
    }
    if (with_mobility)
        need(stonemask_othello8_mobility_many(all->own, all->opponent, (size_t)all->count, all->mobility).status);
}

/* ---- Two uses of it: a pass is a ply, and a game that is over counts once ---- */

static uint64_t nodes;

#define ENGINE(name, children_of, moves_of)                                                                             \
    static uint64_t name##_perft(uint64_t own, uint64_t opponent, int plies) {                                          \
        children all;                                                                                                   \
        uint64_t sum = 0;                                                                                               \
        if (plies == 0) return 1;                                                                                       \
        children_of(own, opponent, plies == 2, &all);                                                                   \
        if (all.count == 0) return moves_of(opponent, own) ? name##_perft(opponent, own, plies - 1) : 1;                 \
        if (plies == 1) return (uint64_t)all.count;                                                                     \
        for (int index = 0; index < all.count; index++)                                                                 \
            sum += plies == 2 && all.mobility[index] ? all.mobility[index]                                              \
                                                     : name##_perft(all.own[index], all.opponent[index], plies - 1);     \
        return sum;                                                                                                     \
    }                                                                                                                   \
    /* Mobility is the evaluation, and orders the moves. */                                                             \
    static int name##_search(uint64_t own, uint64_t opponent, int plies, int alpha, int beta) {                          \
        children all;                                                                                                   \
        uint8_t order[64];                                                                                              \
        nodes++;                                                                                                        \
        children_of(own, opponent, 1, &all);                                                                            \
        if (all.count == 0) {                                                                                           \
            if (!moves_of(opponent, own)) return 100 * (__builtin_popcountll(own) - __builtin_popcountll(opponent));      \
            return plies == 0 ? 0 : -name##_search(opponent, own, plies - 1, -beta, -alpha);                            \
        }                                                                                                               \
        for (int index = 0; index < all.count; index++) {                                                               \
            int place = index;                                                                                          \
            for (; place > 0 && all.mobility[order[place - 1]] > all.mobility[index]; place--) order[place] = order[place - 1]; \
            order[place] = (uint8_t)index;                                                                              \
        }                                                                                                               \
        if (plies == 0) return all.count - all.mobility[order[0]];                                                      \
        for (int index = 0; index < all.count && alpha < beta; index++) {                                               \
            const int child = order[index];                                                                             \
            const int value = -name##_search(all.own[child], all.opponent[child], plies - 1, -beta, -alpha);             \
            if (value > alpha) alpha = value;                                                                           \
        }                                                                                                               \
        return alpha;                                                                                                   \
    }
ENGINE(plain, plain_children, plain_moves)
ENGINE(called, called_children, called_moves)
ENGINE(batch, batch_children, called_moves)

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t whole_perft(uint64_t own, uint64_t opponent, int plies) {
    stonemask_perft count;
    need(stonemask_othello8_perft((stonemask_othello){own, opponent}, (uint32_t)plies, NULL, &count));
    return count.nodes;
}

static int by_value(const void *a, const void *b) {
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

int main(void) {
    enum { ROUNDS = 7, PERFT = 9, SEARCH = 8 };
    static const char *names[4] = {"plain C", "one call each", "a node's children", "perft in one call"};
    static uint64_t (*const perfts[4])(uint64_t, uint64_t, int) = {plain_perft, called_perft, batch_perft, whole_perft};
    static int (*const searches[3])(uint64_t, uint64_t, int, int, int) = {plain_search, called_search, batch_search};
    const stonemask_othello start = stonemask_othello8_start();
    double times[7][ROUNDS];
    uint64_t searched = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int values[3];
        for (int which = 0; which < 4; which++) {
            const double begin = seconds();
            const uint64_t count = perfts[which](start.own, start.opponent, PERFT);
            times[which][round] = seconds() - begin;
            if (count != 3005288) {
                fprintf(stderr, "engine: perft %d is %llu by %s\n", PERFT, (unsigned long long)count, names[which]);
                return 1;
            }
        }
        for (int which = 0; which < 3; which++) {
            const double begin = seconds();
            nodes = 0;
            values[which] = searches[which](start.own, start.opponent, SEARCH, -10000, 10000);
            times[4 + which][round] = seconds() - begin;
            if (which > 0 && (nodes != searched || values[which] != values[0])) {
                fprintf(stderr, "engine: the search by %s is another\n", names[which]);
                return 1;
            }
            searched = nodes;
        }
    }
    for (int which = 0; which < 7; which++) qsort(times[which], ROUNDS, sizeof(double), by_value);
    printf("%-20s %12s %12s   medians of %d rounds, tier %s\n", "ns a node", "perft 9", "alpha-beta 8", ROUNDS,
           stonemask_tier_name(stonemask_tier_in_use()));
    for (int which = 0; which < 4; which++) {
        printf("%-20s %12.2f", names[which], 1e9 * times[which][ROUNDS / 2] / 3005288);
        if (which < 3) printf(" %12.2f", 1e9 * times[4 + which][ROUNDS / 2] / (double)searched);
        putchar('\n');
    }
    return 0;
}
