// Opens sources and sinks by what users write: `rows.bin`, `lines:words.txt`, `raw:-`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/streams/stream.h"

namespace planish::runtime {

enum class StreamFormat : uint8_t {
  Values,  // text and binary, as all other values
  Raw,     // scalars of the machine without anything between them
  Lines,   // of text, without what ends them
  Arrow,   // record batches
};

// "values", "raw", "lines", "arrow"
std::string_view format_name(StreamFormat format);

struct StreamSpec {
  StreamFormat format = StreamFormat::Values;
  std::string file;  // `-`: standard input or output
};

// "[FORMAT:]FILE"; a word before the colon that is no format is part of the name.
StreamSpec parse_stream_spec(std::string_view text);

struct SourceOptions {
  // A chunk ends where it takes so much.
  int64_t chunk_bytes = int64_t{64} << 20;
  // An element that takes more is an error, and so is what a pipe has to keep. Negative: there is no
  // limit.
  int64_t limit = -1;
  std::string name;  // for messages; empty: the file
};

// Throws StreamError.
std::unique_ptr<Source> open_source(const StreamSpec& spec, const ElementShape& element,
                                    const SourceOptions& options = {});
std::unique_ptr<Source> memory_source(StreamFormat format, std::string bytes,
                                      const ElementShape& element,
                                      const SourceOptions& options = {});

// Of an open file that the caller keeps open.
std::unique_ptr<Source> file_source(StreamFormat format, int file, const ElementShape& element,
                                    const SourceOptions& options = {});

class ByteWindow;

// Values that come before a stream, as other parameters do.
class ValueInput {
 public:
  // Throws StreamError.
  explicit ValueInput(const std::string& file, const SourceOptions& options = {});

  // The next value; nothing: there is none. Throws StreamError with the byte.
  std::optional<Value> read(const ValueShape& shape);
  // All that follows. Nothing can be read here afterwards.
  std::unique_ptr<Source> rest(const ElementShape& element);
  // Nothing but space is left. Waits for what is not there yet.
  bool at_end();

 private:
  std::shared_ptr<ByteWindow> window_;
  SourceOptions options_;
};

struct SinkOptions {
  enum class Values : uint8_t { Text, Binary };
  Values values = Values::Text;
  std::string name;  // for messages; empty: the file
};

// A file whose name ends in `.gz` is packed. Throws StreamError.
std::unique_ptr<Sink> open_sink(const StreamSpec& spec, const ElementShape& element,
                                const SinkOptions& options = {});
// Of an open file that the caller keeps open.
std::unique_ptr<Sink> file_sink(StreamFormat format, int file, const ElementShape& element,
                                const SinkOptions& options = {});
// Appends to the string, which outlives it.
std::unique_ptr<Sink> memory_sink(StreamFormat format, std::string& out,
                                  const ElementShape& element, const SinkOptions& options = {});

}  // namespace planish::runtime
