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
entry "main" ("offsets": "[]i64" from 1 count 1, "total": "i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(k_2: i64, offsets_3: [k_2]i64, t_1: i64) -> (r_4: [t_1]i64, s_5: [t_1][2]i64) {
  let m_6: i64 = sub k_2 1
  let r_7: [t_1]i64 = segmap (i_8: i64 < m_6, j_9: i64 < t_1 by offsets_3) {
    let x_10: i64 = mul i_8 10
    let y_11: i64 = add x_10 j_9
    in y_11
  }
  let s_12: [t_1][2]i64 = segmap (i_13: i64 < m_6, j_14: i64 < t_1 by offsets_3, h_15: i64 < 2) {
    let x_16: i64 = mul i_13 10
    let y_17: i64 = add x_16 h_15
    in y_17
  }
  in r_7, s_12
}
)");
  EXPECT_EQ(
      results_text(program.run("[7, 9, 9, 12] 5")),
      "[0i64, 1i64, 20i64, 21i64, 22i64] [[0i64, 1i64], [0i64, 1i64], [20i64, 21i64], [20i64, "
      "21i64], [20i64, 21i64]]");
  EXPECT_EQ(results_text(program.run("[0, 0] 0")), "empty([0]i64) empty([0][2]i64)");
  EXPECT_EQ(results_text(program.run("[0] 0")), "empty([0]i64) empty([0][2]i64)");
  EXPECT_NE(results_text(program.run("[0, 2, 2, 5] 4"))
                .find("another number of iterations than its bound"),
            std::string::npos);
  EXPECT_NE(results_text(program.run("[0, 2, 1, 5] 5")).find("offsets that fall"),
            std::string::npos);
}

TEST(InterpFlat, OffsetsOfADeepLevelCountThroughAllIterationsBefore) {
  // The second level has 2 + 0 + 1 iterations, so the third one has 4 offsets.
  EXPECT_EQ(run_text(R"(flat
entry "main" ("a": "[]i64" from 1 count 1, "b": "[]i64" from 3 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(k_1: i64, a_2: [k_1]i64, l_3: i64, b_4: [l_3]i64) -> (r_5: [3]i64, s_6: [3]i64) {
  let r_7: [3]i64 = segmap (h_8: i64 < 3, i_9: i64 < 3 by a_2, j_10: i64 < 3 by b_4) {
    let x_11: i64 = mul h_8 100
    let y_12: i64 = mul i_9 10
    let z_13: i64 = add x_11 y_12
    let w_14: i64 = add z_13 j_10
    in w_14
  }
  let s_15: [3]i64 = segred (h_16: i64 < 3, i_17: i64 < 3 by a_2, j_18: i64 < 3 by b_4) {0} \(x_19: i64, y_20: i64) {
    let z_21: i64 = add x_19 y_20
    in z_21
  } of {
    in 1
  }
  in r_7, s_15
}
)",
                     "[0, 2, 2, 3] [0, 1, 1, 3]"),
            "[0i64, 200i64, 201i64] [1i64, 0i64, 2i64]");
}

