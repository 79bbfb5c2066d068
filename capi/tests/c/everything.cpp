// Everything that stonemask.hpp adds to C's functions, once; .ci/capi compiles and runs it.
#include <cstdio>
#include <sstream>
#include <stonemask.hpp>

static int failures;
#define HOLDS(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            std::printf("line %d: not so: %s\n", __LINE__, #condition); \
            failures++;                                              \
        }                                                            \
    } while (0)

using namespace stonemask;

template <int N>
static void one_size() {
    othello<N> start;
    auto children = start.children();
    HOLDS(children.size() == 4);
    for (std::uint32_t symmetry = 0; symmetry < 8; symmetry++)
        HOLDS(start.transform(symmetry).canonical() == start.canonical());
    HOLDS(start.moves().size() == 4 && !start.is_over() && start.play(start.moves()[0]) == children[0]);
    HOLDS(start.play(othello<N>::move_text(start.moves()[3])) == children[3]);
    HOLDS(othello<N>(start.own, 0).is_over() && othello<N>(start.own, 0).moves().empty());
    HOLDS(children[0].canonical() == children[3].canonical() && children[0].key(colour::white) != start.key(colour::white));
    std::uint64_t own[1] = {start.own}, opponent[1] = {start.opponent}, moves[1], flips[1], child_own[64], child_opponent[64];
    std::uint8_t squares[1] = {0}, counts[1];
    othello<N>::legal_moves_many(own, opponent, moves);
    othello<N>::mobility_many(own, opponent, counts);
    while (!(moves[0] >> squares[0] & 1)) squares[0]++;
    othello<N>::flips_many(own, opponent, squares, flips);
    HOLDS(counts[0] == 4 && flips[0] == start.flips(squares[0]));
    HOLDS(othello<N>::children_many(own, opponent, moves, child_own, child_opponent) == 4);
    HOLDS(othello<N>(child_own[0], child_opponent[0]) == children[0] && children[0] == start.play(squares[0]));
}

template <class Word>
static void rows() {
    Word black[15] = {0x1e}, white[15] = {0}, wins[15], losses[15];
    gomoku_rows<Word> board(15, black, white);
    HOLDS(board.any_five() == 0 && board.any_exact_five() == 0);
    HOLDS(board.wins(rule::standard, colour::black, 0, 5) && !board.wins(rule::standard, colour::black, 0, 6));
    HOLDS(!board.wins(rule::freestyle, colour::white, 0, 5));
    HOLDS(board.winners(rule::freestyle) == 0);
    black[0] |= 0x60;
    HOLDS(board.winners(rule::freestyle) == 1 && board.winners(rule::standard) == 0 && board.winners(rule::caro) == 1);
    black[0] = 0x1e;
    board.winning_cells(wins, losses);
    HOLDS(wins[0] == 0x21 && losses[0] == 0);
    HOLDS(board.threats(colour::black).open_fours[0] == 0);
}

