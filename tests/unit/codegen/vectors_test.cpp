// What generated code looks like where its speed depends on it.
#include <gtest/gtest.h>

#include <string>

#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"

namespace planish::codegen {
namespace {

std::string optimised(const char* text, const char* cpu = "x86-64-v3") {
  ir::Parsed parsed = ir::parse(text);
  if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
  Options options;
  options.cpu = cpu;
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

constexpr const char* kFilter = R"(flat

entry "main" ("xs": "[]f32" from 1 count 1) -> ("[]i64" from 1 count 1, "[]f32" from 2 count 1)
fn main(n_1: i64, xs_2: [n_1]f32) -> (k_3: i64, is_4: [k_3]i64, ys_5: [k_3]f32) {
  let (k_6: i64, is_7: [k_6]i64, ys_8: [k_6]f32) = segfilter (i_9: i64 < n_1) {
    let x_10: f32 = index xs_2 [i_9]
    let c_11: bool = lt 0.5f32 x_10
    in c_11, i_9, x_10
  }
  in k_6, is_7, ys_8
}
)";

// Note [Vector filters]
TEST(Vectors, FiltersMoveLanesTogether) {
  const std::string code = optimised(kFilter, "x86-64-v4");
  EXPECT_EQ(count(code, "call <8 x i64> @llvm.experimental.vector.compress"), 1U) << code;
  EXPECT_EQ(count(code, "call <8 x i32> @llvm.experimental.vector.compress"), 1U) << code;
  EXPECT_GE(count(code, "fcmp contract ogt <") + count(code, "fcmp ogt <"), 1U) << code;
  // There is no instruction for it.
  EXPECT_EQ(count(optimised(kFilter, "x86-64-v3"), "vector.compress"), 0U);
}

constexpr const char* kSparse = R"(flat

entry "main" ("offsets": "[]i64" from 1 count 1, "columns": "[]i32" from 3 count 1, "x": "[]f32" from 5 count 1, "n": "i64" from 6 count 1, "total": "i64" from 7 count 1) -> ("[]f32" from 0 count 1)
fn main(e_1: i64, offsets_2: [e_1]i64, k_3: i64, columns_4: [k_3]i32, m_5: i64, x_6: [m_5]f32, n_7: i64, total_8: i64) -> (sums_9: [n_7]f32) {
  let sums_10: [n_7]f32 = segred (i_11: i64 < n_7, j_12: i64 < total_8 by offsets_2) {0.0f32} \(a_13: f32, b_14: f32) {
    let c_15: f32 = add a_13 b_14
    in c_15
  } of {
    let start_16: i64 = index offsets_2 [i_11]
    let at_17: i64 = add j_12 start_16
    let column_18: i32 = index columns_4 [at_17]
    let place_19: i64 = convert column_18
    let y_20: f32 = index x_6 [place_19]
    in y_20
  }
  in sums_10
}
)";

// Note [Short rows]
TEST(Vectors, ElementsOfShortRowsAreGatheredWhereThatIsFast) {
  EXPECT_GE(count(optimised(kSparse, "sapphirerapids"), "call <8 x float> @llvm.masked.gather"),
            1U);
  EXPECT_EQ(count(optimised(kSparse, "znver4"), "masked.gather"), 0U);
}

// Note [Short rows]: two arrays lie in rows, and each block asks for what comes later; the third is
// read at computed places.
TEST(Vectors, ElementsOfShortRowsAreAskedForAhead) {
  const std::string code = optimised(kSparse, "znver5");
  EXPECT_GE(count(code, "call void @llvm.prefetch"), 2U) << code;
}

// Note [Masked rows]
TEST(Vectors, MaskedRowsFillTheVectorUnit) {
  constexpr const char* kQuotients = R"(flat

entry "main" ("xs": "[]f32" from 1 count 1) -> ("[]f32" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]f32) -> (ys_3: [n_1]f32) {
  let ys_4: [n_1]f32 = segmap (i_5: i64 < n_1) {
    let x_6: f32 = index xs_2 [i_5]
    let sum_7: f32 = reduce n_1 (xs_2) {0.0f32} \(a_8: f32, b_9: f32) {
      let c_10: f32 = add a_8 b_9
      in c_10
    } of \(y_11: f32) {
      let d_12: f32 = div y_11 x_6
      in d_12
    }
    in sum_7
  }
  in ys_4
}
)";
  const auto quotients = [&](const char* cpu, const char* vector) {
    return count(optimised(kQuotients, cpu), "fdiv contract " + std::string(vector));
  };
  EXPECT_EQ(quotients("x86-64-v3", "<4 x float>"), 0U);
  EXPECT_GE(quotients("x86-64-v3", "<8 x float>"), 1U);
  EXPECT_EQ(quotients("znver5", "<8 x float>"), 0U);
  // These do vectors of 64 bytes in two steps, or slower.
  EXPECT_GE(quotients("znver4", "<8 x float>"), 1U);
  EXPECT_GE(quotients("sapphirerapids", "<8 x float>"), 1U);
}