// A level after an irregular one begins anew for each of its points.
TEST(InterpFlat, SegRedAfterAnIrregularLevel) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("a": "[]i64" from 1 count 1) -> ("[][]i64" from 0 count 1)
fn main(k_1: i64, a_2: [k_1]i64) -> (r_3: [3][2]i64) {
  let r_4: [3][2]i64 = segred (h_5: i64 < 2, i_6: i64 < 3 by a_2, j_7: i64 < 2, l_8: i64 < 3) {0} \(x_9: i64, y_10: i64) {
    let z_11: i64 = add x_9 y_10
    in z_11
  } of {
    let x_12: i64 = mul h_5 100
    let y_13: i64 = mul i_6 10
    let z_14: i64 = add x_12 y_13
    let w_15: i64 = add z_14 j_7
    in w_15
  }
  in r_4
}
)",
                     "[0, 1, 3]"),
            "[[0i64, 3i64], [300i64, 303i64], [330i64, 333i64]]");
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
entry "main" ("offsets": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1)
fn main(k_1: i64, offsets_2: [k_1]i64) -> (r_3: [5]i64) {
  let r_4: [5]i64 = segscan (i_5: i64 < 3, j_6: i64 < 5 by offsets_2) {0} \(a_7: i64, b_8: i64) {
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
            "[1i64, 3i64, 6i64, 1i64, 3i64]");
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

TEST(InterpFlat, SegFilterOverSeveralLevelsCounts) {
  TestProgram program(R"(flat
entry "main" ("xs": "[][]i64" from 2 count 1, "offsets": "[]i64" from 4 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 2 count 1, "[]i64" from 3 count 1, "[]i64" from 5 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64, l_4: i64, offsets_5: [l_4]i64) -> (c_6: [n_1]i64, k_7: i64, r_8: [k_7]i64, d_9: [3]i64, h_10: i64, s_11: [h_10]i64) {
  let (k_12: i64, c_13: [n_1]i64, r_14: [k_12]i64) = segfilter (i_15: i64 < n_1, j_16: i64 < m_2) {
    let x_17: i64 = index xs_3 [i_15, j_16]
    let p_18: bool = lt 2 x_17
    in p_18, x_17
  }
  let (h_19: i64, d_20: [3]i64, s_21: [h_19]i64) = segfilter (i_22: i64 < 2, j_23: i64 < 3 by offsets_5, k_24: i64 < 4) {
    let p_25: bool = lt j_23 k_24
    in p_25, k_24
  }
  in c_13, k_12, r_14, d_20, h_19, s_21
}
)");
  EXPECT_EQ(
      results_text(program.run("[[1, 3], [2, 1], [5, 6]] [0, 1, 3]")),
      "[1i64, 0i64, 2i64] [3i64, 5i64, 6i64] [3i64, 3i64, 2i64] [1i64, 2i64, 3i64, 1i64, 2i64, "
      "3i64, 2i64, 3i64]");
  EXPECT_EQ(results_text(program.run("empty([2][0]i64) [0, 3, 3]")),
            "[0i64, 0i64] empty([0]i64) [3i64, 2i64, 1i64] [1i64, 2i64, 3i64, 2i64, 3i64, 3i64]");
}

TEST(InterpFlat, SegPartitionSortsByClass) {
  TestProgram program(R"(flat
entry "main" ("xs": "[]i64" from 1 count 1, "k": "i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 2 count 1, "[][]i64" from 3 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, k_3: i64) -> (c_4: [k_3]i64, m_5: i64, r_6: [m_5]i64, s_7: [m_5][2]i64) {
  let (m_8: i64, c_9: [k_3]i64, r_10: [m_8]i64, s_11: [m_8][2]i64) = segpartition (i_12: i64 < n_1) k_3 {
    let x_13: i64 = index xs_2 [i_12]
    let p_14: [2]i64 = array [i_12, x_13]
    in x_13, i_12, p_14
  }
  in c_9, m_8, r_10, s_11
}
)");
  // Points of classes that are not there are dropped, and each class keeps its order.
  EXPECT_EQ(results_text(program.run("[2, 0, 3, -1, 0, 2, 9] 4")),
            "[2i64, 0i64, 2i64, 1i64] [1i64, 4i64, 0i64, 5i64, 2i64] [[1i64, 0i64], [4i64, 0i64], "
            "[0i64, 2i64], [5i64, 2i64], [2i64, 3i64]]");
  EXPECT_EQ(results_text(program.run("[2, 0] 0")), "empty([0]i64) empty([0]i64) empty([0][2]i64)");
  EXPECT_EQ(results_text(program.run("empty([0]i64) 2")),
            "[0i64, 0i64] empty([0]i64) empty([0][2]i64)");
}

TEST(InterpFlat, SegPartitionOverAnIrregularSpace) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("offsets": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 2 count 1)
fn main(k_1: i64, offsets_2: [k_1]i64) -> (c_3: [2]i64, m_4: i64, r_5: [m_4]i64) {
  let (m_6: i64, c_7: [2]i64, r_8: [m_6]i64) = segpartition (i_9: i64 < 2, j_10: i64 < 5 by offsets_2) 2 {
    let x_11: i64 = mul i_9 10
    let y_12: i64 = add x_11 j_10
    let c_13: i64 = mod j_10 2
    in c_13, y_12
  }
  in c_7, m_6, r_8
}
)",
                     "[0, 3, 5]"),
            "[3i64, 2i64] [0i64, 2i64, 10i64, 1i64, 11i64]");
}

TEST(InterpFlat, SegFlatMapAppendsRows) {
  TestProgram program(R"(flat
entry "main" ("offsets": "[]i64" from 1 count 1, "t": "i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 2 count 1, "[][]i64" from 3 count 1, "[]i64" from 4 count 1)
fn main(k_1: i64, offsets_2: [k_1]i64, t_3: i64) -> (l_4: [t_3]i64, n_5: i64, r_6: [n_5]i64, s_7: [n_5][2]i64, e_8: [t_3]i64) {
  let m_9: i64 = sub k_1 1
  let (n_10: i64, l_11: [t_3]i64, r_12: [n_10]i64, s_13: [n_10][2]i64, e_14: [t_3]i64) = segflatmap (i_15: i64 < m_9, j_16: i64 < t_3 by offsets_2) [2] {
    let r_17: [i_15]i64 = iota i_15 from j_16 by 10
    let s_18: [i_15][2]i64 = replicate [i_15, 2] i_15
    let e_19: i64 = neg j_16
    in i_15, r_17, s_18, e_19
  }
  in l_11, n_10, r_12, s_13, e_14
}
)");
  EXPECT_EQ(
      results_text(program.run("[0, 1, 3, 3, 4] 4")),
      "[0i64, 1i64, 1i64, 3i64] [0i64, 1i64, 0i64, 10i64, 20i64] [[1i64, 1i64], [1i64, 1i64], "
      "[3i64, 3i64], [3i64, 3i64], [3i64, 3i64]] [0i64, 0i64, -1i64, 0i64]");
  EXPECT_EQ(results_text(program.run("[0] 0")),
            "empty([0]i64) empty([0]i64) empty([0][2]i64) empty([0]i64)");
}

TEST(InterpFlat, LengthsOverARegularSpaceHaveItsDimensions) {
  EXPECT_EQ(run_text(R"(flat
entry "main" ("n": "i64" from 0 count 1) -> ("[][]i64" from 1 count 1, "[]i64" from 2 count 1)
fn main(n_1: i64) -> (t_2: i64, l_3: [n_1][2]i64, r_4: [t_2]i64) {
  let (t_5: i64, l_6: [n_1][2]i64, r_7: [t_5]i64) = segflatmap (i_8: i64 < n_1, j_9: i64 < 2) [1] {
    let k_10: i64 = mul i_8 j_9
    let r_11: [k_10]i64 = replicate [k_10] i_8
    in k_10, r_11
  }
  in t_5, l_6, r_7
}
)",
                     "3"),
            "[[0i64, 0i64], [0i64, 1i64], [0i64, 2i64]] [1i64, 2i64, 2i64]");
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
