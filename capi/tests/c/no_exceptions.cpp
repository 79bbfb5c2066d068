/* stonemask.hpp in a program that is compiled without exceptions: all of it works, and a failure ends the program with a line. */
#include <stonemask.hpp>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#define HOLDS(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            return 1;                                                               \
        }                                                                           \
    } while (0)

int main() {
    stonemask::othello_solver<4> solver(1 << 20);
    auto solved = solver.solve(stonemask::othello<4>(), stonemask::colour::black, [](const stonemask_progress &) { return true; });
    HOLDS(solved.score == -8);

    int pipes[2];
    HOLDS(pipe(pipes) == 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], 2);
        stonemask::check(STONEMASK_BAD_TEXT);
        _exit(0);
    }
    close(pipes[1]);
    char line[200] = {};
    HOLDS(read(pipes[0], line, sizeof line - 1) > 0);
    HOLDS(std::strncmp(line, "stonemask: ", 11) == 0 && std::strchr(line, '\n') == line + std::strlen(line) - 1);
    int status = 0;
    HOLDS(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    return 0;
}
