#!/usr/bin/env python3
"""Runs the test programs of tests/ with a planish binary.

usage: tests/run_programs.py [--binary FILE] [--update] [--filter TEXT] [--every N] [--exclude TAG] [--jobs N] [--limit SECONDS] [SUITE[/N]...]

Suites (all of them but `cuda` when none is named; SUITE/N is one of N of its tests, chosen by a hash of the name, as with --every):
  accept    tests/programs/accept/**/*.fut, examples/**/*.fut: `planish check` exits 0
  warn      tests/programs/warn/**/*.fut: exit 0, and stderr is the golden file beside it
  run       tests/programs/run/**/*.fut, examples/**/*.fut, bench/{programs,regularity,streams}/*.fut, in the interpreter: `planish
            test --backend=interp` exits 0; and bench/match/*.fut
  flat      those of `run`, as FLAT in the interpreter: `planish test --backend=interp --passes=cpu`, and with --target=small,
            where everything that can be parallel is
  device    those of `run`, as FLAT for a GPU in the interpreter: `planish test --backend=interp --passes=gpu`, with
            --target=gpu-small, and without one of the passes for devices; some with nothing inlined
  emulator  those of `run`, on an emulated GPU: `planish test --backend=gpu-emulator`
  races     the same with --races: no two threads access the same memory without order
  moved     those of `run`, on an emulated GPU on which arrays are only while they are worked with: PLANISH_EMULATOR=move_all=1
  ptx       bench/gpu/*.fut and one of 200 of those of `run`, as code for NVIDIA's GPUs, of which LLVM's verifier sees every stage: kernels
            that call nothing by pointer; NVIDIA's assembler takes them, where there is a `ptxas` (in PATH, below /usr/local/cuda,
            or named by $PTXAS)
  cuda      those of `run`, on the first NVIDIA GPU: `planish test --backend=cuda`
  cpu       those of `run`, as machine code on one thread: `planish test --backend=cpu --threads=1`
  threads   those of `run`, as machine code on four threads, with the smallest work cut into tasks
  lifted    the same, where everything that can be parallel is: `--target=small`
  calls     those of `run`, with all functions called, as with `#[noinline]`, as FLAT in the interpreter, and some as
            machine code
  without   those of `run`, without one pass and without another, as FLAT in the interpreter: `planish test
            --disable-pass=PASS`
  disabled  those of `run`, without an optimisation (`planish test --disable=WHAT`), as machine code or in the emulator, or with
            thresholds as tuning parameters
  built     those of `run`, as executables: `planish test --built`
  faults    those of `run`, with one allocation after the other failing, in the interpreter, as machine code and on an emulated GPU:
            `planish test --fail-allocations`
  reject    tests/programs/reject/**/*.fut: exit 1, and stderr is the golden file beside it; --json is valid JSON
  nesl_reject, nesl_warn  the same for tests/nesl/reject/*.nesl and tests/nesl/warn/*.nesl
  fmt       `planish fmt` is idempotent and keeps all tokens and comments, on the programs above and the prelude
  commands  tests/commands/*.sh: each is run by bash in an empty folder with $PLANISH (the binary) and $HERE
            (tests/commands); exits 0, and stdout and stderr together are the golden file beside it
  passes    tests/passes/PASS/**/*.core: a program of the IR, a line `-- ==> PASS` (or several, with commas between), and
            what `planish dev` makes of the program with these passes; --update writes the line and what follows it
  nesl      tests/nesl/run/*.nesl, examples/nesl/*.nesl, bench/programs/*.nesl, and bench/nesl/*.nesl with their twins: the tests
            in their comments, in the interpreter, and there as FLAT with everything lifted: `planish test --backend=interp --passes=cpu
            --target=small`
  nesl_cpu  those of `nesl`, as machine code
  plan      tests/plan/*.flat: programs in FLAT with their plans in comments: each is what `planish dev --plan` prints of it,
            for the CPU that its first line names (`-- cpu: x86-64-v3`), or for one with AVX-512; --update writes it. And
            each strategy is taken in one of them, and not taken in another place
  lower     tests/lower/**/*.fut: what `planish dev --no-locations` prints, the program in CORE as lowering gives it, is the
            golden file beside it
  prelude   prelude/*.fut: each function is used by a program in tests/programs/run/prelude, and what the comments give as examples,
            `Example: `f x == y``, is true
  codes     every code of `planish explain-error --list` occurs as [code] in some golden file and is explained
  docs      the programs in README.md and docs/**/*.md: blocks that begin with ```futhark are accepted. After
            ```futhark error=CODE it yields CODE and no other error. The blocks after it that begin with `$ planish
            check FILE` (or types, test, run, eval, dev, explain, with options, or with `echo 'values' |` before) show the whole
            output for a file of that name; --update writes it. After ```futhark file=NAME or ```nesl file=NAME stands a program
            that others of the document import. Of the blocks in docs/errors/CODE.md the first one
            yields CODE, unless it is the only one, and the last one does not

Floats of programs that are run are equal to the last bit, in all of these suites, unless a program says in a comment how
far they may be off and why: `-- Floats within 4 ulps: …`, units in the last place of each number, or `-- Floats within 4
ulps of the largest: …`, of the largest number of the array, where numbers cancel.

The golden file of x.fut or x.sh is x.expected; --update writes it. Programs are checked from their own folder, so
that golden files hold no paths. A .fut file is a helper, not a test by itself, when its name or the name of one of
its folders begins with `_`, or when it lies in a folder `lib`.
"""

