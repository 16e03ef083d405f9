#include "codegen/cpu/vector/lane_emitter.h"

#include <fmt/format.h>

#include "ir/match.h"

namespace planish::codegen::cpu {

LaneEmitter::LaneEmitter(FunctionEmitter& e, const LaneKinds& kinds, const plan::LanePlan& plan,
                         llvm::Value* mask, llvm::BasicBlock* failed)
    : e_(e),
      b_(e.b),
      kinds_(kinds),
      lanes_(static_cast<unsigned>(plan.lanes)),
      element_bits_(static_cast<unsigned>(8 * plan.element_bytes)),
      has_mask_registers_(e.m.vector_bytes == 64),
      failed_(failed),
      mask_(mask) {}

// ---- Values

llvm::Type* LaneEmitter::vector_of(llvm::Type* scalar) const {
  return llvm::FixedVectorType::get(scalar, lanes_);
}

llvm::Value* LaneEmitter::splat(llvm::Value* scalar) {
  return b_.CreateVectorSplat(lanes_, scalar);
}

llvm::Value* LaneEmitter::vector(const ir::Atom& atom) {
  const LaneKind kind = kinds_.kind(atom);
  if (kind == LaneKind::Varying) return vectors_.at(atom.var.id);
  llvm::Value* first = splat(e_.scalar(atom));
  if (kind == LaneKind::Uniform) return first;
  std::vector<llvm::Constant*> numbers;
  for (int64_t lane = 0; lane < lanes_; lane++) numbers.push_back(e_.i64(lane));
  return b_.CreateAdd(first, llvm::ConstantVector::get(numbers));
}

llvm::Value* LaneEmitter::value_for(ir::Var var, const ir::Atom& atom) {
  return is_vector(var) ? vector(atom) : e_.scalar(atom);
}

void LaneEmitter::bind(ir::Var var, llvm::Value* value) {
  if (is_vector(var)) {
    vectors_[var.id] = value;
  } else {
    e_.bind_scalar(var, value);
  }
}

// ---- Masks

bool LaneEmitter::is_mask(llvm::Value* value) {
  return value->getType()->isVectorTy() && value->getType()->isIntOrIntVectorTy(1);
}

llvm::Value* LaneEmitter::both(llvm::Value* mask, llvm::Value* condition) {
  // With fast-math, what an idle lane compares may be no value at all.
  if (e_.m.options.fast_math) condition = b_.CreateFreeze(condition);
  return b_.CreateAnd(mask, condition);
}

llvm::Value* LaneEmitter::packed(llvm::Value* value) {
  if (has_mask_registers_ || !is_mask(value)) return value;
  return b_.CreateSExt(value, vector_of(b_.getIntNTy(element_bits_)));
}

llvm::Value* LaneEmitter::unpacked(llvm::Value* value, bool is_mask) {
  if (has_mask_registers_ || !is_mask) return value;
  return b_.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
}

// ---- Bodies and statements

std::vector<llvm::Value*> LaneEmitter::results(const ir::Body& code) {
  std::vector<llvm::Value*> out;
  body(code, [&](std::span<const ir::Atom> given) {
    for (const ir::Atom& atom : given) out.push_back(vector(atom));
  });
  return out;
}

void LaneEmitter::body(const ir::Body& code,
                       const std::function<void(std::span<const ir::Atom>)>& finish) {
  e_.bodies.begin_scope(code, {});
  for (size_t i = 0; i < code.stms.size(); i++) {
    e_.scopes.current().position = i;
    statement(code.stms[i]);
  }
  finish(code.results);
  e_.bodies.end_scope();
}

void LaneEmitter::statement(const ir::Stm& stm) {
  if (plan::is_done_once(e_.m.storage, kinds_, stm)) return e_.bodies.statement(stm);
  ir::match(
      stm.op, [&](const ir::Check& op) { check(stm, op); },
      [&](const ir::If& op) { branch(stm, op); }, [&](const ir::Match& op) { branch(stm, op); },
      [&](const ir::Loop& op) { loop(stm, op); }, [&](const ir::Reduce& op) { reduce(stm, op); },
      [&](const ir::Index& op) { index(stm, op); },
      [&](const auto&) {
        const ir::Var var = stm.pattern[0];
        // Views that all lanes share, and numbers that grow with the lanes, are what they are in
        // the first lane.
        if (e_.type(var)->is_scalar() && is_vector(var)) {
          vectors_[var.id] = operation(stm);
        } else {
          e_.bodies.statement(stm);
        }
      });
}

llvm::Value* LaneEmitter::operation(const ir::Stm& stm) {
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

void LaneEmitter::check(const ir::Stm& stm, const ir::Check& op) {
  e_.bind_scalar(stm.pattern[0], scalar_constant(e_.m.context, {}));
  if (e_.passed_checks != nullptr && e_.passed_checks->contains(stm.op)) return;
  llvm::Value* holds = nullptr;
  if (kinds_.is_uniform(op.condition)) {
    holds = e_.scalar(op.condition);
  } else {
    holds = b_.CreateNot(any(both(mask_, b_.CreateNot(vector(op.condition)))));
  }
  llvm::BasicBlock* go_on = e_.control.new_block("checked");
  b_.CreateCondBr(holds, go_on, failed_, e_.control.likely());
  b_.SetInsertPoint(go_on);
}

// ---- Functions of libmvec

// As many calls as the lanes fill registers.
llvm::Value* LaneEmitter::math(llvm::StringRef name, Prim prim,
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
