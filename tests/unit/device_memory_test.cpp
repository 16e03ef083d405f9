// Memory of devices: blocks, what is kept, limits.
#include <functional>
#include <map>
#include <set>

#include "device_testing.h"

namespace planish::device {
namespace {

class DeviceMemoryTest : public DeviceTest {};

TEST_F(DeviceMemoryTest, BlocksAreAlignedAndDistinct) {
  open();
  std::vector<planish_block*> blocks;
  std::set<uintptr_t> addresses;
  for (int64_t bytes = 0; bytes < 3'000'000; bytes = bytes * 3 / 2 + 1) {
    planish_block* block = allocate(bytes);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->references, 1);
    EXPECT_EQ(block->bytes, bytes);
    const auto address = reinterpret_cast<uintptr_t>(planish_device_data(block));
    EXPECT_EQ(address % 256, 0u);
    EXPECT_TRUE(addresses.insert(address).second);
    blocks.push_back(block);
  }
  for (planish_block* block : blocks) free(block);
}

TEST_F(DeviceMemoryTest, AFreedBlockIsUsedAgain) {
  open();
  for (const int64_t bytes : {100, 100'000, 10'000'000}) {
    planish_block* first = allocate(bytes);
    void* data = planish_device_data(first);
    free(first);
    EXPECT_GE(planish_memory(context_).cached, bytes);
    planish_block* second = allocate(bytes - bytes / 100);
    EXPECT_EQ(planish_device_data(second), data);
    free(second);
  }
  planish_clear_cache(context_);
  EXPECT_EQ(planish_memory(context_).cached, 0);
}

TEST_F(DeviceMemoryTest, NothingIsKeptBeyondTheLimit) {
  config_.cache_bytes = 1'000'000;
  open();
  std::vector<planish_block*> blocks;
  for (int i = 0; i < 20; i++) blocks.push_back(allocate(100'000));
  EXPECT_GE(planish_memory(context_).in_use, 2'000'000);
  for (planish_block* block : blocks) free(block);
  EXPECT_LE(planish_memory(context_).cached, 1'000'000);
  EXPECT_GE(planish_memory(context_).cached, 800'000);
  EXPECT_GE(planish_memory(context_).peak_in_use, 2'000'000);
  planish_reset_peak(context_);
  EXPECT_EQ(planish_memory(context_).peak_in_use, 0);
}

TEST_F(DeviceMemoryTest, WhatIsKeptGoesWhenMemoryIsShort) {
  config_.memory_limit = 1'000'000;
  open();
  free(allocate(500'000));
  EXPECT_GE(planish_memory(context_).cached, 500'000);
  planish_block* block = allocate(900'000);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(planish_memory(context_).cached, 0);
  // It does not move, either.
  EXPECT_EQ(planish_pin(context_, planish_device_data(block)), PLANISH_OK);
  EXPECT_EQ(run([&] { return allocate(100'000) == nullptr ? PLANISH_OUT_OF_MEMORY : PLANISH_OK; }),
            PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(message(),
            "out of memory: an array of 100000 bytes cannot be made on the device, "
            "where 917504 of 1000000 bytes are in use");
  free(block);
}

TEST_F(DeviceMemoryTest, ADriverThatRefusesGetsBackWhatIsKept) {
  emulated_.fail_allocation = 3;  // after the state and the first block
  open();
  free(allocate(10'000));
  EXPECT_GT(planish_memory(context_).cached, 0);
  planish_block* block = allocate(100'000);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(planish_memory(context_).cached, 0);
  free(block);
}

TEST_F(DeviceMemoryTest, ADriverMayHaveNoMemory) {
  emulated_.fail_allocation = 2;
  open();
  EXPECT_EQ(upload(std::vector<int64_t>(10)), nullptr);
  EXPECT_EQ(message(),
            "out of memory: an array of 80 bytes cannot be made on the device, where 0 of "
            "17179869184 bytes are in use");
}

TEST_F(DeviceMemoryTest, AContextWithoutADeviceSaysWhy) {
  emulated_.fail_allocation = 1;
  open();
  ASSERT_NE(planish_context_error(context_), nullptr);
  EXPECT_STREQ(planish_context_error(context_), "the emulated device has no memory left");
  EXPECT_EQ(run([] { return 0; }), PLANISH_FAILED);
  EXPECT_EQ(message(), "the emulated device has no memory left");
  EXPECT_EQ(upload(std::vector<int64_t>(10)), nullptr);
  EXPECT_EQ(message(), "the emulated device has no memory left");
}

TEST_F(DeviceMemoryTest, SizesThatCannotBeCounted) {
  open();
  EXPECT_EQ(allocate(-1), nullptr);
  EXPECT_EQ(allocate(INT64_MAX), nullptr);
}

// A driver that hands out addresses, and wants small blocks to be cut out of slabs.
class SlabDriver final : public Driver {
 public:
  SlabDriver() {
    limits_.memory_bytes = 1 << 30;
    limits_.slab_limit = 64 << 10;
    limits_.slab_bytes = 1 << 20;
  }
  const DriverLimits& limits() const override { return limits_; }
  Result load(const planish_device_program&) override { return {}; }
  KernelLimits kernel_limits(int32_t) override { return {}; }
  Result allocate(int64_t bytes, void** address) override {
    if (allocated + bytes > most) return Result::out_of_memory("");
    *address = reinterpret_cast<void*>(next_);
    sizes_[*address] = bytes;
    next_ += static_cast<uintptr_t>(bytes);
    allocated += bytes;
    calls++;
    return {};
  }
  void free(void* address) override { allocated -= sizes_.at(address); }
  Result map_memory(int64_t, MappedMemory*) override { return {}; }
  Result copy_to_device(void*, const void*, int64_t) override { return {}; }
  Result copy_to_host(void*, const void*, int64_t, const std::function<void()>&) override {
    return {};
  }
  Result copy_in_device(void*, const void*, int64_t) override { return {}; }
  Result fill(void*, int64_t, int64_t, uint32_t) override { return {}; }
  Result launch(const LaunchShape&, const void*, int64_t, const planish_launch&) override {
    return {};
  }
  Result launch_with(const LaunchShape&, void*, const planish_launch&) override { return {}; }
  Result wait(const std::function<void()>&) override { return {}; }
  Result set_stack_bytes(int64_t) override { return {}; }

  int64_t allocated = 0;
  int64_t most = INT64_MAX;
  int calls = 0;

 private:
  DriverLimits limits_;
  uintptr_t next_ = 1 << 20;
  std::map<void*, int64_t> sizes_;
};

TEST(DeviceSlabs, SmallBlocksShareAnAllocation) {
  SlabDriver driver;
  {
    DeviceMemory memory(driver, {int64_t{1} << 30, int64_t{1} << 30}, [] {});
    Result failure;
    std::vector<DeviceBlock*> blocks;
    std::set<void*> addresses;
    for (int i = 0; i < 3000; i++) {
      blocks.push_back(memory.allocate(1000, failure));
      ASSERT_NE(blocks.back(), nullptr);
      EXPECT_TRUE(addresses.insert(blocks.back()->visible.data).second);
    }
    EXPECT_EQ(driver.calls, 3);
    EXPECT_EQ(memory.statistics().in_use, 3000 * 1024);
    EXPECT_EQ(memory.statistics().in_use + memory.statistics().cached, driver.allocated);
    DeviceBlock* large = memory.allocate(64 << 10, failure);
    EXPECT_EQ(driver.calls, 4);
    memory.free(large);
    DeviceBlock* last = blocks.back();
    blocks.pop_back();
    for (DeviceBlock* block : blocks) memory.free(block);
    // One of the slabs is in use.
    memory.clear_cache();
    EXPECT_EQ(driver.allocated, 1 << 20);
    memory.free(last);
    EXPECT_EQ(memory.statistics().in_use, 0);
    EXPECT_EQ(memory.statistics().cached, 1 << 20);
  }
  EXPECT_EQ(driver.allocated, 0);
}

TEST(DeviceSlabs, WithoutRoomForASlabABlockIsAllocatedAlone) {
  SlabDriver driver;
  driver.most = 100'000;
  DeviceMemory memory(driver, {int64_t{1} << 30, int64_t{1} << 30}, [] {});
  Result failure;
  DeviceBlock* block = memory.allocate(1000, failure);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(driver.allocated, 1024);
  memory.free(block);
}

}  // namespace
}  // namespace planish::device
