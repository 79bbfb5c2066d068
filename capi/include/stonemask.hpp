/*
 * stonemask for C++17: values, spans and owners over stonemask.h, header-only. A failure is thrown as stonemask::error; under
 * -fno-exceptions it ends the program with a line on standard error. Each function's promises stand in stonemask.h.
 */
#ifndef STONEMASK_HPP
#define STONEMASK_HPP

#include "stonemask_inline.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/* Whether this program is compiled with exceptions. */
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define STONEMASK_HPP_THROWS 1
#else
#define STONEMASK_HPP_THROWS 0
#endif

namespace stonemask {

/** A call that failed: its status, and the index of what is wrong where it is about one of many things. */
class error : public std::runtime_error {
public:
    explicit error(stonemask_status status, std::size_t index = 0)
        : std::runtime_error(stonemask_strerror(status)), status_(status), index_(index) {}
    stonemask_status status() const noexcept { return status_; }
    std::size_t index() const noexcept { return index_; }

private:
    stonemask_status status_;
    std::size_t index_;
};

namespace detail {
/** Throws an error, or ends the program where nothing can be thrown. */
[[noreturn]] inline void fail(stonemask_status status, std::size_t index = 0) {
#if STONEMASK_HPP_THROWS
    throw error(status, index);
#else
    std::fprintf(stderr, "stonemask: %s (index %zu)\n", stonemask_strerror(status), index);
    std::abort();
#endif
}
} // namespace detail

/** Throws if the status is not success. */
inline void check(stonemask_status status) {
    if (status != STONEMASK_OK) detail::fail(status);
}
inline void check(stonemask_result result) {
    if (result.status != STONEMASK_OK) detail::fail(result.status, result.index);
}

/** Elements that somebody else owns; std::span of C++20, vectors and arrays become one. */
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().data()), T *>>>
    constexpr span(C &&container) noexcept : data_(container.data()), size_(container.size()) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/** The content of a cell; a player is black or white. */
enum class colour : std::int32_t {
    empty = STONEMASK_EMPTY,
    black = STONEMASK_BLACK,
    white = STONEMASK_WHITE,
    blocked = STONEMASK_BLOCKED
};
enum class outcome : std::int32_t {
    ongoing = STONEMASK_ONGOING,
    black_won = STONEMASK_BLACK_WON,
    drawn = STONEMASK_DRAWN,
    white_won = STONEMASK_WHITE_WON
};
enum class rule : std::int32_t {
    freestyle = STONEMASK_FREESTYLE,
    standard = STONEMASK_STANDARD,
    renju = STONEMASK_RENJU,
    caro = STONEMASK_CARO,
    caro_exact = STONEMASK_CARO_EXACT
};

/** Uses the kernels of a tier from now on, in all threads. */
inline void use_tier(stonemask_tier tier) { check(stonemask_use_tier(tier)); }
inline stonemask_tier tier_in_use() noexcept { return static_cast<stonemask_tier>(stonemask_tier_in_use()); }
inline const char *tier_name(stonemask_tier tier) noexcept { return stonemask_tier_name(tier); }
inline const char *version() noexcept { return stonemask_version(); }
inline std::uint32_t abi_version() noexcept { return stonemask_abi_version(); }

/** The kernels of the tier in use, which check nothing. */
inline const stonemask_othello_table &othello_kernels() noexcept { return *stonemask_othello_kernels(); }
inline const stonemask_gomoku_table &gomoku_kernels() noexcept { return *stonemask_gomoku_kernels(); }
inline const stonemask_nogo_table &nogo_kernels() noexcept { return *stonemask_nogo_kernels(); }

/** Stops the calls that it is given to, from any thread or a signal handler. */
class stop {
public:
    stop() { check(stonemask_stop_new(&handle_)); }
    stop(const stop &) = delete;
    stop &operator=(const stop &) = delete;
    ~stop() { stonemask_stop_free(handle_); }
    void set() noexcept { stonemask_stop_set(handle_); }
    void clear() noexcept { stonemask_stop_clear(handle_); }
    stonemask_stop *get() const noexcept { return handle_; }

private:
    stonemask_stop *handle_ = nullptr;
};

/** A count, and whether it is whole: not when a stop ended it. */
template <class T>
struct counted {
    T value;
    bool whole;
};

namespace detail {

/** The text that a function prints: asked for its length first. */
template <class Print>
std::string text(Print print) {
    std::size_t length = 0;
    stonemask_status status = print(nullptr, std::size_t{0}, &length);
    if (status != STONEMASK_SHORT_BUFFER) check(status);
    std::string text(length + 1, '\0');
    check(print(text.data(), text.size(), &length));
    text.resize(length);
    return text;
}

/** Who won: colour::empty where nobody has. */
inline colour winner(outcome of) noexcept {
    switch (of) {
    case outcome::black_won: return colour::black;
    case outcome::white_won: return colour::white;
    default: return colour::empty;
    }
}

inline void same_size(std::size_t size, std::size_t wanted) {
    if (size < wanted) detail::fail(STONEMASK_SHORT_BUFFER);
    if (size > wanted) detail::fail(STONEMASK_BAD_SIZE);
}

/** Whether work was done to its end: not when it was stopped. */
inline bool whole(stonemask_status status, std::size_t index = 0) {
    if (status != STONEMASK_OK && status != STONEMASK_INTERRUPTED) detail::fail(status, index);
    return status == STONEMASK_OK;
}

/** The observer that a search calls back, with the exception that it threw, if it did. */
template <class Observer, class Progress = stonemask_progress>
struct watch {
    Observer &observer;
    std::exception_ptr thrown;
    static std::int32_t call(const Progress *progress, void *user) noexcept {
        auto &self = *static_cast<watch *>(user);
#if STONEMASK_HPP_THROWS
        try {
            return self.observer(*progress) ? 0 : 1;
        } catch (...) {
            self.thrown = std::current_exception();
            return 1;
        }
#else
        return self.observer(*progress) ? 0 : 1;
#endif
    }
    /** Throws what the observer threw. */
    void rethrow() const {
#if STONEMASK_HPP_THROWS
        if (thrown) std::rethrow_exception(thrown);
#endif
    }
};

/* The functions of boards of N rows and columns: those of their size, and for 8 those without one. */
template <int N>
struct othello_functions {
    static_assert(N == 4 || N == 6, "Othello boards have 4, 6 or 8 rows and columns");
    static stonemask_othello start() {
        stonemask_othello position;
        check(stonemask_othello_start(N, &position));
        return position;
    }
#define STONEMASK_HPP_SIZED(NAME)                         \
    template <class... Arguments>                         \
    static auto NAME(Arguments... arguments) noexcept {   \
        return stonemask_othello_##NAME(N, arguments...); \
    }
    STONEMASK_HPP_SIZED(legal_moves)
    STONEMASK_HPP_SIZED(flips)
    STONEMASK_HPP_SIZED(play)
    STONEMASK_HPP_SIZED(children)
    STONEMASK_HPP_SIZED(outcome)
    STONEMASK_HPP_SIZED(parse)
    STONEMASK_HPP_SIZED(print)
    STONEMASK_HPP_SIZED(parse_move)
    STONEMASK_HPP_SIZED(print_move)
    STONEMASK_HPP_SIZED(perft)
    STONEMASK_HPP_SIZED(playout)
    STONEMASK_HPP_SIZED(playouts)
    STONEMASK_HPP_SIZED(legal_moves_many)
    STONEMASK_HPP_SIZED(mobility_many)
    STONEMASK_HPP_SIZED(flips_many)
    STONEMASK_HPP_SIZED(children_many)
    STONEMASK_HPP_SIZED(slab_new)
    STONEMASK_HPP_SIZED(slab_with_starts)
    STONEMASK_HPP_SIZED(slab_load)
#undef STONEMASK_HPP_SIZED
};

template <>
struct othello_functions<8> {
    static constexpr auto start = stonemask_othello8_start;
    static constexpr auto legal_moves = stonemask_othello8_legal_moves;
    static constexpr auto flips = stonemask_othello8_flips;
    static constexpr auto play = stonemask_othello8_play;
    static constexpr auto children = stonemask_othello8_children;
    static constexpr auto outcome = stonemask_othello8_outcome;
    static constexpr auto parse = stonemask_othello8_parse;
    static constexpr auto print = stonemask_othello8_print;
    static constexpr auto parse_move = stonemask_othello8_parse_move;
    static constexpr auto print_move = stonemask_othello8_print_move;
    static constexpr auto perft = stonemask_othello8_perft;
    static constexpr auto playout = stonemask_othello8_playout;
    static constexpr auto playouts = stonemask_othello8_playouts;
    static constexpr auto legal_moves_many = stonemask_othello8_legal_moves_many;
    static constexpr auto mobility_many = stonemask_othello8_mobility_many;
    static constexpr auto flips_many = stonemask_othello8_flips_many;
    static constexpr auto children_many = stonemask_othello8_children_many;
    static constexpr auto slab_new = stonemask_othello8_slab_new;
    static constexpr auto slab_with_starts = stonemask_othello8_slab_with_starts;
    static constexpr auto slab_load = stonemask_othello8_slab_load;
};

} // namespace detail

