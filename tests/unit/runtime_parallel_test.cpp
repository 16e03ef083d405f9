// The parallel operators: right for any shape, and the same to the bit for any number of threads.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>

#include "runtime_testing.h"

namespace planish::native {
namespace {

constexpr int32_t kThreads[] = {1, 2, 4, 7};
constexpr int64_t kCosts[] = {1, 40, 20'000};

struct Shape {
  int64_t segments;
  int64_t width;
};
constexpr Shape kShapes[] = {{0, 5},    {1, 0},       {1, 1},      {1, 63},    {1, 65},
                             {1, 9973}, {1, 100'003}, {3, 30'011}, {127, 301}, {128, 70},
                             {5003, 3}, {20'011, 1},  {10'007, 0}, {2, 64},    {17, 997}};

// Fails at one item when asked to.
struct Items {
  int64_t width = 0;
  std::vector<float> values;
  std::vector<float> results;
  int64_t failing = -1;

  Items(Shape shape, unsigned seed) : width(shape.width), values(shape.segments * shape.width) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> some(-1, 1);
    for (float& value : values) value = some(random);
  }
  int32_t fails(int64_t begin, int64_t end, planish_context* context) const {
    if (failing < begin || failing >= end) return PLANISH_OK;
    static constexpr planish_message_part kPart{"the item", 0};
    static constexpr planish_check_site kSite{&kPart, 1, nullptr, 0};
    return planish_fail(context, &kSite, nullptr);
  }
};

TEST(RuntimeParallelFor, EveryItemIsDoneOnce) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    for (int64_t count : {0, 1, 2, 97, 1000, 100'003}) {
      for (int64_t cost : kCosts) {
        std::vector<std::atomic<int>> done(static_cast<size_t>(count));
        EXPECT_EQ(context.run([&] {
          return planish_parallel_for(
              context, count, cost,
              [](planish_context*, void* all, int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; i++)
                  (*static_cast<decltype(done)*>(all))[static_cast<size_t>(i)]++;
                return int32_t{PLANISH_OK};
              },
              &done);
        }),
                  PLANISH_OK);
        EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& n) { return n == 1; }));
      }
    }
  }
}

TEST(RuntimeParallelFor, OneThreadGetsTheWholeRange) {
  TestContext context(1);
  int64_t calls = 0;
  context.run([&] {
    return planish_parallel_for(
        context, 1'000'000, 1000,
        [](planish_context*, void* count, int64_t begin, int64_t end) {
          ++*static_cast<int64_t*>(count);
          EXPECT_EQ(begin, 0);
          EXPECT_EQ(end, 1'000'000);
          return int32_t{PLANISH_OK};
        },
        &calls);
  });
  EXPECT_EQ(calls, 1);
}

