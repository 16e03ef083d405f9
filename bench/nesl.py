"""Times programs in NESL beside the same programs in the other language.

bench/nesl has pairs: NAME.nesl and NAME.fut, each with a function `main` of vectors. Both are libraries of `planish build`, and
are called in turn with the same numbers; their results have to be equal.
"""

import statistics
import subprocess
import time

import equal_rows

ELEMENTS = 1 << 20
LEAST_RUNS = 7
RATIO_WANTED = 1.1


def measure(libraries, threads, elements, seconds, clock):
    """Times of both programs, run in turn."""
    entries = [equal_rows.Entry(equal_rows.Library(path, threads), "main", [elements]) for path in libraries]
    results = []
    for entry in entries:
        entry.run(clock)
        results.append(entry.values())
        entry.free_result()
    if results[0] != results[1]:
        raise RuntimeError("the programs give different results")
    times = [[], []]
    end = time.monotonic() + seconds
    while len(times[0]) < LEAST_RUNS or time.monotonic() < end:
        for entry, list_of in zip(entries, times):
            list_of.append(entry.run(clock))
            entry.free_result()
    for entry in entries:
        entry.free()
    return times


def build(planish, programs, folder):
    """The libraries of a pair, or what was wrong with one of them."""
    libraries = []
    for program in programs:
        target = folder / f"{program.stem}_{program.suffix[1:]}"
        done = subprocess.run([planish, "build", "--library", program, "-o", target], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
        libraries.append(target)
    return libraries


def run(arguments, planish, names, folder, source):
    """Prints a table. Gives 1 if something failed."""
    clock = time.CLOCK_PROCESS_CPUTIME_ID if arguments.clock == "cpu" else time.CLOCK_MONOTONIC
    elements = int(ELEMENTS * arguments.scale)
    status, ratios = 0, {}
    print(f"{'program':<16}{'threads':>8}{'twin ms':>10}{'NESL ms':>10}{'best':>8}{'median':>8}")
    for name in names:
        try:
            libraries = build(planish, [source / f"{name}.fut", source / f"{name}.nesl"], folder)
            for threads in [int(number) for number in arguments.threads.split(",")]:
                twin, nesl = measure(libraries, threads, elements, arguments.seconds, clock)
                best = min(nesl) / min(twin)
                ratios[name] = max(best, ratios.get(name, 0))
                print(f"{name:<16}{threads:>8}{min(twin) * 1e3:>10.2f}{min(nesl) * 1e3:>10.2f}{best:>7.2f}x"
                      f"{statistics.median(nesl) / statistics.median(twin):>7.2f}x", flush=True)
        except RuntimeError as error:
            print(f"{name}: {error}")
            status = 1
    if ratios:
        worst = max(ratios, key=ratios.get)
        good = sum(ratio <= RATIO_WANTED for ratio in ratios.values())
        print(f"\nNESL / twin: {good} of {len(ratios)} at most {RATIO_WANTED}x, worst {ratios[worst]:.2f}x {worst}")
    return status
