// Floats. A half is computed with as a float and rounded once.
#include <llvm/IR/Module.h>

#include <numbers>

#include "codegen/common/marks.h"
#include "codegen/common/scalar_parts.h"

namespace planish::codegen {
namespace {

using Builder = llvm::IRBuilderBase;
using llvm::Value;

Value* float_like(Value* x, double value) { return llvm::ConstantFP::get(x->getType(), value); }

Value* absolute(Builder& builder, Value* x) {
  return builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
}

// ---- Parts that have no intrinsic

// Clears the builder's flags while it lives: what is asked about NaNs and infinities is answered
// also with fast-math.
class ExactScope {
 public:
  explicit ExactScope(Builder& builder) : guard_(builder) { builder.clearFastMathFlags(); }

 private:
  Builder::FastMathFlagGuard guard_;
};

Value* is_nan(Builder& builder, Value* x) {
  const ExactScope exact(builder);
  return builder.CreateFCmpUNO(x, x);
}

Value* is_infinite(Builder& builder, Value* x) {
  const ExactScope exact(builder);
  return builder.CreateFCmpOEQ(absolute(builder, x), llvm::ConstantFP::getInfinity(x->getType()));
}

Value* sign(Builder& builder, Value* x) {
  Value* zero = float_like(x, 0);
  // What is neither less than, greater than nor equal to zero is a NaN and stays one.
  Value* rest = builder.CreateSelect(builder.CreateFCmpOEQ(x, zero), zero, x);
  rest = builder.CreateSelect(builder.CreateFCmpOLT(x, zero), float_like(x, -1), rest);
  return builder.CreateSelect(builder.CreateFCmpOGT(x, zero), float_like(x, 1), rest);
}

Value* reciprocal_root(Builder& builder, Value* x) {
  Value* root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  Value* quotient = builder.CreateFDiv(float_like(x, 1), root);
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(quotient))
    instruction->setMetadata(kReciprocalRoot, llvm::MDNode::get(builder.getContext(), {}));
  return quotient;
}

// x if it is before y or equal, or if y is a NaN. LLVM's own operation leaves open which of two
// zeros it gives; where that is allowed, as in reductions, loops over it vectorise.
Value* minimum_or_maximum(Builder& builder, ir::BinaryOp op, Value* x, Value* y) {
  if (builder.getFastMathFlags().noSignedZeros())
    return builder.CreateBinaryIntrinsic(
        op == ir::BinaryOp::Min ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum, y, x);
  Value* before =
      op == ir::BinaryOp::Min ? builder.CreateFCmpOLE(x, y) : builder.CreateFCmpOGE(x, y);
  return builder.CreateSelect(is_nan(builder, y), x, builder.CreateSelect(before, x, y));
}

// x - 2 n, where n is the integer nearest to x / 2, with the sign of x if it is zero. Exact.
Value* remainder_by_two(Builder& builder, Value* x) {
  Value* halves = builder.CreateUnaryIntrinsic(llvm::Intrinsic::roundeven,
                                               builder.CreateFMul(x, float_like(x, 0.5)));
  Value* rest = builder.CreateFSub(x, builder.CreateFMul(halves, float_like(x, 2)));
  Value* is_zero = builder.CreateFCmpOEQ(rest, float_like(x, 0));
  return builder.CreateSelect(is_zero, builder.CreateCopySign(rest, x), rest);
}

// sin(pi r) for r from -1 to 1; NaN for a NaN.
Value* sine_of_reduced(Builder& builder, Value* r) {
  Value* half = float_like(r, 0.5);
  Value* near = builder.CreateSelect(builder.CreateFCmpOGT(r, half),
                                     builder.CreateFSub(float_like(r, 1), r), r);
  near = builder.CreateSelect(builder.CreateFCmpOLT(r, float_like(r, -0.5)),
                              builder.CreateFSub(float_like(r, -1), r), near);
  Value* sine =
      emit_math_call(builder, "sin", {builder.CreateFMul(near, float_like(r, std::numbers::pi))});
  // Exact where it is 1 or -1.
  Value* is_extreme = builder.CreateFCmpOEQ(absolute(builder, near), half);
  return builder.CreateSelect(is_extreme, builder.CreateFMul(near, float_like(r, 2)), sine);
}

// sin(pi x) and cos(pi x) are computed with doubles. An infinity has a NaN as remainder.
Value* sine_pi(Builder& builder, Value* x) {
  Value* wide = builder.CreateFPExt(x, with_lanes_of(x, builder.getDoubleTy()));
  Value* sine = sine_of_reduced(builder, remainder_by_two(builder, wide));
  return builder.CreateFPTrunc(sine, x->getType());
}

Value* cosine_pi(Builder& builder, Value* x) {
  // cos(pi x) = sin(pi (1/2 - |x|)), whose argument is exact where the cosine is near zero.
  Value* wide = builder.CreateFPExt(x, with_lanes_of(x, builder.getDoubleTy()));
  Value* r = absolute(builder, remainder_by_two(builder, wide));
  Value* sine = sine_of_reduced(builder, builder.CreateFSub(float_like(wide, 0.5), r));
  return builder.CreateFPTrunc(sine, x->getType());
}

// The next number from x in the direction of y, by its representation, which grows away from zero.
Value* next_after(Builder& builder, Value* x, Value* y) {
  const unsigned width = x->getType()->getScalarSizeInBits();
  llvm::Type* type = with_lanes_of(x, builder.getIntNTy(width));
  Value* x_bits = builder.CreateBitCast(x, type);
  Value* y_bits = builder.CreateBitCast(y, type);
  Value* one = llvm::ConstantInt::get(type, 1);
  Value* sign_mask = llvm::ConstantInt::get(type, llvm::APInt::getSignMask(width));

  Value* zero = float_like(x, 0);
  Value* grows = builder.CreateICmpEQ(builder.CreateFCmpOLT(x, y), builder.CreateFCmpOGT(x, zero));
  Value* bits =
      builder.CreateSelect(grows, builder.CreateAdd(x_bits, one), builder.CreateSub(x_bits, one));
  Value* from_zero = builder.CreateOr(builder.CreateAnd(y_bits, sign_mask), one);
  bits = builder.CreateSelect(builder.CreateFCmpOEQ(x, zero), from_zero, bits);
  bits = builder.CreateSelect(builder.CreateFCmpOEQ(x, y), y_bits, bits);
  const ExactScope exact(builder);
  return builder.CreateSelect(builder.CreateFCmpUNO(x, y), llvm::ConstantFP::getNaN(x->getType()),
                              builder.CreateBitCast(bits, x->getType()));
}

// ---- The operations on floats and doubles

Value* wide_unary(Builder& builder, ir::UnaryOp op, Prim prim, Value* x) {
  if (const auto name = library_function(op); !name.empty())
    return emit_math_call(builder, name, {x});
  using enum ir::UnaryOp;
  switch (op) {
    case Neg: return builder.CreateFNeg(x);
    case Abs: return absolute(builder, x);
    case Sgn: return sign(builder, x);
    case Sqrt: return builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    case Rsqrt: return reciprocal_root(builder, x);
    case Sinpi: return sine_pi(builder, x);
    case Cospi: return cosine_pi(builder, x);
    case Ceil: return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, x);
    case Floor: return builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x);
    case Trunc: return builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, x);
    case Round: return builder.CreateUnaryIntrinsic(llvm::Intrinsic::roundeven, x);
    case IsInf: return is_infinite(builder, x);
    case IsNan: return is_nan(builder, x);
    default: wrong_operand(op_text(op), prim);
  }
}

