// Raw elements, lines, packed data, what is written, files and pipes.
#include <zlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "stream_testing.h"

namespace planish::runtime {
namespace {

using namespace std::string_literals;

std::string written(StreamFormat format, std::string_view element, const std::string& data,
                    SinkOptions::Values values = SinkOptions::Values::Text) {
  const ElementShape shape = element_of(element);
  auto source = memory_source(StreamFormat::Values, data, shape);
  std::string out;
  auto sink = memory_sink(format, out, shape, {.values = values, .name = {}});
  for (;;) {
    Chunk chunk = source->next(2);
    const bool is_last = chunk.is_last;
    sink->put(std::move(chunk));
    if (is_last) break;
  }
  sink->finish();
  return out;
}

std::string gzip(const std::string& bytes) {
  std::string packed(bytes.size() + 100, '\0');
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(StreamRaw, Elements) {
  auto raw = [](std::string_view element, const std::string& bytes) {
    return elements_of(StreamFormat::Raw, element, bytes);
  };
  EXPECT_EQ(raw("i16", "\1\0\2\0\xff\xff"s), "1i16; 2i16; -1i16");
  EXPECT_EQ(raw("[2][1]u8", "\1\2\3\4"s), "[[1u8], [2u8]]; [[3u8], [4u8]]");
  EXPECT_EQ(raw("u8 i16", "\1\2\0\3\4\0"s), "1u8 2i16; 3u8 4i16");
  EXPECT_EQ(raw("i16", ""s), "");
  EXPECT_EQ(raw("i16", "\1\0\2"s),
            "1i16; ! data: element 1, at byte 2: the data ends after 1 of its 2 bytes");
  EXPECT_EQ(raw("u8 bool", "\1\1\2\2\3\1"s),
            "1u8 true; ! data: element 1, at byte 2: a byte of type bool is neither 0 nor 1");
  std::string numbers;
  std::string pairs;
  for (char i = 0; i < 21; i++) {
    numbers += std::string{i, 0, 0, 0};
    if (i % 2 == 1)
      pairs +=
          (pairs.empty() ? "" : "; ") + std::to_string(i - 1) + "i32 " + std::to_string(i) + "u32";
  }
  EXPECT_EQ(raw("i32 u32", numbers.substr(0, 80)), pairs);
  EXPECT_EQ(raw("i32 u32", numbers),
            pairs + "; ! data: element 10, at byte 80: the data ends after 4 of its 8 bytes");
  EXPECT_EQ(raw("i64 u64",
                "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0"
                "\5\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0"s),
            "1i64 2u64; 3i64 4u64; 5i64 6u64");
  EXPECT_THROW(memory_source(StreamFormat::Raw, "", element_of("[?]u8")), StreamError);
  EXPECT_THROW(memory_source(StreamFormat::Raw, "", element_of("[]u8")), StreamError);
  EXPECT_THROW(memory_source(StreamFormat::Raw, "", element_of("[0]u8")), StreamError);
}

TEST(StreamLines, Elements) {
  auto lines = [](std::string_view element, const std::string& bytes) {
    return elements_of(StreamFormat::Lines, element, bytes);
  };
  EXPECT_EQ(lines("[?]u8", "a\n\nbc\n"), "[97u8]; empty([0]u8); [98u8, 99u8]");
  EXPECT_EQ(lines("[?]u8", "a\nb"), "[97u8]; [98u8]");
  EXPECT_EQ(lines("[?]u8", "\n"), "empty([0]u8)");
  EXPECT_EQ(lines("[?]u8", ""), "");
  EXPECT_EQ(lines("[1]u8", "a\nbc\n"),
            "[97u8]; ! data: element 1, at byte 2: expected a line of 1 bytes, found one of 2");
  EXPECT_THROW(memory_source(StreamFormat::Lines, "", element_of("[?]i8")), StreamError);
  const SourceOptions limited{.chunk_bytes = 1 << 20, .limit = 1000, .name = "data"};
  auto source = memory_source(StreamFormat::Lines, "a\n" + std::string(5000, 'b') + "\nc\n",
                              element_of("[?]u8"), limited);
  EXPECT_EQ(
      all_of(*source, "[?]u8", 10),
      "[97u8]; ! data: element 1, at byte 2: it takes 5000 bytes or more, and 1000 are left of "
      "the memory limit");
}

// Lines are looked for and copied in vectors, and taken as far as a chunk has room.
TEST(StreamLines, OfAllLengthsInChunksOfAllSizes) {
  std::string bytes;
  std::vector<std::string> expected;
  for (size_t i = 0; i < 700; i++) {
    const size_t length = i < 300 ? i : i * i % 37;
    std::string line;
    for (size_t k = 0; k < length; k++) line += static_cast<char>('a' + (i + k) % 26);
    bytes += line + '\n';
    expected.push_back(line);
  }
  bytes += "end";
  expected.emplace_back("end");
  for (const int64_t chunk_bytes : {1, 100, 5000, 1 << 20}) {
    for (const int64_t wanted : {1, 7, 1000}) {
      const SourceOptions options{.chunk_bytes = chunk_bytes, .name = "data"};
      auto source = memory_source(StreamFormat::Lines, bytes, element_of("[?]u8"), options);
      size_t next = 0;
      for (bool is_last = false; !is_last;) {
        const Chunk chunk = source->next(wanted);
        is_last = chunk.is_last;
        const Value& part = chunk.parts.front();
        EXPECT_EQ(part.dims[1].lengths.size(), static_cast<size_t>(chunk.count));
        const auto* from = reinterpret_cast<const char*>(part.data.data());
        for (const int64_t length : part.dims[1].lengths) {
          ASSERT_LT(next, expected.size());
          EXPECT_EQ(std::string_view(from, static_cast<size_t>(length)), expected[next++]);
          from += length;
        }
        EXPECT_EQ(from, reinterpret_cast<const char*>(part.data.data() + part.data.size()));
      }
      EXPECT_EQ(next, expected.size());
    }
  }
}

TEST(StreamGzip, AllFormats) {
  EXPECT_EQ(elements_of(StreamFormat::Values, "i32", gzip("1 [2]") + gzip(" 3")),
            "1i32; 2i32; 3i32");
  EXPECT_EQ(elements_of(StreamFormat::Lines, "[?]u8", gzip("a\nb")), "[97u8]; [98u8]");
  EXPECT_EQ(elements_of(StreamFormat::Raw, "i16", gzip("\1\0\2\0"s)), "1i16; 2i16");
  const std::string whole = gzip("1 2 3");
  const std::string cut =
      elements_of(StreamFormat::Values, "i32", whole.substr(0, whole.size() - 4));
  EXPECT_TRUE(cut.ends_with("the data is in gzip format, but damaged or cut off")) << cut;
  auto source = memory_source(StreamFormat::Values, whole, element_of("i32"));
  for (int pass = 0; pass < 2; pass++) {
    EXPECT_EQ(all_of(*source, "i32", 2), "1i32; 2i32; 3i32");
    EXPECT_TRUE(source->rewind());
  }
}

TEST(StreamSinks, Formats) {
  EXPECT_EQ(written(StreamFormat::Values, "i32", "[1, 2, 3]"), "1i32\n2i32\n3i32\n");
  EXPECT_EQ(written(StreamFormat::Values, "[?]i32 bool", "[1, 2] true [] false"),
            "[1i32, 2i32] true\nempty([0]i32) false\n");
  EXPECT_EQ(written(StreamFormat::Raw, "i16", "[1, 2, 3]"), "\1\0\2\0\3\0"s);
  EXPECT_EQ(written(StreamFormat::Raw, "u8 [2]i16", "1 [2, 3] 4 [5, 6]"), "\1\2\0\3\0\4\5\0\6\0"s);
  EXPECT_EQ(written(StreamFormat::Lines, "[?]u8", "\"ab\" \"\" \"c\""), "ab\n\nc\n");
  EXPECT_THROW(written(StreamFormat::Raw, "[?]u8", ""), StreamError);
  EXPECT_THROW(written(StreamFormat::Lines, "i32", ""), StreamError);
}

TEST(StreamSinks, WhatIsWrittenCanBeRead) {
  for (const auto& [element, data] : {std::pair{"i32", "1 2 3"},
                                      {"[?]f32", "[1] [] [2, 3]"},
                                      {"bool", "true false true"},
                                      {"[?][?]i8", "[[1], []] [] [[2, 3]] [[]]"},
                                      {"[?][2]i8", "[[1, 2]] [] [[3, 4], [5, 6]]"},
                                      {"i32 [?]u8", "1 [] 2 [3] 4 [5, 6]"},
                                      {"[2]i32", "[1, 2] [3, 4] [5, 6]"}}) {
    const std::string expected = elements_of(StreamFormat::Values, element, data);
    EXPECT_EQ(
        elements_of(StreamFormat::Values, element, written(StreamFormat::Values, element, data)),
        expected);
    EXPECT_EQ(
        elements_of(StreamFormat::Values, element,
                    written(StreamFormat::Values, element, data, SinkOptions::Values::Binary)),
        expected);
  }
}

TEST(StreamFiles, SpecsAndFiles) {
  EXPECT_EQ(parse_stream_spec("raw:a:b").format, StreamFormat::Raw);
  EXPECT_EQ(parse_stream_spec("raw:a:b").file, "a:b");
  EXPECT_EQ(parse_stream_spec("c:d").format, StreamFormat::Values);
  EXPECT_EQ(parse_stream_spec("c:d").file, "c:d");
  EXPECT_EQ(parse_stream_spec("raw").file, "raw");
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("planish_streams_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const ElementShape element = element_of("[?]i32");
  for (const char* name : {"rows.txt", "rows.gz"}) {
    const std::string file = folder / name;
    for (const auto values : {SinkOptions::Values::Text, SinkOptions::Values::Binary}) {
      auto sink = open_sink({StreamFormat::Values, file}, element, {.values = values, .name = {}});
      sink->put(memory_source(StreamFormat::Values, "[1] [] [2, 3]", element)->next(10));
      sink->finish();
      std::ifstream stream(file, std::ios::binary);
      EXPECT_EQ(stream.get() == 0x1f, file.ends_with(".gz"));
      auto source = open_source({StreamFormat::Values, file}, element);
      for (int pass = 0; pass < 2; pass++) {
        EXPECT_EQ(all_of(*source, "[?]i32", 2), "[1i32]; empty([0]i32); [2i32, 3i32]");
        const ReadSoFar far = source->read_so_far();
        EXPECT_EQ(far.all_bytes, static_cast<int64_t>(std::filesystem::file_size(file)));
        EXPECT_EQ(far.bytes, far.all_bytes);
        EXPECT_TRUE(source->rewind());
      }
    }
  }
  std::filesystem::remove_all(folder);
  try {
    open_source({StreamFormat::Values, folder / "none"}, element);
    FAIL();
  } catch (const StreamError& error) {
    EXPECT_EQ(error.kind(), StreamError::Kind::System);
    EXPECT_EQ(error.what(), (folder / "none").string() + ": No such file or directory");
  }
}

TEST(StreamFiles, ValuesBeforeAStream) {
  const Pipe pipe("3 -- three\n [1, 2] [[1], []] [2]", 4);
  const std::string path = "/dev/fd/" + std::to_string(pipe.reader());
  ValueInput input(path);
  EXPECT_EQ(to_text(*input.read(shape_of("i64"))), "3i64");
  EXPECT_FALSE(input.at_end());
  EXPECT_EQ(to_text(*input.read(shape_of("[]i32"))), "[1i32, 2i32]");
  EXPECT_EQ(all_of(*input.rest(element_of("[?]u8")), "[?]u8", 10), "[1u8]; empty([0]u8); [2u8]");
  EXPECT_TRUE(input.at_end());
  EXPECT_FALSE(input.read(shape_of("i64")).has_value());
}

TEST(StreamPipes, AChunkThatWaitsIsGiven) {
  using Clock = std::chrono::steady_clock;
  for (const auto format : {StreamFormat::Values, StreamFormat::Lines, StreamFormat::Raw}) {
    const Pipe pipe;
    const char* element = format == StreamFormat::Lines ? "[?]u8" : "[1]u8";
    auto source = file_source(format, pipe.reader(), element_of(element));
    for (const std::string_view bytes : {"[1] [", "2] "}) {
      const std::string_view given = format == StreamFormat::Values  ? bytes
                                     : format == StreamFormat::Lines ? "12345\n6"
                                                                     : "1";
      pipe.write(given);
      const Clock::time_point before = Clock::now();
      const Chunk chunk = source->next(1000);
      EXPECT_EQ(chunk.count, 1);
      EXPECT_FALSE(chunk.is_last);
      // Ten milliseconds; the rest is what a busy machine may take.
      EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
    }
  }
}

TEST(StreamPipes, CancelledReadsWakeUp) {
  const Pipe pipe;
  auto source = file_source(StreamFormat::Values, pipe.reader(), element_of("i32"));
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source->cancel();
  });
  for (int i = 0; i < 2; i++) {
    try {
      source->next(10);
      FAIL();
    } catch (const StreamError& error) {
      EXPECT_EQ(error.kind(), StreamError::Kind::Cancelled);
    }
  }
}

TEST(StreamPipes, WritesThatFail) {
  const ElementShape element = element_of("[?]u8");
  const Chunk chunk =
      memory_source(StreamFormat::Lines, std::string(1 << 20, 'x'), element)->next(1);
  for (const bool is_cancelled : {true, false}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    auto sink = file_sink(StreamFormat::Lines, ends[1], element);
    const std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (is_cancelled)
        sink->cancel();
      else
        ::close(ends[0]);
    });
    try {
      sink->put(chunk);  // more than the pipe holds
      FAIL();
    } catch (const StreamError& error) {
      EXPECT_EQ(error.kind(),
                is_cancelled ? StreamError::Kind::Cancelled : StreamError::Kind::Closed);
    }
    ::close(ends[1]);
    if (is_cancelled) ::close(ends[0]);
  }
}

}  // namespace
}  // namespace planish::runtime
