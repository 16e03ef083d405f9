// Irregular arrays.
#include "interp_programs.h"

namespace planish::interp {
namespace {

TEST(InterpIrregular, InAndOut) {
  TestProgram program(R"(core
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: [n_1][?]i64) {
  in xs_2
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2], [], [3]]")), "[[1i64, 2i64], [], [3i64]]");
  EXPECT_EQ(results_text(program.run("[[1, 2], [3, 4]]")), "[[1i64, 2i64], [3i64, 4i64]]");
}

TEST(InterpIrregular, RowsAndLengths) {
  TestProgram program(R"(core
entry "main" ("xs": "[][?]i64" from 1 count 1, "i": "i64" from 2 count 1) -> ("[]i64" from 0 count 1, "i64" from 1 count 1, "i64" from 2 count 1, "[]i64" from 4 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64, i_3: i64) -> (r_4: [n_1]i64, s_5: i64, t_6: i64, k_7: i64, u_8: [k_7]i64) {
  let lens_9: [n_1]i64 = row_lengths xs_2
  let len_10: i64 = row_length xs_2 [i_3]
  let row_11: [len_10]i64 = index xs_2 [i_3]
  let x_12: i64 = index xs_2 [i_3, 1]
  in lens_9, len_10, x_12, len_10, row_11
}
)");
  EXPECT_EQ(results_text(program.run("[[1], [], [3, 4, 5]] 2")),
            "[1i64, 0i64, 3i64] 3i64 4i64 [3i64, 4i64, 5i64]");
}

TEST(InterpIrregular, EqualLengths) {
  TestProgram program(R"(core
entry "main" ("xs": "[][?][?]i64" from 1 count 1, "offsets": "[]i64" from 3 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1, "i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1][?][?]i64, k_3: i64, offsets_4: [k_3]i64) -> (r_5: i64, s_6: i64, t_7: i64) {
  let outer_8: i64 = equal_row_length 0 xs_2
  let inner_9: i64 = equal_row_length 1 xs_2
  let step_10: i64 = equal_step offsets_4
  in outer_8, inner_9, step_10
}
)");
  EXPECT_EQ(results_text(program.run("[[[1], [2]], [[3], [4]]] [3, 5, 7]")), "2i64 1i64 2i64");
  EXPECT_EQ(results_text(program.run("[[[1, 2]], [[3], [4]]] [0, 2, 5]")), "-1i64 -1i64 -1i64");
  EXPECT_EQ(results_text(program.run("[[[1, 2], [3]]] [0, 0]")), "2i64 -1i64 0i64");
  EXPECT_EQ(results_text(program.run("[] [4]")), "0i64 0i64 0i64");
}

TEST(InterpIrregular, SplitAndJoin) {
  TestProgram program(R"(core
entry "main" ("lens": "[]i64" from 2 count 1, "xs": "[][]i64" from 4 count 1) -> ("[][?][]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(n_1: i64, k_2: i64, lens_3: [n_1]i64, m_4: i64, xs_5: [k_2][m_4]i64) -> (r_6: [n_1][?][m_4]i64, s_8: [k_2][m_4]i64) {
  let rows_9: [n_1][?][m_4]i64 = split_rows lens_3 xs_5
  let all_11: [k_2][m_4]i64 = join_rows rows_9
  in rows_9, all_11
}
)");
  EXPECT_EQ(
      results_text(program.run("[2, 0, 1] [[1, 2], [3, 4], [5, 6]]")),
      "[[[1i64, 2i64], [3i64, 4i64]], [], [[5i64, 6i64]]] [[1i64, 2i64], [3i64, 4i64], [5i64, "
      "6i64]]");
  EXPECT_EQ(results_text(program.run("[0, 0] empty([0][5]i64)")),
            "empty([2][?: 0, 0][5]i64) empty([0][5]i64)");
  EXPECT_EQ(results_text(program.run("[2, 2] [[1, 2], [3, 4], [5, 6]]")).substr(0, 20),
            "failed: compiler bug");
}

TEST(InterpIrregular, MapsOverRows) {
  TestProgram program(R"(core
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: [n_1]i64, s_4: [n_1][?]i64) {
  let lens_5: [n_1]i64 = row_lengths xs_2
  let (r_6: [n_1]i64, s_7: [n_1][?]i64) = map n_1 (lens_5, xs_2) \(k_8: i64, row_9: [k_8]i64) {
    let sum_10: i64 = reduce k_8 (row_9) {0} \(a_11: i64, b_12: i64) {
      let c_13: i64 = add a_11 b_12
      in c_13
    }
    let twice_14: i64 = mul k_8 2
    let both_15: [twice_14]i64 = concat (row_9, row_9)
    in sum_10, both_15
  }
  in r_6, s_7
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2], [], [5]]")),
            "[3i64, 0i64, 5i64] [[1i64, 2i64, 1i64, 2i64], [], [5i64, 5i64]]");
}

TEST(InterpIrregular, AssembledAndTakenApart) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 1 count 1, "[][?]i64" from 2 count 1, "[][][?]i64" from 3 count 1, "[][?]i64" from 5 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (m_21: i64, r_3: [m_21][?]i64, s_5: [2][?]i64, t_6: [2][n_1][?]i64, k_7: i64, u_8: [k_7][?]i64) {
  let row_9: [1]i64 = array [9]
  let long_10: [3]i64 = iota 3 from 7 by 0
  let s_11: [2][?]i64 = array [row_9, long_10]
  let m_4: i64 = add n_1 2
  let r_12: [m_4][?]i64 = concat (xs_2, s_11)
  let t_13: [2][n_1][?]i64 = replicate [2] xs_2
  let lens_14: [n_1]i64 = row_lengths xs_2
  let (k_15: i64, l_16: [k_15]i64, u_17: [k_15][?]i64) = filter n_1 (lens_14, xs_2) \(l_18: i64, row_19: [l_18]i64) {
    let c_20: bool = ne l_18 0
    in c_20
  }
  in m_4, r_12, s_11, t_13, k_15, u_17
}
)",
                     "[[1, 2], []]"),
            "[[1i64, 2i64], [], [9i64], [7i64, 7i64, 7i64]] [[9i64], [7i64, 7i64, 7i64]] [[[1i64, "
            "2i64], []], [[1i64, 2i64], []]] [[1i64, 2i64]]");
}

