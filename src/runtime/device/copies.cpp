// Copies and fills.
//
// Note [Through the host]
// Programs bring kernels for what the driver cannot do itself. For one that has none, as those of
// unit tests are, elements go through the host: slow, but the same.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "runtime/device/device_context.h"
#include "runtime/device/strided.h"
#include "runtime/kernels/sizes.h"
#include "support/prim.h"

namespace planish::device {
namespace {

// For `count` elements.
int32_t launch_runtime_kernel(DeviceContext& device, int32_t kernel, int64_t count,
                              const void* closure, int64_t closure_bytes) {
  KernelLaunch launch;
  launch.kernel = kernel;
  launch.blocks = device.blocks_for(count, device.block_threads(kernel));
  launch.any_size = true;
  launch.closure = closure;
  launch.closure_bytes = closure_bytes;
  return device.launch(launch);
}

void* moved(void* data, int64_t bytes) { return static_cast<std::byte*>(data) + bytes; }
const void* moved(const void* data, int64_t bytes) {
  return static_cast<const std::byte*>(data) + bytes;
}

// Where the elements of one side lie, all of it: from the first to behind the last.
struct Extent {
  int64_t first = 0;
  int64_t end = 1;

  Extent(const StridedCopy& copy, const std::array<int64_t, 8>& strides) {
    for (size_t d = 0; d < static_cast<size_t>(copy.rank); d++) {
      const int64_t far = (copy.dims[d] - 1) * strides[d];
      (far < 0 ? first : end) += far;
    }
  }
};

// Note [Through the host]
int32_t copy_through_host(DeviceContext& device, const StridedCopy& copy, int64_t element_bytes,
                          void* to, const void* from) {
  const Extent to_extent(copy, copy.to);
  const Extent from_extent(copy, copy.from);
  const auto size = [&](const Extent& extent) {
    return (extent.end - extent.first) * element_bytes;
  };
  std::vector<std::byte> source(static_cast<size_t>(size(from_extent)));
  std::vector<std::byte> target(static_cast<size_t>(size(to_extent)));
  void* to_begin = moved(to, to_extent.first * element_bytes);
  int32_t status =
      device.read(source.data(), moved(from, from_extent.first * element_bytes), size(from_extent));
  // What lies between the elements stays.
  if (status == PLANISH_OK) status = device.read(target.data(), to_begin, size(to_extent));
  if (status != PLANISH_OK) return status;
  for (int64_t i = 0, count = copy.count(); i < count; i++) {
    int64_t to_index = -to_extent.first;
    int64_t from_index = -from_extent.first;
    int64_t rest = i;
    for (auto d = static_cast<size_t>(copy.rank); d-- > 0;) {
      to_index += rest % copy.dims[d] * copy.to[d];
      from_index += rest % copy.dims[d] * copy.from[d];
      rest /= copy.dims[d];
    }
    std::memcpy(target.data() + to_index * element_bytes,
                source.data() + from_index * element_bytes, static_cast<size_t>(element_bytes));
  }
  return device.write(to_begin, target.data(), size(to_extent));
}

int32_t transpose(DeviceContext& device, int32_t kernel, const StridedCopy& copy,
                  int64_t element_bytes, void* to, const void* from) {
  const size_t last = copy.last();
  const bool has_batches = copy.rank == 3;
  planish_transpose_closure closure{};
  closure.element_bytes = element_bytes;
  closure.batches = has_batches ? copy.dims[0] : 1;
  closure.to_batch = has_batches ? copy.to[0] : 0;
  closure.from_batch = has_batches ? copy.from[0] : 0;
  closure.rows = copy.dims[last];
  closure.columns = copy.dims[last - 1];
  closure.to_stride = copy.to[last - 1];
  closure.from_stride = copy.from[last];
  closure.to = to;
  closure.from = from;
  const int64_t width = 16 / element_bytes;
  const auto is_whole = [&](int64_t elements) { return elements % width == 0; };
  const auto is_aligned = [](const void* data) {
    return reinterpret_cast<uintptr_t>(data) % 16 == 0;
  };
  closure.is_aligned = is_aligned(to) && is_aligned(from) && is_whole(closure.rows) &&
                               is_whole(closure.columns) && is_whole(closure.to_stride) &&
                               is_whole(closure.from_stride) && is_whole(closure.to_batch) &&
                               is_whole(closure.from_batch)
                           ? 1
                           : 0;
  const int64_t threads = device.limits().block_threads;
  const int64_t tile = kernels::transposed_tile(element_bytes, threads);
  const auto tiles = [&](int64_t size) { return (size + tile - 1) / tile; };
  KernelLaunch launch;
  launch.kernel = kernel;
  launch.block_threads = static_cast<int32_t>(threads);
  launch.blocks =
      std::min<int64_t>(INT32_MAX, closure.batches * tiles(closure.rows) * tiles(closure.columns));
  launch.shared_bytes = static_cast<int32_t>(kernels::transposed_bytes(element_bytes, threads));
  launch.closure = &closure;
  launch.closure_bytes = sizeof closure;
  return device.launch(launch);
}

int32_t copy_strided(DeviceContext& device, const StridedCopy& copy, int64_t element_bytes,
                     void* to, const void* from) {
  const int64_t count = copy.count();
  if (count == 0) return PLANISH_OK;
  if (copy.is_dense()) return device.copy(to, from, count * element_bytes);
  const int32_t transposing = device.runtime_kernel(PLANISH_RUNTIME_TRANSPOSE);
  if (transposing >= 0 && copy.is_transposition())
    return transpose(device, transposing, copy, element_bytes, to, from);
  const int32_t kernel = device.runtime_kernel(PLANISH_RUNTIME_COPY);
  if (kernel < 0) return copy_through_host(device, copy, element_bytes, to, from);
  planish_copy_closure closure{};
  closure.count = count;
  closure.element_bytes = element_bytes;
  closure.rank = copy.rank;
  std::ranges::copy(copy.dims, closure.dims);
  std::ranges::copy(copy.to, closure.to_strides);
  std::ranges::copy(copy.from, closure.from_strides);
  closure.to = to;
  closure.from = from;
  return launch_runtime_kernel(device, kernel, count, &closure, sizeof closure);
}

int32_t fill_by_steps(DeviceContext& device, int32_t which, int64_t element_bytes, void* to,
                      int64_t count, uint64_t start, uint64_t step) {
  if (count <= 0) return PLANISH_OK;
  const int32_t kernel = device.runtime_kernel(which);
  if (kernel >= 0) {
    const planish_fill_closure closure{count, element_bytes, start, step, to};
    return launch_runtime_kernel(device, kernel, count, &closure, sizeof closure);
  }
  // Note [Through the host]
  std::vector<std::byte> values(static_cast<size_t>(count * element_bytes));
  for (int64_t i = 0; i < count; i++) {
    const uint64_t value = start + static_cast<uint64_t>(i) * step;
    std::memcpy(values.data() + i * element_bytes, &value, static_cast<size_t>(element_bytes));
  }
  return device.write(to, values.data(), count * element_bytes);
}

int32_t row_length(DeviceContext& device, const int64_t* offsets, int64_t rows, int64_t* length) {
  const int32_t kernel = device.runtime_kernel(PLANISH_RUNTIME_ROW_LENGTH);
  if (kernel < 0) {
    // Note [Through the host]
    std::vector<int64_t> all(static_cast<size_t>(rows + 1));
    const int32_t status = device.read(all.data(), offsets, (rows + 1) * int64_t{8});
    if (status == PLANISH_OK) *length = planish_row_length(all.data(), rows);
    return status;
  }
  DeviceScratch differs(device, sizeof(uint32_t));
  if (!differs) return PLANISH_OUT_OF_MEMORY;
  int32_t status = device.fill(differs.data(), 1, 4, 0);
  const planish_row_length_closure closure{rows, offsets, static_cast<uint32_t*>(differs.data())};
  if (status == PLANISH_OK)
    status = launch_runtime_kernel(device, kernel, rows, &closure, sizeof closure);
  uint32_t some_differ = 0;
  int64_t first[2] = {};
  if (status == PLANISH_OK) status = device.read(&some_differ, differs.data(), sizeof some_differ);
  if (status == PLANISH_OK) status = device.read(first, offsets, sizeof first);
  *length = some_differ != 0 ? -1 : first[1] - first[0];
  return status;
}

}  // namespace
}  // namespace planish::device

