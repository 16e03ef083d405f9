// Integers.
#include <llvm/IR/Module.h>

#include "codegen/common/scalar_parts.h"

namespace planish::codegen {
namespace {

using Builder = llvm::IRBuilderBase;
using llvm::Value;

Value* integer_like(Value* x, int64_t value) {
  return llvm::ConstantInt::getSigned(x->getType(), value);
}

Value* count_bits(Builder& builder, llvm::Intrinsic::ID intrinsic, Value* x) {
  Value* count = intrinsic == llvm::Intrinsic::ctpop
                     ? builder.CreateUnaryIntrinsic(intrinsic, x)
                     : builder.CreateBinaryIntrinsic(intrinsic, x, builder.getFalse());
  return builder.CreateZExtOrTrunc(count, with_lanes_of(x, builder.getInt32Ty()));
}

// ---- Division

// Note [Division without traps]
// A zero divisor and the lowest number divided by -1 stop an x86 processor. Both divisors are
// replaced by 1 before the division, and the result is chosen afterwards. LLVM removes what it can
// show not to happen, such as a zero divisor behind a check.
struct Divided {
  Value* quotient;
  Value* remainder;
};

// Note [Division of vectors]
// A processor divides integers one by one, but floats as vectors. The quotient of two integers of 32
// bits is exact as an f64 once it is cut off: if it is not whole, it is off from the next whole number
// by 1 / divisor at least, which is more than it was rounded by.
bool is_divided_as_floats(Value* x) {
  return x->getType()->isVectorTy() && x->getType()->getScalarSizeInBits() <= 32;
}

// By a divisor that does not trap.
Divided divide_safely(Builder& builder, Prim prim, Value* x, Value* divisor) {
  if (!is_divided_as_floats(x)) {
    return is_signed(prim)
               ? Divided{builder.CreateSDiv(x, divisor), builder.CreateSRem(x, divisor)}
               : Divided{builder.CreateUDiv(x, divisor), builder.CreateURem(x, divisor)};
  }
  const Builder::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  llvm::Type* wide = with_lanes_of(x, builder.getDoubleTy());
  const auto as_float = [&](Value* value) {
    return is_signed(prim) ? builder.CreateSIToFP(value, wide) : builder.CreateUIToFP(value, wide);
  };
  Value* exact = builder.CreateFDiv(as_float(x), as_float(divisor));
  Value* quotient = is_signed(prim) ? builder.CreateFPToSI(exact, x->getType())
                                    : builder.CreateFPToUI(exact, x->getType());
  return {quotient, builder.CreateSub(x, builder.CreateMul(quotient, divisor))};
}

Divided divide(Builder& builder, Prim prim, Value* x, Value* y) {
  Value* zero = integer_like(x, 0);
  if (const auto* constant = integer_constant(y)) {
    if (constant->isZero()) return {zero, zero};
    if (is_signed(prim) && constant->isMinusOne()) return {builder.CreateNeg(x), zero};
    if (is_signed(prim)) return {builder.CreateSDiv(x, y), builder.CreateSRem(x, y)};
    return {builder.CreateUDiv(x, y), builder.CreateURem(x, y)};
  }
  Value* one = integer_like(x, 1);
  Value* by_zero = builder.CreateICmpEQ(y, zero);
  if (!is_signed(prim)) {
    const Divided safe = divide_safely(builder, prim, x, builder.CreateSelect(by_zero, one, y));
    return {builder.CreateSelect(by_zero, zero, safe.quotient),
            builder.CreateSelect(by_zero, zero, safe.remainder)};
  }
  Value* by_minus_one = builder.CreateICmpEQ(y, integer_like(y, -1));
  Value* divisor = builder.CreateSelect(builder.CreateOr(by_zero, by_minus_one), one, y);
  const Divided safe = divide_safely(builder, prim, x, divisor);
  Value* quotient = builder.CreateSelect(by_minus_one, builder.CreateNeg(x), safe.quotient);
  // The remainder by 1, which takes the place of 0 and -1, is 0.
  return {builder.CreateSelect(by_zero, zero, quotient), safe.remainder};
}

// The power of two that y is, or -1.
int power_of_two(Value* y) {
  const auto* constant = integer_constant(y);
  if (!constant || !constant->getValue().isStrictlyPositive()) return -1;
  return constant->getValue().exactLogBase2();
}

Divided divide_downwards(Builder& builder, Prim prim, Value* x, Value* y) {
  if (!is_signed(prim)) return divide(builder, prim, x, y);
  if (const int exponent = power_of_two(y); exponent >= 0) {
    Value* mask = builder.CreateSub(y, integer_like(y, 1));
    return {builder.CreateAShr(x, integer_like(x, exponent)), builder.CreateAnd(x, mask)};
  }
  const Divided truncated = divide(builder, prim, x, y);
  // The quotient was rounded up if there is a remainder and its sign is not the divisor's.
  Value* zero = integer_like(x, 0);
  Value* other_sign = builder.CreateICmpSLT(builder.CreateXor(truncated.remainder, y), zero);
  Value* rounded_up =
      builder.CreateAnd(builder.CreateICmpNE(truncated.remainder, zero), other_sign);
  Value* quotient =
      builder.CreateAdd(truncated.quotient, builder.CreateSExt(rounded_up, x->getType()));
  Value* remainder =
      builder.CreateAdd(truncated.remainder, builder.CreateSelect(rounded_up, y, zero));
  return {quotient, remainder};
}

// ---- Powers

// By squaring; the exponent is a constant.
Value* power_of_constant(Builder& builder, Value* base, uint64_t exponent) {
  Value* result = integer_like(base, 1);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = builder.CreateMul(result, base);
    if (exponent > 1) base = builder.CreateMul(base, base);
  }
  return result;
}

// A function of the module, made when it is first needed:
//   result = 1; while (exponent != 0) { if (exponent & 1) result *= base; base *= base; exponent
//   >>= 1; }
llvm::Function* power_function(llvm::Module& module, llvm::Type* type) {
  const std::string name = "planish.power.i" + std::to_string(type->getIntegerBitWidth());
  if (llvm::Function* known = module.getFunction(name)) return known;
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, /*isVarArg=*/false),
                             llvm::Function::InternalLinkage, name, module);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();

  llvm::LLVMContext& context = module.getContext();
  auto* entry = llvm::BasicBlock::Create(context, "entry", function);
  auto* loop = llvm::BasicBlock::Create(context, "loop", function);
  auto* done = llvm::BasicBlock::Create(context, "done", function);
  llvm::IRBuilder<> builder(entry);
  Value* one = llvm::ConstantInt::get(type, 1);
  Value* zero = llvm::ConstantInt::get(type, 0);
  builder.CreateCondBr(builder.CreateICmpEQ(function->getArg(1), zero), done, loop);

  builder.SetInsertPoint(loop);
  llvm::PHINode* base = builder.CreatePHI(type, 2);
  llvm::PHINode* exponent = builder.CreatePHI(type, 2);
  llvm::PHINode* result = builder.CreatePHI(type, 2);
  Value* factor =
      builder.CreateSelect(builder.CreateTrunc(exponent, builder.getInt1Ty()), base, one);
  Value* next_result = builder.CreateMul(result, factor);
  Value* next_base = builder.CreateMul(base, base);
  Value* next_exponent = builder.CreateLShr(exponent, one);
  builder.CreateCondBr(builder.CreateICmpEQ(next_exponent, zero), done, loop);
  base->addIncoming(function->getArg(0), entry);
  base->addIncoming(next_base, loop);
  exponent->addIncoming(function->getArg(1), entry);
  exponent->addIncoming(next_exponent, loop);
  result->addIncoming(one, entry);
  result->addIncoming(next_result, loop);

  builder.SetInsertPoint(done);
  llvm::PHINode* power = builder.CreatePHI(type, 2);
  power->addIncoming(one, entry);
  power->addIncoming(next_result, loop);
  builder.CreateRet(power);
  return function;
}

