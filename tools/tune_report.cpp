#include "tune_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "bench_report.h"
#include "output.h"
#include "terminal_codes.h"
#include "text_table.h"

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kBetweenProgress = std::chrono::milliseconds(100);

int64_t value_before(const std::string& name, const ComparedThreshold& threshold,
                     const runtime::TuningValues& start) {
  const auto set = start.find(name);
  return set == start.end() ? threshold.fallback : set->second;
}

// "7", "7 and 9", "1 … 1000 (12 values)".
std::string values_text(const std::set<int64_t>& values) {
  if (values.size() == 1) return fmt::format("{}", *values.begin());
  if (values.size() == 2) return fmt::format("{} and {}", *values.begin(), *values.rbegin());
  return fmt::format("{} … {} ({} values)", *values.begin(), *values.rbegin(), values.size());
}

std::string gain_text(const TimeComparison& comparison) {
  switch (comparison.verdict) {
    case TimeVerdict::Faster: return fmt::format("{:.2f}x faster", comparison.speedup);
    case TimeVerdict::Slower: return fmt::format("{:.2f}x slower", 1 / comparison.speedup);
    case TimeVerdict::Same:
    case TimeVerdict::Unknown: return "no difference";
  }
  return "";
}

std::string_view verdict_word(TimeVerdict verdict) {
  if (verdict == TimeVerdict::Faster) return "faster";
  return verdict == TimeVerdict::Slower ? "slower" : "same";
}

double middle(const std::vector<double>& times) { return summarise({times}).median; }

std::string dataset_text(const TunedDataset& dataset) {
  return dataset.entry == "main" ? dataset.name
                                 : fmt::format("{}: {}", dataset.entry, dataset.name);
}

}  // namespace

TuneReport::TuneReport(Color color) : color_(color), terminal_(::isatty(STDERR_FILENO) == 1) {}

std::string_view TuneReport::paint(std::string_view sequence) const {
  return color_ == Color::Always ? sequence : std::string_view();
}

void TuneReport::progress(const std::string& path, const TuneProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ || now - last_shown_ < kBetweenProgress) return;
  last_shown_ = now;
  write_stderr(fmt::format("{}{} {}: {} settings, {:.0f} s", kClearLine, path, progress.dataset,
                           progress.runs, progress.seconds));
  progress_shown_ = true;
}

void TuneReport::clear_progress() {
  if (progress_shown_) write_stderr(kClearLine);
  progress_shown_ = false;
}

std::string TuneReport::thresholds_text(const runtime::TuningValues& start,
                                        const TuneOutcome& outcome) const {
  TextTable table(
      {{"threshold", Align::Left}, {"before"}, {"now"}, {"compared with", Align::Left}});
  for (const auto& [name, threshold] : outcome.thresholds) {
    const auto found = outcome.found.find(name);
    table.add({{name},
               {fmt::format("{}", value_before(name, threshold, start))},
               {found == outcome.found.end() ? "" : fmt::format("{}", found->second)},
               {values_text(threshold.values)}});
  }
  return table.text("  ");
}

std::string TuneReport::datasets_text(const TuneOutcome& outcome) const {
  TextTable table({{"data set", Align::Left}, {"before"}, {"now"}, {"", Align::Left}});
  for (const TunedDataset& dataset : outcome.datasets) {
    const TimeVerdict verdict = dataset.comparison.verdict;
    const std::string_view color = verdict == TimeVerdict::Faster   ? kGreen
                                   : verdict == TimeVerdict::Slower ? kRed
                                                                    : std::string_view();
    table.add({{dataset_text(dataset)},
               {duration_text(middle(dataset.before))},
               {duration_text(middle(dataset.after))},
               {gain_text(dataset.comparison), paint(color)}});
  }
  return table.text("  ");
}

void TuneReport::add(const std::string& path, const runtime::TuningValues& start,
                     const TuneOutcome& outcome, const std::string& written_to) {
  clear_progress();
  std::string text = fmt::format("{}{}{}\n", paint(kBold), path, paint(kPlain));
  if (outcome.thresholds.empty()) {
    text += "  no version depends on a threshold: there is nothing to tune\n";
  } else {
    text += thresholds_text(start, outcome);
    const bool was_compared = std::ranges::any_of(
        outcome.datasets, [](const TunedDataset& one) { return !one.before.empty(); });
    if (was_compared) text += "\n" + datasets_text(outcome);
    text += "\n";
    if (outcome.found.empty()) text += "  no difference: thresholds stay what they are\n";
    if (!outcome.is_complete) text += "  time ran out: --seconds allows for more\n";
  }
  if (!written_to.empty()) text += fmt::format("  written to {}\n", written_to);
  write_stdout(text);

  Json& of = all_[path];
  of = {{"settings", outcome.runs},
        {"complete", outcome.is_complete},
        {"thresholds", Json::array()},
        {"datasets", Json::array()}};
  for (const auto& [name, threshold] : outcome.thresholds) {
    const int64_t before = value_before(name, threshold, start);
    const auto found = outcome.found.find(name);
    of["thresholds"].push_back({{"name", name},
                                {"before", before},
                                {"now", found == outcome.found.end() ? before : found->second},
                                {"compared_with", threshold.values}});
  }
  for (const TunedDataset& dataset : outcome.datasets) {
    Json one = {{"entry", dataset.entry},
                {"dataset", dataset.name},
                {"verdict", verdict_word(dataset.comparison.verdict)}};
    if (!dataset.before.empty()) {
      one["speedup"] = dataset.comparison.speedup;
      one["before"] = dataset.before;
      one["now"] = dataset.after;
    }
    of["datasets"].push_back(std::move(one));
  }
}

std::string TuneReport::json() const {
  return all_.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planish::tools
