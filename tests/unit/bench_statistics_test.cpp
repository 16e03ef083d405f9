#include "driver/bench_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace planish {
namespace {

TEST(BenchStatistics, MeanMedianAndInterval) {
  TimeSummary summary = summarise(std::vector<double>{4, 1, 3, 2, 10});
  EXPECT_EQ(summary.runs, 5u);
  EXPECT_DOUBLE_EQ(summary.mean, 4);
  EXPECT_DOUBLE_EQ(summary.median, 3);
  EXPECT_NEAR(summary.deviation, std::sqrt(12.5), 1e-12);
  // 2.776 is Student's value for four degrees of freedom.
  double half = 2.776 * std::sqrt(12.5 / 5);
  EXPECT_DOUBLE_EQ(summary.low, 0);  // a time is not negative
  EXPECT_NEAR(summary.high, 4 + half, 1e-9);
}

TEST(BenchStatistics, EvenCountAndSingleTimes) {
  EXPECT_DOUBLE_EQ(summarise(std::vector<double>{1, 2, 3, 10}).median, 2.5);
  TimeSummary one = summarise(std::vector<double>{7});
  EXPECT_DOUBLE_EQ(one.mean, 7);
  EXPECT_TRUE(std::isinf(one.high));
  EXPECT_EQ(summarise({}).runs, 0u);
}

TEST(BenchStatistics, StudentsDistributionApproachesTheNormalOne) {
  // Of 11 and 1001 times with deviation 1: tabulated values are 2.228 and 1.962.
  for (auto [count, student] : {std::pair(11, 2.228), std::pair(1001, 1.962)}) {
    std::vector<double> times;
    for (int i = 0; i < count; i++) times.push_back(100 + (i % 2 == 0 ? 1 : -1));
    TimeSummary summary = summarise(times);
    EXPECT_NEAR((summary.high - summary.mean) / (summary.deviation / std::sqrt(count)), student,
                2e-3);
  }
}

TEST(BenchStatistics, RunningTimesAgreeWithTheSummary) {
  std::vector<double> times = {5, 6, 5.5, 7, 5.25, 6.125};
  RunningTimes running;
  for (double time : times) running.add(time);
  EXPECT_NEAR(running.relative_error(), summarise(times).relative_error(), 1e-12);
  RunningTimes one;
  one.add(3);
  EXPECT_TRUE(std::isinf(one.relative_error()));
}

TEST(BenchStatistics, DifferencesThatCountAndThatDoNot) {
  std::vector<double> slow, fast, like_slow;
  for (int i = 0; i < 20; i++) {
    slow.push_back(2 + 0.01 * i);
    fast.push_back(1 + 0.01 * i);
    like_slow.push_back(2 + 0.01 * ((i * 7 + 3) % 20));
  }
  TimeComparison faster = compare_times(slow, fast);
  EXPECT_NEAR(faster.speedup, 2.095 / 1.095, 1e-9);
  EXPECT_TRUE(faster.significant);
  EXPECT_LT(compare_times(fast, slow).speedup, 1);
  EXPECT_TRUE(compare_times(fast, slow).significant);
  EXPECT_FALSE(compare_times(slow, like_slow).significant);
  // One disturbed run changes neither.
  like_slow[3] = 1000;
  EXPECT_FALSE(compare_times(slow, like_slow).significant);
  EXPECT_NEAR(compare_times(slow, like_slow).speedup, 1, 0.01);
}

TEST(BenchStatistics, TooFewTimesProveNothing) {
  EXPECT_FALSE(compare_times(std::vector<double>{2}, std::vector<double>{1}).significant);
  EXPECT_FALSE(compare_times(std::vector<double>{2, 2}, std::vector<double>{2, 2}).significant);
  EXPECT_FALSE(compare_times({}, std::vector<double>{1}).significant);
}

}  // namespace
}  // namespace planish
