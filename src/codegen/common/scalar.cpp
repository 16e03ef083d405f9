#include "codegen/common/scalar.h"

#include <fmt/format.h>

#include <stdexcept>

#include "codegen/common/scalar_parts.h"

namespace planish::codegen {

void wrong_operand(std::string_view op, Prim prim) {
  throw std::logic_error(fmt::format("compiler bug: {} of {}", op, prim_name(prim)));
}

// ---- Types and constants

llvm::Type* with_lanes_of(llvm::Value* x, llvm::Type* scalar) {
  const auto* vector = llvm::dyn_cast<llvm::VectorType>(x->getType());
  return vector == nullptr ? scalar : llvm::VectorType::get(scalar, vector->getElementCount());
}

const llvm::ConstantInt* integer_constant(llvm::Value* x) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(x);
  if (constant != nullptr && x->getType()->isVectorTy()) constant = constant->getSplatValue();
  return llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
}

llvm::Type* scalar_type(llvm::LLVMContext& context, Prim prim) {
  switch (prim) {
    case Prim::F16: return llvm::Type::getHalfTy(context);
    case Prim::F32: return llvm::Type::getFloatTy(context);
    case Prim::F64: return llvm::Type::getDoubleTy(context);
    case Prim::Bool:
    case Prim::Unit: return llvm::Type::getInt1Ty(context);
    default: return llvm::Type::getIntNTy(context, static_cast<unsigned>(bit_size(prim)));
  }
}

llvm::Type* memory_type(llvm::LLVMContext& context, Prim prim) {
  if (prim == Prim::Bool || prim == Prim::Unit) return llvm::Type::getInt8Ty(context);
  return scalar_type(context, prim);
}

llvm::Constant* scalar_constant(llvm::LLVMContext& context, ir::Const constant) {
  llvm::Type* type = scalar_type(context, constant.prim);
  const llvm::APInt bits =
      llvm::APInt(64, constant.bits).trunc(static_cast<unsigned>(type->getScalarSizeInBits()));
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type, bits);
  return llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), bits));
}

void set_float_rules(llvm::IRBuilderBase& builder, const Options& options) {
  llvm::FastMathFlags flags;
  flags.setAllowContract();
  if (options.fast_math) flags.setFast();
  builder.setFastMathFlags(flags);
}

// ---- Operations

llvm::Value* emit_unary(llvm::IRBuilderBase& builder, ir::UnaryOp op, Prim prim, llvm::Value* x) {
  if (is_integer(prim)) return emit_integer_unary(builder, op, prim, x);
  if (is_float(prim)) return emit_float_unary(builder, op, prim, x);
  if (op != ir::UnaryOp::Not) wrong_operand(op_text(op), prim);
  return builder.CreateNot(x);
}

namespace {

// Of bools and units, in which false is less than true.
llvm::Value* emit_logic(llvm::IRBuilderBase& builder, ir::BinaryOp op, Prim prim, llvm::Value* x,
                        llvm::Value* y) {
  using enum ir::BinaryOp;
  switch (op) {
    case And: return builder.CreateAnd(x, y);
    case Or: return builder.CreateOr(x, y);
    case Xor: return builder.CreateXor(x, y);
    case Eq: return builder.CreateICmpEQ(x, y);
    case Ne: return builder.CreateICmpNE(x, y);
    case Lt: return builder.CreateICmpULT(x, y);
    case Le: return builder.CreateICmpULE(x, y);
    case Gt: return builder.CreateICmpUGT(x, y);
    case Ge: return builder.CreateICmpUGE(x, y);
    default: wrong_operand(op_text(op), prim);
  }
}

}  // namespace

llvm::Value* emit_binary(llvm::IRBuilderBase& builder, ir::BinaryOp op, Prim prim, llvm::Value* x,
                         llvm::Value* y) {
  if (is_integer(prim)) return emit_integer_binary(builder, op, prim, x, y);
  if (is_float(prim)) return emit_float_binary(builder, op, prim, x, y);
  return emit_logic(builder, op, prim, x, y);
}

llvm::Value* emit_ternary(llvm::IRBuilderBase& builder, ir::TernaryOp op, Prim prim, llvm::Value* x,
                          llvm::Value* y, llvm::Value* z) {
  if (op != ir::TernaryOp::Fma || !is_float(prim)) wrong_operand(op_text(op), prim);
  if (prim != Prim::F16)
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
  llvm::Type* wide = with_lanes_of(x, builder.getFloatTy());
  llvm::Value* result = builder.CreateIntrinsic(
      llvm::Intrinsic::fma, {wide},
      {builder.CreateFPExt(x, wide), builder.CreateFPExt(y, wide), builder.CreateFPExt(z, wide)});
  return builder.CreateFPTrunc(result, x->getType());
}

llvm::Value* emit_from_bits(llvm::IRBuilderBase& builder, Prim to, llvm::Value* bits) {
  llvm::Type* representation =
      with_lanes_of(bits, builder.getIntNTy(static_cast<unsigned>(bit_size(to))));
  return builder.CreateBitCast(builder.CreateTrunc(bits, representation),
                               with_lanes_of(bits, scalar_type(builder.getContext(), to)));
}

// ---- Memory

llvm::Value* emit_load(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* pointer) {
  llvm::Type* type = memory_type(builder.getContext(), prim);
  llvm::Value* value =
      builder.CreateAlignedLoad(type, pointer, llvm::Align(static_cast<uint64_t>(byte_size(prim))));
  // Arrays of bools may come from outside: any byte but 0 is true.
  if (type != scalar_type(builder.getContext(), prim)) value = builder.CreateIsNotNull(value);
  return value;
}

void emit_store(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* value, llvm::Value* pointer) {
  llvm::Type* type = memory_type(builder.getContext(), prim);
  if (value->getType() != type) value = builder.CreateZExt(value, type);
  builder.CreateAlignedStore(value, pointer, llvm::Align(static_cast<uint64_t>(byte_size(prim))));
}

llvm::Value* emit_to_word(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* value) {
  if (is_float(prim)) {
    llvm::Type* representation = builder.getIntNTy(static_cast<unsigned>(bit_size(prim)));
    value = builder.CreateBitCast(value, with_lanes_of(value, representation));
  }
  return builder.CreateIntCast(value, with_lanes_of(value, builder.getInt64Ty()), is_signed(prim));
}

llvm::Value* emit_from_word(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* word) {
  if (is_float(prim)) return emit_from_bits(builder, prim, word);
  if (prim == Prim::Bool || prim == Prim::Unit) return builder.CreateIsNotNull(word);
  return builder.CreateTrunc(word, scalar_type(builder.getContext(), prim));
}

}  // namespace planish::codegen
