/*
 * How much stack calls take: each runs on a thread of its own whose stack was painted, and what it touched is counted. Fails where one
 * takes more than docs/C.md says.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stonemask.h>

enum { SIZE = 4 << 20, PAINT = 0xa5 };

static stonemask_othello start;
static stonemask_gomoku *gomoku, *large;
static stonemask_nogo *nogo;
static stonemask_slab *slab;
static stonemask_othello_solver *solver;
static stonemask_othello_search *search;
static stonemask_nogo_solver *nogo_solver;
static stonemask_gomoku_search *gomoku_search;
static stonemask_nogo_search *nogo_search;
static int status;

static void nothing(void) {}
static void moves(void) {
    uint64_t moves, flips;
    stonemask_othello children[64], after;
    status = stonemask_othello8_legal_moves(start, &moves) | stonemask_othello8_flips(start, 19, &flips) |
             stonemask_othello8_play(start, 19, &after) | stonemask_othello8_children(start, children, 64, &moves);
}
static void gomoku_moves(void) {
    uint64_t rows[64];
    int32_t wins;
    status = stonemask_gomoku_make(gomoku, 3, 3) | stonemask_gomoku_legal_moves(gomoku, rows, 64) |
             stonemask_gomoku_wins(gomoku, STONEMASK_BLACK, 1, 1, &wins) | stonemask_gomoku_undo(gomoku);
}
static void nogo_moves(void) { status = stonemask_nogo_make(nogo, 3) | stonemask_nogo_undo(nogo); }
static void steps(void) {
    uint16_t actions[16];
    status = stonemask_slab_step_random(slab, actions, 16);
}
static void texts(void) {
    char text[5000];
    status = stonemask_gomoku_print(large, text, sizeof text, NULL) | stonemask_nogo_print(nogo, text, sizeof text, NULL);
}
static void perfts(void) {
    stonemask_perft count;
    status = stonemask_othello8_perft(start, 6, NULL, &count) | stonemask_gomoku_perft(gomoku, 2, NULL, &count) |
             stonemask_nogo_perft(nogo, 3, NULL, &count);
}
static void playouts(void) {
    stonemask_tally tally;
    status = stonemask_othello8_playouts(&start, 1, STONEMASK_BLACK, 2000, 1, NULL, &tally).status |
             stonemask_gomoku_playouts(gomoku, 200, 1, NULL, &tally) | stonemask_gomoku_playouts(large, 20, 1, NULL, &tally) |
             stonemask_nogo_playouts(nogo, 2000, 1, NULL, &tally);
}
static void solve(void) {
    stonemask_othello_solution solution;
    stonemask_othello four;
    status = stonemask_othello_start(4, &four) |
             stonemask_othello_solver_solve(solver, four, STONEMASK_BLACK, NULL, NULL, &solution);
}
static void analyse(void) {
    stonemask_othello_limits limits = {sizeof limits, 0, 0, 8, 0};
    stonemask_othello_candidate best;
    stonemask_othello_analysis analysis;
    status = stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, &best, 1, &analysis);
}
static void solve_nogo(void) {
    stonemask_nogo_solution solution;
    stonemask_nogo *board = NULL;
    status = stonemask_nogo_parse("---/---/--- X", 13, &board) ||
             stonemask_nogo_solver_solve(nogo_solver, board, NULL, NULL, &solution);
    stonemask_nogo_free(board);
}

static void analyse_gomoku(void) {
    stonemask_search_limits limits = {sizeof limits, 20000, 0, 0, 0};
    stonemask_gomoku_candidate best;
    stonemask_search_analysis analysis;
    status = stonemask_gomoku_search_run(gomoku_search, gomoku, &limits, NULL, NULL, NULL, &best, 1, &analysis);
}
static void analyse_nogo(void) {
    stonemask_search_limits limits = {sizeof limits, 20000, 0, 0, 0};
    stonemask_nogo_candidate best;
    stonemask_search_analysis analysis;
    status = stonemask_nogo_search_run(nogo_search, nogo, &limits, NULL, NULL, NULL, &best, 1, &analysis);
}

static void *run(void *call) {
    (*(void (**)(void))call)();
    return NULL;
}

/* The bytes of stack that a call touches, with those of the thread itself. */
static size_t touched(void (*call)(void)) {
    unsigned char *stack = NULL;
    size_t at = 0;
    pthread_attr_t attributes;
    pthread_t thread;
    if (posix_memalign((void **)&stack, 4096, SIZE)) exit(2);
    memset(stack, PAINT, SIZE);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, SIZE);
    status = 0;
    if (pthread_create(&thread, &attributes, run, &call)) exit(2);
    pthread_join(thread, NULL);
    while (at < SIZE && stack[at] == PAINT) at++;
    free(stack);
    return SIZE - at;
}

