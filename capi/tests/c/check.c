/*
 * The header's promises for bad input: a code, the output untouched, never a crash. Runs under memcheck and the sanitizers; what good
 * input gives is compared with the Rust library in capi/tests/calls.rs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stonemask.h>

static int failures;

#define EXPECT(call, expected)                                                                                          \
    do {                                                                                                                \
        const int32_t got_ = (call);                                                                                    \
        if (got_ != (expected)) {                                                                                       \
            printf("line %d: %s: %s, expected %s\n", __LINE__, #call, stonemask_strerror(got_),                         \
                   stonemask_strerror(expected));                                                                       \
            failures++;                                                                                                 \
        }                                                                                                               \
    } while (0)

#define HOLDS(condition)                                                                                                \
    do {                                                                                                                \
        if (!(condition)) {                                                                                             \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                                      \
            failures++;                                                                                                 \
        }                                                                                                               \
    } while (0)

static void expect_result(stonemask_result result, int32_t status, size_t index, int line) {
    if (result.status != status || result.index != index) {
        printf("line %d: %s at %zu, expected %s at %zu\n", line, stonemask_strerror(result.status), result.index,
               stonemask_strerror(status), index);
        failures++;
    }
}
#define EXPECT_AT(call, status, index) expect_result((call), (status), (index), __LINE__)

/* A pointer that no uint64_t can stand at. */
static void *crooked(void *pointer) { return (char *)pointer + 1; }

/* The position that games on boards of this side begin with. */
static stonemask_othello start_of(uint32_t side) {
    stonemask_othello start = {0, 0};
    if (stonemask_othello_start(side, &start)) start.own = 1;
    return start;
}

static void errors_and_tiers(void) {
    const int32_t best = stonemask_tier_in_use();
    int32_t status;
    HOLDS(stonemask_abi_version() == STONEMASK_ABI_VERSION);
    HOLDS(strchr(stonemask_version(), '.') != NULL);
    for (status = -3; status < 120; status++) HOLDS(strlen(stonemask_strerror(status)) > 3);
    EXPECT(stonemask_use_tier(7), STONEMASK_BAD_ARGUMENT);
    HOLDS(stonemask_tier_in_use() == best);
    HOLDS(stonemask_tier_name(best) != NULL && stonemask_tier_name(3) == NULL);
    EXPECT(stonemask_use_tier(STONEMASK_TIER_REFERENCE), STONEMASK_OK);
    HOLDS(stonemask_tier_in_use() == STONEMASK_TIER_REFERENCE);
    EXPECT(stonemask_use_tier(best), STONEMASK_OK);
    HOLDS(stonemask_tier_in_use() == best);
}

