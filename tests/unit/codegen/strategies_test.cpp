// That code obeys the plan: for each way to run operators, something in the code that would be
// missing otherwise, beside a program in which it is missing. The programs are those of tests/plan,
// where it is said what is planned for them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"

namespace planish::codegen {
namespace {

// A function of a file of tests/plan, as an entry point with these inputs and results.
std::string program(const std::string& file, const std::string& function,
                    const std::string& entry) {
  std::ifstream in(PLANISH_SOURCE_DIR "/tests/plan/" + file + ".flat");
  std::stringstream text;
  text << in.rdbuf();
  const std::string all = text.str();
  const std::string head = "fn " + function + "(";
  const size_t begin = all.find(head);
  if (begin == std::string::npos) {
    ADD_FAILURE() << file << " has no function " << function;
    return "";
  }
  const size_t end = all.find("\n}\n", begin);
  return "flat\n\nentry \"main\" " + entry + "\nfn main(" +
         all.substr(begin + head.size(), end - begin - head.size()) + "\n}\n";
}

std::string optimised(const std::string& text) {
  ir::Parsed parsed = ir::parse(text);
  if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
  Options options;
  options.cpu = "x86-64-v3";
  options.verify = true;
  return load_code_generator()->generate(parsed.program, options, Output::LlvmIr);
}

size_t count(const std::string& text, const std::string& what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) found++;
  return found;
}

std::string code_of(const std::string& file, const std::string& function,
                    const std::string& entry) {
  return optimised(program(file, function, entry));
}

// The code of a function whose name begins so.
std::string part(const std::string& code, const std::string& name) {
  const size_t begin = code.find("@" + name + "(");
  return begin == std::string::npos ? "" : code.substr(begin, code.find("\n}", begin) - begin);
}

constexpr const char* kRowsToRow = R"(("xs": "[]f32" from 1 count 1) -> ("[]f32" from 0 count 1))";

// Note [Tiles]: a row's element is multiplied by whole vectors of a column.
TEST(Strategies, Tiles) {
  const std::string tile = code_of(
      "tile", "product",
      R"(("a": "[][]f32" from 3 count 1, "b": "[][]f32" from 4 count 1) -> ("[][]f32" from 0 count 1))");
  EXPECT_GE(count(tile, "shufflevector"), 4U) << tile;
  EXPECT_GE(count(tile, "phi <8 x float>"), 8U) << tile;
  EXPECT_EQ(count(tile, "call i32 @planish_parallel_for"), 1U) << tile;
  const std::string packed = code_of(
      "tile", "by_rows",
      R"(("a": "[][]f64" from 3 count 1, "b": "[][]f64" from 4 count 1) -> ("[][]f64" from 0 count 1))");
  EXPECT_GE(count(packed, "shufflevector"), 4U) << packed;
  EXPECT_GE(count(packed, "phi <4 x double>"), 8U) << packed;
  const std::string plain = code_of(
      "tile", "gathered",
      R"(("a": "[][]f32" from 3 count 1, "is": "[]i64" from 4 count 1, "b": "[][]f32" from 5 count 1) -> ("[][]f32" from 0 count 1))");
  EXPECT_EQ(count(plain, "shufflevector"), 0U);
  EXPECT_EQ(count(plain, "call i32 @planish_parallel_for"), 0U);
}

// Notes [Vector scans] and [Column scans]
TEST(Strategies, Scans) {
  const std::string sums = code_of("scans", "sums", kRowsToRow);
  EXPECT_GE(count(sums, "shufflevector <8 x float>"), 3U) << sums;
  constexpr const char* kMatrix =
      R"(("a": "[][]f32" from 2 count 1) -> ("[][]f32" from 0 count 1))";
  const std::string columns = code_of("scans", "columns", kMatrix);
  EXPECT_EQ(count(columns, "call i32 @planish_parallel_for"), 2U) << columns;
  EXPECT_GE(count(columns, "phi <8 x float>"), 4U) << columns;
  const std::string plain = code_of("scans", "rows", kMatrix);
  EXPECT_EQ(count(plain, "<8 x float>"), 0U);
  EXPECT_EQ(count(plain, "call i32 @planish_parallel_for"), 0U);
}

// Notes [Checks at both ends] and [Clamped indices]: what is left are loops without branches, of
// which LLVM makes vectors.
TEST(Strategies, Ranges) {
  const std::string checked = code_of(
      "ranges", "checked",
      R"(("n": "i64" from 0 count 1, "xs": "[]f32" from 2 count 1) -> ("[]f32" from 0 count 1))");
  EXPECT_GE(count(checked, "store <8 x float>"), 1U) << checked;
  EXPECT_GE(count(checked, "call i32 @planish_fail"), 1U) << checked;
  const std::string each = code_of(
      "ranges", "checked_value",
      R"(("is": "[]i64" from 2 count 1, "xs": "[]f32" from 3 count 1) -> ("[]f32" from 0 count 1))");
  EXPECT_EQ(count(each, "store <8 x float>"), 0U);
  const std::string clamped = code_of("ranges", "clamped", kRowsToRow);
  EXPECT_GE(count(clamped, "load <8 x float>"), 2U) << clamped;
}

// Note [Prefetching rows]: the row, and the place of one.
TEST(Strategies, RowsArePrefetched) {
  const std::string code = code_of(
      "ranges", "neighbours",
      R"(("v": "[]i64" from 3 count 1, "o": "[]i64" from 4 count 1, "d": "[]i64" from 5 count 1) -> ("[]i64" from 0 count 1))");
  EXPECT_GE(count(code, "call void @llvm.prefetch"), 2U) << code;
  const std::string near = code_of(
      "ranges", "near",
      R"(("o": "[]i64" from 2 count 1, "d": "[]i64" from 3 count 1) -> ("[]i64" from 0 count 1))");
  EXPECT_EQ(count(near, "call void @llvm.prefetch"), 0U);
}

// Note [Streams], and rows of them in lanes.
TEST(Strategies, Streams) {
  const std::string vectors = "fcmp contract ogt <8 x float>";
  const std::string whole = part(
      code_of("streams", "largest",
              R"(("xs": "[]f32" from 1 count 1) -> ("f32" from 0 count 1, "i64" from 1 count 1))"),
      "planish.main.reduce.segments");
  EXPECT_EQ(count(whole, vectors), 1U) << whole;
  const std::string rows = part(
      code_of(
          "streams", "of_rows",
          R"(("xs": "[][]f32" from 2 count 1) -> ("[]f32" from 0 count 1, "[]i64" from 1 count 1))"),
      "planish.main.reduce.segments");
  EXPECT_EQ(count(rows, vectors), 2U) << rows;
}

// Note [Lengths first]: there are no buffers that grow.
TEST(Strategies, LengthsFirst) {
  const std::string first = code_of(
      "lengths", "repeated", R"(("xs": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1))");
  EXPECT_EQ(count(first, "@planish_grow("), 0U) << first;
  EXPECT_GE(count(first, "call i64 @planish_row_starts"), 1U) << first;
  const std::string rows = code_of(
      "lengths", "summed", R"(("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 1 count 1))");
  EXPECT_GE(count(rows, "@planish_grow("), 1U);
}

