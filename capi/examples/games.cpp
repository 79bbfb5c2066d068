// Two games that searches play against themselves: Gomoku until a forced win is found, NoGo until the winner is proved.
//
//   games [nodes]

#include <cstdio>
#include <cstdlib>
#include <stonemask.hpp>

static const char *name(stonemask::colour of) { return of == stonemask::colour::black ? "black" : "white"; }

int main(int argc, char **argv) try {
    auto limits = stonemask::gomoku_search::limits();
    limits.nodes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;

    stonemask::gomoku board(11, 11, stonemask::rule::freestyle);
    stonemask::gomoku_search search(16 << 20);
    stonemask::gomoku_solver solver(16 << 20);
    std::printf("Gomoku:");
    while (!board.is_over()) {
        const auto win = solver.solve(board);
        if (win.winner != STONEMASK_EMPTY && win.length > 0) {
            std::printf("; %s wins in %u:", name(static_cast<stonemask::colour>(win.winner)), static_cast<unsigned>(win.length));
            for (std::uint32_t ply = 0; ply < win.length; ply++) {
                board.play(win.line[ply] / 11u, win.line[ply] % 11u);
                std::printf(" %s", stonemask::gomoku::point_text(win.line[ply] / 11u, win.line[ply] % 11u).c_str());
            }
            break;
        }
        const unsigned point = search.run(board, limits).moves[0].line[0];
        std::printf(" %s", stonemask::gomoku::point_text(point / 11, point % 11).c_str());
        board.play(point / 11, point % 11);
    }
    std::printf("\nNoGo:");

    stonemask::nogo points(6, 6);
    stonemask::nogo_search tree(16 << 20);
    while (!points.is_over()) {
        const auto analysis = tree.run(points, limits);
        const auto &best = analysis.moves[0];
        if (best.score.kind == STONEMASK_WIN) {
            std::printf("; %s wins in %u:", name(static_cast<stonemask::colour>(best.score.winner)),
                        static_cast<unsigned>(best.score.plies));
            for (std::uint32_t ply = 0; ply < best.length; ply++) {
                points.play(best.line[ply]);
                std::printf(" %s", stonemask::nogo::point_text(best.line[ply]).c_str());
            }
            break;
        }
        points.play(best.line[0]);
        std::printf(" %s", stonemask::nogo::point_text(best.line[0]).c_str());
    }
    std::printf("\n");
    return points.is_over() ? 0 : 1;
} catch (const stonemask::error &error) {
    std::fprintf(stderr, "games: %s\n", error.what());
    return 1;
}