using namespace planish::device;

planish_block* planish_device_allocate(planish_context* context, int64_t bytes) {
  planish_block* block = nullptr;
  guarded(context, [&](DeviceContext& device) {
    block = reinterpret_cast<planish_block*>(device.allocate(bytes));
    return PLANISH_OK;
  });
  return block;
}

void planish_device_free(planish_context* context, planish_block* block) {
  guarded(context, [&](DeviceContext& device) {
    device.free(block);
    return PLANISH_OK;
  });
}

int32_t planish_device_read(planish_context* context, void* to_host, const void* from,
                            int64_t bytes) {
  return guarded(context, [&](DeviceContext& device) { return device.read(to_host, from, bytes); });
}

int32_t planish_device_write(planish_context* context, void* to, const void* from_host,
                             int64_t bytes) {
  return guarded(context,
                 [&](DeviceContext& device) { return device.write(to, from_host, bytes); });
}

int32_t planish_device_copy(planish_context* context, int64_t element_bytes, int64_t rank,
                            const int64_t* dims, void* to, const int64_t* to_strides,
                            const void* from, const int64_t* from_strides) {
  return guarded(context, [&](DeviceContext& device) {
    const StridedCopy copy = simplified(rank, dims, to_strides, from_strides);
    return copy_strided(device, copy, element_bytes, to, from);
  });
}

