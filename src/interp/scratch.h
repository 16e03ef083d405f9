// A short list that lives on the stack, unless it is long.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace planish::interp {

template <class T, size_t kInline = 6>
class Scratch {
 public:
  explicit Scratch(size_t count) : count_(count) {
    if (count > kInline) heap_ = std::make_unique<T[]>(count);
  }
  T* data() { return heap_ ? heap_.get() : inline_; }
  T& operator[](size_t i) { return data()[i]; }
  size_t size() const { return count_; }
  T* begin() { return data(); }
  T* end() { return data() + count_; }
  operator std::span<T>() { return {data(), count_}; }
  operator std::span<const T>() { return {data(), count_}; }

 private:
  size_t count_;
  T inline_[kInline];
  std::unique_ptr<T[]> heap_;
};

}  // namespace planish::interp
