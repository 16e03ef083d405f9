"""Times programs that read sequences, bench/streams/NAME.fut, beside rivals in C++ that stream as well, bench/streams/NAME.cpp: from a
file that has been read before, from a pipe, beside the same program with all data in memory (its entry point `in_memory`), and with
a limit of memory of 1/16 of the input. All are processes, timed from start to end. Results have to agree before anything is timed.
"""

import array
import collections
import hashlib
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

LEAST_RUNS = 5
LEAST_LIMIT = 8 << 20
# So that a batch of an Arrow stream fits in the limit.
BATCH_ROWS = 1000
# More elements of a result than this are not all compared, but some of them.
MOST_COMPARED = 2_000_000

# Of table 7.2 of "Accelerating Nested Data Parallelism" (the dissertation): millions of entries, entries in a row, and how long rows
# are and where their entries lie.
MATRICES = {
    "pdb1HYS": (4.3, 119, "band"), "consph": (6.0, 72, "band"), "cant": (4.0, 64, "band"), "pwtk": (11.6, 53, "band"),
    "rma10": (2.4, 50, "band"), "shipsec1": (7.8, 55, "band"), "rail4284": (11.3, 10, "anywhere"),
    "TSOPF_FS_b300_c2": (8.8, 154, "band"), "FullChip": (26.6, 9, "power"), "dielFilterV2real": (48.5, 42, "band"),
    "Flan_1565": (117.4, 75, "band"), "Queen_4147": (329.5, 80, "band"), "nlpkkt240": (774.5, 28, "band"),
    "HV15R": (283.0, 140, "band"),
}
# Of the seed's, with --scale 1.
MATRIX_SHARE = 0.1

# One line of the table. `make`: words for the generator. `file`: what is streamed, as [FORMAT:]FILE for parameter `param`; None: there
# is no input. `stdin`: files or texts before it. `memory`: files or texts for the entry point in_memory. `rival`: its words, with FILE and OUT
# in their places. `result`: how to read what is written to OUT; None: numbers on standard output. `once`: it is read once, so it may be a pipe.
Case = collections.namedtuple("Case", "name data make file param stdin memory rival result once tolerance",
                              defaults=[None, None, None, (), (), (), None, True, 1e-9])


class Failed(RuntimeError):
    pass


def matrix_cases(scale):
    for name, (millions, per_row, kind) in MATRICES.items():
        rows = max(64, int(millions * 1e6 * MATRIX_SHARE * scale / per_row))
        yield Case("smvm", name, ["smvm", rows, per_row, kind], "arrow:matrix.arrow", "rows", ["x.values"],
                   ["x.values", "matrix.values"], ["FILE", "x.raw", "OUT"], "d")


def md5_words(text):
    digest = hashlib.md5(text).digest()
    return [int.from_bytes(digest[i:i + 4], "little") for i in range(0, 16, 4)]


def cases(scale):
    def size(full):
        return max(1000, int(full * scale))

    yield from matrix_cases(scale)
    links, pages = size(13_000_000), size(260_000)
    yield Case("pagerank", f"{links} links, 10 steps", ["pagerank", links, pages], "raw:links.raw", "links", [f"{pages}i64 10 "],
               [f"{pages}i64 10 ", "links.values"], ["FILE", pages, 10, "OUT"], "d", once=False)
    absent = md5_words(b"no such word")
    wanted = "[" + ", ".join(f"{word}u32" for word in absent) + "] "
    yield Case("md5", f"{size(14_000_000)} words", ["words", size(14_000_000)], "lines:words.txt", "words", [wanted],
               [wanted, "words.values"], ["FILE", *absent])
    yield Case("audio", f"{size(64_000_000)} samples", ["audio", size(64_000_000)], "raw:sound.raw", "samples", [],
               ["sound.values"], ["FILE", "OUT"], "f", tolerance=1e-4)
    yield Case("word_count", f"{size(6_000_000)} lines", ["text", size(6_000_000)], "lines:text.txt", "lines", [], ["text.values"],
               ["FILE"])
    points = size(4_000_000)
    for steps, once in ((1, True), (5, False)):
        yield Case("kmeans", f"{points} points, {steps} step{'s' * (steps > 1)}", ["kmeans", points, 8], "raw:points.raw", "points",
                   [f"{steps} ", "centres.values"], [f"{steps} ", "centres.values", "points.values"],
                   ["FILE", steps, "centres.raw"], once=once, tolerance=1e-3)
    count = size(32_000_000)
    for name, result in (("moments", None), ("running_mean", "d")):
        yield Case(name, f"{count} numbers", ["numbers", count], "raw:numbers.raw", "xs", [], ["numbers.values"],
                   ["FILE", "OUT"] if result else ["FILE"], result)
    n = size(100_000_000)
    yield Case("figure_10", f"n = {n}", stdin=[f"{n}i64"], memory=[f"{n}i64"], rival=[n], once=False)


