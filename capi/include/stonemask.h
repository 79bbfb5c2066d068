/**
 * @file
 * stonemask: the rules of Othello, Gomoku and NoGo as hand-written x86-64 assembly, for C and C++.
 *
 * Results. A function that can fail returns a stonemask_status, 0 for success, or a stonemask_result, which also has the index of the
 * first of many things that is wrong. A call that fails leaves every output and every handle as it was, except where a
 * line here says otherwise. No call prints, reads files or ends the process.
 *
 * Arguments. Pointers must not be null, except where this says so and to arrays of no elements; they must be aligned as their type
 * demands. Arrays that are written must overlap no other argument. All of this is checked. Two things cannot be: that a pointer leads
 * to as much memory as is said, and that a handle is one that this library gave and that has not been freed.
 *
 * Handles (stonemask_gomoku, stonemask_nogo, stonemask_slab, stonemask_stop, solvers, searches) come from a ..._new or ..._parse function and go to
 * the ..._free function of their type, which takes null too. After STONEMASK_INTERNAL a handle that was passed can only be freed.
 *
 * Threads. All functions may be called from any thread at any time. A handle may be used by one thread at a time; functions
 * that take it as const may use it from several at once, and a stonemask_stop is there to be set by one thread while others read it.
 * Handles share nothing, and the only global state is the choice of a tier, which any thread may make at any time.
 *
 * Structs that begin with struct_size will grow: set it to sizeof of the struct. An older library takes a larger one where what it
 * does not know is 0, and writes the part that it knows.
 *
 * Squares and boards. Rows count from the top and columns from the left, both from 0; text writes columns as letters and rows from 1.
 * GTP counts rows from the bottom: functions that read and print points take `from_bottom`, 0 for rows from the top, or the
 * number of rows of the board whose rows count from the bottom.
 *
 * Links: the guide is docs/C.md, the rules are docs/FOUNDING.md.
 */
#ifndef STONEMASK_H
#define STONEMASK_H

#include <stddef.h>
#include <stdint.h>

/** Marks functions whose result says whether they did it; -DSTONEMASK_NODISCARD= takes the mark away. */
#ifndef STONEMASK_NODISCARD
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define STONEMASK_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define STONEMASK_NODISCARD __attribute__((warn_unused_result))
#else
#define STONEMASK_NODISCARD
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* The functions are another library's, whatever a program makes of its own. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** The version of this header; stonemask_version says that of the library. */
#define STONEMASK_VERSION_MAJOR 0
#define STONEMASK_VERSION_MINOR 1
#define STONEMASK_VERSION_PATCH 0

/** Goes up with every change of a function or a layout that is there already; additions leave it alone. */
#define STONEMASK_ABI_VERSION 1

/*
 * A library can be built without some of its parts. Its header then defines STONEMASK_WITHOUT_OTHELLO, STONEMASK_WITHOUT_GOMOKU,
 * STONEMASK_WITHOUT_NOGO or STONEMASK_WITHOUT_SOLVERS; functions of these parts are declared and not there.
 */

/** STONEMASK_ABI_VERSION of the library that is running. */
uint32_t stonemask_abi_version(void);

/** The version of the library that is running, such as "0.1.0". */
const char *stonemask_version(void);

/* ---- Errors -------------------------------------------------------------------------------------------------------------------- */

/** 0, or one of enum stonemask_code. */
typedef int32_t stonemask_status;

/** A status, and the index of the first thing that is wrong: of a position, a board, a game, a move. 0 where it is about none. */
typedef struct stonemask_result {
    stonemask_status status;
    size_t index;
} stonemask_result;

/** The status of a call. Numbers never change their meaning; more may be added. */
enum stonemask_code {
    STONEMASK_OK = 0,
    STONEMASK_NULL_POINTER = 1,
    STONEMASK_MISALIGNED = 2,          /**< A pointer is not aligned as its type demands. */
    STONEMASK_SHORT_BUFFER = 3,
    STONEMASK_OVERLAPPING_BUFFERS = 4,
    STONEMASK_BAD_SIZE = 5,            /**< No board has this size, or a count is too large. */
    STONEMASK_BAD_ARGUMENT = 6,        /**< Out of its range. */
    STONEMASK_BAD_STRUCT_SIZE = 7,
    STONEMASK_OUT_OF_MEMORY = 8,
    STONEMASK_TIER_UNAVAILABLE = 9,    /**< This processor or this build does not have the tier. */
    STONEMASK_OVERLAPPING_STONES = 16, /**< Two stones on one point. */
    STONEMASK_OFF_BOARD = 17,          /**< A stone or a move that is off the board or on a blocked cell. */
    STONEMASK_NO_LIBERTY = 18,         /**< NoGo: a group that no game reaches. */
    STONEMASK_OCCUPIED = 32,           /**< Illegal: a stone stands there. */
    STONEMASK_FLIPS_NOTHING = 33,      /**< Illegal in Othello. */
    STONEMASK_CAN_MOVE = 34,           /**< Illegal: a pass while a disc can be placed. */
    STONEMASK_GAME_OVER = 35,          /**< Illegal: the game is over. */
    STONEMASK_FORBIDDEN = 36,          /**< Illegal: renju forbids the point to black. */
    STONEMASK_CAPTURE = 37,            /**< Illegal in NoGo. */
    STONEMASK_SUICIDE = 38,            /**< Illegal in NoGo. */
    STONEMASK_CENTRE_FORBIDDEN = 39,   /**< Illegal in NoGo as black's first move, where the board was made so. */
    STONEMASK_ILLEGAL_ACTION = 40,     /**< In the game of a slab that the index names. */
    STONEMASK_NOTHING_TO_UNDO = 41,
    STONEMASK_BAD_SCORE = 42,          /**< A score by which an action of the slab's game cannot be chosen. */
    STONEMASK_BAD_TEXT = 48,           /**< A text is not in its format. */
    STONEMASK_BAD_FILE = 49,           /**< A file is not in its format. */
    STONEMASK_TOO_LARGE = 64,          /**< The board is too large for this solver. */
    STONEMASK_INTERRUPTED = 65,        /**< An observer or a stop ended the work before its end. */
    STONEMASK_INTERNAL = 99            /**< A defect in stonemask: please report it. */
};

/** The text of a status, in English: a static string, never null. */
const char *stonemask_strerror(stonemask_status status);

/* ---- Tiers --------------------------------------------------------------------------------------------------------------------- */

/** A level of instruction sets that kernels are written for; ascending. All give the same results. */
enum stonemask_tier {
    STONEMASK_TIER_REFERENCE = 0, /**< The rules in plain code, slow, on any processor. */
    STONEMASK_TIER_PORTABLE = 10, /**< Plain code that works on whole boards, on any processor. */
    STONEMASK_TIER_X64 = 20,      /**< Any x86-64 processor. */
    STONEMASK_TIER_AVX2 = 30,     /**< x86-64-v3: Haswell, Zen and later. */
    STONEMASK_TIER_AVX512 = 40    /**< Ice Lake, Zen 4 and later. */
};

/** The tier in use: the best that this processor runs, capped by the environment variable STONEMASK_TIER, or the one that was chosen. */
int32_t stonemask_tier_in_use(void);

/**
 * Uses the kernels of a tier from now on, in all threads, for tests and measurements; slabs and solvers keep those that they were made
 * with. STONEMASK_TIER_UNAVAILABLE where this processor or this build does not have the tier. STONEMASK_TIER_REFERENCE allocates in
 * functions that otherwise do not, and ends the process where memory runs out there.
 */
STONEMASK_NODISCARD stonemask_status stonemask_use_tier(int32_t tier);

/** A tier's name, such as "avx2"; null for a number that is not a tier. */
const char *stonemask_tier_name(int32_t tier);

/* ---- What the games share ------------------------------------------------------------------------------------------------------- */

/** The content of a cell, in all functions; and a player, who is black or white. Black moves first. */
enum stonemask_colour {
    STONEMASK_EMPTY = 0,
    STONEMASK_BLACK = 1,
    STONEMASK_WHITE = 2,
    STONEMASK_BLOCKED = 3 /**< In NoGo: not a point of the board. */
};

/** How a game went, or that it goes on. */
enum stonemask_outcome {
    STONEMASK_ONGOING = 0,
    STONEMASK_BLACK_WON = 1,
    STONEMASK_DRAWN = 2,
    STONEMASK_WHITE_WON = 3
};

