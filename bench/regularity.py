"""What it is worth to find out that rows are equally long: bench/regularity/NAME.fut, whose entry point `regular` is compiled
as usual, beside `irregular`, compiled without the passes that find it. The factors of the paper are those of "Accelerating Nested
Data Parallelism: Preserving Regularity" (Euro-Par 2020), on a GPU.
"""

import concurrent.futures
import itertools
import statistics
import subprocess
import time

import equal_rows

# The passes that find that rows are equally long, or make a version for those that are.
FINDING = ["refine_sizes", "equal_rows"]
# The shapes of arguments, and the paper's factor. Quicksort: rows of 1024 elements.
PROGRAMS = {
    "quicksort": ([[16, 1024], [256, 1024], [4096, 1024]], "6x to 13x"),
    "fft": ([[4, 32, 32], [64, 32, 32], [1024, 32, 32]], "over 10x"),
}


def build(planish, backend, program, target, without=()):
    words = [planish, "build", "--library", *backend, *(f"--disable-pass={name}" for name in without), program, "-o", target]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    return target


def build_both(planish, backend, name, folder, program):
    """The library as usual and the one that is irregular, or what is wrong."""
    try:
        return (build(planish, backend, program, folder / name),
                build(planish, backend, program, folder / f"{name}-irregular", FINDING))
    except RuntimeError as error:
        return str(error)


def run(arguments, planish, folder, programs):
    """Prints a table. Gives 1 if something failed."""
    clock = time.CLOCK_PROCESS_CPUTIME_ID if arguments.clock == "cpu" else time.CLOCK_MONOTONIC
    backend = ["--backend=cuda"] if arguments.backend == "cuda" else []
    status = 0
    print(f"{'program':<12}{'shape':<16}{'threads':>8}{'regular ms':>12}{'irregular ms':>14}{'factor':>9}  paper")
    names = [name for name in PROGRAMS if arguments.filter in name]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        built = list(pool.map(lambda name: build_both(planish, backend, name, folder, programs / f"{name}.fut"), names))
    for name, libraries in zip(names, built):
        shapes, paper = PROGRAMS[name]
        if isinstance(libraries, str):
            print(f"{name}: {libraries}")
            status = 1
            continue
        usual, forced = libraries
        threads = [int(number) for number in arguments.threads.split(",")]
        for count, shape in itertools.product(threads, shapes):
            shape = [max(1, int(shape[0] * arguments.scale)), *shape[1:]]
            try:
                entries = [equal_rows.Entry(equal_rows.Library(usual, count), "regular", shape),
                           equal_rows.Entry(equal_rows.Library(forced, count), "irregular", shape)]
                regular, irregular = map(statistics.median, equal_rows.in_turns(entries, arguments.seconds, clock, 3))
            except RuntimeError as error:
                print(f"{name}, {shape}: {error}")
                status = 1
                continue
            text = " x ".join(map(str, shape))
            print(f"{name:<12}{text:<16}{count:>8}{regular * 1e3:>12.3f}{irregular * 1e3:>14.3f}{irregular / regular:>8.2f}x"
                  f"  {paper}", flush=True)
    return status
