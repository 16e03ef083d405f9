// Numbers and truth values.

#include "generator.h"

namespace planish::random_programs {

NodePtr Generator::literal(Prim prim) {
  TypePtr type = prim_type(prim);
  std::string_view name = prim_name(prim);
  if (prim == Prim::Bool) return make_node({type, random_.chance(50) ? "true" : "false"});
  bool rare = random_.chance(8);
  if (is_float(prim)) {
    static const std::vector<std::string> kRare{"{0}.nan",   "{0}.inf",     "(-{0}.inf)",
                                                "(-0.0{0})", "{0}.highest", "1e-3{0}"};
    if (rare) return make_node({type, fmt::format(fmt::runtime(random_.pick(kRare)), name)});
    return make_node(
        {type, fmt::format("{}.{}{}", random_.below(10), random_.chance(50) ? 0 : 5, name)});
  }
  if (rare)
    return make_node({type, fmt::format("{}.{}", name, random_.chance(50) ? "highest" : "lowest")});
  uint64_t value = random_.below(random_.chance(80) ? 5 : 100);
  bool negative = is_signed(prim) && random_.chance(25);
  return make_node(
      {type, negative ? fmt::format("(-{}{})", value, name) : fmt::format("{}{}", value, name)});
}

NodePtr Generator::bool_arithmetic(const Context& cx) {
  TypePtr type = prim_type(Prim::Bool);
  Context inner = cx.deeper();
  static const std::vector<std::string> kForms{"($0 && $1)", "($0 || $1)", "($0 == $1)",
                                               "($0 != $1)"};
  if (random_.chance(20)) return make_node({type, "(!$0)", {expression(type, inner)}});
  return make_node(
      {type, random_.pick(kForms), {expression(type, inner), expression(type, inner)}});
}

NodePtr Generator::float_arithmetic(Prim prim, const Context& cx) {
  TypePtr type = prim_type(prim);
  Context inner = cx.deeper();
  static const std::vector<std::string> kUnary{"{0}.abs $0",   "{0}.sqrt $0", "{0}.floor $0",
                                               "{0}.round $0", "{0}.sgn $0",  "-$0",
                                               "{0}.trunc $0", "{0}.exp $0"};
  static const std::vector<std::string> kBinary{
      "$0 + $1", "$0 - $1", "$0 * $1", "$0 / $1", "{0}.min $0 $1", "{0}.max $0 $1", "$0 % $1"};
  std::string_view name = prim_name(prim);
  if (random_.chance(30)) {
    std::string form = fmt::format(fmt::runtime(random_.pick(kUnary)), name);
    return make_node({type, "(" + form + ")", {expression(type, inner)}});
  }
  std::string form = fmt::format(fmt::runtime(random_.pick(kBinary)), name);
  return make_node({type, "(" + form + ")", {expression(type, inner), expression(type, inner)}});
}

NodePtr Generator::arithmetic(const TypePtr& type, const Context& cx) {
  if (type->is_prim(Prim::Bool)) return bool_arithmetic(cx);
  if (is_float(type->prim)) return float_arithmetic(type->prim, cx);
  Context inner = cx.deeper();
  std::string_view name = type->text;
  static const std::vector<std::string> kUnary{
      "-$0", "!$0", "{0}.abs $0", "{0}.sgn $0", "{0}.i32 ({0}.popc $0)", "{0}.i32 ({0}.clz $0)"};
  static const std::vector<std::string> kBinary{"$0 + $1",        "$0 - $1",       "$0 * $1",
                                                "$0 & $1",        "$0 | $1",       "$0 ^ $1",
                                                "{0}.min $0 $1",  "{0}.max $0 $1", "$0 << ($1 & 7)",
                                                "$0 >> ($1 & 7)", "$0 ** ($1 & 3)"};
  static const std::vector<std::string> kDivision{"$0 / {1}", "$0 % {1}", "$0 // {1}", "$0 %% {1}"};
  if (random_.chance(20)) {
    std::string form = fmt::format(fmt::runtime(random_.pick(kUnary)), name);
    return make_node({type, "(" + form + ")", {expression(type, inner)}});
  }
  std::string form;
  if (random_.chance(20)) {
    form = fmt::format(fmt::runtime(random_.pick(kDivision)), name, risk() ? "$1" : "($1 | 1)");
  } else {
    form = fmt::format(fmt::runtime(random_.pick(kBinary)), name);
  }
  return make_node({type, "(" + form + ")", {expression(type, inner), expression(type, inner)}});
}

NodePtr Generator::comparison(const TypePtr& type, const Context& cx) {
  if (!type->is_prim(Prim::Bool)) return nullptr;
  Context inner = cx.deeper();
  if (random_.chance(70)) {
    TypePtr operand = random_prim();
    static const std::vector<std::string> kForms{"($0 < $1)", "($0 <= $1)", "($0 == $1)",
                                                 "($0 > $1)", "($0 >= $1)", "($0 != $1)"};
    return make_node(
        {type, random_.pick(kForms), {expression(operand, inner), expression(operand, inner)}});
  }
  TypePtr operand = random_type(cx, 2);
  if (mentions_kind(operand, TypeKind::Opaque) || is_irregular(operand)) return nullptr;
  return make_node({type,
                    random_.chance(70) ? "($0 == $1)" : "($0 != $1)",
                    {expression(operand, inner), expression(operand, inner)}});
}

NodePtr Generator::conversion(const TypePtr& type, const Context& cx) {
  if (type->is_prim(Prim::Bool)) return nullptr;
  TypePtr from = random_prim();
  return make_node(
      {type, fmt::format("({}.{} $0)", type->text, from->text), {expression(from, cx.deeper())}});
}

NodePtr Generator::array_length(const TypePtr& type, const Context& cx) {
  if (!type->is_prim(Prim::I64)) return nullptr;
  int64_t bound = 0;
  return make_node({type, "(length $0)", {any_array(random_type(cx, 1), cx.deeper(), bound)}});
}

NodePtr Generator::small_number(int64_t below, const Context& cx) {
  TypePtr i64 = prim_type(Prim::I64);
  if (random_.chance(50))
    return make_node({i64, fmt::format("{}", random_.below(static_cast<uint64_t>(below)))});
  return make_node({i64, fmt::format("($0 % {})", below), {expression(i64, cx.deeper())}});
}

NodePtr Generator::index_below(const std::string& size, const Context& cx) {
  TypePtr i64 = prim_type(Prim::I64);
  if (risk()) return expression(i64, cx.deeper());
  // The remainder has the sign of the divisor.
  return make_node({i64, fmt::format("($0 % i64.max 1 {})", size), {expression(i64, cx.deeper())}});
}

}  // namespace planish::random_programs
