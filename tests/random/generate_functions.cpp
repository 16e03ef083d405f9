// Functions as values, local functions, and calls.

#include "generator.h"

namespace planish::random_programs {
namespace {

// The type of a function without its first parameters.
TypePtr rest_of(const TypePtr& type, size_t given) {
  std::vector<TypePtr> params(type->parts.begin() + static_cast<ptrdiff_t>(given),
                              type->parts.end() - 1);
  return function_type(std::move(params), type->result());
}

}  // namespace

// Chooses what nothing has decided yet. False: the function cannot be called here.
bool Generator::complete(const Variable& callee, Substitution& by, const Context& cx) {
  for (const std::string& size : callee.size_parameters) {
    std::string& meaning = by.sizes[size];
    if (meaning.empty()) meaning = random_size(cx);
    if (bound_of(meaning, cx) > 8) return false;
  }
  for (const auto& [position, size] : callee.size_arguments) {
    // Expressions are not nested.
    if (size_parts(by.sizes.at(size))) return false;
  }
  for (const std::string& name : callee.type_parameters) {
    TypePtr& meaning = by.types[name];
    if (meaning == nullptr) meaning = random_type(cx, 1);
    if (is_irregular(meaning) || mentions_size(meaning, kUnknownSize)) return false;
  }
  return true;
}

NodePtr Generator::call_of(const Variable& callee, Substitution by, const TypePtr& type,
                           const Context& cx) {
  if (cx.work * callee.cost > kMaxWork || !complete(callee, by, cx)) return nullptr;
  if (callee.consumes && !cx.may_consume) return nullptr;
  cost_ += cx.work * callee.cost;
  if (callee.name == recursive_) self_calls_ += cx.work;
  Context inner = cx.deeper();
  std::string form = "(" + callee.name;
  std::vector<NodePtr> arguments;
  for (size_t i = 0; i + 1 < callee.type->parts.size(); i++) {
    if (auto given = callee.fixed.find(i); given != callee.fixed.end()) {
      form += " " + given->second;
      continue;
    }
    if (auto size = callee.size_arguments.find(i); size != callee.size_arguments.end()) {
      form += " " + by.sizes.at(size->second);
      continue;
    }
    bool fresh_copy = i == 0 && callee.consumes;
    form += fresh_copy ? std::string(" (copy $0)") : fmt::format(" ${}", arguments.size());
    arguments.push_back(expression(substitute(callee.type->parts[i], by), inner));
  }
  return make_node({type, form + ")", std::move(arguments)});
}

std::vector<Generator::Callable> Generator::functions_that_give(const TypePtr& type,
                                                                const Context& cx) const {
  std::vector<Callable> fitting;
  for (const Variable& v : cx.variables) {
    if (v.type->kind != TypeKind::Function) continue;
    Substitution by;
    for (const std::string& size : v.size_parameters) by.sizes[size] = "";
    for (const std::string& name : v.type_parameters) by.types[name] = nullptr;
    if (match_types(v.type->result(), type, by)) fitting.push_back({&v, std::move(by)});
  }
  return fitting;
}

NodePtr Generator::call(const TypePtr& type, const Context& cx) {
  const std::vector<Callable> fitting = functions_that_give(type, cx);
  if (fitting.empty()) return nullptr;
  const auto& [callee, by] = random_.pick(fitting);
  return call_of(*callee, by, type, cx);
}

NodePtr Generator::let_function(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper(), body = cx.deeper();
  std::string name = fresh("f");
  std::vector<TypePtr> params;
  std::string text;
  for (uint64_t i = 1 + random_.below(2); i > 0; i--) {
    TypePtr param = random_type(cx, 1);
    std::string param_name = fresh("a");
    text += fmt::format(" ({}: {})", param_name, param->text);
    body.add(param_name, param);
    params.push_back(param);
  }
  TypePtr result = random_.chance(50) ? type : random_type(cx, 1);
  if (is_irregular(result)) return nullptr;
  TypePtr fn = function_type(std::move(params), result);
  double before = cost_;
  std::string form;
  NodePtr value;
  switch (random_.below(4)) {
    case 0:
      value = function(fn, inner);
      form = fmt::format("(let {} = $0 in $1)", name);
      break;
    case 1: {
      value = function(fn, inner);
      std::string record = fresh("r");
      form = fmt::format("(let {} = {{call = $0, other = true}} in $1)", record);
      name = record + ".call";
      break;
    }
    default:
      value = definition_result(result, expression(result, body));
      form = fmt::format("(let {}{} : {} = $0 in $1)", name, text, result->text);
      break;
  }
  inner.variables.push_back({.name = name, .type = fn, .cost = 1 + (cost_ - before) / cx.work});
  return make_node({type, form, {value, expression(type, inner)}});
}

NodePtr Generator::lambda(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  std::string form = "(\\";
  for (size_t i = 0; i + 1 < type->parts.size(); i++) {
    const TypePtr& param = type->parts[i];
    if (param->kind == TypeKind::Tuple && !param->parts.empty() && random_.chance(50)) {
      std::string names;
      for (const TypePtr& part : param->parts) {
        std::string name = fresh("a");
        names += (names.empty() ? "" : ", ") + name;
        inner.add(name, part);
      }
      form += fmt::format("(({}): {}) ", names, param->text);
    } else {
      std::string name = fresh("a");
      form += fmt::format("({}: {}) ", name, param->text);
      inner.add(name, param);
    }
  }
  NodePtr body = definition_result(type->result(), expression(type->result(), inner));
  return make_node({type, form + "-> $0)", {body}});
}

NodePtr Generator::composed(const TypePtr& type, const Context& cx) {
  if (type->parts.size() != 2 || cx.depth <= 1) return nullptr;
  TypePtr between = random_type(cx, 1);
  if (is_irregular(between) || is_irregular(type)) return nullptr;
  Context inner = cx.deeper();
  return make_node({type,
                    "($0 >-> $1)",
                    {function(function_type({type->parts[0]}, between), inner),
                     function(function_type({between}, type->result()), inner)}});
}

NodePtr Generator::function(const TypePtr& type, const Context& cx) {
  size_t arity = type->parts.size() - 1;
  if (random_.chance(35)) {
    // A function that is there, maybe with its first arguments.
    std::vector<const Variable*> fitting;
    for (const Variable& v : cx.variables) {
      bool plain =
          v.size_parameters.empty() && v.type_parameters.empty() && v.fixed.empty() && !v.consumes;
      if (v.type->kind != TypeKind::Function || !plain || v.type->parts.size() - 1 < arity)
        continue;
      size_t given = v.type->parts.size() - 1 - arity;
      if (rest_of(v.type, given)->text == type->text && cx.work * v.cost <= kMaxWork)
        fitting.push_back(&v);
    }
    if (!fitting.empty()) {
      const Variable& callee = *random_.pick(fitting);
      cost_ += cx.work * callee.cost;
      size_t given = callee.type->parts.size() - 1 - arity;
      if (given == 0) return make_node({type, callee.name});
      std::string form = "(" + callee.name;
      std::vector<NodePtr> arguments;
      for (size_t i = 0; i < given; i++) {
        form += fmt::format(" ${}", i);
        arguments.push_back(expression(callee.type->parts[i], cx.deeper_in_function()));
      }
      return make_node({type, form + ")", std::move(arguments)});
    }
  }
  const TypePtr& result = type->result();
  if (result->is_integer() && type->parts[0]->text == result->text && random_.chance(30)) {
    static const std::vector<std::string> kOperators{"+", "-", "*", "^", "&"};
    const std::string& op = random_.pick(kOperators);
    if (arity == 1)
      return make_node({type,
                        fmt::format("({} $0)", op == "-" ? "+" : op),
                        {expression(result, cx.deeper_in_function())}});
    if (arity == 2 && type->parts[1]->text == result->text)
      return make_node({type, fmt::format("({})", op)});
  }
  if (random_.chance(10)) {
    if (NodePtr made = composed(type, cx)) return made;
  }
  return lambda(type, cx);
}

}  // namespace planish::random_programs
