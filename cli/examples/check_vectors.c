/* Checks the lines of `stonemask vectors othello8` by rules of its own, on cells: legal moves, flips, outcome, score and perft.
 *
 *     cc -O2 check_vectors.c -o check_vectors
 *     stonemask vectors othello8 --count 1000 | ./check_vectors
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Turns the discs that a disc of a colour on a square outflanks; returns how many, and their squares. */
static int play(char cells[64], int square, char own, int flips[19]) {
    int count = 0;
    for (int direction = 0; direction < 9; direction++) {
        int down = direction / 3 - 1, right = direction % 3 - 1, run = 0, begun = count;
        if (direction == 4) continue;
        for (int r = square / 8 + down, c = square % 8 + right;; r += down, c += right, run++) {
            char cell = r < 0 || r > 7 || c < 0 || c > 7 ? '-' : cells[8 * r + c];
            if (cell == '-') { count = begun; break; }
            if (cell == own) break;
            flips[count++] = 8 * r + c;
        }
    }
    for (int i = 0; i < count; i++) cells[flips[i]] = own;
    if (count) cells[square] = own;
    return count;
}

static int legal(const char cells[64], char own, int moves[64]) {
    int count = 0, flips[19];
    for (int square = 0; square < 64; square++) {
        char copy[64];
        memcpy(copy, cells, 64);
        if (cells[square] == '-' && play(copy, square, own, flips)) moves[count++] = square;
    }
    return count;
}

static long perft(const char cells[64], char own, int depth, long *finished) {
    char other = own == 'X' ? 'O' : 'X', copy[64];
    int moves[64], flips[19], count = legal(cells, own, moves);
    long nodes = 0;
    if (!depth) return 1;
    if (!count && !legal(cells, other, moves)) return ++*finished, 1;
    if (!count) return perft(cells, other, depth - 1, finished);
    for (int i = 0; i < count; i++) {
        memcpy(copy, cells, 64);
        play(copy, moves[i], own, flips);
        nodes += perft(copy, other, depth - 1, finished);
    }
    return nodes;
}

/* The text behind a name in a line. */
static const char *field(const char *line, const char *name) {
    const char *at = strstr(line, name);
    return at ? at + strlen(name) : (fprintf(stderr, "no %s in %s", name, line), exit(1), NULL);
}

/* Whether a list in a line holds these squares, in any order, and no other. */
static int is_list(const char *list, const int squares[], int count) {
    int found = 0;
    for (const char *at = list; *at != ']'; at++) found += *at == ',' || (*at == '[' && at[1] != ']');
    for (int i = 0; i < count; i++) {
        char name[] = {'"', (char)('a' + squares[i] % 8), (char)('1' + squares[i] / 8), '"', 0};
        const char *at = strstr(list, name);
        if (!at || at > strchr(list, ']')) return 0;
    }
    return found == count;
}

int main(void) {
    static char line[1 << 20];
    long count = 0;
    for (; fgets(line, sizeof line, stdin); count++) {
        char cells[64], own = field(line, "\"position\":\"")[65], key[] = "\"a1\":";
        const char *problem = NULL, *outcome = field(line, "\"outcome\":"), *turned = field(line, "\"flips\":{");
        int moves[64], others[64], flips[19], score = 0;
        long finished = 0, nodes;
        memcpy(cells, field(line, "\"position\":\""), 64);
        for (int square = 0; square < 64; square++) score += (cells[square] == 'X') - (cells[square] == 'O');
        int number = legal(cells, own, moves), over = !number && !legal(cells, own == 'X' ? 'O' : 'X', others);
        if (number || over ? !is_list(field(line, "\"legal\":"), moves, number)
                           : strncmp(field(line, "\"legal\":"), "[\"pass\"]", 8) != 0) problem = "legal";
        const char *end = !over ? "null" : score > 0 ? "\"black\"" : score < 0 ? "\"white\"" : "\"draw\"";
        if (strncmp(outcome, end, strlen(end)) != 0) problem = "outcome";
        if (atoi(field(line, "\"score\":")) != score) problem = "score";
        for (int i = 0; i < number; i++) {
            char copy[64];
            memcpy(copy, cells, 64);
            key[1] = (char)('a' + moves[i] % 8), key[2] = (char)('1' + moves[i] / 8);
            if (!is_list(field(turned, key), flips, play(copy, moves[i], own, flips))) problem = "flips";
        }
        nodes = perft(cells, own, atoi(field(line, "\"depth\":")), &finished);
        if (nodes != atol(field(line, "\"nodes\":")) || finished != atol(field(line, "\"finished\":"))) problem = "perft";
        if (problem) return printf("line %ld, %s: %s", count + 1, problem, line), 1;
    }
    printf("%ld vectors agree\n", count);
    return 0;
}
