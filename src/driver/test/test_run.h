// Runs the tests that a program carries in its comments.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "driver/run/execute.h"
#include "driver/session/session.h"
#include "driver/test/test_spec.h"

namespace planish {

enum class TestStatus : uint8_t { Passed, Failed, Skipped };
inline constexpr std::string_view kTestStatusNames[] = {"passed", "failed", "skipped"};

struct TestResult {
  std::string name;  // "main#2", "main \"three numbers\"", "compile"
  TestStatus status = TestStatus::Passed;
  uint32_t line = 0;   // of the program; 0: all of it
  std::string detail;  // why it failed or was skipped; may have several lines
};

// What an expected error may say.
enum class ExpectedText : uint8_t { AsWritten, Any };
// Cases that their author marked `compiled`: too slow to be interpreted.
enum class CompiledCases : uint8_t { Skip, Run };
// A program without test blocks: compiling it is the test, or it is not one.
enum class WithoutTests : uint8_t { Compile, Ignore };

struct TestOptions {
  const Backend* backend = &interp_backend();
  std::vector<Pass> passes = {};  // instead of the pipeline of the backend; empty: that one
  Target target = cpu_target();
  std::vector<Pass> disabled = {};  // passes that are left out
  Inlining inlining = Inlining::Usual;
  LoadOptions load = {};
  bool built = false;                // whether executables are tested, where the backend makes code
  const CodeCache* cache = nullptr;  // where machine code is found and kept; null: nowhere
  std::vector<std::string> exclude;  // tags of programs and cases that are skipped
  std::string entry;                 // only the cases of this entry point; "": all
  runtime::Tolerance tolerance = runtime::kFutharkTolerance;
  ExpectedText expected_text = ExpectedText::AsWritten;
  CompiledCases compiled = CompiledCases::Skip;
  WithoutTests without_tests = WithoutTests::Compile;
  // Each case is run again with one allocation that fails: each of so many, then ever fewer of
  // them. 0: none.
  unsigned fail_allocations = 0;
  size_t first_case = 0;  // those before it are left out, as if they were not there
};

// Hears of each test as it begins and ends, so that somebody can watch the time.
class TestObserver {
 public:
  virtual ~TestObserver() = default;
  // The flag is cleared here, and set by whoever wants the test to stop.
  virtual std::atomic<bool>& begin(const std::string& name) = 0;
  // How long the stages of compiling took, each time something was compiled.
  virtual void compiled(std::span<const PassTime> times) = 0;
  virtual void end(TestResult result) = 0;
};

// Runs all tests of one program. The session may have checked the prelude, but no program yet.
void run_tests(Session& session, const std::string& path, const TestOptions& options,
               TestObserver& observer);

}  // namespace planish
