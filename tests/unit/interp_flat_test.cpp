// The operators of FLAT over regular and irregular spaces.
#include "interp_programs.h"

namespace planish::interp {
namespace {

TEST(InterpFlat, SegMapOverARegularSpace) {
  TestProgram program(R"(flat
entry "main" ("n": "i64" from 0 count 1, "m": "i64" from 1 count 1) -> ("[][]i64" from 0 count 1, "[][][]i64" from 1 count 1)
fn main(n_1: i64, m_2: i64) -> (r_3: [n_1][m_2]i64, s_4: [n_1][m_2][2]i64) {
  let (r_5: [n_1][m_2]i64, s_6: [n_1][m_2][2]i64) = segmap (i_7: i64 < n_1, j_8: i64 < m_2) {
    let x_9: i64 = mul i_7 10
    let y_10: i64 = add x_9 j_8
    let z_11: [2]i64 = array [i_7, j_8]
    in y_10, z_11
  }
  in r_5, s_6
}
)");
  EXPECT_EQ(results_text(program.run("2 2")),
            "[[0i64, 1i64], [10i64, 11i64]] [[[0i64, 0i64], [0i64, 1i64]], [[1i64, 0i64], [1i64, "
            "1i64]]]");
  EXPECT_EQ(results_text(program.run("2 0")), "empty([2][0]i64) empty([2][0][2]i64)");
  EXPECT_EQ(results_text(program.run("0 2")), "empty([0][2]i64) empty([0][2][2]i64)");
}

TEST(InterpFlat, SegMapOverAnIrregularSpace) {
  TestProgram program(R"(flat
entry "main" ("offsets": "[]i64" from 1 count 1) -> ("[][?]i64" from 1 count 1)
fn main(k_2: i64, offsets_3: [k_2]i64) -> (m_1: i64, r_4: [m_1][?]i64) {
  let m_5: i64 = sub k_2 1
  let r_6: [m_5][?]i64 = segmap (i_7: i64 < m_5, j_8: i64 < 0 by offsets_3) {
    let x_9: i64 = mul i_7 10
    let y_10: i64 = add x_9 j_8
    in y_10
  }
  in m_5, r_6
}
)");
  EXPECT_EQ(results_text(program.run("[0, 2, 2, 5]")), "[[0i64, 1i64], [], [20i64, 21i64, 22i64]]");
}

TEST(InterpFlat, OffsetsOfADeepLevelCountThroughAllIterationsBefore) {
  // The second level has 2 + 0 + 1 iterations, so the third one has 4 offsets.
  EXPECT_EQ(run_text(R"(flat
entry "main" ("a": "[]i64" from 1 count 1, "b": "[]i64" from 3 count 1) -> ("[][?][?]i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(k_1: i64, a_2: [k_1]i64, l_3: i64, b_4: [l_3]i64) -> (r_5: [3][?][?]i64, s_6: [3][?]i64) {
  let r_7: [3][?][?]i64 = segmap (h_8: i64 < 3, i_9: i64 < 0 by a_2, j_10: i64 < 0 by b_4) {
    let x_11: i64 = mul h_8 100
    let y_12: i64 = mul i_9 10
    let z_13: i64 = add x_11 y_12
    let w_14: i64 = add z_13 j_10
    in w_14
  }
  let s_15: [3][?]i64 = segred (h_16: i64 < 3, i_17: i64 < 0 by a_2, j_18: i64 < 0 by b_4) {0} \(x_19: i64, y_20: i64) {
    let z_21: i64 = add x_19 y_20
    in z_21
  } of {
    in 1
  }
  in r_7, s_15
}
)",
                     "[0, 2, 2, 3] [0, 1, 1, 3]"),
            "[[[0i64], []], [], [[200i64, 201i64]]] [[1i64, 0i64], [], [2i64]]");
}

TEST(InterpFlat, SegRed) {
  TestProgram program(R"(flat
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1, "i64" from 2 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [n_1]i64, s_5: [n_1][m_2]i64, t_6: i64) {
  let (r_7: [n_1]i64, s_8: [n_1][m_2]i64) = segred (i_9: i64 < n_1, j_10: i64 < m_2) {0} \(a_11: i64, b_12: i64) {
    let c_13: i64 = mul a_11 10
    let d_14: i64 = add c_13 b_12
    in d_14
  } of {
    let x_15: i64 = index xs_3 [i_9, j_10]
    let y_16: i64 = neg x_15
    in x_15, y_16
  }
  let t_17: i64 = segred (i_18: i64 < n_1) {1000} \(a_19: i64, b_20: i64) {
    let c_21: i64 = add a_19 b_20
    in c_21
  } of {
    in i_18
  }
  in r_7, s_8, t_17
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2], [3, 4], [5, 6]]")),
            "[12i64, 34i64, 56i64] [[-1i64, -2i64], [-3i64, -4i64], [-5i64, -6i64]] 1003i64");
  EXPECT_EQ(results_text(program.run("empty([2][0]i64)")), "[0i64, 0i64] empty([2][0]i64) 1001i64");
}

