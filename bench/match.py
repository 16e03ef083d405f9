"""What branches cost: bench/match/match_N.fut, with 2 to 64 branches that all do something else, by a match and by nested
conditions. A project report on flattening `match` in Futhark measured the same on an A100: a match is up to 5 times as fast as
nested conditions, and about 1.7 times for large arrays.
"""

import concurrent.futures
import statistics
import subprocess
import time

import equal_rows

BRANCHES = [2, 4, 8, 16, 32, 64]
# What is done for each element, numbers of elements, and the entry points.
KINDS = [("elements", [1 << 14, 1 << 18, 1 << 22, 1 << 26], 1), ("rows", [1 << 14, 1 << 18, 1 << 22], 16)]
PAPER = "paper: conditions / match up to 5x, about 1.7x for large arrays, 1x for 2 branches"


def measure(target, kind, elements, length, seconds, clock, threads):
    library = equal_rows.Library(target, threads)
    shape = [elements] if length == 1 else [elements // length, length]
    entries = [equal_rows.Entry(library, f"{kind}_{form}", shape) for form in ("match", "ifs")]
    return [statistics.median(times) for times in equal_rows.in_turns(entries, seconds, clock)]


def run(arguments, planish, folder, programs):
    """Prints a table. Gives 1 if something failed."""
    clock = time.CLOCK_PROCESS_CPUTIME_ID if arguments.clock == "cpu" else time.CLOCK_MONOTONIC
    threads = int(arguments.threads.split(",")[-1])
    backend = ["--backend=cuda"] if arguments.backend == "cuda" else []
    targets = {count: folder / f"match_{count}" for count in BRANCHES}

    def build(count):
        return subprocess.run([planish, "build", "--library", *backend, programs / f"match_{count}.fut", "-o", targets[count]],
                              capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for count, done in zip(BRANCHES, pool.map(build, BRANCHES)):
            if done.returncode != 0:
                print(f"match_{count}: {done.stdout}{done.stderr}")
                return 1
    status = 0
    print(f"{'of':<9}{'number':>10}{'branches':>10}{'match ms':>11}{'ifs ms':>11}{'ifs/match':>11}{'beside 2 branches':>19}")
    for kind, sizes, length in KINDS:
        if arguments.filter not in kind:
            continue
        for size in sizes:
            elements, first = max(length, int(size * arguments.scale)), None
            for count in BRANCHES:
                try:
                    match, ifs = measure(targets[count], kind, elements, length, arguments.seconds, clock, threads)
                except RuntimeError as error:
                    print(f"{kind}, {elements}, {count} branches: {error}")
                    status = 1
                    continue
                first = first or match
                print(f"{kind:<9}{elements:>10}{count:>10}{match * 1e3:>11.3f}{ifs * 1e3:>11.3f}{ifs / match:>10.2f}x"
                      f"{match / first:>18.2f}x", flush=True)
    print(PAPER)
    return status
