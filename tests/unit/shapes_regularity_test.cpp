// The worked examples of "Accelerating Nested Data Parallelism: Preserving Regularity" and of
// chapter 4 of "Streaming Irregular Arrays": what is the same in all iterations of a map, what has
// the same shape, and by which rule. The numbers are those of the checklist of mechanisms.
// Checklist: 52, 61, 73, 97, 99, 100, 102, 103, 104, 106.
#include "shapes_programs.h"

namespace planish::shapes {
namespace {

TEST(ShapesRegularity, Item104NestedMapsKeepTheShape) {
  // yss = generate (extent xss) (\sh -> generate (extent (xss ! sh)) (\sh' -> (xss ! sh) ! sh' +
  // 1))
  auto program = AnalysedProgram::source(R"(
entry main (xss: [][?]i64) : [][?]i64 =
  map (\sh -> let xs = xss[sh] in map (\sh' -> xs[sh'] + 1) (indices xs)) (indices xss))");
  EXPECT_TRUE(
      have_equal_shapes(program.shapes(), program.var("main", "xss"), program.result("main", 1)))
      << program.signature("main");
}

TEST(ShapesRegularity, Item104ConditionalVariantStaysRegular) {
  auto program = AnalysedProgram::source(R"(
entry irregular [n] (xss: [n][?]i64) : [n][?]i64 =
  map (\xs -> if xs[0] > 10 then xs else map (+ 1) xs) xss
entry regular [n][m] (xss: [n][m]i64) : [n][m]i64 =
  map (\xs -> if xs[0] > 10 then xs else map (+ 1) xs) xss)");
  const ShapeAnalysis& shapes = program.shapes();
  EXPECT_TRUE(
      have_equal_shapes(shapes, program.var("irregular", "xss"), program.result("irregular")));
  ir::Var r = program.result_of("regular", ir::Kind::If);
  EXPECT_EQ(shapes.regularity(r), Regularity::Regular);
  EXPECT_EQ(shapes.rule(r), Rule::BranchesAgree);
  EXPECT_EQ(shapes.regularity(program.result_of("irregular", ir::Kind::If)), Regularity::Irregular);
  EXPECT_TRUE(is_regular_array(shapes, program.result("regular")));
}

TEST(ShapesRegularity, Item97BranchesAllIterationsTake) {
  // The condition is the same everywhere, so all rows are, too; not so if it depends on the row.
  auto program = AnalysedProgram::source(R"(
entry indep [n][m] (c: bool) (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> if c then xs else xs ++ xs) xss
entry depends [n][m] (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> if xs[0] > 1 then xs else xs ++ xs) xss)");
  EXPECT_TRUE(is_regular_array(program.shapes(), program.result("indep")));
  EXPECT_FALSE(is_regular_array(program.shapes(), program.result("depends")));
}

constexpr std::string_view kLoops = R"(
def not_sorted [n] (xs: [n]f64) = or (map (\i -> xs[i] > xs[i + 1]) (iota (n - 1)))
def bubble [n] (xs: [n]f64) : [n]f64 =
  map (\i -> if i + 1 < n && xs[i] > xs[i + 1] then xs[i + 1] else xs[i]) (iota n)

entry bubble_all [n] (xss: [n][?]f64) : [n][?]f64 =
  map (\xs -> loop ys = xs while not_sorted ys do bubble ys) xss
entry bubble_matrix [n][m] (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> loop ys = xs while not_sorted ys do bubble ys) xss
entry double_sized [n][m] (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> loop ys = xs while length ys < 100 do ys ++ ys) xss
entry double_data [n][m] (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> loop ys = xs while ys[0] < 100 do map (* 2) (ys ++ ys)) xss
entry double_times [n][m] (k: i64) (xss: [n][m]f64) : [n][?]f64 =
  map (\xs -> loop ys = xs for _i < k do ys ++ ys) xss
)";

