/*
 * An Othello engine that has a move generator already: AVX2 code of its own (written for this program), inlined. An equal engine by
 * stonemask's single calls, in turns, round by round: perft, which counts the moves of the last ply, and an exact endgame with moves
 * sorted by mobility. All find the same numbers, or the program fails. Prints medians of the rounds' ratios, stonemask's time to its
 * own; and its own to itself, for the noise. Without AVX2 it prints that it has nothing to compare.
 *
 *   host [rounds]
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <stonemask_inline.h>
#include <time.h>

#ifndef __AVX2__
int main(void) {
    puts("host: compiled without AVX2, so there is nothing to compare");
    return 0;
}
#else
#include <immintrin.h>

/* ---- The engine's own code: an axis a quadword, by the steps 1, 8, 7, 9 ---- */

static inline __m256i four(uint64_t word) { return _mm256_set1_epi64x((long long)word); }

static inline uint64_t joined(__m256i words) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline uint64_t own_moves(uint64_t player, uint64_t opponent) {
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1), two = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i inner = _mm256_set_epi64x(0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e);
    const __m256i discs = four(player), runs = _mm256_and_si256(four(opponent), inner);
    __m256i up = _mm256_and_si256(runs, _mm256_sllv_epi64(discs, step));
    __m256i down = _mm256_and_si256(runs, _mm256_srlv_epi64(discs, step));
    const __m256i pairs_up = _mm256_and_si256(runs, _mm256_sllv_epi64(runs, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(runs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(runs, _mm256_srlv_epi64(down, step)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    const __m256i beyond = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return joined(beyond) & ~(player | opponent);
}

/* The squares of each ray from each square: four rays to higher bits, then the opposite four. */
static uint64_t rays[64][8] __attribute__((aligned(64)));

static void make_rays(void) {
    static const int rows[4] = {0, 1, 1, 1}, columns[4] = {1, 0, -1, 1};
    for (int square = 0; square < 64; square++)
        for (int ray = 0; ray < 8; ray++) {
            const int sign = ray < 4 ? 1 : -1, down = sign * rows[ray % 4], right = sign * columns[ray % 4];
            int row = square / 8 + down, column = square % 8 + right;
            for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right)
                rays[square][ray] |= UINT64_C(1) << (8 * row + column);
        }
}

static inline uint64_t own_flips(uint64_t player, uint64_t opponent, int square) {
    const __m256i zero = _mm256_setzero_si256(), step = _mm256_set_epi64x(9, 7, 8, 1), two = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i discs = four(player), theirs = four(opponent);
    const __m256i above = _mm256_load_si256((const __m256i *)rays[square]);
    const __m256i below = _mm256_load_si256((const __m256i *)(rays[square] + 4));
    /* The first square that is not the opponent's: upwards the lowest, downwards the highest, which no other covers. */
    __m256i end = _mm256_andnot_si256(theirs, above), low = _mm256_andnot_si256(theirs, below);
    end = _mm256_and_si256(_mm256_and_si256(end, _mm256_sub_epi64(zero, end)), discs);
    __m256i covered = _mm256_srlv_epi64(low, step);
    covered = _mm256_or_si256(covered, _mm256_srlv_epi64(covered, step));
    covered = _mm256_or_si256(covered, _mm256_srlv_epi64(covered, two));
    covered = _mm256_or_si256(covered, _mm256_srlv_epi64(covered, two));
    low = _mm256_and_si256(_mm256_andnot_si256(covered, low), discs);
    /* Below the end upwards, if there is one, and above the end downwards. */
    end = _mm256_and_si256(_mm256_sub_epi64(end, _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), four(1))), above);
    low = _mm256_and_si256(_mm256_sub_epi64(zero, _mm256_add_epi64(low, low)), below);
    return joined(_mm256_or_si256(end, low));
}

/* ---- stonemask's ---- */

static inline uint64_t our_moves(uint64_t player, uint64_t opponent) { return stonemask_othello8_raw_moves(player, opponent); }

static inline uint64_t our_flips(uint64_t player, uint64_t opponent, int square) {
    return stonemask_othello8_raw_flips(player, opponent, (uint32_t)square);
}

/* ---- The engine ---- */

typedef struct {
    uint64_t player, opponent;
} board;

static uint64_t nodes;

