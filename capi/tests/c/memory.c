/*
 * Allocations that fail: this program's malloc and its kin fail after the n-th call, for n = 0, 1, ... until a call succeeds; each
 * call before that says so, and nothing is lost. It names what glibc calls its own allocator, and is skipped elsewhere.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stonemask.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Allocations that are still granted; negative: all. */
static long left = -1;
static long live;

/* The position that games on boards of this side begin with. */
static stonemask_othello start_of(uint32_t side) {
    stonemask_othello start = {0, 0};
    if (stonemask_othello_start(side, &start)) start.own = 1;
    return start;
}

static int refuse(void) {
    if (left < 0) return 0;
    if (left == 0) return 1;
    left--;
    return 0;
}

static void *counted(void *pointer) {
    if (pointer) live++;
    return pointer;
}

void *malloc(size_t size) { return refuse() ? NULL : counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return refuse() ? NULL : counted(__libc_calloc(count, size)); }
void *realloc(void *old, size_t size) {
    if (refuse()) return NULL;
    if (!old) return counted(__libc_malloc(size));
    return __libc_realloc(old, size);
}
int posix_memalign(void **place, size_t alignment, size_t size) {
    void *pointer = refuse() ? NULL : counted(__libc_memalign(alignment, size));
    if (!pointer) return ENOMEM;
    *place = pointer;
    return 0;
}
void *aligned_alloc(size_t alignment, size_t size) { return refuse() ? NULL : counted(__libc_memalign(alignment, size)); }
void free(void *pointer) {
    if (pointer) live--;
    __libc_free(pointer);
}

static stonemask_gomoku *renju;
static stonemask_nogo *nogo;
static stonemask_slab *slab;
static stonemask_othello_solver *solver;
static stonemask_othello_search *search;

