// Who releases what in machine code: arguments of functions, and what branches use last. Every run
// checks that nothing is left.
#include "flat_programs.h"

namespace planish {
namespace {

TEST(FlatOwnership, RecursionKeepsNoArgumentsAlive) {
  // Each level has an array of 800 kB.
  FlatProgram program(R"(flat
entry "f" ("n": "i64" from 0 count 1, "d": "i64" from 1 count 1) -> ("i64" from 0 count 1)
fn f(n_1: i64, d_2: i64) -> (s_3: i64) {
  let xs_4: [n_1]i64 = iota n_1 from 0 by 1
  let r_5: i64 = call g(n_1, xs_4, d_2)
  in r_5
}

fn g(n_11: i64, xs_12: [n_11]i64, d_13: i64) -> (s_14: i64) {
  let done_15: bool = eq d_13 0
  let r_16: i64 = if done_15 {
    let x_17: i64 = index xs_12 [1]
    in x_17
  } else {
    let tail_18: [n_11]i64 = slice xs_12 [0 +: n_11 by 1]
    let ys_19: [n_11]i64 = segmap (i_20: i64 < n_11) {
      let x_21: i64 = index tail_18 [i_20]
      let y_22: i64 = add x_21 1
      in y_22
    }
    let e_23: i64 = sub d_13 1
    let q_24: i64 = call g(n_11, ys_19, e_23)
    let z_25: i64 = add q_24 1
    in z_25
  }
  in r_16
}
)",
                      4'000'000);
  EXPECT_EQ(program.run("100000i64 40i64"), "81i64");
}

// The same array twice, one that is used later, a view, a copy that has to be made, and one that
// comes back.
TEST(FlatOwnership, ArgumentsOfAllKinds) {
  FlatProgram program(R"(flat
entry "f" ("xs": "[][]i64" from 2 count 1, "b": "bool" from 3 count 1) -> ("[]i64" from 0 count 1, "[]i64" from 1 count 1, "i64" from 2 count 1)
fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64, b_4: bool) -> (ys_5: [m_2]i64, zs_6: [n_1]i64, s_7: i64) {
  let own_8: [n_1][m_2]i64 = copy xs_3
  let row_9: [m_2]i64 = index own_8 [0]
  let (both_10: [m_2]i64, t_11: i64) = call pick(m_2, row_9, row_9, b_4)
  let turned_12: [m_2][n_1]i64 = rearrange [1, 0] own_8
  let column_13: [n_1]i64 = index turned_12 [0]
  let some_14: [n_1]i64 = replicate [n_1] t_11
  let (picked_15: [n_1]i64, u_16: i64) = call pick(n_1, column_13, some_14, b_4)
  let fresh_17: [m_2]i64 = replicate [m_2] u_16
  let (last_18: [m_2]i64, v_19: i64) = call pick(m_2, both_10, fresh_17, b_4)
  in last_18, picked_15, v_19
}

fn pick(n_31: i64, xs_32: [n_31]i64, ys_33: [n_31]i64, b_34: bool) -> (zs_35: [n_31]i64, s_36: i64) {
  let (r_37: [n_31]i64, s_38: i64) = if b_34 {
    let y_39: i64 = index ys_33 [0]
    in xs_32, y_39
  } else {
    let x_40: i64 = index xs_32 [0]
    in ys_33, x_40
  }
  in r_37, s_38
}
)");
  EXPECT_EQ(program.run("[[1i64, 2i64], [3i64, 4i64]] true"), "[1i64, 2i64] [1i64, 3i64] 1i64");
  EXPECT_EQ(program.run("[[1i64, 2i64], [3i64, 4i64]] false"), "[1i64, 1i64] [1i64, 1i64] 1i64");
}

TEST(FlatOwnership, AFunctionThatFailsReleasesItsArguments) {
  FlatProgram program(R"(flat
entry "f" ("n": "i64" from 0 count 1) -> ("[]i64" from 0 count 1, "i64" from 1 count 1)
fn f(n_1: i64) -> (ys_2: [n_1]i64, s_3: i64) {
  let xs_4: [n_1]i64 = iota n_1 from 0 by 1
  let ys_5: [n_1]i64 = iota n_1 from 5 by 1
  let r_6: i64 = call deep(n_1, xs_4, ys_5)
  in xs_4, r_6
}

fn deep(n_11: i64, xs_12: [n_11]i64, ys_13: [n_11]i64) -> (s_14: i64) {
  let x_15: i64 = index xs_12 [0]
  let fine_16: bool = lt x_15 3
  let sure_17: unit = check assert fine_16 ("found ", x_15)
  let zs_18: [n_11]i64 = segmap (i_19: i64 < n_11) {
    let a_20: i64 = index xs_12 [i_19]
    let c_21: i64 = add a_20 1
    in c_21
  }
  let small_22: bool = lt n_11 4
  let r_23: i64 = if small_22 {
    let y_24: i64 = index ys_13 [0]
    in y_24
  } else {
    let q_25: i64 = call deep(n_11, zs_18, ys_13)
    in q_25
  }
  in r_23
}
)");
  EXPECT_EQ(program.run("3i64"), "[0i64, 1i64, 2i64] 5i64");
  EXPECT_EQ(program.run("100i64"), "failure: found 3");
}

}  // namespace
}  // namespace planish
