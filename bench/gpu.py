"""Times programs of bench/gpu on a GPU, beside the best that vendor libraries and kernels written by hand reach there.

A program's data sets are timed by `planish bench --backend=cuda`, with arrays on the device. What they are compared with is
printed by bench/rivals/gpu/anchors.cu, if there is an nvcc; which of its lines belongs to which data set stands below.
"""

import fnmatch
import json
import pathlib
import shutil
import statistics
import subprocess
import tempfile

# (program, data set): the line of the rival, and milliseconds that Futhark's CUDA code took on an H200; None where unknown.
RIVALS = {
    ("saxpy", "2^28"): ("saxpy_cub_transform_2^28_f32", 0.962),
    ("sum", "2^28"): ("sum_cub_2^28_f32", 0.257),
    ("scan", "2^28"): ("scan_cub_2^28_f32", 1.83),
    ("filter", "2^28"): ("filter_cub_2^28_f32_half", 3.69),
    ("histogram", "uniform"): ("histogram_kernel_1024_2^27_uniform", 0.525),
    ("histogram", "skewed"): ("histogram_kernel_1024_2^27_skewed", 0.525),
    ("histogram", "one bin"): ("histogram_kernel_1024_2^27_one_bin", 0.525),
    ("transpose", "16384"): ("transpose_kernel_vectors_16384^2_f32", 0.676),
    ("row_sums", "16 rows"): ("row_sums_kernel_2^26_16_equal", None),
    ("row_sums", "1024 rows"): ("row_sums_kernel_2^26_1024_equal", None),
    ("row_sums", "65536 rows"): ("row_sums_kernel_2^26_65536_equal", 0.311),
    ("row_sums", "4194304 rows"): ("row_sums_kernel_2^26_4194304_equal", 0.302),
    ("segmented_sum", "2^20 rows"): ("segmented_sum_merge_path_2^26_2^20_power_law", None),
    ("segmented_sum", "2^23 rows"): ("segmented_sum_merge_path_2^26_2^23_power_law", None),
    ("spmv", "2^20 rows"): ("spmv_cusparse_alg*_2^20_rows_power_law", None),
    ("spmv", "2^23 rows"): ("spmv_cusparse_alg*_2^23_rows_power_law", None),
    ("matmul", "4096"): ("sgemm_cublas_4096_f32_pedantic", 12.1),
    ("nbody", "10^5"): ("nbody_rsqrt_10^5_*", 13.4),
    ("black_scholes", "2^26"): ("black_scholes_exact_2^26", 0.453),
    ("mandelbrot", "8192"): ("mandelbrot_kernel_8192x8192_255", None),
}


def has_device():
    """Is there a GPU to run on?"""
    return pathlib.Path("/dev/nvidiactl").exists()


def build_rival(source, folder):
    """The binary, which is built in the folder; None where it cannot be."""
    binary = folder / "anchors"
    if binary.exists() and binary.stat().st_mtime >= source.stat().st_mtime:
        return binary
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not pathlib.Path(nvcc).exists() or not source.exists():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    arch = "native" if has_device() else "sm_90"
    subprocess.run([nvcc, "-O3", "-std=c++17", f"-arch={arch}", "-I/usr/local/cuda/include/cccl", source, "-o", binary,
                    "-ldl"], check=True)
    return binary


def rival_times(source, folder):
    """Milliseconds by line of the rival, which is built in the folder, of a call and on the device; nothing where it cannot be."""
    binary = build_rival(source, folder)
    if binary is None:
        return {}
    times = {}
    for line in subprocess.run([binary], capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if len(words) < 2 or "WRONG" in words:
            continue
        try:
            on_device = float(words[1])
            call = next((float(word.removeprefix("call=")) for word in words if word.startswith("call=")), on_device)
        except ValueError:
            continue
        times[words[0]] = (call, on_device)
    return times


def find(times, pattern):
    """The fastest of the lines of that name, in which * stands for any text."""
    found = [value for key, value in times.items() if fnmatch.fnmatchcase(key, pattern)]
    return min(found) if found else None


def program_times(planish, program, folder, seconds):
    out = folder / f"{program.stem}.json"
    done = subprocess.run([planish, "bench", "--backend=cuda", "--processes=1", f"--seconds={seconds}", f"--json={out}",
                           program], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    (sets,) = json.loads(out.read_text()).values()
    return {name: statistics.median(entry["nanoseconds"]) / 1e6 for name, entry in sets["datasets"].items()}


def run(arguments, planish, programs, rival, rivals):
    """Prints a table; the rival is built in the folder `rivals`. Gives 1 if something failed."""
    status, rows = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        anchors = {} if arguments.no_rivals else rival_times(rival, rivals)
        print(f"{'program':<16}{'data set':<14}{'planish ms':>12}{'rival ms':>10}{'ratio':>8}{'on device':>11}{'Futhark ms':>12}")
        for program in programs:
            try:
                times = program_times(planish, program, folder, arguments.seconds)
            except RuntimeError as error:
                print(f"{program.stem}: {error}")
                status = 1
                continue
            for data, own in times.items():
                key, futhark = RIVALS.get((program.stem, data), (None, None))
                best, on_device = (find(anchors, key) if key else None) or (None, None)
                ratio = f"{best / own:.2f}x" if best else "-"
                rows.append({"program": program.stem, "data": data, "ms": own, "rival_ms": best, "rival_device_ms": on_device,
                             "futhark_ms": futhark})
                print(f"{program.stem:<16}{data:<14}{own:>12.4f}{f'{best:.4f}' if best else '-':>10}{ratio:>8}"
                      f"{f'{on_device:.4f}' if on_device else '-':>11}{futhark or '-':>12}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))
    return status
