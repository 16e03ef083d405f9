#include "codegen/cpu/vector/vector_math.h"

#include <fmt/format.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>
#include <string_view>
#include <vector>

namespace planish::codegen {
namespace {

// By their names for doubles; those for floats have an `f` at the end.
constexpr std::string_view kUnaryFunctions[] = {
    "acos",  "acosh", "asin", "asinh", "atan",  "atanh", "cbrt",  "cos",
    "cosh",  "erf",   "erfc", "exp",   "exp10", "exp2",  "expm1", "log10",
    "log1p", "log2",  "log",  "sin",   "sinh",  "tan",   "tanh"};
constexpr std::string_view kBinaryFunctions[] = {"atan2", "hypot", "pow"};

// A set of vector registers, as the names of vector functions encode it.
struct Registers {
  char letter;
  unsigned bits;
};

std::vector<Registers> registers_of(const llvm::TargetMachine& target) {
  const llvm::MCSubtargetInfo& subtarget = *target.getMCSubtargetInfo();
  std::vector<Registers> registers{{'b', 128}};
  if (subtarget.checkFeatures("+avx2")) registers.push_back({'d', 256});
  if (subtarget.checkFeatures("+avx512f")) registers.push_back({'e', 512});
  return registers;
}

// Declares the variants of one function. The name of a variant says how many elements its vectors
// have; a `v` stands for each parameter.
void declare_variants(llvm::Function& function, const std::vector<Registers>& registers,
                      std::vector<llvm::GlobalValue*>& declared) {
  llvm::Type* element = function.getReturnType();
  const size_t arity = function.arg_size();
  std::string mappings;
  for (const Registers& set : registers) {
    const unsigned lanes = set.bits / static_cast<unsigned>(element->getScalarSizeInBits());
    const std::string shape =
        fmt::format("N{}{}_{}", lanes, std::string(arity, 'v'), function.getName().str());
    const std::string symbol = fmt::format("_ZGV{}{}", set.letter, shape);
    auto* vector = llvm::FixedVectorType::get(element, lanes);
    const std::vector<llvm::Type*> parameters(arity, vector);
    auto* variant = llvm::cast<llvm::Function>(
        function.getParent()
            ->getOrInsertFunction(symbol,
                                  llvm::FunctionType::get(vector, parameters, /*isVarArg=*/false))
            .getCallee());
    variant->copyAttributesFrom(&function);
    declared.push_back(variant);
    mappings += fmt::format("{}_ZGV_LLVM_{}({})", mappings.empty() ? "" : ",", shape, symbol);
  }
  function.addFnAttr(llvm::VFABI::MappingsAttrName, mappings);
}

}  // namespace

void declare_vector_math(llvm::Module& module, const llvm::TargetMachine& target) {
  const auto registers = registers_of(target);
  std::vector<llvm::GlobalValue*> declared;
  const auto declare = [&](std::string_view name) {
    for (const std::string& symbol : {std::string(name), std::string(name) + "f"}) {
      llvm::Function* function = module.getFunction(symbol);
      if (function && function->isDeclaration()) declare_variants(*function, registers, declared);
    }
  };
  for (const auto name : kUnaryFunctions) declare(name);
  for (const auto name : kBinaryFunctions) declare(name);
  // Nothing uses them yet; they must not be removed before loops are vectorised.
  llvm::appendToCompilerUsed(module, declared);
}

}  // namespace planish::codegen
