// Values that cannot be read: what is said, and where.
#include "value_testing.h"

namespace planish::runtime {
namespace {

struct Case {
  const char* shape;
  const char* text;
  const char* error;
};

class ValueErrors : public testing::TestWithParam<Case> {};

TEST_P(ValueErrors, AreReported) {
  EXPECT_EQ(read_as(GetParam().shape, GetParam().text), GetParam().error);
}

constexpr Case kTypes[] = {
    {"i64", "2i32", "line 1, column 1: expected a value of type i64, found `2i32`"},
    {"i32", "2.0", "line 1, column 1: expected a value of type i32, found `2.0`"},
    {"f32", "2i32", "line 1, column 1: expected a value of type f32, found `2i32`"},
    {"f32", "f64.nan", "line 1, column 1: expected a value of type f32, found `f64.nan`"},
    {"f32", "true", "line 1, column 1: expected a value of type f32, found `true`"},
    {"bool", "1", "line 1, column 1: expected a value of type bool, found `1`"},
    {"i32", "\n  -- a comment\n [1]",
     "line 3, column 2: expected a value of type i32, found an array"},
    {"i32", "\"a\"", "line 1, column 1: expected a value of type i32, found a string"},
    {"[]i32", "\"a\"", "line 1, column 1: expected a value of type []i32, found a string"},
    {"[]i32", "1", "line 1, column 1: expected a value of type []i32, found `1`"},
    {"[][]i32", "[1]", "line 1, column 2: expected a value of type []i32, found `1`"},
    {"[]i32", "[[1]]", "line 1, column 2: expected a value of type i32, found an array"},
    {"[]i64", "[1,\n2i32]", "line 2, column 1: expected a value of type i64, found `2i32`"},
    {"[]i64", "empty([0]i32)",
     "line 1, column 1: expected a value of type []i64, found `empty([0]i32)`"},
    {"[]i64", "empty([0][1]i64)",
     "line 1, column 1: expected a value of type []i64, found `empty([0][1]i64)`"},
    {"[][]i64", "empty([0][?]i64)",
     "line 1, column 1: expected a value of type [][]i64, found `empty([0][?]i64)`"},
    {"i32", "", "line 1, column 1: expected a value of type i32, found the end of the input"},
    {"i32", "x", "line 1, column 1: expected a value of type i32, found `x`"},
    {"i32", ", 1", "line 1, column 1: expected a value of type i32, found `,`"},
    {"i32", "\xff", "line 1, column 1: expected a value of type i32, found the byte 0xff"},
    {"any", "[[1], 2]", "line 1, column 7: expected an array, found `2`"},
    {"any", "[[], 2]", "line 1, column 6: expected an array, found `2`"},
    {"any", "[1, [2]]", "line 1, column 5: expected a value of type i32, found an array"},
    {"any", "[1i8, 2i16]", "line 1, column 7: expected a value of type i8, found `2i16`"},
    {"any", "[1, true]", "line 1, column 2: expected a value of type bool, found `1`"},
    {"any", "[]",
     "line 1, column 1: an array without elements does not say its type, use for example "
     "`empty([0]i32)`"},
    {"any", "?", "line 1, column 1: expected a value, found `?`"},
};
INSTANTIATE_TEST_SUITE_P(Types, ValueErrors, testing::ValuesIn(kTypes));

constexpr Case kNumbers[] = {
    {"i8", "128", "line 1, column 1: `128` does not fit i8 (-128 to 127)"},
    {"i8", "-129", "line 1, column 1: `-129` does not fit i8 (-128 to 127)"},
    {"i8", "0x100", "line 1, column 1: `0x100` does not fit i8 (-128 to 127)"},
    {"u8", "-1", "line 1, column 1: `-1` does not fit u8 (0 to 255)"},
    {"[]u8", "[255, 256]", "line 1, column 7: `256` does not fit u8 (0 to 255)"},
    {"i64", "9223372036854775808",
     "line 1, column 1: `9223372036854775808` does not fit i64 (-9223372036854775808 to "
     "9223372036854775807)"},
    {"u64", "18446744073709551616",
     "line 1, column 1: `18446744073709551616` does not fit u64 (0 to 18446744073709551615)"},
    {"f16", "65520", "line 1, column 1: `65520` does not fit f16 (-65504 to 65504)"},
    {"f32", "-1e39", "line 1, column 1: `-1e39` does not fit f32 (-3.4028235e38 to 3.4028235e38)"},
    {"f64", "1e999999999999999999999",
     "line 1, column 1: `1e999999999999999999999` does not fit f64 (-1.7976931348623157e308 to "
     "1.7976931348623157e308)"},
    {"i32", "1..2", "line 1, column 1: expected a value of type i32, found `1..2`"},
    {"i32", "1x", "line 1, column 1: expected a value of type i32, found `1x`"},
    {"i32", "1i33", "line 1, column 1: expected a value of type i32, found `1i33`"},
    {"i32", "1-2", "line 1, column 1: expected a value of type i32, found `1-2`"},
    {"i32", "0x", "line 1, column 1: expected a value of type i32, found `0x`"},
    {"i32", "0b2", "line 1, column 1: expected a value of type i32, found `0b2`"},
    {"f32", "1.", "line 1, column 1: expected a value of type f32, found `1.`"},
    {"f32", "1e", "line 1, column 1: expected a value of type f32, found `1e`"},
    {"f32", "0x1.8", "line 1, column 1: expected a value of type f32, found `0x1.8`"},
    {"f32", "inf", "line 1, column 1: expected a value of type f32, found `inf`"},
    {"bool", "-true", "line 1, column 1: expected a value of type bool, found `-true`"},
    {"bool", "1bool", "line 1, column 1: expected a value of type bool, found `1bool`"},
    {"i32", "12345678901234567890123456789012345678901",
     "line 1, column 1: `1234567890123456789012345678901234567890...` does not fit i32 "
     "(-2147483648 to 2147483647)"},
};
INSTANTIATE_TEST_SUITE_P(Numbers, ValueErrors, testing::ValuesIn(kNumbers));

constexpr Case kArrays[] = {
    {"[]i32", "[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"},
    {"[]i32", "[1, 2", "line 1, column 6: expected `,` or `]`, found the end of the input"},
    {"[]i32", "[", "line 1, column 2: expected a value of type i32, found the end of the input"},
    {"[]i32", "[,]", "line 1, column 2: expected a value of type i32, found `,`"},
    {"[]i32", "[1,,2]", "line 1, column 4: expected a value of type i32, found `,`"},
    {"[][]i32", "[[1, 2], [3]]",
     "line 1, column 10: this array has 1 element, but those before it have 2"},
    {"[][?][]i32", "[[[1]], [[2], [3, 4]]]",
     "line 1, column 15: this array has 2 elements, but those before it have 1"},
    {"[3]i32", "[1, 2]",
     "line 1, column 1: expected an array of 3 elements, found one of 2 elements"},
    {"[][1]i32", "[[1], []]",
     "line 1, column 7: expected an array of 1 element, found one of 0 elements"},
    {"[3]i32", "empty([0]i32)",
     "line 1, column 1: expected an array of 3 elements, found one of 0 elements"},
    {"[]i32", "empty([1]i32)", "line 1, column 1: an `empty` array needs a dimension of size 0"},
    {"any", "empty(i32)", "line 1, column 1: an `empty` array needs a dimension of size 0"},
    {"[]i32", "empty[0]i32", "line 1, column 6: expected `(`, found an array"},
    {"[]i32", "empty([0]i32", "line 1, column 13: expected `)`, found the end of the input"},
    {"[]i32", "empty([]i32)", "line 1, column 8: expected a size, found `]`"},
    {"[]i32", "empty([-1]i32)", "line 1, column 8: expected a size, found `-1`"},
    {"[]i32", "empty([0i64]i32)", "line 1, column 8: expected a size, found `0i64`"},
    {"[]i32", "empty([0]word)", "line 1, column 10: expected a primitive type, found `word`"},
    {"[]i32", "empty([0]unit)",
     "line 1, column 1: expected a value of type []i32, found `empty([0]unit)`"},
    {"[][]i32", "[empty([0]i32), [1]]",
     "line 1, column 17: this array has 1 element, but those before it have 0"},
    {"[][][]i32", "[empty([0][3]i32), empty([0][4]i32)]",
     "line 1, column 20: this array has 4 elements, but those before it have 3"},
    {"[][?]i32", "empty([2][?: 0]i32)",
     "line 1, column 1: expected 2 lengths in dimension 2, found 1"},
    {"[][?]i32", "empty([2][?]i32)",
     "line 1, column 1: expected 2 lengths in dimension 2, found 0"},
    {"[][?]i32", "empty([2][? 0, 0]i32)", "line 1, column 13: expected `:`, found `0`"},
};
INSTANTIATE_TEST_SUITE_P(Arrays, ValueErrors, testing::ValuesIn(kArrays));

constexpr Case kStrings[] = {
    {"[]u8", "\"abc", "line 1, column 1: this string is not closed"},
    {"[]u8", "\"abc\n\"", "line 1, column 1: this string is not closed"},
    {"[]u8", R"("ab\q")", "line 1, column 4: this is not an escape"},
    {"[]u8", R"("\xD800")", "line 1, column 2: this is not an escape"},
    {"[]u8", R"("\1114112")", "line 1, column 2: this is not an escape"},
    {"[]u8", R"("é\x")", "line 1, column 3: this is not an escape"},
    {"[]u8", "\"a\xff\"", "line 1, column 3: this string is not valid UTF-8"},
    {"[]u8", "\"\xc0\x80\"", "line 1, column 2: this string is not valid UTF-8"},
    {"[]u8", "\"\xe2\x82\"", "line 1, column 2: this string is not valid UTF-8"},
    {"[]u8", "\"\xed\xa0\x80\"", "line 1, column 2: this string is not valid UTF-8"},
    {"[]u8", "\"\xf4\x90\x80\x80\"", "line 1, column 2: this string is not valid UTF-8"},
};
INSTANTIATE_TEST_SUITE_P(Strings, ValueErrors, testing::ValuesIn(kStrings));

TEST(ValueErrorsHostile, NestingIsLimited) {
  EXPECT_EQ(read_as("any", std::string(100'000, '[')),
            "line 1, column 256: an array has at most 255 dimensions");
  std::string sizes;
  for (int i = 0; i < 256; i++) sizes += "[0]";
  EXPECT_EQ(read_as("any", "empty(" + sizes + "i32)"),
            "line 1, column 772: an array has at most 255 dimensions");
  EXPECT_EQ(read_as("any", "[empty(" + sizes.substr(3) + "i32)]"),
            "line 1, column 2: an array has at most 255 dimensions");
}

TEST(ValueErrorsHostile, RowsWithoutElementsTakeNoMemory) {
  EXPECT_EQ(read_as("[][]i32", "empty([1000000000000][0]i32)"), "empty([1000000000000][0]i32)");
  for (const char* text :
       {"empty([1000000000000][0]i32)", "[empty([1000000000000][0]i32), [[1]]]"}) {
    std::string read = read_as(text[0] == '[' ? "[][?][?]i32" : "[][?]i32", text);
    EXPECT_NE(read.find("there are too many rows without elements"), std::string::npos) << read;
  }
  EXPECT_EQ(read_as("[][][]i32", "empty([4611686018427387904][4611686018427387904][0]i32)"),
            "line 1, column 1: the sizes are too large");
}

TEST(ValueErrorsPosition, LinesAreThoseOfAllTextBefore) {
  ValueReader reader("1\n2\n[3, x]");
  ASSERT_TRUE(reader.read_any() && reader.read_any());
  EXPECT_FALSE(reader.read_any());
  EXPECT_EQ(reader.error().line, 3u);
  EXPECT_EQ(reader.error().column, 5u);
}

}  // namespace
}  // namespace planish::runtime