/** The counts of a perft: positions at the depth and games that ended above it, each once; and the latter alone. A pass is a ply. */
typedef struct stonemask_perft {
    uint64_t nodes;
    uint64_t finished;
} stonemask_perft;

/** One random game: enum stonemask_outcome, and the plies played, passes included. */
typedef struct stonemask_playout {
    int32_t outcome;
    uint32_t plies;
} stonemask_playout;

/** How many random games went how, and the plies of all of them. */
typedef struct stonemask_tally {
    uint64_t black_wins;
    uint64_t draws;
    uint64_t white_wins;
    uint64_t plies;
} stonemask_tally;

/**
 * Stops long work. Perfts, playouts, Gomoku's solver and the searches of Gomoku and NoGo take one, or null; once it is set, by another
 * thread or a signal handler, they come back within milliseconds with STONEMASK_INTERRUPTED, and what they had counted or known by then is
 * written. Games that had begun are played to their end, which on STONEMASK_REFERENCE takes longer, a fraction of a second. One may stop any
 * number of calls.
 */
typedef struct stonemask_stop stonemask_stop;

/** A stop that is not set. */
STONEMASK_NODISCARD stonemask_status stonemask_stop_new(stonemask_stop **stop);

/** Frees a stop that no call uses any more. Does nothing for NULL. */
void stonemask_stop_free(stonemask_stop *stop);

/** Stops the calls that were given it, and those that will be. From any thread at any time, and from signal handlers. */
stonemask_status stonemask_stop_set(stonemask_stop *stop);

/** Makes it one that is not set, for further calls. */
stonemask_status stonemask_stop_clear(stonemask_stop *stop);

/*
 * Symmetries are numbers, 0 to 7: 4 exchanges rows and columns, then 2 turns the rows around, and 1 the columns. Boards that are
 * not square have those below 4.
 */

/*
 * Random games take legal plies, each as likely as any other. A seed gives the same games on every machine and tier. Give each
 * call a seed of its own; any numbers do.
 *
 * Text. Functions that print write a text and a zero. `length`, which may be null, is set to the bytes without the zero, also with
 * STONEMASK_SHORT_BUFFER: call with a null buffer of size 0 to learn it. Functions that parse take a length; no zero is needed.
 */

/* ---- Othello --------------------------------------------------------------------------------------------------------------------- */

/**
 * The discs of the side to move and of its opponent, on a board of 8, 6 or 4 rows and columns. Bit 8*row + column: a1 is bit 0, h1 bit
 * 7, h8 bit 63. Smaller boards lie in the middle of this frame (a1 of 6x6 is bit 9, of 4x4 bit 18). Positions are values: to take a move
 * back, keep the position before it.
 */
typedef struct stonemask_othello {
    uint64_t own;
    uint64_t opponent;
} stonemask_othello;

/** A pass, where a function takes or gives a square. */
enum stonemask_move { STONEMASK_PASS = 64 };

/** The position that games begin with, black to move. */
stonemask_othello stonemask_othello8_start(void);

/** The squares on which the side to move may place a disc. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_legal_moves(stonemask_othello position, uint64_t *moves);

/** The opponent's discs that a disc on a square outflanks; what stands on the square does not matter. STONEMASK_PASS flips nothing: 0. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_flips(stonemask_othello position, uint8_t square, uint64_t *flips);

/** The position after a legal move or pass, as the other side sees it. `after` may be where `position` came from. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_play(stonemask_othello position, uint8_t square, stonemask_othello *after);

/**
 * The positions after every legal move, as the other side sees them, lowest square first; and the moves. There are as many as `moves`
 * has bits, 33 at most in any game; room for 64 always suffices.
 */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_children(stonemask_othello position, stonemask_othello *children,
                                                                 size_t capacity, uint64_t *moves);

/** How the game went, by discs: enum stonemask_outcome. `to_move` is the colour of `position.own`. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_outcome(stonemask_othello position, int32_t to_move, int32_t *outcome);

/**
 * Reads a board from a line of an .obf file: cells from a1 by rows, top row first, X black, O white, - empty, then the side to move;
 * what follows a semicolon is not looked at.
 */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_parse(const char *text, size_t length, stonemask_othello *position,
                                                              int32_t *to_move);

/** Writes a board in .obf form, top row first. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_print(stonemask_othello position, int32_t to_move, char *buffer,
                                                              size_t size, size_t *length);

/** Reads a square, such as "d3", or "pass"; row 1 is the top one, in Othello everywhere. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_parse_move(const char *text, size_t length, uint8_t *square);

/** Writes a square or a pass. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_print_move(uint8_t square, char *buffer, size_t size, size_t *length);

/** Counts the positions `plies` below. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_perft(stonemask_othello position, uint32_t plies,
                                                              const stonemask_stop *stop, stonemask_perft *count);

/** Plays a random game to its end. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_playout(stonemask_othello position, int32_t to_move, uint64_t seed,
                                                                stonemask_playout *game);

/** Plays `games` random games from each of `count` positions, hundreds at once, and counts them: a tally a position. */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_playouts(const stonemask_othello *positions, size_t count, int32_t to_move,
                                                                 uint64_t games, uint64_t seed, const stonemask_stop *stop,
                                                                 stonemask_tally *tallies);

/** The legal moves of each of many positions, in arrays of `count`. */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_legal_moves_many(const uint64_t *own, const uint64_t *opponent,
                                                                         size_t count, uint64_t *moves);

/** How many legal moves each of many positions has. */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_mobility_many(const uint64_t *own, const uint64_t *opponent, size_t count,
                                                                      uint8_t *counts);

/** The discs that a disc on a square outflanks, in each of many positions. */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_flips_many(const uint64_t *own, const uint64_t *opponent,
                                                                   const uint8_t *squares, size_t count, uint64_t *flips);

/**
 * The positions after the moves given of each of many positions, position by position, lowest square first; `children` is how
 * many. Moves must be on empty squares; those that are not legal are played all the same. Of the `capacity` elements those beyond
 * `children` may be written too.
 */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_children_many(const uint64_t *own, const uint64_t *opponent,
                                                                      const uint64_t *moves, size_t count, uint64_t *child_own,
                                                                      uint64_t *child_opponent, size_t capacity, size_t *children);

/** These functions on boards of `side` rows and columns, 4, 6 or 8; STONEMASK_BAD_SIZE for another. @{ */
STONEMASK_NODISCARD stonemask_status stonemask_othello_start(uint32_t side, stonemask_othello *start);
STONEMASK_NODISCARD stonemask_status stonemask_othello_legal_moves(uint32_t side, stonemask_othello position, uint64_t *moves);
STONEMASK_NODISCARD stonemask_status stonemask_othello_flips(uint32_t side, stonemask_othello position, uint8_t square,
                                                             uint64_t *flips);
STONEMASK_NODISCARD stonemask_status stonemask_othello_play(uint32_t side, stonemask_othello position, uint8_t square,
                                                            stonemask_othello *after);
STONEMASK_NODISCARD stonemask_status stonemask_othello_children(uint32_t side, stonemask_othello position,
                                                                stonemask_othello *children, size_t capacity, uint64_t *moves);
STONEMASK_NODISCARD stonemask_status stonemask_othello_outcome(uint32_t side, stonemask_othello position, int32_t to_move,
                                                               int32_t *outcome);
STONEMASK_NODISCARD stonemask_status stonemask_othello_parse(uint32_t side, const char *text, size_t length,
                                                             stonemask_othello *position, int32_t *to_move);
STONEMASK_NODISCARD stonemask_status stonemask_othello_print(uint32_t side, stonemask_othello position, int32_t to_move,
                                                             char *buffer, size_t size, size_t *length);
STONEMASK_NODISCARD stonemask_status stonemask_othello_parse_move(uint32_t side, const char *text, size_t length, uint8_t *square);
STONEMASK_NODISCARD stonemask_status stonemask_othello_print_move(uint32_t side, uint8_t square, char *buffer, size_t size,
                                                                  size_t *length);
STONEMASK_NODISCARD stonemask_status stonemask_othello_perft(uint32_t side, stonemask_othello position, uint32_t plies,
                                                             const stonemask_stop *stop, stonemask_perft *count);
STONEMASK_NODISCARD stonemask_status stonemask_othello_playout(uint32_t side, stonemask_othello position, int32_t to_move,
                                                               uint64_t seed, stonemask_playout *game);
