// Values as trees of atoms: which parameters and results functions have.
#include "lower_programs.h"

namespace planish::lower {
namespace {

TEST(LowerValues, RecordsAreTheirFields) {
  LoweredProgram program(
      "#[noinline] def f (r: {b: i32, a: (f32, bool)}): {sum: f32, flag: bool} =\n"
      "  {sum = r.a.0 + f32.i32 r.b, flag = r.a.1}\n"
      "entry main (x: f32) = f {a = (x, true), b = 3}\n");
  // In the order of the names.
  EXPECT_EQ(program.params("f"), "f32, bool, i32");
  EXPECT_EQ(program.results("f"), "bool, f32");
  EXPECT_EQ(program.params("main"), "f32");
  EXPECT_EQ(program.results("main"), "bool, f32");
}

TEST(LowerValues, ArraysOfRecordsAreRecordsOfArrays) {
  LoweredProgram program("entry main [n] (xs: [n]{a: i32, b: [3](f32, bool)}) = xs\n");
  EXPECT_EQ(program.results("main_1"), "[n]i32, [n][3]f32, [n][3]bool");
}

TEST(LowerValues, UnitIsAValue) {
  LoweredProgram program(
      "#[noinline] def f (_: ()) (x: i32): ((), i32) = ((), x)\n"
      "entry main (x: i32) = f () x\n");
  EXPECT_EQ(program.params("f"), "unit, i32");
  EXPECT_EQ(program.results("f"), "unit, i32");
}

TEST(LowerValues, ConstructorsShareScalarSlots) {
  // The tag; f32 twice for #b; i64 once.
  LoweredProgram program(
      "type t = #a f32 | #b f32 f32 | #c i64 f32 | #d i64 | #e\n"
      "entry main (x: t): t = x\n");
  EXPECT_EQ(program.params("main"), "i8, f32, f32, i64");
  EXPECT_EQ(program.results("main"), "i8, f32, f32, i64");
}

TEST(LowerValues, EnumerationsAreTheirTag) {
  LoweredProgram program("entry main (x: #red | #green | #blue) = x\n");
  EXPECT_EQ(program.params("main"), "i8");
}

TEST(LowerValues, ManyConstructorsNeedALargerTag) {
  auto sum = [](size_t count) {
    return repeated(count, " | ", [](size_t i) { return "#c" + std::to_string(i); });
  };
  EXPECT_EQ(LoweredProgram("entry main (x: " + sum(128) + ") = x\n").params("main"), "i8");
  EXPECT_EQ(LoweredProgram("entry main (x: " + sum(129) + ") = x\n").params("main"), "i32");
}

// Two slots, although both are of the same size here: elsewhere that may not be known.
TEST(LowerValues, ArraysInPayloadsHaveSlotsOfTheirOwn) {
  LoweredProgram program("entry main [n] (x: #a [n]f32 | #b [n]f32 | #c f32) = x\n");
  EXPECT_EQ(program.results("main_1"), "i8, [n]f32, [n]f32, f32");
}

TEST(LowerValues, ArraysOfSumsAreArraysOfTheirSlots) {
  LoweredProgram program("entry main [n] (xs: [n](#some i32 | #none)) = xs\n");
  EXPECT_EQ(program.results("main_1"), "[n]i8, [n]i32");
}

TEST(LowerValues, SlotsThatAreNotInUseAreZero) {
  LoweredProgram program("entry main (x: i64): #a i64 | #b f32 | #c = #a x\n");
  std::span<const ir::Atom> results = program.function("main_1").body->results;
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(ir::atom_text(program.storage(), results[0]), "0i8");
  EXPECT_FALSE(results[1].is_const());
  EXPECT_EQ(ir::atom_text(program.storage(), results[2]), "0.0f32");
}

TEST(LowerValues, FunctionsLeaveNothingBehind) {
  LoweredProgram records(
      "def ops (k: i32) = {add = (+ k), scale = \\x -> x * k, apply = \\(f: i32 -> i32) -> f k}\n"
      "entry main (k: i32) (x: i32) = ((ops k).add x, (ops k).apply (ops x).scale)\n");
  EXPECT_EQ(records.count("add"), 1u);
  EXPECT_EQ(records.count("mul"), 1u);
  EXPECT_EQ(records.size(), 3u);
}

// ---- Sizes

TEST(LowerSizes, SizesOfArraysAreParameters) {
  LoweredProgram program(
      "#[noinline] def f [n] [m] (xs: [n][m]f32) (ys: [m]f32): [n]f32 =\n"
      "  map (\\row -> row[0] * ys[0]) xs\n"
      "entry main [k] (xs: [k][k]f32) = f xs xs[0]\n");
  // One number is both sizes here.
  EXPECT_EQ(program.params("f"), "i64, [k][k]f32, [k]f32");
  EXPECT_EQ(program.results("f"), "[k]f32");
}

TEST(LowerSizes, ANumberThatIsASizeIsGivenOnce) {
  LoweredProgram program(
      "#[noinline] def f (n: i64) (xs: [n]i32): i32 = reduce (+) 0 xs\n"
      "entry main (n: i64) = f n (replicate n 1)\n");
  EXPECT_EQ(program.params("f"), "i64, [n]i32");
}

TEST(LowerSizes, NewSizesAreFurtherResults) {
  LoweredProgram program(
      "#[noinline] def positive [n] (xs: [n](i32, f32)): ?[k].[k](i32, f32) =\n"
      "  filter (\\(x, _) -> x > 0) xs\n"
      "#[noinline] def both (xs: []i32) (n: i64): ?[k].([k]i32, [n]i64) =\n"
      "  (filter (> 0) xs, iota n)\n"
      "entry main [n] (xs: [n](i32, f32)) = (positive xs, both [1, 2, 3] n)\n");
  EXPECT_EQ(program.results("positive"), "i64, [k]i32, [k]f32");
  EXPECT_EQ(program.results("both"), "i64, [k]i32, [n]i64");
}

// What depends on parameters only is still found by running the function.
TEST(LowerSizes, SizesThatAreTermsAreFurtherResults) {
  LoweredProgram program(
      "#[noinline] def extend [n] (xs: [n]i32): [n + 1]i32 = xs ++ [0]\n"
      "entry main [n] (xs: [n]i32) = extend (extend xs)\n");
  EXPECT_EQ(program.results("extend"), "i64, [size]i32");
  EXPECT_EQ(program.copies("extend"), 1u);
}

TEST(LowerSizes, ASizeIsReadOffTheValue) {
  LoweredProgram program(
      "entry main (n: i64) (m: i64) = length (iota (n * m)) + length (iota (n * m))\n");
  // Once for each `iota`; asking for the length is no code.
  EXPECT_EQ(program.count("mul"), 2u);
}

TEST(LowerSizes, BranchesAgreeOnASize) {
  LoweredProgram program(
      "#[noinline] def f (b: bool) (n: i64): []i64 = if b then iota n else [1, 2, 3]\n"
      "entry main (b: bool) (n: i64) = length (f b n)\n");
  bool found = false;
  program.for_each_stm([&](const ir::Stm& stm) {
    if (ir::as<ir::If>(stm.op) == nullptr) return;
    found = true;
    EXPECT_EQ(stm.pattern.size(), 2u);  // the size and the array
  });
  EXPECT_TRUE(found);
  EXPECT_EQ(program.function("f").results.size(), 2u);
}

TEST(LowerSizes, EntryPointsTakeEachSizeOfEachArray) {
  LoweredProgram program("entry main [n] (xs: [n][3]f32) (ys: [n]f32) = (xs, ys)\n");
  EXPECT_EQ(program.params("main"), "i64, i64, [n][size]f32, i64, [n]f32");
  EXPECT_EQ(program.results("main"), "[n][3]f32, [n]f32");
  // The second array must have n elements, and the rows 3.
  EXPECT_EQ(program.count("check"), 2u);
}

TEST(LowerSizes, VaryingSizesAreInTheArray) {
  LoweredProgram program("entry main [n] (rows: [n][?]f32): [n][?]f32 = rows\n");
  EXPECT_EQ(program.params("main"), "i64, [n][?]f32");
  EXPECT_EQ(program.results("main"), "[n][?]f32");
  EXPECT_EQ(program.count("check"), 0u);
}

// ---- Consumption

TEST(LowerConsumption, ParametersAndResultsSayWhatIsUnique) {
  LoweredProgram program(
      "#[noinline] def f [n] (xs: *[n]i32) (ys: [n]i32): (*[n]i32, [n]i32) =\n"
      "  (xs with [0] = 1, ys)\n"
      "entry main [n] (xs: *[n]i32) (ys: [n]i32): (*[n]i32, [n]i32) = f xs ys\n");
  EXPECT_EQ(program.params("f"), "i64, *[n]i32, [n]i32");
  EXPECT_EQ(program.results("f"), "*[n]i32, [n]i32");
  EXPECT_EQ(program.params("main"), "i64, *[n]i32, i64, [n]i32");
  EXPECT_EQ(program.results("main"), "*[n]i32, [n]i32");
}

TEST(LowerConsumption, PartsOfARecordAreConsumed) {
  LoweredProgram program(
      "#[noinline] def f [n] (r: *{keys: [n]i32, count: i64}): *{keys: [n]i32, count: i64} =\n"
      "  r with keys[0] = 1\n"
      "entry main [n] (xs: *[n]i32) = f {keys = xs, count = n}\n");
  EXPECT_EQ(program.params("f"), "i64, i64, *[n]i32");
  EXPECT_EQ(program.count("copy"), 0u);
}

TEST(LowerConsumption, LoopsUpdateInPlace) {
  LoweredProgram program(
      "entry main [n] (xs: *[n]i64): *[n]i64 = loop xs for i < n do xs with [i] = i\n");
  bool found = false;
  program.for_each_stm([&](const ir::Stm& stm) {
    auto* loop = ir::as<ir::Loop>(stm.op);
    if (loop == nullptr) return;
    found = true;
    ASSERT_EQ(loop->params.size(), 1u);
    EXPECT_TRUE(loop->params[0].param.unique);
  });
  EXPECT_TRUE(found);
  EXPECT_EQ(program.count("copy"), 0u);
}

}  // namespace
}  // namespace planish::lower
