// What generated code looks like where its speed depends on it.
#include <gtest/gtest.h>

#include <string>

#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"

namespace planish::codegen {
namespace {

std::string optimised(const char* text) {
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

// Note [Strips]: each step of the loop divides by the one before.
TEST(Vectors, RecurrencesOfManyRowsAreVectorised) {
  const std::string code = optimised(R"(flat

entry "main" ("xs": "[][][]f32" from 3 count 1) -> ("[][][]f32" from 0 count 1)
fn main(k_1: i64, m_2: i64, n_3: i64, xs_4: [k_1][m_2][n_3]f32) -> (ys_5: [k_1][m_2][n_3]f32) {
  let ys_6: [k_1][m_2][n_3]f32 = segmap (i_7: i64 < k_1) {
    let rows_8: [m_2][n_3]f32 = index xs_4 [i_7]
    let zs_9: [m_2][n_3]f32 = map m_2 (rows_8) \(row_10: [n_3]f32) {
      let own_11: [n_3]f32 = copy row_10
      let steps_12: i64 = sub n_3 1
      let z_13: [n_3]f32 = loop (r_14: *[n_3]f32 = own_11) for j_15: i64 < steps_12 {
        let next_16: i64 = add j_15 1
        let a_17: f32 = index r_14 [j_15]
        let b_18: f32 = index r_14 [next_16]
        let c_19: f32 = div b_18 a_17
        let s_20: [n_3]f32 = update r_14 [next_16] with c_19
        in s_20
      }
      in z_13
    }
    in zs_9
  }
  in ys_6
}
)");
  EXPECT_GE(count(code, "fdiv contract <"), 1U) << code;
}

// Note [Pieces]: only the result is allocated.
TEST(Vectors, RotatedRowsAreNotCopied) {
  const std::string code = optimised(R"(flat

entry "main" ("xs": "[][]f32" from 2 count 1) -> ("[][]f32" from 0 count 1)
fn main(m_1: i64, n_2: i64, xs_3: [m_1][n_2]f32) -> (ys_4: [m_1][n_2]f32) {
  let rest_5: i64 = sub n_2 1
  let ys_6: [m_1][n_2]f32 = segmap (i_7: i64 < m_1) {
    let row_8: [n_2]f32 = index xs_3 [i_7]
    let a_9: [rest_5]f32 = slice row_8 [1 +: rest_5 by 1]
    let b_10: [1]f32 = slice row_8 [0 +: 1 by 1]
    let rotated_11: [n_2]f32 = concat (a_9, b_10)
    let sums_12: [n_2]f32 = map n_2 (row_8, rotated_11) \(x_13: f32, y_14: f32) {
      let s_15: f32 = add x_13 y_14
      in s_15
    }
    in sums_12
  }
  in ys_6
}
)");
  EXPECT_EQ(count(code, "call ptr @planish_allocate"), 1U) << code;
  EXPECT_GE(count(code, "fadd contract <8 x float>"), 1U) << code;
}

}  // namespace
}  // namespace planish::codegen
