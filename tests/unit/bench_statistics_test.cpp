#include "driver/bench/bench_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace planish {
namespace {

// Times of some processes, whose medians and means are those given.
struct Sample {
  std::vector<double> times;
  std::vector<size_t> processes;

  explicit Sample(std::initializer_list<double> processes_times) {
    for (double time : processes_times) {
      for (double share : {0.999, 1.0, 1.001}) times.push_back(share * time);
      processes.push_back(3);
    }
  }
  operator TimeSample() const { return {times, processes}; }
};

TEST(BenchStatistics, MeanMedianAndInterval) {
  const std::vector<double> times{4, 1, 3, 2, 10};
  TimeSummary summary = summarise({times});
  EXPECT_EQ(summary.runs, 5u);
  EXPECT_DOUBLE_EQ(summary.mean, 4);
  EXPECT_DOUBLE_EQ(summary.median, 3);
  // 2.776 is Student's value for four degrees of freedom.
  double half = 2.776 * std::sqrt(12.5 / 5);
  EXPECT_DOUBLE_EQ(summary.low, 0);  // a time is not negative
  EXPECT_NEAR(summary.high, 4 + half, 1e-9);
}

TEST(BenchStatistics, EvenCountAndSingleTimes) {
  const std::vector<double> four{1, 2, 3, 10}, single{7};
  EXPECT_DOUBLE_EQ(summarise({four}).median, 2.5);
  TimeSummary one = summarise({single});
  EXPECT_DOUBLE_EQ(one.mean, 7);
  EXPECT_TRUE(std::isinf(one.high));
  EXPECT_EQ(summarise({}).runs, 0u);
}

TEST(BenchStatistics, StudentsDistributionApproachesTheNormalOne) {
  // Of 11 and 1001 times with deviation 1: tabulated values are 2.228 and 1.962.
  for (auto [count, student] : {std::pair(11, 2.228), std::pair(1001, 1.962)}) {
    std::vector<double> times;
    for (int i = 0; i < count; i++) times.push_back(100 + (i % 2 == 0 ? 1 : -1));
    TimeSummary summary = summarise({times});
    double squares = 0;
    for (double time : times) squares += (time - summary.mean) * (time - summary.mean);
    const double deviation = std::sqrt(squares / (count - 1));
    EXPECT_NEAR((summary.high - summary.mean) / (deviation / std::sqrt(count)), student, 2e-3);
  }
}

TEST(BenchStatistics, ProcessesThatDifferMakeTheMeanUncertain) {
  const Sample sample{100, 104, 98, 102, 96};
  const TimeSummary together = summarise(sample), alone = summarise({sample.times});
  EXPECT_DOUBLE_EQ(together.mean, 100);
  EXPECT_NEAR(together.high - 100, 2.776 * std::sqrt(10.0 / 5), 1e-9);
  EXPECT_GT(together.high - together.low, 1.5 * (alone.high - alone.low));
}

TEST(BenchStatistics, RunningTimesAgreeWithTheSummary) {
  std::vector<double> times = {5, 6, 5.5, 7, 5.25, 6.125};
  RunningTimes running;
  for (double time : times) running.add(time);
  EXPECT_NEAR(running.relative_error(), summarise({times}).relative_error(), 1e-12);
  RunningTimes one;
  one.add(3);
  EXPECT_TRUE(std::isinf(one.relative_error()));
}

TEST(BenchStatistics, DifferencesThatCountAndThatDoNot) {
  const Sample slow{200, 201, 199, 200, 202}, fast{100, 101, 99, 100, 101};
  TimeComparison faster = compare_times(slow, fast);
  EXPECT_NEAR(faster.speedup, 2, 0.01);
  EXPECT_EQ(faster.verdict, TimeVerdict::Faster);
  EXPECT_EQ(compare_times(fast, slow).verdict, TimeVerdict::Slower);
  // However certain it is, a difference below 2 % is none.
  const Sample little{98.6, 98.6, 98.6, 98.6, 98.6}, more{97.5, 97.5, 97.5, 97.5, 97.5};
  const Sample same{100, 100, 100, 100, 100};
  EXPECT_EQ(compare_times(same, little).verdict, TimeVerdict::Same);
  EXPECT_EQ(compare_times(same, more).verdict, TimeVerdict::Faster);
  // And however large it is, one that is not larger than those between processes.
  const Sample wide{100, 130, 90, 110, 120}, other{95, 120, 85, 100, 110};
  EXPECT_EQ(compare_times(wide, other).verdict, TimeVerdict::Same);
}

TEST(BenchStatistics, DisturbedRunsDoNotMatter) {
  Sample slow{200, 201, 199, 200, 202}, fast{100, 101, 99, 100, 101};
  for (size_t i = 0; i < fast.times.size(); i += 3) fast.times[i] = 1000;
  EXPECT_EQ(compare_times(slow, fast).verdict, TimeVerdict::Faster);
}

TEST(BenchStatistics, RunsOfOneProcessProveNothing) {
  std::vector<double> before(1000, 1.0), after(1000, 0.9);
  EXPECT_EQ(compare_times({before}, {after}).verdict, TimeVerdict::Unknown);
  EXPECT_EQ(compare_times({}, {after}).verdict, TimeVerdict::Unknown);
  // One beside several is judged by how far those are apart.
  const Sample now{0.9, 0.901, 0.899, 0.9, 0.9}, apart{0.9, 1.1, 0.8, 0.95, 1.0};
  EXPECT_EQ(compare_times({before}, now).verdict, TimeVerdict::Faster);
  EXPECT_EQ(compare_times({before}, apart).verdict, TimeVerdict::Same);
}

// What an unchanged program looks like: processes differ by 1 %, and runs of one by much less.
TEST(BenchStatistics, AnUnchangedProgramIsCalledUnchanged) {
  std::mt19937 random(1);
  std::normal_distribution<double> process(100, 1), run(0, 0.05);
  auto sample = [&] {
    Sample all{};
    for (int i = 0; i < 5; i++) {
      const double center = process(random);
      for (int j = 0; j < 200; j++) all.times.push_back(center + run(random));
      all.processes.push_back(200);
    }
    return all;
  };
  int wrong = 0;
  for (int i = 0; i < 500; i++)
    wrong += compare_times(sample(), sample()).verdict != TimeVerdict::Same;
  EXPECT_LE(wrong, 10);
}

}  // namespace
}  // namespace planish
