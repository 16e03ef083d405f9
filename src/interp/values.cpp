#include "interp/values.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "interp/scratch.h"

namespace planish::interp {
namespace {

// Reads the levels of a value from the outermost on. Lengths and elements are taken in order.
class ValueReader {
 public:
  ValueReader(Heap& heap, const runtime::Value& value, const ir::Type& type)
      : heap_(heap), value_(value), type_(type), next_(value.dims.size()) {}

  // The array with the dimensions from `level` on.
  Array read(size_t level) {
    size_t end = level + 1;
    while (end < type_.rank() && !type_.dims[end].is_varying()) end++;
    std::vector<int64_t> dims{length(level)};
    if (end == type_.rank() && regular_from(level + 1)) {
      for (size_t i = level + 1; i < end; i++) dims.push_back(value_.dims[i].size);
      Array array = Array::make(heap_, value_.prim, dims);
      const size_t bytes = static_cast<size_t>(array.count()) * array.elem_size();
      if (bytes > 0) std::memcpy(array.data(), value_.data.data() + at_, bytes);
      at_ += bytes;
      return array;
    }
    return end == type_.rank() ? read_regular(level, dims) : read_boxes(level, end, dims);
  }

 private:
  bool regular_from(size_t level) const {
    return std::none_of(value_.dims.begin() + static_cast<ptrdiff_t>(level), value_.dims.end(),
                        [](const runtime::ValueDim& dim) { return dim.varying; });
  }
  int64_t length(size_t level) {
    const runtime::ValueDim& dim = value_.dims[level];
    return dim.varying ? dim.lengths[next_[level]++] : dim.size;
  }
  // Rows whose lengths are told one by one, but should be equal.
  Array read_regular(size_t level, std::vector<int64_t> dims) {
    std::vector<Array> rows;
    for (int64_t i = 0; i < dims[0]; i++) {
      rows.push_back(read(level + 1));
      if (!rows.back() || !std::ranges::equal(rows.back().dims(), rows.front().dims())) return {};
    }
    for (size_t i = level + 1; i < type_.rank(); i++)
      dims.push_back(rows.empty() ? 0 : rows.front().dim(static_cast<uint32_t>(i - level - 1)));
    Array array = Array::make(heap_, value_.prim, dims);
    for (int64_t i = 0; i < dims[0]; i++)
      copy_elements(heap_, rows[static_cast<size_t>(i)], array.row(i));
    return array;
  }
  Array read_boxes(size_t level, size_t end, std::vector<int64_t> dims) {
    for (size_t i = level + 1; i < end; i++) {
      if (value_.dims[i].varying) return {};
      dims.push_back(value_.dims[i].size);
    }
    Array array = Array::make_boxes(heap_, value_.prim, dims);
    for (int64_t i = 0; i < array.count(); i++) {
      Array row = read(end);
      if (!row) return {};
      array.box(array.data() + i * static_cast<int64_t>(sizeof(Array))) = std::move(row);
    }
    return array;
  }

  Heap& heap_;
  const runtime::Value& value_;
  const ir::Type& type_;
  std::vector<size_t> next_;  // by level: the next of the lengths
  size_t at_ = 0;             // in the data
};

// Adds the dimensions from `level` on, and the elements. What is fixed is set by the caller or by
// any row.
void append(const Array& array, size_t level, runtime::Value& value) {
  if (value.dims.size() < level + array.rank()) value.dims.resize(level + array.rank());
  runtime::ValueDim& outer = value.dims[level];
  if (outer.varying) outer.lengths.push_back(array.dim(0));
  for (uint32_t i = outer.varying ? 1 : 0; i < array.rank(); i++)
    value.dims[level + i].size = array.dim(i);
  if (!array.boxed()) {
    const Array whole = row_major_of(array);
    const size_t bytes = static_cast<size_t>(whole.count()) * whole.elem_size();
    value.data.append(whole.data(), bytes);
    return;
  }
  const size_t inner = level + array.rank();
  if (value.dims.size() == inner) value.dims.emplace_back();
  value.dims[inner].varying = true;
  const Array whole = row_major_of(array);
  for (int64_t i = 0; i < whole.count(); i++)
    append(whole.box(whole.data() + i * static_cast<int64_t>(sizeof(Array))), inner, value);
}

}  // namespace

Array from_value(Heap& heap, const runtime::Value& value, const ir::Type& type) {
  return ValueReader(heap, value, type).read(0);
}

uint64_t scalar_from_value(const runtime::Value& value) {
  return load_bits(value.prim, value.data.data());
}

runtime::Value to_value(Prim prim, uint64_t bits) {
  runtime::Value value;
  value.prim = prim;
  value.data.resize(static_cast<size_t>(byte_size(prim)), std::byte{0});
  store_bits(prim, value.data.data(), bits);
  return value;
}

runtime::Value to_value(const Array& array, const ir::Type& type,
                        const std::function<int64_t(const ir::Dim&)>& size_of) {
  runtime::Value value;
  value.prim = array.elem();
  value.dims.resize(type.rank());
  for (size_t i = 0; i < type.rank(); i++) {
    value.dims[i].varying = type.dims[i].is_varying();
    if (i >= array.rank() && !value.dims[i].varying) value.dims[i].size = size_of(type.dims[i]);
  }
  append(array, 0, value);
  return value;
}

runtime::Value to_value(const Array& array) {
  runtime::Value value;
  value.prim = array.elem();
  append(array, 0, value);
  return value;
}

}  // namespace planish::interp