TEST(ShapesRegularity, Item97LoopsThatKeepTheShape) {
  auto program = AnalysedProgram::source(std::string(kLoops));
  const ShapeAnalysis& shapes = program.shapes();
  EXPECT_TRUE(
      have_equal_shapes(shapes, program.var("bubble_all", "xss"), program.result("bubble_all")));
  EXPECT_TRUE(is_regular_array(shapes, program.result("bubble_matrix")));
}

TEST(ShapesRegularity, Item97LoopsOfEqualLength) {
  auto program = AnalysedProgram::source(std::string(kLoops));
  const ShapeAnalysis& shapes = program.shapes();
  EXPECT_TRUE(is_regular_array(shapes, program.result("double_sized")));
  EXPECT_TRUE(is_regular_array(shapes, program.result("double_times")));
  EXPECT_FALSE(is_regular_array(shapes, program.result("double_data")));
}

TEST(ShapesRegularity, Item103TheRuleIsKnown) {
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, m_2: i64, xss_3: [n_1][m_2]f32) -> (r_4: i64) {
  let rs_5: [n_1][?]f32 = map n_1 (xss_3) \(xs_6: [m_2]f32) {
    let kept_7: [m_2]f32 = loop (ys_8: [m_2]f32 = xs_6) for i_9: i64 < 10 {
      let zs_10: [m_2]f32 = copy ys_8
      in zs_10
    }
    let (k_11: i64, grown_12: [k_11]f32) = loop (l_13: i64 = m_2, ys_14: [l_13]f32 = xs_6) for i_15: i64 < m_2 {
      let d_16: i64 = add l_13 l_13
      let zs_17: [d_16]f32 = concat (ys_14, ys_14)
      in d_16, zs_17
    }
    let x_18: f32 = index xs_6 [0]
    let t_19: i64 = convert x_18
    let (a_20: i64, by_data_21: [a_20]f32) = loop (l_22: i64 = m_2, ys_23: [l_22]f32 = xs_6) for i_24: i64 < t_19 {
      let d_25: i64 = add l_22 l_22
      let zs_26: [d_25]f32 = concat (ys_23, ys_23)
      in d_25, zs_26
    }
    in by_data_21
  }
  in n_1
})");
  const ShapeAnalysis& shapes = program.shapes();
  auto var = [&](std::string_view name) { return program.var("main", name); };
  EXPECT_EQ(shapes.rule(var("kept")), Rule::LoopKeepsShape);
  EXPECT_EQ(shapes.regularity(var("kept")), Regularity::Regular);
  EXPECT_EQ(shapes.rule(var("grown")), Rule::LoopIndependent);
  EXPECT_EQ(shapes.regularity(var("grown")), Regularity::Regular);
  EXPECT_EQ(shapes.rule(var("by_data")), Rule::LoopIrregular);
  EXPECT_EQ(shapes.regularity(var("by_data")), Regularity::Irregular);
  EXPECT_EQ(shapes.reason(var("by_data")),
            "the loop changes the shape, and how often differs between iterations");
}

TEST(ShapesRegularity, Item102PartOfAnExpressionIsConstant) {
  // \x -> x + (6 * 7), and \sh -> extent (xss ! sh) of a regular xss
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, m_2: i64, xss_3: [n_1][m_2]i64, yss_4: [n_1][?]i64, k_5: i64) -> (r_6: i64) {
  let is_7: [n_1]i64 = iota n_1 from 0 by 1
  let rs_8: [n_1]i64 = map n_1 (is_7) \(sh_9: i64) {
    let constant_10: i64 = mul k_5 7
    let sum_11: i64 = add sh_9 constant_10
    let row_12: [m_2]i64 = index xss_3 [sh_9]
    let extent_13: i64 = row_length yss_4 [sh_9]
    let other_14: [extent_13]i64 = index yss_4 [sh_9]
    let made_15: [m_2]i64 = iota m_2 from 0 by 1
    in sum_11
  }
  in n_1
})");
  const ShapeAnalysis& shapes = program.shapes();
  auto regularity = [&](std::string_view name) {
    return shapes.regularity(program.var("main", name));
  };
  EXPECT_EQ(regularity("constant"), Regularity::Avoid);
  EXPECT_EQ(regularity("made"), Regularity::Avoid);
  EXPECT_EQ(regularity("sum"), Regularity::Regular);
  EXPECT_EQ(regularity("row"), Regularity::Regular);
  EXPECT_EQ(regularity("extent"), Regularity::Regular);  // a number that differs
  EXPECT_EQ(regularity("other"), Regularity::Irregular);
  EXPECT_EQ(shapes.reason(program.var("main", "other")),
            "the row lengths come from the parameter `yss`");
}