STONEMASK_NODISCARD stonemask_result stonemask_othello_playouts(uint32_t side, const stonemask_othello *positions, size_t count,
                                                                int32_t to_move, uint64_t games, uint64_t seed,
                                                                const stonemask_stop *stop, stonemask_tally *tallies);
STONEMASK_NODISCARD stonemask_result stonemask_othello_legal_moves_many(uint32_t side, const uint64_t *own,
                                                                        const uint64_t *opponent, size_t count, uint64_t *moves);
STONEMASK_NODISCARD stonemask_result stonemask_othello_mobility_many(uint32_t side, const uint64_t *own, const uint64_t *opponent,
                                                                     size_t count, uint8_t *counts);
STONEMASK_NODISCARD stonemask_result stonemask_othello_flips_many(uint32_t side, const uint64_t *own, const uint64_t *opponent,
                                                                  const uint8_t *squares, size_t count, uint64_t *flips);
STONEMASK_NODISCARD stonemask_result stonemask_othello_children_many(uint32_t side, const uint64_t *own, const uint64_t *opponent,
                                                                     const uint64_t *moves, size_t count, uint64_t *child_own,
                                                                     uint64_t *child_opponent, size_t capacity, size_t *children);
/** @} */

/** A position turned or reflected, on boards of each size. `image` may be where `position` came from. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_transform(stonemask_othello position, uint32_t symmetry,
                                                                 stonemask_othello *image);

/** One of a position's images, the same for all of them, on boards of each size. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_canonical(stonemask_othello position, stonemask_othello *image);

/** A hash of position, size and side to move, the same on every machine and in every version. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_key(uint32_t side, stonemask_othello position, int32_t to_move,
                                                           uint64_t *key);

/* ---- Gomoku on rows of bits ------------------------------------------------------------------------------------------------------ */

/*
 * Boards that a program keeps itself: the stones of each colour, a word a row from the top, bit c for column c, in arrays of `rows` words:
 * uint16_t stones[2][16] is passed as stones[0], stones[1]. 16-bit rows serve boards up to 15x15, 32-bit ones up to 32x32, 64-bit
 * ones up to 64x64. Of a stone off the board, or two on one point, the index is the row.
 */

/** Where a colour makes fours and threes, as rows of bits. */
typedef struct stonemask_gomoku_threats16 {
    uint16_t fours[16];       /**< One of five cells in a row that then hold four stones of the colour and one empty point. */
    uint16_t open_fours[16];  /**< One of four in an unbroken row with an empty point at each end. */
    uint16_t open_threes[16]; /**< One stone more makes an open four. */
} stonemask_gomoku_threats16;

/** Which colours have five or more in a row anywhere: bit 0 black, bit 1 white. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_five16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                 const uint16_t *white, uint32_t *colours);

/** Which colours have exactly five in a row anywhere. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_exact_five16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                       const uint16_t *white, uint32_t *colours);

/**
 * Whether a stone of a colour on this point wins under enum stonemask_rule, whatever stands there: 1 or 0. STONEMASK_FREESTYLE asks for
 * five or more, STONEMASK_STANDARD for exactly five.
 */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_wins16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                             const uint16_t *white, int32_t rule, int32_t colour, uint32_t row,
                                                             uint32_t column, int32_t *wins);

/**
 * Which colours have a run that wins under enum stonemask_rule anywhere: bit 0 black, bit 1 white. After a move ask for its stone
 * alone, which is sooner known.
 */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winners16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                const uint16_t *white, int32_t rule, uint32_t *colours);

/** The empty points on which each colour makes five or more, in arrays of `rows` words. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winning_cells16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                      const uint16_t *white, uint16_t *black_cells,
                                                                      uint16_t *white_cells);

/** The empty points on which a colour makes fours and threes; a run of five or more counts as five. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_find_threats16(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                     const uint16_t *white, int32_t colour,
                                                                     stonemask_gomoku_threats16 *threats);

/** These functions on boards up to 32x32. @{ */
typedef struct stonemask_gomoku_threats32 {
    uint32_t fours[32];
    uint32_t open_fours[32];
    uint32_t open_threes[32];
} stonemask_gomoku_threats32;
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_five32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                                 const uint32_t *white, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_exact_five32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                                       const uint32_t *white, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_wins32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                             const uint32_t *white, int32_t rule, int32_t colour, uint32_t row,
                                                             uint32_t column, int32_t *wins);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winners32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                                const uint32_t *white, int32_t rule, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winning_cells32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                                      const uint32_t *white, uint32_t *black_cells,
                                                                      uint32_t *white_cells);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_find_threats32(uint32_t rows, uint32_t columns, const uint32_t *black,
                                                                     const uint32_t *white, int32_t colour,
                                                                     stonemask_gomoku_threats32 *threats);
/** @} */

/** These functions on boards up to 64x64. @{ */
typedef struct stonemask_gomoku_threats64 {
    uint64_t fours[64];
    uint64_t open_fours[64];
    uint64_t open_threes[64];
} stonemask_gomoku_threats64;
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_five64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                                 const uint64_t *white, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_exact_five64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                                       const uint64_t *white, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_wins64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                             const uint64_t *white, int32_t rule, int32_t colour, uint32_t row,
                                                             uint32_t column, int32_t *wins);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winners64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                                const uint64_t *white, int32_t rule, uint32_t *colours);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winning_cells64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                                      const uint64_t *white, uint64_t *black_cells,
                                                                      uint64_t *white_cells);
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_find_threats64(uint32_t rows, uint32_t columns, const uint64_t *black,
                                                                     const uint64_t *white, int32_t colour,
                                                                     stonemask_gomoku_threats64 *threats);
/** @} */

/*
 * Many boards up to 15x15 in arrays: row r of board b is word `r * boards + b`. The index of what is wrong is the board.
 */

/** Which colours have five or more in a row, on each board: bit 0 black, bit 1 white. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_five_many(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                    const uint16_t *white, size_t boards, uint8_t *colours);

/** Which colours have exactly five in a row, on each board. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_any_exact_five_many(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                          const uint16_t *white, size_t boards, uint8_t *colours);

/** Which colours have a run that wins under enum stonemask_rule, on each board. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winners_many(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                   const uint16_t *white, size_t boards, int32_t rule,
                                                                   uint8_t *colours);

/** The empty points on which each colour makes five or more, on each board, in arrays like those of the stones. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_winning_cells_many(uint32_t rows, uint32_t columns, const uint16_t *black,
                                                                         const uint16_t *white, size_t boards,
                                                                         uint16_t *black_cells, uint16_t *white_cells);

/* ---- Gomoku boards ---------------------------------------------------------------------------------------------------------------- */

/** The winning rows, and the points that black may not play. */
enum stonemask_rule {
    STONEMASK_FREESTYLE = 0, /**< Five or more. */
    STONEMASK_STANDARD = 1,  /**< Exactly five. */
    STONEMASK_RENJU = 2,     /**< Black: exactly five, and no double three, double four or overline. White: five or more. */
    STONEMASK_CARO = 3,      /**< Six or more, or five that the opponent does not block at both ends. */
    STONEMASK_CARO_EXACT = 4 /**< Exactly five of whose ends fewer than two touch the other colour. */
};

/** A board of 1 to 64 rows and columns, its rule, the side to move, and the moves that can be taken back. */
typedef struct stonemask_gomoku stonemask_gomoku;

/** The state of a board at a glance. */
typedef struct stonemask_gomoku_info {
    size_t struct_size;
    uint32_t rows;
    uint32_t columns;
    int32_t rule;    /**< enum stonemask_rule */
    int32_t to_move; /**< Once the game is over, the side whose turn it would be. */
    int32_t outcome; /**< enum stonemask_outcome */
    uint32_t stones; /**< Of both colours. */
} stonemask_gomoku_info;

/** A board without stones, black to move. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_new(uint32_t rows, uint32_t columns, int32_t rule, stonemask_gomoku **board);

/** Frees a board. Does nothing for NULL. */
void stonemask_gomoku_free(stonemask_gomoku *board);

