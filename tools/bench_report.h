// What `planish bench` shows: a line of progress on a terminal and tables of times, maybe beside
// those of an earlier version; and all times as JSON.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench_times.h"
#include "diag/render.h"
#include "driver/bench/bench_run.h"
#include "text_table.h"

namespace planish::tools {

enum class Comparing : uint8_t { No, Yes };

class BenchReport final : public BenchObserver {
 public:
  BenchReport(Comparing comparing, Color color);
  ~BenchReport() override;

  // What is measured next. With `before`, which may be null, it is compared.
  void begin_program(const std::string& path, const BenchTimes* before);
  // Shows the table of the program.
  void end_program();
  // What is going on, on a terminal.
  void show_progress(const std::string& text);
  void clear_progress();

  void begin(const BenchResult& result) override;
  void progress(const BenchResult& result, double relative_error) override;
  void end(const BenchResult& result) override;
  void failed(const std::string& message) override;

  // The same as end(), for what was measured elsewhere and has been complained about there, if it
  // failed.
  void add(const BenchResult& result, const BenchResult* before);
  void add_failure();

  bool all_measured() const { return failures_ == 0 && measured_ > 0; }
  // How much faster everything became, where it was compared.
  void finish();
  std::string json() const;

 private:
  TextTable new_table() const;
  void add_comparison(const BenchResult& result, const BenchResult* before, std::vector<Cell>& row);
  std::string_view paint(std::string_view sequence) const;

  const Comparing comparing_;
  const Color color_;
  std::string path_;
  const BenchTimes* before_ = nullptr;
  TextTable table_;
  bool terminal_ = false;
  bool progress_shown_ = false;
  std::chrono::steady_clock::time_point last_shown_;
  size_t measured_ = 0;
  size_t failures_ = 0;
  std::vector<TimeComparison> compared_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::object();
};

// "12.3 µs", with a unit that fits.
std::string duration_text(double seconds);
// "12.3 MB"
std::string bytes_text(int64_t bytes);

}  // namespace planish::tools
