// Operations on primitive values in LLVM IR. What they compute is said by Note [Scalar arithmetic]
// in ir/scalar_eval.h; code is emitted where the builder stands, without branches, so that loops of
// it vectorise.
//
// In registers an integer iN or uN is an LLVM iN, a float is half, float or double, a bool and a
// unit are an i1. In memory a bool and a unit take a byte.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "codegen/codegen.h"
#include "ir/scalar_ops.h"

namespace planish::codegen {

llvm::Type* scalar_type(llvm::LLVMContext& context, Prim prim);
llvm::Type* memory_type(llvm::LLVMContext& context, Prim prim);
llvm::Constant* scalar_constant(llvm::LLVMContext& context, ir::Const constant);

// Which liberties floating-point operations have that the builder makes from now on: a product and
// a sum may always become one operation (contract), further ones are given by Options::fast_math.
void set_float_rules(llvm::IRBuilderBase& builder, const Options& options);

// Operands are in the register form of `prim`; the second operand of Ldexp is an i32. Results are
// in the register form of ir::result_of(op, prim). All of it takes vectors, too, and gives vectors
// of as many lanes, with two exceptions: functions of the C library, and powers of integers whose
// exponent is no constant.
llvm::Value* emit_unary(llvm::IRBuilderBase& builder, ir::UnaryOp op, Prim prim, llvm::Value* x);
llvm::Value* emit_binary(llvm::IRBuilderBase& builder, ir::BinaryOp op, Prim prim, llvm::Value* x,
                         llvm::Value* y);
llvm::Value* emit_ternary(llvm::IRBuilderBase& builder, ir::TernaryOp op, Prim prim, llvm::Value* x,
                          llvm::Value* y, llvm::Value* z);
llvm::Value* emit_convert(llvm::IRBuilderBase& builder, Prim from, Prim to, llvm::Value* x);
// The float whose representation stands in the lowest bits of an i64.
llvm::Value* emit_from_bits(llvm::IRBuilderBase& builder, Prim to, llvm::Value* bits);

// The function of the C library that an operation on floats or doubles is, by its name for doubles;
// empty: it is none.
llvm::StringRef library_function(ir::UnaryOp op);
llvm::StringRef library_function(ir::BinaryOp op);

// A value in memory, aligned to its size.
llvm::Value* emit_load(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* pointer);
void emit_store(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* value, llvm::Value* pointer);

// The bits of a value as ir::Const has them, as an i64; and back.
llvm::Value* emit_to_word(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* value);
llvm::Value* emit_from_word(llvm::IRBuilderBase& builder, Prim prim, llvm::Value* word);

}  // namespace planish::codegen
