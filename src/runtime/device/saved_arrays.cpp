#include "runtime/device/saved_arrays.h"

#include <array>

namespace planish::device {
namespace {

constexpr size_t kMostDimensions = 8;

int64_t element_count(const planish_device_array& array) {
  int64_t count = 1;
  for (int64_t d = 0; d < array.rank; d++) count *= array.dims[d];
  return count;
}

// In row-major order.
std::array<int64_t, kMostDimensions> dense_strides(const planish_device_array& array) {
  std::array<int64_t, kMostDimensions> strides{};
  int64_t stride = 1;
  for (auto d = static_cast<size_t>(array.rank); d-- > 0;) {
    strides[d] = stride;
    stride *= array.dims[d];
  }
  return strides;
}

}  // namespace

int32_t SavedArrays::save() {
  for (const planish_device_array& array : arrays_) {
    copies_.push_back(
        std::make_unique<DeviceScratch>(device_, element_count(array) * array.element_bytes));
    if (!*copies_.back()) return PLANISH_OUT_OF_MEMORY;
    const auto strides = dense_strides(array);
    const int32_t status =
        planish_device_copy(&device_.context(), array.element_bytes, array.rank, array.dims,
                            copies_.back()->data(), strides.data(), array.data, array.strides);
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}

int32_t SavedArrays::restore() {
  for (size_t k = 0; k < arrays_.size(); k++) {
    const planish_device_array& array = arrays_[k];
    const auto strides = dense_strides(array);
    const int32_t status =
        planish_device_copy(&device_.context(), array.element_bytes, array.rank, array.dims,
                            array.data, array.strides, copies_[k]->data(), strides.data());
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}

}  // namespace planish::device