import argparse
import collections
import concurrent.futures
import difflib
import hashlib
import itertools
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parent
PROGRAMS = TESTS / "programs"
SUITES = ["accept", "run", "flat", "device", "emulator", "races", "moved", "ptx", "cpu", "threads", "lifted", "calls", "without", "disabled", "built",
          "faults", "warn", "reject", "nesl", "nesl_cpu", "nesl_reject", "nesl_warn", "fmt", "commands", "lower", "passes", "plan",
          "prelude", "codes", "docs"]
PTX_ARCHITECTURE = "sm_90"
# Those that need more than any machine has are run when they are named.
ALL_SUITES = [*SUITES, "cuda"]


# Programs that fail without a pass, and why. One that passes fails, so that it is taken off.
KNOWN_WITHOUT = {
    ("tests/programs/run/irregular/lengths_of_equal_rows.fut", "hoist"):
        "sizes of rows are computed before the map, and the check that they are not negative is moved there by hoist",
}
# How far the floats of a program may be off, and why. Without such a line they have to be equal.
TOLERANCE = re.compile(r"^-- Floats within (?P<ulps>\d+) ulps?(?P<of_largest> of the largest)?: \w.*\.$", re.M)
# Between the program and what the passes make of it.
ARROW = re.compile(r"^-- ==> (?P<passes>[a-z_,]+)\n", re.M)
# What comes before a program with its plan: comments, of which the first may name a CPU or another target.
PLAN_HEAD = re.compile(r"(?:-- cpu: (?P<cpu>\S+)\n|-- target: (?P<target>\S+)\n)?(?:--.*\n)*")
# The strategies that a comment of a plan says are taken, and the one that it says is not.
PLAN_LINE = re.compile(r"^ *-- (?:plan: (?!not )(?P<taken>.*)|(?:plan:)? +not (?P<refused>[a-z ]+): .*)$", re.M)
STRATEGY = re.compile(r'^STRATEGY\(\w+, "(?P<text>[^"]+)"\)', re.M)
# A fenced block of a document.
BLOCK = re.compile(r"^```(?P<info>.*)\n(?P<body>(?:.*\n)*?)```$", re.M)
# A definition of the prelude, after its comment.
PRELUDE_NAME = re.compile(r"^(?P<comment>(?: *--.*\n)*) *(?:#\[.*\] *)?(?:def|val) (?P<name>\([^)\s]+\)|[\w']+)", re.M)
EXAMPLE = re.compile(r"Example: `(?P<text>[^`]* == [^`]*)`")
# Files of the prelude whose functions are in a module, or in several: then by the name that tests have for all of these.
PRELUDE_MODULES = {"bool": "bool", "irregular": "irregular", "seq": "seq", "number": "M"}
# Not tested by values: an interpreter would stop; derivatives are not compiled.
UNTESTED_FILES = ("ad", "intrinsics", "math")
UNTESTED_NAMES = ("break",)
# The first line of a block that shows what a command prints for the program before it.
COMMAND = re.compile(r"\$ (echo (?P<input>'[^'\n]*') \| )?planish (?P<arguments>(check|types|test|run|eval|dev|explain) .+)\n")
Block = collections.namedtuple("Block", "start end info body")


class Failure(Exception):
    pass


class OutOfTime(Exception):
    pass


