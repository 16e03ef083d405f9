// Arrays while a program is interpreted: views of buffers that are shared and counted.
//
// Note [Arrays of the interpreter]
// An Array is a handle: it refers to a buffer, and says where in it its elements lie (a pointer to
// the first, and for each dimension how many there are and how far they are apart). Slices,
// transposed arrays and rows are other handles of the same buffer.
//
// If a dimension of the type varies, the dimensions before the first such one are those of the
// handle, and each element is a *box*: an Array with the dimensions from there on. [n][m][?][k]f32
// is an n by m array of boxes, each of which holds a regular array. A box is the only handle of its
// buffer when it is made.
//
// Whatever is written in place is consumed by the rules of the IR: no other handle of the buffer
// may be used later. So each buffer counts the writes, a handle knows the count it was made at, and
// one of another count is stale. A write gives back a fresh handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "runtime/memory_limit.h"
#include "runtime/native/system_memory.h"
#include "support/prim.h"

namespace planish::interp {

class Array;

// Counts the memory of all arrays, and refuses more than the limit, or than the machine has.
class Heap {
 public:
  explicit Heap(runtime::MemoryLimit limit = {});
  // Called when memory cannot be had, with the bytes asked for (an estimate, if they are more than
  // a number can hold). Must not return.
  std::function<void(double bytes)> exhausted;

  void* allocate(size_t bytes);
  void release(void* memory, size_t bytes);
  // Memory of others that counts, too.
  void reserve(size_t bytes);
  void unreserve(size_t bytes) { used_ -= bytes; }
  // "; 5 of the limit of 9 bytes are in use", where there is a limit that somebody asked for.
  std::string use_text() const;
  size_t used() const { return used_; }
  // For tests: the n-th allocation from now on fails; 0: none does. Gives what was left of the last
  // such number.
  int64_t fail_allocation(int64_t number) { return std::exchange(until_failure_, number); }
  // The product of the dimensions, if an array of so many elements is thinkable.
  int64_t element_count(std::span<const int64_t> dims);

 private:
  bool has_room(size_t bytes);

  size_t used_ = 0;
  size_t limit_;
  bool limit_asked_for_;
  int64_t until_failure_ = 0;  // 0: no allocation is made to fail
  native::SystemMemory system_;
};

struct Buffer {
  Heap* heap;
  size_t bytes;     // of header and elements
  uint64_t writes;  // in place
  size_t references;
  size_t box_count;  // 0: elements are primitive values

  std::byte* elements() { return reinterpret_cast<std::byte*>(this) + kHeader; }
  static constexpr size_t kHeader = 48;
};
static_assert(sizeof(Buffer) <= Buffer::kHeader && Buffer::kHeader % 16 == 0);

class Array {
 public:
  Array() = default;
  Array(const Array& other) { copy_from(other); }
  Array(Array&& other) noexcept { take_from(other); }
  Array& operator=(const Array& other) {
    if (this != &other) {
      reset();
      copy_from(other);
    }
    return *this;
  }
  Array& operator=(Array&& other) noexcept {
    if (this != &other) {
      reset();
      take_from(other);
    }
    return *this;
  }
  ~Array() { reset(); }
  void reset() {
    if (buffer_ != nullptr && --buffer_->references == 0) free_buffer(buffer_);
    buffer_ = nullptr;
    if (extents_ != inline_extents_) {
      delete[] extents_;
      extents_ = inline_extents_;
    }
  }

  // A new array whose elements follow each other in row-major order. Primitive elements have no
  // value yet, boxes are empty.
  static Array make(Heap& heap, Prim elem, std::span<const int64_t> dims);
  static Array make_boxes(Heap& heap, Prim elem, std::span<const int64_t> dims);

  // ---- What it is

