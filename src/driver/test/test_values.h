// The values of test cases: what `input` and `output` stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/run/execute.h"
#include "driver/test/test_spec.h"
#include "driver/workspace/workspace.h"

namespace planish {

// Finds the inputs of cases of one program.
class TestValues {
 public:
  explicit TestValues(std::string program_path);
  ~TestValues();

  // Nothing, and a message, when there is none that the entry point could take.
  std::optional<std::vector<runtime::Value>> inputs(const Executable& executable,
                                                    const ir::Function& entry,
                                                    const TestSource& source,
                                                    const runtime::RunOptions& options,
                                                    std::string& error);
  // The values that the entry point is expected to give.
  std::optional<std::vector<runtime::Value>> outputs(const Executable& executable,
                                                     const ir::Function& entry,
                                                     const TestSource& source, std::string& error);

 private:
  std::optional<std::string> script_bytes(const TestSource& source,
                                          const runtime::RunOptions& options, std::string& error);
  std::optional<std::string> file_bytes(const std::string& path, std::string& error) const;

  std::string path_;
  std::string folder_;
  std::unique_ptr<Workspace> workspace_;  // made for the first script
};

// `[100]i32 f32 5i64` as data in which types have become random values, always the same for the
// same text.
std::optional<std::string> random_data(std::string_view types, std::string& error);

}  // namespace planish
