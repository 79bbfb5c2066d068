#!/usr/bin/env python3
"""An engine that misbehaves, in the way that its first argument names. It knows no game.

`tests/judge.rs` lets the judge judge it. Its children have its second argument in their command line, by which the test finds it."""

import os
import signal
import subprocess
import sys
import time

fault = sys.argv[1]
mark = sys.argv[2] if len(sys.argv) > 2 else "60"


def write(data):
    if isinstance(data, str):
        data = data.encode()
    while data:
        data = data[os.write(1, data) :]


def forever(data, pause=0.0):
    while True:
        write(data)
        time.sleep(pause)


def start(*words, **more):
    return subprocess.Popen(words, **more)


def gtp(answer):
    """Answers each command with its identity and what the function has."""
    for line in sys.stdin:
        identity = line.split()[0] if line[:1].isdigit() else ""
        write(answer(identity, line.strip()))


def main():
    match fault:
        case "silent":
            time.sleep(1000)
        case "deaf and silent":
            os.close(0)
            time.sleep(1000)
        case "chatters":
            forever("MESSAGE depth 1\n", 0.03)
        case "status lines":
            forever("status thinking\n", 0.01)
        case "floods":
            forever("MESSAGE " + "x" * 65536 + "\n")
        case "empty lines":
            forever("\n" * 65536)
        case "an endless line":
            forever("x" * 65536)
        case "a slow endless line":
            forever("x", 0.01)
        case "a long line":
            for _ in range(1024):
                write(b"x" * (1 << 20))
            write("\n")
            time.sleep(1000)
        case "an endless answer":
            write("=" + sys.stdin.readline().split()[0] + " 2\n")
            forever("x" * 1000 + "\n")
        case "a slow endless answer":
            write("=" + sys.stdin.readline().split()[0] + " 2\n")
            forever("x\n", 0.03)
        case "binary":
            forever(bytes(range(256)) * 16)
        case "zeros":
            forever(bytes(65536))
        case "closes its output":
            os.close(1)
            time.sleep(1000)
        case "closes all":
            os.closerange(0, 3)
            time.sleep(1000)
        case "exits":
            sys.exit(7)
        case "is killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "stops itself":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "ends its group":
            os.killpg(0, signal.SIGTERM)
        case "answers at once":
            write("".join(f"={number} 2\n\n" for number in range(1, 2000)) + "OK\n" + "7,7\n" * 2000)
            time.sleep(1000)
        case "answers and never reads":
            forever("OK\n7,7\n")
        case "ignores signals":
            for number in range(1, signal.NSIG):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            # Python goes on after an interrupt that it ignores.
            time.sleep(1000)
        case "forks":
            start("sleep", mark)
            time.sleep(1000)
        case "forks and exits":
            start("sleep", mark)
        case "forks into a session":
            start("sleep", mark, start_new_session=True)
            time.sleep(1000)
        case "leaves a daemon":
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.execvp("sleep", ["sleep", mark])
                os._exit(0)
            os.wait()
            time.sleep(1000)
        case "forks all the time":
            while True:
                start("sleep", mark)
                time.sleep(0.005)
        case "errors to all":
            gtp(lambda identity, _: f"?{identity} no\n\n")
        case "an answer of binary":
            gtp(lambda identity, _: f"={identity} ".encode() + b"\xff\xfe\x00\x1b[2J\n\n")
        case _:
            sys.exit("no such fault")


main()
