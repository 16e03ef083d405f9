// Arrays whose size is known only when the program runs. Their type is `[]t`.

#include "generator.h"

namespace planish::random_programs {

NodePtr Generator::any_array(const TypePtr& element, const Context& cx, int64_t& bound) {
  if (random_.chance(40)) {
    bound = 12;
    return unknown_array(element, cx);
  }
  std::string size = random_size(cx);
  // Now and then the large ones, which types do not mention otherwise.
  if (!cx.sizes.empty() && random_.chance(40)) size = random_.pick(cx.sizes).name;
  bound = bound_of(size, cx);
  return expression(array_type(size, element), cx);
}

NodePtr Generator::unknown_array(const TypePtr& element, const Context& cx) {
  using G = Generator;
  static constexpr Choice kChoices[] = {
      {5, &G::filtered}, {4, &G::sliced}, {4, &G::computed_size}, {2, &G::row}, {3, &G::grown},
  };
  TypePtr type = array_type(kUnknownSize, element);
  cost_ += cx.work;
  if (--budget_ <= 0 || cx.depth <= 0 || cx.work > kMaxWork) return leaf(type, cx);
  if (random_.chance(20)) {
    if (NodePtr made = call(type, cx)) return made;
  }
  NodePtr made = choose(kChoices, element, cx);
  return made != nullptr ? made : leaf(type, cx);
}

NodePtr Generator::filtered(const TypePtr& element, const Context& cx) {
  if (is_irregular(element)) return nullptr;
  Context inner = cx.deeper();
  int64_t bound = 0;
  NodePtr array = any_array(element, inner, bound);
  NodePtr keep = function(function_type({element}, prim_type(Prim::Bool)),
                          cx.repeated(static_cast<double>(bound)));
  static const std::vector<std::string> kForms{"(filter $0 $1)", "(filter $0 $1)",
                                               "((partition $0 $1).0)", "((partition $0 $1).1)"};
  return make_node({array_type(kUnknownSize, element), random_.pick(kForms), {keep, array}});
}

NodePtr Generator::sliced(const TypePtr& element, const Context& cx) {
  TypePtr type = array_type(kUnknownSize, element);
  Context inner = cx.deeper();
  std::string size = random_size(cx);
  NodePtr array = expression(array_type(size, element), inner);
  TypePtr i64 = prim_type(Prim::I64);
  if (risk())
    return make_node(
        {type, "(($0)[$1:$2])", {array, expression(i64, inner), expression(i64, inner)}});
  std::string name = fresh("c");
  switch (random_.below(4)) {
    case 0:
      return make_node(
          {type, fmt::format("(($0)[:$1 % ({} + 1)])", size), {array, expression(i64, inner)}});
    case 1:
      return make_node(
          {type, fmt::format("(drop ($1 % ({} + 1)) $0)", size), {array, expression(i64, inner)}});
    case 2: return make_node({type, "(($0)[::2])", {array}});
    default:
      return make_node({type,
                        fmt::format("(let {0} = $1 % ({1} + 1) in ($0)[{0}:{1}])", name, size),
                        {array, expression(i64, inner)}});
  }
}

NodePtr Generator::computed_size(const TypePtr& element, const Context& cx) {
  TypePtr type = array_type(kUnknownSize, element);
  Context inner = cx.deeper();
  if (is_irregular(element)) return nullptr;
  NodePtr count = small_number(5, inner);
  switch (random_.below(4)) {
    case 0:
      if (!element->is_prim(Prim::I64)) break;
      return make_node({type, random_.chance(50) ? "(iota $0)" : "(1..3..<$0 * 2)", {count}});
    case 1: return make_node({type, "(replicate $0 $1)", {count, expression(element, inner)}});
    case 2: {
      int64_t first = 0, second = 0;
      NodePtr a = any_array(element, inner, first), b = any_array(element, inner, second);
      return make_node({type, random_.chance(50) ? "($0 ++ $1)" : "(concat $0 $1)", {a, b}});
    }
    case 3: {
      TypePtr matrix = array_type(random_size(cx), array_type(random_size(cx), element));
      return make_node({type, "(flatten $0)", {expression(matrix, inner)}});
    }
    default: break;
  }
  return make_node(
      {type,
       "(tabulate $0 $1)",
       {count, function(function_type({prim_type(Prim::I64)}, element), cx.repeated(4))}});
}

NodePtr Generator::row(const TypePtr& element, const Context& cx) {
  if (is_irregular(element)) return nullptr;
  TypePtr type = array_type(kUnknownSize, element);
  Context inner = cx.deeper();
  std::string size = std::to_string(1 + random_.below(3));
  TypePtr rows = array_type(size, array_type(kVaryingSize, element));
  if (random_.chance(40))
    return make_node({type,
                      fmt::format("(irregular.flatten ($0 : {}))", rows->text),
                      {expression(rows, inner)}});
  if (random_.chance(30))
    return make_node(
        {type, fmt::format("(reduce (++) [] ($0 : {}))", rows->text), {expression(rows, inner)}});
  return make_node({type, "(($0)[$1])", {expression(rows, inner), index_below(size, inner)}});
}

// Branches and loops in which the size changes.
NodePtr Generator::grown(const TypePtr& element, const Context& cx) {
  if (is_irregular(element)) return nullptr;
  TypePtr type = array_type(kUnknownSize, element);
  Context inner = cx.deeper(), body = cx.repeated(3);
  if (random_.chance(50))
    return make_node({type,
                      fmt::format("(if $0 then ($1 : {0}) else ($2 : {0}))", type->text),
                      {expression(prim_type(Prim::Bool), inner), unknown_array(element, inner),
                       unknown_array(element, inner)}});
  std::string state = fresh("s"), counter = fresh("i");
  body.add(counter, prim_type(Prim::I64));
  return make_node(
      {type,
       fmt::format("(loop ({0}: {1}) = $0 for {2} < 3 do {0} ++ $1)", state, type->text, counter),
       {unknown_array(element, inner), expression(array_type(random_size(cx), element), body)}});
}

}  // namespace planish::random_programs
