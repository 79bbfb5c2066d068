/*
 * The tables of kernels and their inline callers give what the checked functions give, on every tier. Also compiled as C++.
 */
#include <stdio.h>
#include <string.h>
#include <stonemask_inline.h>

static int failures;

#define HOLDS(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            printf("line %d: not so: %s\n", __LINE__, #condition);              \
            failures++;                                                         \
        }                                                                       \
    } while (0)

static uint64_t state = 1;

static uint64_t next_random(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 32 | state << 32) * UINT64_C(0x9e3779b97f4a7c15);
}

static void othello(const stonemask_othello_table *table) {
    int round;
    HOLDS(table->struct_size == sizeof *table && table->tier == stonemask_tier_in_use());
    for (round = 0; round < 300; round++) {
        const uint64_t own = next_random() & next_random(), opponent = next_random() & ~own;
        const stonemask_othello position = {own, opponent};
        stonemask_othello children[64], by_table[64], by_caller[64];
        uint64_t moves = 1, flips = 1;
        uint32_t square, count = 0;
        HOLDS(stonemask_othello8_children(position, children, 64, &moves) == STONEMASK_OK);
        HOLDS(table->legal_moves(own, opponent) == moves && stonemask_othello8_raw_moves(own, opponent) == moves);
        table->children(own, opponent, moves, by_table);
        stonemask_othello8_raw_children(own, opponent, moves, by_caller);
        for (square = 0; square < 64; square++) {
            HOLDS(stonemask_othello8_flips(position, (uint8_t)square, &flips) == STONEMASK_OK);
            HOLDS(table->flips(own, opponent, square) == flips);
            HOLDS(stonemask_othello8_raw_flips(own, opponent, square) == flips);
            HOLDS(table->outflanks(own, opponent, square) == (flips != 0));
            HOLDS(stonemask_othello8_raw_outflanks(own, opponent, square) == (flips != 0));
            count += (uint32_t)(moves >> square & 1);
        }
        HOLDS(memcmp(children, by_table, count * sizeof *children) == 0);
        HOLDS(memcmp(children, by_caller, count * sizeof *children) == 0);
        HOLDS(table->mobility(own, opponent) == count && stonemask_othello8_raw_mobility(own, opponent) == count);
        HOLDS(stonemask_othello8_raw_flips(own, opponent, STONEMASK_PASS) == 0);
    }
}

