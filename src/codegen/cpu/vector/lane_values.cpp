#include "codegen/cpu/vector/lane_values.h"

#include <fmt/format.h>

#include "ir/match.h"

namespace planish::codegen::cpu {

llvm::Constant* lane_numbers(llvm::Type* type, unsigned lanes, uint64_t first) {
  std::vector<llvm::Constant*> numbers;
  for (unsigned lane = 0; lane < lanes; lane++)
    numbers.push_back(llvm::ConstantInt::get(type, first + lane));
  return llvm::ConstantVector::get(numbers);
}

// ---- Values

llvm::Type* LaneValues::vector_of(llvm::Type* scalar) const {
  return llvm::FixedVectorType::get(scalar, lanes_);
}

llvm::Value* LaneValues::vector(const ir::Atom& atom) {
  const LaneKind kind = kinds_.kind(atom);
  if (kind == LaneKind::Varying) return vectors_.at(atom.var.id);
  llvm::Value* first = splat(e_.scalar(atom));
  if (kind == LaneKind::Uniform) return first;
  return b_.CreateAdd(first, lane_numbers(e_.m.i64, lanes_));
}

std::vector<llvm::Value*> LaneValues::vectors(std::span<const ir::Atom> atoms) {
  std::vector<llvm::Value*> out;
  for (const ir::Atom& atom : atoms) out.push_back(vector(atom));
  return out;
}

void LaneValues::bind(ir::Var var, llvm::Value* value) {
  if (is_vector(var)) {
    vectors_[var.id] = value;
  } else {
    e_.bind_scalar(var, value);
  }
}

llvm::Value* LaneValues::operation(const ir::Stm& stm) {
  const auto prim = [&](const ir::Atom& atom) { return e_.type(atom)->elem; };
  return ir::match(
      stm.op, [&](const ir::Same& op) { return vector(op.value); },
      [&](const ir::Opaque& op) { return vector(op.value); },
      [&](const ir::Unary& op) {
        const llvm::StringRef name = is_float(prim(op.x)) ? library_function(op.op) : "";
        return name.empty() ? emit_unary(b_, op.op, prim(op.x), vector(op.x))
                            : math(name, prim(op.x), {vector(op.x)});
      },
      [&](const ir::Binary& op) {
        const llvm::StringRef name = is_float(prim(op.x)) ? library_function(op.op) : "";
        return name.empty() ? emit_binary(b_, op.op, prim(op.x), vector(op.x), vector(op.y))
                            : math(name, prim(op.x), {vector(op.x), vector(op.y)});
      },
      [&](const ir::Ternary& op) {
        return emit_ternary(b_, op.op, prim(op.x), vector(op.x), vector(op.y), vector(op.z));
      },
      [&](const ir::Convert& op) {
        return emit_convert(b_, prim(op.value), e_.type(stm.pattern[0])->elem, vector(op.value));
      },
      [&](const ir::FromBits& op) {
        return emit_from_bits(b_, e_.type(stm.pattern[0])->elem, vector(op.bits));
      },
      [&](const auto&) -> llvm::Value* {
        unsupported(e_.m.storage, stm, "an operation in lanes");
      });
}

// ---- Masks

llvm::Value* LaneValues::both(llvm::Value* mask, llvm::Value* condition) {
  // With fast-math, what an idle lane compares may be no value at all.
  if (e_.m.options.fast_math) condition = b_.CreateFreeze(condition);
  return b_.CreateAnd(mask, condition);
}

void LaneValues::check(const ir::Stm& stm, const ir::Check& op, llvm::Value* mask,
                       llvm::BasicBlock* failed) {
  e_.bind_scalar(stm.pattern[0], scalar_constant(e_.m.context, {}));
  if (e_.passed_checks != nullptr && e_.passed_checks->contains(stm.op)) return;
  llvm::Value* holds = nullptr;
  if (kinds_.is_uniform(op.condition)) {
    holds = e_.scalar(op.condition);
  } else {
    llvm::Value* fails = b_.CreateNot(vector(op.condition));
    if (mask != nullptr) fails = both(mask, fails);
    holds = b_.CreateNot(b_.CreateOrReduce(fails));
  }
  llvm::BasicBlock* go_on = e_.control.new_block("checked");
  b_.CreateCondBr(holds, go_on, failed, e_.control.likely());
  b_.SetInsertPoint(go_on);
}

// ---- Functions of libmvec

// As many calls as the lanes fill registers.
llvm::Value* LaneValues::math(llvm::StringRef name, Prim prim,
                              llvm::ArrayRef<llvm::Value*> operands) {
  if (prim == Prim::F16) {
    std::vector<llvm::Value*> wide;
    for (llvm::Value* operand : operands)
      wide.push_back(b_.CreateFPExt(operand, vector_of(b_.getFloatTy())));
    return b_.CreateFPTrunc(math(name, Prim::F32, wide), operands[0]->getType());
  }
  const auto bytes = static_cast<unsigned>(e_.m.vector_bytes);
  const char registers = bytes == 64 ? 'e' : bytes == 32 ? 'd' : 'b';
  const auto width = bytes / static_cast<unsigned>(byte_size(prim));
  const std::string symbol =
      fmt::format("_ZGV{}N{}{}_{}{}", registers, width, std::string(operands.size(), 'v'),
                  name.str(), prim == Prim::F32 ? "f" : "");
  auto* part = llvm::FixedVectorType::get(operands[0]->getType()->getScalarType(), width);
  const std::vector<llvm::Type*> parameters(operands.size(), part);
  auto callee = e_.m.module.getOrInsertFunction(
      symbol, llvm::FunctionType::get(part, parameters, /*isVarArg=*/false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  // Vectors are kept on the stack over the call: each in one line of the cache.
  e_.function->addFnAttr(
      llvm::Attribute::getWithStackAlignment(e_.m.context, llvm::Align(uint64_t{bytes})));
  llvm::Value* whole = llvm::PoisonValue::get(operands[0]->getType());
  for (unsigned at = 0; at < lanes_; at += width) {
    std::vector<llvm::Value*> parts;
    for (llvm::Value* operand : operands)
      parts.push_back(b_.CreateExtractVector(part, operand, uint64_t{at}));
    whole =
        b_.CreateInsertVector(whole->getType(), whole, b_.CreateCall(callee, parts), uint64_t{at});
  }
  return whole;
}

}  // namespace planish::codegen::cpu