TEST(InterpFlat, SegScanStartsAnewInEachSegment) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("offsets": "[]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1)
fn main(k_1: i64, offsets_2: [k_1]i64) -> (r_3: [3][?]i64) {
  let r_4: [3][?]i64 = segscan (i_5: i64 < 3, j_6: i64 < 0 by offsets_2) {0} \(a_7: i64, b_8: i64) {
    let c_9: i64 = add a_7 b_8
    in c_9
  } of {
    let x_10: i64 = add j_6 1
    in x_10
  }
  in r_4
}
)",
                     "[0, 3, 3, 5]"),
            "[[1i64, 3i64, 6i64], [], [1i64, 3i64]]");
}

TEST(InterpFlat, SegHistAndSegScatter) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [3]i64, s_5: [m_2][n_1]i64) {
  let zero_6: [3]i64 = replicate [3] 0
  let r_7: [3]i64 = seghist (i_8: i64 < n_1, j_9: i64 < m_2) [3] (zero_6) {0} \(a_10: i64, b_11: i64) {
    let c_12: i64 = add a_10 b_11
    in c_12
  } of {
    let x_13: i64 = index xs_3 [i_8, j_9]
    in x_13, 1
  }
  let zero_14: [m_2][n_1]i64 = replicate [m_2, n_1] 0
  let s_15: [m_2][n_1]i64 = segscatter (i_16: i64 < n_1, j_17: i64 < m_2) [m_2, n_1] (zero_14) of {
    let x_18: i64 = index xs_3 [i_16, j_17]
    in j_17, i_16, x_18
  }
  in r_7, s_15
}
)",
                     "[[0, 2, 2], [7, 2, -1]]"),
            "[1i64, 0i64, 3i64] [[0i64, 7i64], [2i64, 2i64], [2i64, -1i64]]");
}

TEST(InterpFlat, SegFilterKeepsValuesOfTheBody) {
  TestProgram program(R"(flat
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1, "[][]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (k_3: i64, r_4: [k_3]i64, s_5: [k_3][2]i64) {
  let (k_6: i64, r_7: [k_6]i64, s_8: [k_6][2]i64) = segfilter (i_9: i64 < n_1) {
    let x_10: i64 = index xs_2 [i_9]
    let c_11: bool = lt 2 x_10
    let y_12: i64 = mul x_10 10
    let z_13: [2]i64 = array [i_9, x_10]
    in c_11, y_12, z_13
  }
  let s_14: [k_6][2]i64 = update s_8 [0 +: k_6 by 1, 1] with r_7
  in k_6, r_7, s_14
}
)");
  EXPECT_EQ(results_text(program.run("[1, 3, 2, 5]")),
            "[30i64, 50i64] [[1i64, 30i64], [3i64, 50i64]]");
  EXPECT_EQ(results_text(program.run("[1]")), "empty([0]i64) empty([0][2]i64)");
}

// Inside parallel operators those of CORE are sequential.
TEST(InterpFlat, OperatorsOfCoreInABody) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("n": "i64" from 0 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(n_1: i64) -> (r_2: [n_1]i64, h_3: [3]i64) {
  let r_4: [n_1]i64 = segmap (i_5: i64 < n_1) {
    let is_6: [i_5]i64 = iota i_5 from 0 by 1
    let ys_7: [i_5]i64 = map i_5 (is_6) \(x_8: i64) {
      let y_9: i64 = mul x_8 x_8
      in y_9
    }
    let s_10: i64 = reduce i_5 (ys_7) {0} \(a_11: i64, b_12: i64) {
      let c_13: i64 = add a_11 b_12
      in c_13
    }
    in s_10
  }
  let zero_14: [3]i64 = replicate [3] 0
  let h_15: [3]i64 = scatter n_1 [3] (zero_14) at (r_4) with (r_4)
  in r_4, h_15
}
)",
                     "4"),
            "[0i64, 0i64, 1i64, 5i64] [0i64, 1i64, 0i64]");
}

TEST(InterpFlat, AccumulatorsOfTheSurroundings) {
  TestProgram program(R"(flat
entry "main" ("is": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, is_2: [n_1]i64) -> (r_3: [3]i64) {
  let zero_4: [3]i64 = replicate [3] 0
  let r_5: [3]i64 = with_acc [3] (zero_4) {0} \(a_6: i64, b_7: i64) {
    let c_8: i64 = add a_6 b_7
    in c_8
  } of \(acc_9: acc([3]i64)) {
    let acc_10: acc([3]i64) = segmap (i_11: i64 < n_1) {
      let k_12: i64 = index is_2 [i_11]
      let c_13: bool = lt k_12 2
      let acc_14: acc([3]i64) = if c_13 {
        let acc_15: acc([3]i64) = update_acc acc_9 [k_12] with {1}
        in acc_15
      } else { in acc_9 }
      in acc_14
    }
    let acc_16: acc([3]i64) = update_acc acc_10 [2] with {100}
    in acc_16
  }
  in r_5
}
)");
  EXPECT_EQ(results_text(program.run("[0, 1, 2, 1]")), "[1i64, 2i64, 100i64]");
  EXPECT_EQ(results_text(program.run("empty([0]i64)")), "[0i64, 0i64, 100i64]");
}

}  // namespace
}  // namespace planish::interp
