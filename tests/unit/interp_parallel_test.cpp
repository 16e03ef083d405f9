// The parallel operators of CORE.
#include "interp_programs.h"

namespace planish::interp {
namespace {

TEST(InterpParallel, MapGivesSeveralArrays) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i32" from 1 count 1, "ys": "[]f64" from 2 count 1) -> ("[]i32" from 0 count 1, "[]bool" from 1 count 1, "[][]f64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]i32, ys_3: [n_1]f64) -> (r_4: [n_1]i32, s_5: [n_1]bool, t_6: [n_1][2]f64) {
  let (a_7: [n_1]i32, b_8: [n_1]bool, c_9: [n_1][2]f64) = map n_1 (xs_2, ys_3) \(x_10: i32, y_11: f64) {
    let p_12: i32 = mul x_10 x_10
    let q_13: bool = lt y_11 0.0f64
    let r_14: [2]f64 = array [y_11, 1.0f64]
    in p_12, q_13, r_14
  }
  in a_7, b_8, c_9
}
)");
  EXPECT_EQ(results_text(program.run("[3, -4] [-1.5, 2]")),
            "[9i32, 16i32] [true, false] [[-1.5f64, 1.0f64], [2.0f64, 1.0f64]]");
  EXPECT_EQ(results_text(program.run("empty([0]i32) empty([0]f64)")),
            "empty([0]i32) empty([0]bool) empty([0][2]f64)");
}

TEST(InterpParallel, MapOfNoArraysAndNestedFreeVariables) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("n": "i64" from 0 count 1, "k": "i64" from 1 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, k_2: i64) -> (r_3: [n_1][k_2]i64) {
  let is_4: [n_1]i64 = iota n_1 from 0 by 1
  let js_5: [k_2]i64 = iota k_2 from 0 by 1
  let r_6: [n_1][k_2]i64 = map n_1 (is_4) \(i_7: i64) {
    let i10_8: i64 = mul i_7 10
    let row_9: [k_2]i64 = map k_2 (js_5) \(j_10: i64) {
      let x_11: i64 = add i10_8 j_10
      in x_11
    }
    in row_9
  }
  in r_6
}
)",
                     "2 3"),
            "[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]]");
}

TEST(InterpParallel, MapThatConsumesItsRows) {
  TestProgram program(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64) -> (r_4: *[n_1][m_2]i64) {
  let ys_5: [n_1][m_2]i64 = map n_1 (xs_3) \(row_6: *[m_2]i64) {
    let x_7: i64 = index row_6 [1]
    let row_8: [m_2]i64 = update row_6 [0] with x_7
    let row_9: [m_2]i64 = update row_8 [1] with 0
    in row_9
  }
  in ys_5
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2], [3, 4], [5, 6]]")),
            "[[2i64, 0i64], [4i64, 0i64], [6i64, 0i64]]");
}

TEST(InterpParallel, ReductionsAreInOrder) {
  // Composition of functions a x + b does not commute.
  TestProgram program(R"(core
entry "main" ("as": "[]i64" from 1 count 1, "bs": "[]i64" from 2 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1, "[]i64" from 2 count 1)
fn main(n_1: i64, as_2: [n_1]i64, bs_3: [n_1]i64) -> (r_4: i64, s_5: i64, t_6: [n_1]i64) {
  let (a_7: i64, b_8: i64, c_9: [n_1]i64) = reduce n_1 (as_2, bs_3) {1, 0} \(a_10: i64, b_11: i64, c_12: i64, d_13: i64) {
    let e_14: i64 = mul a_10 c_12
    let f_15: i64 = mul b_11 c_12
    let g_16: i64 = add f_15 d_13
    in e_14, g_16
  } of \(a_17: i64, b_18: i64) {
    let c_19: i64 = add b_18 1
    let d_20: i64 = mul a_17 100
    in a_17, c_19, d_20
  }
  in a_7, b_8, c_9
}
)");
  // ((0 * 2 + 2) * 3 + 4) * 5 + 6
  EXPECT_EQ(results_text(program.run("[2, 3, 5] [1, 3, 5]")),
            "30i64 56i64 [200i64, 300i64, 500i64]");
  EXPECT_EQ(results_text(program.run("empty([0]i64) empty([0]i64)")), "1i64 0i64 empty([0]i64)");
}