/* One call each, that allocates; what it makes is freed. */
static int32_t call(int which) {
    static const char *board = "3x5 renju XXXX-/-----/OOOO- X";
    static const char *sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    stonemask_slab_options options = {sizeof options, 100, STONEMASK_RESTART, 0, 1};
    stonemask_othello_solver_options solving = {sizeof solving, 1 << 16, 4, STONEMASK_DISCS, 1, 0};
    stonemask_nogo_solver_options nogo_solving = {sizeof nogo_solving, 1 << 16};
    const stonemask_othello start = stonemask_othello8_start();
    stonemask_othello position;
    stonemask_perft perft;
    stonemask_playout game;
    stonemask_tally tally;
    stonemask_gomoku_record record = {sizeof record, 15, 15, 0, 0};
    uint64_t rows[64];
    uint16_t points[225];
    uint8_t square;
    char text[600];
    int32_t status, colour;
    switch (which) {
        case 0: return stonemask_othello8_parse("-------- --------", 17, &position, &colour) == STONEMASK_OUT_OF_MEMORY
                           ? STONEMASK_OUT_OF_MEMORY : STONEMASK_OK;
        case 1: return stonemask_othello8_print(start, STONEMASK_BLACK, text, sizeof text, NULL);
        case 2: return stonemask_othello8_perft(start, 4, NULL, &perft);
        case 3: return stonemask_othello8_playouts(&start, 1, STONEMASK_BLACK, 100, 1, NULL, &tally).status;
        case 4: {
            stonemask_gomoku *made = NULL;
            status = stonemask_gomoku_parse(board, strlen(board), &made);
            stonemask_gomoku_free(made);
            return status;
        }
        case 5: return stonemask_gomoku_legal_moves(renju, rows, 64);
        case 6:
            status = stonemask_gomoku_make(renju, 3, 3);
            if (status == STONEMASK_OK && stonemask_gomoku_undo(renju) != STONEMASK_OK) return 1;
            return status;
        case 7: return stonemask_gomoku_playout(renju, 1, &game);
        case 8: return stonemask_gomoku_playouts(renju, 3, 1, NULL, &tally);
        case 9: return stonemask_gomoku_perft(renju, 1, NULL, &perft);
        case 10: return stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 225).status;
        case 11: {
            stonemask_nogo *made = NULL;
            status = stonemask_nogo_parse("-X-/X--/--- O", 13, &made);
            stonemask_nogo_free(made);
            return status;
        }
        case 12:
            status = stonemask_nogo_make(nogo, 0);
            if (status == STONEMASK_OK && stonemask_nogo_undo(nogo) != STONEMASK_OK) return 1;
            return status;
        case 13: return stonemask_nogo_playouts(nogo, 100, 1, NULL, &tally);
        case 14: {
            stonemask_slab *made = NULL;
            status = stonemask_gomoku_slab_new(renju, &options, &made);
            stonemask_slab_free(made);
            return status;
        }
        case 15: {
            stonemask_slab *made = NULL;
            status = stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &made);
            stonemask_slab_free(made);
            return status;
        }
        case 16: return stonemask_slab_copy_into(slab, slab) ? 1 : stonemask_slab_reset(slab);
        case 17: {
            stonemask_othello_solver *made = NULL;
            status = stonemask_othello_solver_new(&solving, &made);
            stonemask_othello_solver_free(made);
            return status;
        }
        case 18: {
            stonemask_othello_solution solution;
            status = stonemask_othello_solver_solve(solver, start_of(4), STONEMASK_BLACK, NULL, NULL, &solution);
            stonemask_othello_solver_clear(solver);
            return status;
        }
        case 19: {
            stonemask_nogo_solver *made = NULL;
            status = stonemask_nogo_solver_new(&nogo_solving, &made);
            stonemask_nogo_solver_free(made);
            return status;
        }
        case 20: return stonemask_gomoku_set_stone(renju, 0, 0, 0);
        case 21: {
            stonemask_slab *made = NULL;
            status = stonemask_nogo_slab_new(nogo, &options, &made);
            stonemask_slab_free(made);
            return status;
        }
        case 22: {
            stonemask_slab *made = NULL;
            const stonemask_gomoku *starts[2] = {renju, renju};
            const size_t games[1] = {1};
            options.games = 2;
            status = stonemask_gomoku_slab_with_starts(starts, &options, &made).status;
            if (status == STONEMASK_OK) status = stonemask_gomoku_slab_load(made, games, starts, 1).status;
            stonemask_slab_free(made);
            return status;
        }
        case 23: {
            stonemask_slab *made = NULL;
            const uint8_t black[1] = {STONEMASK_BLACK};
            options.games = 1;
            status = stonemask_othello8_slab_with_starts(&start, black, &options, &made).status;
            stonemask_slab_free(made);
            return status;
        }
        case 24: {
            stonemask_stop *made = NULL;
            status = stonemask_stop_new(&made);
            stonemask_stop_free(made);
            return status;
        }
        case 25: {
            stonemask_othello_search *made = NULL;
            status = stonemask_othello_search_new(&solving, &made);
            stonemask_othello_search_free(made);
            return status;
        }
        case 26: {
            stonemask_othello_limits limits = {sizeof limits, 0, 0, 4, 0};
            stonemask_othello_candidate moves[4];
            stonemask_othello_analysis analysis;
            status = stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 4, &analysis);
            stonemask_othello_search_clear(search);
            return status;
        }
        case 27: {
            stonemask_gomoku_solver_options forced = {sizeof forced, 1 << 16, STONEMASK_THREATS, 0};
            stonemask_gomoku_solver *made = NULL;
            stonemask_gomoku_solution solution;
            status = stonemask_gomoku_solver_new(&forced, &made);
            if (status == STONEMASK_OK) status = stonemask_gomoku_solver_solve(made, renju, NULL, NULL, NULL, NULL, &solution);
            stonemask_gomoku_solver_free(made);
            return status;
        }
        case 28: return stonemask_nogo_level_move(nogo, 3, 1, NULL, &square);
        case 29: {
            uint32_t row, column;
            return stonemask_gomoku_level_move(renju, 3, 1, NULL, &row, &column);
        }
        case 30: {
            stonemask_gomoku_search_options making = {sizeof making, 1 << 16};
            stonemask_search_limits limits = {sizeof limits, 200, 0, 2, 0};
            stonemask_gomoku_search *made = NULL;
            stonemask_gomoku_candidate moves[2];
            stonemask_search_analysis analysis;
            status = stonemask_gomoku_search_new(&making, &made);
            if (status == STONEMASK_OK) status = stonemask_gomoku_search_run(made, renju, &limits, NULL, NULL, NULL, moves, 2, &analysis);
            stonemask_gomoku_search_free(made);
            return status;
        }
        case 31: {
            stonemask_nogo_search_options making = {sizeof making, 1 << 16, 1};
            stonemask_search_limits limits = {sizeof limits, 2000, 0, 0, 0};
            stonemask_nogo_search *made = NULL;
            stonemask_nogo_candidate moves[2];
            stonemask_search_analysis analysis;
            stonemask_nogo_ends ends;
            status = stonemask_nogo_search_new(&making, &made);
            if (status == STONEMASK_OK) status = stonemask_nogo_search_run(made, nogo, &limits, NULL, NULL, NULL, moves, 2, &analysis);
            if (status == STONEMASK_OK) status = stonemask_nogo_search_ends(made, &ends);
            stonemask_nogo_search_free(made);
            return status;
        }
        default: return -1;
    }
}

