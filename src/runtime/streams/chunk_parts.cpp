#include "runtime/streams/chunk_parts.h"

#include <algorithm>
#include <utility>

namespace planish::runtime {

PartBuilder::PartBuilder(ValueShape element) : shape_(std::move(element)) {
  sizes_.assign(rank(), -1);
  for (size_t i = 0; i < rank() && i < shape_.fixed.size(); i++) sizes_[i] = shape_.fixed[i];
  lengths_.resize(rank());
}

bool PartBuilder::settle(size_t dim, int64_t size) {
  if (sizes_[dim] < 0) sizes_[dim] = size;
  return sizes_[dim] == size;
}

ValueShape PartBuilder::settled_shape() const { return {shape_.prim, shape_.varying, sizes_}; }

int64_t PartBuilder::element_bytes() const {
  int64_t bytes = byte_size(shape_.prim);
  for (size_t i = 0; i < rank(); i++) {
    if (varies(i) || sizes_[i] < 0 || __builtin_mul_overflow(bytes, sizes_[i], &bytes)) return -1;
  }
  return bytes;
}

int64_t PartBuilder::bytes() const {
  size_t bytes = data_.size();
  for (const std::vector<int64_t>& lengths : lengths_) bytes += lengths.size() * sizeof(int64_t);
  return static_cast<int64_t>(bytes);
}

PartBuilder::Mark PartBuilder::mark() const {
  Mark mark{data_.size(), {}};
  for (const std::vector<int64_t>& lengths : lengths_) mark.lengths.push_back(lengths.size());
  return mark;
}

void PartBuilder::back_to(const Mark& mark) {
  data_.resize(mark.data);
  for (size_t i = 0; i < lengths_.size(); i++) lengths_[i].resize(mark.lengths[i]);
}

Value PartBuilder::take(int64_t count) {
  Value value;
  value.prim = shape_.prim;
  value.dims.push_back({false, count, {}});
  for (size_t i = 0; i < rank(); i++) {
    ValueDim& dim = value.dims.emplace_back();
    dim.varying = varies(i);
    if (dim.varying)
      dim.lengths = std::exchange(lengths_[i], {});
    else
      dim.size = std::max<int64_t>(sizes_[i], 0);
  }
  value.data = std::exchange(data_, {});
  return value;
}

ValueShape array_of(const ValueShape& element) {
  ValueShape shape{element.prim, {false}, {-1}};
  shape.varying.insert(shape.varying.end(), element.varying.begin(), element.varying.end());
  shape.fixed.insert(shape.fixed.end(), element.fixed.begin(), element.fixed.end());
  return shape;
}

ElementWalk::ElementWalk(const Value& array) : array_(array) {
  levels_.arrays.assign(array.dims.size(), 0);
  levels_.begins.assign(array.dims.size(), 0);
}

const ElementWalk::Levels& ElementWalk::next() {
  size_t arrays = 1;
  for (size_t i = 0; i + 1 < array_.dims.size(); i++) {
    const ValueDim& dim = array_.dims[i + 1];
    levels_.begins[i] += levels_.arrays[i];
    levels_.arrays[i] = arrays;
    if (!dim.varying) {
      arrays *= static_cast<size_t>(dim.size);
      continue;
    }
    const auto first = dim.lengths.begin() + static_cast<ptrdiff_t>(levels_.begins[i]);
    int64_t sum = 0;
    for (size_t k = 0; k < arrays; k++) sum += first[static_cast<ptrdiff_t>(k)];
    arrays = static_cast<size_t>(sum);
  }
  levels_.begins.back() += levels_.arrays.back();
  levels_.arrays.back() = arrays;
  return levels_;
}

Chunk slice(const Chunk& chunk, int64_t begin, int64_t end) {
  Chunk out;
  out.count = end - begin;
  out.is_last = chunk.is_last && end == chunk.count;
  for (const Value& part : chunk.parts) {
    Value& piece = out.parts.emplace_back();
    piece.prim = part.prim;
    piece.dims.push_back({false, out.count, {}});
    // Where the piece begins in a level, and how many it has of it.
    auto at = static_cast<size_t>(begin);
    auto count = static_cast<size_t>(out.count);
    for (size_t i = 1; i < part.dims.size(); i++) {
      const ValueDim& dim = part.dims[i];
      ValueDim& cut = piece.dims.emplace_back();
      cut.varying = dim.varying;
      cut.size = dim.size;
      if (!dim.varying) {
        at *= static_cast<size_t>(dim.size);
        count *= static_cast<size_t>(dim.size);
        continue;
      }
      const auto first = dim.lengths.begin() + static_cast<ptrdiff_t>(at);
      cut.lengths.assign(first, first + static_cast<ptrdiff_t>(count));
      int64_t before = 0;
      for (auto length = dim.lengths.begin(); length != first; length++) before += *length;
      int64_t inside = 0;
      for (int64_t length : cut.lengths) inside += length;
      at = static_cast<size_t>(before);
      count = static_cast<size_t>(inside);
    }
    const auto size = static_cast<size_t>(byte_size(part.prim));
    const auto first = part.data.begin() + static_cast<ptrdiff_t>(at * size);
    piece.data.assign(first, first + static_cast<ptrdiff_t>(count * size));
  }
  return out;
}

int64_t bytes_of(const Chunk& chunk) {
  size_t bytes = 0;
  for (const Value& part : chunk.parts) {
    bytes += part.data.size();
    for (const ValueDim& dim : part.dims) bytes += dim.lengths.size() * sizeof(int64_t);
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace planish::runtime
