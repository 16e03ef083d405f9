// Elements in the text and the binary format, however they come.
#include "stream_testing.h"

namespace planish::runtime {
namespace {

std::string values(std::string_view element, const std::string& bytes) {
  return elements_of(StreamFormat::Values, element, bytes);
}

std::string binary(const char* text, std::string_view shape) {
  ValueReader reader(text);
  return to_binary(*reader.read(shape_of(shape)));
}

TEST(StreamValues, ArraysCountAsTheirElements) {
  EXPECT_EQ(values("i32", "3 [1] [] [2]"), "3i32; 1i32; 2i32");
  EXPECT_EQ(values("i32", ""), "");
  EXPECT_EQ(values("i32", " -- none\n"), "");
  EXPECT_EQ(values("i32", "[1, 2,3 ,]4"), "1i32; 2i32; 3i32; 4i32");
  EXPECT_EQ(values("[?]f32", "[[1], []] [[2]]"), "[1.0f32]; empty([0]f32); [2.0f32]");
  EXPECT_EQ(values("[?]f32", "[1] [] [2, 3]"), "[1.0f32]; empty([0]f32); [2.0f32, 3.0f32]");
  EXPECT_EQ(values("[?]f32", "[[], [1]] [[]]"), "empty([0]f32); [1.0f32]; empty([0]f32)");
}

TEST(StreamValues, Scalars) {
  EXPECT_EQ(values("i32", "1 -- one\n-2 0x10 5--six\n7i32"), "1i32; -2i32; 16i32; 5i32; 7i32");
  EXPECT_EQ(values("bool", "true [false, true]"), "true; false; true");
  EXPECT_EQ(values("f64", "f64.nan -1e3[0.5]"), "f64.nan; -1000.0f64; 0.5f64");
  EXPECT_EQ(values("u8", "\"ab\" 7"), "97u8; 98u8; 7u8");
}

TEST(StreamValues, ArraysWithoutElements) {
  EXPECT_EQ(values("i32", "1 empty([0]i32) 2"), "1i32; 2i32");
  EXPECT_EQ(values("[?]i32", "empty([0]i32) empty([0][2]i32) empty([2][0]i32) [1]"),
            "empty([0]i32); empty([0]i32); empty([0]i32); [1i32]");
  EXPECT_EQ(values("[?]i32", "[empty([0]i32), [1]]"), "empty([0]i32); [1i32]");
  EXPECT_EQ(values("[?][2]i32", "[[1, 2]] empty([0][2]i32)"), "[[1i32, 2i32]]; empty([0][2]i32)");
}

TEST(StreamValues, Strings) {
  EXPECT_EQ(values("[?]u8", "\"a\" \"\\\"]\" [\"b\", \"\"]"),
            "[97u8]; [34u8, 93u8]; [98u8]; empty([0]u8)");
}

TEST(StreamValues, NestedRows) {
  EXPECT_EQ(values("[?][?]i32", "[[1], [2, 3]] [[[4]], []] [[]]"),
            "[[1i32], [2i32, 3i32]]; [[4i32]]; empty([0][?]i32); empty([1][?: 0]i32)");
  EXPECT_EQ(values("[?][?]i32", "[[], [[4]]]"), "empty([0][?]i32); [[4i32]]");
  EXPECT_EQ(values("[2]i32", "[1, 2] [[3, 4], [5, 6]]"),
            "[1i32, 2i32]; [3i32, 4i32]; [5i32, 6i32]");
}

TEST(StreamValues, Binary) {
  EXPECT_EQ(values("i32", binary("7", "i32") + binary("[1, 2, 3]", "[]i32") + " 4"),
            "7i32; 1i32; 2i32; 3i32; 4i32");
  EXPECT_EQ(values("[?]f32", binary("[[1, 2], [], [3]]", "[][?]f32") + binary("[4]", "[]f32")),
            "[1.0f32, 2.0f32]; empty([0]f32); [3.0f32]; [4.0f32]");
  EXPECT_EQ(values("[?]u8", binary("[[1, 2], [3, 4]]", "[][]u8")), "[1u8, 2u8]; [3u8, 4u8]");
  EXPECT_EQ(values("[?][?]i16", binary("[[[1], []], [], [[2, 3]]]", "[][?][?]i16") +
                                    binary("[[4], [5, 6]]", "[][?]i16")),
            "[[1i16], []]; empty([0][?]i16); [[2i16, 3i16]]; [[4i16], [5i16, 6i16]]");
  EXPECT_EQ(values("[?][2]i8", binary("[[[1, 2]], [[3, 4], [5, 6]]]", "[][?][2]i8")),
            "[[1i8, 2i8]]; [[3i8, 4i8], [5i8, 6i8]]");
  EXPECT_EQ(values("bool", binary("[true, false]", "[]bool")), "true; false");
  EXPECT_EQ(values("[?]i32", binary("[]", "[][?]i32") + "[1]"), "[1i32]");
}

TEST(StreamValues, Components) {
  EXPECT_EQ(values("i32 f64", "1 2 3 4.5"), "1i32 2.0f64; 3i32 4.5f64");
  EXPECT_EQ(values("i32 f64", "[1, 2] [0.5, 1.5] 3 4"), "1i32 0.5f64; 2i32 1.5f64; 3i32 4.0f64");
  EXPECT_EQ(values("i32 [?]i8", "[1, 2] [[3], []] 4 [5]"),
            "1i32 [3i8]; 2i32 empty([0]i8); 4i32 [5i8]");
  EXPECT_EQ(values("i32 [?]i8 bool", binary("[1, 2]", "[]i32") + binary("[[3], []]", "[][?]i8") +
                                         binary("[true, false]", "[]bool") + "4 [5] true"),
            "1i32 [3i8] true; 2i32 empty([0]i8) false; 4i32 [5i8] true");
  EXPECT_EQ(values("i32 i8", binary("[1, 2]", "[]i32") + binary("[3, 4]", "[]i8")),
            "1i32 3i8; 2i32 4i8");
  EXPECT_EQ(values("i32 i8", "1 " + binary("2", "i8")), "1i32 2i8");
}

TEST(StreamValues, BadElementsAreNamed) {
  EXPECT_EQ(values("i32", "1 2 x 4"),
            "1i32; 2i32; ! data: element 2, at byte 4: expected a value of type i32, found `x`");
  EXPECT_EQ(values("u8", "[1, 256]"),
            "1u8; ! data: element 1, at byte 4: `256` does not fit u8 (0 to 255)");
  EXPECT_EQ(values("[?]i32", "[[1], [2, f]]"),
            "[1i32]; ! data: element 1, at byte 10: expected a value of type i32, found `f`");
  EXPECT_EQ(values("i32", "[1 2]"),
            "1i32; ! data: element 1, at byte 3: expected `,` or `]`, found `2`");
  EXPECT_EQ(values("i32", "[1, [2]]"),
            "1i32; ! data: element 1, at byte 4: expected a value of type i32, found an array");
  EXPECT_EQ(
      values("[2]i32", "[1, 2] [3]"),
      "[1i32, 2i32]; ! data: element 1, at byte 7: expected an array of 2 elements, found one "
      "of 1 element");
  EXPECT_EQ(values("[?][]i32", "[[1, 2]] [[3]]"),
            "[[1i32, 2i32]]; ! data: element 1, at byte 10: expected an array of 2 elements, found "
            "one of 1 element");
  EXPECT_EQ(values("i32", ", 1"),
            "! data: element 0, at byte 0: expected a value of type i32, found `,`");
}

TEST(StreamValues, WhatIsCutOff) {
  EXPECT_EQ(values("i32", "1 [2"),
            "1i32; 2i32; ! data: element 2, at byte 4: expected `,` or `]`, found the end of the "
            "input");
  EXPECT_EQ(values("[?]i32", "[1] [2, "),
            "[1i32]; ! data: element 1, at byte 8: expected a value of type i32, found the end of "
            "the input");
  const std::string ints = binary("[1, 2, 3]", "[]i32");
  EXPECT_EQ(values("i32", ints.substr(0, ints.size() - 1)),
            "1i32; 2i32; ! data: element 2, at byte 23: the data ends before this element does");
  const std::string rows = binary("[[1, 2], [3]]", "[][?]i32");
  EXPECT_EQ(values("[?]i32", rows.substr(0, rows.size() - 1)),
            "[1i32, 2i32]; ! data: element 1, at byte 55: the data ends before this element does");
  EXPECT_EQ(values("[?]i32", rows.substr(0, 40)),
            "! data: element 0, at byte 0: the offsets of a binary value are cut off");
  EXPECT_EQ(values("i32", "1 b"),
            "1i32; ! data: element 1, at byte 2: the header of a binary value is cut off");
  EXPECT_EQ(values("i32", ints.substr(0, 9)),
            "! data: element 0, at byte 0: the sizes of a binary value are cut off");
  EXPECT_EQ(values("i32 i32", "1 2 3"),
            "1i32 2i32; ! data: element 1, at byte 5: component 2 of 2 is missing");
}

TEST(StreamValues, BadBinaryData) {
  EXPECT_EQ(
      values("f32", binary("[1, 2, 3]", "[]i32")),
      "! data: element 0, at byte 0: expected elements of type f32, found binary data of type "
      "[3]i32");
  EXPECT_EQ(values("[]i32", binary("[[1], [2, 3]]", "[][?]i32")),
            "! data: element 0, at byte 0: expected elements of type []i32, found binary data of "
            "type [2][?]i32");
  std::string bools = binary("[true, true, true]", "[]bool");
  bools.back() = 2;
  EXPECT_EQ(values("bool", bools),
            "true; true; ! data: element 2, at byte 17: a byte of type bool is neither 0 nor 1");
  std::string rows = binary("[[1], [2], [3]]", "[][?]u8");
  rows[23 + 16] = 1;  // of the third row: less than the one before
  const std::string all =
      all_of(*memory_source(StreamFormat::Values, rows, element_of("[?]u8"), {.name = "data"}),
             "[?]u8", 10);
  EXPECT_EQ(all, "[1u8]; empty([0]u8); [2u8, 3u8]");
  rows[23 + 16] = 9;
  EXPECT_EQ(
      all_of(*memory_source(StreamFormat::Values, rows, element_of("[?]u8"), {.name = "data"}),
             "[?]u8", 10),
      "[1u8]; ! data: element 1, at byte 56: its offset is less than the one before, or more "
      "than the last one");
}

TEST(StreamValues, ComponentsThatDoNotFit) {
  EXPECT_EQ(values("i32 i32", "[1, 2] [3]"),
            "! data: element 0, at byte 7: this has 1 element, but the components before it have "
            "2");
  EXPECT_EQ(values("i32 i32", "1 [3]").substr(0, 45),
            "! data: element 0, at byte 2: this is an arra");
}

TEST(StreamValues, MemoryIsBounded) {
  // A header that promises more than there is takes no memory.
  std::string huge = binary("[1, 2]", "[]i32");
  huge[12] = 1;  // 2^40 elements more
  EXPECT_EQ(values("i32", huge),
            "1i32; 2i32; ! data: element 2, at byte 23: the data ends before this element does");
  const std::string many = binary("[[1, 2, 3, 4, 5, 6, 7, 8], [1]]", "[][?]i64") + "[[1,2]]";
  const SourceOptions small{.chunk_bytes = 64, .limit = -1, .name = "data"};
  auto source = memory_source(StreamFormat::Values, many, element_of("[?]i64"), small);
  EXPECT_EQ(source->next(10).count, 1);  // takes more than a chunk should, alone
  EXPECT_EQ(source->next(10).count, 2);
  std::string long_row = "[1] [2";
  for (int i = 0; i < 100000; i++) long_row += ", 2";
  const SourceOptions limited{.chunk_bytes = 1 << 20, .limit = 300000, .name = "data"};
  auto rows = memory_source(StreamFormat::Values, long_row + "]", element_of("[?]i64"), limited);
  EXPECT_EQ(rows->next(10).count, 1);
  try {
    rows->next(10);
    FAIL();
  } catch (const StreamError& error) {
    EXPECT_EQ(error.kind(), StreamError::Kind::Memory);
    EXPECT_EQ(std::string(error.what()).substr(0, 27), "data: element 1, at byte 4:");
  }
}

TEST(StreamValues, Rewind) {
  const std::string data = "1 [2, 3] " + binary("[4]", "[]i32");
  auto source = memory_source(StreamFormat::Values, data, element_of("i32"));
  for (int pass = 0; pass < 3; pass++) {
    if (pass == 1) source->next(2);
    EXPECT_TRUE(source->rewind());
    EXPECT_EQ(all_of(*source, "i32", 2), "1i32; 2i32; 3i32; 4i32");
  }
  const Pipe pipe("1 2 3");
  auto once = file_source(StreamFormat::Values, pipe.reader(), element_of("i32"));
  EXPECT_EQ(once->next(1).count, 1);
  EXPECT_FALSE(once->rewind());
}

}  // namespace
}  // namespace planish::runtime