inline constexpr std::uint8_t pass = STONEMASK_PASS;

/** An Othello position on N x N squares, N = 4, 6 or 8: a value. */
template <int N>
struct othello : stonemask_othello {
    using functions = detail::othello_functions<N>;

    othello() : stonemask_othello(functions::start()) {}
    constexpr othello(stonemask_othello position) noexcept : stonemask_othello(position) {}
    constexpr othello(std::uint64_t own_discs, std::uint64_t opponent_discs) noexcept
        : stonemask_othello{own_discs, opponent_discs} {}

    static std::pair<othello, colour> parse(std::string_view text) {
        stonemask_othello position;
        std::int32_t to_move;
        check(functions::parse(text.data(), text.size(), &position, &to_move));
        return {othello(position), static_cast<colour>(to_move)};
    }
    static std::uint8_t parse_move(std::string_view text) {
        std::uint8_t square;
        check(functions::parse_move(text.data(), text.size(), &square));
        return square;
    }
    static std::string move_text(std::uint8_t square) {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return functions::print_move(square, to, size, length);
        });
    }
    std::string text(colour to_move) const {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return functions::print(*this, static_cast<std::int32_t>(to_move), to, size, length);
        });
    }
    std::uint64_t legal_moves() const {
        std::uint64_t moves;
        check(functions::legal_moves(*this, &moves));
        return moves;
    }
    std::uint64_t flips(std::uint8_t square) const {
        std::uint64_t flips;
        check(functions::flips(*this, square, &flips));
        return flips;
    }
    /** The legal moves as squares, lowest first; the pass where it is the only one. None once the game is over. */
    std::vector<std::uint8_t> moves() const {
        std::vector<std::uint8_t> squares;
        const std::uint64_t legal = legal_moves();
        for (std::uint8_t square = 0; square < 64; square++)
            if (legal >> square & 1) squares.push_back(square);
        if (legal == 0 && !is_over()) squares.push_back(pass);
        return squares;
    }
    bool is_over() const { return outcome(colour::black) != stonemask::outcome::ongoing; }
    /** The position after a legal move or pass, as the other side sees it. */
    othello play(std::uint8_t square) const {
        stonemask_othello after;
        check(functions::play(*this, square, &after));
        return after;
    }
    /** The position after a move such as "d3". */
    othello play(std::string_view move) const { return play(parse_move(move)); }
    /** The positions after every legal move, lowest square first. */
    std::vector<othello> children() const {
        stonemask_othello found[64];
        std::uint64_t moves;
        check(functions::children(*this, found, 64, &moves));
        std::size_t count = 0;
        for (; moves != 0; moves &= moves - 1) count++;
        return std::vector<othello>(found, found + count);
    }
    /** Turned or reflected; the image that all images share; a hash. */
    othello transform(std::uint32_t symmetry) const {
        stonemask_othello image;
        check(stonemask_othello_transform(*this, symmetry, &image));
        return image;
    }
    othello canonical() const {
        stonemask_othello image;
        check(stonemask_othello_canonical(*this, &image));
        return image;
    }
    std::uint64_t key(colour to_move) const {
        std::uint64_t key;
        check(stonemask_othello_key(N, *this, static_cast<std::int32_t>(to_move), &key));
        return key;
    }
    stonemask::outcome outcome(colour to_move) const {
        std::int32_t found;
        check(functions::outcome(*this, static_cast<std::int32_t>(to_move), &found));
        return static_cast<stonemask::outcome>(found);
    }
    stonemask_perft perft(std::uint32_t plies) const {
        stonemask_perft count;
        check(functions::perft(*this, plies, nullptr, &count));
        return count;
    }
    counted<stonemask_perft> perft(std::uint32_t plies, const stop &until) const {
        stonemask_perft count;
        bool whole = detail::whole(functions::perft(*this, plies, until.get(), &count));
        return {count, whole};
    }
    stonemask_playout playout(colour to_move, std::uint64_t seed) const {
        stonemask_playout game;
        check(functions::playout(*this, static_cast<std::int32_t>(to_move), seed, &game));
        return game;
    }
    /** Plays many random games and counts their outcomes. */
    stonemask_tally playouts(colour to_move, std::uint64_t games, std::uint64_t seed) const {
        stonemask_tally tally;
        check(functions::playouts(this, 1, static_cast<std::int32_t>(to_move), games, seed, nullptr, &tally));
        return tally;
    }
    counted<stonemask_tally> playouts(colour to_move, std::uint64_t games, std::uint64_t seed, const stop &until) const {
        stonemask_tally tally;
        auto side = static_cast<std::int32_t>(to_move);
        auto done = functions::playouts(this, 1, side, games, seed, until.get(), &tally);
        return {tally, detail::whole(done.status, done.index)};
    }
    friend constexpr bool operator==(const othello &a, const othello &b) noexcept {
        return a.own == b.own && a.opponent == b.opponent;
    }
    friend constexpr bool operator!=(const othello &a, const othello &b) noexcept { return !(a == b); }

    /** The legal moves of many positions, in spans of one size. */
    static void legal_moves_many(span<const std::uint64_t> own, span<const std::uint64_t> opponent, span<std::uint64_t> moves) {
        detail::same_size(opponent.size(), own.size());
        detail::same_size(moves.size(), own.size());
        check(functions::legal_moves_many(own.data(), opponent.data(), own.size(), moves.data()));
    }
    static void mobility_many(span<const std::uint64_t> own, span<const std::uint64_t> opponent, span<std::uint8_t> counts) {
        detail::same_size(opponent.size(), own.size());
        detail::same_size(counts.size(), own.size());
        check(functions::mobility_many(own.data(), opponent.data(), own.size(), counts.data()));
    }
    static void flips_many(span<const std::uint64_t> own, span<const std::uint64_t> opponent, span<const std::uint8_t> squares,
                           span<std::uint64_t> flips) {
        detail::same_size(opponent.size(), own.size());
        detail::same_size(squares.size(), own.size());
        detail::same_size(flips.size(), own.size());
        check(functions::flips_many(own.data(), opponent.data(), squares.data(), own.size(), flips.data()));
    }
    /** How many children there are; room for them all is the caller's. */
    static std::size_t children_many(span<const std::uint64_t> own, span<const std::uint64_t> opponent,
                                     span<const std::uint64_t> moves, span<std::uint64_t> child_own,
                                     span<std::uint64_t> child_opponent) {
        detail::same_size(opponent.size(), own.size());
        detail::same_size(moves.size(), own.size());
        detail::same_size(child_opponent.size(), child_own.size());
        std::size_t children;
        check(functions::children_many(own.data(), opponent.data(), moves.data(), own.size(), child_own.data(),
                                       child_opponent.data(), child_own.size(), &children));
        return children;
    }
};