TEST(InterpParallel, ReduceOfRows) {
  TestProgram program(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: *[m_2]i64) {
  let zero_5: [m_2]i64 = replicate [m_2] 0
  let s_6: [m_2]i64 = reduce n_1 (xs_3) {zero_5} \(a_7: [m_2]i64, b_8: [m_2]i64) {
    let c_9: [m_2]i64 = map m_2 (a_7, b_8) \(x_10: i64, y_11: i64) {
      let z_12: i64 = add x_10 y_11
      in z_12
    }
    in c_9
  }
  let first_13: [m_2]i64 = update s_6 [0] with -1
  let zeros_14: i64 = index zero_5 [0]
  let r_15: [m_2]i64 = update first_13 [1] with zeros_14
  in r_15
}
)");
  EXPECT_EQ(results_text(program.run("[[1, 2, 3], [10, 20, 30]]")), "[-1i64, 0i64, 33i64]");
  // The result is not the neutral element itself, which is used after the result is consumed.
  EXPECT_EQ(results_text(program.run("empty([0][3]i64)")), "[-1i64, 0i64, 0i64]");
}

TEST(InterpParallel, ReduceWithAnOperatorThatConsumes) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: [3]i64, s_4: [3]i64) {
  let zero_5: [3]i64 = replicate [3] 0
  let h_6: [3]i64 = reduce n_1 (xs_2) {zero_5} \(a_7: *[3]i64, b_8: [3]i64) {
    let x_9: i64 = index b_8 [0]
    let y_10: i64 = index a_7 [x_9]
    let z_11: i64 = add y_10 1
    let c_12: [3]i64 = update a_7 [x_9] with z_11
    in c_12
  } of \(x_13: i64) {
    let ys_14: [3]i64 = replicate [3] x_13
    in ys_14
  }
  in h_6, zero_5
}
)",
                     "[2, 0, 2, 2]"),
            "[1i64, 0i64, 3i64] [0i64, 0i64, 0i64]");
}

TEST(InterpParallel, Scan) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: [n_1]i64, s_4: [n_1]i64) {
  let (a_5: [n_1]i64, b_6: [n_1]i64) = scan n_1 (xs_2) {0} \(x_7: i64, y_8: i64) {
    let z_9: i64 = mul x_7 10
    let w_10: i64 = add z_9 y_8
    in w_10
  } of \(x_11: i64) {
    let y_12: i64 = neg x_11
    in x_11, y_12
  }
  in a_5, b_6
}
)");
  EXPECT_EQ(results_text(program.run("[1, 2, 3]")), "[1i64, 12i64, 123i64] [-1i64, -2i64, -3i64]");
  EXPECT_EQ(results_text(program.run("empty([0]i64)")), "empty([0]i64) empty([0]i64)");
}

TEST(InterpParallel, ScanOfRows) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [n_1][m_2]i64) {
  let zero_5: [m_2]i64 = replicate [m_2] 0
  let s_6: [n_1][m_2]i64 = scan n_1 (xs_3) {zero_5} \(a_7: [m_2]i64, b_8: [m_2]i64) {
    let c_9: [m_2]i64 = map m_2 (a_7, b_8) \(x_10: i64, y_11: i64) {
      let z_12: i64 = add x_10 y_11
      in z_12
    }
    in c_9
  }
  in s_6
}
)",
                     "[[1, 2], [10, 20], [100, 200]]"),
            "[[1i64, 2i64], [11i64, 22i64], [111i64, 222i64]]");
}

TEST(InterpParallel, ScatterIgnoresPositionsOutside) {
  TestProgram program(R"(core
entry "main" ("xs": "*[]i64" from 2 count 1, "is": "[]i64" from 3 count 1, "vs": "[]i64" from 4 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, k_2: i64, xs_3: *[n_1]i64, is_4: [k_2]i64, vs_5: [k_2]i64) -> (r_6: *[n_1]i64) {
  let ys_7: [n_1]i64 = scatter k_2 [n_1] (xs_3) at (is_4) with (vs_5)
  in ys_7
}
)");
  EXPECT_EQ(
      results_text(program.run("[0, 0, 0] [2, -1, 0, 3, 9223372036854775807] [1, 2, 3, 4, 5]")),
      "[3i64, 0i64, 1i64]");
  EXPECT_EQ(results_text(program.run("empty([0]i64) [0] [1]")), "empty([0]i64)");
}

