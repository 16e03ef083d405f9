// Bindings, branches and loops, for results of any type.

#include <algorithm>

#include "generator.h"

namespace planish::random_programs {

NodePtr Generator::let_value(const TypePtr& type, const Context& cx) {
  TypePtr bound = random_type(cx, 2);
  Context inner = cx.deeper();
  NodePtr value = expression(bound, inner);
  std::string name = fresh("x");
  if (!cx.variables.empty() && random_.chance(10)) {
    // Shadowing. Sizes and functions stay, because types and calls mention them.
    const Variable& other = cx.variables[random_.below(cx.variables.size())];
    bool is_size =
        std::ranges::any_of(cx.sizes, [&](const SizeName& s) { return s.name == other.name; });
    if (!is_size && other.type->kind != TypeKind::Opaque &&
        other.type->kind != TypeKind::Function && other.name.find('.') == std::string::npos)
      name = other.name;
  }
  inner.add(name, bound);
  bool annotated = random_.chance(30);
  std::string form = annotated ? fmt::format("(let {}: {} = $0 in $1)", name, bound->text)
                               : fmt::format("(let {} = $0 in $1)", name);
  return make_node({type, form, {value, expression(type, inner)}});
}

NodePtr Generator::let_parts(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  TypePtr bound = random_type(cx, 2);
  for (int i = 0; i < 4 && bound->kind != TypeKind::Tuple && bound->kind != TypeKind::Record; i++)
    bound = random_type(cx, 2);
  if (bound->kind != TypeKind::Tuple && bound->kind != TypeKind::Record) return nullptr;
  NodePtr value = expression(bound, inner);
  std::string pattern;
  for (size_t i = 0; i < bound->parts.size(); i++) {
    std::string name = fresh("p");
    if (i > 0) pattern += ", ";
    pattern +=
        bound->kind == TypeKind::Record ? fmt::format("{} = {}", bound->labels[i], name) : name;
    inner.add(name, bound->parts[i]);
  }
  std::string form = bound->kind == TypeKind::Record
                         ? fmt::format("(let {{{}}} = $0 in $1)", pattern)
                         : fmt::format("(let ({}) = $0 in $1)", pattern);
  return make_node({type, form, {value, expression(type, inner)}});
}

NodePtr Generator::let_unknown_size(const TypePtr& type, const Context& cx) {
  if (cx.sizes.size() > 6) return nullptr;
  Context inner = cx.deeper();
  TypePtr element = random_type(cx, 1);
  int64_t bound = 0;
  NodePtr value = any_array(element, inner, bound);
  std::string size = fresh("k"), name = fresh("ys");
  inner.add_size(size, std::min(bound, kMaxBound));
  inner.add(name, array_type(size, element));
  std::string form =
      fmt::format("(let [{0}] ({1}: [{0}]{2}) = $0 in $1)", size, name, element->text);
  return make_node({type, form, {value, expression(type, inner)}});
}

NodePtr Generator::if_then_else(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  return make_node({type,
                    "(if $0 then $1 else $2)",
                    {expression(prim_type(Prim::Bool), inner), expression(type, inner),
                     expression(type, inner)}});
}

NodePtr Generator::match_sum(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  TypePtr sum;
  for (const Variable& v : cx.variables) {
    if (v.type->kind == TypeKind::Sum) sum = v.type;
  }
  if (sum == nullptr || random_.chance(50)) sum = random_sum(cx, 1);
  std::string form = "(match $0";
  std::vector<NodePtr> children{expression(sum, inner)};
  for (size_t i = 0; i < sum->parts.size(); i++) {
    Context branch = inner;
    bool rest = i > 0 && i + 1 == sum->parts.size() && random_.chance(25);
    form += rest ? " case _" : fmt::format(" case #{}", sum->labels[i]);
    for (const TypePtr& part : sum->parts[i]->parts) {
      if (rest) break;
      if (random_.chance(20)) {
        form += " _";
        continue;
      }
      std::string name = fresh("m");
      form += " " + name;
      branch.add(name, part);
    }
    children.push_back(expression(type, branch));
    form += fmt::format(" -> ${}", children.size() - 1);
  }
  return make_node({type, form + ")", std::move(children)});
}

NodePtr Generator::match_numbers(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  TypePtr number = prim_type(random_.chance(50) ? Prim::I32 : Prim::U8);
  if (random_.chance(40)) {
    Context branch = inner;
    std::string name = fresh("m");
    branch.add(name, number);
    return make_node(
        {type,
         fmt::format("(match ($0, $1) case ({0}, true) -> $2 case (0{1}, _) -> $3 case _ -> $4)",
                     name, number->text),
         {expression(number, inner), expression(prim_type(Prim::Bool), inner),
          expression(type, branch), expression(type, inner), expression(type, inner)}});
  }
  return make_node(
      {type,
       fmt::format("(match $0 case 0{0} -> $1 case 2{0} -> $2 case _ -> $3)", number->text),
       {expression(number, inner), expression(type, inner), expression(type, inner),
        expression(type, inner)}});
}

NodePtr Generator::for_loop(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper(), body = cx.repeated(4);
  std::string state = fresh("s"), counter = fresh("i");
  NodePtr bound = small_number(5, inner);
  body.add(counter, prim_type(Prim::I64));
  body.add(state, type);
  if (random_.chance(60)) {
    return make_node(
        {type,
         fmt::format("(loop ({}: {}) = $0 for {} < $1 do $2)", state, type->text, counter),
         {expression(type, inner), bound, expression(type, body)}});
  }
  TypePtr other = random_type(cx, 1);
  std::string second = fresh("s");
  body.add(second, other);
  return make_node(
      {type,
       fmt::format("((loop (({}: {}), ({}: {})) = ($0, $1) for {} < $2 do ($3, $4)).0)", state,
                   type->text, second, other->text, counter),
       {expression(type, inner), expression(other, inner), bound, expression(type, body),
        expression(other, body)}});
}

NodePtr Generator::for_in_loop(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  TypePtr element = random_type(cx, 1);
  int64_t bound = 0;
  NodePtr array = any_array(element, inner, bound);
  Context body = cx.repeated(static_cast<double>(bound));
  std::string state = fresh("s"), item = fresh("e");
  body.add(item, element);
  body.add(state, type);
  return make_node({type,
                    fmt::format("(loop ({}: {}) = $0 for {} in $1 do $2)", state, type->text, item),
                    {expression(type, inner), array, expression(type, body)}});
}

NodePtr Generator::while_loop(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper(), body = cx.repeated(3);
  std::string state = fresh("s"), fuel = fresh("fuel");
  body.add(state, type);
  body.add(fuel, prim_type(Prim::I64));
  return make_node(
      {type,
       fmt::format(
           "((loop (({0}: {1}), ({2}: i64)) = ($0, 3) while {2} > 0 && $1 do ($2, {2} - 1)).0)",
           state, type->text, fuel),
       {expression(type, inner), expression(prim_type(Prim::Bool), body), expression(type, body)}});
}

NodePtr Generator::asserted(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  TypePtr i64 = prim_type(Prim::I64);
  NodePtr condition =
      risk() ? expression(prim_type(Prim::Bool), inner)
             : make_node({prim_type(Prim::Bool), "(($0 & 7) >= 0)", {expression(i64, inner)}});
  return make_node({type, "(assert $0 $1)", {condition, expression(type, inner)}});
}

}  // namespace planish::random_programs