/** Copies `from` to `to`, without its history of moves. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_copy_into(const stonemask_gomoku *from, stonemask_gomoku *to);

/** Size, rule, side to move, outcome and number of stones. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_get_info(const stonemask_gomoku *board, stonemask_gomoku_info *info);

/** The stones of a colour, or the empty points (STONEMASK_EMPTY): a word a row from the top, bit c for column c. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_get_stones(const stonemask_gomoku *board, int32_t colour, uint64_t *rows,
                                                                 size_t capacity);

/** The points on which the side to move may place a stone, a word a row; none once the game is over. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_legal_moves(const stonemask_gomoku *board, uint64_t *rows, size_t capacity);

/** Whether a move is legal; if it is not, the status says why. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_check(const stonemask_gomoku *board, uint32_t row, uint32_t column);

/** Whether a stone of a colour on this point wins under the board's rule, whatever stands there: 1 or 0. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_wins(const stonemask_gomoku *board, int32_t colour, uint32_t row,
                                                           uint32_t column, int32_t *wins);

/** Plays a legal move. It cannot be taken back, nor can those before it. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_play(stonemask_gomoku *board, uint32_t row, uint32_t column);

/** Plays a legal move that stonemask_gomoku_undo takes back. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_make(stonemask_gomoku *board, uint32_t row, uint32_t column);

/** Takes back the last move that was made. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_undo(stonemask_gomoku *board);

/** Sets what stands on a point: enum stonemask_colour. Neither colour has won until a move wins; nothing can be taken back. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_set_stone(stonemask_gomoku *board, uint32_t row, uint32_t column,
                                                                int32_t stone);

/** Sets whose turn it is. Neither colour has won until a move wins; nothing can be taken back. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_set_to_move(stonemask_gomoku *board, int32_t to_move);

/**
 * The points, `row * columns + column`, of the winner's runs that win, in order; none while the game goes on, and when it is drawn.
 * Room for `rows * columns` points always suffices.
 */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_winning_line(const stonemask_gomoku *board, uint16_t *points, size_t capacity,
                                                                   size_t *count);

/** Turns or reflects a board by a symmetry that keeps its size. Nothing can be taken back then. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_transform(stonemask_gomoku *board, uint32_t symmetry);

/** Replaces a board by its canonical image under symmetry. Nothing can be taken back then. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_canonical(stonemask_gomoku *board);

/** A hash of board and side to move, the same on every machine and in every version. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_key(const stonemask_gomoku *board, uint64_t *key);

/** Reads a board, top row first, such as "3x5 freestyle XXXX-/-----/OOOO- X". */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_parse(const char *text, size_t length, stonemask_gomoku **board);

/** Writes a board as stonemask_gomoku_parse reads it. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_print(const stonemask_gomoku *board, char *buffer, size_t size,
                                                            size_t *length);

/** Reads a point, such as "h8", in which row 1 is the top one, or with `from_bottom` rows the lowest. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_parse_point(const char *text, size_t length, uint32_t from_bottom,
                                                                  uint32_t *row, uint32_t *column);

/** Writes a point, in which row 1 is the top one, or with `from_bottom` rows the lowest. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_print_point(uint32_t row, uint32_t column, uint32_t from_bottom, char *buffer,
                                                                  size_t size, size_t *length);

/** Counts the positions `plies` below, at most 64. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_perft(const stonemask_gomoku *board, uint32_t plies,
                                                            const stonemask_stop *stop, stonemask_perft *count);

/** Plays a random game to its end; the board stays as it is. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_playout(const stonemask_gomoku *board, uint64_t seed,
                                                              stonemask_playout *game);

/** Plays random games, 32 at once under freestyle and standard rules, and counts them. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_playouts(const stonemask_gomoku *board, uint64_t games, uint64_t seed,
                                                               const stonemask_stop *stop, stonemask_tally *tally);

/** A recorded game, but for its moves. */
typedef struct stonemask_gomoku_record {
    size_t struct_size;
    uint32_t rows;
    uint32_t columns;
    int32_t rule; /**< enum stonemask_rule */
    uint32_t moves;
} stonemask_gomoku_record;

/**
 * Reads the first game of an SGF file that is in memory; of variations the main line. The moves, black's and white's in turn, go to
 * `points` as `row * columns + column`; room for 4096, a point each of the largest board, always suffices. Of an illegal move the
 * index is its number, from 0.
 */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_read_sgf(const char *text, size_t length, stonemask_gomoku_record *record,
                                                               uint16_t *points, size_t capacity);

/** Writes a game as an SGF file. Its board has at most 52 rows and columns. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_write_sgf(const stonemask_gomoku_record *record, const uint16_t *points,
                                                                char *buffer, size_t size, size_t *length);

/* ---- NoGo -------------------------------------------------------------------------------------------------------------------------- */

/** A set of points: bit 10*row + column, 0 to 63 in `low`, 64 to 88 in `high`. Boards up to 9x9 lie in the upper left. */
typedef struct stonemask_nogo_set {
    uint64_t low;
    uint64_t high;
} stonemask_nogo_set;

/** Stones and empty points; what is in no set is off the board or blocked. */
typedef struct stonemask_nogo_position {
    stonemask_nogo_set black;
    stonemask_nogo_set white;
    stonemask_nogo_set empty;
} stonemask_nogo_position;

/** Where each colour may play. */
typedef struct stonemask_nogo_masks {
    stonemask_nogo_set black;
    stonemask_nogo_set white;
} stonemask_nogo_masks;

/** The legal moves of both colours, from the stones alone. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_find_masks(const stonemask_nogo_position *position,
                                                               stonemask_nogo_masks *masks);

/** The legal moves of both colours, of each of many positions. */
STONEMASK_NODISCARD stonemask_result stonemask_nogo_find_masks_many(const stonemask_nogo_position *positions, size_t count,
                                                                    stonemask_nogo_masks *masks);

/** A board whose groups and masks every move keeps up to date, and the moves that can be taken back. */
typedef struct stonemask_nogo stonemask_nogo;

/** The state of a board at a glance. */
typedef struct stonemask_nogo_info {
    size_t struct_size;
    uint32_t rows;
    uint32_t columns;
    int32_t to_move; /**< Once the game is over, the side that has lost. */
    int32_t outcome; /**< enum stonemask_outcome */
    stonemask_nogo_position position;
    stonemask_nogo_masks allowed;   /**< Where a colour's stone neither captures nor is without a liberty, whoever is to move. */
    stonemask_nogo_set legal_moves; /**< Of the side to move. */
} stonemask_nogo_info;

/**
 * An empty board of 1 to 9 rows and columns without the blocked cells, black to move. Where `forbid_centre` is 1, and not 0, black may
 * not begin at the centre, which the board must have.
 */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_new(uint32_t rows, uint32_t columns, stonemask_nogo_set blocked,
                                                        int32_t forbid_centre, stonemask_nogo **board);

/** The board with these stones. STONEMASK_NO_LIBERTY where a group has none. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_from_stones(uint32_t rows, uint32_t columns, stonemask_nogo_set blocked,
                                                                stonemask_nogo_set black, stonemask_nogo_set white, int32_t to_move,
                                                                stonemask_nogo **board);

/** Frees a board. Does nothing for NULL. */
void stonemask_nogo_free(stonemask_nogo *board);

/** Copies `from` to `to`, without its history of moves. About 1000 bytes are copied. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_copy_into(const stonemask_nogo *from, stonemask_nogo *to);

/** Size, side to move, outcome, stones and masks. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_get_info(const stonemask_nogo *board, stonemask_nogo_info *info);

/** The legal moves of the side to move; without one it has lost. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_legal_moves(const stonemask_nogo *board, stonemask_nogo_set *moves);

/** Whether a move, 10*row + column, is legal; if it is not, the status says why. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_check(const stonemask_nogo *board, uint8_t bit);

/** Plays a legal move. It cannot be taken back, nor can those before it. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_play(stonemask_nogo *board, uint8_t bit);

/** Plays a legal move that stonemask_nogo_undo takes back. Each keeps about 1000 bytes. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_make(stonemask_nogo *board, uint8_t bit);

/** Takes back the last move that was made. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_undo(stonemask_nogo *board);

/** Turns or reflects a board by a symmetry that keeps its size. Nothing can be taken back then. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_transform(stonemask_nogo *board, uint32_t symmetry);

/** Replaces a board by its canonical image under symmetry. Nothing can be taken back then. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_canonical(stonemask_nogo *board);

/** A hash of board and side to move, the same on every machine and in every version. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_key(const stonemask_nogo *board, uint64_t *key);

/**
 * Reads a board, such as "-X-/X-O/--O X": rows from the top, # blocked, then the side to move. STONEMASK_NO_LIBERTY where a group
 * has none.
 */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_parse(const char *text, size_t length, stonemask_nogo **board);

