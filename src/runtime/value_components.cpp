#include "runtime/value_components.h"

#include <algorithm>
#include <cstring>

namespace planish::runtime {
namespace {

ValueDim fixed(int64_t size) {
  ValueDim dim;
  dim.size = size;
  return dim;
}

Value points(std::vector<ValueDim> dims, int64_t count) {
  Value value;
  value.prim = Prim::Unit;
  value.dims = std::move(dims);
  value.data.resize(static_cast<size_t>(count), std::byte{0});
  return value;
}

Value offsets_of(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> offsets(lengths.size() + 1);
  for (size_t i = 0; i < lengths.size(); i++) offsets[i + 1] = offsets[i] + lengths[i];
  Value value;
  value.prim = Prim::I64;
  value.dims = {fixed(static_cast<int64_t>(offsets.size()))};
  value.data.resize(offsets.size() * sizeof(int64_t));
  std::memcpy(value.data.data(), offsets.data(), value.data.size());
  return value;
}

// `all`: how many elements the rows have together.
std::vector<int64_t> lengths_in(const Value& points, const Value& offsets, int64_t all) {
  // Offsets that are left out are those of rows that are equally long.
  if (offsets.count() == 0) {
    const size_t rows = points.count();
    return std::vector<int64_t>(rows, rows == 0 ? 0 : all / static_cast<int64_t>(rows));
  }
  std::vector<int64_t> lengths(offsets.count());
  std::memcpy(lengths.data(), offsets.data.data(), offsets.data.size());
  for (size_t i = 0; i + 1 < lengths.size(); i++) lengths[i] = lengths[i + 1] - lengths[i];
  lengths.pop_back();
  return lengths;
}

}  // namespace

size_t component_count(const ValueShape& shape) {
  return 1 + 2 * static_cast<size_t>(std::ranges::count(shape.varying, true));
}

bool split_value(const ValueShape& shape, Value value, std::vector<Value>& out) {
  if (component_count(shape) == 1) {
    out.push_back(std::move(value));
    return true;
  }
  std::vector<ValueDim> outer;
  int64_t count = 1;  // of arrays that the dimensions so far lead to
  for (size_t i = 0; i < shape.varying.size(); i++) {
    const ValueDim& dim = value.dims[i];
    if (shape.varying[i]) {
      const std::vector<int64_t> same(dim.varying ? 0 : static_cast<size_t>(count), dim.size);
      const std::vector<int64_t>& lengths = dim.varying ? dim.lengths : same;
      out.push_back(points(std::move(outer), count));
      out.push_back(offsets_of(lengths));
      count = 0;
      for (int64_t length : lengths) count += length;
      outer = {fixed(count)};
      continue;
    }
    const int64_t size = dim.lengths.empty() ? dim.size : dim.lengths.front();
    auto differs = [&](int64_t length) { return length != size; };
    if (std::ranges::any_of(dim.lengths, differs)) return false;
    outer.push_back(fixed(size));
    count *= size;
  }
  value.dims = std::move(outer);
  out.push_back(std::move(value));
  return true;
}

Value join_value(const ValueShape& shape, std::span<Value> components) {
  Value whole = std::move(components.back());
  if (components.size() == 1) return whole;
  std::vector<ValueDim> dims;
  size_t next = 0;  // component
  size_t at = 0;    // its next dimension
  for (const bool varying : shape.varying) {
    if (!varying) {
      const Value& component = next + 1 < components.size() ? components[next] : whole;
      dims.push_back(component.dims.at(at++));
      continue;
    }
    ValueDim& made = dims.emplace_back();
    made.varying = true;
    // The first dimension of the next component is that of all these rows together.
    const Value& inner = next + 3 < components.size() ? components[next + 2] : whole;
    made.lengths = lengths_in(components[next], components[next + 1], inner.dims.at(0).size);
    next += 2;
    at = 1;
  }
  whole.dims = std::move(dims);
  return whole;
}

}  // namespace planish::runtime
