#include "codegen/cpu/target/target.h"

#include <fmt/format.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>

#include <stdexcept>

namespace planish::codegen {
namespace {

// What this machine's CPU can do. Its name does not say it all: a virtual machine may hide some of
// its features.
void add_host_features(llvm::SubtargetFeatures& features) {
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
}

// AMD's CPUs gather and scatter slower than they load and store one element after the other, which
// LLVM does not take into account: it would make vectors of loops over small structures.
void avoid_slow_instructions(llvm::StringRef cpu, llvm::SubtargetFeatures& features) {
  if (!cpu.starts_with("znver")) return;
  features.AddFeature("prefer-no-gather");
  features.AddFeature("prefer-no-scatter");
}

llvm::CodeGenOptLevel level(unsigned optimisation) {
  switch (optimisation) {
    case 0: return llvm::CodeGenOptLevel::None;
    case 1: return llvm::CodeGenOptLevel::Less;
    case 2: return llvm::CodeGenOptLevel::Default;
    default: return llvm::CodeGenOptLevel::Aggressive;
  }
}

// A choice that the data decides, such as the smaller of two numbers, stays without a branch: which
// one it is is hard to guess. LLVM has no other switch for this.
void keep_conditional_moves() {
  auto& all = llvm::cl::getRegisteredOptions();
  auto found = all.find("x86-cmov-converter");
  if (found == all.end()) return;
  static_cast<llvm::cl::opt<bool>*>(found->second)->setValue(false);
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_target_machine(const Options& options) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  keep_conditional_moves();

  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) throw std::runtime_error("no code generator for this machine: " + error);

  const bool host = options.cpu.empty();
  const std::string cpu = host ? llvm::sys::getHostCPUName().str() : options.cpu;
  // Asked before a machine is made, which writes to standard error for a CPU that it does not know.
  const std::unique_ptr<llvm::MCSubtargetInfo> any(target->createMCSubtargetInfo(triple, "", ""));
  if (!any->isCPUStringValid(cpu)) throw std::runtime_error(fmt::format("unknown CPU `{}`", cpu));
  llvm::SubtargetFeatures features;
  if (host) add_host_features(features);
  avoid_slow_instructions(cpu, features);
  llvm::TargetOptions target_options;
  // A multiplication and an addition become one operation only where the code allows it
  // (`contract`).
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features.getString(), target_options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      level(options.optimisation)));
}

VectorUnit vector_unit(const llvm::TargetMachine& machine) {
  const llvm::MCSubtargetInfo& cpu = *machine.getMCSubtargetInfo();
  const auto has = [&](const char* feature) { return cpu.checkFeatures(feature); };
  VectorUnit unit;
  unit.bytes = has("+avx512f") ? 64 : has("+avx2") ? 32 : 16;
  // See Note [Width of vectors].
  const bool has_halves = has("+prefer-256-bit") || machine.getTargetCPU() == "znver4";
  unit.step_bytes = unit.bytes == 64 && has_halves ? 32 : unit.bytes;
  if (has("+avx512vl")) unit.least_compressed = has("+avx512vbmi2") ? 1 : 4;
  // Not on AMD's CPUs: see avoid_slow_instructions.
  unit.gathers = has("+avx2,+fast-gather") && !has("+prefer-no-gather");
  return unit;
}

}  // namespace planish::codegen