static void othello(void) {
    const stonemask_othello start = stonemask_othello8_start(), both = {1, 3}, ring = {1, 0};
    stonemask_othello children[64], after = {5, 6};
    uint64_t room[3] = {7, 7, 7}, own[3], opponent[3], outputs[3];
    uint8_t squares[3] = {19, 64, 19}, counts[3];
    size_t length = 77, count = 77;
    int32_t colour = 77, outcome = 77;
    char text[100];
    uint8_t square = 77;
    stonemask_perft perft = {7, 7};
    stonemask_tally tally = {7, 7, 7, 7};

    EXPECT(stonemask_othello8_legal_moves(start, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_othello8_legal_moves(start, crooked(room)), STONEMASK_MISALIGNED);
    EXPECT(stonemask_othello8_legal_moves(both, room), STONEMASK_OVERLAPPING_STONES);
    EXPECT(stonemask_othello_legal_moves(6, ring, room), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_othello_legal_moves(5, start, room), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_othello_legal_moves(8, start, room), STONEMASK_OK);
    HOLDS(room[0] == 0x102004080000);
    room[0] = 7;
    EXPECT(stonemask_othello8_flips(start, STONEMASK_PASS, room), STONEMASK_OK);
    HOLDS(room[0] == 0);
    room[0] = 7;
    HOLDS(room[0] == 7);
    EXPECT(stonemask_othello8_legal_moves(start, room), STONEMASK_OK);
    HOLDS(room[0] == 0x102004080000);
    EXPECT(stonemask_othello8_flips(start, 65, room), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_othello8_play(start, 27, &after), STONEMASK_OCCUPIED);
    EXPECT(stonemask_othello8_play(start, 0, &after), STONEMASK_FLIPS_NOTHING);
    EXPECT(stonemask_othello8_play(start, STONEMASK_PASS, &after), STONEMASK_CAN_MOVE);
    EXPECT(stonemask_othello8_play(start, 65, &after), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_othello8_play(ring, 1, &after), STONEMASK_GAME_OVER);
    HOLDS(after.own == 5 && after.opponent == 6);
    EXPECT(stonemask_othello8_play(start, 19, &after), STONEMASK_OK);
    EXPECT(stonemask_othello8_children(start, children, 3, room), STONEMASK_SHORT_BUFFER);
    EXPECT(stonemask_othello8_children(start, NULL, 64, room), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_othello8_children(start, children, 4, room), STONEMASK_OK);
    HOLDS(children[0].own == after.own && children[0].opponent == after.opponent);
    EXPECT(stonemask_othello8_outcome(start, 0, &outcome), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello8_outcome(start, STONEMASK_BLACK, &outcome), STONEMASK_OK);
    HOLDS(outcome == STONEMASK_ONGOING);

    EXPECT(stonemask_othello8_print(start, STONEMASK_BLACK, NULL, 0, &length), STONEMASK_SHORT_BUFFER);
    HOLDS(length == 66);
    memset(text, '?', sizeof text);
    EXPECT(stonemask_othello8_print(start, STONEMASK_BLACK, text, 66, &length), STONEMASK_SHORT_BUFFER);
    HOLDS(text[0] == '?');
    EXPECT(stonemask_othello8_print(start, STONEMASK_BLACK, text, 67, NULL), STONEMASK_OK);
    EXPECT(stonemask_othello8_parse(text, 66, &after, &colour), STONEMASK_OK);
    HOLDS(after.own == start.own && after.opponent == start.opponent && colour == STONEMASK_BLACK);
    EXPECT(stonemask_othello8_parse(text, 65, &after, &colour), STONEMASK_BAD_TEXT);
    strcpy(text + 66, "; D3:+2; C4:+2\r\n");
    EXPECT(stonemask_othello8_parse(text, strlen(text), &after, &colour), STONEMASK_OK);
    EXPECT(stonemask_othello8_parse("\xff", 1, &after, &colour), STONEMASK_BAD_TEXT);
    EXPECT(stonemask_othello8_parse(NULL, 4, &after, &colour), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_othello8_parse(NULL, 0, &after, &colour), STONEMASK_BAD_TEXT);
    EXPECT(stonemask_othello8_parse(text, (size_t)-1, &after, &colour), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_othello8_parse_move("d9", 2, &square), STONEMASK_BAD_TEXT);
    HOLDS(square == 77);
    EXPECT(stonemask_othello8_print_move(65, text, sizeof text, NULL), STONEMASK_OFF_BOARD);

    EXPECT(stonemask_othello8_perft(both, 3, NULL, &perft), STONEMASK_OVERLAPPING_STONES);
    HOLDS(perft.nodes == 7);
    EXPECT(stonemask_othello8_perft(start, 5, NULL, &perft), STONEMASK_OK);
    HOLDS(perft.nodes == 1396 && perft.finished == 0);
    EXPECT(stonemask_othello_perft(4, start_of(4), 4000000000u, NULL, &perft), STONEMASK_OK);
    HOLDS(perft.nodes == perft.finished && perft.nodes == 60060);
    children[1] = both;
    EXPECT_AT(stonemask_othello8_playouts(children, 2, STONEMASK_BLACK, 4, 1, NULL, &tally), STONEMASK_OVERLAPPING_STONES, 1);
    HOLDS(tally.plies == 7);
    EXPECT_AT(stonemask_othello8_playouts(NULL, 0, STONEMASK_BLACK, 4, 1, NULL, NULL), STONEMASK_OK, 0);
    EXPECT_AT(stonemask_othello8_playouts(children, 1, STONEMASK_BLACK, 4, 1, NULL, (stonemask_tally *)(void *)children),
              STONEMASK_OVERLAPPING_BUFFERS, 0);

    own[0] = own[1] = own[2] = start.own;
    opponent[0] = opponent[1] = opponent[2] = start.opponent;
    memset(outputs, 7, sizeof outputs);
    own[2] |= start.opponent;
    EXPECT_AT(stonemask_othello8_legal_moves_many(own, opponent, 3, outputs), STONEMASK_OVERLAPPING_STONES, 2);
    EXPECT_AT(stonemask_othello_legal_moves_many(4, outputs, opponent, 1, room), STONEMASK_OFF_BOARD, 0);
    HOLDS(outputs[0] == 0x0707070707070707 && outputs[2] == outputs[0]);
    own[2] = start.own;
    EXPECT_AT(stonemask_othello8_legal_moves_many(own, opponent, 3, own), STONEMASK_OVERLAPPING_BUFFERS, 0);
    EXPECT_AT(stonemask_othello8_legal_moves_many(own, opponent, (size_t)-1 / 4, outputs), STONEMASK_BAD_SIZE, 0);
    EXPECT_AT(stonemask_othello8_legal_moves_many(own, crooked(opponent), 2, outputs), STONEMASK_MISALIGNED, 0);
    EXPECT_AT(stonemask_othello8_legal_moves_many(own, opponent, 3, outputs), STONEMASK_OK, 0);
    HOLDS(outputs[2] == 0x102004080000);
    EXPECT_AT(stonemask_othello8_mobility_many(own, opponent, 3, counts), STONEMASK_OK, 0);
    HOLDS(counts[2] == 4);
    EXPECT_AT(stonemask_othello8_flips_many(own, opponent, squares, 3, outputs), STONEMASK_OFF_BOARD, 1);
    EXPECT_AT(stonemask_othello8_children_many(own, opponent, outputs, 3, room, room, 3, &count),
              STONEMASK_OVERLAPPING_BUFFERS, 0);
    {
        uint64_t child_own[12], child_opponent[12];
        EXPECT_AT(stonemask_othello8_children_many(own, opponent, outputs, 3, child_own, child_opponent, 11, &count),
                  STONEMASK_SHORT_BUFFER, 0);
        EXPECT_AT(stonemask_othello8_children_many(own, opponent, own, 3, child_own, child_opponent, 12, &count),
                  STONEMASK_OCCUPIED, 0);
        HOLDS(count == 77);
        EXPECT_AT(stonemask_othello8_children_many(own, opponent, outputs, 3, child_own, child_opponent, 12, &count),
                  STONEMASK_OK, 0);
        HOLDS(count == 12);
    }
}

static void gomoku(void) {
    uint16_t black[15] = {0}, white[15] = {0}, cells[2][15], points[225];
    uint8_t colours[2] = {7, 7};
    uint64_t rows[64];
    uint32_t who = 77, row = 77, column = 77, index;
    int32_t five = 77;
    size_t count = 77;
    stonemask_gomoku *board = NULL, *copy = NULL;
    /* As a later version may have it. */
    struct {
        stonemask_gomoku_info info;
        uint64_t more;
    } later = {{0, 0, 0, 0, 0, 0, 0}, 7};
    int32_t colour;
    stonemask_gomoku_info info = {0};
    stonemask_gomoku_threats16 threats;
    stonemask_perft perft;
    stonemask_gomoku_record record = {sizeof record, 15, 15, STONEMASK_FREESTYLE, 2};
    const char *sgf = "(;GM[4]SZ[15];B[hh];W[ii];B[hh])";
    char text[400];

    black[3] = 0x1f;
    EXPECT_AT(stonemask_gomoku_any_five16(15, 15, black, white, &who), STONEMASK_OK, 0);
    HOLDS(who == 1);
    EXPECT_AT(stonemask_gomoku_any_five16(16, 15, black, white, &who), STONEMASK_BAD_SIZE, 0);
    EXPECT_AT(stonemask_gomoku_any_five16(15, 4, black, white, &who), STONEMASK_OFF_BOARD, 3);
    white[3] = 1;
    EXPECT_AT(stonemask_gomoku_any_five16(15, 15, black, white, &who), STONEMASK_OVERLAPPING_STONES, 3);
    white[3] = 0;
    EXPECT_AT(stonemask_gomoku_any_five16(15, 15, black, NULL, &who), STONEMASK_NULL_POINTER, 0);
    EXPECT_AT(stonemask_gomoku_wins16(15, 15, black, white, STONEMASK_FREESTYLE, STONEMASK_BLACK, 15, 0, &five), STONEMASK_OFF_BOARD, 0);
    EXPECT_AT(stonemask_gomoku_wins16(15, 15, black, white, STONEMASK_FREESTYLE, STONEMASK_EMPTY, 3, 0, &five), STONEMASK_BAD_ARGUMENT, 0);
    HOLDS(five == 77);
    EXPECT_AT(stonemask_gomoku_winners16(15, 15, black, white, 5, &who), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_gomoku_winners16(15, 15, black, white, STONEMASK_CARO, NULL), STONEMASK_NULL_POINTER, 0);
    EXPECT_AT(stonemask_gomoku_winners16(15, 4, black, white, STONEMASK_CARO, &who), STONEMASK_OFF_BOARD, 3);
    EXPECT_AT(stonemask_gomoku_winners16(15, 15, black, white, STONEMASK_CARO, &who), STONEMASK_OK, 0);
    HOLDS(who == 1);
    EXPECT_AT(stonemask_gomoku_winning_cells16(15, 15, black, white, black, cells[1]), STONEMASK_OVERLAPPING_BUFFERS, 0);
    EXPECT_AT(stonemask_gomoku_winning_cells16(15, 15, black, white, cells[0], cells[1]), STONEMASK_OK, 0);
    HOLDS(cells[0][3] == 0x20 && cells[1][3] == 0);
    EXPECT_AT(stonemask_gomoku_find_threats16(15, 15, black, white, STONEMASK_BLACK, &threats), STONEMASK_OK, 0);
    EXPECT_AT(stonemask_gomoku_any_five_many(15, 15, black, white, 1, colours), STONEMASK_OK, 0);
    HOLDS(colours[0] == 1 && colours[1] == 7);
    EXPECT_AT(stonemask_gomoku_any_five_many(16, 15, black, white, 1, colours), STONEMASK_BAD_SIZE, 0);
    EXPECT_AT(stonemask_gomoku_winners_many(15, 15, black, white, 1, -1, colours), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_gomoku_winners_many(15, 15, black, NULL, 1, STONEMASK_RENJU, colours), STONEMASK_NULL_POINTER, 0);
    EXPECT_AT(stonemask_gomoku_winners_many(15, 15, black, white, 1, STONEMASK_RENJU, colours), STONEMASK_OK, 0);
    HOLDS(colours[0] == 1 && colours[1] == 7);
    EXPECT_AT(stonemask_gomoku_any_five_many(15, 15, black, white, (size_t)-1, colours), STONEMASK_BAD_SIZE, 0);

    EXPECT(stonemask_gomoku_new(65, 15, STONEMASK_RENJU, &board), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_gomoku_new(15, 15, 5, &board), STONEMASK_BAD_ARGUMENT);
    HOLDS(board == NULL);
    EXPECT(stonemask_gomoku_play(board, 7, 7), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_new(15, 15, STONEMASK_RENJU, &board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_new(1, 1, STONEMASK_FREESTYLE, &copy), STONEMASK_OK);
    EXPECT(stonemask_gomoku_get_info(board, &info), STONEMASK_BAD_STRUCT_SIZE);
    info.struct_size = sizeof info;
    EXPECT(stonemask_gomoku_undo(board), STONEMASK_NOTHING_TO_UNDO);
    EXPECT(stonemask_gomoku_make(board, 7, 7), STONEMASK_OK);
    EXPECT(stonemask_gomoku_make(board, 7, 7), STONEMASK_OCCUPIED);
    EXPECT(stonemask_gomoku_check(board, 7, 15), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_gomoku_check(board, 4000000000u, 15), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_gomoku_copy_into(board, copy), STONEMASK_OK);
    EXPECT(stonemask_gomoku_undo(copy), STONEMASK_NOTHING_TO_UNDO);
    EXPECT(stonemask_gomoku_undo(board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_get_info(board, &info), STONEMASK_OK);
    HOLDS(info.stones == 0 && info.rule == STONEMASK_RENJU && info.to_move == STONEMASK_BLACK);
    EXPECT(stonemask_gomoku_get_info(copy, &info), STONEMASK_OK);
    HOLDS(info.stones == 1 && info.rows == 15);
    later.info.struct_size = sizeof later;
    EXPECT(stonemask_gomoku_get_info(copy, &later.info), STONEMASK_OK);
    HOLDS(later.info.stones == 1 && later.info.struct_size == sizeof later && later.more == 7);
    /* Two threes meet on h8. */
    for (index = 0; index < 8; index++) {
        static const uint32_t moves[8][2] = {{8, 7}, {0, 0}, {9, 7}, {14, 0}, {7, 8}, {0, 14}, {7, 9}, {14, 14}};
        EXPECT(stonemask_gomoku_play(board, moves[index][0], moves[index][1]), STONEMASK_OK);
    }
    EXPECT(stonemask_gomoku_play(board, 7, 7), STONEMASK_FORBIDDEN);
    EXPECT(stonemask_gomoku_legal_moves(board, rows, 14), STONEMASK_SHORT_BUFFER);
    EXPECT(stonemask_gomoku_legal_moves(board, rows, 15), STONEMASK_OK);
    HOLDS((rows[7] >> 7 & 1) == 0);
    EXPECT(stonemask_gomoku_get_stones(board, 3, rows, 64), STONEMASK_BAD_ARGUMENT);
    for (colour = STONEMASK_EMPTY; colour <= STONEMASK_WHITE; colour++) {
        EXPECT(stonemask_gomoku_set_stone(board, 6, 6, colour), STONEMASK_OK);
        EXPECT(stonemask_gomoku_get_stones(board, colour, rows, 64), STONEMASK_OK);
        HOLDS(rows[6] >> 6 & 1);
    }
    EXPECT(stonemask_gomoku_set_stone(board, 6, 6, STONEMASK_EMPTY), STONEMASK_OK);
    EXPECT(stonemask_gomoku_set_stone(board, 7, 7, 3), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_gomoku_set_stone(board, 7, 7, -2147483647 - 1), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_gomoku_set_to_move(board, -1), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_gomoku_perft(copy, 65, NULL, &perft), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_gomoku_perft(copy, 1, NULL, &perft), STONEMASK_OK);
    HOLDS(perft.nodes == 224);
    EXPECT(stonemask_gomoku_winning_line(copy, points, 0, &count), STONEMASK_OK);
    HOLDS(count == 0);
    EXPECT(stonemask_gomoku_winning_line(copy, NULL, 0, &count), STONEMASK_OK);
    EXPECT(stonemask_gomoku_winning_line(copy, NULL, 5, &count), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_print(board, text, 3, &count), STONEMASK_SHORT_BUFFER);
    HOLDS(count > 200 && count < sizeof text);
    EXPECT(stonemask_gomoku_print(board, text, sizeof text, NULL), STONEMASK_OK);
    stonemask_gomoku_free(copy);
    copy = NULL;
    EXPECT(stonemask_gomoku_parse(text, strlen(text), &copy), STONEMASK_OK);
    stonemask_gomoku_free(copy);
    stonemask_gomoku_free(board);
    stonemask_gomoku_free(NULL);
    EXPECT(stonemask_gomoku_parse_point("h99", 3, 0, &row, &column), STONEMASK_BAD_TEXT);
    EXPECT(stonemask_gomoku_parse_point("h8", 2, 0, &row, &column), STONEMASK_OK);
    EXPECT(stonemask_gomoku_parse_point("h3", 2, 2, &row, &column), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_gomoku_parse_point("h3", 2, 15, &row, &column), STONEMASK_OK);
    HOLDS(row == 12 && column == 7);
    EXPECT(stonemask_gomoku_print_point(row, column, 15, text, sizeof text, NULL), STONEMASK_OK);
    HOLDS(strcmp(text, "h3") == 0);
    EXPECT(stonemask_gomoku_parse_point("h8", 2, 0, &row, &column), STONEMASK_OK);
    HOLDS(row == 7 && column == 7);

    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 225), STONEMASK_OCCUPIED, 2);
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, 10, &record, points, 225), STONEMASK_BAD_FILE, 0);
    sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 1), STONEMASK_SHORT_BUFFER, 0);
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 2), STONEMASK_OK, 0);
    HOLDS(record.moves == 2 && points[0] == 7 * 15 + 7 && points[1] == 8 * 15 + 8);
    sgf = "(;GM[4]SZ[9]RU[4];B[ee];W[e\\\nf])";
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 2), STONEMASK_OK, 0);
    HOLDS(record.rule == STONEMASK_RENJU && record.moves == 2 && points[1] == 5 * 9 + 4);
    sgf = "(;GM[4];SZ[9];B[hh])";
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 2), STONEMASK_BAD_FILE, 0);
    sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    EXPECT_AT(stonemask_gomoku_read_sgf(sgf, strlen(sgf), &record, points, 2), STONEMASK_OK, 0);
    points[1] = 225;
    EXPECT_AT(stonemask_gomoku_write_sgf(&record, points, text, sizeof text, NULL), STONEMASK_OFF_BOARD, 1);
    points[1] = points[0];
    EXPECT_AT(stonemask_gomoku_write_sgf(&record, points, text, sizeof text, NULL), STONEMASK_OCCUPIED, 1);
}

