// Programs with irregular arrays give the same with the arrays as rows and after represent_rows.
#include "passes/rows/represent_rows.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "driver/run/execute.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "passes/simplify/simplify.h"
#include "support/large_stack.h"

namespace planish {
namespace {

std::string results_of(const ir::Program& program, std::string_view inputs) {
  Executable executable(program, interp_backend());
  const ir::Function* entry = executable.entry("main");
  std::string error;
  auto values = read_inputs(executable, *entry, inputs, error);
  if (!values) return "no input: " + error;
  runtime::Outcome outcome = executable.run(*entry, std::move(*values));
  if (outcome.failure) return failure_text(*outcome.failure);
  std::string text;
  for (const runtime::Value& value : outcome.results) text += runtime::to_text(value) + " ";
  return text;
}

void expect_sound(const ir::Program& program) {
  for (const ir::VerifyError& error : ir::verify(program))
    ADD_FAILURE() << ir::error_text(*program.storage, error) << "\n" << ir::print(program);
}

// The results after the pass; those before are the same.
std::string run(std::string_view body, std::string_view inputs) {
  std::string results;
  run_with_large_stack([&] {
    ir::Parsed parsed = ir::parse("core\n" + std::string(body));
    ASSERT_FALSE(parsed.error) << parsed.error->line << ":" << parsed.error->column << ": "
                               << parsed.error->message;
    expect_sound(parsed.program);
    ir::Program regular = passes::represent_rows(parsed.program);
    expect_sound(regular);
    std::string text = ir::print(regular);
    // Only the descriptions of entry points still say that something varies.
    for (std::istringstream lines(text); lines;) {
      std::string line;
      std::getline(lines, line);
      EXPECT_TRUE(line.starts_with("entry") || line.find("[?]") == std::string::npos) << line;
    }
    ir::Parsed again = ir::parse(text);
    ASSERT_FALSE(again.error) << again.error->message << "\n" << text;
    EXPECT_EQ(ir::print(again.program), text);
    results = results_of(regular, inputs);
    EXPECT_EQ(results, results_of(parsed.program, inputs)) << text;
    ir::Program simpler = passes::simplify(regular);
    expect_sound(simpler);
    EXPECT_EQ(results, results_of(simpler, inputs)) << ir::print(simpler);
  });
  return results;
}

TEST(RepresentRows, LeavesRegularProgramsAlone) {
  ir::Parsed parsed = ir::parse(R"(core
fn f(n: i64, xs: [n]i64) -> (r: [n]i64) {
  let r': [n]i64 = copy xs
  in r'
}
)");
  ir::Program same = passes::represent_rows(parsed.program);
  EXPECT_EQ(same.functions, parsed.program.functions);
}

TEST(RepresentRows, Index) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?][?]i64" from 1 count 1, "i": "i64" from 2 count 1) -> ("[]i64" from 1 count 1, "[]i64" from 3 count 1, "i64" from 4 count 1, "[][?]i64" from 6 count 1)
fn main(n_1: i64, xs_2: [n_1][?][?]i64, i_3: i64) -> (k_4: i64, r_5: [k_4]i64, l_6: i64, s_7: [l_6]i64, t_8: i64, m_9: i64, u_10: [m_9][?]i64) {
  let m_11: i64 = row_length xs_2 [i_3]
  let row_12: [m_11][?]i64 = index xs_2 [i_3]
  let lens_13: [m_11]i64 = row_lengths row_12
  let l_14: i64 = row_length xs_2 [i_3, 1]
  let inner_15: [l_14]i64 = index xs_2 [i_3, 1]
  let l_17: i64 = row_length row_12 [1]
  let same_18: [l_17]i64 = index row_12 [1]
  let x_19: i64 = index same_18 [0]
  let y_20: i64 = index xs_2 [i_3, 1, 1]
  let z_21: i64 = add x_19 y_20
  in m_11, lens_13, l_14, inner_15, z_21, m_11, row_12
}
)";
  EXPECT_EQ(run(kProgram, "[[[1i64]], [[2i64], [3i64, 4i64], []]] 1i64"),
            "[1i64, 2i64, 0i64] [3i64, 4i64] 7i64 [[2i64], [3i64, 4i64], []] ");
}