Value* power(Builder& builder, Prim prim, Value* x, Value* y) {
  constexpr uint64_t kLargestUnrolled = 64;
  if (const auto* constant = integer_constant(y)) {
    if (is_signed(prim) && constant->isNegative()) return integer_like(x, 0);
    if (constant->getZExtValue() <= kLargestUnrolled)
      return power_of_constant(builder, x, constant->getZExtValue());
  }
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  Value* result = builder.CreateCall(power_function(module, x->getType()), {x, y});
  if (!is_signed(prim)) return result;
  // A negative exponent gave something in at most as many steps as there are bits.
  Value* negative = builder.CreateICmpSLT(y, integer_like(y, 0));
  return builder.CreateSelect(negative, integer_like(x, 0), result);
}

// ---- Shifts: a count out of range leaves nothing but the sign

Value* shift(Builder& builder, ir::BinaryOp op, Value* x, Value* count) {
  const unsigned bits = x->getType()->getScalarSizeInBits();
  if (op == ir::BinaryOp::Ashr) {
    Value* largest = integer_like(x, bits - 1);
    return builder.CreateAShr(x,
                              builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, largest));
  }
  Value* shifted =
      op == ir::BinaryOp::Shl ? builder.CreateShl(x, count) : builder.CreateLShr(x, count);
  Value* in_range = builder.CreateICmpULT(count, integer_like(x, bits));
  return builder.CreateSelect(in_range, shifted, integer_like(x, 0));
}

