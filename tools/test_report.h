// What `planish test` shows: a line of progress on a terminal, failures in the order of the
// programs, a summary.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diag/render.h"
#include "test_pool.h"

namespace planish::tools {

enum class TestListing : uint8_t { Failures, All };
enum class TestFormat : uint8_t { Text, Json };
enum class StageTimes : uint8_t { Hide, Show };

struct TestReportOptions {
  TestListing listing = TestListing::Failures;
  TestFormat format = TestFormat::Text;
  Color color = Color::Never;
  StageTimes stage_times = StageTimes::Hide;  // on standard error, of all programs together
};

class TestReport {
 public:
  TestReport(const std::vector<TestProgram>& programs, const TestReportOptions& options);
  ~TestReport();

  void add(ProgramResults results);
  // After the last: writes the summary, and says whether there were tests and none failed.
  bool finish();

 private:
  void show_ready();
  void show(const ProgramResults& results);
  void show(const std::string& path, const TestResult& result);
  void show_progress();
  void clear_progress();
  std::string summary() const;
  std::string json() const;
  void add_stage(const std::string& stage, double seconds);
  std::string stages_text() const;
  size_t count(TestStatus status) const { return counts_[static_cast<size_t>(status)]; }

  const std::vector<TestProgram>& programs_;
  TestReportOptions options_;
  bool terminal_ = false;
  bool progress_shown_ = false;
  size_t done_ = 0;
  size_t tested_ = 0;                         // programs that had tests
  size_t next_ = 0;                           // the first that has not been shown
  std::map<size_t, ProgramResults> waiting_;  // for those before them
  std::vector<ProgramResults> all_;           // Json
  size_t counts_[3] = {};
  std::vector<std::pair<std::string, double>>
      stages_;  // in the order in which they were first seen
};

}  // namespace planish::tools
