// What `planish dev` writes of programs in FLAT: their code, and how it runs.
#pragma once

#include "backends/backend.h"
#include "command.h"
#include "ir/program.h"
#include "target/target.h"

namespace planish::tools {

inline constexpr std::string_view kEmitChoices[] = {
    "llvm", "unoptimised-llvm", "assembly", "object", "ptx", "host-llvm"};
inline constexpr std::string_view kDevBackendChoices[] = {"cpu", "cuda", "gpu-emulator"};

inline constexpr OptionSpec kEmitOption{
    Option::Emit, "--emit", "WHAT",
    "write the code of a program in FLAT: llvm, unoptimised-llvm, assembly or object; for GPUs ptx "
    "or host-llvm",
    kEmitChoices};
inline constexpr OptionSpec kPlanOption{
    Option::Plan, "--plan", "", "show how each operation of a program in FLAT runs, and why"};
inline constexpr OptionSpec kDevBackendOption{
    Option::Backend, "--backend", "NAME",
    "passes, target and code are those of cpu (the default), cuda or gpu-emulator",
    kDevBackendChoices};
inline constexpr OptionSpec kGpuArchitectureOption{Option::GpuArchitecture, "--gpu-arch", "NAME",
                                                   "the GPU of --emit, such as sm_90 (sm_75)"};

// The backend that was asked for; null: none was.
const Backend* dev_backend(const Arguments& arguments);
// What --target names, or else that of the backend.
Target dev_target(const Arguments& arguments);

// Both give a message and kUsage if the program or the options are not fit for it.
ExitStatus emit_code(const ir::Program& program, const Arguments& arguments);
ExitStatus show_plan(const ir::Program& program, const Arguments& arguments);

}  // namespace planish::tools