namespace detail {

/* The functions of rows of one width. */
template <class Word>
struct rows_functions;
#define STONEMASK_HPP_ROWS(BITS)                                                       \
    template <>                                                                        \
    struct rows_functions<std::uint##BITS##_t> {                                       \
        using threats = stonemask_gomoku_threats##BITS;                                \
        static constexpr auto any_five = stonemask_gomoku_any_five##BITS;              \
        static constexpr auto any_exact_five = stonemask_gomoku_any_exact_five##BITS;  \
        static constexpr auto wins = stonemask_gomoku_wins##BITS;                      \
        static constexpr auto winners = stonemask_gomoku_winners##BITS;                \
        static constexpr auto winning_cells = stonemask_gomoku_winning_cells##BITS;    \
        static constexpr auto find_threats = stonemask_gomoku_find_threats##BITS;      \
    };
STONEMASK_HPP_ROWS(16)
STONEMASK_HPP_ROWS(32)
STONEMASK_HPP_ROWS(64)
#undef STONEMASK_HPP_ROWS

} // namespace detail

/** A Gomoku board that a program keeps itself, as rows of 16, 32 or 64 bits for each colour: a look at it. */
template <class Word>
class gomoku_rows {
public:
    using functions = detail::rows_functions<Word>;

    gomoku_rows(std::uint32_t columns, span<const Word> black, span<const Word> white)
        : rows_(static_cast<std::uint32_t>(black.size())), columns_(columns), black_(black.data()), white_(white.data()) {
        detail::same_size(white.size(), black.size());
    }
    /** Which colours have five or more, or exactly five, in a row: bit 0 black, bit 1 white. */
    std::uint32_t any_five() const {
        std::uint32_t colours;
        check(functions::any_five(rows_, columns_, black_, white_, &colours));
        return colours;
    }
    std::uint32_t any_exact_five() const {
        std::uint32_t colours;
        check(functions::any_exact_five(rows_, columns_, black_, white_, &colours));
        return colours;
    }
    bool wins(rule by, colour of, std::uint32_t row, std::uint32_t column) const {
        std::int32_t wins;
        check(functions::wins(rows_, columns_, black_, white_, static_cast<std::int32_t>(by), static_cast<std::int32_t>(of), row,
                              column, &wins));
        return wins != 0;
    }
    /** Which colours have a run that wins: bit 0 black, bit 1 white. */
    std::uint32_t winners(rule by) const {
        std::uint32_t colours;
        check(functions::winners(rows_, columns_, black_, white_, static_cast<std::int32_t>(by), &colours));
        return colours;
    }
    void winning_cells(span<Word> black, span<Word> white) const {
        detail::same_size(black.size(), rows_);
        detail::same_size(white.size(), rows_);
        check(functions::winning_cells(rows_, columns_, black_, white_, black.data(), white.data()));
    }
    typename functions::threats threats(colour of) const {
        typename functions::threats threats;
        check(functions::find_threats(rows_, columns_, black_, white_, static_cast<std::int32_t>(of), &threats));
        return threats;
    }

private:
    std::uint32_t rows_, columns_;
    const Word *black_, *white_;
};

/** Many boards of `rows` up to 15x15: row r of board b is word `r * boards + b`. */
struct gomoku_many {
    std::uint32_t rows, columns;
    span<const std::uint16_t> black, white;

    void any_five(span<std::uint8_t> colours) const {
        sizes(colours.size());
        check(stonemask_gomoku_any_five_many(rows, columns, black.data(), white.data(), colours.size(), colours.data()));
    }
    void any_exact_five(span<std::uint8_t> colours) const {
        sizes(colours.size());
        check(stonemask_gomoku_any_exact_five_many(rows, columns, black.data(), white.data(), colours.size(), colours.data()));
    }
    void winners(rule by, span<std::uint8_t> colours) const {
        sizes(colours.size());
        check(stonemask_gomoku_winners_many(rows, columns, black.data(), white.data(), colours.size(),
                                            static_cast<std::int32_t>(by), colours.data()));
    }
    void winning_cells(span<std::uint16_t> black_cells, span<std::uint16_t> white_cells) const {
        if (rows == 0) detail::fail(STONEMASK_BAD_SIZE);
        sizes(black.size() / rows);
        detail::same_size(black_cells.size(), black.size());
        detail::same_size(white_cells.size(), black.size());
        check(stonemask_gomoku_winning_cells_many(rows, columns, black.data(), white.data(), black.size() / rows,
                                                  black_cells.data(), white_cells.data()));
    }

private:
    void sizes(std::size_t boards) const {
        detail::same_size(black.size(), boards * rows);
        detail::same_size(white.size(), black.size());
    }
};

