"""Test programs with a changed kernel, in a second each: what .ci/mutants and .ci/planted stand on.

cargo builds the test programs once, with .ci/recorder/cc in front of the linker, which keeps their link commands. For a
change in asm/ the files that it touches are assembled alone, and the programs are linked again with these objects ahead of
the library, whose own objects of these files are then left out. No Rust is compiled.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.M)
WALL_LIMIT = 600  # seconds; the limit that counts is of CPU time


def run(command, **options):
    """Runs a command that must succeed; its output is shown if it does not."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\n{' '.join(map(str, command[:6]))} ...: exit status {done.returncode}")
    return done.stdout


class DoesNotAssemble(Exception):
    """The change does not assemble."""


class DoesNotLink(Exception):
    """The change does not link."""


class Result:
    """How a test program ended: `failed` is None or names the test and what happened; seconds of CPU time."""

    def __init__(self, failed, seconds):
        self.failed = failed
        self.seconds = seconds


class Programs:
    """The package's test programs, to be linked again and run."""

    def __init__(self, target=None, runner=()):
        self.runner = list(runner)
        self.target = target
        packages = json.loads(run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT))
        self.prefix = None
        self.work = Path(packages["target_directory"]) / "relinked" / f"{os.getpid()}"
        self.work.mkdir(parents=True, exist_ok=True)
        self.paths = self._build()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.work, ignore_errors=True)

    def _build(self):
        environment = dict(os.environ, PATH=f"{ROOT / '.ci/recorder'}:{os.environ['PATH']}")
        # The whole workspace's, as cargo test builds it: for one package alone others' features, and so all programs, would differ.
        command = ["cargo", "test", "--locked", "--tests", "--no-run", "--message-format=json"]
        if self.target:
            command += ["-p", "stonemask", "--target", self.target]
            environment.setdefault(f"CC_{self.target.replace('-', '_')}", "cc")
        for _ in range(2):
            paths = {}
            for line in run(command, cwd=ROOT, env=environment).splitlines():
                message = json.loads(line)
                is_program = message.get("reason") == "compiler-artifact" and message["executable"] and message["profile"]["test"]
                if is_program and Path(message["manifest_path"]).parent == ROOT:
                    paths[message["target"]["name"]] = Path(message["executable"])
                if message.get("reason") == "build-script-executed":
                    self.prefix = dict(message["env"]).get("STONEMASK_SYMBOL_PREFIX", self.prefix)
            forgotten = [path for path in paths.values() if not Path(f"{path}.link/arguments").exists()]
            if not forgotten:
                return paths
            # Linked without the recorder: once more, with it.
            for path in forgotten:
                path.unlink()
        sys.exit(f"no link command was kept for {forgotten[0]}")

    def tests(self, name):
        """The names of a test program's tests. Listing them needs no kernel, so no emulator."""
        listed = run([self.paths[name], "--list", "--format", "terse"])
        return [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]

    def dependents(self, asm):
        """For each file below `asm`, the files that the assembler reads it for."""
        files = [path for path in sorted(asm.rglob("*")) if path.suffix in (".S", ".inc")]
        # As the preprocessor looks for them: beside the file that names them, then below asm.
        includes = {
            path: [next(p for p in (path.parent / name, asm / name) if p.exists()) for name in INCLUDE.findall(path.read_text())]
            for path in files
        }

        def reads(path, seen):
            for included in includes[path]:
                if included not in seen:
                    seen.add(included)
                    reads(included, seen)
            return seen

        read = {path: reads(path, {path}) for path in files if path.suffix == ".S"}
        return {file: [source for source, all_read in read.items() if file in all_read] for file in files}

    def assemble(self, asm, sources, directory):
        """Assembles some files below `asm`; gives the objects."""
        objects = []
        for source in sources:
            target = directory / f"{len(objects)}.o"
            command = ["cc", "-c", "-m64", "-I", asm, f"-DSTONEMASK_SYMBOL_PREFIX={self.prefix}", source, "-o", target]
            if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
                raise DoesNotAssemble
            objects.append(target)
        return objects

    def link(self, name, objects, output):
        """Links the test program `name` with `objects` ahead of what else has their symbols."""
        kept = Path(f"{self.paths[name]}.link")
        arguments = (kept / "arguments").read_text().split("\0")[:-1]
        arguments[arguments.index("-o") + 1] = str(output)
        first = next(i for i, argument in enumerate(arguments) if argument.endswith(".o"))
        arguments[first:first] = map(str, objects)
        command = ["cc", "-Wl,--strip-debug", *arguments]
        directory = (kept / "directory").read_text().strip()
        done = subprocess.run(command, cwd=directory, text=True, capture_output=True, check=False)
        if done.returncode:
            raise DoesNotLink(done.stderr)

    def run(self, program, arguments=(), cpu_seconds=None):
        """Runs a linked test program until its first failing test."""

        def limits():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if cpu_seconds and not self.runner:
                resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))

        environment = dict(
            os.environ,
            RUST_TEST_THREADS="1",
            RUST_BACKTRACE="0",
            PROPTEST_RNG_SEED="2026",
            PROPTEST_MAX_SHRINK_ITERS="0",
            PROPTEST_DISABLE_FAILURE_PERSISTENCE="true",
        )
        start = time.monotonic()
        process = subprocess.Popen(
            [*self.runner, program, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=limits,
        )
        # The emulator cleans up behind itself when it is asked to end; a test program may be past asking.
        end = signal.SIGTERM if self.runner else signal.SIGKILL
        too_long = threading.Event()

        def expire():
            too_long.set()
            os.killpg(process.pid, end)

        timer = threading.Timer(WALL_LIMIT, expire)
        timer.start()
        failed, test = None, "start"
        for raw in process.stdout:
            match = re.match(r"test (\S+).* \.\.\. ?(.*)", raw.decode(errors="replace").strip())
            if match:
                test = match[1]
                if match[2].startswith("FAILED"):
                    failed = test
                    break
        timer.cancel()
        if failed:
            os.killpg(process.pid, end)
        # CPU time, for machines that do other things as well.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status = os.waitstatus_to_exitcode(status)
        if not failed and (too_long.is_set() or status == -signal.SIGXCPU):
            failed = f"{test}: time limit"
        elif not failed and status < 0:
            failed = f"{test}: {signal.Signals(-status).name}"
        elif not failed and status != 0:
            failed = f"{test}: exit status {status}"
        seconds = time.monotonic() - start if self.runner else usage.ru_utime + usage.ru_stime
        return Result(failed, seconds)
