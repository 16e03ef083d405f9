#!/usr/bin/env python3
"""Programs that are four times as long give about four times as much code, at every stage.

The programs are those of bench/growth.py. What is compared are counts, which are the same on every machine: statements
after each pass, and lines of the code that LLVM is given and gives. Time and memory are bounded, so that what grows
without bounds fails; of long programs, time itself is compared.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
sys.dont_write_bytecode = True
import growth  # noqa: E402

SECONDS = 60
MEGABYTES = 2048
# A program of 4n parts may have so many times the code of one of n parts; small ones are not compared.
MOST = 8
SMALL = 4000
# If a program of n parts takes as long as this, one of 4n may take so many times as long. Work that is linear takes up to 8
# times as long, since less of it stays in the caches, and work that is quadratic 16 times.
LONG_SECONDS = 0.1
MOST_TIME = 11
# These are compiled to the end: nests are what LLVM can take without bounds for.
OPTIMISED = ["irregular nest", "nest of loops"]
# What still grows too fast, and why. One that no longer does fails, so that it is taken off.
KNOWN = {}


def run(planish, text, options):
    with tempfile.NamedTemporaryFile("w", suffix=".fut") as source:
        source.write(text)
        source.flush()
        done = subprocess.run([planish, "dev", "--passes=cpu", *options, source.name], text=True, capture_output=True,
                              preexec_fn=growth.Limits(SECONDS, MEGABYTES))
    if done.returncode != 0:
        raise RuntimeError(f"status {done.returncode} {done.stderr.strip()[:300]}")
    return done


def statements(planish, text):
    """The most that there are after a pass."""
    rows = (line.split() for line in run(planish, text, ["--time-passes"]).stderr.splitlines())
    return max(int(row[2]) for row in rows if len(row) == 3 and row[2].isdigit())


def time_problem(planish, program, n):
    """What is wrong with the time that code takes to make, without what LLVM does with it."""
    short, _, problem = growth.compile(planish, program(n), "code")
    if problem or short < LONG_SECONDS:
        return problem
    long, _, problem = growth.compile(planish, program(4 * n), "code")
    if problem or long <= MOST_TIME * short:
        return problem
    return f"{short:.2f} s for {n} parts, but {long:.2f} s for {4 * n}"


def code_lines(planish, text, what):
    return run(planish, text, [f"--emit={what}"]).stdout.count("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the compiler")
    parser.add_argument("--filter", default="", help="only programs with this in their names")
    arguments = parser.parse_args()
    failures = 0
    grown = set()
    for name, (program, n) in growth.PROGRAMS.items():
        if arguments.filter not in name:
            continue
        counts = {"statements": statements,
                  "lines of code": lambda planish, text: code_lines(planish, text, "unoptimised-llvm")}
        if name in OPTIMISED:
            counts["lines of optimised code"] = lambda planish, text: code_lines(planish, text, "llvm")
        for what, count in counts.items():
            try:
                short, long = count(arguments.binary, program(n)), count(arguments.binary, program(4 * n))
            except RuntimeError as error:
                print(f"{name}, {what}: {error}")
                failures += 1
                break
            if long <= max(MOST * short, SMALL):
                continue
            grown.add(name)
            if name not in KNOWN:
                print(f"{name}: {short} {what} for {n} parts, but {long} for {4 * n}")
                failures += 1
        if problem := time_problem(arguments.binary, program, n):
            print(f"{name}: {problem}")
            failures += 1
    for name in KNOWN.keys() - grown:
        if arguments.filter in name:
            print(f"{name} no longer grows too fast: take it off KNOWN")
            failures += 1
    print(f"{failures} failures" if failures else "all programs grow as their text does")
    return 1 if failures else 0


sys.exit(main())