// Items that cost nothing are those that vectors do: several in a nanosecond.
TEST(RuntimeParallelFor, LittleWorkOfVectorsIsDoneAtOnce) {
  for (const int64_t count : {100'000, 10'000'000}) {
    TestContext context(4);
    struct Closure {
      std::atomic<int64_t> items = 0, ranges = 0;
    } closure;
    EXPECT_EQ(context.run([&] {
      return planish_parallel_for(
          context, count, 0,
          [](planish_context*, void* untyped, int64_t begin, int64_t end) {
            auto& own = *static_cast<Closure*>(untyped);
            own.items += end - begin;
            own.ranges++;
            return int32_t{PLANISH_OK};
          },
          &closure);
    }),
              PLANISH_OK);
    EXPECT_EQ(closure.items, count);
    EXPECT_EQ(closure.ranges > 1, count == 10'000'000);
  }
}

// Values that are written to places; `share` does those of some places.
struct Writes {
  std::vector<int64_t> at;
  std::vector<int64_t> places;
  std::atomic<int> calls = 0;

  static int32_t share(planish_context*, void* untyped, int64_t begin, int64_t end) {
    auto& own = *static_cast<Writes*>(untyped);
    own.calls++;
    for (size_t i = 0; i < own.at.size(); i++) {
      if (own.at[i] >= begin && own.at[i] < end)
        own.places[static_cast<size_t>(own.at[i])] = static_cast<int64_t>(i);
    }
    return PLANISH_OK;
  }
};

TEST(RuntimeWriteInOrder, TheLastValueStays) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    for (int64_t places : {0, 1, 5, 1000}) {
      for (int64_t count : {0, 3, 100'000}) {
        Writes writes;
        writes.places.resize(static_cast<size_t>(places), -1);
        std::vector<int64_t> expected = writes.places;
        for (int64_t i = 0; i < count; i++) {
          writes.at.push_back(places == 0 ? 0 : i * i % places);
          if (places > 0) expected[static_cast<size_t>(writes.at.back())] = i;
        }
        EXPECT_EQ(context.run([&] {
          return planish_write_in_order(context, count, 10, places, &Writes::share, &writes);
        }),
                  PLANISH_OK);
        EXPECT_EQ(writes.places, expected);
        // What may fail is looked at in any case, and little work is not shared.
        EXPECT_GE(writes.calls, 1);
        const bool is_much = count == 100'000 && places == 1000 && threads > 1;
        EXPECT_TRUE(is_much ? writes.calls > 1 : writes.calls == 1 || count == 100'000);
      }
    }
  }
}

TEST(RuntimeParallelFor, AFailureStopsTheOthers) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    Items items({1, 0}, 1);
    items.failing = 5000;
    std::atomic<int64_t> done = 0;
    struct Closure {
      Items& items;
      std::atomic<int64_t>& done;
    } closure{items, done};
    constexpr int64_t kCount = 10'000'000;
    EXPECT_EQ(context.run([&] {
      return planish_parallel_for(
          context, kCount, 10'000,
          [](planish_context* cx, void* untyped, int64_t begin, int64_t end) {
            auto& own = *static_cast<Closure*>(untyped);
            for (int64_t i = begin; i < end; i++) {
              if (const int32_t status = own.items.fails(i, i + 1, cx)) return status;
              own.done++;
            }
            return int32_t{PLANISH_OK};
          },
          &closure);
    }),
              PLANISH_FAILED);
    EXPECT_EQ(context.message(), "the item");
    EXPECT_LT(done, kCount / 2) << threads;
  }
}

// ---- Sums of rows

int32_t sum_part(planish_context* context, void* untyped, int64_t segment, int64_t begin,
                 int64_t end, void* accumulator) {
  auto& items = *static_cast<Items*>(untyped);
  float sum = 0;
  for (int64_t i = segment * items.width + begin; i < segment * items.width + end; i++)
    sum += items.values[static_cast<size_t>(i)];
  std::memcpy(accumulator, &sum, sizeof sum);
  return items.fails(segment * items.width + begin, segment * items.width + end, context);
}

int32_t sum_combine(planish_context*, void*, void* left, const void* right) {
  *static_cast<float*>(left) += *static_cast<const float*>(right);
  return PLANISH_OK;
}

int32_t sum_finish(planish_context*, void* untyped, int64_t segment, const void* accumulator) {
  std::memcpy(&static_cast<Items*>(untyped)->results[static_cast<size_t>(segment)], accumulator,
              sizeof(float));
  return PLANISH_OK;
}

int32_t sum_segments(planish_context* context, void* untyped, int64_t begin, int64_t end) {
  auto& items = *static_cast<Items*>(untyped);
  for (int64_t segment = begin; segment < end; segment++) {
    float sum = 0;
    const int32_t status = sum_part(context, untyped, segment, 0, items.width, &sum);
    if (status != PLANISH_OK) return status;
    sum_finish(context, untyped, segment, &sum);
  }
  return PLANISH_OK;
}

constexpr planish_reduction kSum{sum_segments, sum_part, sum_combine, sum_finish, sizeof(float), 0};

