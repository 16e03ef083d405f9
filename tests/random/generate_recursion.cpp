// Recursive functions: with the same sizes at every depth, and with parts of an array, in which the
// recursion divides.

#include "generator.h"

namespace planish::random_programs {
namespace {

// How deep recursive functions go.
constexpr int kFuel = 3;

}  // namespace

void Generator::add_recursive_function(Program& program) {
  std::string name = fresh("rec"), fuel = fresh("fuel");
  Signature sig = signature(name, top_);
  std::vector<TypePtr> params = sig.variable.type->parts;
  TypePtr result = params.back();
  params.pop_back();
  params.insert(params.begin(), prim_type(Prim::I64));
  sig.variable.type = function_type(std::move(params), result);
  sig.inside.add(fuel, prim_type(Prim::I64));
  self_calls_ = 0;
  double before = cost_;
  NodePtr last = definition_result(result, expression(result, sig.inside));
  Context inside = sig.inside;
  // A call of itself is with the same sizes and types.
  Variable self{.name = name, .type = sig.variable.type, .cost = 60};
  self.fixed[0] = fmt::format("({} - 1)", fuel);
  for (size_t i = 0; i < sig.names.size(); i++) {
    if (self.type->parts[i + 1]->kind == TypeKind::Function ||
        sig.variable.size_arguments.contains(i))
      self.fixed[i + 1] = sig.names[i];
  }
  inside.variables.push_back(std::move(self));
  recursive_ = name;
  NodePtr step = definition_result(result, expression(result, inside));
  recursive_.clear();
  if (self_calls_ > 6) return;
  double cost = 1 + cost_ - before;
  sig.variable.cost = cost * (1 + self_calls_ + self_calls_ * self_calls_);
  sig.variable.fixed[0] = std::to_string(kFuel);
  // The fuel comes first.
  std::map<size_t, std::string> size_arguments;
  for (const auto& [position, size] : sig.variable.size_arguments)
    size_arguments[position + 1] = size;
  sig.variable.size_arguments = std::move(size_arguments);
  NodePtr body =
      make_node({result, fmt::format("(if {} <= 0 then $0 else $1)", fuel), {last, step}});
  program.declarations.push_back(
      {fmt::format("{}def {}{} ({}: i64){} : {} =\n  ", attribute(), name, sig.type_parameters,
                   fuel, sig.parameters, result->text),
       body, ""});
  top_.variables.push_back(sig.variable);
}

// What such a function gives for a single array is put together from what it gives for parts of it,
// in one of three ways: two calls, a map of calls over rows, or two calls of a function that leads
// back to this one.
void Generator::add_dividing_function(Program& program) {
  std::string name = fresh("divide"), partner = fresh("conquer"), fuel = fresh("fuel"),
              size = fresh("n"), array = fresh("xs"), param = fresh("x"), k = fresh("k"),
              l = fresh("k"), less = fresh("ys"), more = fresh("ys");
  TypePtr item = random_prim(), other = random_prim();
  TypePtr array_of_items = array_type(size, item), unknown = array_type(kUnknownSize, item);
  TypePtr i64 = prim_type(Prim::I64), boolean = prim_type(Prim::Bool);
  const bool gives_array = random_.chance(60);
  TypePtr result = gives_array ? unknown : random_type(top_, 1);
  if (is_irregular(result)) return;
  std::optional<Operator> op = associative_operator(result, OperatorLaw::Associative);
  if (!gives_array && !op) return;

  Context inside = top_;
  inside.depth = 4;
  inside.add_size(size, 8);
  inside.add(array, array_of_items);
  inside.add(param, other);
  inside.add(fuel, i64);
  double before = cost_;
  NodePtr last = definition_result(result, expression(result, inside));
  NodePtr smaller = function(function_type({item}, boolean), inside.repeated(kFuel));
  Context parts = inside;
  parts.add_size(k, 6);
  parts.add_size(l, 6);
  parts.add(less, array_type(k, item));
  parts.add(more, array_type(l, item));
  NodePtr first = expression(other, parts), second = expression(other, parts),
          middle = definition_result(result, expression(result, parts));
  const std::string divided = fmt::format(
      "let (ps, qs) = partition $1 {0} in let [{1}] ({2}: [{1}]{3}) = ps in let [{4}] ({5}: "
      "[{4}]{3}) = qs in ",
      array, k, less, item->text, l, more);
  auto call_text = [&](const std::string& callee, const std::string& part, const char* argument) {
    return fmt::format("({} ({} - 1) {} {})", callee, fuel, part, argument);
  };
  const uint64_t way = random_.below(3);
  const std::string& callee = way == 2 ? partner : name;
  std::string combined;
  if (way == 1) {
    // Calls in a map over rows.
    std::string calls =
        fmt::format("map (\\part -> let [m] (zs: [m]{0}) = part in {1}) ([{2}, {3}] : [2][?]{0})",
                    item->text, call_text(callee, "zs", param.c_str()), less, more);
    combined =
        gives_array
            ? fmt::format("(irregular.flatten ({} : [2][?]{}) ++ $4)", calls, item->text)
            : fmt::format("({0} (reduce {0} {1} ({2})) $4)", op->function, op->neutral, calls);
    combined = fmt::format("let _ = ($2, $3) in {}", combined);
  } else {
    std::string left = call_text(callee, less, "$2"), right = call_text(callee, more, "$3");
    combined = gives_array ? fmt::format("({} ++ $4 ++ {})", left, right)
                           : fmt::format("({0} {1} ({0} $4 {2}))", op->function, left, right);
  }
  NodePtr body = make_node(
      {result,
       fmt::format("(if {} <= 0 || {} <= 1 then $0 else {}{})", fuel, size, divided, combined),
       {last, smaller, first, second, middle}});
  const std::string parameters = fmt::format("[{}] ({}: i64) ({}: {}) ({}: {})", size, fuel, array,
                                             array_of_items->text, param, other->text);
  const double cost = (1 + cost_ - before) * 15;
  program.declarations.push_back(
      {fmt::format("{}def {} {} : {} =\n  ", attribute(), name, parameters, result->text), body,
       ""});
  if (way == 2) {
    Context between = inside;
    between.depth = 3;
    NodePtr argument = expression(other, between);
    program.declarations.push_back(
        {fmt::format("def {} {} : {} =\n  ", partner, parameters, result->text),
         make_node({result, fmt::format("({} {} {} $0)", name, fuel, array), {argument}}), ""});
  }
  Variable variable{.name = name,
                    .type = function_type({i64, array_of_items, other}, result),
                    .size_parameters = {size},
                    .cost = cost};
  variable.fixed[0] = std::to_string(kFuel);
  top_.variables.push_back(std::move(variable));
}

}  // namespace planish::random_programs
