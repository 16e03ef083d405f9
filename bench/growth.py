"""How much longer the compiler takes for programs that are twice as long.

Each of the programs below grows in one way that has been, or could be, expensive out of proportion: types and sizes that
double with every line, functions put together of functions, nests, long chains. A program of n such parts is compiled, then
one of 2n and one of 4n. Where time and memory double each time, the cost is linear.
"""

import os
import resource
import subprocess
import tempfile

SECONDS = 120
MEGABYTES = 4096


def lines(count, text):
    """One after the other, with {i}, {j} = i - 1 in each."""
    return "".join(text.replace("{i}", str(i)).replace("{j}", str(i - 1)) + "\n" for i in range(1, count + 1))


def nested(count, text, inner):
    """One inside of the other, where {inner} stands."""
    for i in range(count, 0, -1):
        inner = text.replace("{i}", str(i)).replace("{j}", str(i - 1)).replace("{inner}", inner)
    return inner


def listed(count, separator, text):
    return separator.join(text.replace("{i}", str(i)) for i in range(count))


def in_entry(parameters, body, result):
    return f"entry main {parameters} =\n{body}  in {result}\n"


def tower(definition, of):
    return lambda n: definition + lines(n, "def f{i}" + of) + f"entry main x = f{n} x\n"


def irregular_nest(n):
    inner = nested(n, "i64.sum (map (\\x{i} -> {inner}) (iota (x{j} % 3 + 1)))", f"x{n} * 2")
    return f"entry main (n: i64) = map (\\x0 -> {inner}) (iota n)\n"


def nest_of_branches(n):
    inner = nested(n, "if x % {i} == 1 then x * {i} else x - {i} + {inner}", "x")
    return f"entry main (x: i64) = {inner}\n"


def rows_nest(n):
    inner = nested(n, "i64.sum (map (\\x{i} -> {inner}) (filter (> x{j}) xs))", f"x{n} * 2")
    return f"entry main (xs: []i64) = map (\\x0 -> {inner}) xs\n"


def flags(n):
    """Each case asks for one of n flags."""
    cases = (", ".join("true" if i == k else "_" for i in range(n)) for k in range(n))
    return ("entry main " + listed(n, " ", "(b{i}: bool)") + " : i64 = match (" + listed(n, ", ", "b{i}") + ")\n"
            + "".join(f"  case ({case}) -> {k}\n" for k, case in enumerate(cases)) + "  case _ -> -1\n")


