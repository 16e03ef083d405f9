// Programs whose parallel operators run on a GPU: one of NVIDIA's, or an emulated one, for tests.
// Both are given the same FLAT, and the same kernels are made of it.
#include "backends/backend.h"

#include <fmt/format.h>

#include <optional>

#include "backends/native.h"
#include "codegen/gpu_architectures.h"
#include "codegen/loader.h"
#include "pipeline/passes.h"
#include "runtime/cuda/cuda.h"
#include "runtime/device/host.h"

namespace planish {
namespace {

class GpuBackend : public Backend {
 public:
  GpuBackend(std::string_view name, codegen::Device device, NativeProgram::OpenDevice open)
      : name_(name), device_(device), open_(open) {}

  std::string_view name() const override { return name_; }
  std::span<const Pass> pipeline() const override { return gpu_pipeline(); }
  // Small work fills an emulated device, so that small tests come to all kernels.
  Target target(const Target& wanted, const codegen::Options&) const override {
    if (wanted.machine == Machine::Gpu) return wanted;
    Target target = device_ == codegen::Device::Emulator ? small_gpu_target() : gpu_target();
    target.flatten.tunable = wanted.flatten.tunable;
    target.tiles = wanted.tiles;
    target.in_place = wanted.in_place;
    return target;
  }
  bool makes_code() const override { return true; }
  std::string identity(const codegen::Options& options) const override {
    return codegen::load_code_generator()->identity(with_device(options));
  }
  std::string compile(const ir::Program& program, const codegen::Options& options,
                      codegen::Output output) const override {
    return codegen::load_code_generator()->generate(program, with_device(options), output);
  }
  LinkInputs link_inputs() const override {
    // Nothing but the C library: Note [Products].
    static constexpr std::string_view kLibraries[] = {"-static-libgcc", "-lm", "-lmvec",
                                                      "-lpthread", "-ldl"};
    if (device_ == codegen::Device::Emulator)
      return {"libplanish_emulated.a", kLibraries, "gpu_emulator", "planish_open_emulator"};
    return {"libplanish_gpu.a", kLibraries, "cuda", "planish_open_cuda"};
  }
  codegen::Options for_device(const codegen::Options& options,
                              const LoadOptions& load) const override {
    codegen::Options fitted = options;
    if (device_ != codegen::Device::Nvidia) return fitted;
    if (const std::optional<int> architecture = cuda::architecture_of(load.device))
      fitted.gpu_architecture = fmt::format("sm_{}", codegen::newest_for(*architecture).number);
    return fitted;
  }
  std::shared_ptr<void> prepare(const LoadOptions& options) const override {
    return device_ == codegen::Device::Nvidia ? cuda::start_driver(options.device) : nullptr;
  }
  std::unique_ptr<LoadedProgram> load(const ir::Program& program, std::string_view code,
                                      const LoadOptions& options) const override {
    return load_native(program, code, options, open_);
  }

 private:
  codegen::Options with_device(codegen::Options options) const {
    options.device = device_;
    options.target = target(options.target, options);
    return options;
  }

  const std::string_view name_;
  const codegen::Device device_;
  const NativeProgram::OpenDevice open_;
};

}  // namespace

const Backend& cuda_backend() {
  static const GpuBackend backend("cuda", codegen::Device::Nvidia, planish_open_cuda);
  return backend;
}

const Backend& gpu_emulator_backend() {
  static const GpuBackend backend("gpu-emulator", codegen::Device::Emulator, planish_open_emulator);
  return backend;
}

}  // namespace planish
