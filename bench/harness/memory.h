// Memory for the data of benchmarks.
#pragma once

#include <cstdint>
#include <memory>

namespace bench {

// Aligned memory in large pages where the system has them, so that the rival does not suffer from
// small ones.
void* allocate_bytes(int64_t bytes);
void free_bytes(void* memory);

template <class T>
class Buffer {
 public:
  explicit Buffer(int64_t count)
      : count_(count), data_(static_cast<T*>(allocate_bytes(count * int64_t{sizeof(T)}))) {
    for (int64_t i = 0; i < count; i++) data_.get()[i] = T();
  }

  int64_t count() const { return count_; }
  T* data() const { return data_.get(); }
  T& operator[](int64_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* memory) const { free_bytes(memory); }
  };
  int64_t count_;
  std::unique_ptr<T, Free> data_;
};

// Numbers from [low, high), always the same.
Buffer<float> random_floats(int64_t count, float low, float high, uint32_t seed = 1);
// Multiples of 1/16 from [-1, 1], whose sums and sums of products are exact in every order.
Buffer<float> random_sixteenths(int64_t count, uint32_t seed = 1);
// Numbers from [0, limit).
Buffer<int32_t> random_integers(int64_t count, int32_t limit, uint32_t seed = 1);

}  // namespace bench