# ---- Running

Ran = collections.namedtuple("Ran", "seconds peak text")


def spawn(measure, words, clock, stdin, environment=None, piped=None):
    """Runs a command to its end. `piped`: a file that comes through a pipe, which is PIPE in the words."""
    feeder = None
    with open(stdin, "rb") as values, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as report:
        pass_fds = [report.fileno()]
        if piped:
            read_end, write_end = os.pipe()
            feeder = subprocess.Popen(["cat", piped], stdout=write_end)
            os.close(write_end)
            pass_fds.append(read_end)
        # The report is file 3 there, so the pipe is another one.
        shell = 'report=$1; shift; exec "$@" 3>&"$report"'
        words = [str(word).replace("PIPE", f"/dev/fd/{pass_fds[-1]}") for word in words]
        words = ["bash", "-c", shell, "bash", str(report.fileno()), str(measure), *words]
        done = subprocess.run(words, stdin=values, stdout=out, stderr=subprocess.PIPE, pass_fds=pass_fds,
                              env={**os.environ, **(environment or {})})
        if feeder:
            os.close(read_end)
            feeder.wait()
        out.seek(0)
        report.seek(0)
        text, took = out.read().decode(), report.read().split()
    if done.returncode != 0 or len(took) != 4 or int(took[3]) != 0:
        raise Failed(f"{words[6]} ended with status {took[-1:]}: {text}{done.stderr.decode()}")
    return Ran(float(took[1 if clock == "cpu" else 0]), int(took[2]), text)