/** A Gomoku board. Copies are boards of their own, without moves to take back. */
class gomoku {
public:
    gomoku(std::uint32_t rows, std::uint32_t columns, rule by) {
        check(stonemask_gomoku_new(rows, columns, static_cast<std::int32_t>(by), out()));
    }
    explicit gomoku(std::string_view text) { check(stonemask_gomoku_parse(text.data(), text.size(), out())); }
    gomoku(const gomoku &other) : gomoku(1, 1, rule::freestyle) { check(stonemask_gomoku_copy_into(other.get(), get())); }
    gomoku(gomoku &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    gomoku &operator=(gomoku other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~gomoku() { stonemask_gomoku_free(handle_); }
    stonemask_gomoku *get() const noexcept { return handle_; }

    stonemask_gomoku_info info() const {
        stonemask_gomoku_info info = {};
        info.struct_size = sizeof info;
        check(stonemask_gomoku_get_info(handle_, &info));
        return info;
    }
    stonemask::outcome outcome() const { return static_cast<stonemask::outcome>(info().outcome); }
    bool is_over() const { return outcome() != stonemask::outcome::ongoing; }
    /** Who won: colour::empty while the game goes on, and when it is drawn. */
    colour winner() const { return detail::winner(outcome()); }
    colour to_move() const { return static_cast<colour>(info().to_move); }
    /** The legal moves as rows and columns, by rows from the top. */
    std::vector<std::pair<std::uint32_t, std::uint32_t>> moves() const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> points;
        const std::vector<std::uint64_t> rows = legal_moves();
        for (std::uint32_t row = 0; row < rows.size(); row++)
            for (std::uint32_t column = 0; column < 64; column++)
                if (rows[row] >> column & 1) points.emplace_back(row, column);
        return points;
    }
    /** The legal moves, a word a row. */
    std::vector<std::uint64_t> legal_moves() const {
        std::vector<std::uint64_t> rows(info().rows);
        check(stonemask_gomoku_legal_moves(handle_, rows.data(), rows.size()));
        return rows;
    }
    /** Whether a move is legal: STONEMASK_OK, or why it is not. */
    stonemask_status why_illegal(std::uint32_t row, std::uint32_t column) const noexcept {
        return stonemask_gomoku_check(handle_, row, column);
    }
    bool wins(colour of, std::uint32_t row, std::uint32_t column) const {
        std::int32_t wins;
        check(stonemask_gomoku_wins(handle_, static_cast<std::int32_t>(of), row, column, &wins));
        return wins != 0;
    }
    /** The stones of a colour or the empty points, a word a row. */
    std::vector<std::uint64_t> stones(colour of) const {
        std::vector<std::uint64_t> rows(info().rows);
        check(stonemask_gomoku_get_stones(handle_, static_cast<std::int32_t>(of), rows.data(), rows.size()));
        return rows;
    }
    void set_stone(std::uint32_t row, std::uint32_t column, colour stone) {
        check(stonemask_gomoku_set_stone(handle_, row, column, static_cast<std::int32_t>(stone)));
    }
    void set_to_move(colour to_move) { check(stonemask_gomoku_set_to_move(handle_, static_cast<std::int32_t>(to_move))); }
    std::vector<std::uint16_t> winning_line() const {
        auto sizes = info();
        std::vector<std::uint16_t> points(sizes.rows * sizes.columns);
        std::size_t count;
        check(stonemask_gomoku_winning_line(handle_, points.data(), points.size(), &count));
        points.resize(count);
        return points;
    }
    /** Turned or reflected; the image that all images share. */
    [[nodiscard]] gomoku transform(std::uint32_t symmetry) const {
        gomoku image(*this);
        check(stonemask_gomoku_transform(image.get(), symmetry));
        return image;
    }
    [[nodiscard]] gomoku canonical() const {
        gomoku image(*this);
        check(stonemask_gomoku_canonical(image.get()));
        return image;
    }
    std::uint64_t key() const {
        std::uint64_t key;
        check(stonemask_gomoku_key(handle_, &key));
        return key;
    }
    /** Row and column of a point such as "h8", whose rows count from the top, or from the bottom of a board with that many rows. */
    static std::pair<std::uint32_t, std::uint32_t> parse_point(std::string_view text, std::uint32_t from_bottom = 0) {
        std::uint32_t row, column;
        check(stonemask_gomoku_parse_point(text.data(), text.size(), from_bottom, &row, &column));
        return {row, column};
    }
    static std::string point_text(std::uint32_t row, std::uint32_t column, std::uint32_t from_bottom = 0) {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return stonemask_gomoku_print_point(row, column, from_bottom, to, size, length);
        });
    }
    stonemask_playout playout(std::uint64_t seed) const {
        stonemask_playout game;
        check(stonemask_gomoku_playout(handle_, seed, &game));
        return game;
    }
    void play(std::uint32_t row, std::uint32_t column) { check(stonemask_gomoku_play(handle_, row, column)); }
    void make(std::uint32_t row, std::uint32_t column) { check(stonemask_gomoku_make(handle_, row, column)); }
    void play(std::pair<std::uint32_t, std::uint32_t> point) { play(point.first, point.second); }
    void make(std::pair<std::uint32_t, std::uint32_t> point) { make(point.first, point.second); }
    /** Plays a move such as "h8", whose rows count from the top. */
    void play(std::string_view point) { play(parse_point(point)); }
    void undo() { check(stonemask_gomoku_undo(handle_)); }
    std::string text() const {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return stonemask_gomoku_print(handle_, to, size, length);
        });
    }
    friend std::ostream &operator<<(std::ostream &to, const gomoku &board) { return to << board.text(); }
    stonemask_perft perft(std::uint32_t plies) const {
        stonemask_perft count;
        check(stonemask_gomoku_perft(handle_, plies, nullptr, &count));
        return count;
    }
    counted<stonemask_perft> perft(std::uint32_t plies, const stop &until) const {
        stonemask_perft count;
        bool whole = detail::whole(stonemask_gomoku_perft(handle_, plies, until.get(), &count));
        return {count, whole};
    }
    stonemask_tally playouts(std::uint64_t games, std::uint64_t seed) const {
        stonemask_tally tally;
        check(stonemask_gomoku_playouts(handle_, games, seed, nullptr, &tally));
        return tally;
    }
    counted<stonemask_tally> playouts(std::uint64_t games, std::uint64_t seed, const stop &until) const {
        stonemask_tally tally;
        bool whole = detail::whole(stonemask_gomoku_playouts(handle_, games, seed, until.get(), &tally));
        return {tally, whole};
    }