/** Writes a board as stonemask_nogo_parse reads it. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_print(const stonemask_nogo *board, char *buffer, size_t size, size_t *length);

/** Reads a point, such as "e5"; the letters skip i. Row 1 is the top one, or with `from_bottom` rows the lowest, as in GTP. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_parse_point(const char *text, size_t length, uint32_t from_bottom,
                                                                uint8_t *bit);

/** Writes a point, in which row 1 is the top one, or with `from_bottom` rows the lowest. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_print_point(uint8_t bit, uint32_t from_bottom, char *buffer, size_t size,
                                                                size_t *length);

/** Counts the positions `plies` below. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_perft(const stonemask_nogo *board, uint32_t plies, const stonemask_stop *stop,
                                                          stonemask_perft *count);

/** Plays a random game to its end; the board stays as it is. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_playout(const stonemask_nogo *board, uint64_t seed, stonemask_playout *game);

/** Plays random games, hundreds at once where the tier's kernels can, and counts them. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_playouts(const stonemask_nogo *board, uint64_t games, uint64_t seed,
                                                             const stonemask_stop *stop, stonemask_tally *tally);

/* ---- Single calls without a wrapper -------------------------------------------------------------------------------------------------- */

/*
 * The kernels themselves, for engines that ask millions of times a second about positions which they know to be valid. Nothing is
 * checked; what does not hold is undefined behaviour. A table is that of the tier in use when it is asked for; it never changes and is
 * there as long as the library. After stonemask_use_tier the next one asked for is another, and the old one stays right: all tiers
 * give the same. Null only where no tier runs. <stonemask_inline.h> has a static inline caller for each.
 *
 * Tables grow at their end: a field is there if struct_size, which the library sets, reaches beyond it.
 */
#if defined(_WIN32) && defined(__x86_64__)
#define STONEMASK_KERNEL __attribute__((sysv_abi))
#else
#define STONEMASK_KERNEL
#endif

/** Of one 8x8 position: own & opponent is 0, and a square is below 64. */
typedef struct stonemask_othello_table {
    size_t struct_size;
    int32_t tier;     /**< enum stonemask_tier */
    int32_t reserved;
    uint64_t (STONEMASK_KERNEL *legal_moves)(uint64_t own, uint64_t opponent);
    uint32_t (STONEMASK_KERNEL *mobility)(uint64_t own, uint64_t opponent); /**< How many legal moves. */
    uint64_t (STONEMASK_KERNEL *flips)(uint64_t own, uint64_t opponent, uint32_t square);
    uint32_t (STONEMASK_KERNEL *outflanks)(uint64_t own, uint64_t opponent, uint32_t square); /**< Whether flips is not 0. */
    /** The positions after a disc on each of `squares`, as the other side sees them, lowest first. */
    void (STONEMASK_KERNEL *children)(uint64_t own, uint64_t opponent, uint64_t squares, stonemask_othello *children);
} stonemask_othello_table;

/**
 * Of one point: whether a stone of a colour there is, or would be, in a run of five or more. `rows` are that colour's, row 0 at
 * rows[0]; the four words before the point's row and the four after it can be read and are 0 where the board has no such row.
 */
typedef struct stonemask_gomoku_table {
    size_t struct_size;
    int32_t tier;
    int32_t reserved;
    uint32_t (STONEMASK_KERNEL *five16)(const uint16_t *rows, uint32_t row, uint32_t column);
    uint32_t (STONEMASK_KERNEL *five32)(const uint32_t *rows, uint32_t row, uint32_t column);
    uint32_t (STONEMASK_KERNEL *five64)(const uint64_t *rows, uint32_t row, uint32_t column);
} stonemask_gomoku_table;

/**
 * Of positions aligned to 16 bytes, as are the masks: three sets that share no point and lie on the 9x9 frame. A stone is played by
 * moving its bit from `empty` to its colour.
 */
typedef struct stonemask_nogo_table {
    size_t struct_size;
    int32_t tier;
    int32_t reserved;
    /** Whether black (`white` 0) or white (1) may play on `bit`, which is one of the empty points. */
    uint32_t (STONEMASK_KERNEL *is_legal)(const stonemask_nogo_position *position, uint32_t white, uint32_t bit);
    /** The legal moves of both colours in each of `count` positions, 1 or more. */
    void (STONEMASK_KERNEL *find_masks)(const stonemask_nogo_position *positions, stonemask_nogo_masks *masks, size_t count);
} stonemask_nogo_table;

/** The kernels of the tier in use. @{ */
const stonemask_othello_table *stonemask_othello_kernels(void);
const stonemask_gomoku_table *stonemask_gomoku_kernels(void);
const stonemask_nogo_table *stonemask_nogo_kernels(void);
/** @} */

/* ---- Slabs: many games in step ------------------------------------------------------------------------------------------------------ */

/*
 * Actions are numbers: a point is `row * columns + column`, and in Othello `side * side` is the pass. Arrays run game by game. Once a
 * slab is made nothing is allocated, but by Gomoku under renju or caro, and on boards larger than 15x15 or with a five, and to load boards.
 */

/** Many games of one kind. */
typedef struct stonemask_slab stonemask_slab;

/** The treatment of a game that is over. */
enum stonemask_ended {
    STONEMASK_RESTART = 0, /**< It starts anew with the next step, whose action for it is not looked at. */
    STONEMASK_FREEZE = 1   /**< It stays as it is; actions for it are not looked at. */
};

/** How a slab is made. */
typedef struct stonemask_slab_options {
    size_t struct_size;
    size_t games;     /**< 1 or more */
    int32_t ended;    /**< enum stonemask_ended */
    int32_t reserved; /**< 0 */
    uint64_t seed;    /**< What random plies come from. */
} stonemask_slab_options;

/** The sizes of a slab's arrays. */
typedef struct stonemask_slab_info {
    size_t struct_size;
    size_t games;
    size_t actions;    /**< How many there are on its board, legal or not. */
    size_t mask_words; /**< Words of a game's mask. */
    size_t cells;      /**< Cells of a game's board. */
} stonemask_slab_info;

/** Where a slab writes what it holds; what is null is not written. */
typedef struct stonemask_slab_observation {
    size_t struct_size;
    uint8_t *cells;    /**< `games * cells`, by rows from the top: enum stonemask_colour. */
    uint8_t *to_move;  /**< One a game: enum stonemask_colour. */
    uint8_t *outcomes; /**< One a game: enum stonemask_outcome. */
    uint32_t *plies;   /**< One a game, since its start, passes included. */
} stonemask_slab_observation;

/** The action that stonemask_slab_step_random tells for a game that was over. */
enum stonemask_action { STONEMASK_NO_ACTION = 65535 };

/** Games of Othello that begin with a position, in which `to_move` is the colour of `start.own`. */
STONEMASK_NODISCARD stonemask_status stonemask_othello8_slab_new(stonemask_othello start, int32_t to_move,
                                                                 const stonemask_slab_options *options, stonemask_slab **slab);

/**
 * As many games as options say, each with a start of its own, to which it returns: a position, and in `to_move` the colour of its
 * `own`, as stonemask_slab_observation has them. The index is that of a bad one. STONEMASK_BAD_SIZE for no games.
 */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_slab_with_starts(const stonemask_othello *starts, const uint8_t *to_move,
                                                                         const stonemask_slab_options *options,
                                                                         stonemask_slab **slab);

/**
 * Lets some games, named by their numbers, go on from positions, with no ply played; their starts stay what they are. The
 * index is that of what is wrong in the arrays, and then no game has changed. STONEMASK_BAD_ARGUMENT for another game's slab, too.
 */
STONEMASK_NODISCARD stonemask_result stonemask_othello8_slab_load(stonemask_slab *slab, const size_t *games,
                                                                  const stonemask_othello *positions, const uint8_t *to_move,
                                                                  size_t count);

/** These functions on boards of `side` rows and columns, 4, 6 or 8. @{ */
STONEMASK_NODISCARD stonemask_status stonemask_othello_slab_new(uint32_t side, stonemask_othello start, int32_t to_move,
                                                                const stonemask_slab_options *options, stonemask_slab **slab);
STONEMASK_NODISCARD stonemask_result stonemask_othello_slab_with_starts(uint32_t side, const stonemask_othello *starts,
                                                                        const uint8_t *to_move,
                                                                        const stonemask_slab_options *options,
                                                                        stonemask_slab **slab);
