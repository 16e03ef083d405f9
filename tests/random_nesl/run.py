#!/usr/bin/env python3
"""Random programs in NESL: the interpreter, FLAT with everything lifted, and machine code have to agree.

usage: tests/random_nesl/run.py --binary FILE [--seed N] [--count N] [--native] [--show] [--jobs N]

The first program has the seed that is given, the next one the next number. Values of the interpreter become the tests of the
program, which FLAT for --target=small has to pass, verified after every pass; with --native machine code, too, on two threads: as it
is made for users, with everything lifted, and for the emulated GPU.
Expressions that fail in the interpreter have to fail. What does not pass is printed with the functions that it needs.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from generator import Generator

LIMIT = 120  # seconds, for one process
MARK = "@@@@"
EXPRESSIONS = 5


class Failure(Exception):
    """A program of few parts, and what happened."""


def planish(binary, *words, **options):
    return subprocess.run([binary, *map(str, words)], capture_output=True, text=True, errors="replace", timeout=LIMIT,
                          env=os.environ | {"PLANISH_VERIFY": "on", "PLANISH_CACHE": "off"}, **options)


def interpreted(binary, folder, functions, expressions):
    """For each expression: its value, or None if it fails."""
    values, rest = [], list(expressions)
    while rest:
        path = folder / "run.nesl"
        forms = [f'print_string("{MARK}") $\n{expression} $' for expression in rest]
        path.write_text("\n".join(functions + forms) + "\n")
        done = planish(binary, "run", "-w", "--backend=interp", path)
        if done.returncode not in (0, 3):
            raise Failure(path.read_text() + "\n" + done.stdout[-2000:] + done.stderr[-4000:] +
                          f"exit status {done.returncode}")
        found = re.findall(r"^it = (.*) : [^:]*$", done.stdout.replace(f"{MARK}it = T : bool", ""), re.M)
        values += found
        rest = rest[len(found):]
        if done.returncode == 0 and rest:
            raise Failure(path.read_text() + "\n" + done.stdout[-2000:] + "\nvalues are missing")
        if rest:
            values.append(None)
            rest = rest[1:]
    return values


def tests_of(expressions, values):
    return [f"% test: {expression} => {'error: ' + '' if value is None else value} %"
            for expression, value in zip(expressions, values)]


def needed(functions, test):
    """The functions that a test needs, in their order."""
    kept, text = [], test
    for function in reversed(functions):
        name = re.match(r"function (fn\d+)", function)[1]
        if re.search(rf"\b{name}\b", text):
            kept.insert(0, function)
            text += function
    return kept


def check(binary, seed, native):
    """Raises a Failure if something is wrong with the program of this seed."""
    made = Generator(random.Random(seed))
    functions, expressions = made.program(3, EXPRESSIONS)
    ways = [["--backend=interp", "--passes=cpu", "--target=small"]]
    if native:
        ways += [["--backend=cpu", "--threads=2"], ["--backend=cpu", "--threads=2", "--target=small"],
                 ["--backend=gpu-emulator"]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        values = interpreted(binary, folder, functions, expressions)
        passing = [(e, v) for e, v in zip(expressions, values) if v is not None]
        tests = tests_of(*zip(*passing)) if passing else []
        path = folder / "random.nesl"
        for way in ways if tests else []:
            path.write_text("\n".join(functions + tests) + "\n")
            done = planish(binary, "test", *way, path)
            if done.returncode == 0:
                continue
            for test in tests:
                path.write_text("\n".join(needed(functions, test) + [test]) + "\n")
                alone = planish(binary, "test", *way, path)
                if alone.returncode != 0:
                    raise Failure(f"{path.read_text()}\n{' '.join(way)}\n{alone.stdout[-4000:]}{alone.stderr[-2000:]}")
            path.write_text("\n".join(functions + tests) + "\n")
            raise Failure(f"{path.read_text()}\n{' '.join(way)}\n{done.stdout[-4000:]}{done.stderr[-2000:]}")
    return sum(value is None for value in values)


def show(seed):
    functions, expressions = Generator(random.Random(seed)).program(3, EXPRESSIONS)
    print("\n".join(functions + [f"{expression} $" for expression in expressions]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="planish", metavar="FILE", help="the planish command to test")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first program (1)")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many programs (100)")
    parser.add_argument("--native", action="store_true", help="machine code, too")
    parser.add_argument("--show", action="store_true", help="only print the programs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="so many at once (all cores)")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    if arguments.show:
        for seed in seeds:
            show(seed)
        return 0
    failed, failing_expressions = [], 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = {seed: pool.submit(check, arguments.binary, seed, arguments.native) for seed in seeds}
        for seed, job in jobs.items():
            try:
                failing_expressions += job.result()
            except (Failure, subprocess.TimeoutExpired) as failure:
                failed.append(seed)
                print(f"==== seed {seed}\n{failure}", flush=True)
    print(f"{arguments.count - len(failed)} programs passed, {len(failed)} failed; of {arguments.count * EXPRESSIONS}"
          f" expressions {failing_expressions} fail when they run")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