private:
    stonemask_gomoku **out() noexcept { return &handle_; }
    stonemask_gomoku *handle_ = nullptr;
};

/** A recorded game of Gomoku: moves as `row * columns + column`. */
struct gomoku_record {
    std::uint32_t rows, columns;
    rule by;
    std::vector<std::uint16_t> moves;

    static gomoku_record read_sgf(std::string_view text) {
        stonemask_gomoku_record record = {sizeof record, 0, 0, 0, 0};
        std::vector<std::uint16_t> moves(64 * 64);
        check(stonemask_gomoku_read_sgf(text.data(), text.size(), &record, moves.data(), moves.size()));
        moves.resize(record.moves);
        return {record.rows, record.columns, static_cast<rule>(record.rule), moves};
    }
    std::string write_sgf() const {
        stonemask_gomoku_record record = {sizeof record, rows, columns, static_cast<std::int32_t>(by),
                                          static_cast<std::uint32_t>(moves.size())};
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            auto done = stonemask_gomoku_write_sgf(&record, moves.data(), to, size, length);
            if (done.status != STONEMASK_SHORT_BUFFER) check(done);
            return done.status;
        });
    }
};

/** The legal moves of both colours in NoGo, from the stones alone: of one position, and of many. */
inline stonemask_nogo_masks find_masks(const stonemask_nogo_position &position) {
    stonemask_nogo_masks masks;
    check(stonemask_nogo_find_masks(&position, &masks));
    return masks;
}
inline void find_masks(span<const stonemask_nogo_position> positions, span<stonemask_nogo_masks> masks) {
    detail::same_size(masks.size(), positions.size());
    check(stonemask_nogo_find_masks_many(positions.data(), positions.size(), masks.data()));
}

/** A recorded game of a WTHOR database, and how many it has and how it is scored. */
inline std::pair<std::size_t, std::uint32_t> wthor_open(span<const std::uint8_t> bytes) {
    std::size_t games;
    std::uint32_t depth;
    check(stonemask_wthor_open(bytes.data(), bytes.size(), &games, &depth));
    return {games, depth};
}
inline stonemask_wthor_game wthor_read(span<const std::uint8_t> bytes, std::size_t index) {
    stonemask_wthor_game game;
    check(stonemask_wthor_read(bytes.data(), bytes.size(), index, &game));
    return game;
}

/** A NoGo board. Copies are boards of their own, without moves to take back. */
class nogo {
public:
    explicit nogo(std::uint32_t rows = 9, std::uint32_t columns = 9, stonemask_nogo_set blocked = {0, 0},
                  bool forbid_centre = false) {
        check(stonemask_nogo_new(rows, columns, blocked, forbid_centre, out()));
    }
    /** The board with these stones. */
    nogo(std::uint32_t rows, std::uint32_t columns, stonemask_nogo_set blocked, stonemask_nogo_set black,
         stonemask_nogo_set white, colour to_move) {
        check(stonemask_nogo_from_stones(rows, columns, blocked, black, white, static_cast<std::int32_t>(to_move), out()));
    }
    explicit nogo(std::string_view text) { check(stonemask_nogo_parse(text.data(), text.size(), out())); }
    nogo(const nogo &other) : nogo(1u, 1u) { check(stonemask_nogo_copy_into(other.get(), get())); }
    nogo(nogo &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    nogo &operator=(nogo other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~nogo() { stonemask_nogo_free(handle_); }
    stonemask_nogo *get() const noexcept { return handle_; }

    stonemask_nogo_info info() const {
        stonemask_nogo_info info = {};
        info.struct_size = sizeof info;
        check(stonemask_nogo_get_info(handle_, &info));
        return info;
    }
    stonemask::outcome outcome() const { return static_cast<stonemask::outcome>(info().outcome); }
    bool is_over() const { return outcome() != stonemask::outcome::ongoing; }
    /** Who won: colour::empty while the game goes on. */
    colour winner() const { return detail::winner(outcome()); }
    colour to_move() const { return static_cast<colour>(info().to_move); }
    /** The legal moves as bits, by rows from the top. */
    std::vector<std::uint8_t> moves() const {
        std::vector<std::uint8_t> bits;
        const stonemask_nogo_set legal = legal_moves();
        for (std::uint8_t bit = 0; bit < 128; bit++)
            if ((bit < 64 ? legal.low >> bit : legal.high >> (bit - 64)) & 1) bits.push_back(bit);
        return bits;
    }
    stonemask_nogo_set legal_moves() const {
        stonemask_nogo_set moves;
        check(stonemask_nogo_legal_moves(handle_, &moves));
        return moves;
    }
    /** Whether a move is legal: STONEMASK_OK, or why it is not. */
    stonemask_status why_illegal(std::uint8_t bit) const noexcept { return stonemask_nogo_check(handle_, bit); }
    /** Turned or reflected; the image that all images share. */
    [[nodiscard]] nogo transform(std::uint32_t symmetry) const {
        nogo image(*this);
        check(stonemask_nogo_transform(image.get(), symmetry));
        return image;
    }
    [[nodiscard]] nogo canonical() const {
        nogo image(*this);
        check(stonemask_nogo_canonical(image.get()));
        return image;
    }
    std::uint64_t key() const {
        std::uint64_t key;
        check(stonemask_nogo_key(handle_, &key));
        return key;
    }
    /** The bit of a point such as "e5", whose rows count from the top, or from the bottom of a board with that many rows. */
    static std::uint8_t parse_point(std::string_view text, std::uint32_t from_bottom = 0) {
        std::uint8_t bit;
        check(stonemask_nogo_parse_point(text.data(), text.size(), from_bottom, &bit));
        return bit;
    }
    static std::string point_text(std::uint8_t bit, std::uint32_t from_bottom = 0) {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return stonemask_nogo_print_point(bit, from_bottom, to, size, length);
        });
    }
    void play(std::uint8_t bit) { check(stonemask_nogo_play(handle_, bit)); }
    void make(std::uint8_t bit) { check(stonemask_nogo_make(handle_, bit)); }
    /** Plays a move such as "e5", whose rows count from the top. */
    void play(std::string_view point) { play(parse_point(point)); }
    void undo() { check(stonemask_nogo_undo(handle_)); }
    std::string text() const {
        return detail::text([&](char *to, std::size_t size, std::size_t *length) {
            return stonemask_nogo_print(handle_, to, size, length);
        });
    }
    friend std::ostream &operator<<(std::ostream &to, const nogo &board) { return to << board.text(); }
    stonemask_perft perft(std::uint32_t plies) const {
        stonemask_perft count;
        check(stonemask_nogo_perft(handle_, plies, nullptr, &count));
        return count;
    }
    counted<stonemask_perft> perft(std::uint32_t plies, const stop &until) const {
        stonemask_perft count;
        bool whole = detail::whole(stonemask_nogo_perft(handle_, plies, until.get(), &count));
        return {count, whole};
    }
    stonemask_playout playout(std::uint64_t seed) const {
        stonemask_playout game;
        check(stonemask_nogo_playout(handle_, seed, &game));
        return game;
    }
    stonemask_tally playouts(std::uint64_t games, std::uint64_t seed) const {
        stonemask_tally tally;
        check(stonemask_nogo_playouts(handle_, games, seed, nullptr, &tally));
        return tally;
    }
    counted<stonemask_tally> playouts(std::uint64_t games, std::uint64_t seed, const stop &until) const {
        stonemask_tally tally;
        bool whole = detail::whole(stonemask_nogo_playouts(handle_, games, seed, until.get(), &tally));
        return {tally, whole};
    }

private:
    stonemask_nogo **out() noexcept { return &handle_; }
    stonemask_nogo *handle_ = nullptr;
};