TEST(RepresentRows, FixedDimensionsAroundTheVaryingOne) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][][?][2]i64" from 2 count 1) -> ("[][?][2]i64" from 0 count 1, "[][]i64" from 1 count 1, "[][][?][2]i64" from 2 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2][?][2]i64) -> (r_4: [m_2][?][2]i64, s_5: [n_1][m_2]i64, t_6: [2][m_2][?][2]i64) {
  let row_7: [m_2][?][2]i64 = index xs_3 [1]
  let lens_8: [n_1][m_2]i64 = map n_1 (xs_3) \(block_9: [m_2][?][2]i64) {
    let l_10: [m_2]i64 = row_lengths block_9
    in l_10
  }
  let t_11: [2][m_2][?][2]i64 = slice xs_3 [1 +: 2 by -1]
  in row_7, lens_8, t_11
}
)";
  EXPECT_EQ(
      run(kProgram,
          "[[[[1i64, 2i64]], [[3i64, 4i64], [5i64, 6i64]]], [[[7i64, 8i64]], [[9i64, 0i64]]]]"),
      "[[[7i64, 8i64]], [[9i64, 0i64]]] [[1i64, 2i64], [1i64, 1i64]] [[[[7i64, 8i64]], "
      "[[9i64, 0i64]]], [[[1i64, 2i64]], [[3i64, 4i64], [5i64, 6i64]]]] ");
}

TEST(RepresentRows, SlicesAndUpdatesOfSeveralRows) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": *"[][?]i64" from 1 count 1) -> ("[]i64" from 0 count 1, "[][?]i64" from 1 count 1, "[][?]i64" from 2 count 1, "[][?]i64" from 3 count 1)
fn main(n_1: i64, xs_2: *[n_1][?]i64) -> (r_3: [2]i64, s_4: [2][?]i64, t_5: [2][?]i64, u_6: [n_1][?]i64) {
  let r_7: [2]i64 = slice xs_2 [1 +: 2 by 1, 0]
  let s_8: [2][?]i64 = slice xs_2 [1 +: 2 by 1]
  let t_9: [2][?]i64 = slice xs_2 [0 +: 2 by 2, 0 +: 2 by 1]
  let kept_10: [2][?]i64 = copy s_8
  let more_11: [2][?]i64 = copy t_9
  let firsts_12: [2]i64 = array [70, 80]
  let r_13: [2]i64 = copy r_7
  let a_14: [n_1][?]i64 = update xs_2 [1 +: 2 by 1, 0] with firsts_12
  let b_15: [n_1][?]i64 = update a_14 [0 +: 2 by 2] with kept_10
  in r_13, kept_10, more_11, b_15
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64, 2i64], [3i64], [4i64, 5i64, 6i64]]"),
            "[3i64, 4i64] [[3i64], [4i64, 5i64, 6i64]] [[1i64, 2i64], [4i64, 5i64]] [[3i64], "
            "[70i64], [4i64, 5i64, 6i64]] ");
}

TEST(RepresentRows, UpdatesOfOneRow) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": *"[][?][?]i64" from 1 count 1, "row": "[]i64" from 3 count 1) -> ("[][?][?]i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1][?][?]i64, k_3: i64, row_4: [k_3]i64) -> (r_5: *[n_1][?][?]i64) {
  let a_6: [n_1][?][?]i64 = update xs_2 [1, 1] with row_4
  let b_7: [n_1][?][?]i64 = update a_6 [1, 1, 0] with 9
  let c_8: [n_1][?][?]i64 = update b_7 [1, 1] with row_4
  let two_9: [2][?]i64 = array [row_4, row_4]
  let d_10: [n_1][?][?]i64 = update c_8 [0] with two_9
  in d_10
}
)";
  EXPECT_EQ(run(kProgram, "[[[1i64]], [[2i64], [3i64, 4i64], [5i64]]] [7i64, 8i64, 9i64]"),
            "[[[7i64, 8i64, 9i64], [7i64, 8i64, 9i64]], [[2i64], [7i64, 8i64, 9i64], [5i64]]] ");
}

