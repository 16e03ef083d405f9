// Arrays that are moved to the host when a device is full: who goes, and what comes back.
// Checklist: 86, 93.
#include <cstring>
#include <functional>
#include <map>
#include <memory>

#include "device_testing.h"

namespace planish::device {
namespace {

constexpr int64_t kSize = 4096;

// A driver of which all memory is movable and can be read here.
class MovingDriver final : public Driver {
 public:
  MovingDriver() { limits_.movable_from = kSize; }
  ~MovingDriver() override {
    EXPECT_TRUE(parts_.empty());
    EXPECT_EQ(copies, 0);
  }

  const DriverLimits& limits() const override { return limits_; }
  Result load(const planish_device_program&) override { return {}; }
  KernelLimits kernel_limits(int32_t) override { return {}; }
  Result allocate(int64_t bytes, void** address) override {
    return allocate_movable(bytes, address);
  }
  Result allocate_movable(int64_t bytes, void** address) override {
    if (mapped_ + bytes > most) return Result::out_of_memory("");
    auto part = std::make_unique<Part>();
    part->bytes.resize(static_cast<size_t>(bytes));
    *address = part->bytes.data();
    mapped_ += bytes;
    parts_[*address] = std::move(part);
    return {};
  }
  void free(void* address) override {
    if (parts_.at(address)->has_memory) mapped_ -= size(address);
    parts_.erase(address);
  }
  Result take_memory(void* address) override {
    Part& part = *parts_.at(address);
    EXPECT_TRUE(part.has_memory);
    part.has_memory = false;
    std::ranges::fill(part.bytes, std::byte{0xEE});
    mapped_ -= size(address);
    return {};
  }
  Result give_memory(void* address) override {
    EXPECT_FALSE(parts_.at(address)->has_memory);
    if (mapped_ + size(address) > most) return Result::out_of_memory("");
    parts_.at(address)->has_memory = true;
    mapped_ += size(address);
    return {};
  }
  void* allocate_on_host(int64_t bytes) override {
    if (has_no_host_memory) return nullptr;
    copies++;
    return std::malloc(static_cast<size_t>(bytes));
  }
  void free_on_host(void* memory) override {
    copies--;
    std::free(memory);
  }
  Result map_memory(int64_t, MappedMemory*) override { return {}; }
  Result copy_to_device(void* to, const void* from, int64_t bytes) override {
    EXPECT_TRUE(parts_.at(to)->has_memory);
    return std::memcpy(to, from, static_cast<size_t>(bytes)), Result();
  }
  Result copy_to_host(void* to, const void* from, int64_t bytes,
                      const std::function<void()>&) override {
    if (refuses_copies) return Result::failed("it is broken");
    return std::memcpy(to, from, static_cast<size_t>(bytes)), Result();
  }
  Result copy_in_device(void*, const void*, int64_t) override { return {}; }
  Result fill(void*, int64_t, int64_t, uint32_t) override { return {}; }
  Result launch(const LaunchShape&, const void*, int64_t, const planish_launch&) override {
    return {};
  }
  Result launch_with(const LaunchShape&, void*, const planish_launch&) override { return {}; }
  Result wait(const std::function<void()>&) override { return {}; }
  Result set_stack_bytes(int64_t) override { return {}; }

  int64_t most = INT64_MAX;
  int copies = 0;
  bool has_no_host_memory = false;
  bool refuses_copies = false;

 private:
  struct Part {
    std::vector<std::byte> bytes;
    bool has_memory = true;
  };
  int64_t size(void* address) const {
    return static_cast<int64_t>(parts_.at(address)->bytes.size());
  }

  DriverLimits limits_;
  std::map<const void*, std::unique_ptr<Part>> parts_;
  int64_t mapped_ = 0;
};

class DeviceResidence : public ::testing::Test {
 protected:
  ~DeviceResidence() override {
    for (DeviceBlock* block : blocks_) {
      if (block != nullptr) memory_->free(block);
    }
    EXPECT_EQ(memory_->statistics().in_use, 0);
    EXPECT_EQ(memory_->statistics().on_host, 0);
  }

