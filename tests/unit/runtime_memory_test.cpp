#include <atomic>
#include <cstring>
#include <random>
#include <set>
#include <thread>

#include "runtime/native/system_memory.h"
#include "runtime_testing.h"

namespace planish::native {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kWatched = true;
#elif defined(__has_feature)
constexpr bool kWatched = __has_feature(address_sanitizer);
#else
constexpr bool kWatched = false;
#endif

planish_config with_limits(int64_t cache, int64_t limit) {
  planish_config config = TestContext::with_threads(2);
  config.cache_bytes = cache;
  config.memory_limit = limit;
  return config;
}

TEST(RuntimeMemory, EverySizeIsAlignedAndWritable) {
  TestContext context;
  std::vector<int64_t> sizes{0, 1, 63, 64, 65, 1023, 1024, 1025, 1280, 1281, 32767, 32768, 32769};
  for (int64_t size = 40'000; size < 20'000'000; size = size * 9 / 7) sizes.push_back(size);
  for (int64_t size = 0; size < 3000; size += 7) sizes.push_back(size);
  std::vector<planish_block*> blocks;
  for (int64_t size : sizes) {
    planish_block* block = planish_allocate(context, size);
    ASSERT_NE(block, nullptr) << size;
    EXPECT_EQ(block->references, 1);
    EXPECT_EQ(block->bytes, size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data<char>(block)) % 64, 0u);
    std::memset(data<char>(block), static_cast<int>(size % 251), static_cast<size_t>(size));
    blocks.push_back(block);
  }
  for (planish_block* block : blocks) {
    for (int64_t i : {int64_t{0}, block->bytes / 2, block->bytes - 1}) {
      if (i < 0 || i >= block->bytes) continue;
      EXPECT_EQ(data<unsigned char>(block)[i], block->bytes % 251) << block->bytes;
    }
    planish_free(context, block);
  }
}

TEST(RuntimeMemory, TheAllocationThatIsToFailFailsAndNoOther) {
  TestContext context;
  planish_fail_allocation(context, 2);
  planish_block* first = planish_allocate(context, 100);
  EXPECT_EQ(planish_allocate(context, 100), nullptr);
  EXPECT_EQ(planish_fail_allocation(context, 0), 0);
  planish_block* third = planish_allocate(context, 100);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(third, nullptr);
  planish_free(context, first);
  planish_free(context, third);
  EXPECT_EQ(planish_fail_allocation(context, 5), 0);
  EXPECT_EQ(planish_fail_allocation(context, 0), 5);
}

TEST(RuntimeMemory, WhatIsReservedCountsForTheLimit) {
  TestContext context(with_limits(0, 1'000'000));
  EXPECT_EQ(planish_reserve(context, 700'000), PLANISH_OK);
  EXPECT_EQ(planish_reserve(context, 400'000), PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(std::string(planish_failure_message(context)),
            "out of memory: inputs of 400000 bytes cannot be held; 700000 of the limit of 1000000 "
            "bytes are in use");
  EXPECT_EQ(planish_allocate(context, 400'000), nullptr);
  planish_unreserve(context, 700'000);
  planish_block* block = planish_allocate(context, 400'000);
  ASSERT_NE(block, nullptr);
  planish_free(context, block);
}

TEST(RuntimeMemory, APercentageIsOneOfTheMachine) {
  planish_config config = with_limits(0, -1);
  config.memory_percent = 1;
  TestContext context(config);
  EXPECT_EQ(planish_reserve(context, machine_memory() / 50), PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(planish_reserve(context, machine_memory() / 200), PLANISH_OK);
}

TEST(RuntimeMemory, TheSystemSaysWhatIsLeft) {
  EXPECT_GT(machine_memory(), 0);
  EXPECT_GT(available_memory(), 0);
  SystemMemory system;
  EXPECT_TRUE(system.has(1000));
  EXPECT_FALSE(system.has(int64_t{1} << 60));
  EXPECT_TRUE(system.has(1000));
}

TEST(RuntimeMemory, AFreedBlockIsUsedAgain) {
  if (kWatched) GTEST_SKIP() << "AddressSanitizer's memory is not kept for reuse";
  TestContext context;
  for (int64_t size : {int64_t{100}, int64_t{100'000}, int64_t{50'000'000}}) {
    planish_block* first = planish_allocate(context, size);
    planish_free(context, first);
    EXPECT_GE(planish_memory(context).cached, size);
    // A little less fits, too.
    planish_block* second = planish_allocate(context, size - size / 20);
    EXPECT_EQ(first, second) << size;
    planish_free(context, second);
  }
}

TEST(RuntimeMemory, StatisticsFollowAllocationsAndFrees) {
  if (kWatched) GTEST_SKIP() << "AddressSanitizer's memory is not kept for reuse";
  TestContext context;
  planish_block* large = planish_allocate(context, 10'000'000);
  planish_block* small = planish_allocate(context, 1000);
  planish_memory_statistics now = planish_memory(context);
  EXPECT_GE(now.in_use, 10'001'000);
  EXPECT_LE(now.in_use, 11'000'000);
  EXPECT_EQ(now.cached, 0);
  planish_free(context, large);
  planish_free(context, small);
  now = planish_memory(context);
  EXPECT_EQ(now.in_use, 0);
  EXPECT_GE(now.cached, 10'001'000);
  EXPECT_GE(now.peak_in_use, 10'001'000);
  planish_clear_cache(context);
  EXPECT_EQ(planish_memory(context).cached, 0);
  planish_reset_peak(context);
  EXPECT_EQ(planish_memory(context).peak_in_use, 0);
}

TEST(RuntimeMemory, WhatThreadsKeepIsNoPartOfTheNextPeak) {
  TestContext context;
  std::vector<planish_block*> small;
  for (int i = 0; i < 100; i++) small.push_back(planish_allocate(context, 1000));
  for (planish_block* block : small) planish_free(context, block);
  planish_reset_peak(context);
  EXPECT_EQ(planish_memory(context).peak_in_use, 0);
}

TEST(RuntimeMemory, NoMoreThanTheCapIsKept) {
  TestContext context(with_limits(1'000'000, 100'000'000));
  planish_block* first = planish_allocate(context, 600'000);
  planish_block* second = planish_allocate(context, 700'000);
  planish_block* huge = planish_allocate(context, 5'000'000);
  planish_free(context, first);
  planish_free(context, second);  // the first one, which was freed longer ago, goes
  planish_free(context, huge);
  const int64_t cached = planish_memory(context).cached;
  EXPECT_GE(cached, 700'000);
  EXPECT_LE(cached, 1'000'000);
  planish_block* again = planish_allocate(context, 700'000);
  EXPECT_EQ(again, second);
  planish_free(context, again);
  std::vector<planish_block*> small;
  for (int i = 0; i < 3000; i++) small.push_back(planish_allocate(context, 1000));
  for (planish_block* block : small) planish_free(context, block);
  EXPECT_LE(planish_memory(context).cached, 1'000'000);
}

TEST(RuntimeMemory, BeyondTheLimitAllocationFailsAndLeavesAMessage) {
  TestContext context(with_limits(50'000'000, 20'000'000));
  const int32_t status = context.run([&] {
    planish_block* first = planish_allocate(context, 15'000'000);
    const Freed freed(context, first);
    EXPECT_NE(first, nullptr);
    EXPECT_EQ(planish_allocate(context, 8'000'000), nullptr);
    return PLANISH_OUT_OF_MEMORY;
  });
  EXPECT_EQ(status, PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(context.message(),
            "out of memory: an array of 8000000 bytes cannot be made; 15208448 of the limit of "
            "20000000 bytes are in use");
  // What was kept makes room for something of another size.
  EXPECT_GT(planish_memory(context).cached, 15'000'000);
  planish_block* other = planish_allocate(context, 18'000'000);
  ASSERT_NE(other, nullptr);
  planish_free(context, other);
}

TEST(RuntimeMemory, SizesThatCannotBeAreOutOfMemory) {
  TestContext context;
  for (int64_t size : {int64_t{-1}, INT64_MIN, INT64_MAX, int64_t{1} << 45}) {
    EXPECT_EQ(context.run([&] {
      return planish_allocate(context, size) == nullptr ? PLANISH_OUT_OF_MEMORY : PLANISH_OK;
    }),
              PLANISH_OUT_OF_MEMORY)
        << size;
    EXPECT_NE(context.message().find("out of memory"), std::string::npos) << context.message();
  }
  EXPECT_EQ(context.message(), "out of memory: an array of 35184372088832 bytes cannot be made");
}

TEST(RuntimeMemory, TasksAllocateAndFreeInDifferentThreads) {
  TestContext context(7);
  constexpr int64_t kCount = 20'000;
  std::vector<planish_block*> blocks(kCount);
  for (int round = 0; round < 3; round++) {
    const int32_t status = context.run([&] {
      struct Closure {
        std::vector<planish_block*>& blocks;
        bool free;
      } closure{blocks, false};
      const auto piece = [](planish_context* cx, void* untyped, int64_t begin, int64_t end) {
        auto& [all, free] = *static_cast<Closure*>(untyped);
        for (int64_t i = begin; i < end; i++) {
          // In the second pass an item belongs to other threads than in the first.
          const auto at = static_cast<size_t>(free ? kCount - 1 - i : i);
          const auto value = static_cast<int64_t>(at);
          if (free) {
            EXPECT_EQ(*data<int64_t>(all[at]), value);
            planish_free(cx, all[at]);
          } else {
            all[at] = planish_allocate(cx, 8 + value % 40'000);
            *data<int64_t>(all[at]) = value;
          }
        }
        return int32_t{PLANISH_OK};
      };
      const int32_t first = planish_parallel_for(context, kCount, 1000, piece, &closure);
      EXPECT_EQ(std::set<planish_block*>(blocks.begin(), blocks.end()).size(), blocks.size());
      closure.free = true;
      const int32_t second = planish_parallel_for(context, kCount, 1000, piece, &closure);
      return first != PLANISH_OK ? first : second;
    });
    EXPECT_EQ(status, PLANISH_OK);
    EXPECT_EQ(planish_memory(context).in_use, 0);
  }
}

TEST(RuntimeMemory, HostsAllocateWhileOthersDo) {
  TestContext context;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; seed++) {
    threads.emplace_back([&, seed] {
      std::mt19937 random(seed);
      std::vector<planish_block*> mine;
      for (int i = 0; i < 2000; i++) {
        if (mine.size() > 20) {
          planish_free(context, mine.front());
          mine.erase(mine.begin());
        }
        mine.push_back(planish_allocate(context, random() % 200'000));
        *data<char>(mine.back()) = 1;
      }
      for (planish_block* block : mine) planish_free(context, block);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(planish_memory(context).in_use, 0);
}

}  // namespace
}  // namespace planish::native
