// The size of the code stays in proportion to the size of the source.
#include "lower_programs.h"

namespace planish::lower {
namespace {

// A body that is too large to be put in the place of each call.
constexpr std::string_view kLargeBody =
    "  let y = x * x + 3\n"
    "  let z = y * y - x\n"
    "  let w = z * y + x * 7\n"
    "  in loop w for i < x do w * z + y - i\n";

std::string definition(std::string_view head) {
  return std::string(head) + "\n" + std::string(kLargeBody);
}

TEST(LowerSize, AFunctionUsedAHundredTimesIsOneFunction) {
  LoweredProgram program(definition("def f (x: i64): i64 =") +
                         "entry main (x: i64) = " + repeated(100, " + ", [](size_t i) {
                           return "f (x + " + std::to_string(i) + ")";
                         }));
  EXPECT_EQ(program.copies("f"), 1u);
  EXPECT_EQ(program.count("call"), 101u);
  EXPECT_EQ(program.count("loop"), 1u);
}

TEST(LowerSize, APolymorphicFunctionIsMadeOnceForEachType) {
  LoweredProgram program(
      "def f [n] 't (xs: [n]t) (x: t): i64 =\n"
      "  let ys = loop ys = copy xs for i < n do ys with [i] = x\n"
      "  let zs = concat xs ys\n"
      "  in length zs + length (filter (\\i -> i % 3 == 0) (iota n)) * n + length (concat zs zs)\n"
      "entry main (a: []i32) (b: []f32) (c: [](bool, i64)) =\n  " +
      repeated(100, " + ", [](size_t i) -> std::string {
        const char* uses[] = {"f a 1", "f b 2", "f c (true, 3)"};
        return uses[i % 3];
      }));
  EXPECT_EQ(program.copies("f"), 3u);
}

// An array of 3 elements and one of n are used in the same way.
TEST(LowerSize, SizesMakeNoDifference) {
  LoweredProgram program(
      "#[noinline] def sum [n] (xs: [n]i64): i64 = reduce (+) 0 xs\n"
      "entry main [n] (xs: [n]i64) (i: i64) =\n"
      "  sum xs + sum [1, 2, i] + sum (iota i) + sum (iota 10) + sum (filter (> 0) xs)\n");
  EXPECT_EQ(program.copies("sum"), 1u);
}

// Statements of `twice (twice (… f)) x`.
size_t nested_twice(size_t depth) {
  std::string function = "f";
  for (size_t i = 0; i < depth; i++) function = "twice (" + function + ")";
  LoweredProgram program("def twice 'a (f: a -> a) (x: a): a = f (f x)\n" +
                         definition("def f (x: i64): i64 =") + "entry main (x: i64) = " + function +
                         " x\n");
  EXPECT_EQ(program.count("loop"), 1u);
  return program.size();
}

TEST(LowerSize, NestedHigherOrderFunctionsGrowLinearly) {
  size_t six = nested_twice(6);
  size_t twelve = nested_twice(12);
  EXPECT_LE(twelve, 2 * six);
  // All steps are equal.
  EXPECT_EQ(nested_twice(12) - nested_twice(11), nested_twice(11) - nested_twice(10));
}

TEST(LowerSize, AHigherOrderFunctionIsMadeOnceForEachFunctionGivenToIt) {
  auto uses = [](std::string_view fn, size_t count) {
    return repeated(count, " + ", [&](size_t i) {
      return "apply " + std::string(fn) + " (x + " + std::to_string(i) + ")";
    });
  };
  std::string definitions =
      "def double (x: i64): i64 = x + x\n"
      "def square (x: i64): i64 = x * x\n"
      "def apply (f: i64 -> i64) (x: i64): i64 =\n"
      "  let y = f x * 3 + f (x + 1)\n"
      "  in loop y for i < x do f y * x + y - i\n";
  LoweredProgram one(definitions + "entry main (x: i64) = " + uses("double", 100));
  // The first use stands where it is used.
  EXPECT_EQ(one.copies("apply"), 1u);
  EXPECT_EQ(one.count("loop"), 2u);

  LoweredProgram two(definitions + "entry main (x: i64) = " + uses("double", 50) + " + " +
                     uses("square", 50));
  EXPECT_EQ(two.copies("apply"), 2u);
  EXPECT_EQ(two.count("loop"), 4u);
}

// The same, when what the function refers to differs from use to use.
TEST(LowerSize, WhatAFunctionRefersToMakesNoDifference) {
  LoweredProgram program(
      "#[noinline] def apply (f: i64 -> i64) (x: i64): i64 = f (f (f x)) * f (x + 1)\n"
      "def scaled (k: i64) (x: i64): i64 = apply (\\y -> y * k + x) x\n"
      "entry main (x: i64) = " +
      repeated(20, " + ", [](size_t i) { return "scaled (x + " + std::to_string(i) + ") x"; }));
  EXPECT_EQ(program.copies("apply"), 1u);
}

TEST(LowerSize, FunctionsOfModulesAreMadeOnceForEachApplication) {
  LoweredProgram program(
      "module type number = { type t val add : t -> t -> t }\n"
      "module many (n: number) = {\n"
      "  #[noinline] def times (k: i64) (x: n.t): n.t = loop y = x for _i < k do n.add y x\n"
      "}\n"
      "module a = many { type t = i64 def add (x: i64) y = x + y }\n"
      "module b = many { type t = (f32, f32) def add (x: f32, y: f32) (z, w) = (x + z, y + w) }\n"
      "open a\n"
      "module again = a\n"
      "entry main (x: i64) = " +
      repeated(30, " + ", [](size_t) { return "a.times 3 x + times 4 x + again.times 5 x"; }) +
      " + i64.f32 (b.times 2 (1, 2)).0");
  EXPECT_EQ(program.copies("times"), 2u);
}

TEST(LowerSize, BodiesOfCasesAreThereOnce) {
  // Each case asks for both numbers; the last one can be reached in 51 ways.
  std::string cases = repeated(50, "\n", [](size_t i) {
    std::string n = std::to_string(i);
    return "  case (" + n + ", " + n + ") -> x * y + " + n + " * x";
  });
  LoweredProgram program("entry main (x: i64) (y: i64): i64 =\n  match (x, y)\n" + cases +
                         "\n  case _ -> x ** y - 1\n");
  EXPECT_EQ(program.count("mul"), 2 * 50u);
  EXPECT_EQ(program.count("pow"), 1u);
  EXPECT_EQ(program.count("match"), 2u);
}

TEST(LowerSize, ConstantsAreComputedOnce) {
  LoweredProgram program("def table = map (\\i -> i * i + 3) (iota 100)\nentry main (i: i64) = " +
                         repeated(40, " + ", [](size_t) { return "table[i]"; }));
  EXPECT_EQ(program.copies("table"), 1u);
  EXPECT_TRUE(program.function("table").constant);
  EXPECT_EQ(program.count("map"), 1u);
}

TEST(LowerSize, RecordsOfRecordsAreNoCode) {
  std::string text = "entry main (x: i64): i64 =\n  let r0 = {a = x + 1, b = x}\n";
  std::string path = "r16";
  for (int i = 1; i <= 16; i++) {
    std::string before = "r" + std::to_string(i - 1);
    text += "  let r" + std::to_string(i) + " = {p = " + before + ", q = " + before + "}\n";
    path += ".p";
  }
  LoweredProgram program(text + "  in " + path + ".a\n");
  EXPECT_EQ(program.size(), 2u);  // the sum, and the call from the entry point
}

// Statements of `def f1 = f0 >-> f0`, `def f2 = f1 >-> f1`, … applied.
size_t composed_tower(size_t height) {
  std::string text = definition("def f0 (x: i64): i64 =");
  for (size_t i = 1; i <= height; i++) {
    const std::string below = "f" + std::to_string(i - 1);
    text += "def f" + std::to_string(i) + " = " + below + " >-> " + below + "\n";
  }
  LoweredProgram program(text + "entry main (x: i64) = f" + std::to_string(height) + " x\n");
  return program.size();
}

// Each level is put together of the one below twice: written out, 40 of them would be 2^40 copies.
TEST(LowerSize, ATowerOfComposedFunctionsIsLinear) {
  const size_t twenty = composed_tower(20);
  const size_t forty = composed_tower(40);
  EXPECT_LE(forty, 2 * twenty + 20);
  EXPECT_LE(forty, 400u);
}

}  // namespace
}  // namespace planish::lower
