// Top-level definitions, and the entry point that uses them.

#include <algorithm>
#include <utility>

#include "generator.h"

namespace planish::random_programs {
namespace {

constexpr int kFunctionDepth = 5;
constexpr int kMainDepth = 7;

}  // namespace

std::string Generator::attribute() {
  if (random_.chance(25)) return "#[noinline]\n";
  return random_.chance(15) ? "#[inline]\n" : "";
}

NodePtr Generator::definition_result(const TypePtr& type, const NodePtr& body) const {
  bool constants = std::ranges::any_of(top_.variables, [](const Variable& v) {
    return v.type->kind != TypeKind::Function && mentions_kind(v.type, TypeKind::Array);
  });
  bool arrays = mentions_kind(type, TypeKind::Array) || mentions_kind(type, TypeKind::Opaque);
  return constants && arrays ? make_node({type, "(copy $0)", {body}}) : body;
}

Generator::Signature Generator::signature(const std::string& name, const Context& outside) {
  Signature out;
  out.variable.name = name;
  out.inside = outside;
  out.inside.depth = kFunctionDepth;
  std::vector<TypePtr> params;
  auto add = [&](std::string_view stem, const TypePtr& type) {
    std::string param = fresh(stem);
    out.names.push_back(param);
    out.parameters += fmt::format(" ({}: {})", param, type->text);
    if (type->kind == TypeKind::Function) {
      out.inside.variables.push_back({.name = param, .type = type, .cost = 20});
    } else {
      out.inside.add(param, type);
    }
    params.push_back(type);
  };
  if (random_.chance(30)) {
    std::string type = fresh("t");
    out.type_parameters += " '" + type;
    out.variable.type_parameters.push_back(type);
    add("x", opaque_type(type));
  }
  for (uint64_t i = random_.below(3); i > 0; i--) {
    std::string size = fresh("n");
    out.type_parameters += fmt::format(" [{}]", size);
    out.variable.size_parameters.push_back(size);
    TypePtr element = random_type(out.inside, 1);
    out.inside.add_size(size, 6);
    add("xs", array_type(size, element));
  }
  if (random_.chance(25)) {
    std::string size = fresh("n");
    static const std::vector<std::string> kForms(std::begin(kSizeForms), std::end(kSizeForms));
    const std::string computed = size_expression(random_.pick(kForms), size);
    out.variable.size_parameters.push_back(size);
    out.variable.size_arguments[params.size()] = size;
    out.names.push_back(size);
    out.parameters += fmt::format(" ({}: i64)", size);
    params.push_back(prim_type(Prim::I64));
    out.inside.add_size(size, 3);
    TypePtr element = random_type(out.inside, 1);
    out.inside.add_size(computed, 7);
    add("xs", array_type(computed, element));
  }
  for (uint64_t i = random_.below(3); i > 0; i--) add("x", random_type(out.inside, 2));
  if (random_.chance(25))
    add("f", function_type({random_type(out.inside, 0)}, random_type(out.inside, 1)));
  if (params.empty()) add("x", random_type(out.inside, 2));
  TypePtr result = random_type(out.inside, 2);
  if (random_.chance(15)) {
    TypePtr element = random_type(out.inside, 1);
    if (!is_irregular(element)) result = array_type(kUnknownSize, element);
  }
  out.variable.type = function_type(std::move(params), result);
  return out;
}

void Generator::add_function(Program& program) {
  std::string name = fresh("fun");
  Signature sig = signature(name, top_);
  const TypePtr& result = sig.variable.type->result();
  double before = cost_;
  NodePtr body = definition_result(result, expression(result, sig.inside));
  sig.variable.cost = 1 + cost_ - before;
  program.declarations.push_back({fmt::format("{}def {}{}{} : {} =\n  ", attribute(), name,
                                              sig.type_parameters, sig.parameters, result->text),
                                  body, ""});
  top_.variables.push_back(sig.variable);
}

void Generator::add_consuming_function(Program& program) {
  std::string name = fresh("set"), size = fresh("n"), array = fresh("xs"), param = fresh("x");
  Context inside = top_;
  inside.depth = kFunctionDepth;
  inside.add_size(size, 6);
  TypePtr element = random_type(top_, 1), other = random_type(inside, 1);
  if (is_irregular(element)) return;
  inside.add(param, other);
  TypePtr type = array_type(size, element);
  double before = cost_;
  NodePtr index = index_below(size, inside), value = expression(element, inside);
  NodePtr body =
      make_node({type,
                 fmt::format("(if {0} > 0 then {1} with [$0] = $1 else {1})", size, array),
                 {index, value}});
  program.declarations.push_back(
      {fmt::format("{}def {} [{}] ({}: *{}) ({}: {}) : *{} =\n  ", attribute(), name, size, array,
                   type->text, param, other->text, type->text),
       body, ""});
  top_.variables.push_back({.name = name,
                            .type = function_type({type, other}, type),
                            .size_parameters = {size},
                            .cost = 1 + cost_ - before,
                            .consumes = true});
}

// Gives an array that belongs to the caller, made of what the function only reads.
void Generator::add_unique_function(Program& program) {
  std::string name = fresh("own");
  Signature sig = signature(name, top_);
  TypePtr element = random_type(sig.inside, 1);
  if (is_irregular(element)) return;
  TypePtr result = array_type(random_size(sig.inside), element);
  std::vector<TypePtr> params = sig.variable.type->parts;
  params.pop_back();
  sig.variable.type = function_type(std::move(params), result);
  sig.variable.gives_unique = true;
  double before = cost_;
  NodePtr body = fresh_array(result, sig.inside);
  sig.variable.cost = 1 + cost_ - before;
  program.declarations.push_back({fmt::format("{}def {}{}{} : *{} =\n  ", attribute(), name,
                                              sig.type_parameters, sig.parameters, result->text),
                                  body, ""});
  top_.variables.push_back(sig.variable);
}

void Generator::add_constant(Program& program) {
  Context inside = top_;
  inside.depth = kFunctionDepth;
  TypePtr type = random_type(top_, 2);
  std::string name = fresh("constant");
  // A constant may be evaluated although nobody needs it in the end.
  bool risky = std::exchange(risky_, false);
  NodePtr value = definition_result(type, expression(type, inside));
  risky_ = risky;
  program.declarations.push_back({fmt::format("def {} : {} =\n  ", name, type->text), value, ""});
  top_.add(name, type);
}

// A parametric module and its use with two types.
void Generator::add_modules(Program& program) {
  std::string interface = fresh("interface"), parametric = fresh("parametric"),
              name = fresh("member");
  program.declarations.push_back(
      {fmt::format("module type {} = {{ type t val op : t -> t -> t val ne : t }}", interface),
       nullptr, ""});
  TypePtr abstract = opaque_type("P.t");
  Context inside = top_;
  inside.add("P.ne", abstract);
  inside.variables.push_back(
      {.name = "P.op", .type = function_type({abstract, abstract}, abstract), .cost = 20});
  Signature sig = signature(name, inside);
  const TypePtr& result = sig.variable.type->result();
  double before = cost_;
  NodePtr body = definition_result(result, expression(result, sig.inside));
  sig.variable.cost = 1 + cost_ - before;
  program.declarations.push_back(
      {fmt::format("module {} (P: {}) = {{\n  def {}{}{} : {} =\n  ", parametric, interface, name,
                   sig.type_parameters, sig.parameters, result->text),
       body, "\n}"});
  for (int i = 0; i < 2; i++) {
    TypePtr type = random_type(top_, 2);
    if (is_irregular(type)) continue;
    std::string module = fresh("module");
    Context operation = top_;
    operation.depth = 3;
    operation.add("x", type);
    operation.add("y", type);
    start(size_ / 4);
    std::string neutral = node_text(*definition_result(type, leaf(type, top_)));
    program.declarations.push_back(
        {fmt::format("module {} = {} {{ type t = {} def ne : t = {} def op (x: t) (y: t) : t =\n  ",
                     module, parametric, type->text, neutral),
         definition_result(type, expression(type, operation)), " }"});
    Variable variable = sig.variable;
    variable.name = fmt::format("{}.{}", module, name);
    variable.type = substitute(sig.variable.type, {.sizes = {}, .types = {{"P.t", type}}});
    top_.variables.push_back(std::move(variable));
  }
}

void Generator::add_declaration(Program& program) {
  start(size_ / 2);
  uint64_t choice = random_.below(100);
  if (choice < 30) return add_function(program);
  if (choice < 45) return add_unique_function(program);
  if (choice < 57) return add_recursive_function(program);
  if (choice < 70) return add_dividing_function(program);
  if (choice < 82) return add_consuming_function(program);
  if (choice < 92) return add_constant(program);
  return add_modules(program);
}

// Values of sums cannot be written as input.
TypePtr Generator::entry_rows(const Context& cx) {
  TypePtr rows = random_rows(cx, 0);
  while (mentions_kind(rows, TypeKind::Sum)) rows = random_rows(cx, 0);
  return rows;
}

TypePtr Generator::entry_type(const Context& cx) {
  TypePtr prim = random_prim();
  uint64_t choice = random_.below(100);
  if (choice < 30) return prim;
  std::string size = random_size(cx);
  if (choice < 65) return array_type(size, prim);
  if (choice < 75) return array_type(size, array_type(random_size(cx), prim));
  if (choice < 80) return entry_rows(cx);
  if (choice < 83)
    return array_type(size, tuple_type({prim, array_type(kVaryingSize, random_prim())}));
  if (choice < 92) return tuple_type({prim, array_type(size, random_prim())});
  return array_type(size, tuple_type({prim, random_prim()}));
}

Program Generator::generate() {
  Program program;
  risky_ = random_.chance(20);
  program.fails_at_one_place = risky_ && random_.chance(60);
  risks_ = program.fails_at_one_place ? 1 : 1000;
  rows_ = random_.chance(50);
  for (uint64_t i = random_.below(4); i > 0; i--) add_declaration(program);
  Context main = top_;
  main.depth = kMainDepth;
  for (uint64_t i = random_.below(3); i > 0; i--) {
    std::string size = fresh("n");
    program.sizes.push_back({size, static_cast<int64_t>(random_.below(6))});
    main.add_size(size, 5);
    std::string name = fresh("xs");
    TypePtr type = array_type(size, random_prim());
    main.add(name, type);
    program.parameters.push_back({name, type});
  }
  for (uint64_t i = random_.below(4); i > 0; i--) {
    std::string name = fresh("x");
    TypePtr type = rows_ && random_.chance(50) ? entry_rows(main) : entry_type(main);
    main.add(name, type);
    program.parameters.push_back({name, type});
  }
  start(size_);
  std::vector<TypePtr> results;
  for (uint64_t i = 1 + random_.below(3); i > 0; i--) {
    TypePtr type = random_type(main, 2);
    if (random_.chance(20) && !is_irregular(type)) type = array_type(kUnknownSize, type);
    results.push_back(type);
  }
  // Unknown sizes can only stand in what is put together here.
  TypePtr result = results.size() == 1 ? results.front() : tuple_type(results);
  program.body = results.size() == 1 ? expression(result, main) : construct(result, main);
  program.body = definition_result(result, program.body);
  program.input_seed = random_.below(1000);
  return program;
}

}  // namespace planish::random_programs