TEST(RepresentRows, NewArrays) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 1 count 1, "[][][?]i64" from 2 count 1, "[][?]i64" from 3 count 1, "[][?][?]i64" from 4 count 1, "[][?]i64" from 5 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (m_3: i64, r_4: [m_3][?]i64, s_5: [2][n_1][?]i64, t_6: [0][?]i64, u_7: [2][?][?]i64, v_8: [2][?]i64) {
  let three_9: [3]i64 = iota 3 from 7 by 1
  let one_10: [1]i64 = array [5]
  let lit_11: [2][?]i64 = array [three_9, one_10]
  let m_12: i64 = add n_1 2
  let r_13: [m_12][?]i64 = concat (xs_2, lit_11)
  let s_14: [2][n_1][?]i64 = replicate [2] xs_2
  let t_15: [0][?]i64 = array []
  let u_16: [2][?][?]i64 = array [xs_2, lit_11]
  let some_17: [2][?]i64 = slice r_13 [1 +: 2 by 1]
  let v_18: [2][?]i64 = opaque some_17
  in m_12, r_13, s_14, t_15, u_16, v_18
}
)";
  EXPECT_EQ(
      run(kProgram, "[[1i64], [2i64, 3i64]]"),
      "[[1i64], [2i64, 3i64], [7i64, 8i64, 9i64], [5i64]] [[[1i64], [2i64, 3i64]], [[1i64], "
      "[2i64, 3i64]]] empty([0][?]i64) [[[1i64], [2i64, 3i64]], [[7i64, 8i64, 9i64], [5i64]]] "
      "[[2i64, 3i64], [7i64, 8i64, 9i64]] ");
}

TEST(RepresentRows, SplitJoinAndCoerce) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][][]i64" from 3 count 1) -> ("[][?][]i64" from 0 count 1, "[][?][?]i64" from 1 count 1, "[][][]i64" from 2 count 1, "[][?]i64" from 4 count 1, "[][?][?]i64" from 5 count 1)
fn main(n_1: i64, m_2: i64, k_3: i64, xs_4: [n_1][m_2][k_3]i64) -> (r_5: [n_1][?][k_3]i64, s_6: [n_1][?][?]i64, t_7: [n_1][m_2][k_3]i64, j_8: i64, u_9: [j_8][?]i64, v_10: [2][?][?]i64) {
  let r_11: [n_1][?][k_3]i64 = coerce xs_4
  let s_12: [n_1][?][?]i64 = coerce r_11
  let wide_13: [n_1][m_2][?]i64 = coerce s_12
  let t_14: [n_1][m_2][k_3]i64 = coerce wide_13
  let j_15: i64 = mul n_1 m_2
  let u_16: [j_15][?]i64 = join_rows s_12
  let one_17: i64 = sub j_15 1
  let lens_18: [2]i64 = array [1, one_17]
  let v_19: [2][?][?]i64 = split_rows lens_18 u_16
  in r_11, s_12, t_14, j_15, u_16, v_19
}
)";
  EXPECT_EQ(run(kProgram, "[[[1i64, 2i64], [3i64, 4i64]]]"),
            "[[[1i64, 2i64], [3i64, 4i64]]] [[[1i64, 2i64], [3i64, 4i64]]] [[[1i64, 2i64], [3i64, "
            "4i64]]] [[1i64, 2i64], [3i64, 4i64]] [[[1i64, 2i64]], [[3i64, 4i64]]] ");
}

