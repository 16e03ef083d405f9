// Random types; tuples, records and sums; values taken out of larger ones.

#include <algorithm>
#include <cctype>

#include "generator.h"

namespace planish::random_programs {

TypePtr Generator::random_prim() {
  static const std::vector<Prim> kPrims{Prim::I32, Prim::I32, Prim::I64, Prim::I64, Prim::Bool,
                                        Prim::I8,  Prim::I16, Prim::U8,  Prim::U16, Prim::U32,
                                        Prim::U64, Prim::F16, Prim::F32, Prim::F64, Prim::Bool};
  return prim_type(random_.pick(kPrims));
}

std::string Generator::random_size(const Context& cx) {
  std::vector<std::string> sizes;
  for (const SizeName& size : cx.sizes) {
    if (size.bound <= 8) sizes.push_back(size.name);
  }
  if (sizes.empty() || random_.chance(20)) return std::to_string(1 + random_.below(3));
  return random_.pick(sizes);
}

TypePtr Generator::random_sum(const Context& cx, int depth) {
  static const std::vector<std::string> kNames{"a", "b", "c", "d"};
  size_t count = 1 + random_.below(3) + (random_.chance(80) ? 1 : 0);
  count = std::min(count, kNames.size());
  std::vector<TypePtr> payloads;
  for (size_t i = 0; i < count; i++) {
    std::vector<TypePtr> parts;
    for (uint64_t j = random_.below(3); j > 0; j--) parts.push_back(random_type(cx, depth - 1));
    payloads.push_back(tuple_type(std::move(parts)));
  }
  return sum_type({kNames.begin(), kNames.begin() + static_cast<ptrdiff_t>(count)},
                  std::move(payloads));
}

TypePtr Generator::random_type(const Context& cx, int depth) {
  if (depth <= 0 || random_.chance(45)) {
    if (random_.chance(25) && !cx.variables.empty()) {
      const Variable& like = random_.pick(cx.variables);
      if (like.type->kind == TypeKind::Opaque || like.type->kind == TypeKind::Prim)
        return like.type;
    }
    return random_prim();
  }
  uint64_t choice = random_.below(100);
  if (choice < 20 && !cx.variables.empty()) {
    // Something of this type is at hand.
    const TypePtr& type = random_.pick(cx.variables).type;
    if (type->kind != TypeKind::Function && (depth > 1 || type->kind != TypeKind::Array))
      return type;
  }
  std::vector<TypePtr> parts;
  if (choice < 40) {
    for (uint64_t i = 2 + random_.below(2); i > 0; i--) parts.push_back(random_type(cx, depth - 1));
    return tuple_type(std::move(parts));
  }
  if (choice < 50) {
    parts = {random_type(cx, depth - 1), random_type(cx, depth - 1)};
    return record_type({"a", "b"}, std::move(parts));
  }
  if (choice < 62) return random_sum(cx, depth);
  if (choice < (rows_ ? 80u : 68u) && depth > 1)
    return random_.chance(30) ? random_compounds(cx) : random_rows(cx, depth - 1);
  return array_type(random_size(cx), random_type(cx, depth - 1));
}

NodePtr Generator::construct(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  std::string form;
  std::vector<NodePtr> children;
  switch (type->kind) {
    case TypeKind::Tuple:
    case TypeKind::Record:
      for (size_t i = 0; i < type->parts.size(); i++) {
        form += i == 0 ? "" : ", ";
        if (type->kind == TypeKind::Record) form += type->labels[i] + " = ";
        form += fmt::format("${}", i);
        children.push_back(expression(type->parts[i], inner));
      }
      form = type->kind == TypeKind::Record ? "{" + form + "}" : "(" + form + ")";
      break;
    case TypeKind::Sum: {
      size_t at = random_.below(type->parts.size());
      form = fmt::format("(#{}", type->labels[at]);
      for (const TypePtr& part : type->parts[at]->parts) {
        form += fmt::format(" ${}", children.size());
        children.push_back(expression(part, inner));
      }
      form += fmt::format(" : {})", open_text(type));
      break;
    }
    case TypeKind::Prim:
    case TypeKind::Array:
    case TypeKind::Opaque:
    case TypeKind::Function: return nullptr;
  }
  return make_node({type, form, std::move(children)});
}

NodePtr Generator::component(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  for (const Variable& v : cx.variables) {
    if (v.type->kind != TypeKind::Tuple && v.type->kind != TypeKind::Record) continue;
    for (size_t i = 0; i < v.type->parts.size(); i++) {
      if (v.type->parts[i]->text != type->text || random_.chance(30)) continue;
      std::string label = v.type->labels.empty() ? std::to_string(i) : v.type->labels[i];
      return make_node({type, fmt::format("({}.{})", v.name, label)});
    }
  }
  TypePtr other = random_type(cx, 1);
  if (random_.chance(50))
    return make_node({type, "(($0).1)", {expression(tuple_type({other, type}), inner)}});
  return make_node({type, "(($0).a)", {expression(record_type({"a", "b"}, {type, other}), inner)}});
}

NodePtr Generator::update_field(const TypePtr& type, const Context& cx) {
  if (type->kind != TypeKind::Record) return nullptr;
  Context inner = cx.deeper();
  size_t at = random_.below(type->parts.size());
  return make_node({type,
                    fmt::format("($0 with {} = $1)", type->labels[at]),
                    {expression(type, inner), expression(type->parts[at], inner)}});
}

NodePtr Generator::element(const TypePtr& type, const Context& cx) {
  if (type->kind == TypeKind::Array && type->size == kVaryingSize) return nullptr;
  Context inner = cx.deeper();
  std::vector<TypePtr> arrays;
  for (const Variable& v : cx.variables) {
    if (v.type->kind == TypeKind::Array && v.type->element()->text == type->text)
      arrays.push_back(v.type);
  }
  TypePtr array = !arrays.empty() && random_.chance(80) ? random_.pick(arrays)
                                                        : array_type(random_size(cx), type);
  NodePtr index = index_below(array->size, inner);
  NodePtr value = expression(array, inner);
  bool is_number = std::isdigit(static_cast<unsigned char>(array->size.front())) != 0;
  if ((is_number && array->size != "0") || risk())
    return make_node({type, "(($0)[$1])", {value, index}});
  return make_node({type,
                    fmt::format("(if {} > 0 then ($0)[$1] else $2)", array->size),
                    {value, index, expression(type, inner)}});
}

NodePtr Generator::reduction(const TypePtr& type, const Context& cx) {
  std::optional<Operator> op = associative_operator(type, OperatorLaw::Associative);
  if (!op) return nullptr;
  int64_t bound = 0;
  return make_node({type,
                    fmt::format("(reduce {} {} $0)", op->function, op->neutral),
                    {any_array(type, cx.deeper(), bound)}});
}

// The last value that was marked, by an operator that does not commute and works for every type.
// What unmarked values give is anybody's choice, for the neutral element is one only up to what
// they hold: so it is not shown.
NodePtr Generator::last_of_reduction(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  Context inner = cx.deeper();
  TypePtr marked = tuple_type({prim_type(Prim::Bool), type});
  int64_t bound = 0;
  return make_node(
      {type,
       fmt::format("(let z = $0 in let (m, r) = (reduce (\\((f, x): {0}) ((g, y): {0}) -> "
                   "(f || g, if g then y else x)) (false, z) $1) in if m then r else z)",
                   marked->text),
       {expression(type, inner), any_array(marked, inner, bound)}});
}

}  // namespace planish::random_programs
