/**
 * @file
 * Callers of the tables of kernels that stonemask.h describes, at the cost of an indirect call. They check nothing but what they say.
 * Each keeps to the tier that was in use at its first call from this source file; all tiers give the same.
 */
#ifndef STONEMASK_INLINE_H
#define STONEMASK_INLINE_H

#include "stonemask.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STONEMASK_LOAD(pointer) __atomic_load_n(&(pointer), __ATOMIC_RELAXED)
#define STONEMASK_STORE(pointer, value) __atomic_store_n(&(pointer), (value), __ATOMIC_RELAXED)
#define STONEMASK_UNUSED __attribute__((unused))
#else
#define STONEMASK_LOAD(pointer) (pointer)
#define STONEMASK_STORE(pointer, value) ((pointer) = (value))
#define STONEMASK_UNUSED
#endif

/* A caller by a pointer, which leads to a function that finds the kernel until that has been called. */
#define STONEMASK_SINGLE(name, game, field, result, give, parameters, arguments)                                  \
    static result STONEMASK_KERNEL name##_first parameters;                                                      \
    static result(STONEMASK_KERNEL *name##_kernel) parameters STONEMASK_UNUSED = name##_first;                   \
    static result STONEMASK_KERNEL name##_first parameters {                                                     \
        STONEMASK_STORE(name##_kernel, stonemask_##game##_kernels()->field);                                     \
        give STONEMASK_LOAD(name##_kernel) arguments;                                                            \
    }                                                                                                            \
    static inline result name parameters { give STONEMASK_LOAD(name##_kernel) arguments; }

#ifndef STONEMASK_WITHOUT_OTHELLO
/** uint64_t (uint64_t own, uint64_t opponent): the squares on which the side to move may place a disc. */
STONEMASK_SINGLE(stonemask_othello8_raw_moves, othello, legal_moves, uint64_t, return, (uint64_t own, uint64_t opponent),
                 (own, opponent))

/** uint32_t (uint64_t own, uint64_t opponent): how many squares these are. */
STONEMASK_SINGLE(stonemask_othello8_raw_mobility, othello, mobility, uint32_t, return, (uint64_t own, uint64_t opponent),
                 (own, opponent))

STONEMASK_SINGLE(stonemask_othello8_raw_flips_of_square, othello, flips, uint64_t, return,
                 (uint64_t own, uint64_t opponent, uint32_t square), (own, opponent, square))

/** The opponent's discs that a disc on a square outflanks; 0 for STONEMASK_PASS. */
static inline uint64_t stonemask_othello8_raw_flips(uint64_t own, uint64_t opponent, uint32_t square) {
    return square < STONEMASK_PASS ? stonemask_othello8_raw_flips_of_square(own, opponent, square) : 0;
}

/** uint32_t (uint64_t own, uint64_t opponent, uint32_t square): whether a disc on a square outflanks any. */
STONEMASK_SINGLE(stonemask_othello8_raw_outflanks, othello, outflanks, uint32_t, return,
                 (uint64_t own, uint64_t opponent, uint32_t square), (own, opponent, square))

/** void (uint64_t own, uint64_t opponent, uint64_t squares, stonemask_othello *children): the positions after a disc on each square. */
STONEMASK_SINGLE(stonemask_othello8_raw_children, othello, children, void, ,
                 (uint64_t own, uint64_t opponent, uint64_t squares, stonemask_othello *children),
                 (own, opponent, squares, children))

#endif

#ifndef STONEMASK_WITHOUT_GOMOKU
/** uint32_t (const uint16_t *rows, uint32_t row, uint32_t column): whether a stone there is, or would be, in a run of five or more. @{ */
STONEMASK_SINGLE(stonemask_gomoku_raw_five16, gomoku, five16, uint32_t, return,
                 (const uint16_t *rows, uint32_t row, uint32_t column), (rows, row, column))
STONEMASK_SINGLE(stonemask_gomoku_raw_five32, gomoku, five32, uint32_t, return,
                 (const uint32_t *rows, uint32_t row, uint32_t column), (rows, row, column))
STONEMASK_SINGLE(stonemask_gomoku_raw_five64, gomoku, five64, uint32_t, return,
                 (const uint64_t *rows, uint32_t row, uint32_t column), (rows, row, column))
/** @} */

/* A caller of the kernel, and where that sees five or more under a rule that asks for more, of the function that knows the rules. */
#define STONEMASK_WINS(bits)                                                                                            \
    static inline int stonemask_gomoku_raw_wins##bits(uint32_t rows, uint32_t columns, const uint##bits##_t *black,         \
                                                      const uint##bits##_t *white, int32_t rule, int32_t colour,            \
                                                      uint32_t row, uint32_t column) {                                  \
        int32_t wins = 0;                                                                                               \
        if (!stonemask_gomoku_raw_five##bits(colour == STONEMASK_BLACK ? black : white, row, column)) return 0;         \
        return rule == STONEMASK_FREESTYLE ||                                                                           \
               (stonemask_gomoku_wins##bits(rows, columns, black, white, rule, colour, row, column, &wins).status == 0 && wins); \
    }

/**
 * int (uint32_t rows, uint32_t columns, const uint16_t *black, const uint16_t *white, int32_t rule, int32_t colour, uint32_t row,
 * uint32_t column): whether a colour's stone on a point wins under enum stonemask_rule, as stonemask_gomoku_wins16 says. The four words before
 * and after the colour's own rows can be read and are 0. @{
 */
STONEMASK_WINS(16)
STONEMASK_WINS(32)
STONEMASK_WINS(64)
/** @} */
#undef STONEMASK_WINS
#endif

#ifndef STONEMASK_WITHOUT_NOGO
/** uint32_t (const stonemask_nogo_position *position, uint32_t white, uint32_t bit): whether black (0) or white (1) may play there. */
STONEMASK_SINGLE(stonemask_nogo_raw_is_legal, nogo, is_legal, uint32_t, return,
                 (const stonemask_nogo_position *position, uint32_t white, uint32_t bit), (position, white, bit))

/** void (const stonemask_nogo_position *positions, stonemask_nogo_masks *masks, size_t count): the legal moves of both colours. */
STONEMASK_SINGLE(stonemask_nogo_raw_masks, nogo, find_masks, void, ,
                 (const stonemask_nogo_position *positions, stonemask_nogo_masks *masks, size_t count),
                 (positions, masks, count))
#endif

#undef STONEMASK_SINGLE

/** Whether a point is in a set. */
static inline int stonemask_nogo_set_has(stonemask_nogo_set set, uint32_t bit) {
    return bit < 128 && ((bit < 64 ? set.low : set.high) >> bit % 64 & 1);
}

/** Puts a point of the frame into a set. */
static inline void stonemask_nogo_set_add(stonemask_nogo_set *set, uint32_t bit) {
    *(bit < 64 ? &set->low : &set->high) |= UINT64_C(1) << bit % 64;
}

/** Takes the lowest point out of a set: 1 and the point, or 0 when there is none. `while (stonemask_nogo_set_take(&set, &bit))` */
static inline int stonemask_nogo_set_take(stonemask_nogo_set *set, uint8_t *bit) {
    uint64_t *const word = set->low ? &set->low : &set->high, left = *word;
    uint8_t place = 0;
    if (left == 0) return 0;
#if defined(__GNUC__)
    place = (uint8_t)__builtin_ctzll(left);
#else
    while (!(left >> place & 1)) place++;
#endif
    *word = left & (left - 1);
    *bit = (uint8_t)(place + (word == &set->high ? 64 : 0));
    return 1;
}

#ifdef __cplusplus
}
#endif

#endif /* STONEMASK_INLINE_H */