Value* wide_binary(Builder& builder, ir::BinaryOp op, Prim prim, Value* x, Value* y) {
  if (const auto name = library_function(op); !name.empty())
    return emit_math_call(builder, name, {x, y});
  if (ir::is_comparison(op)) return emit_float_comparison(builder, op, x, y);
  using enum ir::BinaryOp;
  switch (op) {
    case Add: return builder.CreateFAdd(x, y);
    case Sub: return builder.CreateFSub(x, y);
    case Mul: return builder.CreateFMul(x, y);
    case Div: return builder.CreateFDiv(x, y);
    case Mod: return builder.CreateFRem(x, y);
    case Min:
    case Max: return minimum_or_maximum(builder, op, x, y);
    case Copysign: return builder.CreateCopySign(x, y);
    case Ldexp: return builder.CreateLdexp(x, y);
    default: wrong_operand(op_text(op), prim);
  }
}

}  // namespace

// ---- Functions of the C library

llvm::StringRef library_function(ir::UnaryOp op) {
  using enum ir::UnaryOp;
  switch (op) {
    case Cbrt: return "cbrt";
    case Exp: return "exp";
    case Log: return "log";
    case Log2: return "log2";
    case Log10: return "log10";
    case Log1p: return "log1p";
    case Sin: return "sin";
    case Cos: return "cos";
    case Tan: return "tan";
    case Asin: return "asin";
    case Acos: return "acos";
    case Atan: return "atan";
    case Sinh: return "sinh";
    case Cosh: return "cosh";
    case Tanh: return "tanh";
    case Asinh: return "asinh";
    case Acosh: return "acosh";
    case Atanh: return "atanh";
    case Erf: return "erf";
    case Erfc: return "erfc";
    case Lgamma: return "lgamma";
    case Gamma: return "tgamma";
    default: return "";
  }
}

