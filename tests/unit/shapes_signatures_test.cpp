// The worked examples of "Shapes and Flattening": annotated types of functions, and what is
// inferred on the way to them. The numbers are those of the checklist of mechanisms.
// Checklist: 29, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 53, 59, 101.
#include "shapes_programs.h"

namespace planish::shapes {
namespace {

TEST(ShapesSignatures, Item35ElementwiseKeepsTheLength) {
  auto program = AnalysedProgram::source(R"(
entry sqr [n] (xs: [n]f64) = map (\x -> x * x) xs
entry prod [n] (xs: [n]f64) (ys: [n]f64) = map2 (*) xs ys
entry outer [n][m] (xs: [n]f64) (ys: [m]f64) = map (\x -> map (* x) ys) xs)");
  EXPECT_EQ(program.signature("sqr"), "(n: i64, xs: [n]f64) -> ([n]f64)");
  // The second array has to be as long as the first.
  EXPECT_EQ(program.signature("prod"), "(n: i64, xs: [n]f64, n: i64, ys: [n]f64) -> ([n]f64)");
  EXPECT_EQ(program.signature("outer"), "(n: i64, xs: [n]f64, m: i64, ys: [m]f64) -> ([n][m]f64)");
}

TEST(ShapesSignatures, Item37MatricesAddedRowByRow) {
  // mm: both have the same shape, though an irregular one, and so has the result.
  auto program = AnalysedProgram::source(R"(
def add [n] (xs: [n]f64) (ys: []f64) = map2 (+) xs (ys :> [n]f64)
entry mm [n] (xss: [n][?]f64) (yss: [n][?]f64) : [n][?]f64 = map2 add xss yss)");
  EXPECT_EQ(program.signature("mm"),
            "(n: i64, xss: [n][len xss(i)]f64, n: i64, yss: [n][len xss(i)]f64) -> "
            "([n][len xss(i)]f64)");
}

TEST(ShapesSignatures, Item47RectangularStructureIsFound) {
  // mv: every row is as long as ys, so the matrix is rectangular.
  auto program = AnalysedProgram::source(R"(
def add [n] (xs: [n]f64) (ys: []f64) = map2 (+) xs (ys :> [n]f64)
entry mv [n][m] (xss: [n][?]f64) (ys: [m]f64) : [n][?]f64 = map (\xs -> add xs ys) xss)");
  EXPECT_EQ(program.signature("mv"), "(n: i64, xss: [n][m]f64, m: i64, ys: [m]f64) -> ([n][m]f64)");
  EXPECT_TRUE(is_regular_array(program.shapes(), program.result("mv")));
}

TEST(ShapesSignatures, Item37RowsTimesVector) {
  // mxv and its sparse form, for which rows may have any length.
  auto program = AnalysedProgram::source(R"(
def dotp [n] (xs: [n]f64) (ys: []f64) = f64.sum (map2 (*) xs (ys :> [n]f64))
entry mxv [n][m] (rows: [n][?]f64) (v: [m]f64) : [n]f64 = map (\row -> dotp row v) rows
entry sparse [n][m] (rows: [n][?](i64, f64)) (v: [m]f64) : [n]f64 =
  map (\row -> f64.sum (map (\(i, x) -> x * v[i]) row)) rows)");
  EXPECT_EQ(program.signature("mxv"), "(n: i64, rows: [n][m]f64, m: i64, v: [m]f64) -> ([n]f64)");
  std::string sparse = program.signature("sparse");
  EXPECT_NE(sparse.find("[n][len rows(i)]f64"), std::string::npos) << sparse;
}

TEST(ShapesSignatures, Item29FilteredElementsHaveANewSize) {
  auto program = AnalysedProgram::source(R"(
entry prod_if_pos [n] (xs: [n]f64) (ys: [n]f64) : []f64 =
  let zs = filter (\(x, y) -> x >= 0 && y >= 0) (zip xs ys)
  in map (\(x, y) -> x * y) zs)");
  Term size = program.shapes().find(program.result("prod_if_pos", 1))->dims[0];
  EXPECT_NE(size, program.shapes().number(program.var("prod_if_pos", "n")));
}

TEST(ShapesSignatures, Item53PairsOfArraysShareTheirShape) {
  // norm2: both components have the length of the array of pairs, so sums and maps can be fused.
  auto program = AnalysedProgram::source(R"(
entry norm2 [n] (xys: [n](f64, f64)) : ([n]f64, [n]f64) =
  let sum1 = f64.sum (map (.0) xys)
  let sum2 = f64.sum (map (.1) xys)
  in (map (\(x, _) -> x / sum1) xys, map (\(_, y) -> y / sum2) xys))");
  EXPECT_TRUE(
      have_equal_shapes(program.shapes(), program.result("norm2", 0), program.result("norm2", 1)));
}

TEST(ShapesSignatures, Item38BuiltInOperations) {
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, m_2: i64, xs_3: [n_1]f32, ys_4: [m_2]f32, rows_5: [n_1][?]f32) -> (r_6: i64) {
  let sum_7: i64 = add n_1 m_2
  let both_8: [sum_7]f32 = concat (xs_3, ys_4)
  let sizes_9: [sum_7]i64 = iota sum_7 from 0 by 1
  let lengths_10: [n_1]i64 = row_lengths rows_5
  let total_11: i64 = reduce n_1 (lengths_10) {0} \(a_12: i64, b_13: i64) {
    let c_14: i64 = add a_12 b_13
    in c_14
  }
  let flat_15: [total_11]f32 = join_rows rows_5
  let again_16: [n_1][?]f32 = split_rows lengths_10 flat_15
  let product_17: i64 = mul n_1 m_2
  let swapped_18: i64 = mul m_2 n_1
  let at_19: i64 = sub m_2 1
  let length_20: i64 = row_length rows_5 [at_19]
  let row_21: [length_20]f32 = index rows_5 [at_19]
  in total_11
})");
  const ShapeAnalysis& shapes = program.shapes();
  auto shape = [&](std::string_view name) { return shapes.shape_text(program.var("main", name)); };
  auto number = [&](std::string_view name) {
    return shapes.text(shapes.number(program.var("main", name)));
  };
  EXPECT_EQ(number("sum"), "n + m");
  EXPECT_EQ(shape("both"), "[n + m]f32");
  EXPECT_EQ(shape("sizes"), "[n + m]i64");
  EXPECT_EQ(shape("lengths"), "[n]i64");
  EXPECT_EQ(number("total").substr(0, 4), "sum(");
  EXPECT_EQ(number("product"), number("swapped"));
  EXPECT_EQ(shape("row"), "[len rows(m - 1)]f32");
  EXPECT_TRUE(have_equal_shapes(shapes, program.var("main", "again"), program.var("main", "rows")));
  EXPECT_EQ(shapes.find(program.var("main", "flat"))->dims[0],
            shapes.number(program.var("main", "total")));
}

