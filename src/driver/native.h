// Runs entry points of generated code that is loaded into this process (codegen/codegen.h), in a context of the native
// runtime (runtime/native/host.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "codegen/codegen.h"
#include "interp/interp.h"
#include "ir/program.h"
#include "runtime/native/host.h"
#include "runtime/tuning.h"
#include "runtime/value.h"

namespace planish {

struct NativeOptions {
  int32_t threads = 0;                // 0: all that this process may use
  int64_t memory_limit = -1;          // bytes; negative: the machine's memory
  int64_t cost_factor = 1;            // as planish_config has it
  runtime::TuningValues tuning = {};  // names that the program does not have are ignored
  // Whether a run that leaves memory behind, however it ended, fails with a compiler bug.
  bool verify = false;
};

class NativeProgram {
 public:
  NativeProgram(std::unique_ptr<codegen::LoadedCode> code, const NativeOptions& options);
  ~NativeProgram();
  NativeProgram(const NativeProgram&) = delete;
  NativeProgram& operator=(const NativeProgram&) = delete;

  // Runs an entry point; of the function only the signature counts. `inputs` are the values of its parameters by
  // component, without sizes; all arrays are regular (driver/components.h makes them so).
  interp::Outcome run(const ir::Storage& storage, const ir::Function& entry,
                      std::vector<runtime::Value> inputs, const interp::Options& options = {});

  planish_memory_statistics memory() const { return planish_memory(context_.get()); }
  // Forgets what earlier runs took and kept: those that follow are counted as if they were the first.
  void reset_peak() {
    planish_clear_cache(context_.get());
    planish_reset_peak(context_.get());
  }
  int32_t threads() const { return planish_context_threads(context_.get()); }

 private:
  struct DeleteContext {
    void operator()(planish_context* context) const { planish_context_delete(context); }
  };
  // Nothing is in use but constants, or the outcome fails.
  void verify_memory(interp::Outcome& outcome) const;

  std::unique_ptr<codegen::LoadedCode> code_;
  const bool verify_;
  // Its constants may be arrays that the code made, so it ends first.
  std::unique_ptr<planish_context, DeleteContext> context_;
};

}  // namespace planish
