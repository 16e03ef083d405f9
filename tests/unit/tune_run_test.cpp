// Tuning of a program on its data sets, with costs that are made up instead of times.
#include "driver/tune/tune_run.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace planish {
namespace {

constexpr const char* kThreshold = "cpu.main.points_0";

class TuneRun : public testing::Test {
 protected:
  ~TuneRun() override { std::filesystem::remove(path_); }

  TuneOutcome tune(const std::string& program) {
    std::ofstream(path_) << program;
    options_.compile.backend = &cpu_backend();
    options_.compile.load.threads = 1;
    Session session;
    const std::atomic<bool> interrupt = false;
    return tune_program(session, path_, options_, interrupt, nullptr);
  }

  const std::string path_ = testing::TempDir() + "planish_tune_test.fut";
  TuneOptions options_;
};

// Rows are divided by their sums: in one thread for each row, or by a sum of all rows and a map.
std::string rows_program(const std::string& expected) {
  return "-- ==\n"
         "-- \"few rows\" input { [[1f64, 3f64], [2f64, 2f64]] }\n"
         "-- output { " +
         expected +
         " }\n"
         "-- \"many rows\" script input { ones 100i64 }\n"
         "def main [n] [m] (xss: [n][m]f64) : [n][m]f64 =\n"
         "  map (\\xs -> let s = f64.sum xs in map (/ s) xs) xss\n"
         "entry ones (n: i64) : [n][4]f64 = replicate n (replicate 4 1)\n";
}
const std::string kRight = "[[0.25f64, 0.75f64], [0.5f64, 0.5f64]]";

// One version costs 10, the other 1.
auto costs(bool outer_is_better) {
  return [=](const std::string&, const ComparedThresholds& compared,
             const runtime::TuningValues& settings) {
    const ComparedThreshold& threshold = compared.at(kThreshold);
    const auto set = settings.find(kThreshold);
    const int64_t limit = set == settings.end() ? threshold.fallback : set->second;
    const bool is_outer = *threshold.values.begin() >= limit;
    return is_outer == outer_is_better ? 1.0 : 10.0;
  };
}

TEST_F(TuneRun, FindsTheBetterVersion) {
  options_.clock = costs(true);
  const TuneOutcome outcome = tune(rows_program(kRight));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.found, (runtime::TuningValues{{kThreshold, 2}}));
  ASSERT_EQ(outcome.datasets.size(), 2u);
  EXPECT_EQ(outcome.datasets[0].name, "few rows");
  EXPECT_EQ(outcome.datasets[0].comparison.verdict, TimeVerdict::Faster);
  EXPECT_DOUBLE_EQ(outcome.datasets[0].comparison.speedup, 10);
  EXPECT_EQ(outcome.datasets[1].comparison.verdict, TimeVerdict::Same);
  ASSERT_TRUE(outcome.thresholds.contains(kThreshold));
  EXPECT_EQ(outcome.thresholds.at(kThreshold).values, (std::set<int64_t>{2, 100}));
}

TEST_F(TuneRun, ABadSettingIsFoundToBeOne) {
  options_.clock = costs(false);
  options_.compile.load.tuning = {{kThreshold, 1}};
  const TuneOutcome outcome = tune(rows_program(kRight));
  EXPECT_EQ(outcome.found, (runtime::TuningValues{{kThreshold, 101}}));
}

TEST_F(TuneRun, WithoutAGainNothingIsFound) {
  options_.clock = [](const auto&, const auto&, const auto&) { return 1.0; };
  const TuneOutcome outcome = tune(rows_program(kRight));
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.found.empty());
  EXPECT_TRUE(outcome.is_complete);
  EXPECT_EQ(outcome.runs, 4u) << "both versions on both data sets";
}

TEST_F(TuneRun, AWrongResultIsAnError) {
  options_.clock = costs(true);
  const TuneOutcome outcome = tune(rows_program("[[0.25f64, 0.75f64], [0.5f64, 1f64]]"));
  EXPECT_NE(outcome.error.find("few rows: the result is wrong"), std::string::npos)
      << outcome.error;
}

TEST_F(TuneRun, AProgramNeedsDataSets) {
  EXPECT_NE(tune("entry main (x: i32) = x\n").error.find("no data sets"), std::string::npos);
}

TEST_F(TuneRun, AProgramWithOneVersionHasNoThresholds) {
  const TuneOutcome outcome =
      tune("-- ==\n-- input { 1 } output { 2 }\nentry main (x: i32) = x + 1\n");
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.thresholds.empty());
}

TEST(TuningText, KeepsWhatIsOfOthers) {
  const runtime::TuningValues kept{
      {"chunk", 3}, {"cpu.main.points_0", 5}, {"gpu.main.points_0", 7}};
  EXPECT_EQ(tuning_text(kept, {{"cpu.main.points_1", 9}}, "cpu"),
            "chunk=3\ncpu.main.points_1=9\ngpu.main.points_0=7\n");
  EXPECT_EQ(tuning_text({{"cpu.main.points_0", 5}}, {}, "cpu"), "");
}

}  // namespace
}  // namespace planish
