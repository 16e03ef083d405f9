// Instructions for operations on scalars: one function for each operation and type.
#include <array>

#include "interp/ops.h"
#include "ir/scalar_kernels.h"

namespace planish::interp {
namespace {

using namespace ir::kernels;
using ir::BinaryOp;
using ir::UnaryOp;

template <UnaryOp O, Prim P>
void run_unary(uint64_t* s, const Instr& i, Machine&) {
  // The bits of a NaN stay as they are.
  if constexpr (O == UnaryOp::ToBits)
    s[i.a] = s[i.b];
  else
    s[i.a] = store<kUnaryResult<O, P>>(apply<O, P>(load<P>(s[i.b])));
}

template <BinaryOp O, Prim P>
void run_binary(uint64_t* s, const Instr& i, Machine&) {
  if constexpr (O == BinaryOp::Ldexp)
    s[i.a] = store<P>(load_exponent<P>(load<P>(s[i.b]), static_cast<int32_t>(s[i.c])));
  else
    s[i.a] = store<kBinaryResult<O, P>>(apply<O, P>(load<P>(s[i.b]), load<P>(s[i.c])));
}

template <Prim P>
void run_fma(uint64_t* s, const Instr& i, Machine&) {
  s[i.a] = store<P>(fused_multiply_add<P>(load<P>(s[i.b]), load<P>(s[i.c]), load<P>(s[i.d])));
}

template <Prim From, Prim To>
void run_convert(uint64_t* s, const Instr& i, Machine&) {
  s[i.a] = convert_bits<From, To>(s[i.b]);
}

template <Prim P>
void run_from_bits(uint64_t* s, const Instr& i, Machine&) {
  s[i.a] = ir::from_bits(s[i.b], P).bits;
}

constexpr size_t kPrims = static_cast<size_t>(Prim::Unit) + 1;
using ByPrim = std::array<Handler, kPrims>;

// The handlers for all primitive types, by an index sequence over them.
template <UnaryOp O, size_t... P>
constexpr ByPrim unary_row(std::index_sequence<P...>) {
  return {[]() -> Handler {
    constexpr auto prim = static_cast<Prim>(P);
    if constexpr (kUnaryTakes<O, prim>) return run_unary<O, prim>;
    return nullptr;
  }()...};
}
template <BinaryOp O, size_t... P>
constexpr ByPrim binary_row(std::index_sequence<P...>) {
  return {[]() -> Handler {
    constexpr auto prim = static_cast<Prim>(P);
    if constexpr (kBinaryTakes<O, prim>) return run_binary<O, prim>;
    return nullptr;
  }()...};
}
template <Prim From, size_t... P>
constexpr ByPrim convert_row(std::index_sequence<P...>) {
  return {run_convert<From, static_cast<Prim>(P)>...};
}
template <size_t... P>
constexpr std::array<ByPrim, kPrims> convert_rows(std::index_sequence<P...> all) {
  return {convert_row<static_cast<Prim>(P)>(all)...};
}

constexpr auto kAll = std::make_index_sequence<kPrims>{};

}  // namespace

Handler unary_handler(UnaryOp op, Prim operand) {
  static constexpr ByPrim kRows[] = {
#define UNARY(K, text, operands, result) unary_row<UnaryOp::K>(kAll),
#include "ir/scalar_ops.def"
  };
  return kRows[static_cast<size_t>(op)][static_cast<size_t>(operand)];
}

Handler binary_handler(BinaryOp op, Prim operand) {
  static constexpr ByPrim kRows[] = {
#define BINARY(K, text, operands, result) binary_row<BinaryOp::K>(kAll),
#include "ir/scalar_ops.def"
  };
  return kRows[static_cast<size_t>(op)][static_cast<size_t>(operand)];
}

Handler ternary_handler(ir::TernaryOp, Prim operand) {
  switch (operand) {
    case Prim::F16: return run_fma<Prim::F16>;
    case Prim::F32: return run_fma<Prim::F32>;
    case Prim::F64: return run_fma<Prim::F64>;
    default: return nullptr;
  }
}

Handler convert_handler(Prim from, Prim to) {
  static constexpr auto kRows = convert_rows(kAll);
  return kRows[static_cast<size_t>(from)][static_cast<size_t>(to)];
}

Handler from_bits_handler(Prim to) {
  switch (to) {
    case Prim::F16: return run_from_bits<Prim::F16>;
    case Prim::F32: return run_from_bits<Prim::F32>;
    case Prim::F64: return run_from_bits<Prim::F64>;
    default: return nullptr;
  }
}

}  // namespace planish::interp
