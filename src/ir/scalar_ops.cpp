#include "ir/scalar_ops.h"

namespace planish::ir {

namespace {

enum class Operands : uint8_t { Int, Float, Num, Logic, Prim };
enum class Result : uint8_t { Same, Bool, I32, U64 };

struct Info {
  std::string_view text;
  Operands operands;
  Result result;
};

constexpr Info kUnary[] = {
#define UNARY(K, text, operands, result) {text, Operands::operands, Result::result},
#include "ir/scalar_ops.def"
};
constexpr Info kBinary[] = {
#define BINARY(K, text, operands, result) {text, Operands::operands, Result::result},
#include "ir/scalar_ops.def"
};
constexpr Info kTernary[] = {
#define TERNARY(K, text, operands, result) {text, Operands::operands, Result::result},
#include "ir/scalar_ops.def"
};

constexpr const Info& info(UnaryOp op) { return kUnary[static_cast<size_t>(op)]; }
constexpr const Info& info(BinaryOp op) { return kBinary[static_cast<size_t>(op)]; }
constexpr const Info& info(TernaryOp op) { return kTernary[static_cast<size_t>(op)]; }

bool takes(Operands operands, Prim prim) {
  switch (operands) {
    case Operands::Int: return is_integer(prim);
    case Operands::Float: return is_float(prim);
    case Operands::Num: return is_integer(prim) || is_float(prim);
    case Operands::Logic: return is_integer(prim) || prim == Prim::Bool;
    case Operands::Prim: return true;
  }
  __builtin_unreachable();
}

Prim result_of(Result result, Prim operand) {
  switch (result) {
    case Result::Same: return operand;
    case Result::Bool: return Prim::Bool;
    case Result::I32: return Prim::I32;
    case Result::U64: return Prim::U64;
  }
  __builtin_unreachable();
}

}  // namespace

std::string_view op_text(UnaryOp op) { return info(op).text; }
std::string_view op_text(BinaryOp op) { return info(op).text; }
std::string_view op_text(TernaryOp op) { return info(op).text; }

bool takes(UnaryOp op, Prim operand) { return takes(info(op).operands, operand); }
bool takes(BinaryOp op, Prim operand) { return takes(info(op).operands, operand); }
bool takes(TernaryOp op, Prim operand) { return takes(info(op).operands, operand); }

Prim result_of(UnaryOp op, Prim operand) { return result_of(info(op).result, operand); }
Prim result_of(BinaryOp op, Prim operand) { return result_of(info(op).result, operand); }
Prim result_of(TernaryOp op, Prim operand) { return result_of(info(op).result, operand); }

}  // namespace planish::ir
