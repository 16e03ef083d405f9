"""What sequences promise beside speed in a cache: little memory whatever the input is, and that reading, computing and writing go on at
the same time. Each line says what was wanted and what was seen; with --check only what does not depend on how busy the machine is.

memory     --scale 1: 10 GB of f32 through a pipe and out again within 64 MB, and 8 MB beside that; in a control group of 80 MB, if one can be made (cgroup v1 or v2, as root). --scale 0.0128: 128 MB within 8 MB.
source     a source that writes a block and sleeps, sink: a reader that takes one and sleeps: 1.15 times what they sleep
answer     from a line in a file to the result of `tail -f file | program`: 50 ms
"""

import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

PROGRAM = """
-- The work on an element takes about `steps` times two nanoseconds.
def work (steps: i32) (x: f32) : f32 = loop x for _i < steps do f32.sqrt (x * x + 1)

entry roots (xs: seq f32) : (seq f32, f32, i64) =
  let ys = seq.map f32.sqrt xs
  in (ys, seq.reduce (+) 0 ys, seq.length xs)

entry slow (steps: i32) (xs: seq f32) : seq f32 = seq.map (work steps) xs

entry doubled (xs: seq i64) : seq i64 = seq.map (* 2) xs
"""
BLOCK = 256 << 10
BESIDE = 8 << 20  # the program itself
FULL_BYTES = 10_000_000_000
WANTED_RATIO = 1.15
WANTED_ANSWER = 0.05


class Failed(RuntimeError):
    pass


def line(what, wanted, seen):
    print(f"{what:<58}  {wanted:>18}  {seen}", flush=True)


# ---- Memory

class ControlGroup:
    """All memory of the processes in it, files that they read included, is limited."""

    def __init__(self, limit):
        self.folder = None
        root = pathlib.Path("/sys/fs/cgroup")
        name = f"planish-limits-{os.getpid()}"
        try:
            if (root / "memory").is_dir():
                self.make(root / "memory" / name, "memory.limit_in_bytes", limit)
                self.peak_file = self.folder / "memory.max_usage_in_bytes"
            else:
                (root / "cgroup.subtree_control").write_text("+memory")
                self.make(root / name, "memory.max", limit)
                self.peak_file = self.folder / "memory.peak"
                (self.folder / "memory.swap.max").write_text("0")
        except OSError as error:
            self.remove()
            raise Failed(f"no control group can be made: {error}") from error

    def make(self, folder, limit_file, limit):
        folder.mkdir()
        self.folder = folder
        (folder / limit_file).write_text(str(limit))

    def enter(self):
        (self.folder / "cgroup.procs").write_text("0")

    def peak(self):
        return int(self.peak_file.read_text())

    def remove(self):
        if self.folder:
            self.folder.rmdir()
            self.folder = None


def feed(pipe, count):
    """Writes so many bytes of f32, all of them ones."""
    block = bytes.fromhex("0000803f") * (BLOCK // 4)
    try:
        with pipe:
            while count > 0:
                count -= pipe.write(block[:count])
    except BrokenPipeError:
        pass


def count_bytes(pipe):
    with pipe:
        return sum(iter(lambda: len(pipe.read(1 << 20)), 0))


def run_roots(measure, program, size, limit, group=None):
    """How much memory the program took at most."""
    out_read, out_write = os.pipe()
    with tempfile.TemporaryFile() as numbers, tempfile.TemporaryFile() as report:
        # The report is file 3 there.
        words = ["bash", "-c", 'report=$1; shift; exec "$@" 3>&"$report"', "bash", str(report.fileno()), measure, program,
                 "--entry", "roots", "--memory-limit", str(limit), "--in", "xs=raw:/dev/stdin", "--out", f"0=raw:/dev/fd/{out_write}"]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=numbers, pass_fds=[report.fileno(), out_write],
                                   preexec_fn=group.enter if group else None)
        os.close(out_write)
        feeder = threading.Thread(target=feed, args=(process.stdin, size))
        feeder.start()
        written = count_bytes(os.fdopen(out_read, "rb"))
        feeder.join()
        process.wait()
        report.seek(0)
        numbers.seek(0)
        _, _, peak, status = report.read().split()
        given = numbers.read().decode().split()
    if int(status) != 0 or written != size or given[-1:] != [f"{size // 4}i64"]:
        raise Failed(f"status {int(status)}, {written} of {size} bytes, {given}")
    return int(peak)


