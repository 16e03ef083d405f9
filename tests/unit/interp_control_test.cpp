// Scalars, branches, loops, calls and constants.
#include "interp_programs.h"

namespace planish::interp {
namespace {

TEST(InterpControl, ScalarsAndChecks) {
  TestProgram program(R"(core
entry "main" ("x": "f32" from 0 count 1, "n": "i64" from 1 count 1) -> ("f32" from 0 count 1, "i32" from 1 count 1, "u64" from 2 count 1)
fn main(x_1: f32, n_2: i64) -> (r_3: f32, s_4: i32, t_5: u64) {
  let y_6: f32 = mul x_1 2.0f32
  let z_7: f32 = fma x_1 y_6 -0.5f32
  let i_8: i32 = convert n_2
  let p_9: i32 = popc i_8
  let l_10: f32 = ldexp z_7 p_9
  let b_11: u64 = to_bits l_10
  let z_12: f32 = from_bits b_11
  let o_13: f32 = opaque z_12
  let s_14: f32 = same o_13
  in s_14, p_9, b_11
}
)");
  EXPECT_EQ(results_text(program.run("3 7")), "140.0f32 3i32 1124859904u64");
  EXPECT_EQ(results_text(program.run("0 0")), "-0.5f32 0i32 3204448256u64");
}

TEST(InterpControl, Match) {
  TestProgram program(R"(core
entry "main" ("x": "i8" from 0 count 1) -> ("i64" from 0 count 1)
fn main(x_1: i8) -> (r_2: i64) {
  let r_3: i64 = match x_1 case 0i8 { in 10 } case -1i8 {
    let y_4: i64 = convert x_1
    let z_5: i64 = mul y_4 5
    in z_5
  } else { in 99 }
  in r_3
}
)");
  EXPECT_EQ(results_text(program.run("0")), "10i64");
  EXPECT_EQ(results_text(program.run("-1")), "-5i64");
  EXPECT_EQ(results_text(program.run("5")), "99i64");
}

TEST(InterpControl, LoopParametersChangeAtOnce) {
  // The pair is exchanged in each iteration, and the third value stays.
  TestProgram program(R"(core
entry "main" ("n": "u8" from 0 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1, "i64" from 2 count 1)
fn main(n_1: u8) -> (r_2: i64, s_3: i64, t_4: i64) {
  let (r_5: i64, s_6: i64, t_7: i64) = loop (a_8: i64 = 1, b_9: i64 = 2, c_10: i64 = 3) for i_11: u8 < n_1 {
    in b_9, a_8, c_10
  }
  in r_5, s_6, t_7
}
)");
  EXPECT_EQ(results_text(program.run("0")), "1i64 2i64 3i64");
  EXPECT_EQ(results_text(program.run("3")), "2i64 1i64 3i64");
  EXPECT_EQ(results_text(program.run("200")), "1i64 2i64 3i64");
}

TEST(InterpControl, ArraysAsLoopParametersAreExchanged) {
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1, "ys": "[]i64" from 2 count 1, "k": "i64" from 3 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1, "[]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, ys_3: [n_1]i64, k_4: i64) -> (r_5: [n_1]i64, s_6: [n_1]i64, t_7: [n_1]i64) {
  let (r_8: [n_1]i64, s_9: [n_1]i64, t_10: [n_1]i64) = loop (a_11: [n_1]i64 = xs_2, b_12: [n_1]i64 = ys_3, c_13: [n_1]i64 = xs_2) for i_14: i64 < k_4 {
    in b_12, a_11, b_12
  }
  in r_8, s_9, t_10
}
)");
  EXPECT_EQ(results_text(program.run("[1, 2] [3, 4] 0")), "[1i64, 2i64] [3i64, 4i64] [1i64, 2i64]");
  EXPECT_EQ(results_text(program.run("[1, 2] [3, 4] 1")), "[3i64, 4i64] [1i64, 2i64] [3i64, 4i64]");
  EXPECT_EQ(results_text(program.run("[1, 2] [3, 4] 2")), "[1i64, 2i64] [3i64, 4i64] [1i64, 2i64]");
}

TEST(InterpControl, ANegativeBoundIsNoIteration) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("n": "i32" from 0 count 1) -> ("i32" from 0 count 1)
fn main(n_1: i32) -> (r_2: i32) {
  let r_3: i32 = loop (a_4: i32 = 7i32) for i_5: i32 < n_1 { in i_5 }
  in r_3
}
)",
                     "-3"),
            "7i32");
}

TEST(InterpControl, While) {
  TestProgram program(R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1)
fn main(n_1: i64) -> (r_2: i64, s_3: i64) {
  let (r_4: i64, s_5: i64) = loop (a_6: i64 = 0, b_7: i64 = 1) while {
    let c_8: bool = lt b_7 n_1
    in c_8
  } do {
    let d_9: i64 = add a_6 1
    let e_10: i64 = mul b_7 2
    in d_9, e_10
  }
  in r_4, s_5
}
)");
  EXPECT_EQ(results_text(program.run("100")), "7i64 128i64");
  EXPECT_EQ(results_text(program.run("1")), "0i64 1i64");
}

