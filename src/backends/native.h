// Runs entry points of generated code that is loaded into this process (codegen/codegen.h), in a
// context of the native runtime (runtime/native/host.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backends/backend.h"
#include "codegen/codegen.h"
#include "ir/program.h"
#include "runtime/native/host.h"
#include "runtime/value.h"

namespace planish {

class NativeProgram {
 public:
  // Opens a device for a program that runs on one (planish_device_options); null: it runs on the
  // CPU.
  using OpenDevice = void (*)(planish_context* context, const planish_device_options* options);

  // Throws NoDevice when the device cannot be opened.
  NativeProgram(std::unique_ptr<codegen::LoadedCode> code, const LoadOptions& options,
                OpenDevice open_device = nullptr);
  ~NativeProgram();
  NativeProgram(const NativeProgram&) = delete;
  NativeProgram& operator=(const NativeProgram&) = delete;

  // Runs an entry point; of the function only the signature counts. `inputs` are the values of its
  // parameters by component, without sizes; all arrays are regular (backends/components.h makes
  // them so).
  runtime::Outcome run(const ir::Storage& storage, const ir::Function& entry,
                       std::vector<runtime::Value> inputs, const runtime::RunOptions& options = {});

  planish_memory_statistics memory() const { return planish_memory(context_.get()); }
  // Forgets what earlier runs took and kept: those that follow are counted as if they were the
  // first.
  void reset_peak() {
    planish_clear_cache(context_.get());
    planish_reset_peak(context_.get());
  }
  int64_t fail_allocation(int64_t number) {
    return planish_fail_allocation(context_.get(), number);
  }
  void set_tuning(const runtime::TuningValues& values);
  void watch_thresholds(runtime::ThresholdWatch* watch);
  int32_t threads() const { return planish_context_threads(context_.get()); }

 private:
  struct DeleteContext {
    void operator()(planish_context* context) const { planish_context_delete(context); }
  };
  // Nothing is in use but constants, or the outcome fails.
  void verify_memory(runtime::Outcome& outcome) const;

  std::unique_ptr<codegen::LoadedCode> code_;
  const bool verify_;
  const bool has_device_;
  // Its constants may be arrays that the code made, so it ends first.
  std::unique_ptr<planish_context, DeleteContext> context_;
};

// Code of the program, loaded: what backends that make code give. Values are split into components.
std::unique_ptr<LoadedProgram> load_native(const ir::Program& program, std::string_view code,
                                           const LoadOptions& options,
                                           NativeProgram::OpenDevice open_device = nullptr);

}  // namespace planish
