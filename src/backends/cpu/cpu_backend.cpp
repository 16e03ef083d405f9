#include "backends/backend.h"
#include "backends/native.h"
#include "codegen/loader.h"
#include "pipeline/passes.h"

namespace planish {
namespace {

class CpuBackend : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  std::span<const Pass> pipeline() const override { return cpu_pipeline(); }
  Target target(const Target& wanted, const codegen::Options& options) const override {
    Target target = wanted;
    target.vectors = codegen::load_code_generator()->vectors(options);
    return target;
  }
  bool makes_code() const override { return true; }
  std::string identity(const codegen::Options& options) const override {
    return codegen::load_code_generator()->identity(options);
  }
  std::string compile(const ir::Program& program, const codegen::Options& options,
                      codegen::Output output) const override {
    return codegen::load_code_generator()->generate(program, options, output);
  }
  LinkInputs link_inputs() const override {
    // That of the C++ compiler is named by its file, since a C compiler alone has no other name for
    // it.
    static constexpr std::string_view kLibraries[] = {"-ltbb", "-l:libstdc++.so.6", "-lm", "-lmvec",
                                                      "-lpthread"};
    return {"libplanish.a", kLibraries, "multicore"};
  }
  std::unique_ptr<LoadedProgram> load(const ir::Program& program, std::string_view code,
                                      const LoadOptions& options) const override {
    return load_native(program, code, options);
  }
};

}  // namespace

const Backend& cpu_backend() {
  static const CpuBackend backend;
  return backend;
}

}  // namespace planish
