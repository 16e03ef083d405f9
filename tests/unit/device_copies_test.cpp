// Copies, fills and what else the runtime does with elements: through the host, and by kernels.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "device_testing.h"
#include "runtime/device/strided.h"
#include "support/prim.h"

namespace planish::device {
namespace {

TEST(StridedCopies, AreSimplified) {
  const int64_t dims[] = {4, 1, 3, 5};
  const int64_t dense[] = {15, 15, 5, 1};
  EXPECT_TRUE(simplified(4, dims, dense, dense).is_dense());
  EXPECT_EQ(simplified(4, dims, dense, dense).count(), 60);
  const int64_t columns[] = {15, 7, 1, 3};
  const StridedCopy transposed = simplified(4, dims, dense, columns);
  EXPECT_EQ(transposed.rank, 3);
  EXPECT_TRUE(transposed.is_transposition());
  const int64_t padded[] = {20, 0, 5, 1};
  const StridedCopy rows = simplified(4, dims, dense, padded);
  EXPECT_EQ(rows.rank, 2);
  EXPECT_EQ(rows.dims[1], 15);
  const int64_t none[] = {4, 0, 3, 5};
  EXPECT_EQ(simplified(4, none, dense, padded).count(), 0);
  EXPECT_EQ(simplified(0, nullptr, nullptr, nullptr).count(), 1);
}

void copy_kernel(const void* closure, const planish_launch*) {
  const auto& copy = *static_cast<const planish_copy_closure*>(closure);
  for (int64_t i = global_thread(); i < copy.count; i += all_threads()) {
    int64_t to = 0;
    int64_t from = 0;
    int64_t rest = i;
    for (int64_t d = copy.rank; d-- > 0;) {
      to += rest % copy.dims[d] * copy.to_strides[d];
      from += rest % copy.dims[d] * copy.from_strides[d];
      rest /= copy.dims[d];
    }
    std::memcpy(static_cast<char*>(copy.to) + to * copy.element_bytes,
                static_cast<const char*>(copy.from) + from * copy.element_bytes,
                static_cast<size_t>(copy.element_bytes));
  }
}

// Without tiles.
void transpose_kernel(const void* closure, const planish_launch*) {
  const auto& job = *static_cast<const planish_transpose_closure*>(closure);
  const int64_t matrix = job.rows * job.columns;
  const int64_t size = job.element_bytes;
  for (int64_t i = global_thread(); i < job.batches * matrix; i += all_threads()) {
    const int64_t batch = i / matrix;
    const int64_t r = i % matrix / job.columns;
    const int64_t c = i % matrix % job.columns;
    std::memcpy(static_cast<char*>(job.to) + (batch * job.to_batch + c * job.to_stride + r) * size,
                static_cast<const char*>(job.from) +
                    (batch * job.from_batch + r * job.from_stride + c) * size,
                static_cast<size_t>(size));
  }
}

void fill_kernel(const void* closure, const planish_launch*) {
  const auto& fill = *static_cast<const planish_fill_closure*>(closure);
  for (int64_t i = global_thread(); i < fill.count; i += all_threads()) {
    const uint64_t value = fill.start + static_cast<uint64_t>(i) * fill.step;
    std::memcpy(static_cast<char*>(fill.to) + i * fill.element_bytes, &value,
                static_cast<size_t>(fill.element_bytes));
  }
}

void row_length_kernel(const void* closure, const planish_launch*) {
  const auto& rows = *static_cast<const planish_row_length_closure*>(closure);
  const int64_t first = rows.offsets[1] - rows.offsets[0];
  for (int64_t i = global_thread(); i < rows.count; i += all_threads()) {
    if (rows.offsets[i + 1] - rows.offsets[i] != first) *rows.differs = 1;
  }
}

enum class By : uint8_t { Host, Kernels };

class DeviceCopies : public DeviceTest, public ::testing::WithParamInterface<By> {
 protected:
  void SetUp() override {
    program_.add("nothing", [](const void*, const planish_launch*) {});
    if (GetParam() == By::Kernels)
      program_.set_runtime_kernels(
          {copy_kernel, transpose_kernel, fill_kernel, fill_kernel, row_length_kernel});
    open();
  }
};

TEST_P(DeviceCopies, Strided) {
  std::vector<int32_t> values(6 * 7 * 8);
  std::iota(values.begin(), values.end(), 0);
  planish_block* from = upload(values);
  planish_block* to = upload(std::vector<int32_t>(values.size(), -1));
  const int64_t dims[] = {6, 8, 7};
  const int64_t dense[] = {56, 7, 1};
  const int64_t strides[] = {56, 1, 8};
  EXPECT_EQ(run([&] {
              return planish_device_copy(context_, 4, 3, dims, data<char>(to), dense,
                                         data<char>(from), strides);
            }),
            PLANISH_OK);
  std::vector<int32_t> expected;
  for (int32_t i = 0; i < 6; i++)
    for (int32_t j = 0; j < 8; j++)
      for (int32_t k = 0; k < 7; k++) expected.push_back(i * 56 + k * 8 + j);
  EXPECT_EQ(download<int32_t>(to), expected);

  // The last row of each matrix backwards, into every second element.
  const int64_t some[] = {6, 8};
  const int64_t to_strides[] = {16, 2};
  const int64_t from_strides[] = {56, -1};
  EXPECT_EQ(run([&] {
              return planish_device_copy(context_, 4, 2, some, data<int32_t>(to) + 1, to_strides,
                                         data<int32_t>(from) + 55, from_strides);
            }),
            PLANISH_OK);
  for (int32_t i = 0; i < 6; i++)
    for (int32_t j = 0; j < 8; j++)
      expected[static_cast<size_t>(i * 16 + j * 2 + 1)] = i * 56 + 55 - j;
  EXPECT_EQ(download<int32_t>(to), expected);
  free(from);
  free(to);
}

TEST_P(DeviceCopies, DenseAndEmpty) {
  planish_block* from = upload(std::vector<int64_t>{1, 2, 3});
  planish_block* to = upload(std::vector<int64_t>{0, 0, 0});
  const int64_t dims[] = {3};
  const int64_t none[] = {0};
  const int64_t stride[] = {1};
  EXPECT_EQ(run([&] {
              EXPECT_EQ(planish_device_copy(context_, 8, 1, none, nullptr, stride, nullptr, stride),
                        PLANISH_OK);
              EXPECT_EQ(planish_device_copy(context_, 8, 0, nullptr, data<int64_t>(to) + 2, nullptr,
                                            data<int64_t>(from), nullptr),
                        PLANISH_OK);
              int64_t value = 0;
              EXPECT_EQ(planish_device_read(context_, &value, data<int64_t>(to) + 2, 8),
                        PLANISH_OK);
              EXPECT_EQ(value, 1);
              return planish_device_copy(context_, 8, 1, dims, data<int64_t>(to), stride,
                                         data<int64_t>(from), stride);
            }),
            PLANISH_OK);
  EXPECT_EQ(download<int64_t>(to), (std::vector<int64_t>{1, 2, 3}));
  free(from);
  free(to);
}

TEST_P(DeviceCopies, FillsAndNumbers) {
  planish_block* words = upload(std::vector<uint64_t>(300));
  planish_block* bytes = upload(std::vector<uint8_t>(300));
  planish_block* same = upload(std::vector<uint64_t>(3));
  EXPECT_EQ(run([&] {
              EXPECT_EQ(planish_device_fill(context_, 8, data<char>(words), 300, 1u), PLANISH_OK);
              EXPECT_EQ(planish_device_fill(context_, 8, data<char>(same), 3, UINT64_MAX),
                        PLANISH_OK);
              EXPECT_EQ(planish_device_fill(context_, 1, data<char>(bytes), 300, 7), PLANISH_OK);
              return planish_device_iota(context_, 1, data<uint8_t>(bytes) + 1, 290, 5, 3);
            }),
            PLANISH_OK);
  EXPECT_EQ(download<uint64_t>(words), std::vector<uint64_t>(300, 1));
  EXPECT_EQ(download<uint64_t>(same), std::vector<uint64_t>(3, UINT64_MAX));
  std::vector<uint8_t> expected(300, 7);
  for (size_t i = 0; i < 290; i++) expected[i + 1] = static_cast<uint8_t>(5 + 3 * i);
  EXPECT_EQ(download<uint8_t>(bytes), expected);
  free(words);
  free(bytes);
  free(same);
}

TEST_P(DeviceCopies, RowLengths) {
  std::vector<int64_t> offsets(1001);
  for (size_t i = 0; i < offsets.size(); i++) offsets[i] = static_cast<int64_t>(3 * i + 10);
  for (const bool equal : {true, false}) {
    if (!equal) offsets[500]++;
    planish_block* block = upload(offsets);
    int64_t length = 0;
    EXPECT_EQ(run([&] {
                return planish_device_row_length(context_, data<int64_t>(block), 1000, &length);
              }),
              PLANISH_OK);
    EXPECT_EQ(length, equal ? 3 : -1);
    EXPECT_EQ(
        run([&] { return planish_device_row_length(context_, data<int64_t>(block), 0, &length); }),
        PLANISH_OK);
    EXPECT_EQ(length, 0);
    free(block);
  }
}

TEST_P(DeviceCopies, Trace) {
  std::string text;
  planish_context_set_trace(
      context_,
      [](void* to, const char* line, size_t length) {
        static_cast<std::string*>(to)->append(line, length);
      },
      &text);
  planish_block* block = upload(std::vector<int64_t>{1, 2, 3});
  const int64_t dims[] = {3};
  EXPECT_EQ(run([&] {
              return planish_device_trace(context_, "values", static_cast<int32_t>(Prim::I64), 1,
                                          dims, data<char>(block));
            }),
            PLANISH_OK);
  EXPECT_EQ(text, "values: [1i64, 2i64, 3i64]\n");
  free(block);
}

INSTANTIATE_TEST_SUITE_P(Ways, DeviceCopies, ::testing::Values(By::Host, By::Kernels),
                         [](const auto& test) {
                           return test.param == By::Host ? "ThroughTheHost" : "ByKernels";
                         });

}  // namespace
}  // namespace planish::device