std::vector<float> sums(int32_t threads, Shape shape, int64_t cost, const planish_reduction& op) {
  TestContext context(threads);
  Items items(shape, 7);
  items.results.assign(static_cast<size_t>(shape.segments), -1000.0f);
  EXPECT_EQ(context.run([&] {
    return planish_reduce(context, shape.segments, shape.width, cost, &op, &items);
  }),
            PLANISH_OK);
  return items.results;
}

TEST(RuntimeReduce, SumsAreRightAndTheSameForAnyThreads) {
  planish_reduction uncut{sum_segments, nullptr, nullptr, nullptr, 0, 0};
  for (const Shape& shape : kShapes) {
    const Items items(shape, 7);
    std::vector<double> expected;
    for (int64_t s = 0; s < shape.segments; s++) {
      const auto row = items.values.begin() + s * shape.width;
      expected.push_back(std::accumulate(row, row + shape.width, 0.0));
    }
    for (int64_t cost : kCosts) {
      for (const planish_reduction* op : {&kSum, const_cast<const planish_reduction*>(&uncut)}) {
        const std::vector<float> one = sums(1, shape, cost, *op);
        ASSERT_EQ(one.size(), expected.size());
        for (size_t i = 0; i < one.size(); i++) EXPECT_NEAR(one[i], expected[i], 0.02);
        for (int32_t threads : kThreads) EXPECT_EQ(sums(threads, shape, cost, *op), one);
      }
    }
  }
}

TEST(RuntimeReduce, AFailureOfAnyPartIsGivenOn) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    for (const Shape& shape : {Shape{1, 100'000}, Shape{1000, 100}}) {
      Items items(shape, 1);
      items.results.resize(static_cast<size_t>(shape.segments));
      items.failing = 99'999;
      EXPECT_EQ(context.run([&] {
        return planish_reduce(context, shape.segments, shape.width, 100, &kSum, &items);
      }),
                PLANISH_FAILED);
      EXPECT_EQ(context.message(), "the item");
    }
  }
}

// ---- Running sums of rows

int32_t scan_neutral(planish_context*, void*, void* accumulator) {
  *static_cast<float*>(accumulator) = 0;
  return PLANISH_OK;
}

int32_t scan_scan(planish_context* context, void* untyped, int64_t segment, int64_t begin,
                  int64_t end, void* carry) {
  auto& items = *static_cast<Items*>(untyped);
  float sum = 0;
  for (int64_t i = segment * items.width + begin; i < segment * items.width + end; i++) {
    sum += items.values[static_cast<size_t>(i)];
    items.results[static_cast<size_t>(i)] = *static_cast<float*>(carry) + sum;
  }
  *static_cast<float*>(carry) += sum;
  return items.fails(segment * items.width + begin, segment * items.width + end, context);
}