int main(void) {
    stonemask_slab_options options = {sizeof options, 4, STONEMASK_RESTART, 0, 1};
    stonemask_othello_solver_options solving = {sizeof solving, 1 << 16, 4, STONEMASK_DISCS, 1, 0};
    stonemask_othello_solver_options searching = {sizeof searching, 1 << 16, 8, STONEMASK_DISCS, 1, 0};
    int which;
    long refusals = 0;
    if (stonemask_gomoku_new(15, 15, STONEMASK_RENJU, &renju) || stonemask_gomoku_play(renju, 7, 7) ||
        stonemask_gomoku_play(renju, 7, 8) || stonemask_nogo_new(9, 9, (stonemask_nogo_set){0, 0}, 0, &nogo) ||
        stonemask_nogo_slab_new(nogo, &options, &slab) || stonemask_othello_solver_new(&solving, &solver) ||
        stonemask_othello_search_new(&searching, &search))
        return 1;
    for (which = 0; which < 32; which++) {
        long granted, before;
        int32_t status;
        /* Things that are made once and kept, such as tables, are made now. */
        if ((status = call(which)) != STONEMASK_OK) {
            fprintf(stderr, "memory: call %d: %s\n", which, stonemask_strerror(status));
            return 1;
        }
        for (granted = 0;; granted++) {
            before = live;
            left = granted;
            status = call(which);
            left = -1;
            if (live != before) {
                fprintf(stderr, "memory: call %d lost %ld allocations when %ld were granted\n", which, live - before, granted);
                return 1;
            }
            if (status == STONEMASK_OK) break;
            refusals++;
            if (status != STONEMASK_OUT_OF_MEMORY || granted > 100000) {
                fprintf(stderr, "memory: call %d: %s when %ld were granted\n", which, stonemask_strerror(status), granted);
                return 1;
            }
        }
    }
    stonemask_gomoku_free(renju);
    stonemask_nogo_free(nogo);
    stonemask_slab_free(slab);
    stonemask_othello_solver_free(solver);
    stonemask_othello_search_free(search);
    printf("memory: %ld refusals, each told, none lost anything\n", refusals);
    return 0;
}

#else

int main(void) {
    puts("memory: SKIPPED: malloc is replaced by glibc's names alone");
    return 0;
}

#endif