STONEMASK_NODISCARD stonemask_result stonemask_othello_slab_load(uint32_t side, stonemask_slab *slab, const size_t *games,
                                                                 const stonemask_othello *positions, const uint8_t *to_move,
                                                                 size_t count);
/** @} */

/** Games of Gomoku that begin with a board, of which the slab keeps a copy. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_slab_new(const stonemask_gomoku *start, const stonemask_slab_options *options,
                                                               stonemask_slab **slab);

/** As many games as options say, each with a start of its own, to which it returns. STONEMASK_BAD_SIZE for no games, and, with its
 * index, for a board unlike the first; they must have one size and one rule. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_slab_with_starts(const stonemask_gomoku *const *starts,
                                                                       const stonemask_slab_options *options,
                                                                       stonemask_slab **slab);

/** Lets some games, named by their numbers, go on from boards, as stonemask_othello8_slab_load does. */
STONEMASK_NODISCARD stonemask_result stonemask_gomoku_slab_load(stonemask_slab *slab, const size_t *games,
                                                                const stonemask_gomoku *const *boards, size_t count);

/** Games of NoGo that begin with a board, of which the slab keeps a copy. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_slab_new(const stonemask_nogo *start, const stonemask_slab_options *options,
                                                             stonemask_slab **slab);

/** As many games as options say, each with a start of its own, to which it returns. STONEMASK_BAD_SIZE for no games, and, with its
 * index, for a board unlike the first; they must have one size. */
STONEMASK_NODISCARD stonemask_result stonemask_nogo_slab_with_starts(const stonemask_nogo *const *starts,
                                                                     const stonemask_slab_options *options, stonemask_slab **slab);

/** Lets some games, named by their numbers, go on from boards, as stonemask_othello8_slab_load does. */
STONEMASK_NODISCARD stonemask_result stonemask_nogo_slab_load(stonemask_slab *slab, const size_t *games,
                                                              const stonemask_nogo *const *boards, size_t count);

/** Frees a slab. Does nothing for NULL. */
void stonemask_slab_free(stonemask_slab *slab);

/** Makes `to` as `from` is, its random plies to come included. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_copy_into(const stonemask_slab *from, stonemask_slab *to);

/** How many games there are, and what arrays they need. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_get_info(const stonemask_slab *slab, stonemask_slab_info *info);

/** Puts every game back to its start. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_reset(stonemask_slab *slab);

/** Puts some of the games back to their starts; the index of what is wrong is that in `games`. */
STONEMASK_NODISCARD stonemask_result stonemask_slab_reset_games(stonemask_slab *slab, const size_t *games, size_t count);

/** Writes which actions are legal in each game, a bit an action, lowest first; none in a game that is over. `words` is
 * games * mask_words. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_legal_masks(const stonemask_slab *slab, uint64_t *masks, size_t words);

/** Writes a byte an action, 1 where it is legal, or 0; `count` is games * actions. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_legal_bytes(const stonemask_slab *slab, uint8_t *legal, size_t count);

/** Plays one action in each game; `count` is games. Where one is illegal none is played, and the index is its game. */
STONEMASK_NODISCARD stonemask_result stonemask_slab_step(stonemask_slab *slab, const uint16_t *actions, size_t count);

/** Plays a random legal action in each game and tells which; `count` is games. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_step_random(stonemask_slab *slab, uint16_t *actions, size_t count);

/** How an action is chosen by the scores of the legal ones. */
enum stonemask_choice {
    STONEMASK_BEST = 0,       /**< The highest score, of equal ones the lowest action. */
    STONEMASK_BY_WEIGHTS = 1, /**< Drawn, as likely as its score has a share in their sum. */
    STONEMASK_BY_LOGITS = 2   /**< Drawn, by the exponentials of the scores: the highest after Gumbel noise. */
};

/**
 * Chooses a legal action in each game and plays none: STONEMASK_NO_ACTION in a game that is over. `scores` has `games * actions` numbers,
 * of which those of illegal actions are not looked at; `count` is games. What is drawn follows from the seed, the number of the game and its
 * scores. STONEMASK_BAD_SCORE with the game where a legal action's score is NaN or, where one is drawn, negative or infinite, or none can
 * be drawn; the actions of games before it are written then.
 */
STONEMASK_NODISCARD stonemask_result stonemask_slab_choose(const stonemask_slab *slab, const float *scores, size_t score_count,
                                                           int32_t choice, uint64_t seed, uint16_t *actions, size_t count);

/** Writes boards, sides to move, outcomes and plies. */
STONEMASK_NODISCARD stonemask_status stonemask_slab_observe(const stonemask_slab *slab,
                                                            const stonemask_slab_observation *observation);

/* ---- Solvers -------------------------------------------------------------------------------------------------------------------------- */

/** How far a search is. Of Othello what is proved of black's score; else both bounds are 0. */
typedef struct stonemask_progress {
    uint64_t nodes;
    int32_t lower;
    int32_t upper;
} stonemask_progress;

/**
 * Hears of a search every few thousand nodes, on the thread that called; anything but 0 stops it (STONEMASK_INTERRUPTED). It may call this
 * library, but not with the solver. It must return: neither a C++ exception nor longjmp may leave it.
 */
typedef int32_t (*stonemask_observer)(const stonemask_progress *progress, void *user);

/** How finished games of Othello are scored. */
enum stonemask_scoring {
    STONEMASK_DISCS = 0,             /**< Discs; each side wants many. */
    STONEMASK_EMPTIES_TO_WINNER = 1, /**< Likewise, the squares left empty added to the winner's. */
    STONEMASK_FEWEST_DISCS = 2       /**< Discs; each side wants few. */
};

/*
 * Solvers have no ..._copy_into: what one is beside its options is a table, up to gigabytes, which changes how soon an answer comes
 * and neither scores nor winners. Make another with the same options instead.
 */

/** Solves Othello boards, and keeps its table from one to the next. */
typedef struct stonemask_othello_solver stonemask_othello_solver;

/** How an Othello solver or search is made. */
typedef struct stonemask_othello_solver_options {
    size_t struct_size;
    size_t table_bytes; /**< The most bytes for its table, which is nearly all that a solver takes. */
    int32_t side;       /**< Rows and columns: 4, 6 or 8. */
    int32_t scoring;    /**< enum stonemask_scoring */
    uint32_t threads;   /**< That search together, 1 to 1024. Where memory runs out while a thread starts, the process ends. */
    uint32_t reserved;  /**< 0 */
} stonemask_othello_solver_options;

/** A score, black's discs minus white's, and one line of best play to the end. */
typedef struct stonemask_othello_solution {
    uint64_t nodes;
    int32_t score;
    uint32_t length; /**< Moves of the line. */
    uint8_t line[128];
} stonemask_othello_solution;

/** A solver with an empty table. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_solver_new(const stonemask_othello_solver_options *options,
                                                                  stonemask_othello_solver **solver);

/** Frees a solver. Does nothing for NULL. */
void stonemask_othello_solver_free(stonemask_othello_solver *solver);

/** Forgets what it knows of the boards solved so far. */
stonemask_status stonemask_othello_solver_clear(stonemask_othello_solver *solver);

/** The score of a position and a line of best play. The observer may be null. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_solver_solve(stonemask_othello_solver *solver, stonemask_othello position,
                                                                    int32_t to_move, stonemask_observer observer, void *user,
                                                                    stonemask_othello_solution *solution);

/**
 * Says what any Othello position is worth, at once and better the longer it takes: it searches to one ply, then to two and so on; when
 * the end of the game is near enough it solves the position, first selectively and then exactly. It keeps its table from one position
 * to the next.
 */
typedef struct stonemask_othello_search stonemask_othello_search;

/** How sure a score is. Those of Gomoku and NoGo are exact or estimates. */
enum stonemask_certainty {
    STONEMASK_EXACT = 0,    /**< It is proved. */
    STONEMASK_AT_LEAST = 1, /**< It is proved that black's score is this or more. */
    STONEMASK_AT_MOST = 2,  /**< It is proved that black's score is this or less. */
    STONEMASK_ESTIMATE = 3  /**< Nothing is proved. In Othello there are none on 4x4, nor where fewest discs win. */
};

/** How much a search does: until the first of these is reached. Without any, until every score is exact. */
typedef struct stonemask_othello_limits {
    size_t struct_size;
    uint64_t nodes;        /**< Positions: it ends a few thousand later; 0 without a limit. */
    uint64_t microseconds; /**< Time: it ends a few milliseconds later; 0 without a limit. */
    uint32_t depth;        /**< Plies; from the number of empty squares on scores are exact; 0 without a limit. */
    uint32_t reserved;     /**< 0 */
} stonemask_othello_limits;