TEST(InterpParallel, ScatterInTwoDimensionsAndOfRows) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("is": "[]i64" from 1 count 1, "js": "[]i64" from 2 count 1) -> ("[][]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(k_1: i64, is_2: [k_1]i64, js_3: [k_1]i64) -> (r_4: [2][3]i64, s_5: [3][2]i64) {
  let zero_6: [2][3]i64 = replicate [2, 3] 0
  let r_7: [2][3]i64 = scatter k_1 [2, 3] (zero_6) at (is_2, js_3) with (js_3)
  let rows_8: [k_1][2]i64 = map k_1 (is_2) \(i_9: i64) {
    let row_10: [2]i64 = array [i_9, 7]
    in row_10
  }
  let zero_11: [2][3]i64 = replicate [2, 3] 0
  let other_12: [3][2]i64 = rearrange [1, 0] zero_11
  let s_13: [3][2]i64 = scatter k_1 [3] (other_12) at (js_3) with (rows_8)
  in r_7, s_13
}
)",
                     "[0, 1, 1, 2] [1, 2, 3, 0]"),
            "[[0i64, 1i64, 0i64], [0i64, 0i64, 2i64]] [[2i64, 7i64], [0i64, 7i64], [1i64, 7i64]]");
}

TEST(InterpParallel, Histograms) {
  TestProgram program(R"(core
entry "main" ("is": "[]i64" from 1 count 1, "vs": "[]i64" from 2 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(k_1: i64, is_2: [k_1]i64, vs_3: [k_1]i64) -> (r_4: [3]i64, s_5: [3][2]i64) {
  let base_6: [3]i64 = iota 3 from 100 by 100
  let r_7: [3]i64 = hist k_1 [3] (base_6) at (is_2) with (vs_3) {0} \(a_8: i64, b_9: i64) {
    let c_10: i64 = sub a_8 b_9
    in c_10
  }
  let rows_11: [k_1][2]i64 = map k_1 (vs_3) \(v_12: i64) {
    let row_13: [2]i64 = array [v_12, 1]
    in row_13
  }
  let zeros_14: [2]i64 = replicate [2] 0
  let zero_15: [3][2]i64 = replicate [3, 2] 0
  let s_16: [3][2]i64 = hist k_1 [3] (zero_15) at (is_2) with (rows_11) {zeros_14} \(a_17: [2]i64, b_18: [2]i64) {
    let c_19: [2]i64 = map 2 (a_17, b_18) \(x_20: i64, y_21: i64) {
      let z_22: i64 = add x_20 y_21
      in z_22
    }
    in c_19
  }
  in r_7, s_16
}
)");
  EXPECT_EQ(results_text(program.run("[0, 2, 0, 3, -1] [1, 2, 3, 4, 5]")),
            "[96i64, 200i64, 298i64] [[4i64, 2i64], [0i64, 0i64], [2i64, 1i64]]");
}

TEST(InterpParallel, Filter) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1, "ys": "[][]i64" from 3 count 1) -> ("i64" from 0 count 1, "[]i64" from 1 count 1, "[][]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, m_3: i64, ys_4: [n_1][m_3]i64) -> (k_5: i64, r_6: [k_5]i64, s_7: [k_5][m_3]i64) {
  let (k_8: i64, a_9: [k_8]i64, b_10: [k_8][m_3]i64) = filter n_1 (xs_2, ys_4) \(x_11: i64, y_12: [m_3]i64) {
    let c_13: bool = lt 0 x_11
    in c_13
  }
  in k_8, a_9, b_10
}
)");
  EXPECT_EQ(results_text(program.run("[1, -1, 2] [[1, 2], [3, 4], [5, 6]]")),
            "2i64 [1i64, 2i64] [[1i64, 2i64], [5i64, 6i64]]");
  EXPECT_EQ(results_text(program.run("[-1] [[1, 2]]")), "0i64 empty([0]i64) empty([0][2]i64)");
}

TEST(InterpParallel, FilterKeepsOtherValues) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1, "[][]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (k_3: i64, r_4: [k_3]i64, s_5: [k_3][2]i64) {
  let (k_6: i64, a_7: [k_6]i64, b_8: [k_6][2]i64) = filter n_1 (xs_2) \(x_9: i64) {
    let c_10: bool = lt 0 x_9
    let y_11: i64 = mul x_9 10
    let row_12: [2]i64 = array [x_9, y_11]
    in c_10, y_11, row_12
  }
  in k_6, a_7, b_8
}
)");
  EXPECT_EQ(results_text(program.run("[1, -1, 2, 0]")),
            "[10i64, 20i64] [[1i64, 10i64], [2i64, 20i64]]");
  EXPECT_EQ(results_text(program.run("[-1]")), "empty([0]i64) empty([0][2]i64)");
}

