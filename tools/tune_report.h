// What `planish tune` says: a line of progress on a terminal, tables of thresholds and of times, and
// all of it as JSON.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "diag/render.h"
#include "driver/tune/tune_run.h"

namespace planish::tools {

class TuneReport {
 public:
  explicit TuneReport(Color color);

  void progress(const std::string& path, const TuneProgress& progress);
  void clear_progress();
  // `written_to`: the file that has what was found; empty: none was written.
  void add(const std::string& path, const runtime::TuningValues& start, const TuneOutcome& outcome,
           const std::string& written_to);
  std::string json() const;

 private:
  std::string_view paint(std::string_view sequence) const;
  std::string thresholds_text(const runtime::TuningValues& start, const TuneOutcome& outcome) const;
  std::string datasets_text(const TuneOutcome& outcome) const;

  const Color color_;
  const bool terminal_;
  bool progress_shown_ = false;
  std::chrono::steady_clock::time_point last_shown_;
  nlohmann::ordered_json all_ = nlohmann::ordered_json::object();
};

}  // namespace planish::tools