int32_t scan_segments(planish_context* context, void* untyped, int64_t begin, int64_t end) {
  for (int64_t segment = begin; segment < end; segment++) {
    float carry = 0;
    const int64_t width = static_cast<Items*>(untyped)->width;
    const int32_t status = scan_scan(context, untyped, segment, 0, width, &carry);
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}

constexpr planish_scan_operator kRunningSum{scan_segments, scan_neutral, sum_part,
                                            sum_combine,   scan_scan,    sizeof(float)};

TEST(RuntimeScan, RunningSumsAreRightAndTheSameForAnyThreads) {
  for (const Shape& shape : kShapes) {
    for (int64_t cost : kCosts) {
      std::vector<float> one;
      for (int32_t threads : kThreads) {
        TestContext context(threads);
        Items items(shape, 3);
        items.results.assign(items.values.size(), -1000.0f);
        EXPECT_EQ(context.run([&] {
          return planish_scan(context, shape.segments, shape.width, cost, &kRunningSum, &items);
        }),
                  PLANISH_OK);
        if (threads != 1) {
          EXPECT_EQ(items.results, one) << shape.segments << " x " << shape.width;
          continue;
        }
        one = items.results;
        double sum = 0;
        for (size_t i = 0; i < one.size(); i++) {
          if (static_cast<int64_t>(i) % shape.width == 0) sum = 0;
          sum += static_cast<double>(items.values[i]);
          ASSERT_NEAR(one[i], sum, 0.05);
        }
      }
    }
  }
}

TEST(RuntimeScan, AFailureOfAnyPieceIsGivenOn) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    for (int64_t failing : {0, 50'000, 99'999}) {
      Items items({1, 100'000}, 1);
      items.results.resize(items.values.size());
      items.failing = failing;
      EXPECT_EQ(
          context.run([&] { return planish_scan(context, 1, 100'000, 100, &kRunningSum, &items); }),
          PLANISH_FAILED);
      EXPECT_EQ(context.message(), "the item");
    }
  }
}

// ---- Histograms: counts and sums of floats, by two arrays of bins

struct Binning {
  Items items;
  int64_t bins;
  int64_t bin_of(int64_t item) const { return (item * 7919 + item / 13) % bins; }
};
struct BinPointers {
  int32_t* counts;
  float* sums;
  explicit BinPointers(void* const* bins)
      : counts(static_cast<int32_t*>(bins[0])), sums(static_cast<float*>(bins[1])) {}
};

int32_t hist_update(planish_context* context, void* untyped, int64_t segment, int64_t begin,
                    int64_t end, void* const* pointers) {
  auto& [items, bins] = *static_cast<Binning*>(untyped);
  const BinPointers to(pointers);
  const int64_t first = segment * items.width;
  for (int64_t i = first + begin; i < first + end; i++) {
    const int64_t bin = static_cast<Binning*>(untyped)->bin_of(i);
    to.counts[bin]++;
    to.sums[bin] += items.values[static_cast<size_t>(i)];
  }
  return items.fails(first + begin, first + end, context);
}

int32_t hist_neutral(planish_context*, void* untyped, void* const* pointers) {
  const auto bins = static_cast<size_t>(static_cast<Binning*>(untyped)->bins);
  std::fill_n(BinPointers(pointers).counts, bins, 0);
  std::fill_n(BinPointers(pointers).sums, bins, 0.0f);
  return PLANISH_OK;
}

int32_t hist_merge(planish_context*, void*, void* const* into, void* const* from, int64_t begin,
                   int64_t end) {
  for (int64_t bin = begin; bin < end; bin++) {
    BinPointers(into).counts[bin] += BinPointers(from).counts[bin];
    BinPointers(into).sums[bin] += BinPointers(from).sums[bin];
  }
  return PLANISH_OK;
}

TEST(RuntimeHistogram, BinsAreRightAndTheSameForAnyThreads) {
  for (const Shape& shape : kShapes) {
    for (int64_t bin_count : {1, 10, 5000}) {
      if (shape.segments * bin_count > 1'000'000) continue;
      for (const bool has_neutral : {true, false}) {
        std::vector<float> one;
        for (int32_t threads : kThreads) {
          TestContext context(threads);
          Binning binning{Items(shape, 5), bin_count};
          const auto all = static_cast<size_t>(shape.segments * bin_count);
          std::vector<int32_t> counts(all, 100);
          std::vector<float> sums(all, 0.5f);
          void* dests[] = {counts.data(), sums.data()};
          const int64_t bytes[] = {bin_count * 4, bin_count * 4};
          const planish_histogram histogram{
              hist_update, has_neutral ? hist_neutral : nullptr, hist_merge, bin_count, 2, dests,
              bytes};
          EXPECT_EQ(context.run([&] {
            return planish_hist(context, shape.segments, shape.width, 20, &histogram, &binning);
          }),
                    PLANISH_OK);
          std::vector<int32_t> expected(all, 100);
          for (int64_t i = 0; i < shape.segments * shape.width; i++)
            expected[static_cast<size_t>(i / shape.width * bin_count + binning.bin_of(i))]++;
          EXPECT_EQ(counts, expected);
          if (threads == 1) one = sums;
          EXPECT_EQ(sums, one) << shape.segments << " x " << shape.width;
          const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
          const double items =
              std::accumulate(binning.items.values.begin(), binning.items.values.end(), 0.0);
          EXPECT_NEAR(total, items + 0.5 * static_cast<double>(all), 0.5);
        }
      }
    }
  }
}

TEST(RuntimeHistogram, AFailureOfAnyPieceIsGivenOn) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    Binning binning{Items({1, 100'000}, 5), 10};
    binning.items.failing = 70'000;
    int32_t counts[10] = {};
    float sums[10] = {};
    void* dests[] = {counts, sums};
    const int64_t bytes[] = {40, 40};
    const planish_histogram histogram{hist_update, hist_neutral, hist_merge, 10, 2, dests, bytes};
    EXPECT_EQ(
        context.run([&] { return planish_hist(context, 1, 100'000, 100, &histogram, &binning); }),
        PLANISH_FAILED);
  }
}

// ---- Filters: the positive items, and their positions

int32_t filter_write(planish_context* context, void* untyped, int64_t begin, int64_t end,
                     void* const* dests, int64_t at, int64_t* kept) {
  auto& items = *static_cast<Items*>(untyped);
  int64_t next = at;
  const int64_t last = at + (end - begin) - 1;
  for (int64_t i = begin; i < end; i++) {
    // Without a branch: what is not kept is overwritten by the next.
    const int64_t to = std::min(next, last);
    const float value = items.values[static_cast<size_t>(i)];
    if (next <= last) {
      static_cast<float*>(dests[0])[to] = value;
      static_cast<int64_t*>(dests[1])[to] = i;
    }
    next += value > 0 ? 1 : 0;
  }
  *kept = next - at;
  return items.fails(begin, end, context);
}
constexpr int64_t kItemBytes[] = {4, 8};
constexpr planish_filter_operator kPositive{filter_write, 2, kItemBytes};

TEST(RuntimeFilter, KeptItemsAreInOrder) {
  for (int64_t width : {0, 1, 2, 63, 65, 9973, 300'007}) {
    for (const float bias : {-2.0f, -0.9f, 0.0f, 2.0f}) {
      for (int32_t threads : kThreads) {
        TestContext context(threads);
        Items items({1, width}, 11);
        for (float& value : items.values) value += bias;
        std::vector<int64_t> expected;
        for (int64_t i = 0; i < width; i++) {
          if (items.values[static_cast<size_t>(i)] > 0) expected.push_back(i);
        }
        int64_t kept = -1;
        planish_block* blocks[2] = {};
        EXPECT_EQ(context.run([&] {
          return planish_filter(context, width, 40, &kPositive, &items, &kept, blocks);
        }),
                  PLANISH_OK);
        const Freed values(context, blocks[0]);
        const Freed positions(context, blocks[1]);
        ASSERT_EQ(kept, static_cast<int64_t>(expected.size()));
        EXPECT_EQ(blocks[0]->bytes, kept * 4);
        EXPECT_EQ(blocks[1]->bytes, kept * 8);
        for (int64_t i = 0; i < kept; i++) {
          ASSERT_EQ(data<int64_t>(blocks[1])[i], expected[static_cast<size_t>(i)]);
          ASSERT_EQ(data<float>(blocks[0])[i],
                    items.values[static_cast<size_t>(expected[static_cast<size_t>(i)])]);
        }
      }
    }
  }
}

TEST(RuntimeFilter, FewKeptItemsHoldLittleMemory) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    Items items({1, 1'000'000}, 11);
    for (float& value : items.values) value -= 0.9f;
    int64_t kept = 0;
    planish_block* blocks[2] = {};
    context.run(
        [&] { return planish_filter(context, 1'000'000, 4, &kPositive, &items, &kept, blocks); });
    const Freed values(context, blocks[0]);
    const Freed positions(context, blocks[1]);
    EXPECT_LT(planish_memory(context).in_use, kept * 12 * 2);
  }
}

// What was written to is written to again: no new pages from the system, whose first use takes
// longer than to filter.
TEST(RuntimeFilter, ResultsAreMadeInTheMemoryOfFormerOnes) {
  constexpr int64_t kWidth = 4'000'000;
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    Items items({1, kWidth}, 11);
    int64_t reserved = 0;
    for (int round = 0; round < 4; round++) {
      int64_t kept = 0;
      planish_block* blocks[2] = {};
      context.run(
          [&] { return planish_filter(context, kWidth, 4, &kPositive, &items, &kept, blocks); });
      const Freed values(context, blocks[0]);
      const Freed positions(context, blocks[1]);
      const planish_memory_statistics now = planish_memory(context);
      EXPECT_GE(now.in_use, kept * 12);
      EXPECT_LE(now.in_use, kept * 14);  // about half of them are kept
      // New memory in each round would be four times as much at the end. How much the pieces of a
      // round take depends on how many threads happen to work on them.
      if (round == 0) reserved = now.in_use + now.cached;
      EXPECT_LE(now.in_use + now.cached, 2 * reserved) << threads;
    }
  }
}

TEST(RuntimeFilter, PagesBehindAResultAreKeptUntilTheyAreNeeded) {
  constexpr int64_t kWidth = 4'000'000;
  planish_config config = TestContext::with_threads(2);
  config.memory_limit = 100'000'000;
  TestContext context(config);
  Items items({1, kWidth}, 11);
  // Blocks that have been written to as a whole.
  for (int64_t bytes : kItemBytes) planish_free(context, planish_allocate(context, kWidth * bytes));
  int64_t kept = 0;
  planish_block* blocks[2] = {};
  context.run(
      [&] { return planish_filter(context, kWidth, 4, &kPositive, &items, &kept, blocks); });
  const Freed values(context, blocks[0]);
  const Freed positions(context, blocks[1]);
  const planish_memory_statistics before = planish_memory(context);
  EXPECT_LE(before.in_use, kept * 14);
  EXPECT_GE(before.cached, (kWidth - kept) * 10);
  const std::vector<float> copy(data<float>(blocks[0]), data<float>(blocks[0]) + kept);
  const Freed large(context, planish_allocate(context, 70'000'000));
  const planish_memory_statistics after = planish_memory(context);
  EXPECT_GE(after.in_use, before.in_use + 70'000'000);
  EXPECT_LE(after.in_use + after.cached, 100'000'000);
  EXPECT_TRUE(std::equal(copy.begin(), copy.end(), data<float>(blocks[0])));
}

TEST(RuntimeFilter, AFailureFreesEverything) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    Items items({1, 300'000}, 11);
    items.failing = 200'000;
    int64_t kept = 0;
    planish_block* blocks[2] = {};
    EXPECT_EQ(context.run([&] {
      return planish_filter(context, 300'000, 40, &kPositive, &items, &kept, blocks);
    }),
              PLANISH_FAILED);
    EXPECT_EQ(blocks[0], nullptr);
    EXPECT_EQ(blocks[1], nullptr);
  }
}

// ---- All of them

TEST(RuntimeParallel, OutOfMemoryIsAStatus) {
  for (int32_t threads : {1, 4}) {
    planish_config config = TestContext::with_threads(threads);
    config.memory_limit = 1000;
    TestContext context(config);
    Items items({1, 100'000}, 1);
    items.results.resize(items.values.size());
    planish_reduction reduction = kSum;
    reduction.accumulator_bytes = 4096;
    planish_scan_operator scan = kRunningSum;
    scan.accumulator_bytes = 4096;
    int64_t kept = 0;
    planish_block* blocks[2] = {};
    const auto expect_failure = [&](auto code) {
      EXPECT_EQ(context.run(code), PLANISH_OUT_OF_MEMORY);
      EXPECT_NE(context.message().find("out of memory"), std::string::npos);
    };
    expect_failure([&] { return planish_reduce(context, 1, 100'000, 100, &reduction, &items); });
    expect_failure([&] { return planish_scan(context, 1, 100'000, 100, &scan, &items); });
    expect_failure(
        [&] { return planish_filter(context, 100'000, 100, &kPositive, &items, &kept, blocks); });
    Binning binning{std::move(items), 5000};
    std::vector<int32_t> counts(5000);
    std::vector<float> bin_sums(5000);
    void* dests[] = {counts.data(), bin_sums.data()};
    const int64_t bytes[] = {20'000, 20'000};
    const planish_histogram histogram{hist_update, hist_neutral, hist_merge, 5000, 2, dests, bytes};
    // It needs no copies of the bins.
    EXPECT_EQ(
        context.run([&] { return planish_hist(context, 1, 100'000, 100, &histogram, &binning); }),
        PLANISH_OK);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), 100'000);
  }
}

TEST(RuntimeParallel, SmallWorkIsCutWhereCostsAreCountedHigher) {
  for (int64_t factor : {1, 1'000'000}) {
    planish_config config = TestContext::with_threads(4);
    config.cost_factor = factor;
    TestContext context(config);
    std::atomic<int64_t> items = 0, ranges = 0;
    struct Closure {
      std::atomic<int64_t>& items;
      std::atomic<int64_t>& ranges;
    } closure{items, ranges};
    const auto count = [](planish_context*, void* untyped, int64_t begin, int64_t end) -> int32_t {
      static_cast<Closure*>(untyped)->items += end - begin;
      static_cast<Closure*>(untyped)->ranges++;
      return PLANISH_OK;
    };
    EXPECT_EQ(context.run([&] { return planish_parallel_for(context, 7, 1, count, &closure); }),
              PLANISH_OK);
    EXPECT_EQ(items, 7);
    EXPECT_EQ(ranges, factor == 1 ? 1 : 7);
    // The parts of a reduction, too.
    Items numbers({1, 7}, 3);
    numbers.results.resize(1);
    static std::atomic<int> parts;
    parts = 0;
    planish_reduction reduction = kSum;
    reduction.part = [](planish_context* of, void* untyped, int64_t segment, int64_t begin,
                        int64_t end, void* accumulator) -> int32_t {
      parts++;
      return kSum.part(of, untyped, segment, begin, end, accumulator);
    };
    EXPECT_EQ(context.run([&] { return planish_reduce(context, 1, 7, 1, &reduction, &numbers); }),
              PLANISH_OK);
    EXPECT_EQ(parts, factor == 1 ? 0 : 7);
  }
}

TEST(RuntimeParallel, WhatATaskStartsRunsInIt) {
  TestContext context(4);
  Items items({1, 100'000}, 1);
  items.results.assign(1, 0.0f);
  const std::vector<float> expected = [&] {
    context.run([&] { return planish_reduce(context, 1, 100'000, 100, &kSum, &items); });
    return items.results;
  }();
  std::atomic<int> wrong = 0;
  struct Closure {
    const std::vector<float>& expected;
    std::atomic<int>& wrong;
  } closure{expected, wrong};
  EXPECT_EQ(context.run([&] {
    return planish_parallel_for(
        context, 8, 10'000'000,
        [](planish_context* cx, void* untyped, int64_t begin, int64_t end) {
          auto& own = *static_cast<Closure*>(untyped);
          for (int64_t i = begin; i < end; i++) {
            Items mine({1, 100'000}, 1);
            mine.results.assign(1, 0.0f);
            const int32_t status = planish_reduce(cx, 1, 100'000, 100, &kSum, &mine);
            if (status != PLANISH_OK) return status;
            if (mine.results != own.expected) own.wrong++;
          }
          return int32_t{PLANISH_OK};
        },
        &closure);
  }),
            PLANISH_OK);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace planish::native