class Runner:
    def __init__(self, arguments):
        self.binary = str(arguments.binary.resolve())
        self.update = arguments.update
        self.timeout = arguments.timeout
        self.excluded = [f"--exclude={tag}" for tag in arguments.exclude]
        self.end = time.monotonic() + arguments.limit
        named = os.environ.get("PTXAS")
        self.ptxas = shutil.which(named) if named else shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "PLANISH": self.binary, "HERE": str(TESTS / "commands")}
        self.environment.pop("CLICOLOR_FORCE", None)
        # What the verifier knows is never silent, whatever command compiles.
        self.environment["PLANISH_VERIFY"] = "on"
        # Tests are about the compiler at hand, and leave nothing behind: only suites of one run share machine code.
        self.environment["PLANISH_CACHE"] = "off"
        self.cache = tempfile.TemporaryDirectory(prefix="planish-tests-")
        self.cached_environment = {**self.environment, "PLANISH_CACHE": "on", "XDG_CACHE_HOME": self.cache.name}

    # --- Running ------------------------------------------------------------------------------------------------------

    def execute(self, command, cwd, stdin=b"", merge=False, environment=None):
        """Exit status, stdout and stderr (in stdout when merged); a crash or a hang is a failure."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise OutOfTime
        try:
            done = subprocess.run(command, cwd=cwd, input=stdin, stdout=subprocess.PIPE,
                                  env=environment or self.environment,
                                  stderr=subprocess.STDOUT if merge else subprocess.PIPE, timeout=min(self.timeout, left))
        except subprocess.TimeoutExpired:
            if left < self.timeout:
                raise OutOfTime
            raise Failure(f"no end after {self.timeout} s")
        stderr = done.stderr or b""
        if done.returncode < 0 or done.returncode > 3:
            last = (stderr or done.stdout).decode(errors="replace").splitlines()[:60]
            raise Failure("\n".join([f"crashed with status {done.returncode}", *last]))
        return done.returncode, done.stdout, stderr

    def planish(self, *arguments, cwd=ROOT, stdin=b""):
        return self.execute([self.binary, *map(str, arguments)], cwd, stdin)

    def compare_with_golden(self, path, actual):
        golden = path.with_suffix(".expected")
        old = golden.read_bytes() if golden.exists() else None
        if actual == old:
            return
        if self.update:
            golden.write_bytes(actual)
            print(f"updated {golden.relative_to(ROOT)}")
            return
        if old is None:
            raise Failure(f"no golden file {golden.name} (--update writes it); the output is\n"
                          + actual.decode(errors="replace"))
        raise Failure("the output differs from the golden file\n" + diff(old, actual, golden.name, "output"))

    # --- One test -----------------------------------------------------------------------------------------------------

    def accept(self, path):
        status, stdout, stderr = self.planish("check", path.name, cwd=path.parent)
        if status != 0 or stdout:
            raise Failure(f"should be accepted, but got exit status {status}\n"
                          + (stdout + stderr).decode(errors="replace"))

    def run(self, path):
        self.test(path, "--backend=interp")

    def flat(self, path):
        self.test(path, "--backend=interp", "--passes=cpu")
        self.test(path, "--backend=interp", "--passes=cpu", "--target=small")

    def device(self, path):
        options = ["--backend=interp", "--passes=gpu", "--target=gpu-small"]
        self.test(path, *options)
        passes = self.device_passes()
        self.test(path, f"--disable-pass={passes[number_of(path) % len(passes)]}", *options)
        if number_of(path) % 4 == 0:
            self.test(path, "--no-inline", *options)

    def cpu(self, path):
        self.test(path, "--backend=cpu", "--threads=1", "--cached")

    def emulator(self, path, *options):
        self.test(path, "--backend=gpu-emulator", *options)

    def races(self, path):
        self.emulator(path, "--races")

    def moved(self, path):
        self.test(path, "--backend=gpu-emulator", environment={**self.environment, "PLANISH_EMULATOR": "move_all=1"})

    def ptx(self, path):
        status, code, stderr = self.planish("dev", "--backend=cuda", f"--gpu-arch={PTX_ARCHITECTURE}", "--emit=ptx", path)
        if status != 0:
            raise Failure(f"no PTX: exit status {status}\n" + stderr.decode(errors="replace"))
        if b".visible .entry planish_" not in code:
            if "bench" in path.parts:
                raise Failure("there is no kernel in its PTX")
            return
        for pattern in (b".callprototype", b".extern .func"):
            if pattern in code:
                raise Failure(f"{pattern.decode()} is in its PTX: something is not inlined")
        if self.ptxas is None:
            return
        with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
            file.write(code)
            file.flush()
            status, stdout, stderr = self.execute([self.ptxas, f"-arch={PTX_ARCHITECTURE}", "-o", "/dev/null", file.name], ROOT)
        if status != 0:
            raise Failure("ptxas refuses its PTX\n" + (stdout + stderr).decode(errors="replace"))

    def cuda(self, path):
        self.test(path, "--backend=cuda")

    def threads(self, path):
        self.test(path, "--backend=cpu", "--threads=4", "--fine-cuts", "--cached")

    def lifted(self, path):
        self.test(path, "--backend=cpu", "--threads=4", "--fine-cuts", "--target=small")

    def built(self, path):
        self.test(path, "--built", "--threads=2", "--cached")

    def faults(self, path):
        # Recursion that only the stack ends makes too many allocations.
        if "recursion" in path.parts and "endless" in path.name:
            return
        for backend in ("cpu", "interp", "gpu-emulator"):
            self.test(path, f"--backend={backend}", "--fail-allocations=8", "--cached")

    def calls(self, path):
        self.test(path, "--no-inline", "--backend=interp", "--passes=cpu")
        # Compiling takes long.
        if number_of(path) % 8 == 0:
            self.test(path, "--no-inline", "--backend=cpu", "--threads=4", "--fine-cuts")

    def without(self, path):
        """Each program without one pass, then without another one, so that each pass is left out of many programs."""
        passes = self.all_passes()
        for k in (0, len(passes) // 2):
            left_out = passes[(number_of(path) + k) % len(passes)]
            self.test_without(path, left_out)

    def disabled(self, path):
        """Each program in one way."""
        ways = [*(["--backend=cpu", f"--disable={what}"] for what in ("fusion", "in-place", "tiling")),
                *(["--backend=gpu-emulator", f"--disable={what}"] for what in ("fusion", "in-place", "coalescing", "tiling")),
                ["--backend=cpu", "--param=cpu.tunable=1"], ["--backend=gpu-emulator", "--param=gpu-small.tunable=1"]]
        self.test(path, *ways[number_of(path) % len(ways)])

    def test_without(self, path, left_out):
        known = (path.relative_to(ROOT).as_posix(), left_out) in KNOWN_WITHOUT
        try:
            self.test(path, f"--disable-pass={left_out}", "--backend=interp", "--passes=cpu")
        except Failure:
            if not known:
                raise
        else:
            if known:
                raise Failure(f"passes without {left_out}: take it off KNOWN_WITHOUT")

    def all_passes(self):
        return sorted(set(self.pipelines()["cpu"].split()))

    def device_passes(self):
        """Those that run for GPUs only."""
        return sorted(set(self.pipelines()["gpu"].split()) - set(self.pipelines()["cpu"].split()))

    def pipelines(self):
        if not hasattr(self, "known_pipelines"):
            _, stdout, _ = self.planish("dev", "--list-passes")
            self.known_pipelines = dict(line.split(" = ") for line in stdout.decode().splitlines() if " = " in line)
        return self.known_pipelines

    def test(self, path, *options, environment=None):
        # Its own limit would stop programs that are only slow because the machine is, or sanitizers are on.
        if "--cached" in options:
            environment = self.cached_environment
        # Interpreters leave out what is for machine code by themselves. The emulator is as slow, and the cases of
        # benchmarks are for measuring: their results are not known. Where allocations fail, each case runs many times.
        slow = "--backend=gpu-emulator" in options or any(option.startswith("--fail-allocations") for option in options)
        too_large = ["--exclude=compiled"] if slow or is_below(path, ROOT / "bench") else []
        status, stdout, stderr = self.execute(
            [self.binary, "test", "--jobs=1", f"--timeout={self.timeout}", *too_large, *self.excluded,
             tolerance_of(path), *options, path.name],
            path.parent,
            environment=environment)
        if status != 0 or stderr:
            raise Failure((stdout + stderr).decode(errors="replace"))

    def warn(self, path):
        status, stdout, stderr = self.planish("check", path.name, cwd=path.parent)
        if status != 0 or stdout or not stderr:
            raise Failure(f"should be accepted with a warning, but got exit status {status}\n"
                          + (stdout + stderr).decode(errors="replace"))
        self.compare_with_golden(path, stderr)

    def reject(self, path):
        status, stdout, stderr = self.planish("check", path.name, cwd=path.parent)
        if status != 1 or stdout or not stderr:
            raise Failure(f"should be rejected with a message, but got exit status {status}\n"
                          + (stdout + stderr).decode(errors="replace"))
        self.compare_with_golden(path, stderr)
        status, stdout, _ = self.planish("check", "--json", path.name, cwd=path.parent)
        try:
            errors = json.loads(stdout)["errors"]
        except (ValueError, KeyError):
            raise Failure("--json does not print the JSON document of the errors\n" + stdout.decode(errors="replace"))
        if status != 1 or errors < 1:
            raise Failure(f"with --json, exit status {status} and {errors} errors")

    def nesl_reject(self, path):
        self.reject(path)

    def nesl_warn(self, path):
        self.warn(path)

    def fmt(self, path):
        source = path.read_bytes()
        language = ["--nesl"] if path.suffix == ".nesl" else []
        status, once, stderr = self.planish("fmt", *language, stdin=source)
        if status != 0:
            if is_below(path, PROGRAMS / "reject"):
                return  # a syntax error, most likely the point of the test
            raise Failure(f"cannot be formatted: exit status {status}\n" + stderr.decode(errors="replace"))
        status, twice, stderr = self.planish("fmt", *language, stdin=once)
        if status != 0:
            raise Failure("its formatted text cannot be formatted again\n" + stderr.decode(errors="replace"))
        if once != twice:
            raise Failure("formatting it twice differs from once\n" + diff(once, twice, "once", "twice"))
        if language:
            return self.nesl_fmt(path, source, once)
        (old_tokens, old_comments), (new_tokens, new_comments) = self.tokens(source), self.tokens(once)
        if old_tokens != new_tokens:
            raise Failure("formatting changes its tokens\n" + diff(old_tokens, new_tokens, "before", "after"))
        if old_comments != new_comments:
            raise Failure("formatting changes its comments\n" + diff(old_comments, new_comments, "before", "after"))

    def nesl_fmt(self, path, source, formatted):
        """Only white space differs; our own programs are in standard layout."""
        if re.sub(rb"\s", b"", source) != re.sub(rb"\s", b"", formatted):
            raise Failure("formatting changes more than white space")
        if source != formatted and not is_below(path, TESTS):
            raise Failure("this is not the standard layout; `planish fmt` makes it\n" + diff(source, formatted, "file", "formatted"))

    def tokens(self, text):
        """The listing of the tokens of a text, and that of its comments: what --no-comments leaves out."""
        with tempfile.NamedTemporaryFile(suffix=".fut") as file:
            file.write(text)
            file.flush()
            listings = []
            for flags in ([], ["--no-comments"]):
                status, stdout, stderr = self.planish("tokens", "--no-locations", *flags, file.name)
                if status != 0:
                    raise Failure("planish tokens fails\n" + stderr.decode(errors="replace"))
                listings.append(stdout)
        everything, tokens = listings
        comments = []
        rest = iter(tokens.splitlines())
        expected = next(rest, None)
        for line in everything.splitlines():
            if line == expected:
                expected = next(rest, None)
            else:
                comments.append(line.rstrip())
        return tokens, b"\n".join(comments)

    def commands(self, path):
        with tempfile.TemporaryDirectory() as folder:
            status, output, _ = self.execute(["bash", "-u", str(path)], folder, merge=True)
        if status != 0:
            raise Failure(f"exit status {status}\n" + output.decode(errors="replace"))
        self.compare_with_golden(path, output)

    def nesl(self, path):
        self.test(path, "--backend=interp")
        self.test(path, "--backend=interp", "--passes=cpu", "--target=small")

    def nesl_cpu(self, path):
        self.test(path, "--backend=cpu", "--threads=2")

    def lower(self, path):
        status, stdout, stderr = self.planish("dev", "--no-locations", path.name, cwd=path.parent)
        if status != 0 or stderr:
            raise Failure(f"exit status {status}\n" + stderr.decode(errors="replace"))
        self.compare_with_golden(path, stdout)

    def passes(self, path):
        text = path.read_text()
        arrow = ARROW.search(text)
        folder = path.relative_to(TESTS / "passes").parts[0]
        names = arrow["passes"] if arrow else folder
        if folder not in names.split(","):
            raise Failure(f"lies in the folder of the pass {folder}, but runs {names}")
        program, expected = (text[:arrow.start()], text[arrow.end():]) if arrow else (text.rstrip("\n") + "\n\n", "")
        status, stdout, stderr = self.planish("dev", f"--passes={names}", "-", stdin=program.encode())
        if status != 0 or stderr:
            raise Failure(f"exit status {status}\n" + stderr.decode(errors="replace"))
        actual = stdout.decode()
        if actual == expected:
            return
        if not self.update:
            raise Failure("the program is another one\n" + diff(expected.encode(), stdout, path.name, "output"))
        path.write_text(f"{program}-- ==> {names}\n{actual}")
        print(f"updated {path.relative_to(ROOT)}")

    def plan(self, path):
        if path.suffix == ".def":
            return self.strategies(path)
        text = path.read_text()
        head = PLAN_HEAD.match(text)
        cpu = head["cpu"] or "sapphirerapids"
        target = head["target"] or "cpu"
        status, stdout, stderr = self.planish("dev", "--plan", f"--target-cpu={cpu}", f"--target={target}", "-",
                                              stdin=text.encode())
        if status != 0 or stderr:
            raise Failure(f"exit status {status}\n" + stderr.decode(errors="replace"))
        expected = text[head.end():]
        if stdout.decode() == expected:
            return
        if not self.update:
            raise Failure("the plan is another one\n" + diff(expected.encode(), stdout, path.name, "output"))
        path.write_text(head[0] + stdout.decode())
        print(f"updated {path.relative_to(ROOT)}")

    def strategies(self, path):
        """All of the list are taken by some program with a plan, and not taken by another operation."""
        taken, refused = set(), set()
        for program in (TESTS / "plan").glob("*.flat"):
            for line in PLAN_LINE.finditer(program.read_text()):
                if line["refused"]:
                    refused.add(line["refused"])
                else:
                    taken |= {part.split(":")[0] for part in line["taken"].split("; ")}
        for strategy in STRATEGY.findall(path.read_text()):
            if strategy not in taken:
                raise Failure(f"no program of tests/plan takes the strategy `{strategy}`")
            if strategy not in refused and strategy != "plain":
                raise Failure(f"no program of tests/plan shows where the strategy `{strategy}` is not taken, and why")

    def prelude(self, path):
        module = PRELUDE_MODULES.get(path.stem)
        used = "\n".join(test.read_text() for test in (PROGRAMS / "run" / "prelude").glob("*.fut"))
        used = re.sub(r"--.*", "", used)
        examples, missing = [], []
        for found in PRELUDE_NAME.finditer(re.sub(r"^local\s+def .*$", "", path.read_text(), flags=re.M)):
            name = found["name"]
            examples += EXAMPLE.findall(" ".join(line.strip(" -") for line in found["comment"].splitlines()))
            if name.startswith("("):
                use = re.escape(f"{module}.{name[1:-1]}" if module else name[1:-1])
            else:
                use = r"(?<![\w.'])" + re.escape(f"{module}.{name}" if module else name) + r"(?![\w'])"
            if name not in UNTESTED_NAMES and not re.search(use, used):
                missing.append(name)
        if missing:
            raise Failure(f"no program of tests/programs/run/prelude uses {', '.join(missing)}")
        opened = "irregular.({})" if module == "irregular" else "({})"
        for example in examples:
            # Sizes of both sides are equal, but the checker may not know it.
            sides = [self.planish("eval", "-w", opened.format(side)) for side in example.rsplit(" == ", 1)]
            values = [re.sub(rb"(?<=\d)[iuf]\d+", b"", stdout) for _, stdout, _ in sides]
            if values[0] != values[1] or not values[0]:
                raise Failure(f"{example}\n" + "\n".join((stdout + stderr).decode(errors="replace") for _, stdout, stderr in sides))

    def codes(self, code):
        if code not in self.golden_codes():
            raise Failure(f"no golden file shows [{code}]: add a program to tests/programs/reject or warn")
        status, stdout, stderr = self.planish("explain-error", code)
        if status != 0 or len(stdout.split()) < 10:
            raise Failure(f"`planish explain-error {code}` explains nothing\n" + stderr.decode(errors="replace"))

    def docs(self, path):
        """One document. The --update of its outputs goes from the last to the first, so that offsets stay right."""
        text = path.read_text()
        blocks = [Block(*match.span("body"), match["info"].split(), match["body"]) for match in BLOCK.finditer(text)]
        languages = {"futhark": "fut", "nesl": "nesl"}
        programs = [block for block in blocks if block.info and block.info[0] in languages]
        page_of_code = path.parent == ROOT / "docs/errors"
        files = {file_of(block): block.body for block in programs if file_of(block)}
        failures = []
        for block in reversed(programs):
            code = next((word.removeprefix("error=") for word in block.info if word.startswith("error=")), None)
            if page_of_code and len(programs) > 1 and block is programs[0]:
                code = path.stem
            following = blocks[blocks.index(block) + 1:]
            shown = itertools.takewhile(lambda b: b not in programs and COMMAND.match(b.body), following)
            try:
                name = file_of(block) or "example." + languages[block.info[0]]
                output = self.doc_example(block, files, code, ["check", name])
                if "% test:" in block.body and ", 0 failed" not in (tested := self.doc_example(block, files, code, ["test", name])):
                    raise Failure(tested)
                if page_of_code and block is programs[-1] and f"[{path.stem}]" in output:
                    raise Failure(f"the corrected program still yields [{path.stem}]\n{output}")
                for example in reversed(list(shown)):
                    command = COMMAND.match(example.body)
                    stdin = shlex.split(command["input"] or "''")[0]
                    output = self.doc_example(block, files, code, shlex.split(command["arguments"]), stdin)
                    if example.body == command[0] + output:
                        continue
                    if not self.update:
                        raise Failure("the output is another one\n" + diff(example.body[command.end():].encode(),
                                                                          output.encode(), "shown", "output"))
                    text = text[:example.start] + command[0] + output + text[example.end:]
            except Failure as failure:
                line = text.count("\n", 0, block.start) + 1
                failures.append(f"line {line}: {failure}")
        if text != path.read_text():
            path.write_text(text)
            print(f"updated {path.relative_to(ROOT)}")
        if failures:
            raise Failure("\n".join(reversed(failures)))

    def doc_example(self, block, files, code, arguments, stdin=""):
        """What is printed for a program in a document, whose only error or one warning has this code, if any. Beside it lie
        those of the document that have names."""
        name = next((word for word in arguments if word.endswith((".fut", ".nesl"))), "example.fut")
        if arguments[0] == "explain":  # how operators run depends on the processor
            arguments = [*arguments, "--target-cpu=x86-64-v4"]
        with tempfile.TemporaryDirectory() as folder:
            for beside, body in {**files, name: block.body}.items():
                (pathlib.Path(folder) / beside).write_text(body)
            _, stdout, stderr = self.planish(*arguments, cwd=folder, stdin=stdin.encode())
        output = (stdout + stderr).decode(errors="replace")
        others = set(re.findall(r"^error\[([a-z0-9-]+)\]", output, re.M)) - {code}
        if others:
            raise Failure(f"should {'yield only ' + code if code else 'be accepted'}\n{output}")
        if code and f"[{code}]" not in output:
            raise Failure(f"should yield {code}\n{output}")
        return output

    def golden_codes(self):
        if not hasattr(self, "shown_codes"):
            # A golden file whose test is gone proves nothing.
            text = "\n".join(p.read_text(errors="replace") for p in TESTS.rglob("*.expected")
                             if p.with_suffix(".fut").exists() or p.with_suffix(".nesl").exists() or p.with_suffix(".sh").exists())
            self.shown_codes = set(re.findall(r"\[([a-z0-9-]+)\]", text))
        return self.shown_codes

    def all_codes(self):
        status, stdout, stderr = self.planish("explain-error", "--list")
        if status != 0 or not stdout:
            raise SystemExit("`planish explain-error --list` fails\n" + stderr.decode(errors="replace"))
        return [line.split()[0] for line in stdout.decode().splitlines() if line.strip()]


def file_of(block):
    """The name in ```futhark file=NAME, of a program that others in the document import; or None."""
    return next((word.removeprefix("file=") for word in block.info if word.startswith("file=")), None)


def diff(old, new, old_name, new_name):
    lines = difflib.unified_diff(old.decode(errors="replace").splitlines(), new.decode(errors="replace").splitlines(),
                                 old_name, new_name, lineterm="")
    return "\n".join(list(lines)[:80])


def tolerance_of(path):
    """The option of `planish test` for the floats of a program."""
    line = TOLERANCE.search(path.read_text())
    if line is None:
        return "--ulps=0"
    return f"--ulps-of-largest={line['ulps']}" if line["of_largest"] else f"--ulps={line['ulps']}"


def number_of(path):
    """Chooses between variants of a test: the same for a program each time, and others for other programs."""
    return hash_of(path.relative_to(ROOT).as_posix())


def hash_of(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def is_chosen(name, every):
    """One of so many tests, by a hash of its name: a new test changes nothing for the others, and neighbours, which are
    often alike, are not chosen or left out together. Not the hash that chooses variants, or all would be of one kind."""
    return hash_of("every " + name) % every == 0


def is_below(path, folder):
    return folder in path.parents


def is_helper(path):
    folders = path.relative_to(ROOT).parts
    return any(part.startswith("_") for part in folders) or "lib" in folders[:-1]


def programs(folder, with_helpers=False):
    return [p for p in sorted(folder.rglob("*.fut")) if with_helpers or not is_helper(p)]


def suite_and_share(text):
    """`built/3` is one of three tests of the suite `built`."""
    suite, _, share = text.partition("/")
    if suite not in ALL_SUITES or not (share or "1").isdigit():
        raise argparse.ArgumentTypeError(f"no suite {text}: they are {', '.join(ALL_SUITES)}")
    return suite, int(share or "1")


def collect(suite, runner):
    """The tests of a suite: (name, what the suite's method takes)."""
    if suite == "codes":
        return [(code, code) for code in runner.all_codes()]
    if suite == "commands":
        paths = sorted((TESTS / "commands").glob("*.sh"))
    elif suite == "lower":
        paths = programs(TESTS / "lower")
    elif suite == "passes":
        paths = sorted((TESTS / "passes").rglob("*.core"))
    elif suite == "plan":
        paths = [*sorted((TESTS / "plan").glob("*.flat")), ROOT / "src" / "plan" / "strategies.def"]
    elif suite in ("nesl", "nesl_cpu"):
        paths = sorted((TESTS / "nesl" / "run").glob("*.nesl")) + sorted((ROOT / "examples" / "nesl").glob("*.nesl"))
        paths += sorted((ROOT / "bench" / "nesl").glob("*.nesl")) + sorted((ROOT / "bench" / "nesl").glob("*.fut"))
        paths += sorted((ROOT / "bench" / "programs").glob("*.nesl"))
    elif suite in ("nesl_reject", "nesl_warn"):
        paths = sorted((TESTS / "nesl" / suite.removeprefix("nesl_")).glob("*.nesl"))
    elif suite == "accept":
        paths = programs(PROGRAMS / "accept") + programs(ROOT / "examples")
    elif suite in ("run", "flat", "device", "emulator", "races", "moved", "cuda", "cpu", "threads", "lifted", "calls", "without", "disabled",
                   "built", "faults"):
        paths = programs(PROGRAMS / "run") + programs(ROOT / "examples") + programs(ROOT / "bench" / "programs")
        paths += programs(ROOT / "bench" / "regularity") + programs(ROOT / "bench" / "streams")
        if suite == "run":  # compiling 64 branches takes long
            paths += programs(ROOT / "bench" / "match")
    elif suite == "ptx":
        if runner.ptxas is None:
            print("there is no ptxas: PTX is looked at, but not assembled")
        some = [p for p in programs(PROGRAMS / "run") if is_chosen("ptx " + p.relative_to(ROOT).as_posix(), 200)]
        paths = programs(ROOT / "bench" / "gpu") + some
    elif suite == "prelude":
        paths = [path for path in sorted((ROOT / "prelude").glob("*.fut")) if path.stem not in UNTESTED_FILES]
    elif suite == "docs":
        paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    elif suite == "fmt":
        paths = [p for folder in (PROGRAMS, ROOT / "examples", ROOT / "bench" / "programs", ROOT / "prelude") for p in programs(folder, True)]
        paths += [p for folder in (TESTS / "nesl" / "run", ROOT / "examples" / "nesl", ROOT / "prelude" / "nesl") for p in sorted(folder.glob("*.nesl"))]
    else:
        paths = programs(PROGRAMS / suite)
    return [(path.relative_to(ROOT).as_posix(), path) for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", type=suite_and_share, help=", ".join(ALL_SUITES))
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "build/release/bin/planish")
    parser.add_argument("--update", action="store_true", help="write golden files instead of comparing with them")
    parser.add_argument("--filter", default="", help="only tests whose name contains this text")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only one of N of these, chosen by a hash of the name, for slow builds")
    parser.add_argument("--exclude", action="append", default=[], metavar="TAG", help="leave out cases with this tag")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=math.inf, metavar="SECONDS",
                        help="for everything: what has not ended then is counted as not run")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one command")
    arguments = parser.parse_args()
    if not arguments.binary.is_file():
        raise SystemExit(f"no binary {arguments.binary}: build it first (cmake --build --preset release)")
    runner = Runner(arguments)

    tests = [(f"{suite}: {name}", getattr(runner, suite), argument)
             for suite, share in arguments.suites or [(suite, 1) for suite in SUITES]
             for name, argument in collect(suite, runner)
             if arguments.filter in name and is_chosen(name, arguments.every * share)]
    passed = failed = not_run = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [(name, pool.submit(method, argument)) for name, method, argument in tests]
        for name, future in futures:
            try:
                future.result()
                passed += 1
            except OutOfTime:
                not_run += 1
            except Failure as failure:
                failed += 1
                print(f"FAILED {name}\n  " + str(failure).rstrip().replace("\n", "\n  ") + "\n", flush=True)
    if not tests:
        print("no tests found")
    print(f"{passed} passed, {failed} failed" + (f", {not_run} not run: out of time" if not_run else ""))
    return 1 if failed or not_run or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
