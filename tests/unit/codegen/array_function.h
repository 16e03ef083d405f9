// Compiles functions over arrays for tests: each element of the output is computed from those of
// the inputs.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/common/scalar.h"
#include "codegen/cpu/target/jit.h"
#include "codegen/cpu/target/optimise.h"
#include "codegen/cpu/target/target.h"

namespace planish::codegen {

// Emits the value of one element, from those of the inputs in register form.
using EmitElement =
    std::function<llvm::Value*(llvm::IRBuilderBase& builder, std::vector<llvm::Value*> inputs)>;

class ArrayFunctions {
 public:
  explicit ArrayFunctions(const Options& options)
      : options_(options),
        target_(make_target_machine(options)),
        module_(std::make_unique<llvm::Module>("test", context_)) {
    module_->setTargetTriple(target_->getTargetTriple());
    module_->setDataLayout(target_->createDataLayout());
  }

  void add(const std::string& name, std::vector<Prim> inputs, Prim output,
           const EmitElement& emit) {
    llvm::IRBuilder<> builder(context_);
    set_float_rules(builder, options_);
    llvm::Type* pointer = builder.getPtrTy();
    llvm::Type* word = builder.getInt64Ty();
    // out, the inputs, the count
    std::vector<llvm::Type*> parameters(inputs.size() + 1, pointer);
    parameters.push_back(word);
    auto* function = llvm::Function::Create(
        llvm::FunctionType::get(builder.getVoidTy(), parameters, /*isVarArg=*/false),
        llvm::Function::ExternalLinkage, name, *module_);
    function->addParamAttr(0, llvm::Attribute::NoAlias);
    auto* entry = llvm::BasicBlock::Create(context_, "entry", function);
    auto* loop = llvm::BasicBlock::Create(context_, "loop", function);
    auto* done = llvm::BasicBlock::Create(context_, "done", function);
    llvm::Value* count = function->getArg(static_cast<unsigned>(inputs.size() + 1));
    builder.SetInsertPoint(entry);
    builder.CreateCondBr(builder.CreateIsNull(count), done, loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode* index = builder.CreatePHI(word, 2);
    const auto element = [&](unsigned array, Prim prim) {
      return builder.CreateInBoundsGEP(memory_type(context_, prim), function->getArg(array), index);
    };
    std::vector<llvm::Value*> values;
    for (size_t i = 0; i < inputs.size(); i++)
      values.push_back(
          emit_load(builder, inputs[i], element(static_cast<unsigned>(i + 1), inputs[i])));
    emit_store(builder, output, emit(builder, values), element(0, output));
    llvm::Value* next = builder.CreateNUWAdd(index, builder.getInt64(1));
    index->addIncoming(builder.getInt64(0), entry);
    index->addIncoming(next, builder.GetInsertBlock());
    builder.CreateCondBr(builder.CreateICmpEQ(next, count), done, loop);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

  void compile() {
    verify_module(*module_);
    optimise(*module_, *target_, options_);
    verify_module(*module_);
    loaded_ = load_object(machine_code(*module_, *target_, Output::Object), {});
  }

  // What the function gives, as the bits of constants.
  std::vector<ir::Const> call(const std::string& name, const std::vector<Prim>& inputs, Prim output,
                              const std::vector<std::vector<ir::Const>>& values) const {
    const size_t count = values.front().size();
    std::vector<std::string> arrays;
    for (size_t i = 0; i < inputs.size(); i++) arrays.push_back(bytes_of(inputs[i], values[i]));
    std::string out(count * static_cast<size_t>(byte_size(output)), '\x55');
    void* function = loaded_->symbol(name);
    const auto n = static_cast<int64_t>(count);
    using One = void (*)(void*, const void*, int64_t);
    using Two = void (*)(void*, const void*, const void*, int64_t);
    using Three = void (*)(void*, const void*, const void*, const void*, int64_t);
    if (arrays.size() == 1)
      reinterpret_cast<One>(function)(out.data(), arrays[0].data(), n);
    else if (arrays.size() == 2)
      reinterpret_cast<Two>(function)(out.data(), arrays[0].data(), arrays[1].data(), n);
    else
      reinterpret_cast<Three>(function)(out.data(), arrays[0].data(), arrays[1].data(),
                                        arrays[2].data(), n);
    return constants_of(output, out);
  }

 private:
  static std::string bytes_of(Prim prim, const std::vector<ir::Const>& values) {
    std::string bytes;
    for (const ir::Const& value : values)
      bytes.append(reinterpret_cast<const char*>(&value.bits),
                   static_cast<size_t>(byte_size(prim)));
    return bytes;
  }
  static std::vector<ir::Const> constants_of(Prim prim, const std::string& bytes) {
    const auto size = static_cast<size_t>(byte_size(prim));
    std::vector<ir::Const> values;
    for (size_t at = 0; at < bytes.size(); at += size) {
      ir::Const value{prim, 0};
      bytes.copy(reinterpret_cast<char*>(&value.bits), size, at);
      if (is_signed(prim) && size < 8 && (value.bits >> (size * 8 - 1)) != 0)
        value.bits |= ~uint64_t{0} << (size * 8);
      values.push_back(value);
    }
    return values;
  }

  Options options_;
  std::unique_ptr<llvm::TargetMachine> target_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<LoadedCode> loaded_;
};

}  // namespace planish::codegen
