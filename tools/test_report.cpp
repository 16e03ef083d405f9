#include "test_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "output.h"
#include "terminal_codes.h"

namespace planish::tools {
namespace {

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    out.append(end == 0 ? "" : "  ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

TestReport::TestReport(const std::vector<TestProgram>& programs, const TestReportOptions& options)
    : programs_(programs), options_(options), terminal_(::isatty(STDERR_FILENO) == 1) {
  show_progress();
}

TestReport::~TestReport() { clear_progress(); }

void TestReport::add(ProgramResults results) {
  done_++;
  for (const TestResult& result : results.results) counts_[static_cast<size_t>(result.status)]++;
  tested_ += results.results.empty() ? 0 : 1;
  for (const auto& [stage, seconds] : results.stages) add_stage(stage, seconds);
  waiting_.emplace(results.program, std::move(results));
  clear_progress();
  show_ready();
  show_progress();
}

void TestReport::show_ready() {
  for (auto ready = waiting_.find(next_); ready != waiting_.end(); ready = waiting_.find(next_)) {
    if (options_.format == TestFormat::Text) {
      show(ready->second);
    } else if (!ready->second.results.empty()) {
      all_.push_back(std::move(ready->second));
    }
    waiting_.erase(ready);
    next_++;
  }
}

void TestReport::show(const ProgramResults& results) {
  for (const TestResult& result : results.results) show(programs_[results.program].path, result);
}

void TestReport::show(const std::string& path, const TestResult& result) {
  bool failed = result.status == TestStatus::Failed;
  if (!failed && options_.listing == TestListing::Failures) return;
  bool color = options_.color == Color::Always;
  std::string place = result.line == 0 ? path : fmt::format("{}:{}", path, result.line);
  std::string_view word = failed ? "FAILED" : kTestStatusNames[static_cast<size_t>(result.status)];
  std::string_view paint = !color ? "" : failed ? kRed : kGreen;
  std::string out =
      fmt::format("{}{}{} {}: {}", paint, word, color ? kPlain : "", place, result.name);
  if (failed) {
    out += "\n" + indented(result.detail);
  } else {
    out += result.detail.empty() ? "\n" : fmt::format(" ({})\n", result.detail);
  }
  write_stdout(out);
}

void TestReport::show_progress() {
  if (!terminal_ || options_.format == TestFormat::Json) return;
  write_stderr(fmt::format("{}{}/{} programs, {} passed, {} failed", kClearLine, done_,
                           programs_.size(), count(TestStatus::Passed), count(TestStatus::Failed)));
  progress_shown_ = true;
}

void TestReport::clear_progress() {
  if (progress_shown_) write_stderr(kClearLine);
  progress_shown_ = false;
}

std::string TestReport::summary() const {
  if (tested_ == 0) return "no tests found\n";
  return fmt::format("{} passed, {} failed, {} skipped in {} program{}\n",
                     count(TestStatus::Passed), count(TestStatus::Failed),
                     count(TestStatus::Skipped), tested_, tested_ == 1 ? "" : "s");
}

std::string TestReport::json() const {
  nlohmann::ordered_json programs = nlohmann::ordered_json::array();
  for (const ProgramResults& program : all_) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (const TestResult& result : program.results) {
      results.push_back({{"name", result.name},
                         {"status", kTestStatusNames[static_cast<size_t>(result.status)]},
                         {"line", result.line},
                         {"detail", result.detail}});
    }
    programs.push_back({{"file", programs_[program.program].path},
                        {"seconds", program.seconds},
                        {"results", std::move(results)}});
  }
  nlohmann::ordered_json out = {{"programs", std::move(programs)},
                                {"passed", count(TestStatus::Passed)},
                                {"failed", count(TestStatus::Failed)},
                                {"skipped", count(TestStatus::Skipped)}};
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void TestReport::add_stage(const std::string& stage, double seconds) {
  auto known = std::ranges::find(stages_, stage, &std::pair<std::string, double>::first);
  if (known == stages_.end()) known = stages_.insert(known, {stage, 0});
  known->second += seconds;
}

std::string TestReport::stages_text() const {
  std::vector<PassTime> times;
  for (const auto& [stage, seconds] : stages_) times.push_back({stage, seconds});
  return times_text(times);
}

bool TestReport::finish() {
  clear_progress();
  if (options_.stage_times == StageTimes::Show) write_stderr(stages_text());
  write_stdout(options_.format == TestFormat::Json ? json() : summary());
  return tested_ > 0 && count(TestStatus::Failed) == 0;
}

}  // namespace planish::tools
