#include "interp/array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace planish::interp {

// ---- Memory

Heap::Heap(runtime::MemoryLimit limit) : limit_asked_for_(limit.is_set()) {
  const int64_t machine = native::machine_memory();
  // Linux hands out more than there is, and stops the process when it is used.
  limit_ = static_cast<size_t>(limit_asked_for_ ? limit.of(machine) : machine / 8 * 7);
}

bool Heap::has_room(size_t bytes) {
  if (until_failure_ != 0 && --until_failure_ == 0) return false;
  return used_ <= limit_ && bytes <= limit_ - used_ && system_.has(static_cast<int64_t>(bytes));
}

std::string Heap::use_text() const {
  if (!limit_asked_for_) return "";
  return fmt::format("; {} of the limit of {} bytes are in use", used_, limit_);
}

void Heap::reserve(size_t bytes) {
  if (!has_room(bytes)) exhausted(static_cast<double>(bytes));
  used_ += bytes;
}

void* Heap::allocate(size_t bytes) {
  void* memory = has_room(bytes) ? std::malloc(bytes) : nullptr;
  if (memory == nullptr) exhausted(static_cast<double>(bytes));
  used_ += bytes;
  return memory;
}

void Heap::release(void* memory, size_t bytes) {
  used_ -= bytes;
  std::free(memory);
}

void Array::free_buffer(Buffer* buffer) {
  for (size_t i = 0; i < buffer->box_count; i++)
    reinterpret_cast<Array*>(buffer->elements())[i].~Array();
  buffer->heap->release(buffer, buffer->bytes);
}

int64_t Heap::element_count(std::span<const int64_t> dims) {
  // [2^40][2^40][0] has no elements.
  if (std::ranges::find(dims, 0) != dims.end()) return 0;
  int64_t count = 1;
  double estimate = 1;
  bool too_many = false;
  for (int64_t dim : dims) {
    estimate *= static_cast<double>(dim);
    too_many |= __builtin_mul_overflow(count, dim, &count);
  }
  if (too_many) exhausted(estimate);
  return count;
}

// ---- Arrays

Array Array::with_buffer(Heap& heap, size_t elem_size, Prim elem, std::span<const int64_t> dims) {
  const auto count = static_cast<size_t>(heap.element_count(dims));
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, elem_size, &bytes) ||
      __builtin_add_overflow(bytes, Buffer::kHeader, &bytes))
    heap.exhausted(static_cast<double>(count) * static_cast<double>(elem_size));
  auto* buffer = ::new (heap.allocate(bytes)) Buffer{&heap, bytes, 0, 1, 0};
  Array array;
  array.buffer_ = buffer;
  array.data_ = buffer->elements();
  array.elem_ = elem;
  array.set_rank(static_cast<uint32_t>(dims.size()));
  // Wraps around where there are no elements, and then nobody uses it.
  uint64_t stride = 1;
  for (uint32_t i = array.rank_; i-- > 0;) {
    array.extents_[i] = dims[i];
    array.extents_[array.rank_ + i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(dims[i]);
  }
  return array;
}

Array Array::make(Heap& heap, Prim elem, std::span<const int64_t> dims) {
  return with_buffer(heap, static_cast<size_t>(byte_size(elem)), elem, dims);
}

Array Array::make_boxes(Heap& heap, Prim elem, std::span<const int64_t> dims) {
  // One spare box in an empty array, so that boxed() can tell.
  Array array = with_buffer(heap, sizeof(Array), elem, dims);
  const auto count = static_cast<size_t>(array.count());
  if (count == 0) {
    array = with_buffer(heap, sizeof(Array), elem, std::initializer_list<int64_t>{1});
    array.reset_extents(dims);
  }
  array.buffer_->box_count = std::max<size_t>(count, 1);
  for (size_t i = 0; i < array.buffer_->box_count; i++)
    ::new (array.buffer_->elements() + i * sizeof(Array)) Array();
  return array;
}

size_t Array::elem_size() const {
  return boxed() ? sizeof(Array) : static_cast<size_t>(byte_size(elem_));
}

int64_t Array::count() const {
  int64_t count = 1;
  for (int64_t dim : dims()) {
    if (dim == 0) return 0;
    count *= dim;
  }
  return count;
}

bool Array::row_major() const {
  int64_t expected = 1;
  for (uint32_t i = rank_; i-- > 0;) {
    if (dim(i) == 0) return true;
    if (dim(i) != 1 && stride(i) != expected) return false;
    expected *= dim(i);
  }
  return true;
}

bool Array::same_view(const Array& other) const {
  return buffer_ == other.buffer_ && data_ == other.data_ && rank_ == other.rank_ &&
         std::equal(extents_, extents_ + size_t{2} * rank_, other.extents_);
}

Array Array::row(int64_t index) const {
  std::byte* at = data_ + index * stride(0) * static_cast<int64_t>(elem_size());
  if (rank_ == 1) return box(at);
  Array result;
  result.assign_row(*this, at);
  return result;
}

void Array::assign_row(const Array& of, std::byte* at) {
  if (buffer_ != of.buffer_ || rank_ + 1 != of.rank_) {
    reset();
    buffer_ = of.buffer_;
    buffer_->references++;
    set_rank(of.rank_ - 1);
  }
  writes_ = of.writes_;
  data_ = at;
  elem_ = of.elem_;
  for (uint32_t i = 0; i < rank_; i++) {
    extents_[i] = of.dim(i + 1);
    extents_[rank_ + i] = of.stride(i + 1);
  }
}