TEST(ShapesRegularity, Item103LevelsOfANest) {
  // Regular in the inner map, irregular in the outer one.
  auto program = AnalysedProgram::core(R"(
fn main(n_1: i64, ks_2: [n_1]i64, m_3: i64) -> (r_4: i64) {
  let rs_5: [n_1]i64 = map n_1 (ks_2) \(k_6: i64) {
    let is_7: [m_3]i64 = iota m_3 from 0 by 1
    let ss_8: [m_3]i64 = map m_3 (is_7) \(i_9: i64) {
      let row_10: [k_6]i64 = iota k_6 from i_9 by 1
      let fixed_11: [m_3]i64 = iota m_3 from k_6 by 1
      in i_9
    }
    in k_6
  }
  in n_1
})");
  const ShapeAnalysis& shapes = program.shapes();
  ir::Var row = program.var("main", "row");
  const Nest& inner = *shapes.nest(row);
  EXPECT_EQ(shapes.regularity(row, inner), Regularity::Regular);
  EXPECT_EQ(shapes.regularity(row, *inner.outer), Regularity::Irregular);
  ir::Var fixed = program.var("main", "fixed");
  EXPECT_EQ(shapes.regularity(fixed, inner), Regularity::Avoid);
  EXPECT_EQ(shapes.regularity(fixed, *inner.outer), Regularity::Regular);
}

TEST(ShapesRegularity, Item73EachComponentOfATupleOnItsOwn) {
  auto program = AnalysedProgram::source(R"(
entry main [n] (ks: [n]i64) (m: i64) : ([n][m]i64, [n][?]i64, [n][m]i64) =
  let rows : ([n][m]i64, [n][?]i64, [n][m]i64) =
    unzip3 (map (\k -> (map (+ k) (iota m), iota k, iota m)) ks)
  in rows)");
  const ShapeAnalysis& shapes = program.shapes();
  EXPECT_TRUE(is_regular_array(shapes, program.result("main", 0)));
  EXPECT_FALSE(is_regular_array(shapes, program.result("main", 1)));
  EXPECT_TRUE(is_regular_array(shapes, program.result("main", 2)));
  // Its elements do not depend on the row either.
  EXPECT_FALSE(
      shapes.terms().mentions(shapes.find(program.result("main", 2))->element, Terms::place(0)));
}

TEST(ShapesRegularity, Item52RowsOfEqualShapeShareADescriptor) {
  auto program = AnalysedProgram::source(R"(
entry main [n] (xss: [n][?]f64) (yss: [n][?]f64) : ([n][?]f64, [n][?]f64, [n][?]f64) =
  let a : [n][?]f64 = map (map (* 2)) xss
  let b : [n][?]f64 = map (scan (+) 0) a
  let c : [n][?]f64 = map (filter (> 0)) yss
  in (a, b, c))");
  const ShapeAnalysis& shapes = program.shapes();
  ir::Var a = program.result("main", 0);
  EXPECT_TRUE(have_equal_shapes(shapes, a, program.result("main", 1)));
  EXPECT_TRUE(have_equal_shapes(shapes, a, program.var("main", "xss")));
  EXPECT_FALSE(have_equal_shapes(shapes, a, program.result("main", 2)));
}