/** A move, and what is known of it. */
typedef struct stonemask_othello_candidate {
    int32_t score;       /**< Black's discs minus white's at the end. */
    int32_t certainty;   /**< enum stonemask_certainty */
    uint32_t confidence; /**< Of 100 positions, how many had an exact score within two discs of such an estimate; else 0. */
    uint32_t depth;      /**< Plies searched, passes not counted: the number of empty squares when it went to the end of the game. */
    uint32_t length;     /**< Moves of the line: this one and what may follow it, to the end of the game where the score is exact. */
    uint8_t line[128];
} stonemask_othello_candidate;

/** A search's knowledge of a position: of its best move, or of the finished game. */
typedef struct stonemask_othello_analysis {
    uint64_t nodes;
    uint64_t microseconds;
    size_t count;        /**< Moves of which something is written: as many as there is room for and are legal. */
    int32_t score;       /**< Black's discs minus white's at the end. */
    int32_t certainty;   /**< enum stonemask_certainty */
    uint32_t confidence; /**< As for a move. */
    int32_t lower;       /**< Black's score is proved to be at least this. */
    int32_t upper;       /**< Black's score is proved to be at most this. */
    int32_t complete;    /**< 1 where the limit of depth was reached or every score is exact, else 0. */
} stonemask_othello_analysis;

/**
 * Hears of a search every few hundred or thousand nodes and whenever something new is known, on the thread that called; the moves that
 * the search was given hold what is known of them. Anything but 0 stops it. It may call this library, but not with the search. It must
 * return: neither a C++ exception nor longjmp may leave it.
 */
typedef int32_t (*stonemask_analysis_observer)(const stonemask_othello_analysis *analysis, void *user);

/** A search with an empty table. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_search_new(const stonemask_othello_solver_options *options,
                                                                  stonemask_othello_search **search);

/** Frees a search. Does nothing for NULL. */
void stonemask_othello_search_free(stonemask_othello_search *search);

/** Forgets what it knows of the boards searched so far. */
stonemask_status stonemask_othello_search_clear(stonemask_othello_search *search);

/**
 * Analyses a position: its value and its best moves, as many as `count` says, at least 1; the best first. The observer
 * may be null. Where it stops the search, what is known is written all the same, and the status is
 * STONEMASK_INTERRUPTED. The first ply is searched in any case.
 */
STONEMASK_NODISCARD stonemask_status stonemask_othello_search_run(stonemask_othello_search *search, stonemask_othello position,
                                                                  int32_t to_move, const stonemask_othello_limits *limits,
                                                                  stonemask_analysis_observer observer, void *user,
                                                                  stonemask_othello_candidate *moves, size_t count,
                                                                  stonemask_othello_analysis *analysis);

/*
 * Searches of Gomoku and NoGo. Both begin each run with nothing known, so that a board, the size of the table, the limits of nodes and
 * depth, and in NoGo a seed, give the same analysis on every machine and tier, and in every language. They search with the thread that
 * calls. A finished game has a score and no moves.
 */

/** How much a search of Gomoku or NoGo does: until the first of these is reached. */
typedef struct stonemask_search_limits {
    size_t struct_size;
    uint64_t nodes;        /**< Positions, in NoGo random games: it ends a few thousand later; 0 without a limit. */
    uint64_t microseconds; /**< Time: it ends a few milliseconds later; 0 without a limit. */
    uint32_t depth;        /**< Plies, in NoGo of the line that is searched most; 0 without a limit. */
    uint32_t reserved;     /**< 0 */
} stonemask_search_limits;

/** The kinds of scores in games without a count of points. */
enum stonemask_score_kind {
    STONEMASK_SHARE = 0, /**< Nothing is proved: black's share of the wins. */
    STONEMASK_WIN = 1,   /**< A colour wins with the last of so many plies, if the winner plays the line and the other resists. */
    STONEMASK_DRAW = 2   /**< Nobody wins. */
};

/** The worth of a position or a move. */
typedef struct stonemask_score {
    int32_t kind;   /**< enum stonemask_score_kind */
    int32_t winner; /**< Of a win, enum stonemask_colour; else STONEMASK_EMPTY. */
    uint32_t plies; /**< Of a win: until the game is over; 0 if it is. Else 0. */
    uint32_t share; /**< Black's share of the wins in ten-thousandths: of a win 10000 or 0, of a draw 5000. */
} stonemask_score;

/** A search's knowledge of a board: of its best move, or of the finished game. */
typedef struct stonemask_search_analysis {
    uint64_t nodes;
    uint64_t microseconds;
    size_t count;          /**< Moves of which something is written: as many as there is room for and are legal. */
    stonemask_score score;
    int32_t certainty;     /**< enum stonemask_certainty */
    uint32_t confidence;   /**< Of 100 positions, how many have such an estimate on the side of the winner; 0 where it was not measured. */
    stonemask_score lower; /**< Black's score is proved to be at least this. */
    stonemask_score upper; /**< Black's score is proved to be at most this. */
    int32_t complete;      /**< 1 where the limit of depth was reached or every score is exact, else 0. */
    uint32_t reserved;     /**< 0 */
} stonemask_search_analysis;

/**
 * Hears of a search every few hundred nodes and whenever something new is known, on the thread that called; the moves that the search was
 * given hold what is known of them. Anything but 0 stops it. It may call this library, but not with the search. It must return: neither a
 * C++ exception nor longjmp may leave it.
 */
typedef int32_t (*stonemask_search_observer)(const stonemask_search_analysis *analysis, void *user);

/**
 * Finds good moves in Gomoku under every rule, on boards of every size: alpha-beta over patterns, with looks for wins by fours and threes.
 * A five is never missed, nor is a four left unblocked where a block is allowed.
 */
typedef struct stonemask_gomoku_search stonemask_gomoku_search;

/** How a search of Gomoku is made. */
typedef struct stonemask_gomoku_search_options {
    size_t struct_size;
    size_t table_bytes; /**< The most bytes for its table; two megabytes for patterns come to it. */
} stonemask_gomoku_search_options;

/** A move in Gomoku, and what is known of it. */
typedef struct stonemask_gomoku_candidate {
    stonemask_score score;
    int32_t certainty;   /**< enum stonemask_certainty */
    uint32_t confidence; /**< As in an analysis. */
    uint32_t depth;      /**< Plies searched. */
    uint32_t length;     /**< Moves of the line: this one and what may follow it, to the end of the game where the score is exact. */
    uint16_t line[1024]; /**< `row * columns + column` */
} stonemask_gomoku_candidate;

/** A search with an empty table. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_search_new(const stonemask_gomoku_search_options *options,
                                                                 stonemask_gomoku_search **search);

/** Frees a search. Does nothing for NULL. */
void stonemask_gomoku_search_free(stonemask_gomoku_search *search);

/**
 * Analyses a board: its worth and its best moves, as many as `count` says, at least 1; the best first. Stop and observer may be null;
 * STONEMASK_BAD_ARGUMENT where there is no limit either, since nothing might end the search. Where the stop or the observer ends it, what
 * is known is written all the same, and the status is STONEMASK_INTERRUPTED. The first ply is searched in any case.
 */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_search_run(stonemask_gomoku_search *search, const stonemask_gomoku *board,
                                                                 const stonemask_search_limits *limits, const stonemask_stop *stop,
                                                                 stonemask_search_observer observer, void *user,
                                                                 stonemask_gomoku_candidate *moves, size_t count,
                                                                 stonemask_search_analysis *analysis);

/**
 * Finds good moves in NoGo, on boards of every shape: a tree search that values positions by random games and by how many points each side
 * may play on. Near the end of the game it proves who wins.
 */
typedef struct stonemask_nogo_search stonemask_nogo_search;

/** How a search of NoGo is made. */
typedef struct stonemask_nogo_search_options {
    size_t struct_size;
    size_t table_bytes; /**< The most bytes for its tree. When that is full, after a second or so for 16 MiB, it searches on in it. */
    uint64_t seed;      /**< What random games come from. */
} stonemask_nogo_search_options;

