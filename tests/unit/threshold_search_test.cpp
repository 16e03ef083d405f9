// The search for thresholds: programs are functions of the settings that count what they cost.
#include "driver/tune/threshold_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace planish {
namespace {

// What a program is given to ask about thresholds.
class Asking {
 public:
  explicit Asking(const runtime::TuningValues& settings) : settings_(settings) {}

  bool at_least(const std::string& name, int64_t fallback, int64_t value) {
    ComparedThreshold& threshold = compared[name];
    threshold.fallback = fallback;
    threshold.values.insert(value);
    const auto set = settings_.find(name);
    return value >= (set == settings_.end() ? fallback : set->second);
  }

  ComparedThresholds compared;

 private:
  const runtime::TuningValues& settings_;
};

// The seconds that it takes for data of a size.
using Program = std::function<double(Asking& ask, int64_t size)>;

class Subject : public TuneSubject {
 public:
  Subject(std::vector<int64_t> sizes, Program program)
      : sizes_(std::move(sizes)), program_(std::move(program)) {}

  size_t datasets() const override { return sizes_.size(); }
  std::optional<TuneTrial> run(size_t dataset, const runtime::TuningValues& settings,
                               double worth) override {
    if (runs == most_runs) return std::nullopt;
    runs++;
    Asking ask(settings);
    const double seconds = program_(ask, sizes_[dataset]);
    if (seconds > worth) given_up++;
    return TuneTrial{seconds > worth ? std::numeric_limits<double>::infinity() : seconds,
                     std::move(ask.compared)};
  }

  size_t runs = 0;
  size_t most_runs = 1000;
  size_t given_up = 0;