TEST(ShapesRegularity, Item106QuicksortKeepsTheLengthOfIntegers) {
  // Of integers, each is less than, equal to, or greater than the pivot.
  auto program = AnalysedProgram::source(R"(
def qsort [n] (xs: [n]i32) : ?[k].[k]i32 =
  if n < 2 then xs
  else let p = xs[n / 2]
       let small = filter (< p) xs
       let equal = filter (== p) xs
       let large = filter (> p) xs
       in qsort small ++ equal ++ qsort large
entry rows [n][m] (xss: [n][m]i32) : [n][?]i32 = map (\xs -> qsort xs) xss)");
  EXPECT_TRUE(is_regular_array(program.shapes(), program.result("rows"))) << program.text();
  EXPECT_EQ(program.signature("rows").substr(program.signature("rows").find("->")),
            "-> ([n][m]i32)");
}

TEST(ShapesRegularity, Item106QuicksortByPartitionKeepsTheLength) {
  auto program = AnalysedProgram::source(R"(
def qsort [n] (xs: [n]f64) : ?[k].[k]f64 =
  if n < 2 then xs
  else let p = xs[n / 2]
       let (small, rest) = partition (< p) xs
       let (equal, large) = partition (== p) rest
       in qsort small ++ equal ++ qsort large
entry rows [n][m] (xss: [n][m]f64) : [n][?]f64 = map (\xs -> qsort xs) xss)");
  EXPECT_TRUE(is_regular_array(program.shapes(), program.result("rows"))) << program.text();
}

TEST(ShapesRegularity, Item106QuicksortOfFloatsMayLoseNans) {
  // A NaN is neither less than, equal to, nor greater than the pivot, so nothing can be proven.
  auto program = AnalysedProgram::source(R"(
def qsort [n] (xs: [n]f64) : ?[k].[k]f64 =
  if n < 2 then xs
  else let p = xs[n / 2]
       let small = filter (< p) xs
       let equal = filter (== p) xs
       let large = filter (> p) xs
       in qsort small ++ equal ++ qsort large
entry rows [n][m] (xss: [n][m]f64) : [n][?]f64 = map (\xs -> qsort xs) xss)");
  EXPECT_FALSE(is_regular_array(program.shapes(), program.result("rows")));
}

TEST(ShapesRegularity, Item61MutualRecursion) {
  auto program = AnalysedProgram::core(R"(
fn even(d_1: i64, n_2: i64, xs_3: [n_2]f32) -> (k_4: i64, r_5: [k_4]f32) {
  let stop_6: bool = le d_1 0
  let (k_7: i64, r_8: [k_7]f32) = if stop_6 { in n_2, xs_3 } else {
    let e_9: i64 = sub d_1 1
    let (l_10: i64, ys_11: [l_10]f32) = call odd (e_9, n_2, xs_3)
    in l_10, ys_11
  }
  in k_7, r_8
}
fn odd(d_21: i64, n_22: i64, xs_23: [n_22]f32) -> (k_24: i64, r_25: [k_24]f32) {
  let copy_26: [n_22]f32 = copy xs_23
  let (l_27: i64, ys_28: [l_27]f32) = call even (d_21, n_22, copy_26)
  in l_27, ys_28
}
fn grow(d_31: i64, n_32: i64, xs_33: [n_32]f32) -> (k_34: i64, r_35: [k_34]f32) {
  let stop_36: bool = le d_31 0
  let (k_37: i64, r_38: [k_37]f32) = if stop_36 { in n_32, xs_33 } else {
    let e_39: i64 = sub d_31 1
    let m_40: i64 = add n_32 n_32
    let ys_41: [m_40]f32 = concat (xs_33, xs_33)
    let (l_42: i64, zs_43: [l_42]f32) = call grow (e_39, m_40, ys_41)
    in l_42, zs_43
  }
  in k_37, r_38
})");
  EXPECT_EQ(program.signature("even"), "(d: i64, n: i64, xs: [n]f32) -> (i64(n), [n]f32)");
  EXPECT_EQ(program.signature("odd"), "(d: i64, n: i64, xs: [n]f32) -> (i64(n), [n]f32)");
  // Nothing is known of its size.
  EXPECT_EQ(program.signature("grow"), "(d: i64, n: i64, xs: [n]f32) -> (i64(k), [k]f32)");
}

}  // namespace
}  // namespace planish::shapes