TEST(InterpParallel, FlatMapAppendsRows) {
  // Two groups: the first row is as long as the element says, the other ones have the elements
  // below a limit.
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 2 count 1, "[]i64" from 3 count 1, "[]i64" from 4 count 1, "[]i64" from 5 count 1, "[][]i64" from 6 count 1, "[][]i64" from 7 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (t_3: i64, u_4: i64, l_5: [n_1]i64, m_6: [n_1]i64, a_7: [t_3]i64, b_8: [u_4]i64, c_9: [u_4][2]i64, e_10: [n_1][2]i64) {
  let (t_11: i64, u_12: i64, l_13: [n_1]i64, m_14: [n_1]i64, a_15: [t_11]i64, b_16: [u_12]i64, c_17: [u_12][2]i64, e_18: [n_1][2]i64) = flat_map n_1 [1, 2] (xs_2) \(x_19: i64) {
    let a_20: [x_19]i64 = replicate [x_19] x_19
    let is_21: [4]i64 = iota 4 from x_19 by 1
    let (k_22: i64, b_23: [k_22]i64) = filter 4 (is_21) \(i_24: i64) {
      let p_25: bool = lt i_24 4
      in p_25
    }
    let c_26: [k_22][2]i64 = replicate [k_22, 2] k_22
    let e_27: [2]i64 = array [x_19, k_22]
    in x_19, k_22, a_20, b_23, c_26, e_27
  }
  in t_11, u_12, l_13, m_14, a_15, b_16, c_17, e_18
}
)");
  EXPECT_EQ(
      results_text(program.run("[2, 0, 5, 3]")),
      "[2i64, 0i64, 5i64, 3i64] [2i64, 4i64, 0i64, 1i64] [2i64, 2i64, 5i64, 5i64, 5i64, 5i64, "
      "5i64, 3i64, 3i64, 3i64] [2i64, 3i64, 0i64, 1i64, 2i64, 3i64, 3i64] [[2i64, 2i64], "
      "[2i64, 2i64], [4i64, 4i64], [4i64, 4i64], [4i64, 4i64], [4i64, 4i64], [1i64, 1i64]] "
      "[[2i64, 2i64], [0i64, 4i64], [5i64, 0i64], [3i64, 1i64]]");
  EXPECT_EQ(results_text(program.run("empty([0]i64)")),
            "empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0][2]i64) "
            "empty([0][2]i64)");
}

// Rows are copied: they may be overwritten by the iterations after.
TEST(InterpParallel, FlatMapConsumesItsElements) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1) -> ("[]i64" from 1 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64) -> (t_4: i64, r_5: [t_4]i64) {
  let (t_6: i64, l_7: [n_1]i64, r_8: [t_6]i64) = flat_map n_1 [1] (xs_3) \(x_9: *[m_2]i64) {
    let y_10: [m_2]i64 = update x_9 [0] with 7
    in m_2, y_10
  }
  in t_6, r_8
}
)",
                     "[[1, 2], [3, 4]]"),
            "[7i64, 2i64, 7i64, 4i64]");
}

TEST(InterpParallel, RowsOfAFlatMapAreAsLongAsItSays) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (t_3: i64, r_4: [t_3]i64) {
  let (t_5: i64, l_6: [n_1]i64, r_7: [t_5]i64) = flat_map n_1 [1] (xs_2) \(x_8: i64) {
    let a_9: [2]i64 = replicate [2] x_8
    in x_8, a_9
  }
  in t_5, r_7
}
)");
  EXPECT_EQ(results_text(program.run("[2, 2]")), "[2i64, 2i64, 2i64, 2i64]");
  EXPECT_NE(results_text(program.run("[2, 3]")).find("has another length than is said"),
            std::string::npos);
}

TEST(InterpParallel, WritingWhatAFunctionGives) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[][]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: [3]i64, s_4: [3][2]i64) {
  let zero_5: [3]i64 = replicate [3] 0
  let r_6: [3]i64 = hist n_1 [3] (zero_5) with (xs_2) {0} \(a_7: i64, b_8: i64) {
    let c_9: i64 = add a_7 b_8
    in c_9
  } of \(x_10: i64) {
    let i_11: i64 = mod x_10 3
    in i_11, x_10
  }
  let zeros_12: [3][2]i64 = replicate [3, 2] 0
  let s_13: [3][2]i64 = scatter n_1 [3] (zeros_12) with (xs_2) of \(x_14: i64) {
    let row_15: [2]i64 = array [x_14, 7]
    in x_14, row_15
  }
  in r_6, s_13
}
)");
  EXPECT_EQ(results_text(program.run("[1, 4, 2, 0, -1]")),
            "[0i64, 5i64, 1i64] [[0i64, 7i64], [1i64, 7i64], [2i64, 7i64]]");
}

