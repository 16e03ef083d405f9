#!/usr/bin/env python3
"""Installs a build into a folder, moves it, and uses it from there.

usage: run.py BUILD

Programs are run and built, a client is built with CMake and one with the flags of pkg-config; manual page and completions
are there. Prints a line for each check, exit 1 if any failed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Libraries that every Linux with a C++ program on it has.
OF_THE_SYSTEM = re.compile(r"(lib(c|m|dl|rt|pthread|mvec|gcc_s|stdc\+\+)\.so|ld-linux|linux-vdso)")


class Failed(Exception):
    pass


def run(words, stdin=b"", cwd=None, env=None):
    done = subprocess.run([str(word) for word in words], input=stdin, capture_output=True, timeout=300, cwd=cwd, env=env)
    if done.returncode != 0:
        output = (done.stdout + done.stderr).decode(errors="replace")
        raise Failed(f"{' '.join(map(str, words))}\n  status {done.returncode}\n{output}")
    return done.stdout.decode()


def expect(got, wanted):
    if got != wanted:
        raise Failed(f"it gave {got!r}, not {wanted!r}")


class Suite:
    def __init__(self, build, work):
        self.build = build
        self.work = work
        self.prefix = work / "moved" / "to here"
        self.planish = self.prefix / "bin" / "planish"
        self.failures = 0

    def check(self, name, function):
        try:
            function()
            print(f"ok      {name}", flush=True)
        except Failed as failure:
            self.failures += 1
            print(f"FAILED  {name}\n{failure}", flush=True)

    def install(self):
        first = self.work / "first"
        run(["cmake", "--install", self.build, "--prefix", first])
        self.prefix.parent.mkdir()
        first.rename(self.prefix)

    def libraries(self):
        """All libraries are the package's own, or those that every system has."""
        for file in (self.planish, self.prefix / "lib/planish/libplanish_codegen.so"):
            for line in run(["ldd", file]).splitlines():
                name = line.split()[0].rsplit("/", 1)[-1]
                if not OF_THE_SYSTEM.match(name) and str(self.prefix) not in line:
                    raise Failed(f"{file.name}: {line.strip()}")

    def run_program(self):
        # The library that the build made is not there to help.
        env = dict(os.environ, XDG_CACHE_HOME=str(self.work / "cache"))
        expect(run([self.planish, "run", HERE / "stats.fut"], b"[1, 2, 6]", env=env), "3i32\n")

    def through_link(self):
        link = self.work / "planish"
        link.symlink_to(self.planish)
        expect(run([link, "eval", "1 + 2"]), "3i32\n")

    def build_executable(self):
        run([self.planish, "build", HERE / "stats.fut", "-o", self.work / "stats"])
        expect(run([self.work / "stats"], b"[1, 2, 6]"), "3i32\n")

    def pkg_config(self):
        """The flags of planish.pc: there may be no pkg-config."""
        text = (self.prefix / "lib/pkgconfig/planish.pc").read_text()
        variables = {"pcfiledir": str(self.prefix / "lib/pkgconfig")}
        for name, value in re.findall(r"^(\w+)=(.*)$", text, re.M):
            variables[name] = re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], value)
        expect(run([variables["planish"], "--version"]), run([self.planish, "--version"]))
        libs = re.search(r"^Libs: (.*)$", text, re.M)[1].split()
        flags = [re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], flag) for flag in libs]
        run([self.planish, "build", "--library", HERE / "stats.fut", "-o", self.work / "pc" / "stats"])
        run(["cc", HERE / "client.c", f"-I{self.work / 'pc'}", self.work / "pc" / "libstats.a", *flags, "-o",
             self.work / "pc" / "client"])
        expect(run([self.work / "pc" / "client"]), "3\n")

    def cmake_package(self):
        source, build = self.work / "project", self.work / "project" / "build"
        shutil.copytree(HERE / "project", source)
        for file in ("stats.fut", "client.c"):
            shutil.copy(HERE / file, source)
        run(["cmake", "-G", "Ninja", "-S", source, "-B", build, f"-Dplanish_ROOT={self.prefix}"])
        run(["cmake", "--build", build])
        for client in ("static_client", "shared_client"):
            expect(run([build / client]), "3\n")
        expect(run([build / "program"], b"[1, 2, 6]"), "3i32\n")

    def texts(self):
        page = (self.prefix / "share/man/man1/planish.1").read_text()
        commands = re.findall(r"^  (\S+) +[A-Z]", run([self.planish, "--help"]), re.M)
        missing = [name for name in commands if f'.SS "planish {name}'.replace("-", "\\-") not in page]
        if missing or not commands:
            raise Failed(f"the manual page does not tell of {missing or 'any command'}")
        run(["bash", "-n", self.prefix / "share/bash-completion/completions/planish"])
        for file in ("zsh/vendor-completions/_planish", "fish/vendor_completions.d/planish.fish", "doc/planish/copyright"):
            if not (self.prefix / "share" / file).stat().st_size:
                raise Failed(f"{file} is empty")

    def all(self):
        try:
            self.install()
        except Failed as failure:
            print(f"FAILED  installing\n{failure}")
            return 1
        self.check("libraries", self.libraries)
        self.check("run", self.run_program)
        self.check("through a link", self.through_link)
        self.check("build", self.build_executable)
        self.check("planish.pc", self.pkg_config)
        self.check("find_package", self.cmake_package)
        self.check("manual page and completions", self.texts)
        return 1 if self.failures else 0


def main():
    with tempfile.TemporaryDirectory(prefix="planish-install-") as work:
        return Suite(pathlib.Path(sys.argv[1]), pathlib.Path(work)).all()


if __name__ == "__main__":
    sys.exit(main())