static void nogo(void) {
    const stonemask_nogo_set none = {0, 0}, a1 = {1, 0}, b1_a2 = {2 | 1u << 10, 0}, separator = {1u << 9, 0};
    stonemask_nogo *board = NULL, *copy = NULL;
    stonemask_nogo_info info = {0};
    stonemask_nogo_masks masks[2];
    stonemask_nogo_position positions[2];
    stonemask_nogo_set moves;
    char text[100];
    uint8_t bit = 77;

    EXPECT(stonemask_nogo_new(10, 9, none, 0, &board), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_nogo_new(9, 9, separator, 0, &board), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_nogo_new(8, 9, none, 1, &board), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_nogo_new(9, 9, none, 2, &board), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_nogo_from_stones(9, 9, none, a1, b1_a2, STONEMASK_BLACK, &board), STONEMASK_NO_LIBERTY);
    EXPECT(stonemask_nogo_from_stones(9, 9, none, a1, a1, STONEMASK_BLACK, &board), STONEMASK_OVERLAPPING_STONES);
    EXPECT(stonemask_nogo_from_stones(9, 9, a1, a1, none, STONEMASK_BLACK, &board), STONEMASK_OFF_BOARD);
    HOLDS(board == NULL);
    EXPECT(stonemask_nogo_new(9, 9, none, 1, &board), STONEMASK_OK);
    EXPECT(stonemask_nogo_play(board, 44), STONEMASK_CENTRE_FORBIDDEN);
    EXPECT(stonemask_nogo_play(board, 9), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_nogo_play(board, 255), STONEMASK_OFF_BOARD);
    EXPECT(stonemask_nogo_undo(board), STONEMASK_NOTHING_TO_UNDO);
    EXPECT(stonemask_nogo_make(board, 0), STONEMASK_OK);
    EXPECT(stonemask_nogo_make(board, 0), STONEMASK_OCCUPIED);
    EXPECT(stonemask_nogo_undo(board), STONEMASK_OK);
    EXPECT(stonemask_nogo_check(board, 44), STONEMASK_CENTRE_FORBIDDEN);
    EXPECT(stonemask_nogo_get_info(board, &info), STONEMASK_BAD_STRUCT_SIZE);
    info.struct_size = sizeof info;
    EXPECT(stonemask_nogo_get_info(board, &info), STONEMASK_OK);
    HOLDS(info.rows == 9 && info.outcome == STONEMASK_ONGOING && info.position.black.low == 0);
    stonemask_nogo_free(board);
    EXPECT(stonemask_nogo_parse("XO/OX X", 7, &board), STONEMASK_NO_LIBERTY);
    EXPECT(stonemask_nogo_parse("XO/O? X", 7, &board), STONEMASK_BAD_TEXT);
    EXPECT(stonemask_nogo_parse("-X-/X--/--- O", 13, &board), STONEMASK_OK);
    EXPECT(stonemask_nogo_check(board, 0), STONEMASK_SUICIDE);
    EXPECT(stonemask_nogo_parse("X-/O- O", 7, &copy), STONEMASK_OK);
    EXPECT(stonemask_nogo_check(copy, 1), STONEMASK_CAPTURE);
    EXPECT(stonemask_nogo_copy_into(board, copy), STONEMASK_OK);
    EXPECT(stonemask_nogo_copy_into(board, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_print(copy, text, sizeof text, NULL), STONEMASK_OK);
    HOLDS(strcmp(text, "-X-/X--/--- O") == 0);
    EXPECT(stonemask_nogo_legal_moves(copy, &moves), STONEMASK_OK);
    HOLDS(moves.low == (4 | 1u << 11 | 1u << 12 | 1u << 20 | 1u << 21 | 1u << 22) && moves.high == 0);
    EXPECT(stonemask_nogo_parse_point("i5", 2, 0, &bit), STONEMASK_BAD_TEXT);
    HOLDS(bit == 77);
    EXPECT(stonemask_nogo_parse_point("j1", 2, 9, &bit), STONEMASK_OK);
    HOLDS(bit == 88);
    EXPECT(stonemask_nogo_print_point(88, 9, text, sizeof text, NULL), STONEMASK_OK);
    HOLDS(strcmp(text, "j1") == 0);
    stonemask_nogo_free(copy);
    stonemask_nogo_free(board);
    stonemask_nogo_free(NULL);

    memset(positions, 0, sizeof positions);
    memset(masks, 7, sizeof masks);
    positions[1].black = positions[1].empty = a1;
    EXPECT_AT(stonemask_nogo_find_masks_many(positions, 2, masks), STONEMASK_OVERLAPPING_STONES, 1);
    positions[1].black = separator;
    EXPECT_AT(stonemask_nogo_find_masks_many(positions, 2, masks), STONEMASK_OFF_BOARD, 1);
    HOLDS(masks[0].black.low == 0x0707070707070707);
    positions[1].black = none;
    EXPECT_AT(stonemask_nogo_find_masks_many(positions, 2, masks), STONEMASK_OK, 0);
    HOLDS(masks[1].black.low == 0);
}

static int32_t stop(const stonemask_progress *progress, void *user) {
    ++*(int *)user;
    return progress->nodes < (uint64_t)-1;
}

/* Counts the calls, and stops a search once four plies are known; `user` leads to the count and the moves. */
struct watched {
    int calls;
    stonemask_othello_candidate moves[3];
};
static int32_t four_plies(const stonemask_othello_analysis *analysis, void *user) {
    struct watched *watched = user;
    watched->calls++;
    HOLDS(analysis->count == 3 && analysis->score == watched->moves[0].score && analysis->complete == 0);
    return watched->moves[0].depth == 4;
}

static void searches(void) {
    stonemask_othello_solver_options options = {sizeof options, 1 << 20, 8, STONEMASK_DISCS, 1, 0};
    stonemask_othello_limits limits = {0, 0, 0, 6, 0};
    stonemask_othello_search *search = NULL;
    stonemask_othello_candidate moves[40];
    stonemask_othello_analysis analysis;
    struct watched watched = {0, {{0, 0, 0, 0, 0, {0}}}};
    const stonemask_othello start = stonemask_othello8_start();
    uint64_t legal;
    uint32_t index;

    options.threads = 0;
    EXPECT(stonemask_othello_search_new(&options, &search), STONEMASK_BAD_ARGUMENT);
    options.threads = 1;
    options.side = 5;
    EXPECT(stonemask_othello_search_new(&options, &search), STONEMASK_BAD_SIZE);
    options.side = 8;
    options.table_bytes = (size_t)1 << 46;
    EXPECT(stonemask_othello_search_new(&options, &search), STONEMASK_OUT_OF_MEMORY);
    options.table_bytes = 1 << 20;
    HOLDS(search == NULL);
    EXPECT(stonemask_othello_search_new(&options, &search), STONEMASK_OK);

    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_STRUCT_SIZE);
    limits.struct_size = sizeof limits;
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 0, &analysis), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_search_run(search, start, 3, &limits, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, NULL, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_NULL_POINTER);
    limits.reserved = 1;
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_ARGUMENT);
    limits.reserved = 0;
    /* Four moves are legal: estimates, of which the first is the position's. */
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 40, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 4 && analysis.complete == 1 && analysis.lower == -64 && analysis.upper == 64);
    HOLDS(analysis.score == moves[0].score && analysis.certainty == STONEMASK_ESTIMATE);
    HOLDS(analysis.confidence == moves[0].confidence && analysis.confidence > 0 && analysis.confidence < 100);
    EXPECT(stonemask_othello8_legal_moves(start, &legal), STONEMASK_OK);
    for (index = 0; index < 4; index++) {
        HOLDS(moves[index].depth == 6 && moves[index].length >= 1 && moves[index].certainty == STONEMASK_ESTIMATE);
        HOLDS(legal >> moves[index].line[0] & 1);
        HOLDS(index == 0 || moves[index].score <= moves[index - 1].score);
        legal &= ~((uint64_t)1 << moves[index].line[0]);
    }
    /* An observer sees the moves, and what is known when it stops the search is written. */
    limits.depth = 0;
    EXPECT(stonemask_othello_search_clear(search), STONEMASK_OK);
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, four_plies, &watched, watched.moves, 3, &analysis),
           STONEMASK_INTERRUPTED);
    HOLDS(watched.calls >= 4 && analysis.count == 3 && watched.moves[2].depth == 4 && analysis.complete == 0);
    limits.nodes = 10000;
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.nodes >= 10000 && analysis.complete == 0);
    limits.nodes = 0;
    limits.microseconds = 20000;
    EXPECT(stonemask_othello_search_run(search, start, STONEMASK_BLACK, &limits, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.microseconds >= 20000 && analysis.complete == 0);
    stonemask_othello_search_free(search);

    /* A small board without limits is solved; a finished game has a score and no moves. */
    options.side = 4;
    EXPECT(stonemask_othello_search_new(&options, &search), STONEMASK_OK);
    limits.microseconds = 0;
    EXPECT(stonemask_othello_search_run(search, start_of(4), STONEMASK_BLACK, &limits, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.score == -8 && analysis.certainty == STONEMASK_EXACT && analysis.confidence == 0 && analysis.complete == 1);
    HOLDS(moves[0].length == 10 && analysis.lower == -8 && analysis.upper == -8);
    {
        const stonemask_othello full = {0x3c3c3c0000, 0x3c00000000};
        const stonemask_othello over = {0x3c3c3c0000, 0};
        EXPECT(stonemask_othello_search_run(search, full, STONEMASK_WHITE, &limits, NULL, NULL, moves, 1, &analysis), STONEMASK_OVERLAPPING_STONES);
        EXPECT(stonemask_othello_search_run(search, over, STONEMASK_WHITE, &limits, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
        HOLDS(analysis.count == 0 && analysis.score == -12 && analysis.certainty == STONEMASK_EXACT);
    }
    stonemask_othello_search_free(search);
    stonemask_othello_search_free(NULL);
}

/* A search that knows its own moves, and how often it is called. */
struct seen {
    int calls, most;
    stonemask_nogo_candidate moves[3];
};

static int32_t until_seen(const stonemask_search_analysis *analysis, void *user) {
    struct seen *seen = user;
    seen->calls++;
    HOLDS(analysis->complete == 0);
    HOLDS(analysis->count == 0 || memcmp(&analysis->score, &seen->moves[0].score, sizeof analysis->score) == 0);
    return seen->calls == seen->most;
}

static int32_t until_called(const stonemask_search_analysis *analysis, void *user) {
    int *calls = user;
    (void)analysis;
    return --*calls == 0;
}

static void searches_of_gomoku(void) {
    static const char *threes = "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X";
    static const char *won = "1x6 freestyle XXXXX- O", *drawn = "1x2 freestyle XO X";
    stonemask_gomoku_search_options options = {0, 1 << 20};
    stonemask_search_limits limits = {0, 2000, 0, 0, 0};
    stonemask_gomoku_search *search = NULL;
    stonemask_gomoku_candidate moves[3];
    stonemask_search_analysis analysis;
    stonemask_gomoku *board = NULL, *other = NULL;
    stonemask_gomoku_info info = {sizeof info, 0, 0, 0, 0, 0, 0};
    stonemask_stop *halt = NULL;
    uint32_t ply;
    int calls = 3;

    EXPECT(stonemask_gomoku_search_new(&options, &search), STONEMASK_BAD_STRUCT_SIZE);
    options.struct_size = sizeof options;
    EXPECT(stonemask_gomoku_search_new(NULL, &search), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_new(&options, NULL), STONEMASK_NULL_POINTER);
    options.table_bytes = (size_t)1 << 46;
    EXPECT(stonemask_gomoku_search_new(&options, &search), STONEMASK_OUT_OF_MEMORY);
    options.table_bytes = (size_t)-1;
    EXPECT(stonemask_gomoku_search_new(&options, &search), STONEMASK_OUT_OF_MEMORY);
    HOLDS(search == NULL);
    options.table_bytes = 1 << 20;
    EXPECT(stonemask_gomoku_search_new(&options, &search), STONEMASK_OK);
    EXPECT(stonemask_gomoku_parse(threes, strlen(threes), &board), STONEMASK_OK);

    memset(&analysis, 77, sizeof analysis);
    memset(moves, 77, sizeof moves);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_STRUCT_SIZE);
    limits.struct_size = sizeof limits;
    EXPECT(stonemask_gomoku_search_run(NULL, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_run(search, NULL, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_run(search, board, NULL, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, NULL, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 0, &analysis), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, (size_t)-1, &analysis), STONEMASK_BAD_SIZE);
    limits.reserved = 1;
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_ARGUMENT);
    limits.reserved = 0;
    limits.nodes = 0;
    /* Nothing would end it. */
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_BAD_ARGUMENT);
    HOLDS(((unsigned char *)&analysis)[0] == 77 && ((unsigned char *)&analysis)[sizeof analysis - 1] == 77);
    HOLDS(((unsigned char *)moves)[0] == 77 && ((unsigned char *)moves)[sizeof moves - 1] == 77);

    /* A forced win, with its line. */
    limits.nodes = 20000;
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.score.kind == STONEMASK_WIN && analysis.score.winner == STONEMASK_BLACK && analysis.certainty == STONEMASK_EXACT);
    HOLDS(analysis.count == 1 && analysis.score.share == 10000 && analysis.complete == 1 && analysis.confidence == 0);
    HOLDS(moves[0].length == analysis.score.plies && moves[0].length > 4 && analysis.lower.plies == analysis.upper.plies);
    EXPECT(stonemask_gomoku_new(1, 1, STONEMASK_FREESTYLE, &other), STONEMASK_OK);
    EXPECT(stonemask_gomoku_copy_into(board, other), STONEMASK_OK);
    for (ply = 0; ply < moves[0].length; ply++)
        EXPECT(stonemask_gomoku_play(other, moves[0].line[ply] / 9, moves[0].line[ply] % 9), STONEMASK_OK);
    EXPECT(stonemask_gomoku_get_info(other, &info), STONEMASK_OK);
    HOLDS(info.outcome == STONEMASK_BLACK_WON);
    EXPECT(stonemask_gomoku_search_run(search, other, &limits, NULL, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 0 && analysis.score.kind == STONEMASK_WIN && analysis.score.plies == 0 && analysis.complete == 1);
    stonemask_gomoku_free(other);
    stonemask_gomoku_free(board);

    /* A stop, an observer: what is known is written. A five is not missed meanwhile. */
    EXPECT(stonemask_gomoku_new(15, 15, STONEMASK_STANDARD, &board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_play(board, 7, 7), STONEMASK_OK);
    limits.nodes = 0;
    EXPECT(stonemask_stop_new(&halt), STONEMASK_OK);
    EXPECT(stonemask_stop_set(halt), STONEMASK_OK);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, halt, NULL, NULL, moves, 3, &analysis), STONEMASK_INTERRUPTED);
    HOLDS(analysis.count == 3 && analysis.complete == 0 && analysis.certainty == STONEMASK_ESTIMATE && analysis.score.kind == STONEMASK_SHARE);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, until_called, &calls, moves, 3, &analysis), STONEMASK_INTERRUPTED);
    HOLDS(calls == 0 && analysis.count == 3 && moves[2].length >= 1);
    limits.microseconds = 20000;
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.microseconds >= 20000 && analysis.complete == 0);
    limits.microseconds = 0;
    limits.depth = 1;
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.complete == 1 && analysis.certainty == STONEMASK_ESTIMATE);
    stonemask_gomoku_free(board);
    stonemask_stop_free(halt);

    EXPECT(stonemask_gomoku_parse(won, strlen(won), &board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 0 && analysis.score.winner == STONEMASK_BLACK && analysis.certainty == STONEMASK_EXACT);
    stonemask_gomoku_free(board);
    EXPECT(stonemask_gomoku_parse(drawn, strlen(drawn), &board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_search_run(search, board, &limits, NULL, NULL, NULL, moves, 3, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 0 && analysis.score.kind == STONEMASK_DRAW && analysis.score.share == 5000);
    stonemask_gomoku_free(board);
    stonemask_gomoku_search_free(search);
    stonemask_gomoku_search_free(NULL);
}

static void searches_of_nogo(void) {
    stonemask_nogo_search_options options = {sizeof options, 1 << 20, 5};
    stonemask_search_limits limits = {sizeof limits, 2000, 0, 0, 0};
    const stonemask_nogo_set none = {0, 0};
    stonemask_nogo_search *search = NULL;
    struct seen seen;
    stonemask_search_analysis analysis;
    stonemask_nogo_ends ends;
    stonemask_nogo *board = NULL;
    stonemask_stop *halt = NULL;
    uint32_t bit;

    memset(&seen, 0, sizeof seen);
    options.struct_size = 8;
    EXPECT(stonemask_nogo_search_new(&options, &search), STONEMASK_BAD_STRUCT_SIZE);
    options.struct_size = sizeof options;
    EXPECT(stonemask_nogo_search_new(NULL, &search), STONEMASK_NULL_POINTER);
    options.table_bytes = (size_t)1 << 50;
    EXPECT(stonemask_nogo_search_new(&options, &search), STONEMASK_OUT_OF_MEMORY);
    HOLDS(search == NULL);
    options.table_bytes = 1 << 20;
    EXPECT(stonemask_nogo_search_new(&options, &search), STONEMASK_OK);
    EXPECT(stonemask_nogo_new(9, 9, none, 0, &board), STONEMASK_OK);
    EXPECT(stonemask_nogo_search_run(search, NULL, &limits, NULL, NULL, NULL, seen.moves, 3, &analysis), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, seen.moves, 0, &analysis), STONEMASK_BAD_ARGUMENT);
    limits.nodes = 0;
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, seen.moves, 3, &analysis), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_nogo_search_ends(search, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_search_ends(NULL, &ends), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_search_ends(search, &ends), STONEMASK_OK);
    HOLDS(ends.games == 0 && ends.black[0] == 0);

    limits.nodes = 4000;
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, seen.moves, 3, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 3 && analysis.nodes >= 4000 && analysis.complete == 0 && analysis.score.kind == STONEMASK_SHARE);
    HOLDS(analysis.certainty == STONEMASK_ESTIMATE && analysis.lower.winner == STONEMASK_WHITE && analysis.upper.winner == STONEMASK_BLACK);
    for (bit = 0; bit < 3; bit++) EXPECT(stonemask_nogo_check(board, seen.moves[bit].line[0]), STONEMASK_OK);
    EXPECT(stonemask_nogo_search_ends(search, &ends), STONEMASK_OK);
    HOLDS(ends.games > 3000 && ends.games <= analysis.nodes && ends.black[9] == 0 && ends.white[95] == 0);
    for (bit = 0; bit < 89; bit++) HOLDS(ends.black[bit] + ends.white[bit] <= ends.games);

    limits.nodes = 0;
    seen.most = 20;
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, until_seen, &seen, seen.moves, 3, &analysis), STONEMASK_INTERRUPTED);
    HOLDS(seen.calls == 20 && analysis.count == 3);
    EXPECT(stonemask_stop_new(&halt), STONEMASK_OK);
    EXPECT(stonemask_stop_set(halt), STONEMASK_OK);
    EXPECT(stonemask_nogo_search_run(search, board, &limits, halt, NULL, NULL, seen.moves, 1, &analysis), STONEMASK_INTERRUPTED);
    HOLDS(analysis.count == 1 && analysis.nodes > 0);
    stonemask_stop_free(halt);
    stonemask_nogo_free(board);

    /* A small board is solved, to its end. */
    EXPECT(stonemask_nogo_new(2, 2, none, 0, &board), STONEMASK_OK);
    limits.depth = 40;
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, seen.moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.score.kind == STONEMASK_WIN && analysis.score.plies == 3 && analysis.score.winner == STONEMASK_BLACK);
    HOLDS(analysis.complete == 1 && analysis.certainty == STONEMASK_EXACT && seen.moves[0].length == 3);
    for (bit = 0; bit < 3; bit++) EXPECT(stonemask_nogo_play(board, seen.moves[0].line[bit]), STONEMASK_OK);
    EXPECT(stonemask_nogo_search_run(search, board, &limits, NULL, NULL, NULL, seen.moves, 1, &analysis), STONEMASK_OK);
    HOLDS(analysis.count == 0 && analysis.score.winner == STONEMASK_BLACK && analysis.score.plies == 0);
    stonemask_nogo_free(board);
    stonemask_nogo_search_free(search);
    stonemask_nogo_search_free(NULL);
}

