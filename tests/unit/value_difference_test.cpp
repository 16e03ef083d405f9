// Comparing what a program gives with what was expected.
#include "value_testing.h"

namespace planish::runtime {
namespace {

std::string compared(std::string_view expected, std::string_view actual,
                     const Tolerance& tolerance = kFutharkTolerance) {
  return difference(*ValueReader(expected).read_any(), *ValueReader(actual).read_any(), tolerance)
      .value_or("equal");
}

TEST(ValueDifference, EqualValues) {
  for (const char* text : {"1", "[1, 2]", "f32.nan", "[f64.inf, -f64.inf]", "empty([0][3]i32)",
                           "[[1, 2], [], [3]]", "[true]", "-0.0"})
    EXPECT_EQ(compared(text, text), "equal");
  EXPECT_EQ(compared("0.0", "-0.0", {}), "equal");
}

TEST(ValueDifference, Elements) {
  EXPECT_EQ(compared("4", "5"), "expected 4i32, got 5i32");
  EXPECT_EQ(compared("true", "false"), "expected true, got false");
  EXPECT_EQ(compared("[1, 2, 256]", "[1, 2, 512]"), "element [2]: expected 256i32, got 512i32");
  EXPECT_EQ(compared("[[0, 1], [2, 3], [4, 5], [6, 4]]", "[[0, 1], [2, 3], [4, 5], [6, 5]]"),
            "element [3][1]: expected 4i32, got 5i32");
  EXPECT_EQ(compared("[[1], [], [2, 3]]", "[[1], [], [2, 4]]"),
            "element [2][1]: expected 3i32, got 4i32");
  EXPECT_EQ(compared("[[[1], []], [], [[2, 3]]]", "[[[1], []], [], [[0, 3]]]"),
            "element [2][0][0]: expected 2i32, got 0i32");
}

TEST(ValueDifference, TypesAndShapes) {
  EXPECT_EQ(compared("1i32", "1i64"), "expected a value of type i32, got i64");
  EXPECT_EQ(compared("[1]", "1"), "expected a value of type [1]i32, got i32");
  EXPECT_EQ(compared("[1, 2]", "[1, 2, 3]"), "expected a value of type [2]i32, got [3]i32");
  EXPECT_EQ(compared("empty([0][2]i32)", "empty([0][3]i32)"),
            "expected a value of type [0][2]i32, got [0][3]i32");
  EXPECT_EQ(compared("[[1], [], [2, 3]]", "[[1], [2], [3]]"),
            "array [1]: expected length 0, got 1");
  EXPECT_EQ(compared("[[1], [2, 3]]", "[[1, 2], [3]]"), "array [0]: expected length 1, got 2");
}

TEST(ValueDifference, AVaryingDimensionOfOneLengthEqualsAFixedOne) {
  Value fixed = *ValueReader("[[1, 2], [3, 4]]").read_any();
  Value varying = *ValueReader("[[1, 2], [3, 4]]").read(shape_of("[][?]i32"));
  EXPECT_EQ(difference(fixed, varying, {}), std::nullopt);
  EXPECT_EQ(difference(varying, fixed, {}), std::nullopt);
}

TEST(ValueDifference, FloatsMayBeOffByTheToleranceTimesTheLargestExpected) {
  EXPECT_EQ(compared("1.0", "1.0019"), "equal");
  EXPECT_EQ(compared("1.0", "1.0021"), "expected 1.0f64, got 1.0021f64");
  EXPECT_EQ(compared("0.001", "0.0029"), "equal");
  EXPECT_EQ(compared("[0.0, 1000.0]", "[1.9, 1000.0]"), "equal");
  EXPECT_EQ(compared("[0.0, 1000.0]", "[2.1, 1000.0]"), "element [0]: expected 0.0f64, got 2.1f64");
  // The largest, not the one with the largest magnitude, and only finite ones.
  EXPECT_EQ(compared("[0.0, -1000.0]", "[0.5, -1000.0]"),
            "element [0]: expected 0.0f64, got 0.5f64");
  EXPECT_EQ(compared("[0.0, f64.inf]", "[0.5, f64.inf]"),
            "element [0]: expected 0.0f64, got 0.5f64");
  EXPECT_EQ(compared("1f16", "1.001f16"), "equal");
  EXPECT_EQ(compared("1f32", "1.001f32", {}), "expected 1.0f32, got 1.001f32");
}

// Of each element by itself, so small numbers beside large ones count, and so do small ones alone.
TEST(ValueDifference, FloatsMayBeOffByUnitsInTheLastPlace) {
  EXPECT_EQ(compared("[0.001f32, 0.0015f32, -0.0019f32]", "[0f32, 0f32, 0f32]"), "equal");
  EXPECT_EQ(compared("[0.001f32, 0.0015f32, -0.0019f32]", "[0f32, 0f32, 0f32]", {.ulps = 1000}),
            "element [0]: expected 0.001f32, got 0.0f32");
  EXPECT_EQ(compared("[1000.0, 1.0, 2.0]", "[1000.0, 0.0, 0.0]"), "equal");
  EXPECT_EQ(compared("[1000.0, 1.0, 2.0]", "[1000.0, 0.0, 0.0]", {.ulps = 1000}),
            "element [1]: expected 1.0f64, got 0.0f64");
  EXPECT_EQ(compared("1f32", "1.0000002f32", {.ulps = 2}), "equal");
  EXPECT_EQ(compared("1f32", "1.0000004f32", {.ulps = 2}), "expected 1.0f32, got 1.0000004f32");
  EXPECT_EQ(compared("-4.0", "-4.000000000000001", {.ulps = 1}), "equal");
  EXPECT_EQ(compared("-4.0", "-4.000000000000001", {}),
            "expected -4.0f64, got -4.000000000000001f64");
  EXPECT_EQ(compared("1f16", "1.002f16", {.ulps = 2}), "equal");
  EXPECT_EQ(compared("1f16", "1.004f16", {.ulps = 2}), "expected 1.0f16, got 1.004f16");
  // Below normal numbers the steps stay the same.
  EXPECT_EQ(compared("0.0", "1e-323", {.ulps = 2}), "equal");
  EXPECT_EQ(compared("0.0", "1e-320", {.ulps = 2}), "expected 0.0f64, got 1e-320f64");
  EXPECT_EQ(compared("1e-41f32", "1.0001e-41f32", {.ulps = 1}), "equal");
}

// For sums in which numbers cancel, as in Fourier transforms: the error has the size of what was
// added.
TEST(ValueDifference, FloatsMayBeOffByUnitsInTheLastPlaceOfTheLargest) {
  const Tolerance two{.ulps_of_largest = 2};
  EXPECT_EQ(compared("[-4.0, 0.0, f64.inf]", "[-4.0, 1.7e-15, f64.inf]", two), "equal");
  EXPECT_EQ(compared("[-4.0, 0.0]", "[-4.0, 1.9e-15]", two),
            "element [1]: expected 0.0f64, got 1.9e-15f64");
  EXPECT_EQ(compared("[1000.0, 1.0, 2.0]", "[1000.0, 0.0, 0.0]", two),
            "element [1]: expected 1.0f64, got 0.0f64");
}

TEST(ValueDifference, InfinitiesAndNaNsAreExact) {
  EXPECT_EQ(compared("f32.inf", "3.4028235e38f32", {.ulps = 1e9}),
            "expected f32.inf, got 3.4028235e+38f32");
  EXPECT_EQ(compared("f32.inf", "-f32.inf"), "expected f32.inf, got -f32.inf");
  EXPECT_EQ(compared("f32.inf", "1f32"), "expected f32.inf, got 1.0f32");
  EXPECT_EQ(compared("1f32", "f32.nan"), "expected 1.0f32, got f32.nan");
  EXPECT_EQ(compared("f32.nan", "1f32"), "expected f32.nan, got 1.0f32");
}

}  // namespace
}  // namespace planish::runtime
