#include "nesl/lower/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

static constexpr size_t kVaries = SIZE_MAX;

Instances::Instances(Lowering& lowering) : l_(lowering) {}

// Redefinitions give the same code another meaning: so many of them lie before a form.
uint32_t Instances::epoch(uint32_t form) {
  if (!changes_found_) {
    for (const Definition* definition : l_.input.checker.definitions()) {
      for (const Body* body = definition->latest; body != nullptr; body = body->earlier) {
        if (body->earlier != nullptr || definition->declared != 0) changes_.push_back(body->from);
      }
    }
    std::ranges::sort(changes_);
    changes_found_ = true;
  }
  return static_cast<uint32_t>(std::ranges::upper_bound(changes_, form) - changes_.begin());
}

// Sizes of the argument that are the same variable are one parameter. A number may stand in several
// places by chance, so it is a parameter for each of them.
Instances::Parameters Instances::parameters(std::span<const Level> levels) {
  Parameters made;
  std::map<uint32_t, size_t> by_variable;
  for (const Level& level : levels) {
    if (level.dim.is_varying()) {
      made.size_of_level.push_back(kVaries);
      continue;
    }
    size_t number = made.sizes.size();
    if (level.dim.kind == ir::DimKind::Var)
      number = by_variable.emplace(level.dim.var.id, number).first->second;
    if (number == made.sizes.size()) made.sizes.push_back(ir::Builder::atom(level.dim));
    made.size_of_level.push_back(number);
  }
  return made;
}

const AtomTree* Instances::call(const Code& code, const Type* type, const AtomTree* argument) {
  return call_instance(code, l_.layouts.structure(type), argument);
}

const AtomTree* Instances::call_in_prelude(std::string_view name, const Type* type,
                                           const AtomTree* argument) {
  const Definition* definition = l_.input.checker.find_in_prelude(name);
  if (definition == nullptr) l_.unsupported({}, "the text of a value");
  return call({definition, nullptr, {}}, type, argument);
}

const AtomTree* Instances::call(const Code& code, const Type* type, const AtomTree* captured,
                                const AtomTree* argument) {
  std::vector<const Shape*> parts;
  Trees values;
  for (size_t i = 0; i < code.lambda->captures.size(); i++) {
    parts.push_back(
        l_.layouts.structure(l_.types.substitute(code.lambda->captures[i]->type, code.type_args)));
    values.push_back(captured->parts[i]);
  }
  parts.push_back(l_.layouts.structure(type));
  values.push_back(argument);
  return call_instance(code, l_.layouts.tuple(parts), l_.values.trees.tuple(values));
}

const AtomTree* Instances::call_instance(const Code& code, const Shape* structure,
                                         const AtomTree* argument) {
  const Parameters given = parameters(l_.layouts.levels(structure, argument));
  Instance& callee = instance(code, structure, given);
  if (callee.in_progress) callee.recursive = true;
  std::vector<Atom> args;
  if (callee.keyed) args.push_back(l_.random.next_key());
  args.insert(args.end(), given.sizes.begin(), given.sizes.end());
  const std::vector<Atom> leaves = values::flatten(argument);
  args.insert(args.end(), leaves.begin(), leaves.end());
  // What is known of its results, in terms of the caller.
  Join join = callee.results;
  for (JoinedLevel& level : join.levels) {
    if (level.kind != LevelKind::Known || level.known.kind != ir::DimKind::Var) continue;
    const auto at = std::ranges::find(callee.sizes, level.known.var) - callee.sizes.begin();
    level.known = ir::Builder::dim(given.sizes[static_cast<size_t>(at)]);
  }
  const JoinedValue results = l_.joins.variables(join, "");
  l_.builder.add(results.variables,
                 l_.builder.make(ir::Call{{}, callee.name, l_.builder.list(args)}));
  return results.value;
}

static const Type* result_type(Lowering& l, const Code& code) {
  if (code.lambda != nullptr) return l.types.substitute(code.lambda->body->type, code.type_args);
  return l.types.substitute(code.definition->scheme.type, code.type_args)->second;
}