class Runner:
    """The ways to run a case."""

    def __init__(self, case, program, rival, measure, folder, clock):
        self.case, self.program, self.rival, self.folder = case, program, rival, folder
        self.measure, self.clock = measure, clock
        self.stdin = self.joined("stdin", case.stdin)
        self.memory = self.joined("memory", case.memory)
        self.format, self.file = (case.file or "").split(":") if case.file else (None, None)

    def joined(self, name, parts):
        target = self.folder / f"{name}.in"
        with open(target, "wb") as out:
            for part in parts:
                if " " in part or part.endswith("i64"):
                    out.write(part.encode())
                    continue
                with open(self.folder / part, "rb") as values:
                    shutil.copyfileobj(values, out, 1 << 20)
        return target

    def out(self, who):
        return self.folder / f"{who}.out"

    def stream(self, threads, pipe=False, limit=None):
        words = [self.program, "--entry", "main", "--threads", str(threads)]
        if self.file:
            words += ["--in", f"{self.case.param}={self.format}:{'PIPE' if pipe else self.folder / self.file}"]
        if self.case.result:
            words += ["--out", f"0=raw:{self.out('stream')}"]
        if limit:
            words += ["--memory-limit", str(limit)]
        return spawn(self.measure, words, self.clock, self.stdin, piped=self.folder / self.file if pipe else None)

    def in_memory(self, threads):
        words = [self.program, "--entry", "in_memory", "--threads", str(threads)]
        if self.case.result:
            words += ["--out", f"0=raw:{self.out('memory')}"]
        return spawn(self.measure, words, self.clock, self.memory)

    def other(self, threads, pipe=False):
        places = {"FILE": "PIPE" if pipe else self.folder / self.file if self.file else "", "OUT": self.out("rival")}
        words = [self.rival]
        for word in map(str, self.case.rival):
            words.append(str(places.get(word, self.folder / word if word.endswith(".raw") else word)))
        return spawn(self.measure, words, self.clock, self.stdin, {"OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "false"},
                     piped=self.folder / self.file if pipe else None)

    def numbers(self, who, ran):
        if self.case.result:
            found = array.array(self.case.result)
            found.frombytes(self.out(who).read_bytes())
            return found
        # "3i64" and "[1.5f32, 2.0f32]"
        return [float(text) for text in re.findall(r"(?<![\w.])-?\d[\d.]*(?:e[-+]?\d+)?", ran.text)]

    def check(self, who, ran, expected):
        found = self.numbers(who, ran)
        if len(found) != len(expected) or not len(expected):
            raise Failed(f"{who} gives {len(found)} numbers, and the rival {len(expected)}")
        every = len(found) // MOST_COMPARED + 1
        found, expected = found[::every], expected[::every]
        if found == expected:
            return
        largest = max(map(abs, expected))
        difference = max(abs(a - b) for a, b in zip(found, expected))
        if not difference <= self.case.tolerance * largest:
            raise Failed(f"{who} differs from the rival by {difference:g}, where the largest number is {largest:g}")

    def limit(self):
        size = (self.folder / self.file).stat().st_size if self.file else 0
        return max(size // 16, LEAST_LIMIT)

    def ways(self, threads):
        """What is timed, by name."""
        ways = {"rival": lambda: self.other(threads), "stream": lambda: self.stream(threads),
                "memory": lambda: self.in_memory(threads)}
        if self.file:
            ways["limited"] = lambda: self.stream(threads, limit=self.limit())
        if self.file and self.case.once:
            ways["rival_pipe"] = lambda: self.other(threads, pipe=True)
            ways["pipe"] = lambda: self.stream(threads, pipe=True)
        return ways


def check_all(runner, threads):
    expected = runner.numbers("rival", runner.other(threads))
    for name, way in runner.ways(threads).items():
        ran = way()
        who = {"rival": "rival", "rival_pipe": "rival", "memory": "memory"}.get(name, "stream")
        runner.check(who, ran, expected)


def measure(runner, threads, seconds):
    """The runs of each way, in turns."""
    ways = runner.ways(threads)
    runs = {name: [] for name in ways}
    end = time.monotonic() + seconds * len(ways)
    while len(runs["rival"]) < LEAST_RUNS or time.monotonic() < end:
        for name, way in ways.items():
            runs[name].append(way())
    return runs


# ---- The table

HEADER = ["benchmark", "data", "threads", "C++ ms", "planish ms", "ratio", "pipe: C++", "planish", "ratio", "in memory", "ratio",
          "in 1/16", "limit MB", "peak MB"]
WIDTHS = [-12, -26, 7, 8, 10, 6, 9, 8, 6, 9, 6, 8, 8, 8]


def line(cells):
    print("  ".join(f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS)), flush=True)


def row(case, threads, runs, limit):
    def middle(name):
        return statistics.median(ran.seconds for ran in runs[name]) if name in runs else None

    def ms(value):
        return "-" if value is None else f"{value * 1e3:.1f}"

    def ratio(upper, lower):
        return "-" if upper is None or lower is None else f"{upper / lower:.2f}"

    rival, stream, memory = middle("rival"), middle("stream"), middle("memory")
    rival_pipe, pipe, limited = middle("rival_pipe"), middle("pipe"), middle("limited")
    peak = max(ran.peak for ran in runs["limited" if limited else "stream"])
    line([case.name, case.data, threads, ms(rival), ms(stream), ratio(stream, rival), ms(rival_pipe), ms(pipe),
          ratio(pipe, rival_pipe), ms(memory), ratio(stream, memory), ms(limited), f"{limit / 1e6:.1f}" if limited else "-",
          f"{peak / 1e6:.1f}"])
    return {"rival": stream / rival, "memory": stream / memory, **({"pipe": pipe / rival_pipe} if pipe else {})}


def make_data(generator, program, case, folder):
    for old in folder.iterdir():
        old.unlink()
    if case.make:
        run_command([generator, *case.make, folder])
    if case.name == "smvm":
        with open(folder / "matrix.values", "rb") as values:
            run_command([program, "--entry", "convert", "--param", f"chunk={BATCH_ROWS}", "--out", f"0={case.file.replace(':', f':{folder}/')}"], stdin=values)


def run_command(words, **options):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise Failed(f"{words[0]} failed with status {done.returncode}\n{done.stdout}")


def build(name, planish, compile_rival, sources, folder):
    """The program and its rival, each once."""
    program, rival = folder / name, folder / f"{name}-rival"
    if not program.exists():
        run_command([planish, "build", sources / f"{name}.fut", "-o", program])
        compile_rival(sources / f"{name}.cpp", rival)
    return program, rival


def run(arguments, planish, compile_rival, sources):
    """Prints a table. Gives 1 if something failed."""
    status, ratios = 0, collections.defaultdict(list)
    place = os.environ.get("BENCH_DATA")
    with tempfile.TemporaryDirectory() as built, tempfile.TemporaryDirectory(dir=place) as data:
        built, data = pathlib.Path(built), pathlib.Path(data)
        made = None
        generator, measure_program = built / "data", built / "measure"
        compile_rival(sources / "data.cpp", generator)
        compile_rival(sources / "measure.cpp", measure_program)
        line(HEADER)
        for case in cases(arguments.scale):
            if arguments.filter not in f"{case.name} {case.data}":
                continue
            for threads in arguments.threads.split(","):
                try:
                    program, rival = build(case.name, planish, compile_rival, sources, built)
                    if made != case.make:
                        make_data(generator, program, case, data)
                        made = case.make
                    runner = Runner(case, program, rival, measure_program, data, arguments.clock)
                    check_all(runner, threads)
                    if arguments.check:
                        line([case.name, case.data, threads, "agrees"])
                        continue
                    for name, value in row(case, threads, measure(runner, threads, arguments.seconds), runner.limit()).items():
                        ratios[threads, name].append(value)
                except Failed as error:
                    print(f"{case.name}, {case.data}: {error}")
                    status = 1
    for (threads, name), values in ratios.items():
        print(f"{threads} thread{'' if threads == '1' else 's'}, planish / {name}: geometric mean "
              f"{statistics.geometric_mean(values):.2f} of {len(values)}, worst {max(values):.2f}")
    return status
