// What the compiler implements itself: the scalar functions of prelude/intrinsics.fut, and the way to the others.
#include "lower/lowering.h"

namespace planish::lower {
namespace {

using ir::BinaryOp;
using ir::UnaryOp;

const std::unordered_map<std::string_view, BinaryOp> kOperators = {
    {"+", BinaryOp::Add},  {"-", BinaryOp::Sub},   {"*", BinaryOp::Mul},  {"/", BinaryOp::Div},
    {"%", BinaryOp::Mod},  {"//", BinaryOp::Quot}, {"%%", BinaryOp::Rem}, {"**", BinaryOp::Pow},
    {"&", BinaryOp::And},  {"|", BinaryOp::Or},    {"^", BinaryOp::Xor},  {"<<", BinaryOp::Shl},
    {"<", BinaryOp::Lt},   {"<=", BinaryOp::Le},   {">", BinaryOp::Gt},   {">=", BinaryOp::Ge},
    {"&&", BinaryOp::And}, {"||", BinaryOp::Or},   {"==", BinaryOp::Eq},  {"!=", BinaryOp::Ne},
};

const std::unordered_map<std::string_view, Prim> kConversions = {
    {"to_i8", Prim::I8},   {"to_i16", Prim::I16}, {"to_i32", Prim::I32}, {"to_i64", Prim::I64},
    {"to_u8", Prim::U8},   {"to_u16", Prim::U16}, {"to_u32", Prim::U32}, {"to_u64", Prim::U64},
    {"to_f16", Prim::F16}, {"to_f32", Prim::F32}, {"to_f64", Prim::F64}, {"to_bool", Prim::Bool},
};

// Functions whose names are those of the operations.
const std::unordered_map<std::string_view, UnaryOp> kUnary = {
#define UNARY(K, text, operands, result) {text, UnaryOp::K},
#include "ir/scalar_ops.def"
};
const std::unordered_map<std::string_view, BinaryOp> kBinary = {
#define BINARY(K, text, operands, result) {text, BinaryOp::K},
#include "ir/scalar_ops.def"
};
const std::unordered_map<std::string_view, ir::TernaryOp> kTernary = {
#define TERNARY(K, text, operands, result) {text, ir::TernaryOp::K},
#include "ir/scalar_ops.def"
};

template <class Map>
auto find(const Map& map, std::string_view name) -> const typename Map::mapped_type* {
  auto it = map.find(name);
  return it != map.end() ? &it->second : nullptr;
}

}  // namespace

Atom Lowering::arithmetic(BinaryOp op, Atom x, Atom y) {
  std::vector<Var> certs;
  Prim prim = builder_->prim(x);
  if (is_integer(prim)) {
    if (op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::Quot || op == BinaryOp::Rem)
      certs = check_not_zero(y);
    if (op == BinaryOp::Pow && is_signed(prim)) {
      Atom fine = builder_->binary(BinaryOp::Ge, y, ir::Const{prim, 0});
      certs = check(fine, ir::CheckKind::Other, {text("Negative exponent: "), part(y)});
    }
  }
  return builder_->binary(op, x, y, "", certs);
}

std::optional<Atom> Lowering::operator_on_scalars(std::string_view name, Atom x, Atom y) {
  const ir::Type* type = storage_.type(x);
  if (!type->is_scalar()) return std::nullopt;
  if (type->elem == Prim::Unit) {
    if (name == "==" || name == "!=") return Atom::boolean(name == "==");
    return std::nullopt;
  }
  if (name == ">>")
    return builder_->binary(is_signed(type->elem) ? BinaryOp::Ashr : BinaryOp::Lshr, x, y);
  if (const BinaryOp* op = find(kOperators, name)) return arithmetic(*op, x, y);
  return std::nullopt;
}

const Value* Lowering::intrinsic(const ValueSymbol* symbol, const Values& args, Scope& scope) {
  std::string_view name = cx_.text(symbol->name);
  if (const Value* value = scalar_intrinsic(symbol, name, args, scope)) return value;
  if (const Value* value = array_intrinsic(name, args)) return value;
  if (const Value* value = soac_intrinsic(symbol, name, args, scope)) return value;
  bool derivative =
      name == "with_vjp" || name.ends_with("vp2") || name.ends_with("jp2") || name.ends_with("mp2");
  if (derivative) unsupported("a derivative");
  bug(fmt::format("the built-in function `{}` is unknown", name));
}

const Value* Lowering::scalar_intrinsic(const ValueSymbol* symbol, std::string_view name,
                                        const Values& args, Scope& scope) {
  if (name == "==" || name == "!=") {
    Atom same = equal(args[0], args[1]);
    return leaf(name == "==" ? same : builder_->unary(UnaryOp::Not, same));
  }
  bool scalars = std::all_of(args.begin(), args.end(),
                             [](const Value* v) { return v->kind == ValueKind::Leaf; });
  if (!scalars) return nullptr;
  if (args.size() == 1) {
    Atom x = args[0]->atom;
    if (const Prim* to = find(kConversions, name)) return leaf(builder_->convert(*to, x));
    if (const UnaryOp* op = find(kUnary, name)) return leaf(builder_->unary(*op, x));
    if (name == "from_bits") {
      Prim prim = type_argument(symbol, "a", scope)->prim;
      return leaf(
          builder_->let("", storage_.types.scalar(prim), builder_->make(ir::FromBits{{}, x})));
    }
  }
  if (args.size() == 2) {
    if (auto result = operator_on_scalars(name, args[0]->atom, args[1]->atom)) return leaf(*result);
    if (const BinaryOp* op = find(kBinary, name))
      return leaf(arithmetic(*op, args[0]->atom, args[1]->atom));
  }
  if (args.size() == 3) {
    if (const ir::TernaryOp* op = find(kTernary, name))
      return leaf(builder_->ternary(*op, args[0]->atom, args[1]->atom, args[2]->atom));
  }
  return nullptr;
}

const Shape* Lowering::type_argument(const ValueSymbol* symbol, std::string_view name,
                                     Scope& scope) {
  for (const SchemeParam& param : symbol->params) {
    if (param.type == nullptr || cx_.text(param.type->name) != name) continue;
    LateType* late = scope.find(param.type);
    if (late == nullptr) return nullptr;
    if (late->shape != nullptr) return late->shape;
    return shape(late->type, *late->scope, [&](const Size* s, Scope& in) {
      if (s->kind == SizeKind::Varying) return Dim::varying();
      auto atom = try_size(s, in);
      return atom ? Builder::dim(*atom) : Dim::constant(kSizeOfElement);
    });
  }
  return nullptr;
}

}  // namespace planish::lower
