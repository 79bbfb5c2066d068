// NoGo by random playouts: each legal first move on 9x9 gets some games, and the move with the most wins is printed.
//
//   playouts [games]

#include <cstdio>
#include <cstdlib>
#include <stonemask.hpp>

int main(int argc, char **argv) try {
    const auto games = static_cast<std::uint64_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    const stonemask::nogo start;
    const stonemask_nogo_set moves = start.legal_moves();
    std::uint64_t best_wins = 0, plies = 0;
    int best = -1;
    for (int bit = 0; bit < 96; bit++) {
        if (!((bit < 64 ? moves.low >> bit : moves.high >> (bit - 64)) & 1)) continue;
        stonemask::nogo board(start);
        board.play(static_cast<std::uint8_t>(bit));
        const stonemask_tally tally = board.playouts(games, 1 + static_cast<std::uint64_t>(bit));
        plies += tally.plies;
        if (tally.black_wins > best_wins) {
            best_wins = tally.black_wins;
            best = bit;
        }
    }
    if (best < 0) return 1;
    char text[4];
    stonemask::check(stonemask_nogo_print_point(static_cast<std::uint8_t>(best), 0, text, sizeof text, nullptr));
    std::printf("%s: black wins %llu of %llu; %llu plies in all\n", text, static_cast<unsigned long long>(best_wins),
                static_cast<unsigned long long>(games), static_cast<unsigned long long>(plies));
    return 0;
} catch (const stonemask::error &error) {
    std::fprintf(stderr, "playouts: %s\n", error.what());
    return 1;
}