TEST(RepresentRows, RowsBecomeFixedInsideOfAPart) {
  // Only the rows of the part have one length.
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?][?]i64" from 1 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1][?][?]i64) -> (r_3: [2][2]i64) {
  let row_4: [2][?]i64 = index xs_2 [1]
  let r_5: [2][2]i64 = coerce row_4
  in r_5
}
)";
  EXPECT_EQ(run(kProgram, "[[[9i64]], [[1i64, 2i64], [3i64, 4i64]], [[]]]"),
            "[[1i64, 2i64], [3i64, 4i64]] ");
}

TEST(RepresentRows, FlatSlices) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": *"[][?]i64" from 1 count 1) -> ("[][][?]i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(n_1: i64, xs_2: *[n_1][?]i64) -> (r_3: [2][2][?]i64, s_4: *[n_1][?]i64) {
  let view_5: [2][2][?]i64 = flat_slice xs_2 [0 +: 2 by 1, 2 by 1]
  let r_6: [2][2][?]i64 = copy view_5
  let some_7: [2][?]i64 = slice r_6 [1]
  let s_8: [n_1][?]i64 = flat_update xs_2 [2 +: 2 by -2] with some_7
  in r_6, s_8
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [2i64, 3i64], []]"),
            "[[[1i64], [2i64, 3i64]], [[2i64, 3i64], []]] [[], [2i64, 3i64], [2i64, 3i64]] ");
}

TEST(RepresentRows, MapsThatKeepTheShape) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1, "fs": "[]i64" from 2 count 1) -> ("[][?]i64" from 0 count 1, "[][?]i64" from 1 count 1, "[]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64, fs_3: [n_1]i64) -> (r_4: [n_1][?]i64, s_5: [n_1][?]i64, t_6: [n_1]i64) {
  let lens_7: [n_1]i64 = row_lengths xs_2
  let r_8: [n_1][?]i64 = map n_1 (lens_7, xs_2) \(k_9: i64, row_10: [k_9]i64) {
    let y_11: [k_9]i64 = map k_9 (row_10) \(x_12: i64) {
      let z_13: i64 = mul x_12 10
      in z_13
    }
    in y_11
  }
  let (s_14: [n_1][?]i64, t_15: [n_1]i64) = map n_1 (lens_7, xs_2, fs_3) \(k_16: i64, row_17: [k_16]i64, f_18: i64) {
    let sum_19: i64 = reduce k_16 (row_17) {0} \(a_20: i64, b_21: i64) {
      let c_22: i64 = add a_20 b_21
      in c_22
    }
    let once_23: [k_16]i64 = map k_16 (row_17) \(x_24: i64) {
      let y_25: i64 = mul x_24 f_18
      in y_25
    }
    let places_26: [k_16]i64 = iota k_16 from 0 by 1
    let back_27: [k_16]i64 = slice row_17 [0 +: k_16 by 1]
    let twice_28: [k_16]i64 = map k_16 (once_23, places_26, back_27) \(x_29: i64, i_30: i64, z_31: i64) {
      let first_32: i64 = index back_27 [0]
      let u_33: i64 = mul sum_19 1000
      let v_34: i64 = add x_29 u_33
      let w_35: i64 = mul i_30 100000
      let x_36: i64 = add v_34 w_35
      let y_37: i64 = mul first_32 1000000
      let z_38: i64 = add x_36 y_37
      let a_39: i64 = add z_38 z_31
      in a_39
    }
    in twice_28, sum_19
  }
  in r_8, s_14, t_15
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64, 2i64], [], [5i64]] [10i64, 20i64, 30i64]"),
            "[[10i64, 20i64], [], [50i64]] [[1003011i64, 1103022i64], [], [5005155i64]] [3i64, "
            "0i64, 5i64] ");
}