namespace detail {

/** Arrays as C's functions take them: of positions, and of pointers to boards. */
template <int N>
std::vector<stonemask_othello> values(span<const othello<N>> positions) {
    return {positions.begin(), positions.end()};
}
template <class Handle, class Board>
std::vector<const Handle *> handles(span<const Board> boards) {
    std::vector<const Handle *> handles;
    handles.reserve(boards.size());
    for (const Board &board : boards) handles.push_back(board.get());
    return handles;
}

} // namespace detail

/** Many games in step. It moves and is not copied; stonemask_slab_copy_into copies. */
class slab {
public:
    template <int N>
    slab(const othello<N> &start, colour to_move, std::size_t games, std::uint64_t seed, stonemask_ended ended = STONEMASK_RESTART) {
        auto given = options(games, seed, ended);
        check(detail::othello_functions<N>::slab_new(start, static_cast<std::int32_t>(to_move), &given, out()));
    }
    slab(const gomoku &start, std::size_t games, std::uint64_t seed, stonemask_ended ended = STONEMASK_RESTART) {
        auto given = options(games, seed, ended);
        check(stonemask_gomoku_slab_new(start.get(), &given, out()));
    }
    slab(const nogo &start, std::size_t games, std::uint64_t seed, stonemask_ended ended = STONEMASK_RESTART) {
        auto given = options(games, seed, ended);
        check(stonemask_nogo_slab_new(start.get(), &given, out()));
    }
    /**
     * A game for each start, to which it returns; in `to_move` the colour of each start's `own`. Of Othello the size is said, as in
     * `slab::with_starts<8>(starts, to_move, seed)`: C++ does not find it through a span.
     */
    template <int N>
    static slab with_starts(span<const othello<N>> starts, span<const std::uint8_t> to_move, std::uint64_t seed,
                            stonemask_ended ended = STONEMASK_RESTART) {
        detail::same_size(to_move.size(), starts.size());
        slab made;
        auto given = options(starts.size(), seed, ended);
        auto positions = detail::values(starts);
        check(detail::othello_functions<N>::slab_with_starts(positions.data(), to_move.data(), &given, made.out()));
        return made;
    }
    static slab with_starts(span<const gomoku> starts, std::uint64_t seed, stonemask_ended ended = STONEMASK_RESTART) {
        slab made;
        auto given = options(starts.size(), seed, ended);
        auto boards = detail::handles<stonemask_gomoku>(starts);
        check(stonemask_gomoku_slab_with_starts(boards.data(), &given, made.out()));
        return made;
    }
    static slab with_starts(span<const nogo> starts, std::uint64_t seed, stonemask_ended ended = STONEMASK_RESTART) {
        slab made;
        auto given = options(starts.size(), seed, ended);
        auto boards = detail::handles<stonemask_nogo>(starts);
        check(stonemask_nogo_slab_with_starts(boards.data(), &given, made.out()));
        return made;
    }
    /** Lets some of the games go on from other positions or boards. Of Othello the size is said, as in `load<8>(games, from, to_move)`. */
    template <int N>
    void load(span<const std::size_t> games, span<const othello<N>> from, span<const std::uint8_t> to_move) {
        detail::same_size(from.size(), games.size());
        detail::same_size(to_move.size(), games.size());
        auto positions = detail::values(from);
        check(detail::othello_functions<N>::slab_load(handle_, games.data(), positions.data(), to_move.data(), games.size()));
    }
    void load(span<const std::size_t> games, span<const gomoku> from) {
        detail::same_size(from.size(), games.size());
        auto boards = detail::handles<stonemask_gomoku>(from);
        check(stonemask_gomoku_slab_load(handle_, games.data(), boards.data(), games.size()));
    }
    void load(span<const std::size_t> games, span<const nogo> from) {
        detail::same_size(from.size(), games.size());
        auto boards = detail::handles<stonemask_nogo>(from);
        check(stonemask_nogo_slab_load(handle_, games.data(), boards.data(), games.size()));
    }
    void reset_games(span<const std::size_t> games) {
        check(stonemask_slab_reset_games(handle_, games.data(), games.size()));
    }
    slab(slab &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    slab &operator=(slab &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~slab() { stonemask_slab_free(handle_); }
    stonemask_slab *get() const noexcept { return handle_; }

    stonemask_slab_info info() const {
        stonemask_slab_info info = {};
        info.struct_size = sizeof info;
        check(stonemask_slab_get_info(handle_, &info));
        return info;
    }
    void reset() { check(stonemask_slab_reset(handle_)); }
    void legal_masks(span<std::uint64_t> masks) const {
        check(stonemask_slab_legal_masks(handle_, masks.data(), masks.size()));
    }
    void legal_bytes(span<std::uint8_t> legal) const {
        check(stonemask_slab_legal_bytes(handle_, legal.data(), legal.size()));
    }
    void step(span<const std::uint16_t> actions) { check(stonemask_slab_step(handle_, actions.data(), actions.size())); }
    void step_random(span<std::uint16_t> actions) {
        check(stonemask_slab_step_random(handle_, actions.data(), actions.size()));
    }
    /** Chooses a legal action in each game by the scores of all actions, and plays none. */
    void choose(span<const float> scores, span<std::uint16_t> actions, stonemask_choice how = STONEMASK_BEST,
                std::uint64_t seed = 0) const {
        check(stonemask_slab_choose(handle_, scores.data(), scores.size(), how, seed, actions.data(), actions.size()));
    }
    void observe(span<std::uint8_t> cells, span<std::uint8_t> to_move, span<std::uint8_t> outcomes,
                 span<std::uint32_t> plies) const {
        auto sizes = info();
        detail::same_size(cells.size(), sizes.games * sizes.cells);
        detail::same_size(to_move.size(), sizes.games);
        detail::same_size(outcomes.size(), sizes.games);
        detail::same_size(plies.size(), sizes.games);
        stonemask_slab_observation arrays = {sizeof arrays, cells.data(), to_move.data(), outcomes.data(), plies.data()};
        check(stonemask_slab_observe(handle_, &arrays));
    }

private:
    static stonemask_slab_options options(std::size_t games, std::uint64_t seed, stonemask_ended ended) noexcept {
        return {sizeof(stonemask_slab_options), games, ended, 0, seed};
    }
    slab() noexcept = default;
    stonemask_slab **out() noexcept { return &handle_; }
    stonemask_slab *handle_ = nullptr;
};

/** Solves Othello boards of one size. An observer takes a stonemask_progress and says whether to go on; it may throw. */
template <int N>
class othello_solver {
public:
    explicit othello_solver(std::size_t table_bytes, std::uint32_t threads = 1, stonemask_scoring scoring = STONEMASK_DISCS) {
        stonemask_othello_solver_options options = {sizeof options, table_bytes, N, scoring, threads, 0};
        stonemask_othello_solver *made = nullptr;
        check(stonemask_othello_solver_new(&options, &made));
        handle_.reset(made);
    }
    stonemask_othello_solution solve(const othello<N> &position, colour to_move) {
        stonemask_othello_solution solution;
        check(stonemask_othello_solver_solve(handle_.get(), position, static_cast<std::int32_t>(to_move), nullptr, nullptr,
                                             &solution));
        return solution;
    }
    template <class Observer>
    stonemask_othello_solution solve(const othello<N> &position, colour to_move, Observer &&observer) {
        stonemask_othello_solution solution;
        detail::watch<std::remove_reference_t<Observer>> watch{observer, nullptr};
        stonemask_status status = stonemask_othello_solver_solve(handle_.get(), position, static_cast<std::int32_t>(to_move),
                                                                 watch.call, &watch, &solution);
        watch.rethrow();
        check(status);
        return solution;
    }
    void clear() { check(stonemask_othello_solver_clear(handle_.get())); }

private:
    struct deleter {
        void operator()(stonemask_othello_solver *solver) const noexcept { stonemask_othello_solver_free(solver); }
    };
    std::unique_ptr<stonemask_othello_solver, deleter> handle_;
};

/** A search's knowledge of an Othello position: `moves` has the best ones, the best first. */
struct othello_analysis : stonemask_othello_analysis {
    std::vector<stonemask_othello_candidate> moves;
};

/**
 * Says what Othello positions of one size are worth, at once and better the longer it takes. An observer takes a stonemask_othello_analysis
 * and says whether to go on; it may throw.
 */
template <int N>
class othello_search {
public:
    explicit othello_search(std::size_t table_bytes, std::uint32_t threads = 1, stonemask_scoring scoring = STONEMASK_DISCS) {
        stonemask_othello_solver_options options = {sizeof options, table_bytes, N, scoring, threads, 0};
        stonemask_othello_search *made = nullptr;
        check(stonemask_othello_search_new(&options, &made));
        handle_.reset(made);
    }
    /** Limits without any; set those that are wanted. */
    static stonemask_othello_limits limits() noexcept { return {sizeof(stonemask_othello_limits), 0, 0, 0, 0}; }

    othello_analysis run(const othello<N> &position, colour to_move, const stonemask_othello_limits &limits, std::size_t count = 1) {
        return run(position, to_move, limits, count, [](const stonemask_othello_analysis &) { return true; });
    }
    /** Analyses until a limit is reached or the observer stops the search. */
    template <class Observer>
    othello_analysis run(const othello<N> &position, colour to_move, const stonemask_othello_limits &limits, std::size_t count,
                         Observer &&observer) {
        othello_analysis analysis = {};
        analysis.moves.resize(count);
        detail::watch<std::remove_reference_t<Observer>, stonemask_othello_analysis> watch{observer, nullptr};
        stonemask_status status =
            stonemask_othello_search_run(handle_.get(), position, static_cast<std::int32_t>(to_move), &limits, watch.call, &watch,
                                         analysis.moves.data(), count, &analysis);
        watch.rethrow();
        if (status != STONEMASK_INTERRUPTED) check(status);
        analysis.moves.resize(analysis.count);
        return analysis;
    }
    void clear() { check(stonemask_othello_search_clear(handle_.get())); }

private:
    struct deleter {
        void operator()(stonemask_othello_search *search) const noexcept { stonemask_othello_search_free(search); }
    };
    std::unique_ptr<stonemask_othello_search, deleter> handle_;
};

/** A search's knowledge of a Gomoku or NoGo board: `moves` has the best ones, the best first. */
template <class Candidate>
struct search_analysis : stonemask_search_analysis {
    std::vector<Candidate> moves;
};
using gomoku_analysis = search_analysis<stonemask_gomoku_candidate>;
using nogo_analysis = search_analysis<stonemask_nogo_candidate>;

namespace detail {

/* A search of Gomoku or NoGo, by C's functions. */
template <class Board, class Handle, class Candidate, auto run_search, auto free_search>
class board_search {
public:
    /** Limits without any; set those that are wanted. */
    static stonemask_search_limits limits() noexcept { return {sizeof(stonemask_search_limits), 0, 0, 0, 0}; }

    /** Analyses until a limit is reached or the stop is set. */
    search_analysis<Candidate> run(const Board &board, const stonemask_search_limits &limits, std::size_t count = 1,
                                   const stop *until = nullptr) {
        return run(board, limits, count, until, nullptr, nullptr);
    }
    /** Analyses until a limit is reached or the observer stops the search. */
    template <class Observer, class = std::enable_if_t<std::is_invocable_v<Observer &, const stonemask_search_analysis &>>>
    search_analysis<Candidate> run(const Board &board, const stonemask_search_limits &limits, std::size_t count,
                                   Observer &&observer) {
        watch<std::remove_reference_t<Observer>, stonemask_search_analysis> watched{observer, nullptr};
        auto analysis = run(board, limits, count, nullptr, watched.call, &watched);
        watched.rethrow();
        return analysis;
    }

protected:
    explicit board_search(Handle *handle) noexcept : handle_(handle) {}
    Handle *get() const noexcept { return handle_.get(); }

private:
    search_analysis<Candidate> run(const Board &board, const stonemask_search_limits &limits, std::size_t count, const stop *until,
                                   stonemask_search_observer observer, void *user) {
        search_analysis<Candidate> analysis = {};
        analysis.moves.resize(count);
        whole(run_search(get(), board.get(), &limits, until ? until->get() : nullptr, observer, user, analysis.moves.data(), count,
                         &analysis));
        analysis.moves.resize(analysis.count);
        return analysis;
    }
    struct deleter {
        void operator()(Handle *search) const noexcept { free_search(search); }
    };
    std::unique_ptr<Handle, deleter> handle_;
};

} // namespace detail

/**
 * Finds good moves on Gomoku boards of every size. An observer takes a stonemask_search_analysis and says whether to go on; it may throw.
 */
class gomoku_search : public detail::board_search<gomoku, stonemask_gomoku_search, stonemask_gomoku_candidate,
                                                  stonemask_gomoku_search_run, stonemask_gomoku_search_free> {
public:
    explicit gomoku_search(std::size_t table_bytes) : board_search(make(table_bytes)) {}

private:
    static stonemask_gomoku_search *make(std::size_t table_bytes) {
        stonemask_gomoku_search_options options = {sizeof options, table_bytes};
        stonemask_gomoku_search *made = nullptr;
        check(stonemask_gomoku_search_new(&options, &made));
        return made;
    }
};

/**
 * Finds good moves on NoGo boards of every shape. An observer takes a stonemask_search_analysis and says whether to go on; it may throw.
 */
class nogo_search : public detail::board_search<nogo, stonemask_nogo_search, stonemask_nogo_candidate, stonemask_nogo_search_run,
                                                stonemask_nogo_search_free> {
public:
    explicit nogo_search(std::size_t table_bytes, std::uint64_t seed = 1) : board_search(make(table_bytes, seed)) {}

    /** The stones at the end of the last run's random games: whose each point will be. */
    stonemask_nogo_ends ends() const {
        stonemask_nogo_ends ends;
        check(stonemask_nogo_search_ends(get(), &ends));
        return ends;
    }

private:
    static stonemask_nogo_search *make(std::size_t table_bytes, std::uint64_t seed) {
        stonemask_nogo_search_options options = {sizeof options, table_bytes, seed};
        stonemask_nogo_search *made = nullptr;
        check(stonemask_nogo_search_new(&options, &made));
        return made;
    }
};

/** Solves NoGo boards of up to 39 points. */
class nogo_solver {
public:
    explicit nogo_solver(std::size_t table_bytes) {
        stonemask_nogo_solver_options options = {sizeof options, table_bytes};
        stonemask_nogo_solver *made = nullptr;
        check(stonemask_nogo_solver_new(&options, &made));
        handle_.reset(made);
    }
    stonemask_nogo_solution solve(const nogo &board) {
        stonemask_nogo_solution solution;
        check(stonemask_nogo_solver_solve(handle_.get(), board.get(), nullptr, nullptr, &solution));
        return solution;
    }
    template <class Observer>
    stonemask_nogo_solution solve(const nogo &board, Observer &&observer) {
        stonemask_nogo_solution solution;
        detail::watch<std::remove_reference_t<Observer>> watch{observer, nullptr};
        stonemask_status status = stonemask_nogo_solver_solve(handle_.get(), board.get(), watch.call, &watch, &solution);
        watch.rethrow();
        check(status);
        return solution;
    }

private:
    struct deleter {
        void operator()(stonemask_nogo_solver *solver) const noexcept { stonemask_nogo_solver_free(solver); }
    };
    std::unique_ptr<stonemask_nogo_solver, deleter> handle_;
};

/** Finds forced wins on Gomoku boards of up to 32 rows and columns. */
class gomoku_solver {
public:
    explicit gomoku_solver(std::size_t table_bytes, stonemask_means means = STONEMASK_THREATS) {
        stonemask_gomoku_solver_options options = {sizeof options, table_bytes, means, 0};
        stonemask_gomoku_solver *made = nullptr;
        check(stonemask_gomoku_solver_new(&options, &made));
        handle_.reset(made);
    }
    /** Limits without any; set those that are wanted. */
    static stonemask_gomoku_solver_limits limits() noexcept { return {sizeof(stonemask_gomoku_solver_limits), 0, 0}; }

    /** The solution, and whether that is all: not where a limit or the stop ended the work. */
    counted<stonemask_gomoku_solution> solve(const gomoku &board, const stonemask_gomoku_solver_limits &limits,
                                             const stop *until = nullptr) {
        stonemask_gomoku_solution solution;
        bool whole = detail::whole(stonemask_gomoku_solver_solve(handle_.get(), board.get(), &limits,
                                                                 until ? until->get() : nullptr, nullptr, nullptr, &solution));
        return {solution, whole};
    }
    stonemask_gomoku_solution solve(const gomoku &board) { return solve(board, limits()).value; }
    template <class Observer, class = std::enable_if_t<std::is_invocable_v<Observer &, const stonemask_progress &>>>
    counted<stonemask_gomoku_solution> solve(const gomoku &board, Observer &&observer) {
        stonemask_gomoku_solution solution;
        detail::watch<std::remove_reference_t<Observer>> watch{observer, nullptr};
        stonemask_status status = stonemask_gomoku_solver_solve(handle_.get(), board.get(), nullptr, nullptr, watch.call, &watch,
                                                                &solution);
        watch.rethrow();
        bool whole = detail::whole(status);
        return {solution, whole};
    }
    void clear() { check(stonemask_gomoku_solver_clear(handle_.get())); }

private:
    struct deleter {
        void operator()(stonemask_gomoku_solver *solver) const noexcept { stonemask_gomoku_solver_free(solver); }
    };
    std::unique_ptr<stonemask_gomoku_solver, deleter> handle_;
};

/** The move of an opponent of a level, 1 to STONEMASK_LEVELS. Of Othello the size is that of the position. */
template <int N>
std::uint8_t level_move(const othello<N> &position, colour to_move, std::uint32_t level, std::uint64_t seed) {
    std::uint8_t square;
    check(stonemask_othello_level_move(N, position, static_cast<std::int32_t>(to_move), level, seed, nullptr, &square));
    return square;
}
inline std::pair<std::uint32_t, std::uint32_t> level_move(const gomoku &board, std::uint32_t level, std::uint64_t seed) {
    std::uint32_t row, column;
    check(stonemask_gomoku_level_move(board.get(), level, seed, nullptr, &row, &column));
    return {row, column};
}
inline std::uint8_t level_move(const nogo &board, std::uint32_t level, std::uint64_t seed) {
    std::uint8_t bit;
    check(stonemask_nogo_level_move(board.get(), level, seed, nullptr, &bit));
    return bit;
}

/** The positions, in NoGo random games, that a level spends on a move. */
template <int N>
std::uint64_t othello_level_nodes(std::uint32_t level) {
    std::uint64_t nodes;
    check(stonemask_othello_level_nodes(N, level, &nodes));
    return nodes;
}
inline std::uint64_t gomoku_level_nodes(std::uint32_t level) {
    std::uint64_t nodes;
    check(stonemask_gomoku_level_nodes(level, &nodes));
    return nodes;
}
inline std::uint64_t nogo_level_nodes(std::uint32_t level) {
    std::uint64_t nodes;
    check(stonemask_nogo_level_nodes(level, &nodes));
    return nodes;
}

} // namespace stonemask

#endif // STONEMASK_HPP
