// Dynamic checks: where there is one, where none is needed, and what it says when it fails.
#include "lower_programs.h"

namespace planish::lower {
namespace {

using Checks = std::vector<std::string>;

TEST(LowerChecks, WhatCanGoWrongIsChecked) {
  EXPECT_EQ(LoweredProgram("entry main (xs: []i32) (i: i64) = xs[i]\n").checks(),
            Checks{"bounds test.fut:1:35-39"});
  EXPECT_EQ(LoweredProgram("entry main (xs: []i32) (i: i64) = xs[i:]\n").checks(),
            Checks{"bounds test.fut:1:35-40"});
  EXPECT_EQ(LoweredProgram("entry main (xs: *[]i32) (i: i64) = xs with [i] = 1\n").checks(),
            Checks{"bounds test.fut:1:36-50"});
  EXPECT_EQ(LoweredProgram("entry main (x: i32) (y: i32) = x / y\n").checks(),
            Checks{"division test.fut:1:32-36"});
  EXPECT_EQ(LoweredProgram("entry main (x: i32) (y: i32) = x %% y\n").checks(),
            Checks{"division test.fut:1:32-37"});
  EXPECT_EQ(LoweredProgram("entry main (x: i32) = assert (x > 0) x\n").checks(),
            Checks{"assert test.fut:1:23-38"});
  EXPECT_EQ(LoweredProgram("entry main [n] (xs: [n]i32) (k: i64) = xs :> [k]i32\n").checks(),
            Checks{"coerce test.fut:1:40-51"});
  EXPECT_EQ(LoweredProgram("entry main (a: i64) (b: i64) = a..<b\n").checks(),
            Checks{"range test.fut:1:32-36"});
  EXPECT_EQ(LoweredProgram("entry main [n] (_: [n]i32) (ys: [n]i32) = ys\n").count("check"), 1u);
  EXPECT_EQ(LoweredProgram("entry main (x: i32) (y: i32) = x ** y\n").count("check"), 1u);
}

TEST(LowerChecks, WhatIsKnownIsNotChecked) {
  EXPECT_EQ(LoweredProgram("entry main (x: i32) = x / 3\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main (x: f32) (y: f32) = x / y\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main (x: i32) = [x, x + 1, 3][2]\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main (x: u32) (y: u32) = x ** y\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main [n] (xs: [n]i32) = xs :> [n]i32\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main [n] (xs: [n]i32) = xs[:]\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main [n] (xs: [n]i32) = xs[::-1]\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main (x: i32) = assert (1 < 2) x\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main: []i64 = 1..3...9\n").checks(), Checks{});
  EXPECT_EQ(LoweredProgram("entry main [n] (xs: [n]i32) = map (+ 1) xs\n").checks(), Checks{});
}

// What is wrong for certain still fails only when it is reached.
TEST(LowerChecks, ACheckThatFailsForCertainStays) {
  LoweredProgram program("entry main (b: bool) (x: i32) = if b then x / 0 else x\n");
  EXPECT_EQ(program.checks(), Checks{"division test.fut:1:43-47"});
  EXPECT_EQ(program.failure("main", "false 1"), "it did not fail");
}

TEST(LowerChecks, UnsafeCodeIsNotChecked) {
  EXPECT_EQ(LoweredProgram("entry main (xs: []i32) (i: i64) (y: i32) =\n"
                           "  #[unsafe] (xs[i] / y + xs[i:i + 2][0])\n")
                .checks(),
            Checks{});
  // Definitions that it calls have checks of their own.
  EXPECT_EQ(LoweredProgram("def at (xs: []i32) (i: i64): i32 = xs[i]\n"
                           "entry main (xs: []i32) (i: i64) = #[unsafe] (at xs i + xs[i])\n")
                .checks(),
            Checks{"bounds test.fut:1:36-40"});
  // And so has what stands beside it.
  EXPECT_EQ(
      LoweredProgram("entry main (xs: []i32) (i: i64) = (#[unsafe] xs[0]) + xs[i]\n").checks(),
      Checks{"bounds test.fut:1:55-59"});
}

TEST(LowerChecks, WhatIsGuardedWaitsForItsCheck) {
  LoweredProgram program(
      "entry main [n] (xs: *[n]i32) (i: i64) (k: i64) (y: i32) =\n"
      "  let a = xs[i]\n"
      "  let b = (xs[i:k] :> [3]i32)[0]\n"
      "  let c = a / y\n"
      "  in (copy xs with [i] = b, c, i..<k)\n");
  size_t guarded = 0;
  program.for_each_stm([&](const ir::Stm& stm) {
    bool waits = ir::as<ir::Index>(stm.op) || ir::as<ir::Slice>(stm.op) ||
                 ir::as<ir::Coerce>(stm.op) || ir::as<ir::Update>(stm.op) ||
                 ir::as<ir::Iota>(stm.op) || ir::op_text(stm.op) == "div";
    if (!waits) return;
    guarded++;
    bool constant_index =
        ir::as<ir::Index>(stm.op) && ir::as<ir::Index>(stm.op)->indices[0] == ir::Atom::i64(0);
    EXPECT_EQ(stm.certs.size(), constant_index ? 0u : 1u)
        << ir::op_text(stm.op) << " at " << ir::place_text(program.storage(), stm.place);
  });
  EXPECT_EQ(guarded, 7u);
}

TEST(LowerChecks, EveryStatementHasAPlace) {
  LoweredProgram program(
      "type t = #a i32 | #b [2]f32\n"
      "def f (x: t) = match x case #a i -> f32.i32 i case #b ys -> ys[0] + ys[1]\n"
      "entry main [n] (xs: [n]i32) (i: i64) =\n"
      "  let ys = map (\\x -> f (if x > 3 then #a (x / xs[0]) else #b [1, f32.i32 x])) xs\n"
      "  let zs = filter (> 0) ys\n"
      "  in loop s = reduce (+) 0 zs for j in i..i + 2...i * 4 do s + zs[j]\n");
  program.for_each_stm([&](const ir::Stm& stm) {
    EXPECT_NE(ir::place_text(program.storage(), stm.place), "") << ir::op_text(stm.op);
  });
  for (const ir::Function* fn : program.functions())
    EXPECT_NE(ir::place_text(program.storage(), fn->place), "");
}

// ---- What a failure says

TEST(LowerFailures, ThePathLeadsThroughCalls) {
  LoweredProgram program(
      "#[noinline] def inner (xs: []i32) (i: i64): i32 =\n"
      "  xs[i]\n"
      "#[noinline] def middle (xs: []i32) (i: i64): i32 =\n"
      "  inner xs (i + 1)\n"
      "entry main (xs: []i32) =\n"
      "  middle xs 4\n");
  EXPECT_EQ(program.failure("main", "[1, 2, 3]"),
            "Error: Index [5] out of bounds for array of shape [3].\n"
            "  at test.fut:2:3-7\n"
            "  called from test.fut:4:3-18\n"
            "  called from test.fut:6:3-13\n");
}

TEST(LowerFailures, ThePathLeadsThroughInlinedFunctions) {
  LoweredProgram program(
      "def inner (xs: []i32) (i: i64): i32 =\n"
      "  xs[i]\n"
      "def middle (xs: []i32) (i: i64): i32 =\n"
      "  inner xs (i + 1)\n"
      "entry main (xs: []i32) =\n"
      "  middle xs 4\n");
  EXPECT_EQ(program.copies("inner"), 0u);
  EXPECT_EQ(program.failure("main", "[1, 2, 3]"),
            "Error: Index [5] out of bounds for array of shape [3].\n"
            "  at test.fut:2:3-7\n"
            "  called from test.fut:4:3-18\n"
            "  called from test.fut:6:3-13\n");
}

TEST(LowerFailures, ThePathLeadsThroughBoth) {
  LoweredProgram program(
      "def divide (x: i32) (y: i32): i32 =\n"
      "  x / y\n"
      "#[noinline] def middle (x: i32): i32 =\n"
      "  divide 10 x\n"
      "def outer (x: i32): i32 =\n"
      "  middle (x - 1)\n"
      "entry main (x: i32) =\n"
      "  outer x\n");
  EXPECT_EQ(program.failure("main", "1"),
            "Error: division by zero\n"
            "  at test.fut:2:3-7\n"
            "  called from test.fut:4:3-13\n"
            "  called from test.fut:6:3-16\n"
            "  called from test.fut:8:3-9\n");
  EXPECT_EQ(program.failure("main", "2"), "it did not fail");
}

TEST(LowerFailures, TheFirstCheckInTheOrderOfTheProgramFails) {
  LoweredProgram program(
      "entry main (xs: []i32) (i: i64) (y: i32) =\n"
      "  let a = xs[i]\n"
      "  let b = a / y\n"
      "  in assert (b > 0) b\n");
  EXPECT_EQ(program.failure("main", "[1] 1 0"),
            "Error: Index [1] out of bounds for array of shape [1].\n  at test.fut:2:11-15\n");
  EXPECT_EQ(program.failure("main", "[1] 0 0"), "Error: division by zero\n  at test.fut:3:11-15\n");
  EXPECT_TRUE(program.failure("main", "[1] 0 2").starts_with("Error: Assertion is false: "));
}

TEST(LowerFailures, MessagesShowValues) {
  EXPECT_EQ(LoweredProgram("entry main [n][m] (xs: [n][m]i32) (k: i64) = xs :> [k][3]i32\n")
                .failure("main", "[[1, 2]] 4"),
            "Error: Value of shape [1][2] cannot match shape of type \"[4][3]i32\".\n"
            "  at test.fut:1:46-60\n");
  EXPECT_EQ(LoweredProgram("entry main (a: i64) (b: i64) (c: i64) = a..b...c\n")
                .failure("main", "1 3 -2"),
            "Error: Range 1..3...-2 is invalid.\n  at test.fut:1:41-48\n");
  EXPECT_EQ(LoweredProgram("entry main (xs: [][]i32) (i: i64) (j: i64) = xs[i, j:]\n")
                .failure("main", "[[1, 2, 3], [4, 5, 6]] 1 -1"),
            "Error: Index [1, -1:] out of bounds for array of shape [2][3].\n"
            "  at test.fut:1:46-54\n");
}

}  // namespace
}  // namespace planish::lower