 private:
  const std::vector<int64_t> sizes_;
  const Program program_;
};

ThresholdSearch::Found search(Subject& subject, const runtime::TuningValues& start = {}) {
  return ThresholdSearch(subject).run(start);
}

using Values = runtime::TuningValues;

TEST(ThresholdSearch, FindsThatTheOtherVersionIsBetter) {
  Subject subject(
      {100}, [](Asking& ask, int64_t size) { return ask.at_least("t", 64, size) ? 10.0 : 1.0; });
  const ThresholdSearch::Found found = search(subject);
  EXPECT_EQ(found.settings, (Values{{"t", 101}}));
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(subject.runs, 2u);
  ASSERT_TRUE(found.thresholds.contains("t"));
  EXPECT_EQ(found.thresholds.at("t").fallback, 64);
  EXPECT_EQ(found.thresholds.at("t").values, std::set<int64_t>{100});
}

TEST(ThresholdSearch, ABadSettingAtTheStartIsReplaced) {
  Subject subject(
      {100}, [](Asking& ask, int64_t size) { return ask.at_least("t", 64, size) ? 1.0 : 10.0; });
  EXPECT_EQ(search(subject, {{"t", 1'000'000}, {"chunk", 3}}).settings,
            (Values{{"chunk", 3}, {"t", 100}}));
}

TEST(ThresholdSearch, WhatMakesNoDifferenceStays) {
  Subject subject({100, 1000}, [](Asking& ask, int64_t size) {
    return ask.at_least("t", 64, size) ? 1.0 : 0.97;
  });
  EXPECT_TRUE(search(subject).settings.empty());
  EXPECT_EQ(subject.runs, 4u);
}

TEST(ThresholdSearch, LiesBetweenTheSizesThatWantOtherVersions) {
  Subject subject({10, 100, 1000}, [](Asking& ask, int64_t size) {
    const bool outer = ask.at_least("t", 64, size);
    return outer == (size >= 1000) ? 1.0 : 2.0;
  });
  const int64_t found = search(subject).settings.at("t");
  EXPECT_GT(found, 100);
  EXPECT_LE(found, 1000);
  EXPECT_EQ(subject.runs, 6u) << "two paths for each data set";
}

// The first version is better than the other one, as long as that is not at its best.
TEST(ThresholdSearch, VersionsAreComparedAtTheirBest) {
  Subject subject({100}, [](Asking& ask, int64_t size) {
    if (ask.at_least("outer", 64, size)) return 2.0;
    return ask.at_least("inner", 1000, 10 * size) ? 5.0 : 1.0;
  });
  const Values settings = search(subject).settings;
  EXPECT_EQ(settings, (Values{{"outer", 101}, {"inner", 1001}}));
  EXPECT_EQ(subject.runs, 3u) << "one for each path";
}

TEST(ThresholdSearch, ThresholdsOneAfterTheOtherAreNotTriedInAllCombinations) {
  Subject subject({100}, [](Asking& ask, int64_t size) {
    double seconds = 1;
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
      seconds += ask.at_least(name, 64, size) ? 1 : 0.1;
    return seconds;
  });
  EXPECT_EQ(search(subject).settings.size(), 8u);
  EXPECT_LE(subject.runs, 20u);
}

TEST(ThresholdSearch, OneDataSetMayLoseWhereOthersGainMore) {
  Subject subject({100, 100}, [next = 0](Asking& ask, int64_t size) mutable {
    const bool is_first = next++ % 2 == 0;
    const bool outer = ask.at_least("t", 64, size);
    if (is_first) return outer ? 10.0 : 1.0;
    return outer ? 1.0 : 1.5;
  });
  EXPECT_EQ(search(subject).settings, (Values{{"t", 101}}));
}

TEST(ThresholdSearch, AHopelessVersionIsGivenUp) {
  Subject subject(
      {100}, [](Asking& ask, int64_t size) { return ask.at_least("t", 64, size) ? 1.0 : 1000.0; });
  EXPECT_TRUE(search(subject).settings.empty());
  EXPECT_EQ(subject.given_up, 1u);
}

TEST(ThresholdSearch, EndsWhenTimeIsUp) {
  Subject subject({100}, [](Asking& ask, int64_t size) {
    const bool a = ask.at_least("a", 64, size);
    const bool b = ask.at_least("b", 64, size);
    return (a ? 10.0 : 1.0) + (b ? 10.0 : 1.0);
  });
  subject.most_runs = 2;
  const ThresholdSearch::Found found = search(subject);
  EXPECT_FALSE(found.is_complete);
  EXPECT_EQ(found.settings, (Values{{"a", 101}}));
}

TEST(ThresholdSearch, ALoopWithManySizesIsTriedAtSomeOfThem) {
  Subject subject({1000}, [](Asking& ask, int64_t size) {
    double seconds = 0;
    for (int64_t n = 1; n <= size; n++) {
      const bool outer = ask.at_least("t", 64, n);
      seconds += outer == (n >= 700) ? 1.0 : 2.0;
    }
    return seconds;
  });
  const int64_t found = search(subject).settings.at("t");
  EXPECT_GT(found, 600);
  EXPECT_LE(found, 800);
  EXPECT_LE(subject.runs, 18u);
}

TEST(ThresholdSearch, WithoutThresholdsEachDataSetRunsOnce) {
  Subject subject({1, 2, 3}, [](Asking&, int64_t) { return 1.0; });
  const ThresholdSearch::Found found = search(subject);
  EXPECT_TRUE(found.settings.empty());
  EXPECT_TRUE(found.thresholds.empty());
  EXPECT_EQ(subject.runs, 3u);
}

TEST(ThresholdCandidates, OneForEachWayInWhichComparisonsComeOut) {
  EXPECT_EQ(threshold_candidates({}), std::vector<int64_t>());
  EXPECT_EQ(threshold_candidates({7}), (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(threshold_candidates({10, 1000}), (std::vector<int64_t>{10, 100, 1001}));
  EXPECT_EQ(threshold_candidates({0, 5, 6}), (std::vector<int64_t>{0, 5, 6, 7}));
  EXPECT_EQ(threshold_candidates({std::numeric_limits<int64_t>::max()}),
            std::vector<int64_t>{std::numeric_limits<int64_t>::max()});
}

TEST(ThresholdSearch, IsBetterByTheGeometricMean) {
  EXPECT_TRUE(is_better({1, 1}, {0.5, 1}));
  EXPECT_TRUE(is_better({1, 1}, {0.5, 1.9}));
  EXPECT_FALSE(is_better({1, 1}, {0.5, 2.1}));
  EXPECT_FALSE(is_better({1, 1}, {0.96, 0.96})) << "differences that are none do not add up";
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(is_better({1, 1}, {0.1, infinite}));
  EXPECT_TRUE(is_better({1, infinite}, {1.2, 1}));
}

}  // namespace
}  // namespace planish
