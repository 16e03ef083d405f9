// Runs entry points of executables as `planish build` makes them: a process for each call.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "driver/build/build_process.h"
#include "ir/program.h"
#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish {

class BuiltProgram : public LoadedProgram {
 public:
  // `object` is the object code of the program, which outlives it. Throws BuildError.
  BuiltProgram(const ir::Program& program, const Backend& backend, std::string_view object,
               const LoadOptions& options);

  // The process is not stopped early, but has a time limit.
  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options) override;
  // By its process: sequences are arrays of what it reads, and what it writes them to are files.
  bool reads_sequences() const override { return true; }

 private:
  std::string sequence_file(size_t result) const {
    return folder_.file("sequence_" + std::to_string(result));
  }

  const ir::Program& program_;
  TemporaryFolder folder_;
  runtime::TuningValues tuning_;
  runtime::MemoryLimit memory_limit_;
};

}  // namespace planish