TEST(ShapesSignatures, Item39FunctionsThatAreCalledAloneAndInMaps) {
  // One signature serves the call and the map; in the map it is that of each row.
  auto program = AnalysedProgram::source(R"(
#[noinline] def ends [n] (xs: [n]i64) : [n + 1]i64 = scan (+) 0 xs ++ [n]
entry alone [n] (xs: [n]i64) = ends xs
entry in_rows [n] (xss: [n][?]i64) : [n][?]i64 = map ends xss
entry in_rows_of_rows [n][m] (xsss: [n][m][?]i64) : [n][m][?]i64 = map (map ends) xsss)");
  EXPECT_EQ(program.signature("ends"), "(n: i64, xs: [n]i64) -> (i64(n + 1), [n + 1]i64)");
  EXPECT_EQ(program.signature("alone"), "(n: i64, xs: [n]i64) -> (i64(n + 1), [n + 1]i64)");
  EXPECT_EQ(program.signature("in_rows"),
            "(n: i64, xss: [n][len xss(i)]i64) -> ([n][len xss(i) + 1]i64)");
  EXPECT_EQ(program.signature("in_rows_of_rows"),
            "(n: i64, m: i64, xsss: [n][m][len xsss(i, j)]i64) -> ([n][m][len xsss(i, j) + 1]i64)");
}

TEST(ShapesSignatures, Item42AssumedSizesAreCheckedAllTheSame) {
  // Nobody needs the sum; that the arrays are of one length is taken for granted by the analysis,
  // and still checked.
  const std::string source = R"(
entry unused [n] (xs: [n]i64) (ys: []i64) : [n]i64 =
  let _sums = map2 (+) xs (ys :> [n]i64)
  in xs)";
  auto program = AnalysedProgram::source(source);
  EXPECT_EQ(program.signature("unused"), "(n: i64, xs: [n]i64, m: i64, ys: [n]i64) -> ([n]i64)");
  run_with_large_stack([&] {
    lower::LoweredProgram lowered(source);
    const std::string flat = ir::print(run_pipeline(lowered.program(), cpu_pipeline()).program);
    EXPECT_NE(flat.find("check coerce"), std::string::npos) << flat;
    EXPECT_EQ(flat.find("add"), std::string::npos) << flat;
  });
}

