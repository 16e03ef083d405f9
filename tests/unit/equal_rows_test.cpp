// Which entry points need no offsets when the rows that they are given are known to be equally
// long.
#include "passes/rows/equal_rows.h"

#include "lower_programs.h"
#include "pipeline/passes.h"

namespace planish::passes {
namespace {

// Once code is generated: no pass may lose what says so.
bool needs_no_offsets(std::string text, std::string_view entry) {
  lower::LoweredProgram lowered(std::move(text));
  ir::Program program = lowered.program();
  for (const Pass& pass : cpu_pipeline()) program = pass.run(program, {cpu_target()});
  for (const ir::Function* fn : program.functions) {
    if (program.storage->text(fn->name) == entry) return has_equal_rows(*fn);
  }
  ADD_FAILURE() << "there is no " << entry;
  return false;
}

TEST(EqualRows, EntryPointsWithASecondVersionNeedNoOffsets) {
  EXPECT_TRUE(needs_no_offsets("entry sums [n] (rows: [n][?]f32) = map f32.sum rows", "sums"));
  EXPECT_TRUE(
      needs_no_offsets("entry counts [n] (rows: [n][?][?]f32) = map length rows", "counts"));
}

TEST(EqualRows, OthersDo) {
  EXPECT_FALSE(needs_no_offsets("entry sums [n] [m] (rows: [n][m]f32) = map f32.sum rows", "sums"));
  EXPECT_FALSE(needs_no_offsets(
      "def halves (n: i64) : i64 = if n < 2 then 0 else 1 + halves (n / 2)\n"
      "entry main [n] (rows: [n][?]f32) : [n]i64 = map (\\row -> halves (length row)) rows",
      "main"));
}

}  // namespace
}  // namespace planish::passes