#define GOMOKU(bits, side)                                                                                            \
    static void gomoku##bits(const stonemask_gomoku_table *table) {                                                   \
        uint##bits##_t board[4 + side + 4] = {0}, none[side] = {0}, other[side], *const rows = board + 4;             \
        uint32_t row, column;                                                                                         \
        for (row = 0; row < side; row++)                                                                              \
            rows[row] = (uint##bits##_t)((next_random() | next_random()) & UINT64_MAX >> (64 - side));                 \
        for (row = 0; row < side; row++)                                                                              \
            other[row] = (uint##bits##_t)(next_random() & ~(uint64_t)rows[row] & UINT64_MAX >> (64 - side));           \
        for (row = 0; row < side; row++)                                                                              \
            for (column = 0; column < side; column++) {                                                               \
                int32_t five = 7, rule;                                                                               \
                HOLDS(stonemask_gomoku_wins##bits(side, side, rows, none, STONEMASK_FREESTYLE, STONEMASK_BLACK, row, column, &five).status == 0); \
                HOLDS(table->five##bits(rows, row, column) == (uint32_t)five);                                        \
                HOLDS(stonemask_gomoku_raw_five##bits(rows, row, column) == (uint32_t)five);                          \
                for (rule = STONEMASK_FREESTYLE; rule <= STONEMASK_CARO_EXACT; rule++) {                              \
                    HOLDS(stonemask_gomoku_wins##bits(side, side, rows, other, rule, STONEMASK_BLACK, row, column, &five).status == 0); \
                    HOLDS(stonemask_gomoku_raw_wins##bits(side, side, rows, other, rule, STONEMASK_BLACK, row, column) == five);        \
                    HOLDS(stonemask_gomoku_wins##bits(side, side, other, rows, rule, STONEMASK_WHITE, row, column, &five).status == 0); \
                    HOLDS(stonemask_gomoku_raw_wins##bits(side, side, other, rows, rule, STONEMASK_WHITE, row, column) == five);        \
                }                                                                                                     \
            }                                                                                                         \
    }
GOMOKU(16, 15)
GOMOKU(32, 32)
GOMOKU(64, 64)

/* A struct at a multiple of 16 bytes within some room. */
static void *aligned(void *room) { return (char *)room + (16 - (size_t)room % 16) % 16; }

static void nogo(const stonemask_nogo_table *table) {
    char room[3][sizeof(stonemask_nogo_position) + 16];
    stonemask_nogo_position *const position = (stonemask_nogo_position *)aligned(room[0]);
    stonemask_nogo_masks *const masks = (stonemask_nogo_masks *)aligned(room[1]);
    stonemask_nogo_masks *const by_caller = (stonemask_nogo_masks *)aligned(room[2]), found;
    int round;
    HOLDS(table->struct_size == sizeof *table);
    for (round = 0; round < 300; round++) {
        uint32_t row, column, colour;
        memset(position, 0, sizeof *position);
        for (row = 0; row < 9; row++)
            for (column = 0; column < 9; column++) {
                const uint32_t bit = 10 * row + column, kind = (uint32_t)(next_random() >> 60) % 5;
                stonemask_nogo_set *const set = kind == 0 ? &position->black : kind == 1 ? &position->white : &position->empty;
                *(bit < 64 ? &set->low : &set->high) |= UINT64_C(1) << bit % 64;
            }
        HOLDS(stonemask_nogo_find_masks(position, &found) == STONEMASK_OK);
        table->find_masks(position, masks, 1);
        stonemask_nogo_raw_masks(position, by_caller, 1);
        HOLDS(memcmp(masks, &found, sizeof found) == 0 && memcmp(by_caller, &found, sizeof found) == 0);
        for (row = 0; row < 9; row++)
            for (column = 0; column < 9; column++)
                for (colour = 0; colour < 2; colour++) {
                    const uint32_t bit = 10 * row + column;
                    const stonemask_nogo_set legal = colour ? found.white : found.black;
                    const uint64_t word = UINT64_C(1) << bit % 64;
                    const uint32_t expect = ((bit < 64 ? legal.low : legal.high) & word) != 0;
                    if (!((bit < 64 ? position->empty.low : position->empty.high) & word)) continue;
                    HOLDS(table->is_legal(position, colour, bit) == expect);
                    HOLDS(stonemask_nogo_raw_is_legal(position, colour, bit) == expect);
                }
    }
}

static void sets(void) {
    stonemask_nogo_set set = {0, 0};
    uint8_t bit = 7, points[3] = {3, 63, 88};
    int index;
    for (index = 2; index >= 0; index--) stonemask_nogo_set_add(&set, points[index]);
    HOLDS(stonemask_nogo_set_has(set, 63) && stonemask_nogo_set_has(set, 88) && !stonemask_nogo_set_has(set, 64));
    HOLDS(!stonemask_nogo_set_has(set, 131));
    for (index = 0; stonemask_nogo_set_take(&set, &bit); index++) HOLDS(index < 3 && bit == points[index]);
    HOLDS(index == 3 && set.low == 0 && set.high == 0);
}

int main(void) {
    static const int32_t tiers[] = {STONEMASK_TIER_REFERENCE, STONEMASK_TIER_PORTABLE, STONEMASK_TIER_X64, STONEMASK_TIER_AVX2,
                                    STONEMASK_TIER_AVX512};
    int tier, seen = 0;
    sets();
    for (tier = 0; tier < 5; tier++) {
        if (stonemask_use_tier(tiers[tier]) != STONEMASK_OK) continue;
        seen++;
        othello(stonemask_othello_kernels());
        gomoku16(stonemask_gomoku_kernels());
        gomoku32(stonemask_gomoku_kernels());
        gomoku64(stonemask_gomoku_kernels());
        nogo(stonemask_nogo_kernels());
    }
    printf("single calls: %d tiers, %d failures\n", seen, failures);
    return failures != 0;
}
