/*
 * Threads: each has handles of its own, all read one board at once, solvers run beside one another, each with threads of its
 * own, and counts that would take years go on until the main thread stops them.
 *
 *   threads [watched|race]
 *
 * `watched` by a tool they do little, and solvers search with one thread each. With `race` they also change one board together, which
 * the header forbids: what watches threads must say so.
 */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <stonemask.h>

enum { THREADS = 4 };

static stonemask_nogo *common;
static stonemask_stop *stop;
static pthread_barrier_t counting;
static stonemask_gomoku *raced;
static int rounds = 100, race;
static uint32_t helpers = 2;

/* The position that games on boards of this side begin with. */
static stonemask_othello start_of(uint32_t side) {
    stonemask_othello start = {0, 0};
    if (stonemask_othello_start(side, &start)) start.own = 1;
    return start;
}

static int work(unsigned seed) {
    stonemask_othello_solver_options solving = {sizeof solving, 1 << 16, 4, STONEMASK_DISCS, helpers, 0};
    stonemask_slab_options options = {sizeof options, 64, STONEMASK_RESTART, 0, 1};
    int round;
    if (stonemask_use_tier(stonemask_tier_in_use())) return 1;
    for (round = 0; round < rounds; round++) {
        stonemask_gomoku *board;
        stonemask_nogo *copy;
        stonemask_slab *slab;
        stonemask_nogo_set moves;
        stonemask_tally tally;
        stonemask_playout game;
        uint16_t actions[64];
        uint64_t squares;
        if (stonemask_othello8_legal_moves(stonemask_othello8_start(), &squares) || squares != 0x102004080000) return 2;
        if (stonemask_nogo_legal_moves(common, &moves) || moves.low == 0) return 3;
        if (stonemask_nogo_new(1, 1, (stonemask_nogo_set){0, 0}, 0, &copy)) return 4;
        if (stonemask_nogo_copy_into(common, copy) || stonemask_nogo_play(copy, (uint8_t)(seed % 9))) return 5;
        stonemask_nogo_free(copy);
        if (stonemask_gomoku_new(15, 15, STONEMASK_RENJU, &board)) return 6;
        if (stonemask_gomoku_play(board, 7, 7) || stonemask_gomoku_playout(board, seed, &game)) return 7;
        stonemask_gomoku_free(board);
        if (stonemask_nogo_playouts(common, 10, seed, NULL, &tally) || tally.black_wins + tally.white_wins != 10) return 8;
        if (stonemask_nogo_slab_new(common, &options, &slab)) return 9;
        if (stonemask_slab_step_random(slab, actions, 64)) return 10;
        stonemask_slab_free(slab);
    }
    {
        stonemask_othello_solver *solver;
        stonemask_othello_solution solution;
        if (stonemask_othello_solver_new(&solving, &solver)) return 11;
        if (stonemask_othello_solver_solve(solver, start_of(4), STONEMASK_BLACK, NULL, NULL, &solution)) return 12;
        stonemask_othello_solver_free(solver);
        if (solution.score != -8) return 13;
    }
    return 0;
}

static void *run(void *argument) {
    int *place = argument;
    stonemask_perft count;
    *place = work((unsigned)*place);
    if (race && stonemask_gomoku_set_to_move(raced, STONEMASK_WHITE)) *place = 15;
    pthread_barrier_wait(&counting);
    if (stonemask_nogo_perft(common, 80, stop, &count) != STONEMASK_INTERRUPTED) *place = 14;
    return NULL;
}

int main(int argc, char **argv) {
    const struct timespec moment = {0, 20000000};
    pthread_t threads[THREADS];
    int results[THREADS], index, failed = 0;
    race = argc > 1 && strcmp(argv[1], "race") == 0;
    if (argc > 1) {
        rounds = 2;
        helpers = 1;
    }
    if (stonemask_nogo_new(9, 9, (stonemask_nogo_set){0, 0}, 0, &common) || stonemask_stop_new(&stop) ||
        stonemask_gomoku_new(9, 9, STONEMASK_FREESTYLE, &raced) || pthread_barrier_init(&counting, NULL, THREADS + 1))
        return 1;
    for (index = 0; index < THREADS; index++) {
        results[index] = index + 1;
        if (pthread_create(&threads[index], NULL, run, &results[index])) return 1;
    }
    pthread_barrier_wait(&counting);
    nanosleep(&moment, NULL);
    if (stonemask_stop_set(stop)) return 1;
    for (index = 0; index < THREADS; index++) {
        pthread_join(threads[index], NULL);
        if (results[index] != 0) {
            printf("threads: thread %d failed at step %d\n", index, results[index]);
            failed = 1;
        }
    }
    pthread_barrier_destroy(&counting);
    stonemask_stop_free(stop);
    stonemask_gomoku_free(raced);
    stonemask_nogo_free(common);
    if (!failed) puts("threads: all as one thread would have it");
    return failed;
}
