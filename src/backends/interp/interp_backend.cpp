#include "backends/backend.h"
#include "backends/components.h"
#include "interp/interp.h"
#include "pipeline/passes.h"

namespace planish {
namespace {

class InterpretedProgram : public LoadedProgram {
 public:
  InterpretedProgram(const ir::Program& program, const LoadOptions& options)
      : program_(program), interpreter_(program, options.memory_limit), tuning_(options.tuning) {}

  runtime::Outcome run(const ir::Function& entry, std::vector<runtime::Value> inputs,
                       const runtime::RunOptions& options) override {
    runtime::RunOptions with_tuning = options;
    with_tuning.tuning = &tuning_;
    return run_on_components(*program_.storage, entry, std::move(inputs),
                             [&](std::vector<runtime::Value> components) {
                               return interpreter_.run(entry, std::move(components), with_tuning);
                             });
  }
  std::optional<int64_t> fail_allocation(int64_t number) override {
    return interpreter_.fail_allocation(number);
  }

 private:
  const ir::Program& program_;
  interp::Interpreter interpreter_;
  runtime::TuningValues tuning_;
};

class InterpBackend : public Backend {
 public:
  std::string_view name() const override { return "interp"; }
  std::span<const Pass> pipeline() const override { return standard_pipeline(); }
  Target target(const Target& wanted, const codegen::Options&) const override { return wanted; }
  bool makes_code() const override { return false; }
  std::string identity(const codegen::Options&) const override { return {}; }
  std::string compile(const ir::Program&, const codegen::Options&, codegen::Output) const override {
    return {};
  }
  LinkInputs link_inputs() const override { return {}; }
  std::unique_ptr<LoadedProgram> load(const ir::Program& program, std::string_view,
                                      const LoadOptions& options) const override {
    return std::make_unique<InterpretedProgram>(program, options);
  }
};

}  // namespace

const Backend& interp_backend() {
  static const InterpBackend backend;
  return backend;
}

}  // namespace planish