# Name: the program of n parts, and the first n.
PROGRAMS = {
    # Sizes
    "doubled array": (lambda n: in_entry("(xs: []i64)", lines(n, "  let xs = xs ++ xs"), "length xs"), 25),
    "doubled size": (lambda n: in_entry("(n: i64)", lines(n, "  let xs = iota (n + n)\n  let n = length xs"), "n"), 25),
    "array in pieces": (
        lambda n: in_entry("(xs: []i64)", lines(n, "  let xs = xs[1:length xs - 1]"), "i64.sum xs"), 25),
    "functions with sizes": (
        lambda n: "def f0 [n] (xs: [n]i64) : [n + n]i64 = xs ++ xs\n"
        + lines(n, "def f{i} [n] (xs: [n]i64) = f{j} (f0 xs)") + f"entry main (xs: []i64) = length (f{n} xs)\n", 8),
    # Types
    "wide record": (
        lambda n: in_entry("(x: i64)", "  let r = {" + listed(n, ", ", "a{i} = x + {i}") + "}\n",
                           listed(n, " + ", "r.a{i}")), 100),
    "pairs of pairs": (
        lambda n: in_entry("(x: i64)", "  let t = (x, x)\n" + lines(n, "  let t = ((x + {i}, 1), t)"), "t.0.0"), 50),
    "many constructors": (
        lambda n: "type t = " + listed(n, " | ", "#c{i} i64 f32") + "\n"
        + "def f (x: t) : i64 = match x\n" + listed(n, "\n", "  case #c{i} y _ -> y + {i}") + "\n"
        + "entry main (y: i64) = f (#c0 y 1)\n", 50),
    # Functions
    "tower of functions": (tower("def f0 (x: i64) = x * 3 + 1\n", " = f{j} >-> f{j}"), 8),
    "tower of maps": (
        lambda n: "def f0 [n] (xs: [n]i64) : [n]i64 = map (\\x -> x * 3 + 1) xs\n"
        + lines(n, "def f{i} [n] : [n]i64 -> [n]i64 = f{j} >-> f{j}") + f"entry main (xs: []i64) = f{n} xs\n", 16),
    "tower of calls": (tower("def f0 (x: i64) = x * 3 + 1\n", " (x: i64) = f{j} x + f{j} (x * 2)"), 8),
    "tower of lambdas": (
        lambda n: in_entry("(x: i64)", "  let f0 = \\x -> x * 3 + 1\n" + lines(n, "  let f{i} = \\x -> f{j} (f{j} x)"),
                           f"f{n} x"), 16),
    "tower of local functions": (
        lambda n: in_entry("(x: i64)", "  let f0 x = x * 3 + 1\n" + lines(n, "  let f{i} x = f{j} (f{j} x)"),
                           f"f{n} x"), 16),
    "chain of functions": (
        lambda n: "def f (x: i64) = x * 3 + 1\nentry main (x: i64) = (" + listed(n, " >-> ", "f") + ") x\n", 100),
    "chain of functions of arrays": (
        lambda n: "def f [n] (xs: [n]i64) : [n]i64 = map (\\x -> x * 3 + 1) xs\n"
        + "entry main (xs: []i64) = (" + listed(n, " >-> ", "f") + ") xs\n", 100),
    "chain of pipes": (lambda n: "entry main (x: i64) = x" + listed(n, "", " |> (+ {i}) |> (* 3)") + "\n", 100),
    "chain of maps": (
        lambda n: in_entry("(xs: []i64)", lines(n, "  let xs = map (\\x -> x * {i} + 1) xs"), "xs"), 50),
    "curried": (
        lambda n: "def f " + listed(n, " ", "(x{i}: i64)") + " = " + listed(n, " + ", "x{i}")
        + "\nentry main (x: i64) = f " + " ".join(["x"] * n) + "\n", 50),
    "polymorphic": (
        lambda n: "def p 'a 'b (x: a) (y: b) = (y, x)\n"
        + in_entry("(x: i64)", "  let t = p x 1\n" + lines(n, "  let t = p t.1 t.0"), "t.0"), 25),
    # Modules
    "modules of modules": (
        lambda n: "module type s = { val f : i64 -> i64 }\n"
        "module double (m: s) = { def f x = m.f (m.f x + 1) }\n"
        "module m0 = { def f (x: i64) = x * 3 + 1 }\n" + lines(n, "module m{i} = double m{j}")
        + f"entry main (x: i64) = m{n}.f x\n", 16),
    # Nests
    "irregular nest": (irregular_nest, 4),
    "nest of rows": (rows_nest, 3),
    "regular nest": (
        lambda n: "entry main (n: i64) = " + nested(n, "i64.sum (map (\\x{i} -> {inner}) (iota n))", f"x{n} + x1")
        + "\n", 4),
    "nest of loops": (
        lambda n: "entry main (n: i64) = " + nested(n, "(loop a = n for i{i} < n do a + {inner})", "a * n") + "\n", 4),
    "nest of loops in a map": (
        lambda n: "entry main (xs: []i64) = map (\\n -> "
        + nested(n, "(loop a = n for i{i} < (n + {i}) % 3 do a + {inner})", "a * n") + ") xs\n", 4),
    "nest of branches": (nest_of_branches, 20),
    "nest of branches in a map": (
        lambda n: "entry main (xs: []i64) = map (\\x -> "
        + nested(n, "(if x > {i} then i64.sum (map (+ {i}) (iota x)) + {inner} else x)", "x") + ") xs\n", 4),
    "nest of matches": (
        lambda n: "entry main (x: i64) (y: i64) = "
        + nested(n, "(match (x, y) case ({i}, z) -> z case (z, {i}) -> z * 2 case _ -> {inner})", "x") + "\n", 10),
    "nest of lambdas": (
        lambda n: "entry main (x: i64) = " + nested(n, "(\\x{i} -> x{i} * {i} + {inner}) (x + {i})", "x") + "\n", 20),
    # As deep as the parser lets through: what is asked of all code inside, once on each level, shows only here.
    "deep branches": (nest_of_branches, 1000),
    "deep bindings": (
        lambda n: "entry main (x: i64) (c: bool) = "
        + nested(n, "(let y{i} = x * {i} in if c then y{i} + {inner} else x)", "x") + "\n", 1000),
    "deep matches": (
        lambda n: "entry main (x: i64) = "
        + nested(n, "(match x % {i} case 1 -> x * {i} case _ -> x - {i} + {inner})", "x") + "\n", 1000),
    "deep maps": (
        lambda n: "entry main (xs: []i64) (c: i64) = "
        + nested(n, "(let ys{i} = map (+ {i}) xs in if ys{i}[0] > c then ys{i}[1] + {inner} else c)", "c") + "\n", 400),
    # Chains
    "bindings": (lambda n: in_entry("(x: i64)", lines(n, "  let x = x * {i} + 1"), "x"), 250),
    "branches one by one": (
        lambda n: in_entry("(x: i64) (c: bool)", lines(n, "  let x = if x > {i} then x + 1 else x * 2"), "x"), 50),
    "sum of terms": (lambda n: "entry main (x: i64) = " + listed(n, " + ", "x * {i}") + "\n", 250),
    "updates": (
        lambda n: in_entry("(xs: *[]i64)", lines(n, "  let xs = xs with [{i}] = {i}"), "xs"), 100),
    "literal": (lambda n: "entry main (i: i64) = [" + listed(n, ", ", "{i} * {i} + 1") + "][i]\n", 1000),
    "calls": (
        lambda n: "#[noinline] def f0 (x: i64) = x\n" + lines(n, "#[noinline] def f{i} (x: i64) = f{j} x * x + {i} - x % 7")
        + f"entry main (x: i64) = f{n} x\n", 500),
    "definitions": (
        lambda n: "def f0 (x: i64) = x\n" + lines(n, "def f{i} (x: i64) = f{j} x * x + {i} - x % 7")
        + f"entry main (x: i64) = f{n} x\n", 100),
    "cases": (
        lambda n: "entry main (x: i64) (y: i64) = match (x, y)\n" + listed(n, "\n", "  case ({i}, {i}) -> x + {i}")
        + "\n  case _ -> 0\n", 50),
    "flags": (flags, 10),
    "entry points": (lambda n: lines(n, "entry f{i} (xs: []i64) = map (\\x -> x * {i}) xs"), 10),
}