TEST(ShapesSignatures, Item40ConstraintsAreCollected) {
  // d = d behind a check, φ = ψ and φ = d behind checks in maps: see also items 37 and 47.
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, m_2: i64, k_3: i64) -> (r_4: i64) {
  let sum_5: i64 = add n_1 m_2
  let same_6: bool = eq sum_5 k_3
  let ok_7: unit = check size same_6 ("different")
  let xs_8: [k_3]i64 = iota k_3 from 0 by 1 after ok_7
  let ys_9: [sum_5]i64 = iota sum_5 from 0 by 1
  in k_3
})");
  const ShapeAnalysis& shapes = program.shapes();
  ir::Var xs = program.var("main", "xs");
  EXPECT_TRUE(have_equal_shapes(shapes, xs, program.var("main", "ys")));
  // Who relies on that has to wait for the check.
  ASSERT_EQ(shapes.checks(xs).size(), 1u);
  EXPECT_EQ(shapes.checks(xs)[0], program.var("main", "ok"));
}

TEST(ShapesSignatures, Item41CanonicalForms) {
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, m_2: i64) -> (r_3: i64) {
  let a_4: i64 = add n_1 1
  let b_5: i64 = mul a_4 m_2
  let c_6: i64 = sub b_5 m_2
  let d_7: i64 = mul m_2 n_1
  let e_8: i64 = div n_1 2
  let f_9: i64 = sub a_4 1
  let g_10: i64 = div f_9 2
  let h_11: i64 = div m_2 2
  in c_6
})");
  auto number = [&](std::string_view name) {
    return program.shapes().number(program.var("main", name));
  };
  EXPECT_EQ(number("c"), number("d"));
  EXPECT_EQ(number("e"), number("g"));
  EXPECT_NE(number("e"), number("h"));
}

TEST(ShapesSignatures, Item41ContradictionsLeadNowhere) {
  // Behind a check that cannot succeed nothing is concluded, and nothing goes wrong.
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64) -> (r_2: i64) {
  let same_3: bool = eq 5 3
  let ok_4: unit = check size same_3 ("different")
  let xs_5: [3]i64 = iota 3 from 0 by 1 after ok_4
  let more_6: i64 = add n_1 1
  let never_7: bool = eq more_6 n_1
  let ok_8: unit = check size never_7 ("different")
  let ys_9: [n_1]i64 = iota n_1 from 0 by 1 after ok_8
  in n_1
})");
  EXPECT_EQ(program.shapes().shape_text(program.var("main", "ys")), "[n]i64");
  EXPECT_FALSE(
      have_equal_shapes(program.shapes(), program.var("main", "xs"), program.var("main", "ys")));
}

TEST(ShapesSignatures, Item43ConditionalJoin) {
  auto program = AnalysedProgram::core(R"(
fn main(c_1: bool, n_2: i64, m_3: i64, xss_4: [n_2][?]f32, yss_5: [n_2][?]f32, cs_6: [n_2]bool) -> (r_7: i64) {
  let (k_8: i64, equal_9: [k_8]i64) = if c_1 {
    let a_10: i64 = add n_2 m_3
    let xs_11: [a_10]i64 = iota a_10 from 0 by 1
    in a_10, xs_11
  } else {
    let b_12: i64 = add m_3 n_2
    let ys_13: [b_12]i64 = iota b_12 from 0 by 2
    in b_12, ys_13
  }
  let (l_14: i64, fixed_15: [l_14]i64) = if c_1 {
    let xs_16: [n_2]i64 = iota n_2 from 0 by 1
    in n_2, xs_16
  } else {
    let ys_17: [m_3]i64 = iota m_3 from 0 by 1
    in m_3, ys_17
  }
  let whole_18: [n_2][?]f32 = if c_1 { in xss_4 } else { in yss_5 }
  let xl_19: [n_2]i64 = row_lengths xss_4
  let yl_20: [n_2]i64 = row_lengths yss_5
  let rows_21: [n_2][?]f32 = map n_2 (cs_6, xl_19, yl_20, xss_4, yss_5) \(d_22: bool, a_23: i64, b_24: i64, x_25: [a_23]f32, y_26: [b_24]f32) {
    let (z_27: i64, row_28: [z_27]f32) = if d_22 { in a_23, x_25 } else { in b_24, y_26 }
    in row_28
  }
  in k_8
})");
  const ShapeAnalysis& shapes = program.shapes();
  auto var = [&](std::string_view name) { return program.var("main", name); };
  // v1 = v2
  EXPECT_EQ(shapes.shape_text(var("equal")), "[n + m]i64");
  EXPECT_EQ(shapes.rule(var("equal")), Rule::BranchesAgree);
  // Two fixed sizes: a new fixed one.
  EXPECT_FALSE(have_equal_shapes(shapes, var("fixed"), var("equal")));
  EXPECT_EQ(shapes.regularity(var("fixed")), Regularity::Avoid);
  // φ1(α) and φ2(α): a new function of the same index.
  Term row = shapes.find(var("row"))->dims[0];
  EXPECT_TRUE(shapes.terms().mentions(row, shapes.nest(var("row"))->index));
  EXPECT_FALSE(is_regular_array(shapes, var("rows")));
  // Nested inside: a new dimension function.
  EXPECT_FALSE(is_regular_array(shapes, var("whole")));
  EXPECT_FALSE(have_equal_shapes(shapes, var("whole"), var("xss")));
}