TEST(InterpIrregular, Updates) {
  // An element of a row, and a row by one of another length.
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "*[][?]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(n_1: i64, xs_2: *[n_1][?]i64) -> (r_3: *[n_1][?]i64, s_4: *[n_1][?]i64) {
  let before_5: [n_1][?]i64 = copy xs_2
  let a_6: [n_1][?]i64 = update xs_2 [0, 1] with 99
  let row_7: [3]i64 = replicate [3] 5
  let b_8: [n_1][?]i64 = update a_6 [1] with row_7
  let c_9: [n_1][?]i64 = update b_8 [1, 2] with -5
  in c_9, before_5
}
)",
                     "[[1, 2], [3]]"),
            "[[1i64, 99i64], [5i64, 5i64, -5i64]] [[1i64, 2i64], [3i64]]");
}

TEST(InterpIrregular, Slices) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1, "[]i64" from 1 count 1, "[][?]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: [2][?]i64, s_4: [2]i64, t_5: [2][?]i64) {
  let r_6: [2][?]i64 = slice xs_2 [2 +: 2 by -1]
  let s_7: [2]i64 = slice xs_2 [2, 1 +: 2 by 1]
  let t_8: [2][?]i64 = slice xs_2 [1 +: 2 by 1, 0 +: 1 by 1]
  in r_6, s_7, t_8
}
)",
                     "[[1, 2], [3], [4, 5, 6]]"),
            "[[4i64, 5i64, 6i64], [3i64]] [5i64, 6i64] [[3i64], [4i64]]");
}

TEST(InterpIrregular, Coercions) {
  TestProgram program(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[][?]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [n_1][?]i64, s_5: [n_1][m_2]i64) {
  let a_6: [n_1][?]i64 = coerce xs_3
  let b_7: [n_1][m_2]i64 = coerce a_6
  in a_6, b_7
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2], [3, 4]]")),
            "[[1i64, 2i64], [3i64, 4i64]] [[1i64, 2i64], [3i64, 4i64]]");
  EXPECT_EQ(results_text(program.run("empty([0][4]i64)")).substr(0, 6), "empty(");
}

TEST(InterpIrregular, TwoLevels) {
  TestProgram program(R"(core
entry "main" ("xs": "[][?][?]i64" from 1 count 1) -> ("[][?][?]i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1][?][?]i64) -> (r_3: [n_1][?][?]i64, s_4: [n_1][?]i64) {
  let lens_5: [n_1]i64 = row_lengths xs_2
  let s_6: [n_1][?]i64 = map n_1 (lens_5, xs_2) \(k_7: i64, row_8: [k_7][?]i64) {
    let l_9: [k_7]i64 = row_lengths row_8
    in l_9
  }
  in xs_2, s_6
}
)");
  EXPECT_EQ(results_text(program.run("[[[1, 2], []], [], [[3]]]")),
            "[[[1i64, 2i64], []], [], [[3i64]]] [[2i64, 0i64], [], [1i64]]");
}

TEST(InterpIrregular, TypesThatVaryInDifferentDimensions) {
  // Rows that are regular each, in an array that says nothing of them; and back.
  EXPECT_EQ(run_text(R"(core
entry "main" ("ns": "[]i64" from 1 count 1) -> ("[][?][?]i64" from 0 count 1, "[]i64" from 1 count 1, "[][?][?]i64" from 2 count 1, "[]i64" from 3 count 1)
fn main(n_1: i64, ns_2: [n_1]i64) -> (r_3: [n_1][?][?]i64, s_4: [n_1]i64, t_5: [1][?][?]i64, u_6: [2]i64) {
  let r_7: [n_1][?][?]i64 = map n_1 (ns_2) \(k_8: i64) {
    let square_9: [k_8][k_8]i64 = replicate [k_8, k_8] k_8
    in square_9
  }
  let s_10: [n_1]i64 = map n_1 (ns_2, r_7) \(k_11: i64, square_12: [k_11][k_11]i64) {
    let l_13: i64 = sub k_11 1
    let x_14: i64 = index square_12 [l_13, 0]
    in x_14
  }
  let some_15: [2][2]i64 = index r_7 [0]
  let t_16: [1][?][?]i64 = array [some_15]
  let column_17: [2]i64 = slice r_7 [0, 0 +: 2 by 1, 1]
  let t_18: [1][?][?]i64 = update t_16 [0, 0 +: 2 by 1] with some_15
  let t_19: [1][?][?]i64 = update t_18 [0, 0 +: 2 by 1, 0] with column_17
  let t_20: [1][?][?]i64 = update t_19 [0, 1, 1] with 5
  in r_7, s_10, t_20, column_17
}
)",
                     "[2, 1]"),
            "[[[2i64, 2i64], [2i64, 2i64]], [[1i64]]] [2i64, 1i64] [[[2i64, 2i64], [2i64, 5i64]]] "
            "[2i64, 2i64]");
}

}  // namespace
}  // namespace planish::interp