STAGES = {
    "check": ["check"],
    "lower": ["dev"],
    "passes": ["dev", "--passes=cpu"],
    "code": ["dev", "--passes=cpu", "--emit=unoptimised-llvm"],
    "all": ["dev", "--passes=cpu", "--emit=object"],
}


class Limits:
    """For a process that may never end."""

    def __init__(self, seconds, megabytes):
        self.seconds, self.megabytes = seconds, megabytes

    def __call__(self):
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        size = self.megabytes << 20
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def compile(planish, text, stage, output=subprocess.DEVNULL):
    """Seconds of processor time, megabytes, and what went wrong, if something did."""
    with tempfile.NamedTemporaryFile("w", suffix=".fut") as source:
        source.write(text)
        source.flush()
        process = subprocess.Popen([planish, *STAGES[stage], source.name], stdout=output, stderr=subprocess.PIPE,
                                   preexec_fn=Limits(SECONDS, MEGABYTES), env={**os.environ, "PLANISH_CACHE": "off"})
        problem = process.stderr.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
    seconds = used.ru_utime + used.ru_stime
    if status == 0:
        problem = ""
    elif os.WIFSIGNALED(status):
        problem = "out of time" if seconds > 0.9 * SECONDS else f"signal {os.WTERMSIG(status)}"
    else:
        problem = (problem.strip().splitlines() or ["failed"])[0]
    return seconds, used.ru_maxrss / 1024, problem


def show(measured):
    seconds, megabytes, problem = measured
    return problem[:18] if problem else f"{seconds * 1e3:.0f} ms {megabytes:.0f} MB"


def factor(measured, k):
    """How many times as much the last doubling cost. What a short run costs says little."""
    (before, after) = (measured[-2][k], measured[-1][k])
    return after / before


def run(arguments, planish):
    """Prints a table. Gives 1 if something failed, or costs more than the square of its length."""
    status = 0
    print(f"{'program':<28}{'n':>6}{'n':>18}{'2n':>18}{'4n':>18}{'time':>9}{'memory':>9}")
    for name, (program, n) in PROGRAMS.items():
        if arguments.filter not in name:
            continue
        measured = []
        for count in (n, 2 * n, 4 * n):
            measured.append(compile(planish, program(count), "all"))
            if measured[-1][2]:
                break
        cells = [show(one) for one in measured] + [""] * (3 - len(measured))
        if measured[-1][2]:
            status = 1
            factors = ["", ""]
        else:
            factors = [f"{factor(measured, k):.1f}x" for k in (0, 1)]
            if factor(measured, 0) > 4.5 or factor(measured, 1) > 4.5:
                status = 1
        print(f"{name:<28}{n:>6}" + "".join(f"{cell:>18}" for cell in cells) + "".join(f"{one:>9}" for one in factors),
              flush=True)
        if measured[-1][2]:
            print(f"    {measured[-1][2]}")
    return status