/** A move in NoGo, and what is known of it. */
typedef struct stonemask_nogo_candidate {
    stonemask_score score;
    int32_t certainty;   /**< enum stonemask_certainty */
    uint32_t confidence; /**< As in an analysis. */
    uint32_t depth;      /**< Plies of the line. */
    uint32_t length;     /**< Moves of the line: this one and what may follow it, to the end of the game where the score is exact. */
    uint8_t line[96];    /**< 10*row + column */
} stonemask_nogo_candidate;

/** The stones at the end of random games: whose each point will be. Indices are 10*row + column. */
typedef struct stonemask_nogo_ends {
    uint64_t games;     /**< Those that were counted. */
    uint64_t black[96]; /**< In how many of them black had a stone there. */
    uint64_t white[96];
} stonemask_nogo_ends;

/** A search with an empty tree. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_search_new(const stonemask_nogo_search_options *options,
                                                               stonemask_nogo_search **search);

/** Frees a search. Does nothing for NULL. */
void stonemask_nogo_search_free(stonemask_nogo_search *search);

/** Analyses a board, as stonemask_gomoku_search_run does. The first few hundred random games are played in any case. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_search_run(stonemask_nogo_search *search, const stonemask_nogo *board,
                                                               const stonemask_search_limits *limits, const stonemask_stop *stop,
                                                               stonemask_search_observer observer, void *user,
                                                               stonemask_nogo_candidate *moves, size_t count,
                                                               stonemask_search_analysis *analysis);

/** The stones at the end of the random games of the last run, one that was stopped included; no games before the first. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_search_ends(const stonemask_nogo_search *search, stonemask_nogo_ends *ends);

/** Solves NoGo boards of up to 39 points, and keeps its table from one to the next. */
typedef struct stonemask_nogo_solver stonemask_nogo_solver;

/** How a NoGo solver is made. */
typedef struct stonemask_nogo_solver_options {
    size_t struct_size;
    size_t table_bytes; /**< The most bytes for its table. */
} stonemask_nogo_solver_options;

/** Who wins with best play, and one line in which the winner plays moves that win. */
typedef struct stonemask_nogo_solution {
    uint64_t nodes;
    int32_t winner;  /**< enum stonemask_colour */
    uint32_t length; /**< Moves of the line. */
    uint8_t line[96];
} stonemask_nogo_solution;

/** A solver with an empty table. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_solver_new(const stonemask_nogo_solver_options *options,
                                                               stonemask_nogo_solver **solver);

/** Frees a solver. Does nothing for NULL. */
void stonemask_nogo_solver_free(stonemask_nogo_solver *solver);

/** Who wins, and a line of play. The observer may be null. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_solver_solve(stonemask_nogo_solver *solver, const stonemask_nogo *board,
                                                                 stonemask_observer observer, void *user,
                                                                 stonemask_nogo_solution *solution);

/** Finds forced wins on boards of up to 32 rows and columns, and keeps its table from one to the next. */
typedef struct stonemask_gomoku_solver stonemask_gomoku_solver;

/** By which moves a win is forced; each takes those before it too. */
enum stonemask_means {
    STONEMASK_FOURS = 0,  /**< Each move threatens a five. */
    STONEMASK_THREES = 1, /**< Fours, and threes, which threaten to make a four with two completions. */
    STONEMASK_THREATS = 2 /**< All moves that threaten to win by fours. */
};

/** How a Gomoku solver is made. */
typedef struct stonemask_gomoku_solver_options {
    size_t struct_size;
    size_t table_bytes; /**< The most bytes for its table. */
    int32_t means;      /**< enum stonemask_means: the strongest that it tries. */
    uint32_t reserved;  /**< 0 */
} stonemask_gomoku_solver_options;

/** How much a Gomoku solver does for a board: until the first of these is reached. */
typedef struct stonemask_gomoku_solver_limits {
    size_t struct_size;
    uint64_t nodes;        /**< Positions: it ends a hundred or so later, the same on every machine; 0 without a limit. */
    uint64_t microseconds; /**< Time: it ends a millisecond later; 0 without a limit. */
} stonemask_gomoku_solver_limits;

/** Who can force a win, and one line of it, in which the loser resists for long. */
typedef struct stonemask_gomoku_solution {
    uint64_t nodes;
    int32_t winner;      /**< enum stonemask_colour; STONEMASK_EMPTY where the game is drawn or neither colour can force a win so. */
    int32_t means;       /**< enum stonemask_means: by which moves; without a winner, those that were tried last. */
    uint32_t length;     /**< Moves of the line: the win is in so many. */
    uint32_t reserved;   /**< 0 */
    uint16_t line[1024]; /**< `row * columns + column` */
} stonemask_gomoku_solution;

/** A solver with an empty table. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_solver_new(const stonemask_gomoku_solver_options *options,
                                                                 stonemask_gomoku_solver **solver);

/** Frees a solver. Does nothing for NULL. */
void stonemask_gomoku_solver_free(stonemask_gomoku_solver *solver);

/** Forgets what it knows of the boards solved so far. */
stonemask_status stonemask_gomoku_solver_clear(stonemask_gomoku_solver *solver);

/**
 * Who can force a win, and a line of it; STONEMASK_TOO_LARGE for more than 32 rows or columns. Limits, stop and observer may be null.
 * Where one of them ends the work nothing is known of a winner: the status is STONEMASK_INTERRUPTED, and what is written has the nodes
 * and the means that were being tried; weaker ones give no win.
 */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_solver_solve(stonemask_gomoku_solver *solver, const stonemask_gomoku *board,
                                                                   const stonemask_gomoku_solver_limits *limits,
                                                                   const stonemask_stop *stop, stonemask_observer observer,
                                                                   void *user, stonemask_gomoku_solution *solution);

/* ---- Opponents of a level -------------------------------------------------------------------------------------------------------------- */

/** Levels are 1, which a child beats, to this. */
enum stonemask_level { STONEMASK_LEVELS = 9 };

/*
 * A level is a number of nodes, and on the lowest two a share of random moves by the seed, so that its move is the same on every machine and
 * tier, and in every language. The board must not be that of a finished game: STONEMASK_GAME_OVER. The stop may be null; once it is set, the
 * best move known is given. Each call makes a table of 32 MiB.
 */

/** The move of a level in Othello, STONEMASK_PASS where there is no other. */
STONEMASK_NODISCARD stonemask_status stonemask_othello_level_move(uint32_t side, stonemask_othello position, int32_t to_move,
                                                                  uint32_t level, uint64_t seed, const stonemask_stop *stop,
                                                                  uint8_t *square);

/** The move of a level in Gomoku. */
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_level_move(const stonemask_gomoku *board, uint32_t level, uint64_t seed,
                                                                 const stonemask_stop *stop, uint32_t *row, uint32_t *column);

/** The move of a level in NoGo. */
STONEMASK_NODISCARD stonemask_status stonemask_nogo_level_move(const stonemask_nogo *board, uint32_t level, uint64_t seed,
                                                               const stonemask_stop *stop, uint8_t *bit);

/** The positions, in NoGo random games, that a level spends on a move. @{ */
STONEMASK_NODISCARD stonemask_status stonemask_othello_level_nodes(uint32_t side, uint32_t level, uint64_t *nodes);
STONEMASK_NODISCARD stonemask_status stonemask_gomoku_level_nodes(uint32_t level, uint64_t *nodes);
STONEMASK_NODISCARD stonemask_status stonemask_nogo_level_nodes(uint32_t level, uint64_t *nodes);
/** @} */

/* ---- Recorded games of Othello: WTHOR ---------------------------------------------------------------------------------------------- */

/** A recorded game. Passes are not recorded. */
typedef struct stonemask_wthor_game {
    uint8_t black;       /**< Black's discs at the end; empty squares go to the winner, halved in a draw. */
    uint8_t theoretical; /**< Black's discs with perfect play from the position with as many empty squares as the database says. */
    uint8_t moves;
    uint8_t squares[60];
} stonemask_wthor_game;

/** Checks that bytes are a WTHOR database of 8x8 games; how many, and at how many empty squares theoretical scores begin. */
STONEMASK_NODISCARD stonemask_status stonemask_wthor_open(const uint8_t *bytes, size_t length, size_t *games, uint32_t *depth);

/** Reads one game of a database. Of a move that is not a square the index is its number, from 0. */
STONEMASK_NODISCARD stonemask_result stonemask_wthor_read(const uint8_t *bytes, size_t length, size_t index,
                                                          stonemask_wthor_game *game);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* STONEMASK_H */