def memory(measure, program, scale):
    size = int(FULL_BYTES * scale) // 4 * 4
    limit = 64 << 20 if scale >= 1 else 8 << 20
    peak = run_roots(measure, program, size, limit)
    what = f"{size / 1e6:.0f} MB through --memory-limit={limit >> 20}M"
    line(what, f"<= {(limit + BESIDE) / 1e6:.1f} MB", f"{peak / 1e6:.1f} MB")
    if peak > limit + BESIDE:
        raise Failed("it took more memory")
    whole = 80_000_000 * limit // (64 << 20)
    try:
        group = ControlGroup(whole)
    except Failed as error:
        return line(f"the same in a control group of {whole / 1e6:.1f} MB", "it ends", str(error))
    try:
        run_roots(measure, program, size, limit, group)
        line(f"the same in a control group of {whole / 1e6:.1f} MB", "it ends", f"{group.peak() / 1e6:.1f} MB at most")
    finally:
        group.remove()
    return None


# ---- Time

def one_side_sleeps(program, steps, blocks, seconds, side):
    """How long it takes, over what one side sleeps."""
    with tempfile.NamedTemporaryFile("w") as values:
        values.write(f"{steps}i32\n")
        values.flush()
        data_read, data_write = os.pipe()
        with open(values.name, "rb") as stdin:
            process = subprocess.Popen([program, "--entry", "slow", "--in", f"xs=raw:/dev/fd/{data_read}", "--out", "0=raw:-"],
                                       stdin=stdin, stdout=subprocess.PIPE, bufsize=0, pass_fds=[data_read])
        os.close(data_read)
        block = bytes.fromhex("0000803f") * (BLOCK // 4)

        def give():
            with os.fdopen(data_write, "wb", buffering=0) as pipe:
                for _ in range(blocks):
                    view = memoryview(block)
                    while view:
                        view = view[pipe.write(view):]
                    if side == "source":
                        time.sleep(seconds)

        start = time.monotonic()
        giver = threading.Thread(target=give)
        giver.start()
        left, taken = blocks * BLOCK, 0
        while left > 0:
            got = len(process.stdout.read(min(BLOCK - taken, left)))
            if got == 0:
                raise Failed("the output ends too early")
            left, taken = left - got, taken + got
            if taken == BLOCK or left == 0:
                taken = 0
                if side == "sink":
                    time.sleep(seconds)
        giver.join()
        process.wait()
        return (time.monotonic() - start) / (blocks * seconds)


def answer(program, lines):
    """Seconds from a line in a file to the result."""
    took = []
    with tempfile.NamedTemporaryFile("w", buffering=1) as file:
        tail = subprocess.Popen(["tail", "-n", "+1", "-f", file.name], stdout=subprocess.PIPE)
        process = subprocess.Popen([program, "--entry", "doubled"], stdin=tail.stdout, stdout=subprocess.PIPE, text=True)
        try:
            for i in range(lines):
                time.sleep(0.05)
                start = time.monotonic()
                file.write(f"{i}\n")
                if process.stdout.readline().strip() != f"{2 * i}i64":
                    raise Failed("a wrong answer")
                took.append(time.monotonic() - start)
        finally:
            tail.kill()
            tail.wait()
            process.wait()
    return took


def run(arguments, planish, compile_alone, sources):
    """Prints a line for each promise. Gives 1 if one is not kept."""
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "limits.fut", pathlib.Path(folder) / "limits"
        measure = pathlib.Path(folder) / "measure"
        compile_alone(sources / "measure.cpp", measure)
        source.write_text(PROGRAM)
        subprocess.run([planish, "build", source, "-o", program], check=True)
        try:
            memory(measure, program, arguments.scale)
        except Failed as error:
            print(f"memory: {error}")
            status = 1
        if arguments.check:
            return status
        for side in "source", "sink":
            for steps in 1, 20:
                ratio = one_side_sleeps(program, steps, 30, 0.1, side)
                line(f"a {side} that sleeps 0.1 s for each 256 KiB, {steps} steps", f"<= {WANTED_RATIO} times", f"{ratio:.2f} times")
                status |= ratio > WANTED_RATIO
        took = answer(program, 40)
        line("an answer to a line", f"<= {WANTED_ANSWER * 1e3:.0f} ms",
             f"{statistics.median(took) * 1e3:.1f} ms, {max(took) * 1e3:.1f} ms at most")
        status |= max(took) > WANTED_ANSWER
    return status