TEST(RepresentRows, MapsOverPartsOfRows) {
  // The offsets of a slice do not begin with 0.
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1, "[]i64" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: [2][?]i64, k_4: i64, s_5: [k_4]i64) {
  let some_6: [2][?]i64 = slice xs_2 [1 +: 2 by 1]
  let lens_7: [2]i64 = row_lengths some_6
  let r_8: [2][?]i64 = map 2 (lens_7, some_6) \(k_9: i64, row_10: [k_9]i64) {
    let y_11: [k_9]i64 = map k_9 (row_10) \(x_12: i64) {
      let z_13: i64 = neg x_12
      in z_13
    }
    in y_11
  }
  let k_14: i64 = reduce 2 (lens_7) {0} \(a_15: i64, b_16: i64) {
    let c_17: i64 = add a_15 b_16
    in c_17
  }
  let s_18: [k_14]i64 = join_rows some_6
  in r_8, k_14, s_18
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [2i64, 3i64], [4i64], [5i64]]"),
            "[[-2i64, -3i64], [-4i64]] [2i64, 3i64, 4i64] ");
}

TEST(RepresentRows, MapsOfComputedLengths) {
  constexpr std::string_view kProgram = R"(
entry "main" ("ns": "[]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1, "[][?]i32" from 1 count 1, "[][?]i64" from 2 count 1, "[][?][?]i64" from 3 count 1)
fn main(n_1: i64, ns_2: [n_1]i64) -> (r_3: [n_1][?]i64, s_4: [n_1][?]i32, t_5: [n_1][?]i64, u_6: [n_1][?][?]i64) {
  let (r_7: [n_1][?]i64, s_8: [n_1][?]i32) = map n_1 (ns_2) \(m_9: i64) {
    let k_10: i64 = add m_9 1
    let x_11: [k_10]i64 = replicate [k_10] m_9
    let y_12: [k_10]i32 = iota k_10 from 5i32 by -2i32
    in x_11, y_12
  }
  let (t_13: [n_1][?]i64, u_14: [n_1][?][?]i64) = map n_1 (ns_2) \(m_15: i64) {
    let all_16: [m_15]i64 = iota m_15 from 0 by 1
    let (c_17: i64, odd_18: [c_17]i64) = filter m_15 (all_16) \(x_19: i64) {
      let r_20: i64 = rem x_19 2
      let o_21: bool = eq r_20 1
      in o_21
    }
    let tri_22: [m_15][?]i64 = map m_15 (all_16) \(j_23: i64) {
      let l_24: [j_23]i64 = iota j_23 from m_15 by 1
      in l_24
    }
    in odd_18, tri_22
  }
  in r_7, s_8, t_13, u_14
}
)";
  EXPECT_EQ(run(kProgram, "[0i64, 3i64, 1i64]"),
            "[[0i64], [3i64, 3i64, 3i64, 3i64], [1i64, 1i64]] [[5i32], [5i32, 3i32, 1i32, -1i32], "
            "[5i32, 3i32]] [[], [1i64], []] [[], [[], [3i64], [3i64, 4i64]], [[]]] ");
  EXPECT_EQ(run(kProgram, "empty([0]i64)").substr(0, 6), "empty(");
}

TEST(RepresentRows, ChecksFailInTheirOrder) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("[][?]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: [n_1][?]i64) {
  let lens_4: [n_1]i64 = row_lengths xs_2
  let r_5: [n_1][?]i64 = map n_1 (lens_4, xs_2) \(k_6: i64, row_7: [k_6]i64) {
    let short_8: bool = lt k_6 3
    let c_9: unit = check assert short_8 ("long row")
    let y_10: [k_6]i64 = map k_6 (row_7) \(x_11: i64) {
      let small_12: bool = lt x_11 100
      let c_13: unit = check assert small_12 ("large number ", x_11)
      let z_14: i64 = add x_11 1 after c_13
      in z_14
    } after c_9
    in y_10
  }
  in r_5
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [200i64], [1i64, 2i64, 3i64]]"), "Error: large number 200\n");
  EXPECT_EQ(run(kProgram, "[[1i64], [1i64, 2i64, 3i64], [200i64]]"), "Error: long row\n");
  EXPECT_EQ(run(kProgram, "[[1i64], [2i64, 3i64]]"), "[[2i64], [3i64, 4i64]] ");
}

