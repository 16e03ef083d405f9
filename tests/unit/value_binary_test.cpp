// The binary format, alone and mixed with text, and packed files.
#include <zlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "value_testing.h"

namespace planish::runtime {
namespace {

using namespace std::string_literals;

std::string size(uint64_t n) {
  std::string bytes;
  for (int i = 0; i < 8; i++) bytes.push_back(static_cast<char>(n >> (8 * i)));
  return bytes;
}

TEST(ValueBinary, ScalarsAndArrays) {
  EXPECT_EQ(read_as("i32", "b\x02\x00 i32\x01\x02\x00\x00"s), "513i32");
  EXPECT_EQ(read_as("any", "b\x02\x00  i8\xff"s), "-1i8");
  EXPECT_EQ(read_as("bool",
                    "b\x02\x00"
                    "bool\x01"s),
            "true");
  EXPECT_EQ(read_as("f64", "  \nb\x02\x00 f64\0\0\0\0\0\0\xf8\x3f"s), "1.5f64");
  EXPECT_EQ(read_as("[][]u8", "b\x02\x02  u8" + size(2) + size(1) + "\x07\x08"), "[[7u8], [8u8]]");
  EXPECT_EQ(read_as("[][]u16", "b\x02\x02 u16" + size(0) + size(3)), "empty([0][3]u16)");
}

TEST(ValueBinary, WhatIsWrittenIsTheFormat) {
  EXPECT_EQ(to_binary(*ValueReader("513").read_any()), "b\x02\x00 i32\x01\x02\x00\x00"s);
  EXPECT_EQ(to_binary(*ValueReader("[[7u8], [8]]").read_any()),
            "b\x02\x02  u8" + size(2) + size(1) + "\x07\x08");
  EXPECT_EQ(to_binary(*ValueReader("[[1u8], []]").read_any()),
            "br\x02  u8\2\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"
            "\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1"s);
}

TEST(ValueBinary, RowsOfAVaryingDimension) {
  Value value =
      *ValueReader("b\x02\x02  u8" + size(2) + size(1) + "\x07\x08").read(shape_of("[][?]u8"));
  EXPECT_EQ(type_text(value), "[2][?]u8");
  EXPECT_EQ(value.dims[1].lengths, (std::vector<int64_t>{1, 1}));
}

TEST(ValueBinary, IrregularArrays) {
  for (const char* text : {"[[1u8, 2u8], [], [3u8]]", "[[[1u8], []], [], [[2u8, 3u8]]]",
                           "empty([2][?: 0, 1][0]u8)", "empty([0][?]u8)"}) {
    const std::string bytes = to_binary(*ValueReader(text).read_any());
    EXPECT_EQ(bytes.substr(0, 2), "br");
    EXPECT_EQ(to_text(*ValueReader(bytes).read_any()), text);
  }
  const std::string rows = to_binary(*ValueReader("[[1u8, 2u8], [3u8]]").read_any());
  EXPECT_EQ(read_as("[][?]u8", rows), "[[1u8, 2u8], [3u8]]");
  EXPECT_EQ(read_as("[][]u8", rows),
            "byte 0: expected a value of type [][]u8, found binary data of type [2][?]u8");
  EXPECT_EQ(read_as("[][?]u8", rows.substr(0, 30)),
            "byte 23: the offsets of a binary value are cut off");
  EXPECT_EQ(read_as("[][?]u8", rows.substr(0, rows.size() - 1)),
            "byte 49: a binary value of type [2][?]u8 has 3 bytes, but only 2 are left");
  std::string falling = rows;
  falling[31] = 4;
  EXPECT_EQ(read_as("[][?]u8", falling),
            "byte 23: the offsets of a binary value begin with 0, and none is less than the one "
            "before");
}

TEST(ValueBinary, MixedWithText) {
  std::string line = "b\x02\x01  u8" + size(2) + "\n\n";
  std::string data = "1 -- one\n" + line + "[2]" + line + " \n x";
  ValueReader reader(data);
  EXPECT_EQ(to_text(*reader.read_any()), "1i32");
  EXPECT_EQ(to_text(*reader.read_any()), "[10u8, 10u8]");
  EXPECT_EQ(to_text(*reader.read_any()), "[2i32]");
  EXPECT_EQ(to_text(*reader.read_any()), "[10u8, 10u8]");
  EXPECT_FALSE(reader.read_any());
  // The ends of lines inside binary values do not count.
  EXPECT_EQ(reader.position(), "line 3, column 2");
}

TEST(ValueBinary, Errors) {
  EXPECT_EQ(read_as("i32", "b"), "byte 1: the header of a binary value is cut off");
  EXPECT_EQ(read_as("i32", "b\x02\x00 i3"s), "byte 6: the header of a binary value is cut off");
  EXPECT_EQ(read_as("i32", "b\x03\x00 i32\0\0\0\0"s),
            "byte 1: version 3 of the binary format is not supported, only 2");
  EXPECT_EQ(read_as("i32", "b\x02\x00 i33\0\0\0\0"s),
            "byte 3: these four bytes are not the name of a type");
  EXPECT_EQ(read_as("i32", "b\x02\x00unix\0"s),
            "byte 3: these four bytes are not the name of a type");
  EXPECT_EQ(read_as("i32", "b\x02\x00unit\0"s),
            "byte 0: expected a value of type i32, found binary data of type unit");
  EXPECT_EQ(read_as("i32", "b\x02\x00    \0"s),
            "byte 3: these four bytes are not the name of a type");
  EXPECT_EQ(read_as("[]i32", "b\x02\x01 i32\0\0\0"s),
            "byte 10: the sizes of a binary value are cut off");
  EXPECT_EQ(read_as("[]i32", "1b\x02"),
            "line 1, column 1: expected a value of type []i32, found `1b`");
  EXPECT_EQ(read_as("i64", "b\x02\x00 i32\0\0\0\0"s),
            "byte 0: expected a value of type i64, found binary data of type i32");
  EXPECT_EQ(read_as("[3]u8", " b\x02\x01  u8" + size(2) + "xy"),
            "byte 1: expected a value of type [3]u8, found binary data of type [2]u8");
  EXPECT_EQ(read_as("[]u8", "b\x02\x00  u8x"s),
            "byte 0: expected a value of type []u8, found binary data of type u8");
  EXPECT_EQ(read_as("bool",
                    "b\x02\x00"
                    "bool\x02"s),
            "byte 0: a byte of type bool is neither 0 nor 1");
}

TEST(ValueBinary, SizesThatTheDataDoesNotHave) {
  EXPECT_EQ(read_as("[]i32", "b\x02\x01 i32" + size(2) + "1234567"),
            "byte 22: a binary value of type [2]i32 has 8 bytes, but only 7 are left");
  EXPECT_EQ(read_as("[]i32", "b\x02\x01 i32" + size(uint64_t{1} << 60)),
            "byte 15: a binary value of type [1152921504606846976]i32 has 4611686018427387904 "
            "bytes, but only 0 are "
            "left");
  EXPECT_EQ(read_as("[]i32", "b\x02\x01 i32" + size(uint64_t{1} << 61)),
            "byte 7: the sizes of this binary value are too large");
  EXPECT_EQ(read_as("[]u8", "b\x02\x01  u8" + size(UINT64_MAX)),
            "byte 7: the sizes of this binary value are too large");
  EXPECT_EQ(read_as("[][]u8", "b\x02\x02  u8" + size(uint64_t{1} << 40) + size(uint64_t{1} << 40)),
            "byte 15: the sizes of this binary value are too large");
  EXPECT_EQ(read_as("[][?]u8", "b\x02\x02  u8" + size(uint64_t{1} << 40) + size(0)),
            "byte 0: there are too many rows without elements");
}

// ---- gzip

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(ValueFiles, GzipIsUnpacked) {
  std::string error;
  std::string long_text;
  for (int i = 0; i < 100'000; i++) long_text += std::to_string(i) + " ";
  for (const std::string& text : {""s, "[1, 2]"s, std::string(65536, 'x'), long_text}) {
    EXPECT_EQ(unpack_if_gzip(text, error), text);
    EXPECT_EQ(unpack_if_gzip(gzip(text), error), text);
    EXPECT_EQ(unpack_if_gzip(gzip(text) + gzip("more"), error), text + "more");
  }
  EXPECT_EQ(error, "");
}

TEST(ValueFiles, DamagedGzipIsAnError) {
  std::string packed = gzip("[1, 2, 3, 4]");
  for (size_t length = 2; length < packed.size(); length++) {
    std::string error;
    EXPECT_FALSE(unpack_if_gzip(packed.substr(0, length), error)) << length;
    EXPECT_EQ(error, "the data is in gzip format, but damaged or cut off");
  }
  std::string error;
  std::string changed = packed;
  changed[changed.size() - 6] ^= 1;  // the checksum
  EXPECT_FALSE(unpack_if_gzip(changed, error));
  EXPECT_FALSE(unpack_if_gzip(packed + "text", error));
  EXPECT_EQ(error, "something that is not in gzip format follows the packed data");
}

TEST(ValueFiles, FilesAreRead) {
  std::string path = testing::TempDir() + "planish_value_files_test.gz";
  std::ofstream(path, std::ios::binary) << gzip("[1, 2]");
  std::string error;
  EXPECT_EQ(read_data_file(path, error), "[1, 2]");
  std::filesystem::remove(path);
  EXPECT_FALSE(read_data_file(path, error));
  EXPECT_EQ(error, "No such file or directory");
  EXPECT_FALSE(read_data_file(testing::TempDir(), error));
  EXPECT_EQ(error, "Is a directory");
}

}  // namespace
}  // namespace planish::runtime