#define ENGINE(name, moves_of, flips_of)                                                                                 \
    static inline board name##_next(board from, int square) {                                                            \
        const uint64_t flips = flips_of(from.player, from.opponent, square);                                             \
        const board next = {from.opponent ^ flips, from.player ^ flips ^ UINT64_C(1) << square};                         \
        return next;                                                                                                     \
    }                                                                                                                    \
    static uint64_t name##_perft(board at, int plies) {                                                                  \
        uint64_t moves = moves_of(at.player, at.opponent), sum = 0;                                                      \
        if (moves == 0) {                                                                                                \
            const board passed = {at.opponent, at.player};                                                               \
            return moves_of(passed.player, passed.opponent) == 0 || plies == 1 ? 1 : name##_perft(passed, plies - 1);    \
        }                                                                                                                \
        if (plies == 1) return (uint64_t)_mm_popcnt_u64(moves);                                                          \
        for (; moves; moves &= moves - 1) sum += name##_perft(name##_next(at, (int)_tzcnt_u64(moves)), plies - 1);       \
        return sum;                                                                                                      \
    }                                                                                                                    \
    static int name##_score(board at) {                                                                                  \
        return (int)_mm_popcnt_u64(at.player) - (int)_mm_popcnt_u64(at.opponent);                                        \
    }                                                                                                                    \
    /* Few squares are empty: each is tried, and one that flips nothing is not a move. */                                \
    static int name##_last(board at, int alpha, int beta, int passed) {                                                  \
        int best = -65;                                                                                                  \
        nodes++;                                                                                                         \
        for (uint64_t empty = ~(at.player | at.opponent); empty; empty &= empty - 1) {                                   \
            const int square = (int)_tzcnt_u64(empty);                                                                   \
            const uint64_t flips = flips_of(at.player, at.opponent, square);                                             \
            if (flips == 0) continue;                                                                                    \
            const board next = {at.opponent ^ flips, at.player ^ flips ^ UINT64_C(1) << square};                         \
            const int value = -name##_last(next, -beta, -(best > alpha ? best : alpha), 0);                              \
            if (value > best) best = value;                                                                              \
            if (best >= beta) return best;                                                                               \
        }                                                                                                                \
        if (best > -65) return best;                                                                                     \
        if (passed) return -name##_score((board){at.opponent, at.player});                                               \
        return -name##_last((board){at.opponent, at.player}, -beta, -alpha, 1);                                          \
    }                                                                                                                    \
    static int name##_solve(board at, int alpha, int beta) {                                                             \
        board next[64];                                                                                                  \
        uint64_t mobility[64], moves = moves_of(at.player, at.opponent);                                                 \
        int count = 0, best = -65;                                                                                       \
        nodes++;                                                                                                         \
        if (moves == 0) {                                                                                                \
            const board passed = {at.opponent, at.player};                                                               \
            return moves_of(passed.player, passed.opponent) ? -name##_solve(passed, -beta, -alpha) : name##_score(at);   \
        }                                                                                                                \
        for (; moves; moves &= moves - 1) {                                                                              \
            const board child = name##_next(at, (int)_tzcnt_u64(moves));                                                 \
            const uint64_t replies = (uint64_t)_mm_popcnt_u64(moves_of(child.player, child.opponent));                   \
            int place = count++;                                                                                         \
            for (; place > 0 && mobility[place - 1] > replies; place--) {                                                \
                mobility[place] = mobility[place - 1];                                                                   \
                next[place] = next[place - 1];                                                                           \
            }                                                                                                            \
            mobility[place] = replies;                                                                                   \
            next[place] = child;                                                                                         \
        }                                                                                                                \
        const int last = _mm_popcnt_u64(~(at.player | at.opponent)) <= 5;                                                \
        for (int index = 0; index < count && best < beta; index++) {                                                     \
            const int from = best > alpha ? best : alpha;                                                                \
            const int value = last ? -name##_last(next[index], -beta, -from, 0) : -name##_solve(next[index], -beta, -from); \
            if (value > best) best = value;                                                                              \
        }                                                                                                                \
        return best;                                                                                                     \
    }
ENGINE(own, own_moves, own_flips)
ENGINE(ours, our_moves, our_flips)