  // So many blocks of kSize bytes fit.
  void limit(int64_t blocks) {
    memory_ = std::make_unique<DeviceMemory>(
        driver_, DeviceMemoryLimits{int64_t{1} << 30, blocks * kSize}, [] {});
  }
  // Full of `value`, as a kernel would have written it.
  size_t make(char value, int64_t size = 1) {
    Result failure;
    DeviceBlock* block = memory_->allocate(size * kSize, failure);
    blocks_.push_back(block);
    if (block == nullptr) return blocks_.size() - 1;
    EXPECT_TRUE(use(blocks_.size() - 1, Access::Change).is_good());
    std::memset(block->visible.data, value, static_cast<size_t>(size * kSize));
    return blocks_.size() - 1;
  }
  Result use(size_t block, Access access) {
    HeldBlocks held(*memory_);
    return held.add(blocks_[block]->visible.data, access);
  }
  bool is_on_device(size_t block) const { return blocks_[block]->place.is_on_device; }
  char content(size_t block) const { return *static_cast<char*>(blocks_[block]->visible.data); }
  planish_memory_statistics statistics() { return memory_->statistics(); }

  MovingDriver driver_;
  std::unique_ptr<DeviceMemory> memory_;
  std::vector<DeviceBlock*> blocks_;
};

TEST_F(DeviceResidence, WhatWasUsedLongestAgoGoesAndComesBackToItsAddress) {
  limit(2);
  const size_t a = make('a'), b = make('b');
  void* address = blocks_[a]->visible.data;
  const size_t c = make('c');
  EXPECT_FALSE(is_on_device(a));
  EXPECT_TRUE(is_on_device(b));
  EXPECT_EQ(statistics().in_use, 2 * kSize);
  EXPECT_EQ(statistics().on_host, kSize);
  EXPECT_EQ(statistics().copied_to_host, kSize);
  ASSERT_TRUE(use(a, Access::Read).is_good());
  EXPECT_EQ(blocks_[a]->visible.data, address);
  EXPECT_EQ(content(a), 'a');
  EXPECT_FALSE(is_on_device(b));
  EXPECT_TRUE(is_on_device(c));
  EXPECT_EQ(statistics().copied_to_device, kSize);
  EXPECT_EQ(statistics().peak_in_use, 2 * kSize);
}

TEST_F(DeviceResidence, WhatWasOnlyReadIsNotCopiedAgain) {
  limit(2);
  const size_t a = make('a'), b = make('b'), c = make('c');
  ASSERT_TRUE(use(a, Access::Read).is_good());
  ASSERT_TRUE(use(c, Access::Read).is_good());
  const int64_t before = statistics().copied_to_host;
  // `a` is younger than half of the age of `c`, but costs half as much.
  ASSERT_TRUE(use(b, Access::Read).is_good());
  EXPECT_FALSE(is_on_device(a));
  EXPECT_EQ(statistics().copied_to_host, before);
  ASSERT_TRUE(use(a, Access::Change).is_good());
  std::memset(blocks_[a]->visible.data, 'A', kSize);
  make('x'), make('y'), make('z');
  EXPECT_FALSE(is_on_device(a));
  EXPECT_GT(statistics().copied_to_host, before);
  ASSERT_TRUE(use(a, Access::Read).is_good());
  EXPECT_EQ(content(a), 'A');
}

TEST_F(DeviceResidence, WhatHoldsNothingIsNotCopied) {
  limit(3);
  make('a'), make('b');
  const size_t c = make('c'), d = make('d');
  Result failure;
  blocks_.push_back(memory_->allocate(kSize, failure));
  const size_t empty = blocks_.size() - 1;
  const int64_t before = statistics().copied_to_host;
  for (const size_t other : {c, d, c, d}) ASSERT_TRUE(use(other, Access::Change).is_good());
  make('e');
  EXPECT_FALSE(is_on_device(empty));
  EXPECT_EQ(statistics().copied_to_host, before);
  EXPECT_TRUE(use(empty, Access::Change).is_good());
  EXPECT_TRUE(is_on_device(empty));
}

TEST_F(DeviceResidence, LargeArraysStayLonger) {
  limit(5);
  const size_t large = make('l', 3), small = make('s'), other = make('o');
  make('n');
  EXPECT_TRUE(is_on_device(large));
  EXPECT_FALSE(is_on_device(small));
  // Twice as old.
  for (int i = 0; i < 20; i++) ASSERT_TRUE(use(other, Access::Read).is_good());
  for (int i = 0; i < 20; i++) ASSERT_TRUE(use(small, Access::Read).is_good());
  EXPECT_TRUE(is_on_device(small));
}

TEST_F(DeviceResidence, WhatIsHeldStays) {
  limit(2);
  const size_t a = make('a'), b = make('b');
  Result failure;
  HeldBlocks held(*memory_);
  // In the middle of one and behind another.
  void* words[] = {static_cast<char*>(blocks_[a]->visible.data) + 100,
                   static_cast<char*>(blocks_[b]->visible.data) + kSize, nullptr};
  ASSERT_TRUE(held.add(words, sizeof words, Access::Read).is_good());
  const int64_t before = statistics().copied_to_host;
  EXPECT_EQ(memory_->allocate(kSize, failure), nullptr);
  EXPECT_TRUE(failure.is_out_of_memory());
  EXPECT_EQ(statistics().copied_to_host, before);
}

TEST_F(DeviceResidence, WhatIsPinnedStays) {
  limit(2);
  const size_t a = make('a');
  make('b');
  make('c');
  EXPECT_FALSE(is_on_device(a));
  ASSERT_TRUE(memory_->pin(&blocks_[a]->visible.data, 8).is_good());
  EXPECT_TRUE(is_on_device(a));
  for (int i = 0; i < 5; i++) make('d');
  EXPECT_TRUE(is_on_device(a));
  EXPECT_EQ(content(a), 'a');
}

TEST_F(DeviceResidence, NothingMovesInVain) {
  limit(3);
  make('a'), make('b');
  Result failure;
  EXPECT_EQ(memory_->allocate(4 * kSize, failure), nullptr);
  EXPECT_TRUE(failure.is_out_of_memory());
  EXPECT_EQ(statistics().copied_to_host, 0);
}

TEST_F(DeviceResidence, AFullDeviceIsAsGoodAsALimit) {
  limit(1000);
  driver_.most = 3 * kSize;
  std::vector<size_t> all;
  for (char value = 'a'; value < 'm'; value++) all.push_back(make(value));
  for (size_t i = 0; i < all.size(); i++) {
    ASSERT_TRUE(use(all[i], Access::Read).is_good());
    EXPECT_EQ(content(all[i]), static_cast<char>('a' + i));
  }
  EXPECT_EQ(statistics().peak_in_use, 3 * kSize);
}

TEST_F(DeviceResidence, WhatIsFreedOnTheHostIsGone) {
  limit(1);
  const size_t a = make('a');
  make('b');
  EXPECT_EQ(driver_.copies, 1);
  memory_->free(std::exchange(blocks_[a], nullptr));
  EXPECT_EQ(driver_.copies, 0);
  EXPECT_EQ(statistics().on_host, 0);
}

TEST_F(DeviceResidence, WhatCannotMoveStaysWhole) {
  limit(1);
  const size_t a = make('a');
  Result failure;
  driver_.has_no_host_memory = true;
  EXPECT_EQ(memory_->allocate(kSize, failure), nullptr);
  EXPECT_TRUE(failure.is_out_of_memory());
  driver_.has_no_host_memory = false;
  driver_.refuses_copies = true;
  EXPECT_EQ(memory_->allocate(kSize, failure), nullptr);
  EXPECT_EQ(failure.text(), "it is broken");
  EXPECT_EQ(driver_.copies, 0);
  EXPECT_TRUE(is_on_device(a));
  EXPECT_EQ(content(a), 'a');
}

TEST_F(DeviceResidence, WhatCannotComeBackSaysSo) {
  limit(2);
  const size_t a = make('a'), b = make('b'), c = make('c');
  HeldBlocks held(*memory_);
  ASSERT_TRUE(held.add(blocks_[b]->visible.data, Access::Read).is_good());
  ASSERT_TRUE(held.add(blocks_[c]->visible.data, Access::Read).is_good());
  const Result result = use(a, Access::Read);
  EXPECT_TRUE(result.is_out_of_memory());
  EXPECT_EQ(
      result.text(),
      "out of memory: an array of 4096 bytes cannot be brought back to the device, where 8192 "
      "of 8192 bytes are in use");
}

// ---- In the emulator

class DeviceEviction : public DeviceTest {
 protected:
  DeviceEviction() { config_.memory_limit = 70'000; }

  struct Arrays {
    int64_t* out;
    const int64_t* in;
  };
  int32_t add_kernel() {
    return program_.add("add", [](const void* closure, const planish_launch* launch) {
      const auto& arrays = *static_cast<const Arrays*>(closure);
      for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads())
        arrays.out[i] += arrays.in[i] + 1;
    });
  }
  // Of 16000 bytes: four of them fit.
  static constexpr int64_t kItems = 2000;
};

TEST_F(DeviceEviction, KernelsFindWhatTheyName) {
  const int32_t kernel = add_kernel();
  open();
  std::vector<planish_block*> blocks;
  for (int64_t k = 0; k < 16; k++) {
    blocks.push_back(upload(std::vector<int64_t>(kItems, k)));
    ASSERT_NE(blocks.back(), nullptr);
  }
  // Each adds the one before it.
  EXPECT_EQ(run([&] {
              for (size_t k = 1; k < blocks.size(); k++) {
                const Arrays arrays{data<int64_t>(blocks[k]), data<int64_t>(blocks[k - 1])};
                if (const int32_t status = map(kItems, kernel, arrays); status != PLANISH_OK)
                  return status;
              }
              return int32_t{PLANISH_OK};
            }),
            PLANISH_OK);
  int64_t value = 0;
  for (size_t k = 0; k < blocks.size(); k++) {
    if (k > 0) value += static_cast<int64_t>(k) + 1;
    EXPECT_EQ(download<int64_t>(blocks[k]), std::vector<int64_t>(kItems, value));
  }
  const planish_memory_statistics memory = planish_memory(context_);
  EXPECT_LE(memory.peak_in_use, config_.memory_limit);
  EXPECT_GE(memory.on_host, 12 * 16'000);
  EXPECT_GE(memory.copied_to_host, 12 * 16'000);
  EXPECT_GE(memory.copied_to_device, 12 * 16'000);
  for (planish_block* block : blocks) free(block);
  EXPECT_EQ(planish_memory(context_).on_host, 0);
}

TEST_F(DeviceEviction, WhatIsOnTheHostIsReadThere) {
  open();
  std::vector<planish_block*> blocks;
  for (int64_t k = 0; k < 8; k++) blocks.push_back(upload(std::vector<int64_t>(kItems, k)));
  const int64_t before = planish_memory(context_).copied_to_device;
  EXPECT_EQ(download<int64_t>(blocks[0]), std::vector<int64_t>(kItems, 0));
  EXPECT_EQ(planish_memory(context_).copied_to_device, before);
  for (planish_block* block : blocks) free(block);
}

TEST_F(DeviceEviction, WhatIsNotNamedIsClosed) {
  if (PLANISH_ASAN) GTEST_SKIP() << "AddressSanitizer does not let a process with fibers fork";
  // The address is there, but nobody would know it as one.
  const int32_t kernel = program_.add("hidden", [](const void* closure, const planish_launch*) {
    if (global_thread() != 0) return;
    const auto hidden = *static_cast<const uintptr_t*>(closure);
    *reinterpret_cast<int64_t*>(~hidden) = 1;
  });
  open();
  std::vector<planish_block*> blocks;
  for (int64_t k = 0; k < 8; k++) blocks.push_back(upload(std::vector<int64_t>(kItems, k)));
  const auto on_device = ~reinterpret_cast<uintptr_t>(planish_device_data(blocks[7]));
  EXPECT_EQ(run([&] { return map(1, kernel, on_device); }), PLANISH_OK);
  const auto on_host = ~reinterpret_cast<uintptr_t>(planish_device_data(blocks[0]));
  EXPECT_DEATH(run([&] { return map(1, kernel, on_host); }), "");
  for (planish_block* block : blocks) free(block);
}

TEST_F(DeviceEviction, WhatUsersHaveTheAddressOfStays) {
  open();
  planish_block* known = upload(std::vector<int64_t>(kItems, 5));
  EXPECT_EQ(planish_pin(context_, planish_device_data(known)), PLANISH_OK);
  std::vector<planish_block*> blocks;
  for (int64_t k = 0; k < 8; k++) blocks.push_back(upload(std::vector<int64_t>(kItems, k)));
  EXPECT_GE(planish_memory(context_).on_host, 4 * 16'000);
  EXPECT_TRUE(reinterpret_cast<const DeviceBlock*>(known)->place.is_on_device);
  for (planish_block* block : blocks) free(block);
  free(known);
}

TEST_F(DeviceEviction, AKernelThatNeedsMoreThanThereIsFails) {
  struct Five {
    int64_t* arrays[5];
  };
  const int32_t kernel = program_.add("five", [](const void*, const planish_launch*) {});
  open();
  std::vector<planish_block*> blocks;
  for (int64_t k = 0; k < 5; k++) blocks.push_back(upload(std::vector<int64_t>(kItems, k)));
  Five five{};
  for (size_t k = 0; k < 5; k++) five.arrays[k] = data<int64_t>(blocks[k]);
  EXPECT_EQ(run([&] { return map(1, kernel, five); }), PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(message(),
            "out of memory: an array of 16000 bytes cannot be brought back to the device, where "
            "65536 of 70000 bytes are in use");
  five.arrays[4] = nullptr;
  EXPECT_EQ(run([&] { return map(1, kernel, five); }), PLANISH_OK);
  for (planish_block* block : blocks) free(block);
}

TEST_F(DeviceEviction, AnArenaDoesNotDriveOutWhatItsKernelNeeds) {
  const int32_t kernel = program_.add(
      "arena",
      [](const void* closure, const planish_launch* launch) {
        const auto& arrays = *static_cast<const Arrays*>(closure);
        for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads()) {
          auto* own = reinterpret_cast<int64_t*>(static_cast<std::byte*>(launch->arena) +
                                                 global_thread() * launch->arena_bytes);
          *own = arrays.in[i];
          arrays.out[i] += *own;
        }
      },
      PLANISH_KERNEL_ALLOCATES);
  config_.memory_limit = 44'000;
  open();
  planish_block* in = upload(std::vector<int64_t>(kItems, 3));
  planish_block* out = upload(std::vector<int64_t>(kItems, 4));
  planish_block* other = upload(std::vector<int64_t>(kItems, 5));
  EXPECT_EQ(run([&] { return map(kItems, kernel, Arrays{data<int64_t>(out), data<int64_t>(in)}); }),
            PLANISH_OK);
  EXPECT_EQ(download<int64_t>(out), std::vector<int64_t>(kItems, 7));
  EXPECT_EQ(download<int64_t>(other), std::vector<int64_t>(kItems, 5));
  for (planish_block* block : {in, out, other}) free(block);
}

TEST_F(DeviceEviction, AllocationsThatShallFailDo) {
  open();
  planish_fail_allocation(context_, 2);
  planish_block* first = allocate(100);
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(allocate(100), nullptr);
  EXPECT_EQ(planish_fail_allocation(context_, 0), 0);
  free(first);
}

}  // namespace
}  // namespace planish::device