// Note [Arrays that are not made]: numbers, copies of a value and a rotated row.
TEST(Strategies, ArraysThatAreNotMade) {
  const std::string code = code_of(
      "elements", "read",
      R"(("m": "i64" from 1 count 1, "k": "i64" from 2 count 1, "xs": "[][]i64" from 3 count 1) -> ("[][]i64" from 0 count 1))");
  EXPECT_EQ(count(code, "call ptr @planish_allocate"), 1U) << code;
  EXPECT_EQ(count(code, "call void @llvm.memcpy"), 0U) << code;
}

// Note [Transposition]: a block of 16 rows is transposed in four steps.
TEST(Strategies, TranspositionsUseWholeLines) {
  const std::string code = optimised(R"(flat

entry "main" ("a": "[][]f32" from 2 count 1) -> ("[][]f32" from 0 count 1)
fn main(n_1: i64, m_2: i64, a_3: [n_1][m_2]f32) -> (b_4: [m_2][n_1]f32) {
  let t_5: [m_2][n_1]f32 = rearrange [1, 0] a_3
  let b_6: [m_2][n_1]f32 = copy t_5
  in b_6
}
)");
  EXPECT_EQ(count(code, "shufflevector <16 x float>"), 64U) << code;
  EXPECT_EQ(count(code, "store <16 x float>"), 16U) << code;
}

// Note [Loops that can be cancelled]: the loop is cut into strips, within which it is vectorised.
TEST(Strategies, LoopsThatCanBeCancelledAreVectorised) {
  const std::string code = optimised(R"(flat

entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64) -> (s_2: i64) {
  let s_3: i64 = loop (t_4: i64 = 0) for i_5: i64 < n_1 {
    let q_6: i64 = xor i_5 n_1
    let u_7: i64 = add t_4 q_6
    in u_7
  }
  in s_3
}
)");
  EXPECT_EQ(count(code, "call i32 @planish_check_cancelled"), 1U) << code;
  EXPECT_GE(count(code, "add <4 x i64>"), 1U) << code;
}

// A recursive function asks when it is called, so that a loop that calls one need not.
TEST(Strategies, LoopsThatCallRecursionDoNotAskThemselves) {
  const auto questions = [](const std::string& called) {
    const std::string code = optimised(R"(flat

entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64) -> (s_2: i64) {
  let s_3: i64 = call count (n_1)
  in s_3
}

#[sequential] fn count(n_10: i64) -> (s_11: i64) {
  let is_last_12: bool = le n_10 1
  let s_13: i64 = if is_last_12 { in 1 } else {
    let s_14: i64 = loop (t_15: i64 = 0) for i_16: i64 < n_10 {
      let c_17: i64 = call )" + called +
                                       R"( (i_16)
      let u_18: i64 = add t_15 c_17
      in u_18
    }
    in s_14
  }
  in s_13
}

#[sequential] fn other(n_20: i64) -> (s_21: i64) {
  let s_22: i64 = loop (t_23: i64 = 0) for i_24: i64 < n_20 {
    let u_25: i64 = xor t_23 i_24
    in u_25
  }
  in s_22
}
)");
    return count(code, "call i32 @planish_check_cancelled");
  };
  EXPECT_EQ(questions("count"), 0U);
  EXPECT_GE(questions("other"), 1U);
}

// Note [Conditions on the index] in plan/split.h
TEST(Strategies, RangesAreCutWhereConditionsOnTheIndexChange) {
  const std::string code = optimised(program(
      "ranges", "shifted",
      R"(("n": "i64" from 0 count 1, "w": "i64" from 1 count 1, "xs": "[]f32" from 3 count 1) -> ("[]f32" from 0 count 1))"));
  // Both parts copy elements: there are no masks, and nothing is done one by one where checks hold.
  EXPECT_EQ(count(code, "@llvm.masked."), 0U) << code;
  EXPECT_GE(count(code, "load <8 x float>") + count(code, "@llvm.memcpy"), 2U) << code;
}

}  // namespace
}  // namespace planish::codegen