TEST(ShapesSignatures, Item44SignaturesAreInstantiated) {
  auto program = AnalysedProgram::core(R"(
fn twice(n_1: i64, xs_2: [n_1]f32) -> (k_3: i64, r_4: [k_3]f32) {
  let k_5: i64 = add n_1 n_1
  let ys_6: [k_5]f32 = concat (xs_2, xs_2)
  in k_5, ys_6
}
fn some(n_10: i64, xs_11: [n_10]f32) -> (k_12: i64, r_13: [k_12]f32) {
  let (k_14: i64, ys_15: [k_14]f32) = filter n_10 (xs_11) \(x_16: f32) {
    let b_17: bool = lt 0.0f32 x_16
    in b_17
  }
  in k_14, ys_15
}
fn main(m_20: i64, xs_21: [m_20]f32) -> (r_22: i64) {
  let (a_23: i64, two_24: [a_23]f32) = call twice (m_20, xs_21)
  let (b_25: i64, four_26: [b_25]f32) = call twice (a_23, two_24)
  let (c_27: i64, some_28: [c_27]f32) = call some (m_20, xs_21)
  let (d_29: i64, again_30: [d_29]f32) = call some (m_20, xs_21)
  let (e_31: i64, other_32: [e_31]f32) = call some (a_23, two_24)
  in a_23
})");
  const ShapeAnalysis& shapes = program.shapes();
  auto var = [&](std::string_view name) { return program.var("main", name); };
  EXPECT_EQ(shapes.shape_text(var("two")), "[2*m]f32");
  EXPECT_EQ(shapes.shape_text(var("four")), "[4*m]f32");
  EXPECT_TRUE(have_equal_shapes(shapes, var("some"), var("again")));
  EXPECT_FALSE(have_equal_shapes(shapes, var("some"), var("other")));
}

TEST(ShapesSignatures, Item45MapsGeneraliseOverTheIndex) {
  auto program = AnalysedProgram::source(R"(
entry squares [n] (xss: [n][?]f64) : [n][?]f64 = map (map (\x -> x * x)) xss)");
  EXPECT_EQ(program.signature("squares"),
            "(n: i64, xss: [n][len xss(i)]f64) -> ([n][len xss(i)]f64)");
}

TEST(ShapesSignatures, Item59UnknownSizesAreConstrainedByChecks) {
  auto program = AnalysedProgram::source(R"(
entry main [n][m] (xs1: [n]f64) (ys1: [m]f64) : []f64 =
  let [k] (xs2: [k]f64) = filter (< 0) xs1
  let ys2 = filter (< 0) ys1
  in map2 (+) xs2 (ys2 :> [k]f64))");
  // Both numbers of elements are equal behind the check, and not before.
  const ShapeAnalysis& shapes = program.shapes();
  ir::Var xs = program.var("main", "xs2");
  EXPECT_FALSE(have_equal_shapes(shapes, xs, program.var("main", "ys2")));
  EXPECT_TRUE(have_equal_shapes(shapes, program.result("main", 1), xs));
}

}  // namespace
}  // namespace planish::shapes