llvm::StringRef library_function(ir::BinaryOp op) {
  using enum ir::BinaryOp;
  switch (op) {
    case Pow: return "pow";
    case Atan2: return "atan2";
    case Hypot: return "hypot";
    default: return "";
  }
}

Value* emit_math_call(Builder& builder, llvm::StringRef name, llvm::ArrayRef<Value*> operands) {
  llvm::Type* type = operands.front()->getType();
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::SmallVector<llvm::Type*, 2> parameters(operands.size(), type);
  const std::string symbol = name.str() + (type->isFloatTy() ? "f" : "");
  auto callee = module.getOrInsertFunction(
      symbol, llvm::FunctionType::get(type, parameters, /*isVarArg=*/false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return builder.CreateCall(callee, operands);
}

Value* emit_float_comparison(Builder& builder, ir::BinaryOp op, Value* x, Value* y) {
  using enum ir::BinaryOp;
  switch (op) {
    case Eq: return builder.CreateFCmpOEQ(x, y);
    case Ne: return builder.CreateFCmpUNE(x, y);
    case Lt: return builder.CreateFCmpOLT(x, y);
    case Le: return builder.CreateFCmpOLE(x, y);
    case Gt: return builder.CreateFCmpOGT(x, y);
    default: return builder.CreateFCmpOGE(x, y);
  }
}

Value* emit_float_unary(Builder& builder, ir::UnaryOp op, Prim prim, Value* x) {
  if (op == ir::UnaryOp::ToBits) return emit_to_word(builder, prim, x);
  if (prim != Prim::F16) return wide_unary(builder, op, prim, x);
  Value* result =
      wide_unary(builder, op, prim, builder.CreateFPExt(x, with_lanes_of(x, builder.getFloatTy())));
  return result->getType()->isFPOrFPVectorTy() ? builder.CreateFPTrunc(result, x->getType())
                                               : result;
}

Value* emit_float_binary(Builder& builder, ir::BinaryOp op, Prim prim, Value* x, Value* y) {
  if (op == ir::BinaryOp::Nextafter) return next_after(builder, x, y);
  if (prim != Prim::F16) return wide_binary(builder, op, prim, x, y);
  Value* wide_y = op == ir::BinaryOp::Ldexp
                      ? y
                      : builder.CreateFPExt(y, with_lanes_of(y, builder.getFloatTy()));
  Value* result = wide_binary(
      builder, op, prim, builder.CreateFPExt(x, with_lanes_of(x, builder.getFloatTy())), wide_y);
  return result->getType()->isFPOrFPVectorTy() ? builder.CreateFPTrunc(result, x->getType())
                                               : result;
}

}  // namespace planish::codegen
