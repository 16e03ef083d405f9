// Sequences from any bytes, in all formats: they are the same in chunks of all sizes, no chunk takes
// more than it may, and what is written of them can be read back. The first byte chooses the format and
// the elements, the second how large chunks are.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "runtime/streams/chunk_parts.h"
#include "runtime/streams/open_stream.h"
#include "runtime/value_text.h"

namespace {

using namespace planish;
using namespace planish::runtime;

// More elements than this may be in few bytes, if they have none.
constexpr int64_t kMostElements = 20'000;
constexpr int64_t kLimit = 1 << 20;
constexpr int64_t kChunkBytes = 1 << 14;

void require(bool condition) {
  if (!condition) std::abort();
}

ElementShape chosen_element(uint8_t choice) {
  const ElementShape shapes[] = {
      {{{Prim::I32, {}, {}}}},
      {{{Prim::U8, {true}, {-1}}}},
      {{{Prim::F32, {true}, {-1}}}},
      {{{Prim::I16, {true, true}, {-1, -1}}}},
      {{{Prim::Bool, {false}, {2}}}},
      {{{Prim::F64, {true, false}, {-1, -1}}}},
      {{{Prim::I64, {}, {}}, {Prim::Bool, {}, {}}}},
      {{{Prim::U8, {}, {}}, {Prim::I8, {true}, {-1}}}},
  };
  return shapes[choice % std::size(shapes)];
}

StreamFormat chosen_format(uint8_t choice) {
  const StreamFormat formats[] = {StreamFormat::Values, StreamFormat::Values, StreamFormat::Raw,
                                  StreamFormat::Lines,  StreamFormat::Arrow,  StreamFormat::Arrow};
  return formats[choice % std::size(formats)];
}

struct Read {
  std::string text;  // of the elements
  std::string error;
  bool is_all = false;
};

Read read_all(Source& source, const ElementShape& element, int64_t wanted, size_t bytes) {
  Read read;
  const auto sink = memory_sink(StreamFormat::Values, read.text, element);
  int64_t count = 0;
  try {
    while (count < kMostElements) {
      Chunk chunk = source.next(wanted);
      require(chunk.count <= wanted && (chunk.count > 0 || chunk.is_last));
      // Rows without elements take memory, and no bytes.
      require(bytes_of(chunk) <=
              kChunkBytes + kLimit + 32 * (kMaxFreeRows + static_cast<int64_t>(bytes)));
      count += chunk.count;
      const bool is_last = chunk.is_last;
      sink->put(slice(chunk, 0, chunk.count / 2));
      sink->put(slice(chunk, chunk.count / 2, chunk.count));
      read.is_all = is_last;
      if (is_last) break;
    }
  } catch (const StreamError& error) {
    read.error = error.what();
    read.is_all = true;
    require(!read.error.empty());
  }
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const ElementShape element = chosen_element(data[0] % 16);
  const StreamFormat format = chosen_format(data[0] / 16);
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const SourceOptions options{.chunk_bytes = kChunkBytes, .limit = kLimit, .name = "data"};
  std::unique_ptr<Source> source;
  try {
    source = memory_source(format, bytes, element, options);
  } catch (const StreamError&) {
    return 0;
  }
  const Read whole = read_all(*source, element, kMostElements, size);
  require(source->rewind());
  const Read pieces = read_all(*source, element, 1 + data[1] % 16, size);
  if (whole.is_all && pieces.is_all) require(whole.text == pieces.text);
  if (whole.error.empty() != pieces.error.empty()) require(!whole.is_all || !pieces.is_all);
  if (!whole.is_all || whole.text.size() > kLimit / 2) return 0;
  const Read back = read_all(*memory_source(StreamFormat::Values, whole.text, element, options),
                             element, kMostElements, whole.text.size());
  require(back.text == whole.text && back.error.empty());
  return 0;
}
