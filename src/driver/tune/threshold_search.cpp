#include "driver/tune/threshold_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace planish {
namespace {

constexpr size_t kMostCandidates = 16;
constexpr int kMostRounds = 3;

int64_t value_of(const std::string& name, const ComparedThreshold& threshold,
                 const runtime::TuningValues& settings) {
  const auto set = settings.find(name);
  return set == settings.end() ? threshold.fallback : set->second;
}

// Do all comparisons come out the same?
bool takes_same_path(const ComparedThresholds& compared, const runtime::TuningValues& first,
                     const runtime::TuningValues& second) {
  return std::ranges::all_of(compared, [&](const auto& one) {
    const auto& [name, threshold] = one;
    const int64_t a = value_of(name, threshold, first);
    const int64_t b = value_of(name, threshold, second);
    const auto between = threshold.values.lower_bound(std::min(a, b));
    return between == threshold.values.end() || *between >= std::max(a, b);
  });
}

// Above `low`, which comes out one way, and at most `high`, which comes out the other: in the middle
// by the ratio, since the best threshold for data that was not seen may be anywhere there.
int64_t between(int64_t low, int64_t high) {
  if (low < 1) return high;
  const double middle = std::sqrt(static_cast<double>(low) * static_cast<double>(high));
  return std::clamp(static_cast<int64_t>(std::ceil(middle)), low + 1, high);
}

}  // namespace

std::vector<int64_t> threshold_candidates(const std::set<int64_t>& compared) {
  std::vector<int64_t> values(compared.begin(), compared.end());
  if (values.empty()) return {};
  if (values.size() > kMostCandidates) {
    std::vector<int64_t> some;
    for (size_t i = 0; i < kMostCandidates; i++)
      some.push_back(values[i * (values.size() - 1) / (kMostCandidates - 1)]);
    values = some;
  }
  std::vector<int64_t> candidates{values.front()};
  for (size_t i = 1; i < values.size(); i++)
    candidates.push_back(between(values[i - 1], values[i]));
  if (values.back() < std::numeric_limits<int64_t>::max()) candidates.push_back(values.back() + 1);
  return candidates;
}

bool is_better(const std::vector<double>& before, const std::vector<double>& after) {
  double gain = 0;
  for (size_t i = 0; i < before.size(); i++) {
    if (std::isinf(before[i]) && std::isinf(after[i])) continue;
    const double ratio = std::log(before[i] / after[i]);
    if (std::abs(ratio) >= std::log1p(ThresholdSearch::kLeastGain)) gain += ratio;
  }
  return gain > 0;
}

const TuneTrial* ThresholdSearch::known(size_t dataset, const Settings& settings) const {
  for (const Known& one : trials_[dataset]) {
    if (takes_same_path(one.trial.compared, one.settings, settings)) return &one.trial;
  }
  return nullptr;
}

const TuneTrial* ThresholdSearch::trial(size_t dataset, const Settings& settings) {
  if (const TuneTrial* found = known(dataset, settings)) return found;
  if (has_ended_) return nullptr;
  double best = std::numeric_limits<double>::infinity();
  for (const Known& one : trials_[dataset]) best = std::min(best, one.trial.seconds);
  std::optional<TuneTrial> made = subject_.run(dataset, settings, kHopeless * best);
  if (!made) {
    has_ended_ = true;
    return nullptr;
  }
  trials_[dataset].push_back({settings, std::move(*made)});
  return &trials_[dataset].back().trial;
}

std::optional<ThresholdSearch::Times> ThresholdSearch::measure(const Settings& settings) {
  Times times;
  for (size_t i = 0; i < trials_.size(); i++) {
    const TuneTrial* made = trial(i, settings);
    if (made == nullptr) return std::nullopt;
    times.push_back(made->seconds);
  }
  return times;
}

ComparedThresholds ThresholdSearch::compared(const Settings& settings) const {
  ComparedThresholds all;
  for (size_t i = 0; i < trials_.size(); i++) {
    const TuneTrial* made = known(i, settings);
    if (made == nullptr) continue;
    for (const auto& [name, threshold] : made->compared) {
      ComparedThreshold& of = all[name];
      of.fallback = threshold.fallback;
      of.values.insert(threshold.values.begin(), threshold.values.end());
    }
  }
  return all;
}

ThresholdSearch::Settings ThresholdSearch::best_version(const Settings& other,
                                                        const ComparedThresholds& seen,
                                                        std::set<std::string> tried) {
  Settings best = other;
  for (const auto& [name, threshold] : compared(other)) {
    if (!seen.contains(name) && !tried.contains(name)) best = tune(name, std::move(best), tried);
  }
  return best;
}

ThresholdSearch::Settings ThresholdSearch::tune(const std::string& name, Settings best,
                                                std::set<std::string>& tried) {
  tried.insert(name);
  const ComparedThresholds seen = compared(best);
  const auto found = seen.find(name);
  if (found == seen.end()) return best;
  const Settings start = best;
  for (int64_t candidate : threshold_candidates(found->second.values)) {
    Settings other = start;
    other.insert_or_assign(name, candidate);
    if (takes_same_path({{name, found->second}}, start, other)) continue;
    if (!measure(other)) return best;
    other = best_version(other, seen, tried);
    const std::optional<Times> before = measure(best);
    const std::optional<Times> after = measure(other);
    if (before && after && is_better(*before, *after)) best = std::move(other);
    if (has_ended_) return best;
  }
  return best;
}

ThresholdSearch::Found ThresholdSearch::run(const runtime::TuningValues& start) {
  Settings best = start;
  if (measure(best)) {
    for (int round = 0; round < kMostRounds; round++) {
      const Settings before = best;
      std::set<std::string> tried;
      for (const auto& [name, threshold] : compared(before)) {
        if (!tried.contains(name) && !has_ended_) best = tune(name, std::move(best), tried);
      }
      if (best == before || has_ended_) break;
    }
  }
  Found found{std::move(best), {}, !has_ended_};
  for (const std::vector<Known>& of : trials_) {
    for (const Known& one : of) {
      for (const auto& [name, threshold] : one.trial.compared) {
        ComparedThreshold& all = found.thresholds[name];
        all.fallback = threshold.fallback;
        all.values.insert(threshold.values.begin(), threshold.values.end());
      }
    }
  }
  return found;
}

}  // namespace planish
