// Blocks that grow, rows of different lengths, and sorting by class.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "runtime_testing.h"

namespace planish::native {
namespace {

constexpr int32_t kThreads[] = {1, 2, 4, 7};

int32_t fail(planish_context* context) {
  static constexpr planish_message_part kPart{"the item", 0};
  static constexpr planish_check_site kSite{&kPart, 1, nullptr, 0};
  return planish_fail(context, &kSite, nullptr);
}

// ---- Growing

TEST(RuntimeGrow, KeepsDataAndDoubles) {
  TestContext context(1);
  context.run([&] {
    planish_block* block = planish_allocate(context, 100);
    std::memset(data<char>(block), 'x', 100);
    block = planish_grow(context, block, 60, 101);
    EXPECT_GE(block->bytes, 200);
    EXPECT_EQ(std::string(data<char>(block), 60), std::string(60, 'x'));
    block = planish_grow(context, block, 60, 5'000'000);
    EXPECT_GE(block->bytes, 5'000'000);
    EXPECT_EQ(std::string(data<char>(block), 60), std::string(60, 'x'));
    planish_free(context, block);
    return int32_t{PLANISH_OK};
  });
}

TEST(RuntimeGrow, TakesLessThanTwiceAsMuchWhereMemoryIsShort) {
  planish_config config = TestContext::with_threads(1);
  config.memory_limit = 1'000'000;
  TestContext context(config);
  context.run([&] {
    planish_block* block = planish_allocate(context, 400'000);
    block = planish_grow(context, block, 0, 450'000);
    EXPECT_GE(block->bytes, 450'000);
    EXPECT_LT(block->bytes, 800'000);
    // Too much: the block stays as it was.
    EXPECT_EQ(planish_grow(context, block, 0, 900'000), nullptr);
    EXPECT_EQ(planish_grow(context, block, 0, -1), nullptr);
    EXPECT_GE(block->bytes, 450'000);
    planish_free(context, block);
    return int32_t{PLANISH_OK};
  });
  EXPECT_NE(context.message().find("out of memory"), std::string::npos);
}

// ---- Rows

// Item i has lengths[i] times i in a row of numbers and in one of bytes, and half as many in a
// second group.
struct Rows {
  std::vector<int64_t> lengths;
  int64_t failing = -1;
};

template <class T>
int32_t append_row(planish_context* context, planish_block*& block, int64_t before, int64_t count,
                   int64_t value) {
  const auto size = static_cast<int64_t>(sizeof(T));
  if ((before + count) * size > block->bytes) {
    planish_block* larger = planish_grow(context, block, before * size, (before + count) * size);
    if (larger == nullptr) return PLANISH_OUT_OF_MEMORY;
    block = larger;
  }
  std::fill_n(data<T>(block) + before, count, static_cast<T>(value));
  return PLANISH_OK;
}

int32_t append_rows(planish_context* context, void* untyped, int64_t begin, int64_t end,
                    planish_block** blocks, int64_t* totals) {
  const auto& rows = *static_cast<Rows*>(untyped);
  int32_t status = PLANISH_OK;
  for (int64_t i = begin; i < end && status == PLANISH_OK; i++) {
    const int64_t length = rows.lengths[static_cast<size_t>(i)];
    status = i == rows.failing ? fail(context)
                               : append_row<int64_t>(context, blocks[0], totals[0], length, i);
    if (status == PLANISH_OK)
      status = append_row<uint8_t>(context, blocks[1], totals[0], length, i);
    if (status == PLANISH_OK)
      status = append_row<int64_t>(context, blocks[2], totals[1], length / 2, i);
    totals[0] += length;
    totals[1] += length / 2;
  }
  if (status != PLANISH_OK) {
    for (int row = 0; row < 3; row++) planish_free(context, blocks[row]);
  }
  return status;
}
constexpr int64_t kRowGroups[] = {0, 0, 1};
constexpr int64_t kElemBytes[] = {8, 1, 8};
constexpr planish_flat_map_operator kAppend{append_rows, 2, 3, kRowGroups, kElemBytes};

std::vector<std::vector<int64_t>> lengths() {
  std::vector<int64_t> alternating(2000), one_giant(500, 1), random(5000);
  for (size_t i = 0; i < alternating.size(); i++) alternating[i] = i % 2 == 0 ? 0 : 1000;
  one_giant[3] = 300'000;
  std::mt19937 numbers(1);
  for (int64_t& length : random) length = static_cast<int64_t>(numbers() % 40);
  return {{}, {0}, {7}, std::vector<int64_t>(3000), alternating, one_giant, random};
}

TEST(RuntimeFlatMap, RowsFollowEachOther) {
  for (const std::vector<int64_t>& all : lengths()) {
    std::vector<int64_t> expected, halves;
    for (size_t i = 0; i < all.size(); i++) {
      expected.insert(expected.end(), static_cast<size_t>(all[i]), static_cast<int64_t>(i));
      halves.insert(halves.end(), static_cast<size_t>(all[i] / 2), static_cast<int64_t>(i));
    }
    for (const int32_t threads : kThreads) {
      for (const int64_t cost : {1, 300, 100'000}) {
        TestContext context(threads);
        Rows rows{all, -1};
        int64_t totals[2] = {-1, -1};
        planish_block* blocks[3] = {};
        ASSERT_EQ(context.run([&] {
          return planish_flat_map(context, static_cast<int64_t>(all.size()), cost, &kAppend, &rows,
                                  totals, blocks);
        }),
                  PLANISH_OK);
        const Freed first(context, blocks[0]), second(context, blocks[1]),
            third(context, blocks[2]);
        ASSERT_EQ(totals[0], static_cast<int64_t>(expected.size()));
        ASSERT_EQ(totals[1], static_cast<int64_t>(halves.size()));
        EXPECT_EQ(blocks[0]->bytes, totals[0] * 8);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), data<int64_t>(blocks[0])));
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), data<uint8_t>(blocks[1]),
                               [](int64_t a, uint8_t b) { return static_cast<uint8_t>(a) == b; }));
        EXPECT_TRUE(std::equal(halves.begin(), halves.end(), data<int64_t>(blocks[2])));
      }
    }
  }
}

TEST(RuntimeFlatMap, AFailureFreesEverything) {
  for (const int32_t threads : kThreads) {
    for (const int64_t failing : {0, 2999, 4999}) {
      TestContext context(threads);
      Rows rows{lengths().back(), failing};
      int64_t totals[2];
      planish_block* blocks[3];
      EXPECT_EQ(context.run([&] {
        return planish_flat_map(context, 5000, 500, &kAppend, &rows, totals, blocks);
      }),
                PLANISH_FAILED);
      for (planish_block* block : blocks) EXPECT_EQ(block, nullptr);
    }
  }
}

TEST(RuntimeFlatMap, OutOfMemoryFreesEverything) {
  for (const int32_t threads : kThreads) {
    // Enough for the parts, or for some of them, but not for the result as well.
    for (const int64_t limit : {1000, 200'000, 1'000'000, 1'300'000}) {
      planish_config config = TestContext::with_threads(threads);
      config.memory_limit = limit;
      TestContext context(config);
      Rows rows{lengths().back(), -1};
      int64_t totals[2];
      planish_block* blocks[3];
      EXPECT_EQ(context.run([&] {
        return planish_flat_map(context, 5000, 500, &kAppend, &rows, totals, blocks);
      }),
                PLANISH_OUT_OF_MEMORY)
          << threads << " threads, " << limit << " bytes";
      EXPECT_NE(context.message().find("out of memory"), std::string::npos);
    }
  }
}

// ---- Classes

struct Classes {
  std::vector<int64_t> classes;
  int64_t count = 0;
  int64_t failing = -1;        // when it is classified…
  int64_t failing_later = -1;  // …or placed
};

int32_t classify(planish_context* context, void* untyped, int64_t begin, int64_t end, void* classes,
                 int64_t* counts) {
  const auto& own = *static_cast<Classes*>(untyped);
  for (int64_t i = begin; i < end; i++) {
    if (i == own.failing) return fail(context);
    const int64_t c = own.classes[static_cast<size_t>(i)];
    static_cast<uint16_t*>(classes)[i - begin] = static_cast<uint16_t>(c);
    counts[c]++;
  }
  return PLANISH_OK;
}
int32_t place(planish_context* context, void* untyped, int64_t begin, int64_t end,
              void* const* dests, const void* classes, int64_t* positions) {
  const auto& own = *static_cast<Classes*>(untyped);
  for (int64_t i = begin; i < end; i++) {
    if (i == own.failing_later) return fail(context);
    const int64_t c = static_cast<const uint16_t*>(classes)[i - begin];
    if (c == own.count) continue;
    const int64_t at = positions[c]++;
    static_cast<int64_t*>(dests[0])[at] = i;
    static_cast<uint16_t*>(dests[1])[at] = static_cast<uint16_t>(c);
  }
  return PLANISH_OK;
}
constexpr int64_t kItemBytes[] = {8, 2};

class Partition {
 public:
  Partition(int64_t width, int64_t count, unsigned seed) {
    input.count = count;
    std::mt19937 random(seed);
    for (int64_t i = 0; i < width; i++)
      input.classes.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(count + 1)));
    counts.resize(static_cast<size_t>(count));
  }

  int32_t run(planish_context* context, int64_t cost) {
    const planish_partition_operator op{classify, place, input.count, 2, 2, kItemBytes};
    return planish_partition(context, static_cast<int64_t>(input.classes.size()), cost, &op, &input,
                             counts.data(), &kept, blocks);
  }

  Classes input;
  std::vector<int64_t> counts;
  int64_t kept = -1;
  planish_block* blocks[2] = {};
};

TEST(RuntimePartition, ItemsOfAClassStayInOrder) {
  for (const int64_t width : {0, 1, 65, 9973, 300'007}) {
    for (const int64_t count : {0, 1, 2, 9, 1000}) {
      Partition partition(width, count, 5);
      const auto class_of = [&](int64_t i) {
        return partition.input.classes[static_cast<size_t>(i)];
      };
      std::vector<int64_t> expected(static_cast<size_t>(width));
      std::iota(expected.begin(), expected.end(), 0);
      std::erase_if(expected, [&](int64_t i) { return class_of(i) == count; });
      std::ranges::stable_sort(expected, {}, class_of);
      for (const int32_t threads : kThreads) {
        TestContext context(threads);
        ASSERT_EQ(context.run([&] { return partition.run(context, 40); }), PLANISH_OK);
        const Freed items(context, partition.blocks[0]), classes(context, partition.blocks[1]);
        EXPECT_EQ(std::reduce(partition.counts.begin(), partition.counts.end()), partition.kept);
        EXPECT_EQ(partition.blocks[0]->bytes, partition.kept * 8);
        ASSERT_EQ(partition.kept, static_cast<int64_t>(expected.size()));
        EXPECT_TRUE(
            std::equal(expected.begin(), expected.end(), data<int64_t>(partition.blocks[0])));
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               data<uint16_t>(partition.blocks[1]),
                               [&](int64_t i, uint16_t c) { return class_of(i) == c; }));
      }
    }
  }
}

TEST(RuntimePartition, FailuresFreeEverything) {
  for (const int32_t threads : kThreads) {
    for (const bool later : {false, true}) {
      TestContext context(threads);
      Partition partition(300'000, 5, 7);
      (later ? partition.input.failing_later : partition.input.failing) = 200'000;
      EXPECT_EQ(context.run([&] { return partition.run(context, 40); }), PLANISH_FAILED);
      EXPECT_EQ(partition.blocks[0], nullptr);
      EXPECT_EQ(partition.blocks[1], nullptr);
    }
    for (const int64_t limit : {1000, 1'000'000, 3'000'000}) {
      planish_config config = TestContext::with_threads(threads);
      config.memory_limit = limit;
      TestContext context(config);
      Partition partition(300'000, 5, 7);
      EXPECT_EQ(context.run([&] { return partition.run(context, 40); }), PLANISH_OUT_OF_MEMORY);
      EXPECT_EQ(partition.blocks[0], nullptr);
    }
  }
}

}  // namespace
}  // namespace planish::native