int32_t planish_device_fill(planish_context* context, int64_t element_bytes, void* to,
                            int64_t count, uint64_t bits) {
  return guarded(context, [&](DeviceContext& device) {
    if (element_bytes == 8 && bits >> 32 == (bits & UINT32_MAX)) {
      element_bytes = 4;
      count *= 2;
    }
    if (element_bytes == 8)
      return fill_by_steps(device, PLANISH_RUNTIME_FILL, element_bytes, to, count, bits, 0);
    if (count <= 0) return int32_t{PLANISH_OK};
    return device.fill(to, count, element_bytes, static_cast<uint32_t>(bits));
  });
}

int32_t planish_device_iota(planish_context* context, int64_t element_bytes, void* to,
                            int64_t count, uint64_t start, uint64_t step) {
  return guarded(context, [&](DeviceContext& device) {
    return fill_by_steps(device, PLANISH_RUNTIME_IOTA, element_bytes, to, count, start, step);
  });
}

int32_t planish_device_trace(planish_context* context, const char* tag, int32_t prim, int64_t rank,
                             const int64_t* dims, const void* data) {
  return guarded(context, [&](DeviceContext& device) {
    int64_t bytes = planish::byte_size(static_cast<planish::Prim>(prim));
    for (int64_t d = 0; d < rank; d++) bytes *= dims[d];
    std::vector<std::byte> values(static_cast<size_t>(bytes));
    const bool has_data = static_cast<planish::Prim>(prim) != planish::Prim::Unit;
    const int32_t status = device.read(values.data(), data, has_data ? bytes : 0);
    if (status == PLANISH_OK) planish_trace(context, tag, prim, rank, dims, values.data());
    return status;
  });
}

int32_t planish_device_row_length(planish_context* context, const int64_t* offsets, int64_t rows,
                                  int64_t* length) {
  return guarded(context, [&](DeviceContext& device) {
    *length = 0;
    return rows <= 0 ? int32_t{PLANISH_OK} : row_length(device, offsets, rows, length);
  });
}