TEST(InterpControl, UpdatesInALoopAreInPlace) {
  // A copy in each of these iterations would take minutes.
  TestProgram program(R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1)
fn main(n_1: i64) -> (r_2: i64, s_3: i64) {
  let xs_4: [n_1]i64 = replicate [n_1] 1
  let ys_5: [n_1]i64 = loop (zs_6: *[n_1]i64 = xs_4) for i_7: i64 < n_1 {
    let p_8: i64 = sub i_7 1
    let q_9: i64 = max p_8 0
    let v_10: i64 = index zs_6 [q_9]
    let w_11: i64 = add v_10 i_7
    let zs_12: [n_1]i64 = update zs_6 [i_7] with w_11
    in zs_12
  }
  let l_13: i64 = sub n_1 1
  let r_14: i64 = index ys_5 [l_13]
  let s_15: i64 = index ys_5 [3]
  in r_14, s_15
}
)");
  EXPECT_EQ(results_text(program.run("300000")), "44999850001i64 7i64");
}

TEST(InterpControl, RecursionAndMutualCalls) {
  TestProgram program(R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1, "bool" from 1 count 1)
fn main(n_1: i64) -> (r_2: i64, s_3: bool) {
  let r_4: i64 = call fib (n_1)
  let s_5: bool = call even (n_1)
  in r_4, s_5
}
fn fib(n_101: i64) -> (r_102: i64) {
  let c_103: bool = lt n_101 2
  let r_104: i64 = if c_103 { in n_101 } else {
    let a_105: i64 = sub n_101 1
    let b_106: i64 = sub n_101 2
    let x_107: i64 = call fib (a_105)
    let y_108: i64 = call fib (b_106)
    let z_109: i64 = add x_107 y_108
    in z_109
  }
  in r_104
}
fn even(n_201: i64) -> (r_202: bool) {
  let c_203: bool = eq n_201 0
  let r_204: bool = if c_203 { in true } else {
    let m_205: i64 = sub n_201 1
    let r_206: bool = call odd (m_205)
    in r_206
  }
  in r_204
}
fn odd(n_301: i64) -> (r_302: bool) {
  let c_303: bool = eq n_301 0
  let r_304: bool = if c_303 { in false } else {
    let m_305: i64 = sub n_301 1
    let r_306: bool = call even (m_305)
    in r_306
  }
  in r_304
}
)");
  EXPECT_EQ(results_text(program.run("20")), "6765i64 true");
  EXPECT_EQ(results_text(program.run("15")), "610i64 false");
}

TEST(InterpControl, RecursionOverArraysGivesEachCallItsOwnVariables) {
  // The sum by halves: both calls have rows of the same array.
  EXPECT_EQ(run_text(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: i64) {
  let r_4: i64 = call sum (n_1, xs_2)
  in r_4
}
fn sum(n_101: i64, xs_102: [n_101]i64) -> (r_103: i64) {
  let c_104: bool = lt n_101 2
  let r_105: i64 = if c_104 {
    let x_106: i64 = index xs_102 [0]
    in x_106
  } else {
    let h_107: i64 = div n_101 2
    let g_108: i64 = sub n_101 h_107
    let ys_109: [h_107]i64 = slice xs_102 [0 +: h_107 by 1]
    let zs_110: [g_108]i64 = slice xs_102 [h_107 +: g_108 by 1]
    let y_111: i64 = call sum (h_107, ys_109)
    let z_112: i64 = call sum (g_108, zs_110)
    let s_113: i64 = add y_111 z_112
    in s_113
  }
  in r_105
}
)",
                     "[1, 10, 100, 1000, 10000, 100000, 1000000]"),
            "1111111i64");
}

TEST(InterpControl, ConstantsAreComputedOnce) {
  std::string trace;
  runtime::RunOptions options;
  options.trace = &trace;
  TestProgram program(R"(core
entry "main" () -> ("i64" from 0 count 1)
fn main() -> (r_2: i64) {
  let xs_3: [3]i64 = call table ()
  let ys_4: [3]i64 = call table ()
  let x_5: i64 = index xs_3 [1]
  let y_6: i64 = index ys_4 [2]
  let z_7: i64 = add x_5 y_6
  in z_7
}
const table() -> (t_101: [3]i64) {
  let n_102: i64 = trace "table" 5
  let xs_103: [3]i64 = iota 3 from n_102 by 2
  in xs_103
}
)");
  EXPECT_EQ(results_text(program.run("", options)), "16i64");
  EXPECT_EQ(results_text(program.run("", options)), "16i64");
  EXPECT_EQ(trace, "table: 5i64\n");
}

TEST(InterpControl, TraceShowsArrays) {
  std::string trace;
  runtime::RunOptions options;
  options.trace = &trace;
  TestProgram program(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: [n_1]i64) {
  let ys_4: [n_1]i64 = trace "xs" xs_2
  in ys_4
}
)");
  EXPECT_EQ(results_text(program.run("[4, 5]", options)), "[4i64, 5i64]");
  EXPECT_EQ(trace, "xs: [4i64, 5i64]\n");
}

}  // namespace
}  // namespace planish::interp