/* Perft with one call for all children of a node. */
static uint64_t family_perft(board at, int plies) {
    stonemask_othello next[64];
    const uint64_t moves = our_moves(at.player, at.opponent);
    const int count = (int)_mm_popcnt_u64(moves);
    uint64_t sum = 0;
    if (moves == 0) return ours_perft(at, plies);
    if (plies == 1) return (uint64_t)count;
    stonemask_othello8_raw_children(at.player, at.opponent, moves, next);
    for (int index = 0; index < count; index++) sum += family_perft((board){next[index].own, next[index].opponent}, plies - 1);
    return sum;
}

enum { PLIES = 9, BOARDS = 40, EMPTY = 12 };
static board endgames[BOARDS];

/* Positions of random games near their end, either side to move. */
static void make_endgames(void) {
    uint64_t state = 7;
    for (int made = 0; made < BOARDS;) {
        const stonemask_othello start = stonemask_othello8_start();
        board at = {start.own, start.opponent};
        for (;;) {
            uint64_t moves = own_moves(at.player, at.opponent);
            if (moves == 0) {
                at = (board){at.opponent, at.player};
                if ((moves = own_moves(at.player, at.opponent)) == 0) break;
            }
            if (_mm_popcnt_u64(~(at.player | at.opponent)) == EMPTY) {
                endgames[made++] = at;
                break;
            }
            state = state * 6364136223846793005u + 1442695040888963407u;
            for (uint64_t skip = (state >> 33) % (uint64_t)_mm_popcnt_u64(moves); skip; skip--) moves &= moves - 1;
            at = own_next(at, (int)_tzcnt_u64(moves));
        }
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t result;

static double count(uint64_t (*perft)(board, int)) {
    const stonemask_othello start = stonemask_othello8_start();
    const double begin = seconds();
    result = perft((board){start.own, start.opponent}, PLIES);
    return seconds() - begin;
}

static double solve(int (*search)(board, int, int)) {
    const double begin = seconds();
    nodes = result = 0;
    for (int index = 0; index < BOARDS; index++) result = result * 131 + (uint64_t)(64 + search(endgames[index], -64, 64));
    result = result * 131 + nodes;
    return seconds() - begin;
}

static int by_value(const void *a, const void *b) {
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof(double), by_value);
    return values[count / 2];
}

int main(int argc, char **argv) {
    enum { MOST = 99, WAYS = 4 };
    static uint64_t (*const perfts[WAYS])(board, int) = {own_perft, ours_perft, family_perft, own_perft};
    static int (*const searches[WAYS])(board, int, int) = {own_solve, ours_solve, NULL, own_solve};
    const int wanted = argc > 1 ? atoi(argv[1]) : 15, rounds = wanted < 1 ? 1 : wanted > MOST ? MOST : wanted;
    double ratios[2][WAYS][MOST];
    uint64_t found[2] = {3005288, 0};
    make_rays();
    make_endgames();
    for (int round = -1; round < rounds; round++)
        for (int work = 0; work < 2; work++) {
            double times[WAYS] = {0};
            for (int turn = 0; turn < WAYS; turn++) {
                const int way = (turn + round + 1) % WAYS;
                if (work == 1 && !searches[way]) continue;
                times[way] = work == 0 ? count(perfts[way]) : solve(searches[way]);
                if (found[work] == 0) found[work] = result;
                if (result != found[work]) {
                    fprintf(stderr, "host: the results differ\n");
                    return 1;
                }
            }
            if (round < 0) continue; /* warm from here on */
            ratios[work][0][round] = 1e3 * times[0];
            for (int way = 1; way < WAYS; way++) ratios[work][way][round] = times[way] / times[0];
        }
    printf("%-20s %9s %12s %12s %12s   medians of %d rounds, tier %s\n", "", "own, ms", "a call each", "children", "own again",
           rounds, stonemask_tier_name(stonemask_othello_kernels()->tier));
    for (int work = 0; work < 2; work++) {
        printf("%-20s %9.2f", work == 0 ? "perft 9" : "endgames, 12 empty", median(ratios[work][0], rounds));
        for (int way = 1; way < WAYS; way++)
            if (work == 1 && !searches[way]) printf(" %12s", "");
            else printf(" %12.3f", median(ratios[work][way], rounds));
        putchar('\n');
    }
    return 0;
}
#endif