TEST(RepresentRows, RowsThatAreConsumed) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": *"[][?]i64" from 1 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1][?]i64) -> (r_3: [n_1]i64) {
  let lens_4: [n_1]i64 = row_lengths xs_2
  let r_5: [n_1]i64 = map n_1 (lens_4, xs_2) \(k_6: i64, row_7: *[k_6]i64) {
    let y_8: [k_6]i64 = update row_7 [0] with 40
    let s_9: i64 = reduce k_6 (y_8) {0} \(a_10: i64, b_11: i64) {
      let c_12: i64 = add a_10 b_11
      in c_12
    }
    in s_9
  }
  in r_5
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [2i64, 2i64]]"), "[40i64, 42i64] ");
}

TEST(RepresentRows, BranchesLoopsAndCalls) {
  constexpr std::string_view kProgram = R"(
fn grown(n_1: i64, xs_2: [n_1][?]i64) -> (m_3: i64, r_4: [m_3][?]i64) {
  let one_5: [1]i64 = array [n_1]
  let row_6: [1][?]i64 = array [one_5]
  let m_7: i64 = add n_1 1
  let r_8: [m_7][?]i64 = concat (xs_2, row_6)
  in m_7, r_8
}

const rows() -> (r_9: [2][?]i64) {
  let one_10: [1]i64 = array [100]
  let two_11: [2]i64 = array [200, 300]
  let r_12: [2][?]i64 = array [one_10, two_11]
  in r_12
}

entry "main" ("xs": "[][?]i64" from 1 count 1, "c": "i64" from 2 count 1) -> ("[][?]i64" from 1 count 1, "[][?]i64" from 3 count 1)
fn main(n_13: i64, xs_14: [n_13][?]i64, c_15: i64) -> (m_16: i64, r_17: [m_16][?]i64, k_18: i64, s_19: [k_18][?]i64) {
  let (m_20: i64, r_21: [m_20][?]i64) = loop (k_22: i64 = n_13, ys_23: [k_22][?]i64 = xs_14) for i_24: i64 < c_15 {
    let (m_25: i64, zs_26: [m_25][?]i64) = call grown (k_22, ys_23)
    in m_25, zs_26
  }
  let (k_27: i64, s_28: [k_27][?]i64) = match c_15 case 0 {
    in n_13, xs_14
  } case 1 {
    let some_29: [2][?]i64 = call rows ()
    in 2, some_29
  } else {
    let big_30: bool = lt 2 c_15
    let (l_31: i64, t_32: [l_31][?]i64) = if big_30 {
      let last_33: [1][?]i64 = slice r_21 [1 +: 1 by 1]
      in 1, last_33
    } else { in m_20, r_21 }
    in l_31, t_32
  }
  in m_20, r_21, k_27, s_28
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64, 2i64]] 0i64"), "[[1i64, 2i64]] [[1i64, 2i64]] ");
  EXPECT_EQ(run(kProgram, "[[1i64, 2i64]] 1i64"),
            "[[1i64, 2i64], [1i64]] [[100i64], [200i64, 300i64]] ");
  EXPECT_EQ(run(kProgram, "[[1i64, 2i64]] 3i64"),
            "[[1i64, 2i64], [1i64], [2i64], [3i64]] [[1i64]] ");
}

