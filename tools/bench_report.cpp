#include "bench_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "output.h"
#include "terminal_codes.h"

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kBetweenProgress = std::chrono::milliseconds(100);

std::string_view verdict_text(TimeVerdict verdict) {
  switch (verdict) {
    case TimeVerdict::Faster: return "faster";
    case TimeVerdict::Slower: return "slower";
    case TimeVerdict::Same: return "no difference";
    case TimeVerdict::Unknown: return "not known";
  }
  return "";
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr std::pair<double, std::string_view> kUnits[] = {
      {1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
  for (auto [size, name] : kUnits) {
    if (seconds >= size || size == 1e-9) {
      double number = seconds / size;
      return fmt::format("{:.{}f} {}", number, number >= 100 ? 0 : number >= 10 ? 1 : 2, name);
    }
  }
  return "";
}

std::string bytes_text(int64_t bytes) {
  constexpr std::pair<double, std::string_view> kUnits[] = {{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
  for (auto [size, name] : kUnits) {
    const double number = static_cast<double>(bytes) / size;
    if (number >= 1) return fmt::format("{:.{}f} {}", number, number >= 100 ? 0 : 1, name);
  }
  return fmt::format("{} B", bytes);
}

BenchReport::BenchReport(Comparing comparing, Color color)
    : comparing_(comparing),
      color_(color),
      table_(new_table()),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

BenchReport::~BenchReport() { clear_progress(); }

std::string_view BenchReport::paint(std::string_view sequence) const {
  return color_ == Color::Always ? sequence : std::string_view();
}

// ---- Progress

void BenchReport::show_progress(const std::string& text) {
  if (!terminal_) return;
  write_stderr(fmt::format("{}{}", kClearLine, text));
  progress_shown_ = true;
}

void BenchReport::clear_progress() {
  if (progress_shown_) write_stderr(kClearLine);
  progress_shown_ = false;
}

void BenchReport::begin(const BenchResult& result) {
  show_progress(fmt::format("{} {}: warming up", bench_key(path_, result.entry), result.dataset));
}

void BenchReport::progress(const BenchResult& result, double relative_error) {
  auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < kBetweenProgress) return;
  last_shown_ = now;
  show_progress(fmt::format("{} {}: {} runs, {} ± {:.1f} %", bench_key(path_, result.entry),
                            result.dataset, result.seconds.size(),
                            duration_text(result.seconds.back()), 100 * relative_error));
}

// ---- The table of a program

TextTable BenchReport::new_table() const {
  std::vector<TextTable::Column> columns{{"data set", Align::Left}, {"median"}, {"mean"},
                                         {"95 % of means"},         {"runs"},   {"memory"}};
  if (comparing_ == Comparing::Yes) {
    columns.push_back({"before"});
    columns.push_back({"speedup"});
    columns.push_back({"", Align::Left});
  }
  return TextTable(std::move(columns));
}

void BenchReport::begin_program(const std::string& path, const BenchTimes* before) {
  path_ = path;
  before_ = before;
}

void BenchReport::end_program() {
  clear_progress();
  if (table_.empty()) return;
  write_stdout(fmt::format("{}{}{}\n{}", paint(kBold), path_, paint(kPlain), table_.text("  ")));
  table_ = new_table();
}

void BenchReport::end(const BenchResult& result) {
  clear_progress();
  if (!result.error.empty()) {
    write_stderr(fmt::format("planish: {}:{}: {}{}", path_, result.line, result.error,
                             result.error.ends_with('\n') ? "" : "\n"));
  }
  add(result, before_ == nullptr ? nullptr : before_->find(path_, result.entry, result.dataset));
}

void BenchReport::failed(const std::string& message) {
  clear_progress();
  add_failure();
  write_stderr(fmt::format("planish: {} is not measured\n{}", path_, message));
}

void BenchReport::add_failure() { failures_++; }

void BenchReport::add(const BenchResult& result, const BenchResult* before) {
  all_[bench_key(path_, result.entry)]["datasets"][result.dataset] = times_json(result);
  std::vector<Cell> row{{result.entry == "main"
                             ? result.dataset
                             : fmt::format("{}: {}", result.entry, result.dataset)}};
  if (!result.error.empty()) {
    add_failure();
    row.push_back({"failed", paint(kRed)});
    return table_.add(std::move(row));
  }
  measured_++;
  const TimeSummary summary = summarise({result.seconds, result.processes});
  row.push_back({duration_text(summary.median)});
  row.push_back({duration_text(summary.mean)});
  row.push_back({summary.runs < 2 ? "-"
                                  : fmt::format("{} - {}", duration_text(summary.low),
                                                duration_text(summary.high))});
  row.push_back({fmt::format("{}", summary.runs)});
  row.push_back({result.peak_bytes ? bytes_text(*result.peak_bytes) : "-"});
  if (comparing_ == Comparing::Yes) add_comparison(result, before, row);
  table_.add(std::move(row));
}

void BenchReport::add_comparison(const BenchResult& result, const BenchResult* before,
                                 std::vector<Cell>& row) {
  if (before == nullptr || before->seconds.empty()) {
    row.push_back({"-"});
    row.push_back({"-"});
    return;
  }
  const TimeSample old{before->seconds, before->processes};
  const TimeComparison compared = compare_times(old, {result.seconds, result.processes});
  compared_.push_back(compared);
  row.push_back({duration_text(summarise(old).median)});
  row.push_back({fmt::format("{:.2f}x", compared.speedup)});
  const std::string_view color = compared.verdict == TimeVerdict::Faster   ? kGreen
                                 : compared.verdict == TimeVerdict::Slower ? kRed
                                                                           : std::string_view();
  row.push_back({std::string(verdict_text(compared.verdict)), paint(color)});
}

void BenchReport::finish() {
  clear_progress();
  if (compared_.empty()) return;
  double logarithms = 0;
  for (const TimeComparison& one : compared_) logarithms += std::log(one.speedup);
  auto count = [&](TimeVerdict verdict) {
    return std::ranges::count(compared_, verdict, &TimeComparison::verdict);
  };
  write_stdout(
      fmt::format("{} faster, {} slower, {} without a difference; speedup {:.2f}x "
                  "(geometric mean)\n",
                  count(TimeVerdict::Faster), count(TimeVerdict::Slower),
                  count(TimeVerdict::Same) + count(TimeVerdict::Unknown),
                  std::exp(logarithms / static_cast<double>(compared_.size()))));
}

std::string BenchReport::json() const {
  return all_.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planish::tools