  explicit operator bool() const { return buffer_ != nullptr; }
  // Made since the last write to the buffer.
  bool usable() const { return buffer_ != nullptr && buffer_->writes == writes_; }
  Prim elem() const { return elem_; }
  bool boxed() const { return buffer_->box_count != 0; }
  uint32_t rank() const { return rank_; }
  int64_t dim(uint32_t i) const { return extents_[i]; }
  int64_t stride(uint32_t i) const { return extents_[rank_ + i]; }  // in elements
  std::span<const int64_t> dims() const { return {extents_, rank_}; }
  size_t elem_size() const;
  int64_t count() const;  // of elements: boxes count as one
  bool row_major() const;
  Heap& heap() const { return *buffer_->heap; }
  bool shares_buffer(const Array& other) const { return buffer_ == other.buffer_; }
  bool same_view(const Array& other) const;

  std::byte* data() const { return data_; }
  Array& box(const std::byte* at) const {
    return *reinterpret_cast<Array*>(const_cast<std::byte*>(at));
  }

  // ---- Views. They are as fresh or stale as this handle.

  // Of the element at an index of the outer dimension. If there is no other dimension, the elements
  // must be boxes, and it is what is in the box.
  Array row(int64_t index) const;
  // The array of rank one less whose first element is at the place; the array has rank 2 or more.
  void assign_row(const Array& of, std::byte* at);
  // A view with dimensions of its own. `strides` are in elements.
  Array view(std::byte* data, std::span<const int64_t> dims,
             std::span<const int64_t> strides) const;
  // The elements of a row-major array with other dimensions.
  Array reshaped(std::span<const int64_t> dims) const;

  // ---- Writing in place

  // The handle is fresh from here on, and all others of the buffer are stale.
  void begin_write() { writes_ = ++buffer_->writes; }
  // Fresh, whatever has been written since it was made.
  void refresh() { writes_ = buffer_->writes; }

 private:
  static Array with_buffer(Heap& heap, size_t elem_size, Prim elem, std::span<const int64_t> dims);
  static void free_buffer(Buffer* buffer);
  void reset_extents(std::span<const int64_t> dims);
  void set_rank(uint32_t rank) {
    rank_ = rank;
    if (rank > kInlineRank) extents_ = new int64_t[size_t{2} * rank];
  }
  void copy_from(const Array& other) {
    buffer_ = other.buffer_;
    if (buffer_ != nullptr) buffer_->references++;
    writes_ = other.writes_;
    data_ = other.data_;
    elem_ = other.elem_;
    set_rank(other.rank_);
    for (uint32_t i = 0; i < 2 * rank_; i++) extents_[i] = other.extents_[i];
  }
  void take_from(Array& other) {
    buffer_ = std::exchange(other.buffer_, nullptr);
    writes_ = other.writes_;
    data_ = other.data_;
    elem_ = other.elem_;
    rank_ = other.rank_;
    if (other.extents_ != other.inline_extents_) {
      extents_ = std::exchange(other.extents_, other.inline_extents_);
    } else {
      for (uint32_t i = 0; i < 2 * rank_; i++) extents_[i] = other.extents_[i];
    }
  }

  static constexpr uint32_t kInlineRank = 3;

  Buffer* buffer_ = nullptr;
  uint64_t writes_ = 0;
  std::byte* data_ = nullptr;
  int64_t* extents_ = inline_extents_;  // dimensions, then strides
  uint32_t rank_ = 0;
  Prim elem_ = Prim::Unit;
  int64_t inline_extents_[2 * kInlineRank];
};

// Copies the elements to an array of the same dimensions. Boxes get copies of what is in the boxes.
void copy_elements(Heap& heap, const Array& from, const Array& to);
// A fresh row-major array.
Array copy_of(Heap& heap, const Array& array);
// The same, but the array itself if it is row-major already.
Array row_major_of(const Array& array);

// ---- Scalars in memory

// The bits of a Const: sign-extended if the type is signed.
uint64_t load_bits(Prim prim, const std::byte* from);
void store_bits(Prim prim, std::byte* to, uint64_t bits);

}  // namespace planish::interp