Value* multiply_high(Builder& builder, Prim prim, Value* x, Value* y) {
  const unsigned bits = x->getType()->getScalarSizeInBits();
  llvm::Type* wide = with_lanes_of(x, builder.getIntNTy(2 * bits));
  Value* product = builder.CreateMul(builder.CreateIntCast(x, wide, is_signed(prim)),
                                     builder.CreateIntCast(y, wide, is_signed(prim)));
  return builder.CreateTrunc(builder.CreateLShr(product, bits), x->getType());
}

}  // namespace

Value* emit_integer_unary(Builder& builder, ir::UnaryOp op, Prim prim, Value* x) {
  using enum ir::UnaryOp;
  Value* zero = integer_like(x, 0);
  switch (op) {
    case Neg: return builder.CreateNeg(x);
    case Not: return builder.CreateNot(x);
    case Abs:
      if (!is_signed(prim)) return x;
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, builder.getFalse());
    case Sgn: {
      Value* positive = builder.CreateZExt(
          is_signed(prim) ? builder.CreateICmpSGT(x, zero) : builder.CreateICmpNE(x, zero),
          x->getType());
      if (!is_signed(prim)) return positive;
      // Minus one where it is negative.
      return builder.CreateAdd(positive,
                               builder.CreateSExt(builder.CreateICmpSLT(x, zero), x->getType()));
    }
    case Popc: return count_bits(builder, llvm::Intrinsic::ctpop, x);
    case Clz: return count_bits(builder, llvm::Intrinsic::ctlz, x);
    case Ctz: return count_bits(builder, llvm::Intrinsic::cttz, x);
    default: wrong_operand(op_text(op), prim);
  }
}

Value* emit_integer_binary(Builder& builder, ir::BinaryOp op, Prim prim, Value* x, Value* y) {
  using enum ir::BinaryOp;
  using Predicate = llvm::CmpInst::Predicate;
  const bool with_sign = is_signed(prim);
  const auto compare = [&](Predicate of_signed, Predicate of_unsigned) {
    return builder.CreateICmp(with_sign ? of_signed : of_unsigned, x, y);
  };
  switch (op) {
    case Add: return builder.CreateAdd(x, y);
    case Sub: return builder.CreateSub(x, y);
    case Mul: return builder.CreateMul(x, y);
    case Quot: return divide(builder, prim, x, y).quotient;
    case Rem: return divide(builder, prim, x, y).remainder;
    case Div: return divide_downwards(builder, prim, x, y).quotient;
    case Mod: return divide_downwards(builder, prim, x, y).remainder;
    case Pow: return power(builder, prim, x, y);
    case Min:
      return builder.CreateBinaryIntrinsic(
          with_sign ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, x, y);
    case Max:
      return builder.CreateBinaryIntrinsic(
          with_sign ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, x, y);
    case And: return builder.CreateAnd(x, y);
    case Or: return builder.CreateOr(x, y);
    case Xor: return builder.CreateXor(x, y);
    case Shl:
    case Lshr:
    case Ashr: return shift(builder, op, x, y);
    case MulHi: return multiply_high(builder, prim, x, y);
    case Eq: return builder.CreateICmpEQ(x, y);
    case Ne: return builder.CreateICmpNE(x, y);
    case Lt: return compare(Predicate::ICMP_SLT, Predicate::ICMP_ULT);
    case Le: return compare(Predicate::ICMP_SLE, Predicate::ICMP_ULE);
    case Gt: return compare(Predicate::ICMP_SGT, Predicate::ICMP_UGT);
    case Ge: return compare(Predicate::ICMP_SGE, Predicate::ICMP_UGE);
    default: wrong_operand(op_text(op), prim);
  }
}

}  // namespace planish::codegen
