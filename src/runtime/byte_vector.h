// Bytes that are about to be written: a vector of them whose memory is not cleared when it grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace planish::runtime {

class ByteVector {
 public:
  using value_type = std::byte;
  using iterator = std::byte*;
  using const_iterator = const std::byte*;

  ByteVector() = default;
  ByteVector(size_t size, std::byte value) { resize(size, value); }
  template <class Iterator>
  ByteVector(Iterator first, Iterator last) {
    assign(first, last);
  }
  ByteVector(const ByteVector& other) { append(other.data_, other.size_); }
  ByteVector(ByteVector&& other) noexcept { swap(other); }
  ByteVector& operator=(const ByteVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  ByteVector& operator=(ByteVector&& other) noexcept {
    ByteVector moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~ByteVector() { std::free(data_); }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  iterator begin() { return data_; }
  iterator end() { return data_ + size_; }
  const_iterator begin() const { return data_; }
  const_iterator end() const { return data_ + size_; }
  std::byte& operator[](size_t i) { return data_[i]; }
  const std::byte& operator[](size_t i) const { return data_[i]; }

  // What is new is whatever was in the memory, …
  void resize(size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    size_ = size;
  }
  // … or this.
  void resize(size_t size, std::byte value) {
    const size_t before = size_;
    resize(size);
    if (size > before) std::memset(data_ + before, static_cast<int>(value), size - before);
  }
  void reserve(size_t capacity) {
    if (capacity > capacity_) set_capacity(capacity);
  }
  void shrink_to_fit() {
    if (size_ == 0) ByteVector().swap(*this);
    if (size_ < capacity_) set_capacity(size_);
  }
  void clear() { size_ = 0; }
  void push_back(std::byte value) {
    resize(size_ + 1);
    data_[size_ - 1] = value;
  }
  void append(const std::byte* from, size_t count) {
    if (count == 0) return;
    const size_t before = size_;
    resize(before + count);
    std::memcpy(data_ + before, from, count);
  }
  // Of bytes that lie side by side, somewhere else.
  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    size_ = 0;
    if (first != last) append(&*first, static_cast<size_t>(last - first));
  }
  void swap(ByteVector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  friend bool operator==(const ByteVector& a, const ByteVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void set_capacity(size_t capacity) {
    auto* moved = static_cast<std::byte*>(std::realloc(data_, capacity));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = moved;
    capacity_ = capacity;
  }

  std::byte* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace planish::runtime
