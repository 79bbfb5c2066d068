// The loop of a learner: many games of Othello in step, masks and boards in arrays that it owns. The policy here takes the first legal
// action.
//
//   slab_loop [games] [steps]

#include <cstdio>
#include <cstdlib>
#include <stonemask.hpp>
#include <vector>

int main(int argc, char **argv) try {
    const auto games = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 256);
    const int steps = argc > 2 ? std::atoi(argv[2]) : 200;
    stonemask::slab slab(stonemask::othello<8>(), stonemask::colour::black, games, 1);
    const stonemask_slab_info sizes = slab.info();
    std::vector<std::uint64_t> masks(games * sizes.mask_words);
    std::vector<std::uint16_t> actions(games);
    std::vector<std::uint8_t> cells(games * sizes.cells), to_move(games), outcomes(games);
    std::vector<std::uint32_t> plies(games);
    std::size_t finished = 0;
    // Some random plies first, so that the games differ.
    for (int ply = 0; ply < 10; ply++) slab.step_random(actions);
    for (int step = 0; step < steps; step++) {
        slab.legal_masks(masks);
        for (std::size_t game = 0; game < games; game++) {
            std::size_t action = 0;
            const std::uint64_t *mask = &masks[game * sizes.mask_words];
            while (action < sizes.actions && !(mask[action / 64] >> (action % 64) & 1)) action++;
            // Where the game is over no action is legal, and none is looked at: it starts anew.
            actions[game] = static_cast<std::uint16_t>(action);
        }
        slab.step(actions);
        slab.observe(cells, to_move, outcomes, plies);
        for (const std::uint8_t outcome : outcomes) finished += outcome != STONEMASK_ONGOING;
    }
    std::printf("%zu games in step, %d steps: %zu finished\n", games, steps, finished);
    return finished > 0 ? 0 : 1;
} catch (const stonemask::error &error) {
    std::fprintf(stderr, "slab_loop: %s, index %zu\n", error.what(), error.index());
    return 1;
}
