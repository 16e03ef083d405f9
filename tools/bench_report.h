// What `planish bench` shows: a line of progress on a terminal and a table of times, maybe beside those of an earlier
// run; and the times as JSON, in the format of futhark bench.
#pragma once

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/bench_run.h"
#include "driver/bench_statistics.h"

namespace planish::tools {

// Times of earlier runs, by program (and entry point) and data set.
class BenchHistory {
 public:
  // Reads a file that `planish bench` or futhark bench wrote; nothing, and why, when it is no such file.
  static std::optional<BenchHistory> read(const std::string& path, std::string& error);

  // In seconds; empty when it was not measured.
  std::span<const double> find(const std::string& program, const std::string& dataset) const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<double>> times_;
};

class BenchReport final : public BenchObserver {
 public:
  // `before` may be null.
  explicit BenchReport(const BenchHistory* before);
  ~BenchReport() override;

  // What is measured next.
  void begin_program(const std::string& path);

  void begin(const BenchResult& result) override;
  void progress(const BenchResult& result, double relative_error) override;
  void end(const BenchResult& result) override;
  void failed(const std::string& message) override;

  bool all_measured() const { return failures_ == 0 && measured_ > 0; }
  // How much faster everything became, where it was compared.
  void finish();
  std::string json() const;

 private:
  std::string program_key(const BenchResult& result) const;
  void show_line(const BenchResult& result);
  std::string comparison(const BenchResult& result);
  void clear_progress();

  const BenchHistory* before_;
  std::string path_;
  bool header_shown_ = false;  // of the program
  bool terminal_ = false;
  bool progress_shown_ = false;
  std::chrono::steady_clock::time_point last_shown_;
  size_t measured_ = 0;
  size_t failures_ = 0;
  std::vector<double> speedups_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::object();
};

// "12.3 µs", with a unit that fits.
std::string duration_text(double seconds);
// "12.3 MB"
std::string bytes_text(int64_t bytes);

}  // namespace planish::tools
