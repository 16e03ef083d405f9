// The rows of a record batch.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/streams/arrow.h"

namespace planish::runtime {
namespace {

[[noreturn]] void damaged_batch() { throw StreamError("a record batch is damaged"); }

class BatchReader {
 public:
  BatchReader(const FlatTable& batch, std::string_view body)
      : body_(body),
        count_(batch.integer(0, 8)),
        nodes_(batch.words(1, 2)),
        buffers_(batch.words(2, 2)) {
    if (batch.has(3)) throw StreamError("compressed record batches cannot be read");
    if (count_ < 0) damaged_batch();
  }

  ArrowRows read(const std::vector<ArrowField>& columns) {
    rows_.count = count_;
    for (const ArrowField& column : columns) {
      column_ = &column.name;
      read_field(column, {0, count_});
    }
    return std::move(rows_);
  }

 private:
  // A range of what lies in the arrays of one level.
  struct Range {
    int64_t begin = 0;
    int64_t end = 0;
  };
  struct LevelRows {
    ValueDim dim;
    int64_t begin = 0;             // its first array
    std::vector<int64_t> offsets;  // of a dimension that varies, from the first array on
  };

  void read_field(const ArrowField& field, Range range) {
    using enum ArrowField::Kind;
    if (next_node_ + 2 > nodes_.size()) damaged_batch();
    const int64_t length = nodes_[next_node_];
    const int64_t nulls = nodes_[next_node_ + 1];
    next_node_ += 2;
    if (length < range.end) damaged_batch();
    const std::string_view valid = buffer();
    if (nulls != 0) check_nulls(valid, range);
    switch (field.kind) {
      case Scalars: return scalars(field.prim, range);
      case Bits: return bits(range);
      case Struct:
        for (const ArrowField& child : field.children) read_field(child, range);
        return;
      case FixedBytes:
      case FixedList: {
        LevelRows& level = levels_.emplace_back();
        level.begin = range.begin;
        level.dim.size = field.size;
        Range inner;
        if (__builtin_mul_overflow(range.begin, field.size, &inner.begin) ||
            __builtin_mul_overflow(range.end, field.size, &inner.end))
          damaged_batch();
        below(field, inner);
        return;
      }
      case Bytes:
      case List: return listed<int32_t>(field, range);
      case LargeBytes:
      case LargeList: return listed<int64_t>(field, range);
    }
  }

  template <class Offset>
  void listed(const ArrowField& field, Range range) {
    LevelRows& level = levels_.emplace_back();
    level.begin = range.begin;
    level.dim.varying = true;
    const std::string_view bytes = buffer();
    const auto arrays = static_cast<uint64_t>(range.end - range.begin);
    Range inner;
    // No arrays need no offsets.
    if (arrays > 0) {
      const auto first = static_cast<uint64_t>(range.begin);
      if (bytes.size() / sizeof(Offset) <= first + arrays) damaged_batch();
      level.offsets.reserve(arrays + 1);
      level.dim.lengths.reserve(arrays);
      for (uint64_t i = 0; i <= arrays; i++) {
        Offset offset = 0;
        std::memcpy(&offset, bytes.data() + (first + i) * sizeof offset, sizeof offset);
        if (offset < 0 || (i > 0 && offset < level.offsets.back())) damaged_batch();
        level.offsets.push_back(offset);
        if (i > 0) level.dim.lengths.push_back(offset - level.offsets[i - 1]);
      }
      inner = {level.offsets.front(), level.offsets.back()};
    }
    below(field, inner);
  }

  // What lies in the arrays of a level, which ends there.
  void below(const ArrowField& field, Range inner) {
    if (field.children.empty())
      scalars(Prim::U8, inner);
    else
      read_field(field.children.front(), inner);
    levels_.pop_back();
  }

  std::string_view buffer() {
    if (next_buffer_ + 2 > buffers_.size()) damaged_batch();
    const int64_t offset = buffers_[next_buffer_];
    const int64_t length = buffers_[next_buffer_ + 1];
    next_buffer_ += 2;
    const auto size = static_cast<int64_t>(body_.size());
    if (offset < 0 || length < 0 || offset > size || length > size - offset) damaged_batch();
    return body_.substr(static_cast<size_t>(offset), static_cast<size_t>(length));
  }

  static bool bit(std::string_view bits, int64_t at) {
    const auto place = static_cast<size_t>(at / 8);
    if (place >= bits.size()) damaged_batch();
    return (bits[place] >> (at % 8) & 1) != 0;
  }

  // Rows end before the first one in which there is a null.
  void check_nulls(std::string_view valid, Range range) {
    for (int64_t i = range.begin; i < range.end; i++) {
      if (bit(valid, i)) continue;
      const int64_t row = row_of(i);
      if (row < rows_.count) {
        rows_.count = row;
        rows_.null_in = *column_;
      }
      return;
    }
  }

  // The row in which this thing of the innermost level is.
  int64_t row_of(int64_t at) const {
    for (size_t i = levels_.size(); i-- > 0;) {
      const LevelRows& level = levels_[i];
      if (!level.dim.varying) {
        at /= level.dim.size;
        continue;
      }
      const auto behind = std::ranges::upper_bound(level.offsets, at);
      at = level.begin + (behind - level.offsets.begin()) - 1;
    }
    return at;
  }

  HeldArray& new_part(Prim prim) {
    HeldArray& part = rows_.parts.emplace_back();
    part.shape.prim = prim;
    part.shape.dims.push_back({false, count_, {}});
    for (const LevelRows& level : levels_) part.shape.dims.push_back(level.dim);
    return part;
  }

  void scalars(Prim prim, Range range) {
    const auto size = static_cast<uint64_t>(byte_size(prim));
    const std::string_view bytes = buffer();
    if (static_cast<uint64_t>(range.end) > bytes.size() / size) damaged_batch();
    const auto* from = reinterpret_cast<const std::byte*>(bytes.data());
    new_part(prim).data = {from + static_cast<uint64_t>(range.begin) * size,
                           from + static_cast<uint64_t>(range.end) * size};
  }

  void bits(Range range) {
    const std::string_view bytes = buffer();
    if (range.end > 0) bit(bytes, range.end - 1);
    HeldArray& part = new_part(Prim::Bool);
    for (int64_t i = range.begin; i < range.end; i++)
      part.shape.data.push_back(static_cast<std::byte>(bit(bytes, i)));
    part.data = part.shape.data;
  }

  std::string_view body_;
  int64_t count_;
  std::vector<int64_t> nodes_;
  std::vector<int64_t> buffers_;
  size_t next_node_ = 0;
  size_t next_buffer_ = 0;
  std::vector<LevelRows> levels_;
  const std::string* column_ = nullptr;
  ArrowRows rows_;
};

}  // namespace

ArrowRows read_arrow_rows(const std::vector<ArrowField>& columns, const FlatTable& batch,
                          std::string_view body) {
  return BatchReader(batch, body).read(columns);
}

}  // namespace planish::runtime
