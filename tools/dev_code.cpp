#include "dev_code.h"

#include <fmt/format.h>

#include "codegen/loader.h"
#include "output.h"
#include "pass_options.h"
#include "plan/print.h"
#include "plan/verify.h"
#include "runtime/device_abi.h"

namespace planish::tools {
namespace {

codegen::Device device_of(const Arguments& arguments) {
  const std::string_view name = arguments.value(Option::Backend);
  if (name == "cuda") return codegen::Device::Nvidia;
  return name == "gpu-emulator" ? codegen::Device::Emulator : codegen::Device::None;
}

codegen::Options code_options(const Arguments& arguments) {
  codegen::Options options;
  options.verify = true;
  const std::string_view cpu = arguments.value(Option::TargetCpu, "native");
  if (cpu != "native") options.cpu = cpu;
  options.device = device_of(arguments);
  options.races = arguments.has(Option::Races) && options.device == codegen::Device::Emulator;
  options.gpu_architecture = arguments.value(Option::GpuArchitecture, options.gpu_architecture);
  return options;
}

// Of a program for one of NVIDIA's GPUs, LLVM IR is that of the device, unless the host's is asked
// for: kernels of the emulator are in one module with the host's code.
std::optional<codegen::Output> output_named(std::string_view name, codegen::Device device) {
  using codegen::Output;
  const bool is_nvidia = device == codegen::Device::Nvidia;
  if (name == "ptx") return is_nvidia ? std::optional(Output::DeviceCode) : std::nullopt;
  if (name == "host-llvm") return is_nvidia ? std::optional(Output::LlvmIr) : std::nullopt;
  if (name == "llvm") return is_nvidia ? Output::DeviceLlvmIr : Output::LlvmIr;
  if (name == "unoptimised-llvm")
    return is_nvidia ? Output::UnoptimisedDeviceLlvmIr : Output::UnoptimisedLlvmIr;
  return name == "assembly" ? Output::Assembly : Output::Object;
}

// ---- Kernels of operators

std::string kernel_line(const codegen::KernelInfo& kernel) {
  std::string line = fmt::format("kernel {}: {}", kernel.name, kernel.body);
  if ((kernel.flags & PLANISH_KERNEL_ALLOCATES) != 0) line += ", allocates";
  if ((kernel.flags & PLANISH_KERNEL_RECURSES) != 0) line += ", recurses";
  if ((kernel.flags & PLANISH_KERNEL_CAN_FAIL) != 0) line += ", can fail";
  if ((kernel.flags & PLANISH_KERNEL_LONG) != 0) line += ", loops";
  return line;
}

plan::Notes kernel_notes(std::vector<codegen::KernelInfo> kernels) {
  return [kernels = std::move(kernels)](const ir::Stm& stm) {
    std::vector<std::string> lines;
    for (const codegen::KernelInfo& kernel : kernels) {
      if (kernel.stm == &stm) lines.push_back(kernel_line(kernel));
    }
    return lines;
  };
}

}  // namespace

const Backend* dev_backend(const Arguments& arguments) {
  return arguments.has(Option::Backend) ? find_backend(arguments.value(Option::Backend)) : nullptr;
}

Target dev_target(const Arguments& arguments) {
  const Backend* backend = dev_backend(arguments);
  const Target wanted = target(arguments);
  return backend == nullptr ? wanted : backend->target(wanted, code_options(arguments));
}

ExitStatus emit_code(const ir::Program& program, const Arguments& arguments) {
  if (program.stage != ir::Stage::Flat) {
    usage_error("code is made of programs in FLAT", "add --passes with those that make FLAT");
    return kUsage;
  }
  codegen::Options options = code_options(arguments);
  options.target = dev_target(arguments);
  const std::string_view what = arguments.value(Option::Emit);
  const std::optional<codegen::Output> output = output_named(what, options.device);
  if (!output) {
    usage_error(fmt::format("--emit={} is for NVIDIA's GPUs", what), "add --backend=cuda");
    return kUsage;
  }
  const auto generator = codegen::load_code_generator();
  try {
    write_stdout(generator->generate(program, options, *output));
  } catch (const std::runtime_error& error) {
    usage_error(error.what());
    return kUsage;
  }
  return kSuccess;
}

ExitStatus show_plan(const ir::Program& program, const Arguments& arguments) {
  if (program.stage != ir::Stage::Flat) {
    usage_error("programs in FLAT have a plan", "add --passes with those that make FLAT");
    return kUsage;
  }
  codegen::Options options = code_options(arguments);
  options.target = dev_target(arguments);
  const auto generator = codegen::load_code_generator();
  plan::Notes notes;
  if (options.target.machine == Machine::Cpu) options.target.vectors = generator->vectors(options);
  if (options.device != codegen::Device::None)
    notes = kernel_notes(generator->kernels(program, options));
  const plan::Plan plan = plan::make_plan(program, options.target);
  write_stdout(plan::print(program, plan, notes));
  const std::vector<std::string> errors = plan::verify(program, options.target, plan);
  for (const std::string& error : errors)
    write_stderr(fmt::format("compiler bug: the plan is wrong: {}\n", error));
  return errors.empty() ? kSuccess : kBug;
}

}  // namespace planish::tools
