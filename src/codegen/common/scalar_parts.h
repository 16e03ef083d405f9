// The parts of scalar.h, by the type of the operands.
#pragma once

#include "codegen/common/scalar.h"

namespace planish::codegen {

// Of integers. Wrong operations are a compiler bug, as everywhere here.
llvm::Value* emit_integer_unary(llvm::IRBuilderBase& builder, ir::UnaryOp op, Prim prim,
                                llvm::Value* x);
llvm::Value* emit_integer_binary(llvm::IRBuilderBase& builder, ir::BinaryOp op, Prim prim,
                                 llvm::Value* x, llvm::Value* y);
// Of floats.
llvm::Value* emit_float_unary(llvm::IRBuilderBase& builder, ir::UnaryOp op, Prim prim,
                              llvm::Value* x);
llvm::Value* emit_float_binary(llvm::IRBuilderBase& builder, ir::BinaryOp op, Prim prim,
                               llvm::Value* x, llvm::Value* y);
llvm::Value* emit_float_comparison(llvm::IRBuilderBase& builder, ir::BinaryOp op, llvm::Value* x,
                                   llvm::Value* y);

// A function of the C library on floats or doubles, by the name that it has for doubles. It is
// pure: nobody looks at errno.
llvm::Value* emit_math_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                            llvm::ArrayRef<llvm::Value*> operands);

// The type with as many lanes as the value has: itself for a scalar.
llvm::Type* with_lanes_of(llvm::Value* x, llvm::Type* scalar);
// The constant that an integer is, in all lanes; null: it is none.
const llvm::ConstantInt* integer_constant(llvm::Value* x);

[[noreturn]] void wrong_operand(std::string_view op, Prim prim);

}  // namespace planish::codegen