int main(void) {
    static const struct {
        const char *name;
        void (*call)(void);
        size_t most;
    } calls[] = {
        {"Othello's moves", moves, 16 << 10},   {"Gomoku's moves", gomoku_moves, 16 << 10},
        {"NoGo's moves", nogo_moves, 16 << 10}, {"steps of slabs", steps, 16 << 10},
        {"text", texts, 16 << 10},              {"perft", perfts, 64 << 10},
        {"random games", playouts, 64 << 10},   {"Othello's solver", solve, 64 << 10},
        {"NoGo's solver", solve_nogo, 64 << 10}, {"Othello's search", analyse, 64 << 10},
        {"Gomoku's search", analyse_gomoku, 64 << 10}, {"NoGo's search", analyse_nogo, 64 << 10},
    };
    stonemask_slab_options options = {sizeof options, 16, STONEMASK_RESTART, 0, 1};
    stonemask_othello_solver_options solving = {sizeof solving, 1 << 20, 4, STONEMASK_DISCS, 1, 0};
    stonemask_othello_solver_options searching = {sizeof searching, 1 << 20, 8, STONEMASK_DISCS, 1, 0};
    stonemask_nogo_solver_options solving_nogo = {sizeof solving_nogo, 1 << 20};
    stonemask_gomoku_search_options of_gomoku = {sizeof of_gomoku, 1 << 20};
    stonemask_nogo_search_options of_nogo = {sizeof of_nogo, 1 << 20, 1};
    stonemask_nogo_set none = {0, 0};
    size_t base, index;
    int failures = 0;
    start = stonemask_othello8_start();
    if (stonemask_gomoku_new(15, 15, STONEMASK_RENJU, &gomoku) || stonemask_gomoku_new(64, 64, STONEMASK_CARO, &large) ||
        stonemask_nogo_new(9, 9, none, 0, &nogo) || stonemask_nogo_slab_new(nogo, &options, &slab) ||
        stonemask_othello_solver_new(&solving, &solver) || stonemask_nogo_solver_new(&solving_nogo, &nogo_solver) ||
        stonemask_othello_search_new(&searching, &search) || stonemask_gomoku_search_new(&of_gomoku, &gomoku_search) ||
        stonemask_nogo_search_new(&of_nogo, &nogo_search))
        return 2;
    base = touched(nothing);
    for (index = 0; index < sizeof calls / sizeof *calls; index++) {
        const size_t bytes = touched(calls[index].call) - base;
        printf("%-20s %7zu bytes of stack\n", calls[index].name, bytes);
        if (status != 0 || bytes > calls[index].most) {
            printf("%s: %s, and at most %zu bytes are promised\n", calls[index].name, stonemask_strerror(status), calls[index].most);
            failures++;
        }
    }
    stonemask_slab_free(slab);
    stonemask_othello_solver_free(solver);
    stonemask_othello_search_free(search);
    stonemask_nogo_solver_free(nogo_solver);
    stonemask_gomoku_search_free(gomoku_search);
    stonemask_nogo_search_free(nogo_search);
    stonemask_gomoku_free(gomoku);
    stonemask_gomoku_free(large);
    stonemask_nogo_free(nogo);
    return failures != 0;
}