Instances::Instance& Instances::instance(const Code& code, const Shape* structure,
                                         const Parameters& parameters) {
  std::string key = code.lambda != nullptr
                        ? fmt::format("closure {}", static_cast<const void*>(code.lambda))
                        : fmt::format("{}", static_cast<const void*>(code.definition));
  // What the prelude calls never changes, unless it is given functions.
  const bool fixed = code.definition != nullptr && code.definition->prelude &&
                     std::ranges::none_of(code.type_args, &Type::functional);
  key += fmt::format(" {} [", fixed ? 0 : epoch(l_.frame->form));
  for (const Type* type : code.type_args) key += fmt::format("{} ", type->number);
  key += "]";
  for (size_t number : parameters.size_of_level)
    key += number == kVaries ? " ?" : fmt::format(" {}", number);
  auto [it, is_new] = made_.try_emplace(std::move(key));
  if (is_new) make(it->second, code, structure, parameters);
  return it->second;
}

// For people: what the pattern of the parameter binds.
std::vector<std::string_view> Instances::parameter_names(const Code& code, const Shape* structure) {
  std::vector<std::string_view> names;
  const auto leaves = [&](const Shape* shape, std::string_view name) {
    names.resize(names.size() + l_.values.shapes.leaf_types(shape).size(), name);
  };
  const auto add = [&](auto& self, const Pattern* pattern, const Shape* shape) -> void {
    match(
        pattern,
        [&](const NamePattern& p) { leaves(shape, l_.input.names.text(p.variable->name)); },
        [&](const DefaultPattern& p) { leaves(shape, l_.input.names.text(p.variable->name)); },
        [&](const PairPattern& p) {
          self(self, p.left, shape->parts[0]);
          self(self, p.right, shape->parts[1]);
        },
        [&](const DataPattern& p) { self(self, p.argument, shape); },
        [&](const ParensPattern& p) { self(self, p.inner, shape); },
        [&](const ErrorPattern&) { leaves(shape, "x"); });
  };
  const Body* of = code.definition == nullptr ? nullptr : code.definition->body_at(l_.frame->form);
  if (of != nullptr) {
    add(add, of->function->parameter, structure);
  } else {
    leaves(structure, "x");
  }
  return names;
}

void Instances::make(Instance& made, const Code& code, const Shape* structure,
                     const Parameters& parameters) {
  const std::string_view text =
      code.lambda != nullptr ? "closure" : l_.input.names.text(code.definition->name);
  made.name = l_.whole.unique_name(text);
  made.keyed = l_.random.reached_by(code);
  const Shape* result = l_.layouts.structure(result_type(l_, code));
  made.results = l_.joins.open(result);

  Frame own{code.type_args, l_.frame->form};
  Frame* const outer = std::exchange(l_.frame, &own);
  const ir::PlaceId outer_place = l_.builder.place;
  made.place = l_.place(code.lambda != nullptr ? code.lambda->loc : code.definition->loc);
  l_.builder.place = made.place;
  l_.builder.begin();
  std::vector<ir::Param> params;
  if (made.keyed) {
    own.key = l_.builder.new_var("key", l_.storage.types.scalar(Prim::U64));
    params.push_back({own.key->var, false});
  }
  for (size_t i = 0; i < parameters.sizes.size(); i++) {
    made.sizes.push_back(l_.builder.new_var("n", l_.storage.types.scalar(Prim::I64)));
    params.push_back({made.sizes.back(), false});
  }
  std::vector<Dim> dims;
  for (size_t number : parameters.size_of_level)
    dims.push_back(number == kVaries ? Dim::varying() : Dim::variable(made.sizes[number]));
  const Shape* shape = l_.layouts.with_dims(structure, dims);
  const std::vector<std::string_view> names = parameter_names(code, structure);
  std::vector<Var> leaves;
  for (const ir::Type* type : l_.values.shapes.leaf_types(shape)) {
    leaves.push_back(l_.builder.new_var(names[leaves.size()], type));
    params.push_back({leaves.back(), false});
  }
  const AtomTree* value = body(code, l_.values.trees.build_vars(shape, leaves), structure);
  if (!made.recursive) {
    const std::vector<Level> ways[] = {l_.layouts.levels(result, value)};
    made.results = l_.joins.of(result, ways, [&](Var size) {
      return std::ranges::find(made.sizes, size) != made.sizes.end();
    });
  }
  const std::vector<Atom> results = l_.joins.results(made.results, value);
  const ir::Body* finished = l_.builder.end(results);
  add_function(made, std::move(params), finished, l_.joins.variables(made.results, "r"), false);
  l_.builder.place = outer_place;
  l_.frame = outer;
}

