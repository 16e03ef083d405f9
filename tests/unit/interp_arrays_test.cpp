// Operations on arrays: views, updates, new arrays, empty ones.
#include "interp_programs.h"

namespace planish::interp {
namespace {

TEST(InterpArrays, IndexOfEveryType) {
  const auto program = [](std::string_view type) {
    std::string t(type);
    return R"(core
entry "main" ("xs": "[]t" from 1 count 1, "i": "i64" from 2 count 1) -> ("t" from 0 count 1, "[]t" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1])" +
           t + ", i_3: i64) -> (r_4: " + t + ", s_5: [2]" + t + ") {\n  let x_6: " + t +
           " = index xs_2 [i_3]\n  let ys_7: [2]" + t + " = array [x_6, x_6]\n  in x_6, ys_7\n}\n";
  };
  EXPECT_EQ(run_text(program("i8"), "[1i8, -128i8] 1i64"), "-128i8 [-128i8, -128i8]");
  EXPECT_EQ(run_text(program("i16"), "[1i16, -2i16] 1i64"), "-2i16 [-2i16, -2i16]");
  EXPECT_EQ(run_text(program("i32"), "[1i32, -2i32] 1i64"), "-2i32 [-2i32, -2i32]");
  EXPECT_EQ(run_text(program("i64"), "[1i64, -2i64] 1i64"), "-2i64 [-2i64, -2i64]");
  EXPECT_EQ(run_text(program("u8"), "[1u8, 255u8] 1i64"), "255u8 [255u8, 255u8]");
  EXPECT_EQ(run_text(program("u16"), "[1u16, 65535u16] 1i64"), "65535u16 [65535u16, 65535u16]");
  EXPECT_EQ(run_text(program("u32"), "[1u32, 4294967295u32] 1i64"),
            "4294967295u32 [4294967295u32, 4294967295u32]");
  EXPECT_EQ(run_text(program("u64"), "[1u64, 18446744073709551615u64] 1i64"),
            "18446744073709551615u64 [18446744073709551615u64, 18446744073709551615u64]");
  EXPECT_EQ(run_text(program("f16"), "[1f16, -0.5f16] 1i64"), "-0.5f16 [-0.5f16, -0.5f16]");
  EXPECT_EQ(run_text(program("f32"), "[1f32, -0.5f32] 1i64"), "-0.5f32 [-0.5f32, -0.5f32]");
  EXPECT_EQ(run_text(program("f64"), "[1f64, -0.5f64] 1i64"), "-0.5f64 [-0.5f64, -0.5f64]");
  EXPECT_EQ(run_text(program("bool"), "[true, false] 1i64"), "false [false, false]");
}

TEST(InterpArrays, ViewsOfViews) {
  TestProgram program(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1, "[]i64" from 1 count 1, "i64" from 2 count 1, "[]i64" from 3 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [m_2][n_1]i64, s_5: [2]i64, t_6: i64, u_7: [m_2]i64) {
  let ts_8: [m_2][n_1]i64 = rearrange [1, 0] xs_3
  let last_9: i64 = sub n_1 1
  let back_10: [m_2][n_1]i64 = slice ts_8 [0 +: m_2 by 1, last_9 +: n_1 by -1]
  let two_11: [2]i64 = slice back_10 [0, 0 +: 2 by 1]
  let x_12: i64 = index back_10 [1, 0]
  let column_13: [m_2]i64 = slice back_10 [0 +: m_2 by 1, 0]
  in back_10, two_11, x_12, column_13
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2, 3], [4, 5, 6]]")),
            "[[4i64, 1i64], [5i64, 2i64], [6i64, 3i64]] [4i64, 1i64] 5i64 [4i64, 5i64, 6i64]");
}

TEST(InterpArrays, ReshapeOfAnyView) {
  TestProgram program(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [6]i64, s_5: [3][2]i64) {
  let ts_6: [m_2][n_1]i64 = rearrange [1, 0] xs_3
  let flat_7: [6]i64 = reshape [6] ts_6
  let other_8: [3][2]i64 = reshape [3, 2] xs_3
  in flat_7, other_8
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2, 3], [4, 5, 6]]")),
            "[1i64, 4i64, 2i64, 5i64, 3i64, 6i64] [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]]");
}

TEST(InterpArrays, UpdatesOfParts) {
  TestProgram program(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1, "row": "[]i64" from 3 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64, row_4: [m_2]i64) -> (r_5: *[n_1][m_2]i64) {
  let a_6: [n_1][m_2]i64 = update xs_3 [1, 0 +: m_2 by 1] with row_4
  let col_7: [2]i64 = array [77, 88]
  let b_8: [n_1][m_2]i64 = update a_6 [0 +: 2 by 2, 1] with col_7
  let c_9: [n_1][m_2]i64 = update b_8 [2, 2] with 99
  in c_9
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2, 3], [4, 5, 6], [7, 8, 9]] [-1, -2, -3]")),
            "[[1i64, 77i64, 3i64], [-1i64, -2i64, -3i64], [7i64, 88i64, 99i64]]");
}