TEST(RepresentRows, RowsThatAReductionGathers) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("i64" from 0 count 1, "[][?]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: i64, s_4: [n_1][?]i64) {
  let lens_5: [n_1]i64 = row_lengths xs_2
  let (r_6: i64, s_7: [n_1][?]i64) = reduce n_1 (lens_5, xs_2) {0} \(a_8: i64, b_9: i64) {
    let c_10: i64 = add a_8 b_9
    in c_10
  } of \(k_11: i64, row_12: [k_11]i64) {
    let m_13: i64 = mul k_11 2
    let twice_14: [m_13]i64 = concat (row_12, row_12)
    in k_11, twice_14
  }
  in r_6, s_7
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [], [2i64, 3i64]]"),
            "3i64 [[1i64, 1i64], [], [2i64, 3i64, 2i64, 3i64]] ");
}

TEST(RepresentRows, FiltersOfRows) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1, "ys": "[]i64" from 2 count 1) -> ("[][?]i64" from 1 count 1, "[]i64" from 2 count 1, "[][?]i64" from 4 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64, ys_3: [n_1]i64) -> (k_4: i64, r_5: [k_4][?]i64, s_6: [k_4]i64, l_7: i64, t_8: [l_7][?]i64) {
  let lens_9: [n_1]i64 = row_lengths xs_2
  let (k_10: i64, l_11: [k_10]i64, r_12: [k_10][?]i64, s_13: [k_10]i64) = filter n_1 (lens_9, xs_2, ys_3) \(l_14: i64, row_15: [l_14]i64, y_16: i64) {
    let c_17: bool = ne l_14 1
    in c_17
  }
  let (l_18: i64, t_19: [l_18][?]i64) = filter n_1 (lens_9, xs_2) \(l_20: i64, row_21: [l_20]i64) {
    let c_22: bool = ne l_20 0
    let m_23: i64 = mul l_20 2
    let both_24: [m_23]i64 = concat (row_21, row_21)
    in c_22, both_24
  }
  in k_10, r_12, s_13, l_18, t_19
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [], [2i64, 3i64], [4i64]] [10i64, 20i64, 30i64, 40i64]"),
            "[[], [2i64, 3i64]] [20i64, 30i64] [[1i64, 1i64], [2i64, 3i64, 2i64, 3i64], [4i64, "
            "4i64]] ");
}

TEST(RepresentRows, Scatter) {
  constexpr std::string_view kScatter = R"(
entry "main" ("xs": *"[][?]i64" from 1 count 1, "is": "[]i64" from 3 count 1, "ys": "[][?]i64" from 4 count 1) -> ("[][?]i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1][?]i64, m_3: i64, is_4: [m_3]i64, ys_5: [m_3][?]i64) -> (r_6: *[n_1][?]i64) {
  let r_7: [n_1][?]i64 = scatter m_3 [n_1] (xs_2) at (is_4) with (ys_5)
  in r_7
}
)";
  EXPECT_EQ(
      run(kScatter, "[[1i64], [2i64, 3i64], []] [2i64, 7i64, 0i64] [[4i64, 5i64], [6i64], []]"),
      "[[], [2i64, 3i64], [4i64, 5i64]] ");
}

TEST(RepresentRows, Streams) {
  constexpr std::string_view kProgram = R"(
entry "main" ("xs": "[][?]i64" from 1 count 1) -> ("i64" from 0 count 1, "[]i64" from 1 count 1)
fn main(n_1: i64, xs_2: [n_1][?]i64) -> (r_3: i64, s_4: [n_1]i64) {
  let (r_5: i64, s_6: [n_1]i64) = stream_seq n_1 (xs_2) {0} \(k_7: i64, a_8: i64, chunk_9: [k_7][?]i64) {
    let lens_10: [k_7]i64 = row_lengths chunk_9
    let b_11: i64 = reduce k_7 (lens_10) {a_8} \(x_12: i64, y_13: i64) {
      let z_14: i64 = add x_12 y_13
      in z_14
    }
    in b_11, lens_10
  }
  in r_5, s_6
}
)";
  EXPECT_EQ(run(kProgram, "[[1i64], [2i64, 3i64]]"), "3i64 [1i64, 2i64] ");
}

}  // namespace
}  // namespace planish
