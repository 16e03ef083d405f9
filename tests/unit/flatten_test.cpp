// What the pass `flatten` guarantees of a whole program; what it makes of small ones is in
// tests/passes/flatten.
#include "passes/flatten/flatten.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/cost.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "support/large_stack.h"

namespace planish::passes {
namespace {

// A nest of maps in which each level also has a reduction, so that none of them is perfect.
std::string nest_of_depth(int depth) {
  std::string sizes;
  std::string type = "f32";
  for (int i = depth; i >= 0; i--) type = fmt::format("[n{}]", i) + type;
  for (int i = 0; i <= depth; i++) sizes += fmt::format("n{}: i64, ", i);
  std::string body = "let r: f32 = mul x 2.0f32 in r";
  std::string inner = "f32";
  for (int i = depth; i >= 0; i--) {
    std::string rows = fmt::format("[n{}]{}", i, inner);
    std::string param = i == depth ? "x" : fmt::format("xs{}", i + 1);
    body = fmt::format(
        "let ks{0}: [n{0}]f32 = replicate [n{0}] 1.0f32 "
        "let s{0}: f32 = reduce n{0} (ks{0}) {{0.0f32}} \\(a{0}: f32, b{0}: f32) {{ let c{0}: f32 "
        "= add "
        "a{0} b{0} in c{0} }} "
        "let e{0}: f32 = exp s{0} "
        "let ys{0}: {1} = map n{0} (xs{0}) \\({2}: {3}) {{ {4} }} "
        "let t{0}: {1} = map n{0} (ys{0}) \\(y{0}: {3}) {{ let k{0}: f32 = mul e{0} e{0} in y{0} "
        "}} "
        "in t{0}",
        i, rows, param, inner, body);
    inner = rows;
  }
  return fmt::format("core fn f({}xs0: {}) -> (result: {}) {{ {} }}", sizes, type, type, body);
}

size_t statements(const ir::Program& program) {
  size_t count = 0;
  for (const ir::Function* fn : program.functions) count += statement_count(fn->body);
  return count;
}

ir::Program flat(const std::string& text) {
  ir::Parsed parsed = ir::parse(text);
  EXPECT_FALSE(parsed.error) << text;
  EXPECT_TRUE(ir::verify(parsed.program).empty());
  ir::Program program = flatten(parsed.program, cpu_target());
  for (const ir::VerifyError& error : ir::verify(program)) {
    ADD_FAILURE() << ir::error_text(*program.storage, error);
  }
  return program;
}

TEST(Flatten, CodeGrowsWithTheDepthOfANestOnly) {
  run_with_large_stack([] {
    size_t small = statements(flat(nest_of_depth(6)));
    size_t large = statements(flat(nest_of_depth(24)));
    EXPECT_LT(large, small * 5);
  });
}

TEST(Flatten, FlatProgramsStayAsTheyAre) {
  ir::Program program = flat(
      "core fn f(n: i64, xs: [n]f32) -> (r: [n]f32) { let ys: [n]f32 = map n "
      "(xs) \\(x: f32) { let y: f32 = neg x in y } in ys }");
  EXPECT_EQ(program.stage, ir::Stage::Flat);
  EXPECT_EQ(ir::print(flatten(program, cpu_target())), ir::print(program));
}

}  // namespace
}  // namespace planish::passes