Array Array::view(std::byte* data, std::span<const int64_t> dims,
                  std::span<const int64_t> strides) const {
  Array result;
  result.buffer_ = buffer_;
  result.buffer_->references++;
  result.writes_ = writes_;
  result.data_ = data;
  result.elem_ = elem_;
  result.set_rank(static_cast<uint32_t>(dims.size()));
  for (uint32_t i = 0; i < result.rank_; i++) {
    result.extents_[i] = dims[i];
    result.extents_[result.rank_ + i] = strides[i];
  }
  return result;
}

void Array::reset_extents(std::span<const int64_t> dims) {
  if (extents_ != inline_extents_) delete[] extents_;
  extents_ = inline_extents_;
  set_rank(static_cast<uint32_t>(dims.size()));
  uint64_t stride = 1;
  for (uint32_t i = rank_; i-- > 0;) {
    extents_[i] = dims[i];
    extents_[rank_ + i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(dims[i]);
  }
}

Array Array::reshaped(std::span<const int64_t> dims) const {
  Array result = *this;
  result.reset_extents(dims);
  return result;
}

// ---- Copying

namespace {

template <class T>
void copy_line(const std::byte* from, int64_t from_stride, std::byte* to, int64_t to_stride,
               int64_t count) {
  const T* source = reinterpret_cast<const T*>(from);
  T* target = reinterpret_cast<T*>(to);
  for (int64_t i = 0; i < count; i++) target[i * to_stride] = source[i * from_stride];
}

// The dimensions from `level` on, of elements that begin at the two places.
void copy_level(Heap& heap, const Array& from, const std::byte* source, const Array& to,
                std::byte* target, uint32_t level) {
  const auto size = static_cast<int64_t>(from.elem_size());
  const int64_t count = from.dim(level);
  const int64_t from_stride = from.stride(level);
  const int64_t to_stride = to.stride(level);
  if (level + 1 < from.rank()) {
    for (int64_t i = 0; i < count; i++)
      copy_level(heap, from, source + i * from_stride * size, to, target + i * to_stride * size,
                 level + 1);
    return;
  }
  if (from.boxed()) {
    for (int64_t i = 0; i < count; i++) {
      const Array& box = from.box(source + i * from_stride * size);
      to.box(target + i * to_stride * size) = box ? copy_of(heap, box) : Array();
    }
    return;
  }
  if (from_stride == 1 && to_stride == 1) {
    std::memmove(target, source, static_cast<size_t>(count * size));
    return;
  }
  switch (size) {
    case 1: return copy_line<uint8_t>(source, from_stride, target, to_stride, count);
    case 2: return copy_line<uint16_t>(source, from_stride, target, to_stride, count);
    case 4: return copy_line<uint32_t>(source, from_stride, target, to_stride, count);
    default: return copy_line<uint64_t>(source, from_stride, target, to_stride, count);
  }
}

}  // namespace

void copy_elements(Heap& heap, const Array& from, const Array& to) {
  if (from.count() == 0 || from.same_view(to)) return;
  if (from.shares_buffer(to)) {
    // They may overlap.
    const Array apart = copy_of(heap, from);
    copy_level(heap, apart, apart.data(), to, to.data(), 0);
    return;
  }
  if (!from.boxed() && from.row_major() && to.row_major()) {
    std::memcpy(to.data(), from.data(), static_cast<size_t>(from.count()) * from.elem_size());
    return;
  }
  copy_level(heap, from, from.data(), to, to.data(), 0);
}

Array copy_of(Heap& heap, const Array& array) {
  Array fresh = array.boxed() ? Array::make_boxes(heap, array.elem(), array.dims())
                              : Array::make(heap, array.elem(), array.dims());
  copy_elements(heap, array, fresh);
  return fresh;
}

Array row_major_of(const Array& array) {
  return array.row_major() ? array : copy_of(array.heap(), array);
}

// ---- Scalars in memory

namespace {

template <class T>
T load_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

}  // namespace

uint64_t load_bits(Prim prim, const std::byte* from) {
  switch (prim) {
    case Prim::I8: return static_cast<uint64_t>(load_as<int8_t>(from));
    case Prim::I16: return static_cast<uint64_t>(load_as<int16_t>(from));
    case Prim::I32: return static_cast<uint64_t>(load_as<int32_t>(from));
    case Prim::U8:
    case Prim::Bool:
    case Prim::Unit: return load_as<uint8_t>(from);
    case Prim::U16:
    case Prim::F16: return load_as<uint16_t>(from);
    case Prim::U32:
    case Prim::F32: return load_as<uint32_t>(from);
    case Prim::I64:
    case Prim::U64:
    case Prim::F64: return load_as<uint64_t>(from);
  }
  __builtin_unreachable();
}

void store_bits(Prim prim, std::byte* to, uint64_t bits) {
  switch (byte_size(prim)) {
    case 1: *to = static_cast<std::byte>(bits); return;
    case 2: {
      auto value = static_cast<uint16_t>(bits);
      std::memcpy(to, &value, 2);
      return;
    }
    case 4: {
      auto value = static_cast<uint32_t>(bits);
      std::memcpy(to, &value, 4);
      return;
    }
    default: std::memcpy(to, &bits, 8); return;
  }
}

}  // namespace planish::interp
