// Values in the text format: what is read, and what is printed for it.
#include "value_testing.h"

namespace planish::runtime {
namespace {

struct Case {
  const char* shape;
  const char* text;
  const char* printed;
};

class ValueText : public testing::TestWithParam<Case> {};

TEST_P(ValueText, ReadsAndPrints) {
  EXPECT_EQ(read_as(GetParam().shape, GetParam().text), GetParam().printed);
}

// What is printed reads back to the same value.
TEST_P(ValueText, PrintedTextReadsBack) {
  EXPECT_EQ(read_as(GetParam().shape, GetParam().printed), GetParam().printed);
  EXPECT_EQ(read_as("any", GetParam().printed), GetParam().printed);
}

constexpr Case kIntegers[] = {
    {"i8", "-128", "-128i8"},
    {"i8", "127i8", "127i8"},
    {"i16", "-32768i16", "-32768i16"},
    {"i32", "1_000_000", "1000000i32"},
    {"i32", "+7", "7i32"},
    {"i32", "-0", "0i32"},
    {"i64", "2", "2i64"},
    {"i64", "-9223372036854775808", "-9223372036854775808i64"},
    {"u8", "2", "2u8"},
    {"u16", "65535", "65535u16"},
    {"u32", "4294967295u32", "4294967295u32"},
    {"u64", "18446744073709551615", "18446744073709551615u64"},
    {"i32", "0x7f", "127i32"},
    {"i32", "-0x80", "-128i32"},
    {"i32", "0x1f32", "7986i32"},
    {"i8", "0xFFi8", "-1i8"},
    {"i8", "-129i8", "127i8"},  // as a program would compute it, because the type is written
    {"u8", "0b1010_1010", "170u8"},
    {"i64", "0xFFFFFFFFFFFFFFFF", "-1i64"},
};
INSTANTIATE_TEST_SUITE_P(Integers, ValueText, testing::ValuesIn(kIntegers));

constexpr Case kFloats[] = {
    {"f64", "2", "2.0f64"},
    {"f32", "2", "2.0f32"},
    {"f16", "2", "2.0f16"},
    {"f32", "1.5f32", "1.5f32"},
    {"f64", "0.1", "0.1f64"},
    {"f32", "0.1", "0.1f32"},
    {"f16", "0.1", "0.1f16"},
    {"f64", "1e3", "1000.0f64"},
    {"f64", "1E+3f64", "1000.0f64"},
    {"f64", "12_345.678_9e-2", "123.456789f64"},
    {"f64", "1e100", "1e+100f64"},
    {"f64", "-1e16", "-1e+16f64"},
    {"f64", "9999999999999998", "9999999999999998.0f64"},
    {"f64", "0.00001", "0.00001f64"},
    {"f64", "0.000001", "1e-06f64"},
    {"f64", "5e-324", "5e-324f64"},
    {"f64", "1e-400", "0.0f64"},
    {"f64", "-1e-400", "-0.0f64"},
    {"f64", "-0.0", "-0.0f64"},
    {"f32", "16777217", "16777216.0f32"},
    {"f32", "3.4028235e38", "3.4028235e+38f32"},
    {"f32", "1e-46", "0.0f32"},
    {"f16", "65520f16", "f16.inf"},
    {"f64", "1.7976931348623157e308", "1.7976931348623157e+308f64"},
    {"f16", "65504", "65504.0f16"},
    {"f16", "65519.9", "65504.0f16"},
    {"f16", "2049", "2048.0f16"},
    {"f16", "2051", "2052.0f16"},
    {"f16", "6e-8", "6e-08f16"},
    {"f16", "2e-8", "0.0f16"},
    {"f16", "0.33325", "0.3333f16"},
    {"f64", "0x1.8p3", "12.0f64"},
    {"f32", "0x1p-1f32", "0.5f32"},
    {"f64", "0x10", "16.0f64"},
    {"f64", "0b101", "5.0f64"},
    {"f32", "f32.nan", "f32.nan"},
    {"f32", "-f32.nan", "f32.nan"},
    {"f64", "-f64.inf", "-f64.inf"},
    {"f16", "f16.inf", "f16.inf"},
};
INSTANTIATE_TEST_SUITE_P(Floats, ValueText, testing::ValuesIn(kFloats));

constexpr Case kOthers[] = {
    {"bool", "true", "true"},
    {"bool", "  false -- not true", "false"},
    {"[]bool", "[true,false]", "[true, false]"},
    {"[]i32", "[1, -2i32,\n3 -- three\n, 4,]", "[1i32, -2i32, 3i32, 4i32]"},
    {"[]i32", "[1--one\n]", "[1i32]"},
    {"[]f32", "[1, 2.5, f32.nan]", "[1.0f32, 2.5f32, f32.nan]"},
    {"[2]i32", "[1, 2]", "[1i32, 2i32]"},
    {"[][]u8", "[[1,2],[3,4]]", "[[1u8, 2u8], [3u8, 4u8]]"},
    {"[][][]i8", "[[[1],[2]],[[3],[4]]]", "[[[1i8], [2i8]], [[3i8], [4i8]]]"},
    {"[]i32", "[]", "empty([0]i32)"},
    {"[][]i32", "[[], []]", "empty([2][0]i32)"},
    {"[][]i32", "[]", "empty([0][0]i32)"},
    {"[][3]i32", "[]", "empty([0][3]i32)"},
    {"[][]i32", "empty([0][3]i32)", "empty([0][3]i32)"},
    {"[][]i32", "empty ( [ 1_0 ] [0] i32 )", "empty([10][0]i32)"},
    {"[][][]f64", "[empty([0][3]f64), empty([0][3]f64)]", "empty([2][0][3]f64)"},
};
INSTANTIATE_TEST_SUITE_P(Others, ValueText, testing::ValuesIn(kOthers));

constexpr Case kStrings[] = {
    {"[]u8", R"("abc")", "[97u8, 98u8, 99u8]"},
    {"[]u8", R"("")", "empty([0]u8)"},
    {"[]u8", R"("a\n\"\\\65\&5\x42\o103")", "[97u8, 10u8, 34u8, 92u8, 65u8, 53u8, 66u8, 67u8]"},
    {"[]u8", "\"\u00e9\u20ac\U0001F600\"",
     "[195u8, 169u8, 226u8, 130u8, 172u8, 240u8, 159u8, 152u8, 128u8]"},
    {"[]u8", R"("\233\x20AC\128512")",
     "[195u8, 169u8, 226u8, 130u8, 172u8, 240u8, 159u8, 152u8, 128u8]"},
    {"[][]u8", R"(["ab", "cd", [101, 102]])", "[[97u8, 98u8], [99u8, 100u8], [101u8, 102u8]]"},
};
INSTANTIATE_TEST_SUITE_P(Strings, ValueText, testing::ValuesIn(kStrings));

constexpr Case kIrregular[] = {
    {"[][?]i32", "[[1, 2], [], [3]]", "[[1i32, 2i32], [], [3i32]]"},
    {"[][?]u8", R"(["a", "", "bc"])", "[[97u8], [], [98u8, 99u8]]"},
    {"[][?][?]i8", "[[[1], []], [], [[2, 3]]]", "[[[1i8], []], [], [[2i8, 3i8]]]"},
    {"[][?][]i8", "[[[1, 2]], [], [[3, 4], [5, 6]]]",
     "[[[1i8, 2i8]], [], [[3i8, 4i8], [5i8, 6i8]]]"},
    {"[][?]i32", "[]", "empty([0][?]i32)"},
    {"[][?]i32", "empty([0][?]i32)", "empty([0][?]i32)"},
    {"[][?]i32", "empty([0][3]i32)", "empty([0][?]i32)"},
    {"[][?]i32", "[[], []]", "empty([2][?: 0, 0]i32)"},
    {"[][?]i32", "empty([2][0]i32)", "empty([2][?: 0, 0]i32)"},
    {"[][?][]i32", "empty([2][?: 1, 2][0]i32)", "empty([2][?: 1, 2][0]i32)"},
    {"[][?][3]i32", "[[], []]", "empty([2][?: 0, 0][3]i32)"},
    {"[][?]i32", "[empty([0]i32), [1]]", "[[], [1i32]]"},
};
INSTANTIATE_TEST_SUITE_P(Irregular, ValueText, testing::ValuesIn(kIrregular));

TEST(ValueTextAny, TypesAreFoundFromTheElements) {
  EXPECT_EQ(read_as("any", "1"), "1i32");
  EXPECT_EQ(read_as("any", "1.0"), "1.0f64");
  EXPECT_EQ(read_as("any", "[1, 2i64]"), "[1i64, 2i64]");
  EXPECT_EQ(read_as("any", "[1i8, 2]"), "[1i8, 2i8]");
  EXPECT_EQ(read_as("any", "[1, 2.5]"), "[1.0f64, 2.5f64]");
  EXPECT_EQ(read_as("any", "[1, 2.5, 3f32]"), "[1.0f32, 2.5f32, 3.0f32]");
  EXPECT_EQ(read_as("any", "[1, f32.inf]"), "[1.0f32, f32.inf]");
  EXPECT_EQ(read_as("any", "[[1], \"a\"]"), "[[1u8], [97u8]]");
  EXPECT_EQ(read_as("any", "[[1], empty([0]u8)]"), "[[1u8], []]");
}

TEST(ValueTextAny, RowsOfDifferentLengthsAreIrregular) {
  Value regular = *ValueReader("[[1, 2], [3, 4]]").read_any();
  EXPECT_EQ(type_text(regular), "[2][2]i32");
  Value irregular = *ValueReader("[[1, 2], [], [3]]").read_any();
  EXPECT_EQ(type_text(irregular), "[3][?]i32");
  EXPECT_EQ(irregular.dims[1].lengths, (std::vector<int64_t>{2, 0, 1}));
  EXPECT_EQ(irregular.count(), 3u);
}

TEST(ValueTextShapes, AVaryingDimensionHasItsLengthsEvenIfTheyAreTheSame) {
  Value value = *ValueReader("[[1, 2], [3, 4]]").read(shape_of("[][?]i32"));
  EXPECT_TRUE(value.dims[1].varying);
  EXPECT_EQ(value.dims[1].lengths, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(type_text(value), "[2][?]i32");
}

TEST(ValueTextShapes, ShapesAreShown) {
  for (const char* text : {"i32", "[]i32", "[][?]f64", "[3]i32", "[2][][?]bool"})
    EXPECT_EQ(shape_text(shape_of(text)), text);
  EXPECT_EQ(shape_text({Prim::U8, {false, true}, {}}), "[][?]u8");
}

TEST(ValueTextStream, ValuesFollowEachOther) {
  ValueReader reader("1 [2] -- the third:\n3i64\"x\"[4]\n");
  EXPECT_EQ(to_text(*reader.read(shape_of("i32"))), "1i32");
  EXPECT_EQ(to_text(*reader.read(shape_of("[]i32"))), "[2i32]");
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(to_text(*reader.read(shape_of("i64"))), "3i64");
  EXPECT_EQ(to_text(*reader.read(shape_of("[]u8"))), "[120u8]");
  EXPECT_EQ(to_text(*reader.read(shape_of("[]f32"))), "[4.0f32]");
  EXPECT_TRUE(reader.at_end());
}

TEST(ValueTextStream, ACommentMayBeTheEnd) {
  ValueReader reader(" -- nothing");
  EXPECT_TRUE(reader.at_end());
}

}  // namespace
}  // namespace planish::runtime
