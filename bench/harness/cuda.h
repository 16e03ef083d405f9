// What rivals in CUDA share: memory of the device, and launches that are looked at.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "harness.h"

namespace bench {

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

// Waits for everything that was launched.
inline void finish() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

// How many blocks it takes.
inline unsigned blocks(int64_t count, int64_t of) {
  return static_cast<unsigned>((count + of - 1) / of);
}

template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(int64_t count) : count_(count) {
    check(cudaMalloc(reinterpret_cast<void**>(&data_), bytes()));
    check(cudaMemset(data_, 0, bytes()));
  }
  DeviceBuffer(const T* from, int64_t count) : DeviceBuffer(count) {
    check(cudaMemcpy(data_, from, bytes(), cudaMemcpyHostToDevice));
  }
  explicit DeviceBuffer(const Buffer<T>& from) : DeviceBuffer(from.data(), from.count()) {}
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  T* data() const { return data_; }
  int64_t count() const { return count_; }
  size_t bytes() const { return static_cast<size_t>(count_) * sizeof(T); }

  void fetch(T* to) const { check(cudaMemcpy(to, data_, bytes(), cudaMemcpyDeviceToHost)); }
  void fetch(const Buffer<T>& to) const { fetch(to.data()); }
  // In the order of launches.
  void copy_from(const DeviceBuffer& from) {
    check(cudaMemcpyAsync(data_, from.data(), bytes(), cudaMemcpyDeviceToDevice));
  }

 private:
  int64_t count_;
  T* data_ = nullptr;
};

}  // namespace bench