const AtomTree* Instances::body(const Code& code, const AtomTree* argument,
                                const Shape* structure) {
  Frame& own = *l_.frame;
  if (code.lambda != nullptr) {
    const auto captures = code.lambda->captures;
    for (size_t i = 0; i < captures.size(); i++) own.variables[captures[i]] = argument->parts[i];
    l_.expressions.bind(code.lambda->parameter, argument->parts[captures.size()]);
    return l_.expressions.lower(code.lambda->body);
  }
  const Body* of = code.definition->body_at(own.form);
  if (of == nullptr) {
    const Atom never = Atom::boolean(false);
    const Atom hidden = l_.values.emit.opaque(never);
    l_.values.checks.check(
        hidden, ir::CheckKind::Other,
        {l_.values.checks.text(fmt::format("{} is declared, but not defined yet",
                                           l_.input.names.text(code.definition->name)))});
    return l_.layouts.zero(result_type(l_, code));
  }
  const FunctionForm& form = *of->function;
  if (has_tail_call(form.body)) return l_.loops.lower(form, argument, structure);
  l_.expressions.bind(form.parameter, argument);
  return l_.expressions.lower(form.body);
}

void Instances::add_function(Instance& made, std::vector<ir::Param> params, const ir::Body* body,
                             const JoinedValue& results, bool is_constant) {
  ir::Function fn{};
  fn.name = made.name;
  fn.params = l_.builder.list(params);
  std::vector<ir::Param> given;
  for (Var var : results.variables) given.push_back({var, false});
  fn.results = l_.builder.list(given);
  fn.body = body;
  fn.constant = is_constant;
  fn.place = made.place;
  made.in_progress = false;
  l_.program.functions.push_back(l_.builder.arena().make<ir::Function>(fn));
}

const AtomTree* Instances::value(const Definition& definition) {
  const Body* of = definition.body_at(l_.frame->form);
  return l_.expressions.part_of(of->bind->pattern, bound(definition), of->variable);
}

const AtomTree* Instances::bound(const Definition& definition) {
  Instance& made = constant(*definition.body_at(l_.frame->form)->bind);
  const JoinedValue results = l_.joins.variables(made.results, "");
  l_.builder.add(results.variables, l_.builder.make(ir::Call{{}, made.name, {}}));
  return results.value;
}

Instances::Instance& Instances::constant(const BindForm& form) {
  auto [it, is_new] = made_.try_emplace(fmt::format("value {}", static_cast<const void*>(&form)));
  Instance& made = it->second;
  if (!is_new) return made;
  const std::vector<const Variable*> names = bound_variables(form.pattern);
  made.name = l_.whole.unique_name(names.empty() ? "value" : l_.input.names.text(names[0]->name));
  made.place = l_.place(form.loc);
  Frame own{{}, form.number - 1};  // a value does not see itself
  own.key = l_.random.first_key(l_.input.seed, form.number);
  Frame* const outer = std::exchange(l_.frame, &own);
  const ir::PlaceId outer_place = std::exchange(l_.builder.place, made.place);
  l_.builder.begin();
  const AtomTree* value = l_.expressions.lower(form.value);
  const Shape* structure = l_.layouts.structure(form.value->type);
  const std::vector<Level> ways[] = {l_.layouts.levels(structure, value)};
  made.results = l_.joins.of(structure, ways, [](Var) { return false; });
  const std::vector<Atom> results = l_.joins.results(made.results, value);
  const ir::Body* body = l_.builder.end(results);
  add_function(made, {}, body, l_.joins.variables(made.results, "r"), true);
  l_.builder.place = outer_place;
  l_.frame = outer;
  return made;
}

}  // namespace planish::nesl
