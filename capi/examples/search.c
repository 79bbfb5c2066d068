/*
 * A program that plays: a good move in Gomoku, a win in Gomoku that no answer stops, and a good move in NoGo with whose each point will be.
 * By nodes all of it is the same on every machine.
 *
 *   search [nodes]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stonemask.h>

static void must(stonemask_status status) {
    if (status != STONEMASK_OK) {
        fprintf(stderr, "search: %s\n", stonemask_strerror(status));
        exit(1);
    }
}

static const char *colour(int32_t number) {
    return number == STONEMASK_BLACK ? "black" : number == STONEMASK_WHITE ? "white" : "nobody";
}

static void print_score(stonemask_score score) {
    if (score.kind == STONEMASK_WIN)
        printf("%s wins in %u", colour(score.winner), (unsigned)score.plies);
    else if (score.kind == STONEMASK_DRAW)
        printf("draw");
    else
        printf("black %u.%02u %%", (unsigned)score.share / 100, (unsigned)score.share % 100);
}

static void print_gomoku_point(uint32_t columns, uint16_t point) {
    char text[8];
    must(stonemask_gomoku_print_point(point / columns, point % columns, 0, text, sizeof text, NULL));
    printf(" %s", text);
}

/* Three moves and how each goes on. */
static void gomoku_move(stonemask_search_limits limits) {
    stonemask_gomoku_search_options options = {sizeof options, 16 << 20};
    stonemask_gomoku_search *search;
    stonemask_gomoku *board;
    stonemask_gomoku_candidate *moves = malloc(3 * sizeof *moves);
    stonemask_search_analysis analysis;
    size_t index;
    uint32_t ply;
    if (!moves) must(STONEMASK_OUT_OF_MEMORY);
    must(stonemask_gomoku_new(15, 15, STONEMASK_FREESTYLE, &board));
    must(stonemask_gomoku_play(board, 7, 7));
    must(stonemask_gomoku_play(board, 6, 8));
    must(stonemask_gomoku_search_new(&options, &search));
    must(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis));
    puts("Gomoku, black to move:");
    for (index = 0; index < analysis.count; index++) {
        printf("  ");
        print_score(moves[index].score);
        for (ply = 0; ply < moves[index].length; ply++) print_gomoku_point(15, moves[index].line[ply]);
        putchar('\n');
    }
    must(stonemask_gomoku_play(board, moves[0].line[0] / 15, moves[0].line[0] % 15));
    stonemask_gomoku_search_free(search);
    stonemask_gomoku_free(board);
    free(moves);
}

/* A win by fours and threes. */
static void forced_win(void) {
    static const char *text = "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X";
    stonemask_gomoku_solver_options options = {sizeof options, 16 << 20, STONEMASK_THREATS, 0};
    stonemask_gomoku_solver *solver;
    stonemask_gomoku *board;
    stonemask_gomoku_solution solution;
    uint32_t ply;
    must(stonemask_gomoku_parse(text, strlen(text), &board));
    must(stonemask_gomoku_solver_new(&options, &solver));
    must(stonemask_gomoku_solver_solve(solver, board, NULL, NULL, NULL, NULL, &solution));
    printf("Gomoku, a forced win: %s in %u:", colour(solution.winner), (unsigned)solution.length);
    for (ply = 0; ply < solution.length; ply++) print_gomoku_point(9, solution.line[ply]);
    putchar('\n');
    stonemask_gomoku_solver_free(solver);
    stonemask_gomoku_free(board);
}

/* A move, and in how many of ten random games black has a stone on each point at the end. */
static void nogo_move(stonemask_search_limits limits) {
    stonemask_nogo_search_options options = {sizeof options, 16 << 20, 1};
    const stonemask_nogo_set none = {0, 0};
    stonemask_nogo_search *search;
    stonemask_nogo *board;
    stonemask_nogo_candidate best;
    stonemask_search_analysis analysis;
    stonemask_nogo_ends ends;
    char text[8];
    uint32_t row, column;
    must(stonemask_nogo_new(7, 7, none, 0, &board));
    must(stonemask_nogo_search_new(&options, &search));
    must(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, &best, 1, &analysis));
    must(stonemask_nogo_search_ends(search, &ends));
    must(stonemask_nogo_print_point(best.line[0], 0, text, sizeof text, NULL));
    printf("NoGo, black to move: %s, ", text);
    print_score(best.score);
    puts("; black's part of each point in tenths:");
    for (row = 0; row < 7; row++) {
        printf(" ");
        for (column = 0; column < 7; column++) {
            const uint32_t bit = 10 * row + column;
            const uint64_t stones = ends.black[bit] + ends.white[bit];
            printf(" %u", stones ? (unsigned)(10 * ends.black[bit] / stones) : 0u);
        }
        putchar('\n');
    }
    must(stonemask_nogo_play(board, best.line[0]));
    stonemask_nogo_search_free(search);
    stonemask_nogo_free(board);
}

int main(int argc, char **argv) {
    stonemask_search_limits limits = {sizeof limits, 10000, 0, 0, 0};
    if (argc > 1) limits.nodes = strtoull(argv[1], NULL, 10);
    gomoku_move(limits);
    forced_win();
    nogo_move(limits);
    return 0;
}
