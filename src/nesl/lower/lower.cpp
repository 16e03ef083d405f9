#include "nesl/lower/lower.h"

#include <fmt/format.h>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

ir::Program lower(const LowerInput& input, std::span<const LoweredEntry> entries) {
  return Lowering(input).run(entries);
}

Lowering::Lowering(const LowerInput& given)
    : input(given),
      types(given.checker.types()),
      storage(*program.storage),
      builder(storage),
      values(builder, given.names),
      layouts(values, types),
      joins(values, layouts),
      vectors(*this),
      sorting(values),
      random(*this),
      objects(*this),
      world(*this),
      builtins(*this),
      expressions(*this),
      loops(*this),
      instances(*this) {}

ir::Program Lowering::run(std::span<const LoweredEntry> entries) {
  for (const LoweredEntry& each : entries) instances.reserve_name(each.name);
  try {
    for (const LoweredEntry& each : entries) program.functions.push_back(entry(each));
  } catch (const Unsupported&) {
    program.functions.clear();
  }
  return std::move(program);
}

ir::PlaceId Lowering::place(Loc loc) {
  if (!loc.valid()) return builder.place;
  const Position begin = input.sources.begin(loc);
  const Position end = input.sources.end(loc);
  const Name file = storage.names.intern(begin.file->path);
  return storage.place({file, begin.line, begin.column, end.line, end.column, {}});
}

void Lowering::unsupported(Loc loc, std::string_view what) {
  input.diags.report(Diag::not_compiled, loc, "{} cannot be compiled yet", what);
  throw Unsupported{};
}

static const Pattern* without_parens(const Pattern* pattern) {
  while (pattern != nullptr && pattern->kind == PatternKind::ParensPattern)
    pattern = as<ParensPattern>(pattern)->inner;
  return pattern;
}

std::string_view Lowering::name_of(const Pattern* pattern) {
  if (pattern == nullptr) return {};
  if (const auto* name = as<NamePattern>(pattern)) return input.names.text(name->variable->name);
  const auto* name = as<DefaultPattern>(pattern);
  return name == nullptr ? std::string_view{} : input.names.text(name->variable->name);
}

// Parts of tuples are values of their own.
std::span<const ir::EntryValue> Lowering::entry_values(const Type* type, const Pattern* pattern,
                                                       std::span<const ir::Param> params,
                                                       size_t first) {
  std::vector<ir::EntryValue> all;
  while (type != nullptr) {
    const bool is_pair = type->kind == TypeKind::Pair;
    const Type* part = is_pair ? type->first : type;
    type = is_pair ? type->second : nullptr;
    ir::EntryValue& made = all.emplace_back();
    pattern = without_parens(pattern);
    const auto* both = is_pair && pattern != nullptr ? as<PairPattern>(pattern) : nullptr;
    const std::string_view name = name_of(both != nullptr ? without_parens(both->left)
                                          : is_pair       ? nullptr
                                                          : pattern);
    made.name = builder.arena().copy(name);
    pattern = both != nullptr ? both->right : nullptr;
    made.type = builder.arena().copy(std::string_view(input.checker.text(part)));
    made.first = static_cast<uint32_t>(first);
    made.count = static_cast<uint32_t>(values.shapes.leaf_types(layouts.structure(part)).size());
    first += made.count;
    if (made.count == 1) {
      // As clients of libraries and executables know it.
      const ir::Type* leaf = storage.type(params[made.first].var);
      std::string words;
      for (const Dim& dim : leaf->dims) words += dim.is_varying() ? "[?]" : "[]";
      words += prim_name(leaf->elem);
      made.type = builder.arena().copy(std::string_view(words));
    }
  }
  return builder.list(all);
}

const ir::Function* Lowering::entry(const LoweredEntry& given) {
  Frame own{{}, given.form};
  frame = &own;
  ir::Function fn{};
  ir::Entry described;
  std::vector<ir::Param> params;
  builder.begin();
  const AtomTree* value = nullptr;
  const Type* type = nullptr;
  if (given.expr != nullptr) {
    builder.place = place(given.expr->loc);
    fn.place = builder.place;
    own.key = random.first_key(input.seed, given.form);
    type = given.expr->type;
    value = expressions.lower(given.expr);
  } else if (given.bound != nullptr) {
    builder.place = place(given.bound->loc);
    fn.place = builder.place;
    type = types.int_type();
    instances.value(*given.bound);
    value = values.trees.i64(0);
  } else {
    builder.place = place(given.function->loc);
    fn.place = builder.place;
    own.key = random.first_key(input.seed, 0);
    const Type* of = types.substitute(given.function->scheme.type, given.type_args);
    type = of->second;
    const Join open = joins.open(layouts.structure(of->first));
    const JoinedValue argument = joins.variables(open, "x");
    for (Var var : argument.variables) params.push_back({var, false});
    const Body* body = given.function->body_at(given.form);
    const Pattern* pattern = body == nullptr ? nullptr : body->function->parameter;
    described.params = entry_values(of->first, pattern, params, open.sizes);
    value = instances.call({given.function, nullptr, given.type_args}, of->first, argument.value);
  }
  const Shape* structure = layouts.structure(type);
  const Join open = joins.open(structure);
  const std::vector<Atom> results = joins.results(open, value);
  const JoinedValue given_back = joins.variables(open, "it");
  std::vector<ir::Param> result_params;
  for (Var var : given_back.variables) result_params.push_back({var, false});
  described.name = builder.arena().copy(std::string_view(given.name));
  described.results = entry_values(type, nullptr, result_params, open.sizes);
  fn.name = storage.names.intern(given.name);
  fn.params = builder.list(params);
  fn.results = builder.list(result_params);
  fn.body = builder.end(results);
  fn.entry = builder.arena().make<ir::Entry>(described);
  frame = nullptr;
  return builder.arena().make<ir::Function>(fn);
}

}  // namespace planish::nesl