TEST(InterpArrays, FlatSlicesAndUpdates) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("[][]i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: [2][3]i64, s_4: *[n_1]i64) {
  let v_5: [2][3]i64 = flat_slice xs_2 [1 +: 2 by 4, 3 by 1]
  let c_6: [2][3]i64 = copy v_5
  let z_7: [2]i64 = array [-1, -2]
  let ys_8: [n_1]i64 = flat_update xs_2 [7 +: 2 by -7] with z_7
  in c_6, ys_8
}
)",
                     "[0, 1, 2, 3, 4, 5, 6, 7]"),
            "[[1i64, 2i64, 3i64], [5i64, 6i64, 7i64]] [-2i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, "
            "-1i64]");
}

TEST(InterpArrays, NewArrays) {
  TestProgram program(R"(core
entry "main" ("xs": "[]u8" from 1 count 1) -> ("[]u8" from 0 count 1, "[][]u8" from 1 count 1, "[][]u8" from 2 count 1, "[]f32" from 3 count 1)
fn main(n_1: i64, xs_2: [n_1]u8) -> (r_3: [5]u8, s_4: [2][n_1]u8, t_5: [3][n_1]u8, u_6: [0]f32) {
  let i_7: [5]u8 = iota 5 from 250u8 by 2u8
  let rep_8: [2][n_1]u8 = replicate [2] xs_2
  let one_9: [1][n_1]u8 = array [xs_2]
  let three_10: [3][n_1]u8 = concat (rep_8, one_9)
  let none_11: [0]f32 = array []
  in i_7, rep_8, three_10, none_11
}
)");
  EXPECT_EQ(
      results_text(program.run("[1, 2]")),
      "[250u8, 252u8, 254u8, 0u8, 2u8] [[1u8, 2u8], [1u8, 2u8]] [[1u8, 2u8], [1u8, 2u8], [1u8, "
      "2u8]] empty([0]f32)");
  EXPECT_EQ(results_text(program.run("empty([0]u8)")),
            "[250u8, 252u8, 254u8, 0u8, 2u8] empty([2][0]u8) empty([3][0]u8) empty([0]f32)");
}

TEST(InterpArrays, AssembledArraysAreCopies) {
  // The row changes after the arrays were made of it.
  EXPECT_EQ(run_text(R"(core
entry "main" () -> ("[][]i64" from 0 count 1, "[][]i64" from 1 count 1, "[]i64" from 2 count 1)
fn main() -> (r_1: [2][2]i64, s_2: [2][2]i64, t_3: [2]i64) {
  let xs_4: [2]i64 = iota 2 from 1 by 1
  let a_5: [2][2]i64 = array [xs_4, xs_4]
  let b_6: [2][2]i64 = replicate [2] xs_4
  let ys_7: [2]i64 = update xs_4 [0] with 9
  in a_5, b_6, ys_7
}
)"),
            "[[1i64, 2i64], [1i64, 2i64]] [[1i64, 2i64], [1i64, 2i64]] [9i64, 2i64]");
}

TEST(InterpArrays, RanksBeyondTheUsual) {
  EXPECT_EQ(run_text(R"(core
entry "main" () -> ("[][][][][]i64" from 0 count 1, "i64" from 1 count 1)
fn main() -> (r_1: [2][1][1][2][1]i64, s_2: i64) {
  let xs_3: [4]i64 = iota 4 from 0 by 1
  let a_4: [1][2][1][1][2]i64 = reshape [1, 2, 1, 1, 2] xs_3
  let b_5: [2][1][1][2][1]i64 = rearrange [4, 0, 2, 1, 3] a_4
  let x_6: i64 = index b_5 [1, 0, 0, 0, 0]
  in b_5, x_6
}
)"),
            "[[[[[0i64], [2i64]]]], [[[[1i64], [3i64]]]]] 1i64");
}

TEST(InterpArrays, EmptyDimensions) {
  TestProgram program(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[][]i64" from 1 count 1, "[]i64" from 2 count 1, "[][]i64" from 3 count 1, "[]i64" from 4 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (k_20: i64, r_4: [m_2][n_1]i64, s_5: [k_20]i64, t_7: [n_1][m_2]i64, u_8: [n_1]i64) {
  let ts_9: [m_2][n_1]i64 = rearrange [1, 0] xs_3
  let k_6: i64 = mul n_1 m_2
  let flat_10: [k_6]i64 = reshape [k_6] ts_9
  let ys_11: [n_1][m_2]i64 = map n_1 (xs_3) \(x_12: [m_2]i64) {
    let y_13: [m_2]i64 = copy x_12
    in y_13
  }
  let sums_14: [n_1]i64 = map n_1 (xs_3) \(x_15: [m_2]i64) {
    let s_16: i64 = reduce m_2 (x_15) {0} \(a_17: i64, b_18: i64) {
      let c_19: i64 = add a_17 b_18
      in c_19
    }
    in s_16
  }
  in k_6, ts_9, flat_10, ys_11, sums_14
}
)");
  EXPECT_EQ(results_text(program.run("empty([0][3]i64)")),
            "empty([3][0]i64) empty([0]i64) empty([0][3]i64) empty([0]i64)");
  EXPECT_EQ(results_text(program.run("empty([3][0]i64)")),
            "empty([0][3]i64) empty([0]i64) empty([3][0]i64) [0i64, 0i64, 0i64]");
}

}  // namespace
}  // namespace planish::interp
