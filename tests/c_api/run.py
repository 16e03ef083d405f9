#!/usr/bin/env python3
# Checklist: 85, 136.
"""Builds libraries and an executable from the programs in this folder, compiles clients for them and runs these.

usage: run.py --planish PLANISH | --with-object BUILD_WITH_OBJECT  [--backend NAME] [--sanitize FLAGS] [--keep DIR]

With --planish the code is what `planish build` generates. With --with-object it is what somebody has written by hand
(stand_in.c), so nothing but the C API is tested. --backend: libraries for another backend of `planish build`, with the clients
that do not depend on where arrays lie, and with device.c for those of GPUs. --sanitize: the runtime was compiled with -fsanitize=FLAGS. Prints a
line for each check, exit 1 if any failed.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = ["arrays.c", "records.c", "sums.c", "errors.c", "threads.c", "wrapper.cpp"]
# The keys that tools for Futhark know in a manifest: in each object, what must be there and what may be.
OPAQUE_ARRAY = {"rank", "elemtype", "index", "shape", "new", "set"}
MANIFEST_KEYS = {
    "manifest": ({"backend", "entry_points", "types"}, {"version"}),
    "entry": ({"cfun", "tuning_params", "attributes", "output", "inputs"}, {"outputs", "doc"}),
    "input": ({"name", "type", "unique"}, set()),
    "output": ({"type", "unique"}, set()),
    "array": ({"kind", "ctype", "rank", "elemtype", "ops"}, set()),
    "array ops": ({"free", "shape", "values", "values_raw", "new", "new_raw", "index"}, set()),
    "opaque": ({"kind", "ctype", "ops"}, {"record", "sum", "record_array", "opaque_array", "irregular_array", "sequence",
                                          "doc"}),
    "opaque ops": ({"free", "store", "restore"}, set()),
    "sequence ops": ({"free"}, set()),
    "sequence": ({"new", "chunk", "sink", "elements"}, set()),
    "record": ({"new", "fields"}, set()),
    "sum": ({"variant", "variants"}, set()),
    "variant": ({"name", "construct", "destruct", "payload"}, set()),
    "record_array": (OPAQUE_ARRAY | {"zip", "fields"}, set()),
    "opaque_array": (OPAQUE_ARRAY, set()),
    # Of an irregular array: functions that have another form are elsewhere.
    "irregular ops": ({"free"}, {"store", "restore"}),
    "irregular opaque_array": ({"rank", "elemtype", "index", "shape"}, set()),
    "field": ({"name", "type", "project"}, set()),
}
# Those of libraries that nobody has written by hand.
ROWS_CLIENTS = {"rows": ["rows.c", "rows_wrapper.cpp"], "nested_rows": ["nested_rows.c"],
                "equal_rows": ["equal_rows.c"]}
STAND_INS = {"api.fut": "stand_in.c", "other.fut": "stand_in_other.c", "third.fut": "stand_in_third.c"}
MAY_NEED = re.compile(r"lib(tbb|stdc\+\+|m|mvec|gcc_s|c|pthread)\.so|ld-linux|lib(a|t|ub)san")
# Programs for GPUs: the C library alone.
DEVICE_MAY_NEED = re.compile(r"lib(m|mvec|c|pthread|dl)\.so|ld-linux|lib(a|t|ub)san")
# The name of a backend in the C API.
API_NAMES = {"cpu": "multicore", "cuda": "cuda", "gpu-emulator": "gpu_emulator"}


class Failed(Exception):
    pass


def run(words, stdin=b"", expect=0, env=None):
    done = subprocess.run([str(w) for w in words], input=stdin, capture_output=True, timeout=300, env=env)
    if done.returncode != expect:
        output = (done.stdout + done.stderr).decode(errors="replace")
        raise Failed(f"{' '.join(map(str, words))}\n  status {done.returncode}, not {expect}\n{output}")
    return done


class Suite:
    def __init__(self, arguments, work):
        self.arguments = arguments
        self.work = work
        self.failures = 0
        self.on_device = arguments.backend != "cpu"
        # A sanitized library needs clients of the same kind. The driver for CUDA wants the addresses that AddressSanitizer takes.
        flags = arguments.sanitize or ("undefined" if arguments.backend == "cuda" else "address,undefined")
        self.sanitize = [f"-fsanitize={flags}", "-fno-sanitize-recover=all", "-g"]

    def check(self, name, function, *parameters):
        try:
            function(*parameters)
            print(f"ok      {name}", flush=True)
        except Failed as failure:
            self.failures += 1
            print(f"FAILED  {name}\n{failure}", flush=True)

    def build(self, kind, program, output, prefix=None):
        if self.arguments.planish:
            options = ["--library"] if kind == "library" else []
            options += [f"--prefix={prefix}"] if prefix else []
            options += [f"--backend={self.arguments.backend}"]
            run([self.arguments.planish, "build", *options, HERE / program, "-o", output])
            return
        source = STAND_INS[program]
        hand_written = self.work / f"{output.name}_by_hand.o"
        run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", f"-I{HERE.parent.parent / 'src'}", "-c", HERE / source,
             "-o", hand_written])
        run([self.arguments.with_object, kind, HERE / program, hand_written, output, *([prefix] if prefix else [])])

    def compile_client(self, client, output, flags, libraries):
        compiler = ["c++", "-std=c++17"] if client.endswith(".cpp") else ["cc", "-std=gnu11"]
        run([*compiler, "-Wall", "-Wextra", "-Werror", *flags, HERE / "clients" / client, f"-I{self.work}", "-o", output,
             *libraries])

    def shared(self, client, *libraries):
        program = self.work / f"{client}.shared"
        linked = [f"-l{library}" for library in libraries or ["api"]]
        self.compile_client(client, program, self.sanitize,
                            [f"-L{self.work}", *linked, "-lpthread", f"-Wl,-rpath,{self.work}"])
        run([program])

    def static(self, client, *libraries):
        libraries = libraries or ["api"]
        header = (self.work / f"{libraries[0]}.h").read_text()
        flags = re.search(r"To link the static library: (.*) \*/", header).group(1).split()
        program = self.work / f"{client}.static"
        own = self.sanitize if self.arguments.sanitize else []
        self.compile_client(client, program, own, [*(self.work / f"lib{library}.a" for library in libraries), *flags])
        run([program])

    def several_libraries(self):
        """Two and three libraries in one process: with the same names, and with names of their own."""
        self.build("library", "other.fut", self.work / "b_other", "b")
        self.build("library", "third.fut", self.work / "c_third", "c3")
        three = ["api", "b_other", "c_third"]
        self.check("two shared libraries with the same names", self.shared, "same_names.c", "api", "other")
        self.check("three shared libraries, sanitized", self.shared, "three_libraries.c", *three)
        self.check("three static libraries", self.static, "three_libraries.c", *three)
        self.check("three libraries that are loaded", self.loaded_libraries)
        self.check("only the API of a library with a prefix is visible", self.exports, "b_other", "b")
        self.check("manifest of a library with a prefix", self.manifest, "b_other", "sum", "b")

    def loaded_libraries(self):
        program = self.work / "loaded_libraries"
        run(["cc", "-std=gnu11", "-Wall", "-Wextra", *self.sanitize, HERE / "clients" / "loaded_libraries.c", "-o", program,
             "-ldl"])
        run([program, self.work / "libapi.so", self.work / "libother.so", self.work / "libc_third.so", "c3"])

    def exports(self, library="api", prefix="futhark"):
        """Nothing but the API is visible, and all of it, in either library."""
        header = (self.work / f"{library}.h").read_text()
        declared = set(re.findall(rf"\b({prefix}_\w+)\(", header))
        if re.search(rf"\bfuthark_", header) and prefix != "futhark":
            raise Failed(f"{library}.h has names that begin with futhark_")
        for words in (["nm", "-D", "--defined-only", self.work / f"lib{library}.so"],
                      ["nm", "-g", "--defined-only", self.work / f"lib{library}.a"]):
            names = {line.split()[-1] for line in run(words).stdout.decode().splitlines() if len(line.split()) == 3}
            if names != declared or not names:
                raise Failed(f"{words[-1]} differs from the header in {sorted(names ^ declared)[:10] or 'nothing'}")

    def needs(self):
        text = run(["readelf", "-d", self.work / "libapi.so"]).stdout.decode()
        for name in re.findall(r"\(NEEDED\).*\[(.*)\]", text):
            if not (DEVICE_MAY_NEED if self.on_device else MAY_NEED).match(name):
                raise Failed(f"libapi.so needs {name}")

    def manifest(self, library, entry, prefix="futhark"):
        """What the manifest names is in the header, with the types that it says."""
        manifest = json.loads((self.work / f"{library}.json").read_text())
        header = (self.work / f"{library}.h").read_text()
        types = set(manifest["types"]) | {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64",
                                          "bool"}
        used = set()

        def visit(node, key=None):
            if isinstance(node, dict):
                for inner_key, inner in node.items():
                    visit(inner, inner_key)
            elif isinstance(node, list):
                for inner in node:
                    visit(inner, key)
            elif isinstance(node, str):
                if node.startswith(f"{prefix}_"):
                    used.add(node)
                if key in ("type", "elemtype", "valuestype", "payload") and node not in types:
                    raise Failed(f"the manifest describes no type {node}")
                if key == "ctype" and f"\n{node.rstrip(' *')};" not in header:
                    raise Failed(f"the header has no {node}")

        visit(manifest)
        declared = set(re.findall(rf"\b({prefix}_\w+)\(", header))
        general = {name for name in declared if re.match(rf"{prefix}_(context|get_tuning)", name)}
        if used - declared or declared - used - general:
            raise Failed(f"only in the manifest: {used - declared}; only in the header: {declared - used - general}")
        if manifest["backend"] != API_NAMES[self.arguments.backend] or manifest["entry_points"][entry]["cfun"] != f"{prefix}_entry_{entry}":
            raise Failed("the manifest is not what it should be")

    def manifest_keys(self, library):
        """The manifest has the form that tools for Futhark know."""

        def check(what, node):
            needed, allowed = MANIFEST_KEYS[what]
            if needed - set(node) or set(node) - needed - allowed:
                raise Failed(f"the keys of {what} are {sorted(node)}")

        manifest = json.loads((self.work / f"{library}.json").read_text())
        check("manifest", manifest)
        for entry in manifest["entry_points"].values():
            # Results of which one is a sequence are several.
            check("entry", {"output": None} | entry)
            for value in entry["outputs"]:
                check("output", value)
            for value in entry["inputs"]:
                check("input", value)
        for described in manifest["types"].values():
            check(described["kind"], described)
            irregular = "irregular " if "irregular_array" in described else ""
            if "sequence" in described:
                check("sequence ops", described["ops"])
                check("sequence", described["sequence"])
                continue
            check(f"{irregular or described['kind'] + ' '}ops", described["ops"])
            if described["kind"] == "array":
                continue
            kinds = [kind for kind in ("record", "sum", "record_array", "opaque_array") if kind in described]
            if len(kinds) != 1:
                raise Failed(f"{described} is of the kinds {kinds}")
            check(irregular + kinds[0], described[kinds[0]])
            for field in described[kinds[0]].get("fields", []):
                check("field", field)
            for variant in described[kinds[0]].get("variants", []):
                check("variant", variant)

    def calls_all(self, library, client):
        """The client calls every function of the library."""
        text = (HERE / "clients" / client).read_text()
        functions = re.findall(r"\b(futhark_\w+)\(", (self.work / f"{library}.h").read_text())
        left_out = [name for name in functions if f"{name}(" not in text]
        if left_out or not functions:
            raise Failed(f"not called: {left_out}")

    def manual(self):
        self.build("library", "manual.fut", self.work / "manual")
        self.check("manual.c with the shared library, sanitized", self.shared, "manual.c", "manual")
        self.check("manual.c with the static library", self.static, "manual.c", "manual")
        self.check("manual.c calls every function", self.calls_all, "manual", "manual.c")
        self.check("manifest of manual", self.manifest, "manual", "dot")
        self.check("keys of the manifest of manual", self.manifest_keys, "manual")
        self.check("comments in the manifest", self.manifest_docs)

    def manifest_docs(self):
        manifest = json.loads((self.work / "manual.json").read_text())
        docs = {name: entry.get("doc") for name, entry in manifest["entry_points"].items()}
        if docs["dot"] != "The sum of products.\n\nOf as many as there are." or docs["outer"] is not None:
            raise Failed(f"entry points are described by {docs}")
        if manifest["types"]["pair"].get("doc") != "Two numbers.":
            raise Failed(f"the type is described by {manifest['types']['pair']}")

    def failing_constants(self):
        self.build("library", "failing_constants.fut", self.work / "failing_constants")
        self.check("constants without values, sanitized", self.shared, "failing_constants.c", "failing_constants")

    def executable(self):
        program = self.work / "program"
        self.build("executable", "api.fut", program)
        env = dict(os.environ, ASAN_OPTIONS="detect_leaks=1")

        def expect(words, stdin, stdout, status=0, stderr=None):
            done = run([program, *words], stdin, status, env)
            if done.stdout != stdout or (stderr and stderr.encode() not in done.stderr):
                raise Failed(f"{words} gave {done.stdout!r} and {done.stderr!r}, not {stdout!r} and {stderr!r}")

        expect(["-e", "sum"], b"[1, 2, 3]", b"6i32\n")
        expect(["--entry=scale", "--threads", "1"], b"2 [1, 2.5]", b"[2.0f64, 5.0f64]\n")
        expect(["--entry-point", "both"], b"4", b"5i32\n[4i32, 4i32]\n")
        binary = b"b\x02\x01 i32" + (2).to_bytes(8, "little") + b"\x05\0\0\0\x06\0\0\0"
        expect(["-e", "sum", "-b"], binary, b"b\x02\x00 i32\x0b\0\0\0")
        first, second = self.work / "first.values", self.work / "second.values"
        first.write_text("[10, 20]")
        second.write_bytes(binary)
        expect(["-e", "add", first, second], b"", b"[15i32, 26i32]\n")
        expect(["-e", "sum", "-n"], b"[1]", b"")
        times = self.work / "times"
        expect(["-e", "fill", "-r", "3", "-t", times], b"[1, 2] 7", b"[7i32, 2i32]\n")
        if len(times.read_text().split()) != 3:
            raise Failed(f"3 runs gave the times {times.read_text()!r}")
        expect(["-e", "get"], b"[1] 1", b"", 3, "out of bounds")
        expect(["-e", "add"], b"[1, 2] [1]", b"", 3, "invalid sizes")
        expect(["-e", "sum"], b"[1, true]", b"", 2, "parameter 1 of `sum`")
        expect(["-e", "sum"], b"", b"", 2, "there is no value for parameter 1")
        expect(["-e", "sum"], b"[1] 2", b"", 2, "more values")
        expect(["-e", "smu"], b"", b"", 2, "no entry point `smu`")
        expect(["-r", "0"], b"", b"", 2, "no number of runs")
        expect(["--quick"], b"", b"", 2)
        if b"Usage:" not in run([program, "--help"]).stdout:
            raise Failed("no help")

    def rows(self):
        """Irregular arrays."""
        for library, clients in ROWS_CLIENTS.items():
            try:
                self.build("library", f"{library}.fut", self.work / library)
            except Failed as failure:
                self.failures += 1
                print(f"FAILED  building the library {library}\n{failure}")
                continue
            for client in clients:
                self.check(f"{client} with the shared library, sanitized", self.shared, client, library)
                self.check(f"{client} with the static library", self.static, client, library)
        self.check("manifest of irregular arrays", self.manifest, "rows", "sums")
        self.check("keys of the manifest of irregular arrays", self.manifest_keys, "rows")
        self.check("keys of the manifest of nested irregular arrays", self.manifest_keys, "nested_rows")
        self.check("manifest of nested irregular arrays", self.manifest, "nested_rows", "edges")
        self.check("executable with irregular arrays", self.rows_executable)

    def rows_executable(self):
        program = self.work / "rows_program"
        self.build("executable", "rows.fut", program)
        text = run([program, "-e", "same"], b"[[1, 2], [], [3]]").stdout
        binary = run([program, "-e", "same", "-b"], b"[[1, 2], [], [3]]").stdout
        if text != b"[[1i32, 2i32], [], [3i32]]\n" or not binary.startswith(b"br\x02 i32"):
            raise Failed(f"it gave {text!r} and {binary!r}")
        if run([program, "-e", "sums"], binary).stdout != b"[3i32, 0i32, 3i32]\n":
            raise Failed("it does not read the binary data that it wrote")

    def sequences(self):
        """Sequences of entry points."""
        self.build("library", "sequences.fut", self.work / "sequences")
        self.check("sequences.c with the shared library, sanitized", self.shared, "sequences.c", "sequences")
        self.check("sequences.c with the static library", self.static, "sequences.c", "sequences")
        self.check("only the API of sequences is visible", self.exports, "sequences")
        self.check("manifest of sequences", self.manifest, "sequences", "sums")
        self.check("keys of the manifest of sequences", self.manifest_keys, "sequences")

    def nesl(self):
        """Datatypes and tuples of programs in NESL."""
        self.build("library", "nesl_types.nesl", self.work / "nesl_types")
        self.check("nesl_types.c with the shared library, sanitized", self.shared, "nesl_types.c", "nesl_types")
        self.check("nesl_types.c with the static library", self.static, "nesl_types.c", "nesl_types")
        self.check("manifest of a program in NESL", self.manifest, "nesl_types", "moved")
        self.check("keys of the manifest of a program in NESL", self.manifest_keys, "nesl_types")

    def device(self):
        """Libraries for GPUs."""
        self.build("library", "device.fut", self.work / "device")
        self.check("device.c with the shared library", self.shared, "device.c", "device")
        self.check("device.c with the static library", self.static, "device.c", "device")
        self.check("manifest of a library for GPUs", self.manifest, "device", "total")
        self.check("keys of the manifest of a library for GPUs", self.manifest_keys, "device")

    def all(self):
        try:
            for program in ("api", "other"):
                self.build("library", f"{program}.fut", self.work / program)
        except Failed as failure:
            print(f"FAILED  building the libraries\n{failure}")
            return 1
        for client in CLIENTS:
            self.check(f"{client} with the shared library, sanitized", self.shared, client)
            self.check(f"{client} with the static library", self.static, client)
        self.several_libraries()
        self.check("only the API is visible", self.exports)
        self.check("libraries from outside", self.needs)
        self.check("manifest", self.manifest, "api", "sum")
        self.check("keys of the manifest", self.manifest_keys, "api")
        if self.on_device:
            self.check("device", self.device)
            self.failing_constants()
        elif self.arguments.planish:
            self.check("the library of the manual", self.manual)
            self.rows()
            self.failing_constants()
        if self.arguments.planish:
            self.sequences()
            self.nesl()
        self.check("executable", self.executable)
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser()
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--planish")
    which.add_argument("--with-object")
    parser.add_argument("--backend", default="cpu", choices=API_NAMES)
    parser.add_argument("--sanitize", default="")
    parser.add_argument("--keep", help="where to leave what is built")
    arguments = parser.parse_args()
    work = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="planish-c-api-"))
    work.mkdir(parents=True, exist_ok=True)
    try:
        return Suite(arguments, work).all()
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
