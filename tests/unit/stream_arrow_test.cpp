// Arrow streams: those that another implementation wrote (tests/arrow), and our own.
#include <fstream>
#include <iterator>

#include "stream_testing.h"

namespace planish::runtime {
namespace {

std::string bytes_of_file(const std::string& name) {
  std::ifstream stream(PLANISH_SOURCE_DIR "/tests/arrow/" + name, std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string arrow(std::string_view element, const std::string& bytes) {
  return elements_of(StreamFormat::Arrow, element, bytes);
}

TEST(StreamArrow, ThatOthersWrote) {
  EXPECT_EQ(arrow("i32", bytes_of_file("numbers.arrows")), "1i32; -2i32; 3i32; 4i32; 5i32");
  EXPECT_EQ(arrow("i64 bool f64", bytes_of_file("columns.arrows")),
            "1i64 true 0.5f64; 2i64 false 1.5f64; 3i64 true -2.0f64");
  EXPECT_EQ(arrow("[?]f32", bytes_of_file("rows.arrows")),
            "[1.0f32, 2.0f32]; empty([0]f32); [3.0f32]; [4.0f32]");
  EXPECT_EQ(arrow("[?][?]i16", bytes_of_file("nested.arrows")),
            "[[1i16], [2i16, 3i16]]; empty([0][?]i16); empty([1][?: 0]i16)");
  EXPECT_EQ(arrow("[2]u8", bytes_of_file("pairs.arrows")), "[1u8, 2u8]; [3u8, 4u8]");
  EXPECT_EQ(arrow("[?]u8", bytes_of_file("pairs.arrows")), "[1u8, 2u8]; [3u8, 4u8]");
  EXPECT_EQ(arrow("[?]u8", bytes_of_file("words.arrows")),
            "[97u8, 98u8]; empty([0]u8); [195u8, 167u8]");
  EXPECT_EQ(arrow("i32 [?]u8", bytes_of_file("structs.arrows")), "1i32 [7u8]; 2i32 empty([0]u8)");
}

TEST(StreamArrow, NullsAreNamed) {
  const std::string nulls = arrow("i32", bytes_of_file("nulls.arrows"));
  EXPECT_TRUE(nulls.starts_with("1i32; 2i32; ! data: element 2, at byte ")) << nulls;
  EXPECT_TRUE(nulls.ends_with(": there is a null in column `x`")) << nulls;
  const std::string inside = arrow("[?]i32", bytes_of_file("nulls_in_rows.arrows"));
  EXPECT_TRUE(inside.starts_with("[1i32]; [2i32, 3i32]; ! data: element 2, at byte ")) << inside;
}

TEST(StreamArrow, OtherColumns) {
  EXPECT_EQ(arrow("i64", bytes_of_file("numbers.arrows")),
            "! data: element 0, at byte 0: expected columns of types i64, found i32");
  EXPECT_EQ(arrow("i64 bool", bytes_of_file("columns.arrows")),
            "! data: element 0, at byte 0: expected columns of types i64, bool, found i64, bool, "
            "f64");
  EXPECT_EQ(arrow("[3]u8", bytes_of_file("pairs.arrows")),
            "! data: element 0, at byte 0: expected columns of types [3]u8, found [2]u8");
}

TEST(StreamArrow, DamagedData) {
  EXPECT_EQ(arrow("i32", ""), "! data: element 0, at byte 0: the data ends within a message");
  EXPECT_EQ(arrow("i32", "[1, 2, 3]").substr(0, 28), "! data: element 0, at byte 0");
  const std::string whole = bytes_of_file("numbers.arrows");
  // Whatever is cut off or changed, nothing worse than an error happens.
  for (size_t i = 0; i < whole.size(); i++) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x81);
    for (const std::string& bytes : {whole.substr(0, i), changed}) {
      auto source = memory_source(StreamFormat::Arrow, bytes, element_of("i32"), {.name = "data"});
      all_of(*source, "i32", 1000);
    }
  }
}

TEST(StreamArrow, WhatIsWrittenCanBeRead) {
  for (const auto& [element, data] : {std::pair{"i32", "1 2 3"},
                                      {"u64", "1 2"},
                                      {"f16", "0.5 1"},
                                      {"bool", "true false true"},
                                      {"[?]f32", "[1] [] [2, 3]"},
                                      {"[?][?]i8", "[[1], []] [] [[2, 3]]"},
                                      {"[?][2]i8", "[[1, 2]] [[3, 4], [5, 6]]"},
                                      {"i32 [?]u8", "1 [] 2 [3] 4 [5, 6]"},
                                      {"[2]bool", "[true, false] [false, true]"},
                                      {"i32", ""}}) {
    const ElementShape shape = element_of(element);
    auto source = memory_source(StreamFormat::Values, data, shape);
    std::string out;
    auto sink = memory_sink(StreamFormat::Arrow, out, shape);
    for (;;) {
      Chunk chunk = source->next(2);
      const bool is_last = chunk.is_last;
      sink->put(std::move(chunk));
      if (is_last) break;
    }
    sink->finish();
    EXPECT_EQ(arrow(element, out), elements_of(StreamFormat::Values, element, data));
  }
}

}  // namespace
}  // namespace planish::runtime
