// Machine code from FLAT. No type of LLVM appears here; the library behind it is loaded when it is
// first needed (loader.h), so that commands that generate no code do not pay for LLVM.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "target/target.h"

namespace planish::codegen {

enum class Output : uint8_t {
  Object,
  Assembly,
  LlvmIr,
  UnoptimisedLlvmIr,
  // Of programs for a device, the code of that alone: PTX, or for the emulator LLVM IR, …
  DeviceCode,
  // … LLVM IR after the passes, for NVIDIA's GPUs only, and before them.
  DeviceLlvmIr,
  UnoptimisedDeviceLlvmIr,
};

// Where the parallel operators of a program run.
enum class Device : uint8_t {
  None,      // on the CPU
  Emulator,  // on an emulated GPU
  Nvidia,    // code is PTX
};

struct Options {
  Target target = cpu_target();  // its vectors are those of the CPU below
  std::string cpu;               // "x86-64-v3", "znver4", …; empty: this machine's
  // Floating-point operations may be reordered and assumed to give no NaN or infinity.
  bool fast_math = false;
  bool verify = false;  // LLVM's verifier, before and after optimisation
  bool races = false;   // for the emulator: kernels tell of what they access, and races are found
  unsigned optimisation = 3;
  Device device = Device::None;
  std::string gpu_architecture = "sm_75";  // for NVIDIA's GPUs: that and newer ones
  // Code that uses these fully is made as well, for products; devices take the newest they can run.
  std::vector<std::string> more_gpu_architectures = {};
  // LLVM's bitcode with functions that code for a device calls (ForeignUse::Device).
  std::vector<std::string> device_bitcode = {};
};

// A kernel of a program for a device.
struct KernelInfo {
  std::string name;                // of its entry
  std::string body;                // the function in runtime/kernels/kernels.cpp that is its body
  const ir::Stm* stm = nullptr;    // the operator that it belongs to; null: it is the runtime's
  int32_t flags = 0;               // PLANISH_KERNEL_* (runtime/device_abi.h)
  std::vector<int64_t> constants;  // that the body is given, in order
};

// The symbol of an entry point in the object code; its type is planish_entry_function
// (runtime/abi.h).
inline std::string entry_symbol(std::string_view entry_name) {
  return "planish_entry_" + std::string(entry_name);
}

// The symbol of the table of a program for a device: a planish_device_program
// (runtime/device_abi.h).
inline constexpr const char* kProgramSymbol = "planish_device_code";

// Object code that is loaded into this process.
class LoadedCode {
 public:
  virtual ~LoadedCode() = default;
  virtual void* symbol(std::string_view name) const = 0;  // null: there is none of that name
};

class CodeGenerator {
 public:
  virtual ~CodeGenerator() = default;
  // The program in FLAT as an object file or text. Throws std::logic_error for a compiler bug.
  virtual std::string generate(const ir::Program& program, const Options& options,
                               Output output) = 0;
  // The kernels of a program, for options that name a device, in the order of its table.
  virtual std::vector<KernelInfo> kernels(const ir::Program& program, const Options& options) = 0;
  // The functions of runtime/abi.h are found in this process. Throws std::runtime_error when it
  // cannot be loaded.
  virtual std::unique_ptr<LoadedCode> load(std::string_view object) = 0;
  // The functions that LLVM's bitcode has. Throws std::runtime_error if it cannot be read.
  virtual std::vector<std::string> functions_of(std::string_view bitcode) = 0;
  // What the vectors of the CPU can do.
  virtual VectorUnit vectors(const Options& options) = 0;
  // Names the target and the version of the code generator: object code of another identity is of
  // no use.
  virtual std::string identity(const Options& options) = 0;
};

}  // namespace planish::codegen