static void slabs_and_solvers(void) {
    stonemask_slab_options options = {0, 3, STONEMASK_FREEZE, 0, 1};
    struct {
        stonemask_slab_options options;
        uint64_t more;
    } later = {{0, 0, 0, 0, 0}, 7};
    stonemask_slab *slab = NULL, *copy = NULL;
    stonemask_slab_info info = {0};
    stonemask_slab_observation observation = {0, NULL, NULL, NULL, NULL};
    uint64_t masks[6];
    uint16_t actions[3] = {19, 19, 0}, chosen[3];
    float scores[3 * 65] = {0};
    uint8_t cells[3 * 64], to_move[3], outcomes[3];
    uint32_t plies[3];
    const stonemask_othello start = stonemask_othello8_start();
    stonemask_othello_solver_options solving = {sizeof solving, 1 << 20, 4, STONEMASK_DISCS, 1, 0};
    stonemask_othello_solver *solver = NULL;
    stonemask_othello_solution solution;
    stonemask_nogo_solver_options nogo_solving = {sizeof nogo_solving, 1 << 20};
    stonemask_nogo_solver *nogo_solver = NULL;
    stonemask_nogo_solution nogo_solution;
    stonemask_nogo *board = NULL;
    int calls = 0;

    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &slab), STONEMASK_BAD_STRUCT_SIZE);
    later.options = options;
    later.options.struct_size = sizeof later;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &later.options, &slab), STONEMASK_BAD_STRUCT_SIZE);
    later.more = 0;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &later.options, &slab), STONEMASK_OK);
    stonemask_slab_free(slab);
    slab = NULL;
    options.struct_size = sizeof options;
    options.ended = 2;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &slab), STONEMASK_BAD_ARGUMENT);
    options.ended = STONEMASK_FREEZE;
    options.games = (size_t)-1;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &slab), STONEMASK_BAD_SIZE);
    HOLDS(slab == NULL);
    options.games = 0;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &slab), STONEMASK_BAD_SIZE);
    HOLDS(slab == NULL);
    options.games = 3;
    EXPECT(stonemask_othello8_slab_new(start, STONEMASK_BLACK, &options, &slab), STONEMASK_OK);
    EXPECT(stonemask_othello_slab_new(4, start_of(4), STONEMASK_BLACK, &options, &copy), STONEMASK_OK);
    EXPECT(stonemask_slab_get_info(slab, &info), STONEMASK_BAD_STRUCT_SIZE);
    info.struct_size = sizeof info;
    EXPECT(stonemask_slab_get_info(slab, &info), STONEMASK_OK);
    HOLDS(info.games == 3 && info.actions == 65 && info.mask_words == 2 && info.cells == 64);
    EXPECT(stonemask_slab_legal_masks(slab, masks, 5), STONEMASK_SHORT_BUFFER);
    EXPECT(stonemask_slab_legal_masks(slab, masks, 7), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_slab_legal_masks(slab, masks, 6), STONEMASK_OK);
    HOLDS(masks[4] == 0x102004080000 && masks[5] == 0);
    EXPECT_AT(stonemask_slab_choose(slab, scores, 194, STONEMASK_BEST, 0, chosen, 3), STONEMASK_SHORT_BUFFER, 0);
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, STONEMASK_BEST, 0, chosen, 4), STONEMASK_BAD_SIZE, 0);
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, 3, 0, chosen, 3), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_slab_choose(slab, NULL, 195, STONEMASK_BEST, 0, chosen, 3), STONEMASK_NULL_POINTER, 0);
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, STONEMASK_BEST, 0, (uint16_t *)(void *)scores, 3), STONEMASK_OVERLAPPING_BUFFERS, 0);
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, STONEMASK_BY_WEIGHTS, 0, chosen, 3), STONEMASK_BAD_SCORE, 0);
    scores[65 + 26] = 2;
    scores[0] = NAN;
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, STONEMASK_BEST, 0, chosen, 3), STONEMASK_OK, 0);
    HOLDS(chosen[0] == 19 && chosen[1] == 26 && chosen[2] == 19);
    scores[130 + 19] = NAN;
    EXPECT_AT(stonemask_slab_choose(slab, scores, 195, STONEMASK_BY_LOGITS, 0, chosen, 3), STONEMASK_BAD_SCORE, 2);
    EXPECT_AT(stonemask_slab_step(slab, actions, 2), STONEMASK_SHORT_BUFFER, 0);
    EXPECT_AT(stonemask_slab_step(slab, actions, 3), STONEMASK_ILLEGAL_ACTION, 2);
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_BAD_STRUCT_SIZE);
    observation.struct_size = sizeof observation;
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OK);
    observation.cells = cells;
    observation.to_move = to_move;
    observation.outcomes = to_move;
    observation.plies = plies;
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OVERLAPPING_BUFFERS);
    observation.outcomes = outcomes;
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OK);
    HOLDS(plies[0] == 0 && to_move[2] == STONEMASK_BLACK && cells[27] == STONEMASK_WHITE);
    actions[2] = 26;
    EXPECT_AT(stonemask_slab_step(slab, actions, 3), STONEMASK_OK, 0);
    EXPECT(stonemask_slab_copy_into(slab, copy), STONEMASK_OK);
    EXPECT(stonemask_slab_step_random(copy, actions, 3), STONEMASK_OK);
    EXPECT(stonemask_slab_reset(copy), STONEMASK_OK);
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OK);
    HOLDS(plies[0] == 1 && to_move[2] == STONEMASK_WHITE);
    stonemask_slab_free(slab);
    stonemask_slab_free(copy);
    stonemask_slab_free(NULL);

    solving.threads = 0;
    EXPECT(stonemask_othello_solver_new(&solving, &solver), STONEMASK_BAD_ARGUMENT);
    solving.threads = 2;
    solving.side = 5;
    EXPECT(stonemask_othello_solver_new(&solving, &solver), STONEMASK_BAD_SIZE);
    solving.side = 4;
    solving.table_bytes = (size_t)-1;
    EXPECT(stonemask_othello_solver_new(&solving, &solver), STONEMASK_OUT_OF_MEMORY);
    solving.table_bytes = (size_t)1 << 46;
    EXPECT(stonemask_othello_solver_new(&solving, &solver), STONEMASK_OUT_OF_MEMORY);
    solving.table_bytes = 1 << 20;
    HOLDS(solver == NULL);
    EXPECT(stonemask_othello_solver_new(&solving, &solver), STONEMASK_OK);
    EXPECT(stonemask_othello_solver_solve(solver, start, STONEMASK_BLACK, NULL, NULL, &solution), STONEMASK_OK);
    EXPECT(stonemask_othello_solver_solve(solver, start_of(4), STONEMASK_BLACK, NULL, NULL, &solution), STONEMASK_OK);
    HOLDS(solution.score == -8 && solution.length == 10);
    EXPECT(stonemask_othello_solver_solve(solver, start_of(4), STONEMASK_BLACK, stop, &calls, &solution), STONEMASK_INTERRUPTED);
    HOLDS(calls == 1 && solution.score == -8);
    EXPECT(stonemask_othello_solver_clear(solver), STONEMASK_OK);
    stonemask_othello_solver_free(solver);
    stonemask_othello_solver_free(NULL);

    EXPECT(stonemask_nogo_solver_new(&nogo_solving, &nogo_solver), STONEMASK_OK);
    EXPECT(stonemask_nogo_parse("--/-- X", 7, &board), STONEMASK_OK);
    EXPECT(stonemask_nogo_solver_solve(nogo_solver, board, NULL, NULL, &nogo_solution), STONEMASK_OK);
    HOLDS(nogo_solution.winner == STONEMASK_BLACK && nogo_solution.length == 3);
    stonemask_nogo_free(board);
    EXPECT(stonemask_nogo_parse("---------/---------/---------/---------/--------- X", 51, &board), STONEMASK_OK);
    EXPECT(stonemask_nogo_solver_solve(nogo_solver, board, NULL, NULL, &nogo_solution), STONEMASK_TOO_LARGE);
    stonemask_nogo_free(board);
    stonemask_nogo_solver_free(nogo_solver);
    stonemask_nogo_solver_free(NULL);
}

