// Parallel operators over rows of different lengths: right for any lengths, and the same to the bit
// for any number of threads.
#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <random>

#include "runtime_testing.h"

namespace planish::native {
namespace {

constexpr int32_t kThreads[] = {1, 2, 4, 7};
constexpr int64_t kCosts[] = {1, 40, 20'000};

// Offsets begin with `base`.
std::vector<int64_t> offsets_of(size_t rows, const std::function<int64_t(size_t)>& length,
                                int64_t base) {
  std::vector<int64_t> offsets{base};
  for (size_t row = 0; row < rows; row++) offsets.push_back(offsets.back() + length(row));
  return offsets;
}

std::vector<std::vector<int64_t>> shapes() {
  std::mt19937 random(1);
  return {
      {7},
      {0, 0},
      {5, 9},
      offsets_of(
          3000, [](size_t) { return 16; }, 0),
      offsets_of(
          3000, [](size_t) { return 0; }, 3),
      offsets_of(
          3000, [](size_t row) { return row == 1234 ? 60'000 : 0; }, 5),
      offsets_of(
          2999, [](size_t row) { return row % 2 == 0 ? 0 : 97; }, 0),
      offsets_of(
          1, [](size_t) { return 100'003; }, 11),
      offsets_of(
          3, [](size_t) { return 30'011; }, 0),
      offsets_of(
          500, [](size_t row) { return row == 17 ? 50'000 : 3; }, 0),
      offsets_of(
          1000, [](size_t row) { return static_cast<int64_t>(60'000 / (row + 1)); }, 1),
      offsets_of(
          10'007, [&](size_t) { return static_cast<int64_t>(random() % 9); }, 0),
      offsets_of(
          2, [](size_t row) { return row == 0 ? 0 : 70'000; }, 0),
      offsets_of(
          2, [](size_t row) { return row == 0 ? 70'000 : 0; }, 0),
  };
}

struct RowItems {
  std::vector<int64_t> offsets;
  std::vector<float> values;  // by number
  std::vector<float> results;
  int64_t failing = -1;

  explicit RowItems(std::vector<int64_t> from) : offsets(std::move(from)), values(item_count()) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> some(-1, 1);
    for (float& value : values) value = some(random);
  }
  int64_t rows() const { return static_cast<int64_t>(offsets.size()) - 1; }
  size_t item_count() const { return static_cast<size_t>(offsets.back() - offsets.front()); }
  int64_t first(int64_t row) const { return offsets[static_cast<size_t>(row)] - offsets[0]; }
  int64_t length(int64_t row) const { return first(row + 1) - first(row); }
  float value(int64_t number) const { return values[static_cast<size_t>(number)]; }
  int32_t fails(int64_t begin, int64_t end, planish_context* context) const {
    if (failing < begin || failing >= end) return PLANISH_OK;
    static constexpr planish_message_part kPart{"the item", 0};
    static constexpr planish_check_site kSite{&kPart, 1, nullptr, 0};
    return planish_fail(context, &kSite, nullptr);
  }
};

int32_t sum_part(planish_context* context, void* untyped, int64_t row, int64_t begin, int64_t end,
                 void* accumulator) {
  auto& items = *static_cast<RowItems*>(untyped);
  const int64_t first = items.first(row);
  float sum = 0;
  for (int64_t i = first + begin; i < first + end; i++) sum += items.value(i);
  *static_cast<float*>(accumulator) = sum;
  return items.fails(first + begin, first + end, context);
}
int32_t sum_combine(planish_context*, void*, void* left, const void* right) {
  *static_cast<float*>(left) += *static_cast<const float*>(right);
  return PLANISH_OK;
}
int32_t sum_finish(planish_context*, void* untyped, int64_t row, const void* accumulator) {
  static_cast<RowItems*>(untyped)->results[static_cast<size_t>(row)] =
      *static_cast<const float*>(accumulator);
  return PLANISH_OK;
}
int32_t sum_rows(planish_context* context, void* untyped, int64_t begin, int64_t end) {
  auto& items = *static_cast<RowItems*>(untyped);
  for (int64_t row = begin; row < end; row++) {
    const int32_t status = sum_part(context, untyped, row, 0, items.length(row),
                                    &items.results[static_cast<size_t>(row)]);
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}
constexpr planish_reduction kSum{sum_rows, sum_part, sum_combine, sum_finish, sizeof(float), 0};
constexpr planish_reduction kUncut{sum_rows, nullptr, nullptr, nullptr, sizeof(float), 0};

TEST(RuntimeRows, SumsAreRightAndTheSameForAnyThreads) {
  for (const std::vector<int64_t>& offsets : shapes()) {
    for (int64_t cost : kCosts) {
      for (const planish_reduction* op : {&kSum, &kUncut}) {
        std::vector<float> one;
        for (int32_t threads : kThreads) {
          TestContext context(threads);
          RowItems items(offsets);
          items.results.assign(static_cast<size_t>(items.rows()), -1000.0f);
          EXPECT_EQ(context.run([&] {
            return planish_reduce_rows(context, items.rows(), items.offsets.data(), cost, op,
                                       &items);
          }),
                    PLANISH_OK);
          if (threads != 1) {
            EXPECT_EQ(items.results, one);
            continue;
          }
          one = items.results;
          for (int64_t row = 0; row < items.rows(); row++) {
            double sum = 0;
            for (int64_t i = 0; i < items.length(row); i++)
              sum += static_cast<double>(items.value(items.first(row) + i));
            ASSERT_NEAR(one[static_cast<size_t>(row)], sum, 0.05)
                << "row " << row << " of " << items.rows() << ", cost " << cost;
          }
        }
      }
    }
  }
}

// Lengths of rows decide how much one call is given: neither one long row nor many empty ones are
// left to one thread.
TEST(RuntimeRows, NoShareIsLarge) {
  static std::atomic<int64_t> largest;
  const auto note = [](int64_t size) {
    for (int64_t known = largest; known < size && !largest.compare_exchange_weak(known, size);) {
    }
  };
  planish_reduction noting = kSum;
  noting.part = [](planish_context* context, void* untyped, int64_t row, int64_t begin, int64_t end,
                   void* accumulator) -> int32_t {
    decltype(note){}(end - begin);
    return sum_part(context, untyped, row, begin, end, accumulator);
  };
  noting.segments = [](planish_context* context, void* untyped, int64_t begin,
                       int64_t end) -> int32_t {
    auto& items = *static_cast<RowItems*>(untyped);
    decltype(note){}(end - begin + items.first(end) - items.first(begin));
    return sum_rows(context, untyped, begin, end);
  };
  for (const std::vector<int64_t>& offsets : shapes()) {
    RowItems items(offsets);
    const int64_t work = items.rows() + static_cast<int64_t>(items.item_count());
    if (work < 10'000) continue;
    largest = 0;
    TestContext context(4);
    items.results.resize(static_cast<size_t>(items.rows()));
    context.run([&] {
      return planish_reduce_rows(context, items.rows(), items.offsets.data(), 1000, &noting,
                                 &items);
    });
    EXPECT_LT(largest, work / 8) << items.rows() << " rows";
  }
}

TEST(RuntimeRows, AFailureOfAnyPartIsGivenOn) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    RowItems items(offsets_of(500, [](size_t row) { return row == 17 ? 50'000 : 3; }, 0));
    for (int64_t failing :
         {int64_t{0}, int64_t{30'000}, static_cast<int64_t>(items.item_count()) - 1}) {
      items.failing = failing;
      items.results.assign(items.item_count(), 0.0f);
      EXPECT_EQ(context.run([&] {
        return planish_reduce_rows(context, items.rows(), items.offsets.data(), 100, &kSum, &items);
      }),
                PLANISH_FAILED);
      EXPECT_EQ(context.message(), "the item");
    }
  }
}

// ---- Running sums

int32_t scan_neutral(planish_context*, void*, void* accumulator) {
  *static_cast<float*>(accumulator) = 0;
  return PLANISH_OK;
}
int32_t scan_part(planish_context* context, void* untyped, int64_t row, int64_t begin, int64_t end,
                  void* carry) {
  auto& items = *static_cast<RowItems*>(untyped);
  const int64_t first = items.first(row);
  float sum = 0;
  for (int64_t i = first + begin; i < first + end; i++) {
    sum += items.value(i);
    items.results[static_cast<size_t>(i)] = *static_cast<float*>(carry) + sum;
  }
  *static_cast<float*>(carry) += sum;
  return items.fails(first + begin, first + end, context);
}
int32_t scan_rows(planish_context* context, void* untyped, int64_t begin, int64_t end) {
  for (int64_t row = begin; row < end; row++) {
    float carry = 0;
    const int32_t status =
        scan_part(context, untyped, row, 0, static_cast<RowItems*>(untyped)->length(row), &carry);
    if (status != PLANISH_OK) return status;
  }
  return PLANISH_OK;
}
constexpr planish_scan_operator kRunningSum{scan_rows,   scan_neutral, sum_part,
                                            sum_combine, scan_part,    sizeof(float)};
constexpr planish_scan_operator kUncutScan{scan_rows, nullptr, nullptr,
                                           nullptr,   nullptr, sizeof(float)};

TEST(RuntimeRows, RunningSumsAreRightAndTheSameForAnyThreads) {
  for (const std::vector<int64_t>& offsets : shapes()) {
    for (int64_t cost : kCosts) {
      for (const planish_scan_operator* op : {&kRunningSum, &kUncutScan}) {
        std::vector<float> one;
        for (int32_t threads : kThreads) {
          TestContext context(threads);
          RowItems items(offsets);
          items.results.assign(items.item_count(), -1000.0f);
          EXPECT_EQ(context.run([&] {
            return planish_scan_rows(context, items.rows(), items.offsets.data(), cost, op, &items);
          }),
                    PLANISH_OK);
          if (threads != 1) {
            EXPECT_EQ(items.results, one);
            continue;
          }
          one = items.results;
          for (int64_t row = 0; row < items.rows(); row++) {
            double sum = 0;
            for (int64_t i = items.first(row); i < items.first(row + 1); i++) {
              sum += static_cast<double>(items.value(i));
              ASSERT_NEAR(one[static_cast<size_t>(i)], sum, 0.05);
            }
          }
        }
      }
    }
  }
}

// ---- Items

TEST(RuntimeRows, EveryItemIsDoneOnce) {
  for (int32_t threads : kThreads) {
    TestContext context(threads);
    for (const std::vector<int64_t>& offsets : shapes()) {
      for (int64_t width : {0, 1, 3}) {
        for (int64_t cost : kCosts) {
          const int64_t rows = static_cast<int64_t>(offsets.size()) - 1;
          std::vector<std::atomic<int>> done(
              static_cast<size_t>((offsets.back() - offsets.front()) * width));
          EXPECT_EQ(context.run([&] {
            return planish_parallel_rows(
                context, rows, offsets.data(), width, cost,
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
}

TEST(RuntimeRows, TheRowOfAnItemIsFound) {
  for (const std::vector<int64_t>& offsets : shapes()) {
    const int64_t rows = static_cast<int64_t>(offsets.size()) - 1;
    for (int64_t row = 0; row < rows; row++) {
      const auto at = static_cast<size_t>(row);
      if (offsets[at] == offsets[at + 1]) continue;
      EXPECT_EQ(planish_find_row(offsets.data(), rows, offsets[at] - offsets[0]), row);
      EXPECT_EQ(planish_find_row(offsets.data(), rows, offsets[at + 1] - 1 - offsets[0]), row);
    }
  }
}

}  // namespace
}  // namespace planish::native
