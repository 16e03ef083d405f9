// Programs of the suites on an emulated device that refuses: every allocation and every launch of a
// run fails once. The run fails with a message and leaves nothing behind, and the next one in the same
// context is right.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "driver/run/execute.h"
#include "driver/session/session.h"
#include "driver/test/test_spec.h"
#include "driver/test/test_values.h"

namespace planish {
namespace {

// The first case that has results, of a program of the suites.
class InjectedProgram {
 public:
  explicit InjectedProgram(const std::string& name)
      : path_(std::string(PLANISH_SOURCE_DIR) + "/tests/programs/run/" + name) {
    options_.backend = &gpu_emulator_backend();
    // Kernels have little to do.
    options_.code.optimisation = 1;
    options_.load.verify = true;
    const SourceFile* file = session_.load(path_);
    const CheckedProgram checked = session_.check(*file);
    program_ = *run_passes(session_, checked, options_);
    code_ = generated_code(program_, options_);
    TestSpecError error;
    std::optional<TestSpec> spec = parse_test_spec(file->text, error);
    for (TestCase& each : spec->cases) {
      if (each.expectation != TestExpectation::Values) continue;
      case_ = std::move(each);
      break;
    }
  }

  // With a new context. Null: there is no device then.
  std::unique_ptr<Executable> load(const std::string& emulator) {
    ::setenv("PLANISH_EMULATOR", emulator.c_str(), 1);
    std::unique_ptr<Executable> executable;
    try {
      executable = std::make_unique<Executable>(program_, [&](const ir::Program& program) {
        return options_.backend->load(program, code_, options_.load);
      });
    } catch (const NoDevice& refused) {
      EXPECT_STREQ(refused.what(), "the emulated device has no memory left");
    }
    ::unsetenv("PLANISH_EMULATOR");
    return executable;
  }

  // What went wrong; empty: nothing, and the results are right.
  std::string run(Executable& executable) {
    TestValues values(path_);
    std::string error;
    const ir::Function& entry = *executable.entry(case_.entries.front());
    auto inputs = values.inputs(executable, entry, case_.input, {}, error);
    const auto wanted = values.outputs(executable, entry, case_.output, error);
    if (!inputs || !wanted) return error;
    const runtime::Outcome outcome = executable.run(entry, std::move(*inputs));
    if (outcome.failure) return outcome.failure->message;
    for (size_t i = 0; i < wanted->size(); i++) {
      if (outcome.results[i].data != (*wanted)[i].data) return "wrong results";
    }
    return "";
  }

 private:
  const std::string path_;
  Session session_;
  CompileOptions options_;
  ir::Program program_;
  std::string code_;
  TestCase case_;
};

// Of all kinds of operators, host loops, arrays in threads, recursion, constants.
constexpr const char* kPrograms[] = {
    "soacs/map_tuple_result.fut",
    "soacs/reduce_by_index.fut",
    "soacs/hist_vectors.fut",
    "soacs/scatter_permutation.fut",
    "soacs/scan.fut",
    "soacs/segmented_scan.fut",
    "soacs/filter_rows.fut",
    "soacs/reduce_in_map.fut",
    "soacs/reduce_vectors.fut",
    "irregular/filter.fut",
    "irregular/sums.fut",
    "irregular/concatenation.fut",
    "irregular/scan_rows.fut",
    "recursion/in_parallel.fut",
    "updates/in_map.fut",
    "updates/column.fut",
    "loops/while_with_array.fut",
    "loops/size_changes.fut",
    "constants/arrays.fut",
    "device/tiles.fut",
};

class DeviceInjection : public ::testing::TestWithParam<const char*> {};

TEST_P(DeviceInjection, EveryAllocationAndLaunchMayFail) {
  InjectedProgram program(GetParam());
  // An allocation may be made good for: what is kept is given back, or fewer threads run. After so
  // many in a row that are, there are no more.
  constexpr int kInARow = 4;
  int failures = 0;
  for (int n = 1, good = 0; good < kInARow; n++) {
    SCOPED_TRACE("allocation " + std::to_string(n));
    const auto executable = program.load("fail_allocation=" + std::to_string(n));
    if (executable == nullptr) continue;
    std::string failure = program.run(*executable);
    good = failure.empty() ? good + 1 : 0;
    // With AddressSanitizer nothing is kept for reuse, and it may be an allocation of the second run.
    if (failure.empty()) failure = program.run(*executable);
    if (failure.empty()) continue;
    EXPECT_NE(failure.find("memory"), std::string::npos) << failure;
    EXPECT_EQ(failure.find("not freed"), std::string::npos) << failure;
    failures++;
    EXPECT_EQ(program.run(*executable), "");
  }
  EXPECT_GT(failures, 0);
  int launches = 0;
  for (int n = 1;; n++) {
    SCOPED_TRACE("launch " + std::to_string(n));
    const auto executable = program.load("fail_launch=" + std::to_string(n));
    const std::string failure = program.run(*executable);
    if (failure.empty()) break;
    EXPECT_TRUE(failure.starts_with("kernel ") && failure.ends_with(": the launch failed"))
        << failure;
    launches++;
    EXPECT_EQ(program.run(*executable), "");
  }
  EXPECT_GT(launches, 0);
  // A fault stays.
  const auto executable = program.load("fault=" + std::to_string((launches + 1) / 2));
  EXPECT_TRUE(program.run(*executable).ends_with(": the launch failed"));
  EXPECT_EQ(program.run(*executable), "the device context is broken by an earlier fault");
}

INSTANTIATE_TEST_SUITE_P(Programs, DeviceInjection, ::testing::ValuesIn(kPrograms));

}  // namespace
}  // namespace planish
