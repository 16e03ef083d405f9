// Conversions between primitive types.
#include "codegen/common/scalar_parts.h"

namespace planish::codegen {
namespace {

using Builder = llvm::IRBuilderBase;
using llvm::Value;

// A double to a half, rounded once. Going through a float would round twice, so the float is
// rounded to odd: towards zero, with the last bit set if anything was lost. That bit then stands
// for all that is below it.
Value* double_to_half(Builder& builder, Value* x) {
  const Builder::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  llvm::Type* single = with_lanes_of(x, builder.getFloatTy());
  llvm::Type* word = with_lanes_of(x, builder.getInt32Ty());
  Value* nearest = builder.CreateFPTrunc(x, single);
  Value* back = builder.CreateFPExt(nearest, x->getType());
  Value* away = builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                      builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x));
  Value* bits = builder.CreateBitCast(nearest, word);
  Value* towards_zero = builder.CreateSub(bits, builder.CreateZExt(away, word));
  Value* odd = builder.CreateOr(towards_zero, llvm::ConstantInt::get(word, 1));
  Value* exact = builder.CreateFCmpUEQ(back, x);  // or a NaN
  Value* rounded = builder.CreateBitCast(builder.CreateSelect(exact, bits, odd), single);
  return builder.CreateFPTrunc(rounded, with_lanes_of(x, builder.getHalfTy()));
}

Value* float_to_float(Builder& builder, Prim from, Prim to, Value* x) {
  if (from == Prim::F64 && to == Prim::F16) return double_to_half(builder, x);
  return builder.CreateFPCast(x, with_lanes_of(x, scalar_type(builder.getContext(), to)));
}

Value* integer_to_float(Builder& builder, Prim from, Prim to, Value* x) {
  // A float holds each integer that is not an infinity as a half.
  const Prim through = to == Prim::F16 ? Prim::F32 : to;
  llvm::Type* type = with_lanes_of(x, scalar_type(builder.getContext(), through));
  Value* result = is_signed(from) ? builder.CreateSIToFP(x, type) : builder.CreateUIToFP(x, type);
  if (to != Prim::F16) return result;
  return builder.CreateFPTrunc(result, with_lanes_of(x, builder.getHalfTy()));
}

// Note [Floats to integers]
// The number is converted to an integer of 64 bits, of which the upper ones are dropped. LLVM's
// conversion is undefined for what does not fit; its result is not chosen there. 2^63 and 2^64 are
// exact in both types of floats.
Value* float_to_integer(Builder& builder, Prim from, Prim to, Value* x) {
  const Builder::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  llvm::Type* type = with_lanes_of(x, scalar_type(builder.getContext(), to));
  llvm::Type* word = with_lanes_of(x, builder.getInt64Ty());
  const auto real = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
  Value* finite = builder.CreateFCmpONE(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x),
                                        llvm::ConstantFP::getInfinity(x->getType()));
  if (from == Prim::F16) {
    // Every half that is a number fits 32 bits.
    llvm::Type* half_word = with_lanes_of(x, builder.getInt32Ty());
    Value* wide = builder.CreateFPExt(x, with_lanes_of(x, builder.getFloatTy()));
    Value* number = builder.CreateSelect(finite, builder.CreateFPToSI(wide, half_word),
                                         llvm::ConstantInt::get(half_word, 0));
    return builder.CreateIntCast(number, type, /*isSigned=*/true);
  }
  constexpr double kTwo63 = 0x1p63;
  constexpr double kTwo64 = 0x1p64;
  Value* too_large = builder.CreateFCmpOGE(x, real(kTwo63));
  Value* not_too_small = builder.CreateFCmpOGE(x, real(-kTwo63));
  const auto integer = [&](uint64_t value) { return llvm::ConstantInt::get(word, value); };
  Value* lowest = integer(uint64_t{1} << 63);
  Value* result = nullptr;
  if (is_signed(to)) {
    result = builder.CreateFPToSI(x, word);
    result = builder.CreateSelect(too_large, integer(~uint64_t{0} >> 1), result);
  } else {
    Value* shifted = builder.CreateSelect(too_large, builder.CreateFSub(x, real(kTwo63)), x);
    result = builder.CreateFPToSI(shifted, word);
    result = builder.CreateXor(result, builder.CreateSelect(too_large, lowest, integer(0)));
    Value* far_too_large = builder.CreateFCmpOGE(x, real(kTwo64));
    result = builder.CreateSelect(far_too_large, integer(~uint64_t{0}), result);
  }
  result = builder.CreateTrunc(result, type);
  lowest = builder.CreateTrunc(lowest, type);
  result = builder.CreateSelect(not_too_small, result, lowest);
  return builder.CreateSelect(finite, result, llvm::ConstantInt::get(type, 0));
}

}  // namespace

Value* emit_convert(Builder& builder, Prim from, Prim to, Value* x) {
  if (from == to) return x;
  llvm::Type* type = with_lanes_of(x, scalar_type(builder.getContext(), to));
  if (to == Prim::Unit || from == Prim::Unit) return llvm::Constant::getNullValue(type);
  if (to == Prim::Bool)
    return is_float(from) ? builder.CreateFCmpUNE(x, llvm::ConstantFP::get(x->getType(), 0))
                          : builder.CreateIsNotNull(x);
  if (is_float(from))
    return is_float(to) ? float_to_float(builder, from, to, x)
                        : float_to_integer(builder, from, to, x);
  return is_float(to) ? integer_to_float(builder, from, to, x)
                      : builder.CreateIntCast(x, type, is_signed(from));
}

}  // namespace planish::codegen