/* A win by threes in 13 moves, found in some thousand nodes. */
static const char *by_threes =
    "15x15 freestyle ---------------/---------------/---------------/---------------/-X-O-----------/---------------/-----X---------/"
    "-------X-O-X---/-------O-------/----X----------/-------X-------/-----XOX-O--O--/----------O----/---------------/--------------- O";

static void forced_wins(void) {
    stonemask_gomoku_solver_options options = {sizeof options, 1 << 20, STONEMASK_THREATS, 0};
    stonemask_gomoku_solver_limits limits = {0, 0, 0};
    stonemask_gomoku_solver *solver = NULL;
    stonemask_gomoku_solution solution;
    stonemask_gomoku *board = NULL, *large = NULL;
    stonemask_gomoku_info info = {sizeof info, 0, 0, 0, 0, 0, 0};
    stonemask_stop *halt = NULL;
    uint32_t ply;
    int calls = 0;

    memset(&solution, 77, sizeof solution);
    EXPECT(stonemask_gomoku_solver_new(NULL, &solver), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_solver_new(&options, NULL), STONEMASK_NULL_POINTER);
    options.struct_size = 1;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_BAD_STRUCT_SIZE);
    options.struct_size = sizeof options;
    options.means = 3;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_BAD_ARGUMENT);
    options.means = -1;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_BAD_ARGUMENT);
    options.means = STONEMASK_THREATS;
    options.reserved = 1;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_BAD_ARGUMENT);
    options.reserved = 0;
    options.table_bytes = (size_t)1 << 46;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_OUT_OF_MEMORY);
    HOLDS(solver == NULL);
    options.table_bytes = 1 << 20;
    EXPECT(stonemask_gomoku_solver_new(&options, &solver), STONEMASK_OK);
    EXPECT(stonemask_gomoku_parse(by_threes, strlen(by_threes), &board), STONEMASK_OK);
    EXPECT(stonemask_gomoku_solver_solve(NULL, board, NULL, NULL, NULL, NULL, &solution), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_solver_solve(solver, NULL, NULL, NULL, NULL, NULL, &solution), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_solver_solve(solver, board, NULL, NULL, NULL, NULL, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_solver_solve(solver, board, &limits, NULL, NULL, NULL, &solution), STONEMASK_BAD_STRUCT_SIZE);
    EXPECT(stonemask_gomoku_new(33, 15, STONEMASK_FREESTYLE, &large), STONEMASK_OK);
    EXPECT(stonemask_gomoku_solver_solve(solver, large, NULL, NULL, NULL, NULL, &solution), STONEMASK_TOO_LARGE);
    HOLDS(((unsigned char *)&solution)[0] == 77 && ((unsigned char *)&solution)[sizeof solution - 1] == 77);

    /* Limits, a stop, an observer: each ends it, and says how far it was. */
    limits.struct_size = sizeof limits;
    limits.nodes = 1;
    EXPECT(stonemask_gomoku_solver_solve(solver, board, &limits, NULL, NULL, NULL, &solution), STONEMASK_INTERRUPTED);
    HOLDS(solution.winner == STONEMASK_EMPTY && solution.length == 0 && solution.nodes > 0 && solution.nodes < 1000);
    limits.nodes = 0;
    limits.microseconds = 1;
    EXPECT(stonemask_gomoku_solver_solve(solver, board, &limits, NULL, NULL, NULL, &solution), STONEMASK_INTERRUPTED);
    EXPECT(stonemask_stop_new(&halt), STONEMASK_OK);
    EXPECT(stonemask_stop_set(halt), STONEMASK_OK);
    EXPECT(stonemask_gomoku_solver_solve(solver, board, NULL, halt, NULL, NULL, &solution), STONEMASK_INTERRUPTED);
    EXPECT(stonemask_gomoku_solver_solve(solver, board, NULL, NULL, stop, &calls, &solution), STONEMASK_INTERRUPTED);
    HOLDS(calls == 1 && solution.winner == STONEMASK_EMPTY);
    stonemask_stop_free(halt);

    EXPECT(stonemask_gomoku_solver_clear(NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_solver_clear(solver), STONEMASK_OK);
    limits.microseconds = UINT64_MAX;
    limits.nodes = UINT64_MAX;
    EXPECT(stonemask_gomoku_solver_solve(solver, board, &limits, NULL, NULL, NULL, &solution), STONEMASK_OK);
    HOLDS(solution.winner == STONEMASK_WHITE && solution.means == STONEMASK_THREES && solution.length > 9);
    for (ply = 0; ply < solution.length; ply++)
        EXPECT(stonemask_gomoku_play(board, solution.line[ply] / 15, solution.line[ply] % 15), STONEMASK_OK);
    EXPECT(stonemask_gomoku_get_info(board, &info), STONEMASK_OK);
    HOLDS(info.outcome == STONEMASK_WHITE_WON);
    EXPECT(stonemask_gomoku_solver_solve(solver, board, NULL, NULL, NULL, NULL, &solution), STONEMASK_OK);
    HOLDS(solution.winner == STONEMASK_WHITE && solution.length == 0);
    stonemask_gomoku_free(board);
    stonemask_gomoku_free(large);
    stonemask_gomoku_solver_free(solver);
    stonemask_gomoku_solver_free(NULL);
}

static void levels(void) {
    stonemask_gomoku *gomoku = NULL;
    stonemask_nogo *nogo = NULL;
    const char *won = "1x5 freestyle XXXXX O";
    uint64_t nodes = 77;
    uint32_t row = 77, column = 77;
    uint8_t square = 77;
    EXPECT(stonemask_othello_level_move(5, start_of(4), STONEMASK_BLACK, 1, 1, NULL, &square), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_othello_level_move(4, start_of(4), 3, 1, 1, NULL, &square), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_level_move(4, start_of(8), STONEMASK_BLACK, 0, 1, NULL, &square), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_level_move(4, start_of(4), STONEMASK_BLACK, STONEMASK_LEVELS + 1, 1, NULL, &square), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_level_move(4, start_of(4), STONEMASK_BLACK, 1, 1, NULL, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_level_move(NULL, 1, 1, NULL, &row, &column), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_level_move(NULL, 1, 1, NULL, &square), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_gomoku_parse(won, strlen(won), &gomoku), STONEMASK_OK);
    EXPECT(stonemask_gomoku_level_move(gomoku, 1, 1, NULL, &row, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_nogo_parse("-- X", 4, &nogo), STONEMASK_OK);
    EXPECT(stonemask_nogo_level_move(nogo, 4000000000u, 1, NULL, &square), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_level_nodes(8, 10, &nodes), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_othello_level_nodes(3, 1, &nodes), STONEMASK_BAD_SIZE);
    EXPECT(stonemask_gomoku_level_nodes(0, &nodes), STONEMASK_BAD_ARGUMENT);
    EXPECT(stonemask_nogo_level_nodes(1, NULL), STONEMASK_NULL_POINTER);
    HOLDS(nodes == 77 && row == 77 && column == 77 && square == 77);
    EXPECT(stonemask_othello_level_move(4, start_of(4), STONEMASK_BLACK, 1, 1, NULL, &square), STONEMASK_OK);
    HOLDS(square < 64);
    stonemask_gomoku_free(gomoku);
    stonemask_nogo_free(nogo);
}

static void wthor(void) {
    uint8_t file[16 + 2 * 68] = {20, 18, 12, 31, 2, 0, 0, 0, 0, 0, 0xe2, 7, 8, 0, 22, 0};
    size_t games = 77;
    uint32_t depth = 77;
    stonemask_wthor_game game;
    file[16 + 6] = 40;
    file[16 + 8] = 56;
    file[16 + 9] = 64;
    EXPECT(stonemask_wthor_open(file, sizeof file - 1, &games, &depth), STONEMASK_BAD_FILE);
    EXPECT(stonemask_wthor_open(NULL, 0, &games, &depth), STONEMASK_BAD_FILE);
    HOLDS(games == 77 && depth == 77);
    EXPECT(stonemask_wthor_open(file, sizeof file, &games, &depth), STONEMASK_OK);
    HOLDS(games == 2 && depth == 22);
    EXPECT_AT(stonemask_wthor_read(file, sizeof file, 2, &game), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_wthor_read(file, sizeof file, (size_t)-1, &game), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_wthor_read(file, sizeof file, 0, &game), STONEMASK_OK, 0);
    HOLDS(game.black == 40 && game.moves == 2 && game.squares[0] == 37 && game.squares[1] == 43);
    file[16 + 68 + 8] = 99;
    EXPECT_AT(stonemask_wthor_read(file, sizeof file, 1, &game), STONEMASK_BAD_FILE, 0);
    /* A move behind a 0 is not lost. */
    file[16 + 11] = 33;
    EXPECT_AT(stonemask_wthor_read(file, sizeof file, 0, &game), STONEMASK_BAD_FILE, 2);
}

static void starts_of_slabs(void) {
    stonemask_slab_options options = {sizeof options, 2, STONEMASK_RESTART, 0, 1};
    stonemask_slab *slab = NULL, *other = NULL;
    stonemask_othello starts[2] = {{0, 0}, {1, 3}};
    uint8_t black[2] = {STONEMASK_BLACK, STONEMASK_EMPTY};
    size_t games[2] = {1, 2};
    stonemask_gomoku *large = NULL, *small = NULL;
    const stonemask_gomoku *boards[2];
    uint16_t actions[2];
    uint32_t plies[2];
    stonemask_slab_observation observation = {sizeof observation, NULL, NULL, NULL, plies};
    starts[0] = stonemask_othello8_start();
    EXPECT_AT(stonemask_othello8_slab_with_starts(starts, black, &options, &slab), STONEMASK_OVERLAPPING_STONES, 1);
    starts[1] = starts[0];
    EXPECT_AT(stonemask_othello8_slab_with_starts(starts, black, &options, &slab), STONEMASK_BAD_ARGUMENT, 1);
    EXPECT_AT(stonemask_othello8_slab_with_starts(starts, NULL, &options, &slab), STONEMASK_NULL_POINTER, 0);
    black[1] = STONEMASK_WHITE;
    options.games = 0;
    EXPECT_AT(stonemask_othello8_slab_with_starts(starts, black, &options, &slab), STONEMASK_BAD_SIZE, 0);
    HOLDS(slab == NULL);
    options.games = 2;
    EXPECT_AT(stonemask_othello8_slab_with_starts(starts, black, &options, &slab), STONEMASK_OK, 0);
    EXPECT(stonemask_slab_step_random(slab, actions, 2), STONEMASK_OK);
    EXPECT_AT(stonemask_othello8_slab_load(slab, games, starts, black, 2), STONEMASK_BAD_ARGUMENT, 1);
    EXPECT_AT(stonemask_othello_slab_load(6, slab, games, starts, black, 1), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_othello8_slab_load(NULL, games, starts, black, 1), STONEMASK_NULL_POINTER, 0);
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OK);
    HOLDS(plies[0] == 1 && plies[1] == 1);
    EXPECT_AT(stonemask_othello8_slab_load(slab, games, starts, black, 1), STONEMASK_OK, 0);
    EXPECT(stonemask_slab_observe(slab, &observation), STONEMASK_OK);
    HOLDS(plies[0] == 1 && plies[1] == 0);

    EXPECT(stonemask_gomoku_new(15, 15, STONEMASK_FREESTYLE, &large), STONEMASK_OK);
    EXPECT(stonemask_gomoku_new(9, 9, STONEMASK_FREESTYLE, &small), STONEMASK_OK);
    boards[0] = small;
    boards[1] = NULL;
    EXPECT_AT(stonemask_gomoku_slab_with_starts(boards, &options, &other), STONEMASK_NULL_POINTER, 1);
    boards[1] = large;
    EXPECT_AT(stonemask_gomoku_slab_with_starts(boards, &options, &other), STONEMASK_BAD_SIZE, 1);
    HOLDS(other == NULL);
    boards[1] = small;
    EXPECT_AT(stonemask_gomoku_slab_with_starts(boards, &options, &other), STONEMASK_OK, 0);
    boards[0] = large;
    EXPECT_AT(stonemask_gomoku_slab_load(other, games, boards, 1), STONEMASK_BAD_SIZE, 0);
    EXPECT_AT(stonemask_gomoku_slab_load(slab, games, boards, 1), STONEMASK_BAD_ARGUMENT, 0);
    EXPECT_AT(stonemask_gomoku_slab_load(other, games, boards + 1, 1), STONEMASK_OK, 0);
    EXPECT_AT(stonemask_gomoku_slab_load(other, NULL, NULL, 0), STONEMASK_OK, 0);
    stonemask_gomoku_free(large);
    stonemask_gomoku_free(small);
    stonemask_slab_free(slab);
    stonemask_slab_free(other);
}

static void stops(void) {
    stonemask_stop *stop = NULL;
    stonemask_perft count = {77, 77};
    stonemask_tally tally = {77, 77, 77, 77};
    const stonemask_othello start = stonemask_othello8_start(), both = {1, 3};
    EXPECT(stonemask_stop_new(NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_stop_set(NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_stop_clear(NULL), STONEMASK_NULL_POINTER);
    /* No stop is one that is never set. */
    EXPECT(stonemask_othello8_perft(start, 2, NULL, &count), STONEMASK_OK);
    HOLDS(count.nodes == 12);
    count.nodes = 77;
    EXPECT(stonemask_stop_new(&stop), STONEMASK_OK);
    EXPECT(stonemask_othello8_perft(start, 3, stop, NULL), STONEMASK_NULL_POINTER);
    EXPECT(stonemask_othello8_perft(both, 3, stop, &count), STONEMASK_OVERLAPPING_STONES);
    EXPECT_AT(stonemask_othello8_playouts(&both, 1, STONEMASK_BLACK, 5, 1, stop, &tally), STONEMASK_OVERLAPPING_STONES, 0);
    HOLDS(count.nodes == 77 && tally.plies == 77);
    EXPECT(stonemask_othello8_perft(start, 3, stop, &count), STONEMASK_OK);
    HOLDS(count.nodes == 56);
    EXPECT(stonemask_stop_set(stop), STONEMASK_OK);
    EXPECT(stonemask_othello8_perft(start, 60, stop, &count), STONEMASK_INTERRUPTED);
    EXPECT_AT(stonemask_othello8_playouts(&start, 1, STONEMASK_BLACK, UINT64_MAX, 1, stop, &tally), STONEMASK_INTERRUPTED, 0);
    HOLDS(tally.plies == 0);
    stonemask_stop_free(stop);
    stonemask_stop_free(NULL);
}

int main(void) {
    errors_and_tiers();
    othello();
    gomoku();
    nogo();
    stops();
    slabs_and_solvers();
    forced_wins();
    levels();
    searches();
    searches_of_gomoku();
    searches_of_nogo();
    starts_of_slabs();
    wthor();
    if (failures == 0) puts("check: all as the header says");
    return failures != 0;
}
