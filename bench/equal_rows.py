"""Times programs that take irregular arrays on rows that are equally long, beside the same programs for regular arrays.

A program of bench/equal_rows has two entry points, `regular` and `irregular`, which take the same data, the one as [n][m]t
and the other as [n][?]t. What to call, and how, stands in the manifest of its library.
"""

import array
import ctypes
import itertools
import json
import random
import statistics
import subprocess
import time

ELEMENTS = {"u8": ("B", ctypes.c_uint8), "i32": ("i", ctypes.c_int32), "i64": ("q", ctypes.c_int64),
            "f32": ("f", ctypes.c_float), "f64": ("d", ctypes.c_double)}
ROW_LENGTHS = [4, 16, 256, 4096]
LEAST_RUNS = 7


class Library:
    """A library of `planish build --library` with a context."""

    def __init__(self, path, threads):
        self.manifest = json.loads(path.with_suffix(".json").read_text())
        self.functions = ctypes.CDLL(str(path.with_name(f"lib{path.name}.so")))
        config = ctypes.c_void_p(self.call("futhark_context_config_new", ctypes.c_void_p))
        self.call("futhark_context_config_set_num_threads", None, config, ctypes.c_int(threads))
        self.context = ctypes.c_void_p(self.call("futhark_context_new", ctypes.c_void_p, config))

    def call(self, name, gives, *arguments):
        function = getattr(self.functions, name)
        function.restype = gives
        return function(*arguments)

    def check(self, status):
        if status != 0:
            text = self.call("futhark_context_get_error", ctypes.c_char_p, self.context)
            raise RuntimeError((text or b"failed").decode())

    def sync(self):
        """What was asked for is done."""
        self.check(self.call("futhark_context_sync", ctypes.c_int, self.context))

    def type(self, name):
        kind = self.manifest["types"][name]
        irregular = kind.get("irregular_array")
        return {**irregular, "ops": {**irregular, **kind["ops"]}} if irregular else kind

    def rank(self, name):
        return self.type(name)["rank"] if name in self.manifest["types"] else 0

    def operation(self, name, what, gives, *arguments):
        return self.call(self.type(name)["ops"][what], gives, self.context, *arguments)

    def new(self, name, shape, seed):
        """A value of a type, with this shape as far as it is an array."""
        if name not in self.manifest["types"]:
            return ELEMENTS[name][1](3)
        kind = self.type(name)
        code, number = ELEMENTS[kind["elemtype"]]
        varying = kind.get("varying", [])
        dims = shape[:kind["rank"]]
        count = 1
        offsets, sizes = [], []
        for place, dim in enumerate(dims):
            if place in varying:
                offsets.append((ctypes.c_int64 * (count + 1))(*range(0, count * dim + 1, dim)))
            else:
                sizes.append(ctypes.c_int64(dim))
            count *= dim
        make = random.Random(seed)
        some = array.array(code, [make.randrange(256) for _ in range(4093)])
        data = (some * (count // len(some) + 1))[:count]
        pointer = (number * count).from_buffer(data)
        return ctypes.c_void_p(self.operation(name, "new", ctypes.c_void_p, pointer, *offsets, *sizes))

    def values(self, name, value):
        """All elements of a result, as bytes."""
        kind = self.type(name)
        if "record" in kind:
            parts = []
            for field in kind["record"]["fields"]:
                is_array = field["type"] in self.manifest["types"]
                part = ctypes.c_void_p() if is_array else ELEMENTS[field["type"]][1]()
                self.check(self.call(field["project"], ctypes.c_int, self.context, ctypes.byref(part), value))
                if is_array:
                    parts.append(self.values(field["type"], part))
                    self.operation(field["type"], "free", ctypes.c_int, part)
                else:
                    parts.append(bytes(part))
            return b"".join(parts)
        shape = self.operation(name, "shape", ctypes.POINTER(ctypes.c_int64), value)
        count = 1
        for place in range(kind["rank"]):
            # Of a dimension that varies, all rows together.
            count = shape[place] if place in kind.get("varying", []) else count * shape[place]
        out = (ELEMENTS[kind["elemtype"]][1] * count)()
        self.check(self.operation(name, "values", ctypes.c_int, value, out))
        self.sync()
        return bytes(out)


class Entry:
    """An entry point with its arguments."""

    def __init__(self, library, name, shape):
        self.library = library
        described = library.manifest["entry_points"][name]
        self.function = getattr(library.functions, described["cfun"])
        self.gives = described["output"]["type"]
        self.takes = [value["type"] for value in described["inputs"]]
        self.arguments = [library.new(kind, shape, seed) for seed, kind in enumerate(self.takes)]
        self.result = ctypes.c_void_p() if self.gives_array() else ELEMENTS[self.gives][1]()

    def run(self, clock):
        """How long it took."""
        start = time.clock_gettime_ns(clock)
        status = self.function(self.library.context, ctypes.byref(self.result), *self.arguments)
        if status == 0:
            self.library.sync()
        end = time.clock_gettime_ns(clock)
        self.library.check(status)
        return (end - start) / 1e9

    def gives_array(self):
        return self.gives in self.library.manifest["types"]

    def values(self):
        return self.library.values(self.gives, self.result) if self.gives_array() else bytes(self.result)

    def free_result(self):
        if self.gives_array():
            self.library.operation(self.gives, "free", ctypes.c_int, self.result)

    def free(self):
        for kind, argument in zip(self.takes, self.arguments):
            if kind in self.library.manifest["types"]:
                self.library.operation(kind, "free", ctypes.c_int, argument)


def shape_of(elements, length, rank):
    """Rows of rows have as many rows as those have elements, up to 16."""
    if rank < 3:
        return [elements // length, length]
    rows = min(length, 16)
    return [elements // (length * rows), rows, length]


def measure(path, threads, length, elements, seconds, clock):
    """Times of both entry points, run in turn."""
    library = Library(path, threads)
    takes = [value["type"] for value in library.manifest["entry_points"]["regular"]["inputs"]]
    shape = shape_of(elements, length, max(library.rank(name) for name in takes))
    return in_turns([Entry(library, name, shape) for name in ("regular", "irregular")], seconds, clock)


def in_turns(entries, seconds, clock, least_runs=LEAST_RUNS):
    """Times of several entry points that give the same, run in turn. Their arguments are freed."""
    results = []
    for entry in entries:
        entry.run(clock)
        results.append(entry.values())
        entry.free_result()
    if any(result != results[0] for result in results):
        raise RuntimeError("the entry points give different results")
    times = [[] for _ in entries]
    end = time.monotonic() + seconds
    while len(times[0]) < least_runs or time.monotonic() < end:
        for entry, list_of in zip(entries, times):
            list_of.append(entry.run(clock))
            entry.free_result()
    for entry in entries:
        entry.free()
    return times


def run(arguments, planish, programs, folder):
    """Prints a table. Gives 1 if something failed."""
    clock = time.CLOCK_PROCESS_CPUTIME_ID if arguments.clock == "cpu" else time.CLOCK_MONOTONIC
    elements = int((1 << 22) * arguments.scale)
    threads = [int(number) for number in arguments.threads.split(",")]
    status, ratios = 0, []
    print(f"{'program':<16}{'rows of':>8}{'threads':>9}{'regular ms':>12}{'irregular ms':>14}{'best':>8}{'median':>8}")
    for program in programs:
        target = folder / program.stem
        done = subprocess.run([planish, "build", "--library", program, "-o", target], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{program.stem}: {done.stdout}{done.stderr}")
            status = 1
            continue
        for count, length in itertools.product(threads, ROW_LENGTHS):
            try:
                regular, irregular = measure(target, count, length, elements, arguments.seconds, clock)
            except RuntimeError as error:
                print(f"{program.stem}, rows of {length}: {error}")
                status = 1
                continue
            best = min(irregular) / min(regular)
            median = statistics.median(irregular) / statistics.median(regular)
            ratios.append(best)
            print(f"{program.stem:<16}{length:>8}{count:>9}{min(regular) * 1e3:>12.2f}{min(irregular) * 1e3:>14.2f}"
                  f"{best:>7.2f}x{median:>7.2f}x", flush=True)
    if ratios:
        print(f"\nirregular / regular: {sum(ratio <= 1.05 for ratio in ratios)} of {len(ratios)} at most 1.05x,"
              f" worst {max(ratios):.2f}x")
    return status
