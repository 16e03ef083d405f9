// The columnar format of Apache Arrow, as streams of record batches (IPC). An element is a row: numbers
// and bools are columns of their type, arrays are lists, those of one size fixed-size lists, bytes also
// strings and binary data; components are columns, or fields of structs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/streams/chunk_source.h"
#include "runtime/streams/element_run.h"
#include "runtime/streams/flat_buffer.h"
#include "runtime/streams/held_elements.h"

namespace planish::runtime {

// What the format calls a field: a column, or what it consists of.
struct ArrowField {
  enum class Kind : uint8_t {
    Scalars,     // of `prim`
    Bits,        // bools
    Bytes,       // u8 in rows: strings and binary data; offsets have 32 bits
    LargeBytes,  // offsets have 64 bits
    FixedBytes,  // of `size`
    List,
    LargeList,
    FixedList,
    Struct,
  };
  std::string name;
  Kind kind = Kind::Scalars;
  Prim prim = Prim::I32;
  int64_t size = 0;
  std::vector<ArrowField> children;
};

// The columns of a schema. Throws StreamError for types that no element has.
std::vector<ArrowField> read_arrow_schema(const FlatTable& schema);

// "[?]f32": what is in a column; the fields of structs one after the other.
std::vector<std::string> arrow_type_texts(const std::vector<ArrowField>& columns);

// The rows of a batch before the first null, for each component. Elements are those of the body.
struct ArrowRows {
  std::vector<HeldArray> parts;
  int64_t count = 0;
  std::string null_in;  // the column with a null in the row behind them, if there is one
};
// Throws StreamError.
ArrowRows read_arrow_rows(const std::vector<ArrowField>& columns, const FlatTable& batch,
                          std::string_view body);

class ArrowSource : public ChunkSource {
 public:
  using ChunkSource::ChunkSource;

 protected:
  void fill() override;
  void begin_anew() override;

 private:
  Got next_message();
  void read_message(const FlatTable& message, std::string_view body);
  void drop_held();
  void check_columns();

  std::optional<std::vector<ArrowField>> columns_;
  // Of a batch that has been read, what no chunk has taken: one of the two. What is held lies in the
  // message, which stays in the window.
  std::optional<HeldElements> held_;
  size_t held_message_ = 0;
  std::vector<std::unique_ptr<ElementRun>> runs_;
  std::string null_in_;
};

// The messages of a stream. Its columns are those of the chunk, of which it may have no elements.
std::string arrow_schema_message(const Chunk& chunk);
// Without its body, which is so long.
std::string arrow_batch_message(int64_t count, const std::vector<int64_t>& nodes,
                                const std::vector<int64_t>& buffers, int64_t body);
inline constexpr std::string_view kArrowEnd("\xff\xff\xff\xff\0\0\0\0", 8);

}  // namespace planish::runtime
