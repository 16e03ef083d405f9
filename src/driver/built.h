// Runs entry points of executables as `planish build` makes them: a process for each call.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "driver/build_process.h"
#include "driver/native.h"
#include "interp/interp.h"
#include "ir/program.h"
#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish {

class BuiltProgram {
 public:
  // `object` is the object code of the program. Throws BuildError.
  BuiltProgram(const ir::Program& program, std::string_view object, const NativeOptions& native);

  // `results` are the shapes of what the entry point gives. The process is not stopped early, but has a time limit.
  interp::Outcome run(const ir::Entry& entry, const std::vector<runtime::Value>& inputs,
                      const std::vector<runtime::ValueShape>& results);

 private:
  TemporaryFolder folder_;
  runtime::TuningValues tuning_;
};

}  // namespace planish
