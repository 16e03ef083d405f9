#include "bench_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "output.h"

namespace planish::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kClearLine = "\r\033[K";
constexpr auto kBetweenProgress = std::chrono::milliseconds(100);
constexpr int kNameWidth = 36;

// Futhark's tools read whole microseconds. What is lost in them stands beside it.
Json times_json(const BenchResult& result) {
  Json microseconds = Json::array(), nanoseconds = Json::array();
  for (double seconds : result.seconds) {
    microseconds.push_back(std::llround(seconds * 1e6));
    nanoseconds.push_back(std::llround(seconds * 1e9));
  }
  Json all = {{"runtimes", std::move(microseconds)},
              {"nanoseconds", std::move(nanoseconds)},
              {"input_bytes", result.input_bytes}};
  if (result.peak_bytes) all["peak_bytes"] = *result.peak_bytes;
  return all;
}

// Seconds; empty when the data set failed.
std::vector<double> times_of(const Json& dataset) {
  std::vector<double> times;
  if (!dataset.is_object()) return times;
  bool exact = dataset.contains("nanoseconds");
  for (const Json& time : dataset.at(exact ? "nanoseconds" : "runtimes"))
    times.push_back(time.get<double>() * (exact ? 1e-9 : 1e-6));
  return times;
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

// ---- Earlier runs

std::optional<BenchHistory> BenchHistory::read(const std::string& path, std::string& error) {
  std::ifstream file(path);
  if (!file) {
    error = fmt::format("cannot read {}", path);
    return std::nullopt;
  }
  BenchHistory history;
  try {
    Json all = Json::parse(file);
    for (const auto& [program, results] : all.items()) {
      for (const auto& [dataset, times] : results.at("datasets").items()) {
        history.times_[{program, dataset}] = times_of(times);
      }
    }
  } catch (const Json::exception&) {
    error = fmt::format("{} holds no times of `planish bench --json`", path);
    return std::nullopt;
  }
  return history;
}

std::span<const double> BenchHistory::find(const std::string& program,
                                           const std::string& dataset) const {
  auto found = times_.find({program, dataset});
  return found == times_.end() ? std::span<const double>() : found->second;
}

// ---- The table

BenchReport::BenchReport(const BenchHistory* before)
    : before_(before), terminal_(::isatty(STDERR_FILENO) == 1) {}

BenchReport::~BenchReport() { clear_progress(); }

void BenchReport::begin_program(const std::string& path) {
  path_ = path;
  header_shown_ = false;
}

std::string BenchReport::program_key(const BenchResult& result) const {
  return result.entry == "main" ? path_ : fmt::format("{}:{}", path_, result.entry);
}

void BenchReport::begin(const BenchResult& result) {
  if (!terminal_) return;
  write_stderr(fmt::format("{}{} {}: warming up", kClearLine, program_key(result), result.dataset));
  progress_shown_ = true;
}

void BenchReport::progress(const BenchResult& result, double relative_error) {
  auto now = std::chrono::steady_clock::now();
  if (!terminal_ || now - last_shown_ < kBetweenProgress) return;
  last_shown_ = now;
  write_stderr(fmt::format("{}{} {}: {} runs, {} ± {:.1f} %", kClearLine, program_key(result),
                           result.dataset, result.seconds.size(),
                           duration_text(result.seconds.back()), 100 * relative_error));
  progress_shown_ = true;
}

void BenchReport::end(const BenchResult& result) {
  clear_progress();
  show_line(result);
  Json& datasets = all_[program_key(result)]["datasets"];
  if (result.error.empty()) {
    measured_++;
    datasets[result.dataset] = times_json(result);
  } else {
    failures_++;
    datasets[result.dataset] = result.error;
  }
}

void BenchReport::failed(const std::string& message) {
  clear_progress();
  failures_++;
  write_stderr(fmt::format("planish: {} is not measured\n{}", path_, message));
}

void BenchReport::show_line(const BenchResult& result) {
  if (!header_shown_) {
    write_stdout(fmt::format("{}\n  {:<{}} {:>10} {:>10} {:>23} {:>7} {:>9}{}\n", path_, "data set",
                             kNameWidth, "median", "mean", "95 % of means", "runs", "memory",
                             before_ == nullptr ? "" : "  speedup"));
    header_shown_ = true;
  }
  std::string name =
      result.entry == "main" ? result.dataset : fmt::format("{}: {}", result.entry, result.dataset);
  if (!result.error.empty()) {
    write_stdout(fmt::format("  {:<{}} failed\n", name, kNameWidth));
    write_stderr(fmt::format("planish: {}:{}: {}{}", path_, result.line, result.error,
                             result.error.ends_with('\n') ? "" : "\n"));
    return;
  }
  TimeSummary summary = summarise(result.seconds);
  std::string interval = summary.runs < 2 ? "-"
                                          : fmt::format("{} - {}", duration_text(summary.low),
                                                        duration_text(summary.high));
  write_stdout(fmt::format("  {:<{}} {:>10} {:>10} {:>23} {:>7} {:>9}{}\n", name, kNameWidth,
                           duration_text(summary.median), duration_text(summary.mean), interval,
                           summary.runs, result.peak_bytes ? bytes_text(*result.peak_bytes) : "-",
                           comparison(result)));
}

std::string BenchReport::comparison(const BenchResult& result) {
  if (before_ == nullptr) return "";
  std::span<const double> old = before_->find(program_key(result), result.dataset);
  if (old.empty()) return "        -";
  TimeComparison compared = compare_times(old, result.seconds);
  speedups_.push_back(compared.speedup);
  std::string_view verdict = !compared.significant  ? "no difference"
                             : compared.speedup < 1 ? "slower"
                                                    : "faster";
  return fmt::format(" {:>7.2f}x {}", compared.speedup, verdict);
}

void BenchReport::clear_progress() {
  if (progress_shown_) write_stderr(kClearLine);
  progress_shown_ = false;
}

void BenchReport::finish() {
  clear_progress();
  if (speedups_.empty()) return;
  double logarithms = 0;
  for (double speedup : speedups_) logarithms += std::log(speedup);
  write_stdout(fmt::format("speedup: {:.2f}x (geometric mean of {})\n",
                           std::exp(logarithms / static_cast<double>(speedups_.size())),
                           speedups_.size()));
}

std::string BenchReport::json() const {
  return all_.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace planish::tools
