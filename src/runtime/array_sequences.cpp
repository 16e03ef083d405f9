#include "runtime/array_sequences.h"

#include <algorithm>

namespace planish::runtime {

ArraySource::ArraySource(std::vector<Value> arrays) : arrays_(std::move(arrays)) {
  if (!arrays_.empty()) count_ = arrays_.front().dims.front().size;
  for (const Value& array : arrays_) {
    if (array.dims.front().size != count_)
      throw StreamError("the components of a sequence have different lengths");
  }
  rewind();
}

bool ArraySource::rewind() {
  at_ = 0;
  cursors_.clear();
  for (const Value& array : arrays_)
    cursors_.push_back({std::vector<int64_t>(array.dims.size()), 0});
  return true;
}

Chunk ArraySource::next(int64_t wanted) {
  Chunk chunk;
  chunk.count = std::min(wanted, count_ - at_);
  at_ += chunk.count;
  chunk.is_last = at_ == count_;
  for (size_t k = 0; k < arrays_.size(); k++)
    chunk.parts.push_back(slice(arrays_[k], chunk.count, cursors_[k]));
  return chunk;
}

Value ArraySource::slice(const Value& array, int64_t count, Cursor& cursor) const {
  Value made;
  made.prim = array.prim;
  made.dims.push_back({false, count, {}});
  for (size_t d = 1; d < array.dims.size(); d++) {
    const ValueDim& dim = array.dims[d];
    if (!dim.varying) {
      made.dims.push_back(dim);
      count *= dim.size;
      continue;
    }
    const auto begin = dim.lengths.begin() + cursor.rows[d];
    made.dims.push_back({true, 0, {begin, begin + count}});
    cursor.rows[d] += count;
    count = 0;
    for (int64_t length : made.dims.back().lengths) count += length;
  }
  const int64_t size = byte_size(array.prim);
  const auto begin = array.data.begin() + cursor.elements * size;
  made.data.assign(begin, begin + count * size);
  cursor.elements += count;
  return made;
}

ArraySink::ArraySink(const ElementShape& element, std::vector<Value>& arrays) : arrays_(arrays) {
  arrays_.clear();
  for (const ValueShape& shape : element.parts) {
    Value& array = arrays_.emplace_back();
    array.prim = shape.prim;
    array.dims.push_back({false, 0, {}});
    for (size_t d = 0; d < shape.varying.size(); d++) {
      const bool is_known = d < shape.fixed.size() && shape.fixed[d] >= 0;
      array.dims.push_back({shape.varying[d], is_known ? shape.fixed[d] : 0, {}});
    }
  }
}

void ArraySink::put(Chunk chunk) {
  for (size_t k = 0; k < arrays_.size(); k++) {
    Value& array = arrays_[k];
    const Value& part = chunk.parts[k];
    const bool is_first = array.dims[0].size == 0;
    array.dims[0].size += chunk.count;
    for (size_t d = 1; d < array.dims.size(); d++) {
      ValueDim& dim = array.dims[d];
      const ValueDim& more = part.dims[d];
      if (dim.varying) {
        dim.lengths.insert(dim.lengths.end(), more.lengths.begin(), more.lengths.end());
      } else if (is_first) {
        dim.size = more.size;
      } else if (dim.size != more.size) {
        throw StreamError("the elements of a sequence have different sizes");
      }
    }
    array.data.append(part.data.data(), part.data.size());
  }
}

}  // namespace planish::runtime