int main() {
    HOLDS(abi_version() == STONEMASK_ABI_VERSION && version()[0] != 0);
    HOLDS(tier_name(tier_in_use()) != nullptr && othello_kernels().tier == tier_in_use());
    HOLDS(gomoku_kernels().tier == tier_in_use() && nogo_kernels().tier == tier_in_use());
    one_size<4>();
    one_size<6>();
    one_size<8>();
    rows<std::uint16_t>();
    rows<std::uint32_t>();
    rows<std::uint64_t>();

    std::uint16_t black[30] = {0x1f, 0x1f}, white[30] = {0}, wins[30], losses[30];
    std::uint8_t colours[2];
    black[0] = 0x3f;
    gomoku_many many{15, 15, black, white};
    many.any_five(colours);
    HOLDS(colours[0] == 1 && colours[1] == 1);
    many.any_exact_five(colours);
    HOLDS(colours[0] == 0 && colours[1] == 1);
    many.winners(rule::renju, colours);
    HOLDS(colours[0] == 0 && colours[1] == 1);
    many.winning_cells(wins, losses);
    HOLDS(wins[1] == 0x20);

    gomoku board(15, 15, rule::standard);
    for (std::uint32_t column = 0; column < 4; column++) board.set_stone(0, column, colour::black);
    board.set_to_move(colour::black);
    HOLDS(board.stones(colour::black)[0] == 15 && board.stones(colour::empty)[0] == 0x7ff0);
    HOLDS(board.wins(colour::black, 0, 4) && !board.wins(colour::white, 0, 4));
    const gomoku image = board.transform(7);
    HOLDS(image.key() != board.key());
    HOLDS(image.canonical().key() == board.canonical().key() && board.playout(1).plies > 0);
    HOLDS(!board.is_over() && board.winner() == colour::empty && board.to_move() == colour::black);
    HOLDS(board.moves().size() == 221 && board.moves()[0] == std::make_pair(0u, 4u) && board.moves()[220] == std::make_pair(14u, 14u));
    gomoku by_text = board;
    board.play(board.moves()[0]);
    by_text.play("e1");
    HOLDS(board.key() == by_text.key());
    HOLDS(board.winning_line().size() == 5 && board.is_over() && board.winner() == colour::black && board.moves().empty());
    std::ostringstream printed;
    printed << board << ' ' << nogo(1, 2);
    HOLDS(printed.str() == board.text() + " -- X");
    HOLDS(gomoku::parse_point("h8").first == 7 && gomoku::parse_point("h1", 15).first == 14);
    HOLDS(gomoku::point_text(14, 7) == "h15" && gomoku::point_text(14, 7, 15) == "h1");
    gomoku_record record{15, 15, rule::freestyle, {0, 112}};
    HOLDS(gomoku_record::read_sgf(record.write_sgf()).moves == record.moves);

    gomoku three("7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X");
    gomoku_solver forced(1 << 20);
    auto solved = forced.solve(three);
    HOLDS(solved.winner == STONEMASK_BLACK && solved.means == STONEMASK_THREES && solved.length > 4);
    for (std::uint32_t ply = 0; ply < solved.length; ply++) three.play(solved.line[ply] / 9u, solved.line[ply] % 9u);
    HOLDS(three.info().outcome == STONEMASK_BLACK_WON);
    auto most = forced.limits();
    most.nodes = 1;
    gomoku long_one("15x15 freestyle ---------------/---------------/---------------/---------------/-X-O-----------/---------------/-----X---------/"
                    "-------X-O-X---/-------O-------/----X----------/-------X-------/-----XOX-O--O--/----------O----/---------------/--------------- O");
    HOLDS(!forced.solve(long_one, most).whole);
    forced.clear();
    int heard = 0;
    HOLDS(!forced.solve(long_one, [&](const stonemask_progress &) { return ++heard < 3; }).whole && heard == 3);
    forced.clear();
    HOLDS(gomoku_solver(1 << 16, STONEMASK_FOURS).solve(gomoku("1x9 renju --XXX---- X")).length == 3);

    HOLDS(othello<6>().legal_moves() >> level_move(othello<6>(), colour::black, 1, 5) & 1);
    HOLDS(level_move(gomoku("1x6 freestyle XXXX-O X"), 3, 1).second == 4);
    nogo small(3, 3);
    HOLDS(small.why_illegal(level_move(small, 2, 1)) == STONEMASK_OK);
    HOLDS(othello_level_nodes<8>(9) > othello_level_nodes<8>(1) && gomoku_level_nodes(9) > 1000 && nogo_level_nodes(9) > 1000);

    nogo stones(3, 3, {0, 0}, {1, 0}, {0, 0}, colour::white);
    const nogo turned = stones.transform(3);
    HOLDS(turned.key() != stones.key() && turned.canonical().key() == stones.canonical().key());
    HOLDS(stones.to_move() == colour::white && stones.moves().size() == 8 && stones.moves()[0] == 1 && stones.moves()[7] == 22);
    nogo ended(1, 2);
    ended.play("b1");
    HOLDS(ended.is_over() && ended.winner() == colour::black && ended.moves().empty());
    auto masks = find_masks(stones.info().position);
    stonemask_nogo_position positions[1] = {stones.info().position};
    stonemask_nogo_masks found[1];
    find_masks(positions, found);
    HOLDS(found[0].white.low == masks.white.low);
    HOLDS(nogo::parse_point("j1", 9) == 88 && nogo::point_text(88) == "j9");

    othello_search<8> search(1 << 20);
    auto limits = search.limits();
    limits.depth = 5;
    auto known = search.run(othello<8>(), colour::black, limits, 9);
    HOLDS(known.moves.size() == 4 && known.score == known.moves[0].score && known.certainty == STONEMASK_ESTIMATE);
    int calls = 0;
    search.clear();
    known = search.run(othello<8>(), colour::black, search.limits(), 2, [&](const stonemask_othello_analysis &now) {
        HOLDS(now.count == 2);
        return ++calls < 3;
    });
    HOLDS(calls == 3 && known.moves.size() == 2 && known.complete == 0);
    try {
        search.run(othello<8>(), colour::black, limits, 1,
                   [](const stonemask_othello_analysis &) -> bool { throw std::runtime_error("enough"); });
        HOLDS(false);
    } catch (const std::runtime_error &thrown) {
        HOLDS(std::string(thrown.what()) == "enough");
    }
    othello_search<4> solving(1 << 20);
    HOLDS(solving.run(othello<4>(), colour::black, solving.limits()).certainty == STONEMASK_EXACT);

    gomoku_search stones_search(1 << 20);
    auto by_nodes = stones_search.limits();
    by_nodes.nodes = 3000;
    const gomoku four("1x7 freestyle XXXX--O X");
    auto found_five = stones_search.run(four, by_nodes);
    HOLDS(found_five.score.kind == STONEMASK_WIN && found_five.score.plies == 1 && found_five.moves[0].line[0] == 4);
    HOLDS(stones_search.run(gomoku(15, 15, rule::renju), by_nodes, 3).moves.size() == 3);
    stop halt;
    halt.set();
    HOLDS(stones_search.run(gomoku(9, 9, rule::caro), stones_search.limits(), 2, &halt).complete == 0);
    int times = 0;
    const gomoku opening("9x9 freestyle ---------/---------/---------/---------/----X----/---------/---------/---------/--------- O");
    auto partly = stones_search.run(opening, stones_search.limits(), 2, [&](const stonemask_search_analysis &) { return ++times < 3; });
    HOLDS(times == 3 && partly.moves.size() == 2);
    try {
        stones_search.run(opening, by_nodes, 1,
                          [](const stonemask_search_analysis &) -> bool { throw std::runtime_error("enough"); });
        HOLDS(false);
    } catch (const std::runtime_error &thrown) {
        HOLDS(std::string(thrown.what()) == "enough");
    }
    try {
        stones_search.run(opening, stones_search.limits());
        HOLDS(false);
    } catch (const error &thrown) {
        HOLDS(thrown.status() == STONEMASK_BAD_ARGUMENT);
    }
    nogo_search points(1 << 20, 7);
    HOLDS(points.ends().games == 0);
    auto played = points.run(nogo(5, 5), by_nodes, 2);
    HOLDS(played.moves.size() == 2 && played.nodes >= 3000 && points.ends().games > 1000);
    nogo_search moved(std::move(points));
    HOLDS(moved.run(nogo(2, 2), by_nodes).score.winner == STONEMASK_BLACK);

    std::vector<othello<8>> starts{othello<8>(), othello<8>()};
    std::vector<std::uint8_t> sides{STONEMASK_BLACK, STONEMASK_BLACK};
    slab started = slab::with_starts<8>(starts, sides, 1);
    started.load<8>(std::vector<std::size_t>{1, 0}, starts, sides);
    HOLDS(started.info().games == 2);
    slab games(nogo(), 3, 1);
    std::vector<std::uint8_t> legal(3 * games.info().actions, 7);
    games.legal_bytes(legal);
    HOLDS(legal[0] == 1);
    std::vector<float> scores(3 * games.info().actions);
    std::vector<std::uint16_t> chosen(3);
    scores[7] = scores[81 + 80] = 1;
    games.choose(scores, chosen);
    HOLDS(chosen[0] == 7 && chosen[1] == 80 && chosen[2] == 0);
    scores[162] = 1;
    games.choose(scores, chosen, STONEMASK_BY_WEIGHTS, 3);
    HOLDS(chosen[0] == 7 && chosen[1] == 80 && chosen[2] == 0);
    games.step(chosen);
    const std::uint8_t bytes[3] = {0, 0, 0};
    try {
        wthor_read(bytes, wthor_open(bytes).first);
        HOLDS(false);
    } catch (const error &thrown) {
        HOLDS(thrown.status() == STONEMASK_BAD_FILE);
    }
    std::printf("C++: %d failures\n", failures);
    return failures != 0;
}