TEST(InterpParallel, StreamsHaveSeveralChunks) {
  TestProgram program(R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1, "i64" from 2 count 1, "i64" from 3 count 1)
fn main(n_1: i64) -> (r_2: i64, s_3: i64, t_4: i64, u_5: i64) {
  let xs_6: [n_1]i64 = iota n_1 from 0 by 1
  let ys_7: [n_1]i64 = stream_map n_1 (xs_6) \(c_8: i64, xs_9: [c_8]i64) {
    let ys_10: [c_8]i64 = replicate [c_8] c_8
    in ys_10
  }
  let (sum_11: i64, zs_12: [n_1]i64) = stream_red n_1 (xs_6) {0} \(a_13: i64, b_14: i64) {
    let c_15: i64 = add a_13 b_14
    in c_15
  } of \(c_16: i64, a_17: i64, xs_18: [c_16]i64) {
    let s_19: i64 = reduce c_16 (xs_18) {a_17} \(x_20: i64, y_21: i64) {
      let z_22: i64 = add x_20 y_21
      in z_22
    }
    in s_19, xs_18
  }
  let (chunks_23: i64, ws_24: [n_1]i64) = stream_seq n_1 (xs_6) {0} \(c_25: i64, k_26: i64, xs_27: [c_25]i64) {
    let k_28: i64 = add k_26 1
    let ws_29: [c_25]i64 = replicate [c_25] k_28
    in k_28, ws_29
  }
  let last_30: i64 = sub n_1 1
  let size_31: i64 = index ys_7 [last_30]
  let copied_32: i64 = index zs_12 [last_30]
  let x_33: i64 = sub copied_32 last_30
  let size_34: i64 = add size_31 x_33
  let number_35: i64 = index ws_24 [last_30]
  in size_34, sum_11, chunks_23, number_35
}
)");
  EXPECT_EQ(results_text(program.run("2500")), "500i64 3123750i64 3i64 3i64");
  EXPECT_EQ(results_text(program.run("7")), "7i64 21i64 1i64 1i64");
}

TEST(InterpParallel, Accumulators) {
  TestProgram program(R"(core
entry "main" ("is": "[]i64" from 1 count 1, "vs": "[]i64" from 2 count 1) -> ("[]i64" from 0 count 1, "i64" from 1 count 1, "[]i64" from 2 count 1)
fn main(k_1: i64, is_2: [k_1]i64, vs_3: [k_1]i64) -> (r_4: [3]i64, s_5: i64, t_6: [3]i64) {
  let base_7: [3]i64 = replicate [3] 1000
  let (r_8: [3]i64, s_9: i64) = with_acc [3] (base_7) {0} \(a_10: i64, b_11: i64) {
    let c_12: i64 = add a_10 b_11
    in c_12
  } of \(acc_13: acc([3]i64)) {
    let acc_14: acc([3]i64) = map k_1 (acc_13, is_2, vs_3) \(acc_15: acc([3]i64), i_16: i64, v_17: i64) {
      let acc_18: acc([3]i64) = call add_twice (acc_15, i_16, v_17)
      in acc_18
    }
    in acc_14, 42
  }
  let base_19: [3]i64 = replicate [3] 0
  let t_20: [3]i64 = with_acc [3] (base_19) {} of \(acc_21: acc([3]i64)) {
    let acc_22: acc([3]i64) = map k_1 (acc_21, is_2, vs_3) \(acc_23: acc([3]i64), i_24: i64, v_25: i64) {
      let acc_26: acc([3]i64) = update_acc acc_23 [i_24] with {v_25}
      in acc_26
    }
    in acc_22
  }
  in r_8, s_9, t_20
}
fn add_twice(acc_101: acc([3]i64), i_102: i64, v_103: i64) -> (r_104: acc([3]i64)) {
  let acc_105: acc([3]i64) = update_acc acc_101 [i_102] with {v_103}
  let acc_106: acc([3]i64) = update_acc acc_105 [i_102] with {v_103}
  in acc_106
}
)");
  EXPECT_EQ(results_text(program.run("[0, 2, 0, 3, -1] [1, 2, 3, 4, 5]")),
            "[1008i64, 1000i64, 1004i64] 42i64 [3i64, 0i64, 2i64]");
  EXPECT_EQ(results_text(program.run("empty([0]i64) empty([0]i64)")),
            "[1000i64, 1000i64, 1000i64] 42i64 [0i64, 0i64, 0i64]");
}

}  // namespace
}  // namespace planish::interp