// Note [Masked rows]: without its first element a row would not fill its vectors any more, and the
// others of it would be done one by one.
TEST(Vectors, FirstElementsAreNotTakenOutOfMaskedRows) {
  const std::string code = optimised(R"(flat

entry "main" ("xs": "[][]f32" from 2 count 1) -> ("[]bool" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]f32) -> (ys_4: [n_1]bool) {
  let ys_5: [n_1]bool = segmap (i_6: i64 < n_1) {
    let row_7: [m_2]f32 = index xs_3 [i_6]
    let at_8: [m_2]i64 = iota m_2 from 0 by 1
    let y_9: bool = reduce m_2 (at_8) {false} \(a_10: bool, b_11: bool) {
      let c_12: bool = or a_10 b_11
      in c_12
    } of \(j_13: i64) {
      let inside_14: bool = gt j_13 0
      let z_15: bool = if inside_14 {
        let k_16: i64 = sub j_13 1
        let v_17: f32 = index row_7 [k_16]
        let w_18: f32 = index row_7 [j_13]
        let d_19: bool = gt v_17 w_18
        in d_19
      } else { in false }
      in z_15
    }
    in y_9
  }
  in ys_5
}
)",
                                     "x86-64-v4");
  EXPECT_EQ(count(code, ".peel.next"), 0U) << code;
  EXPECT_GE(
      count(code, "fcmp contract ogt <64 x float>") + count(code, "fcmp contract ogt <16 x float>"),
      1U)
      << code;
}

// Note [Scattered writes]: the places grow by more than one, and are computed one by one; there is
// no call in the loop.
TEST(Vectors, ScatteredWritesAreAPlainLoopOverARow) {
  constexpr const char* kProgram = R"(flat

entry "main" ("os": "[]i64" from 3 count 1) -> ("[]bool" from 0 count 1)
fn main(m_1: i64, k_2: i64, n_3: i64, os_4: [m_1]i64) -> (r_5: [k_2]bool) {
  let d_6: [k_2]bool = replicate [k_2] true
  let r_7: [k_2]bool = segscatter (i_8: i64 < n_3, j_9: i64 < k_2 by os_4) [k_2] (d_6) of {
    let at_10: i64 = PLACE j_9 i_8
    in at_10, false
  }
  in r_7
}
)";
  const auto vectors = [&](const char* place) {
    std::string program = kProgram;
    program.replace(program.find("PLACE"), 5, place);
    const std::string code = optimised(program.c_str(), "x86-64-v4");
    const size_t begin = code.find("@planish.main.scatter(");
    EXPECT_NE(begin, std::string::npos) << code;
    const std::string task = code.substr(begin, code.find("\n}", begin) - begin);
    EXPECT_EQ(count(task, "@planish_find_row("), 2U) << task;
    EXPECT_EQ(count(task, "div "), 0U) << task;
    return count(task, " x i64>");
  };
  EXPECT_EQ(vectors("mul"), 0U);
  EXPECT_GE(vectors("add"), 1U);  // side by side
}

// Note [Branches before recursion]
TEST(Vectors, WhereARecursiveCallGoesIsNotAConditionalMove) {
  const std::string code = optimised(R"(flat

entry "main" ("xs": "[]f64" from 1 count 1, "x": "f64" from 2 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]f64, x_3: f64) -> (r_4: i64) {
  let r_5: i64 = call find (n_1, xs_2, x_3, 0, n_1)
  in r_5
}

#[sequential] fn find(n_6: i64, xs_7: [n_6]f64, x_8: f64, low_9: i64, high_10: i64) -> (r_11: i64) {
  let done_12: bool = ge low_9 high_10
  let r_13: i64 = if done_12 { in low_9 } else {
    let both_14: i64 = add low_9 high_10
    let middle_15: i64 = div both_14 2
    let y_16: f64 = index xs_7 [middle_15]
    let less_17: bool = lt x_8 y_16
    let next_18: i64 = add middle_15 1
    let (l_19: i64, h_20: i64) = if less_17 { in low_9, middle_15 } else { in next_18, high_10 }
    let found_21: i64 = call find (n_6, xs_7, x_8, l_19, h_20)
    let other_22: i64 = call find (n_6, xs_7, x_8, h_20, l_19)
    let r_23: i64 = max found_21 other_22
    in r_23
  }
  in r_13
}
)");
  EXPECT_EQ(count(code, "select i1"), 0U) << code;
}

}  // namespace
}  // namespace planish::codegen
