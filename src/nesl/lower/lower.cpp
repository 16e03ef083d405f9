#include "nesl/lower/lower.h"

#include <fmt/format.h>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

ProgramLowering::ProgramLowering(const LowerInput& input, values::ProgramBuilder& made)
    : lowering_(std::make_unique<Lowering>(input, made)) {}

ProgramLowering::~ProgramLowering() = default;

void ProgramLowering::add_entries(std::span<const LoweredEntry> entries) {
  try {
    lowering_->add_entries(entries);
  } catch (const values::TooManyParts&) {
    lowering_->too_many_parts();
  }
}

std::vector<Atom> ProgramLowering::call(const Definition& definition,
                                        std::span<const Type* const> types,
                                        std::vector<Atom> argument) {
  try {
    return lowering_->call(definition, types, std::move(argument));
  } catch (const values::TooManyParts&) {
    lowering_->too_many_parts();
  }
}

Lowering::Lowering(const LowerInput& given, values::ProgramBuilder& into)
    : input(given),
      types(given.checker.types()),
      whole(into),
      program(whole.program),
      storage(*program.storage),
      builder(whole.builder),
      values(whole.values),
      layouts(values, types),
      joins(values, layouts),
      client_types(storage, types, input.names),
      vectors(*this),
      sorting(values),
      random(*this),
      objects(*this),
      world(*this),
      builtins(*this),
      expressions(*this),
      loops(*this),
      instances(*this) {}

void Lowering::add_entries(std::span<const LoweredEntry> entries) {
  for (const LoweredEntry& each : entries) whole.unique_name(each.name);
  for (const LoweredEntry& each : entries) program.functions.push_back(entry(each));
}

// ---- Other languages

std::vector<Atom> Lowering::call(const Definition& definition,
                                 std::span<const Type* const> types_at,
                                 std::vector<Atom> argument) {
  if (definition.kind == DefinitionKind::Constructor) return argument;  // is what is in it
  Frame own{{}, input.checker.form_count()};
  own.key = random.first_key(input.seed, 0);
  Frame* const outer = std::exchange(frame, &own);
  const values::Checks::Mode outer_mode = values.checks.exchange(values::Checks::Mode::On);
  const AtomTree* result = nullptr;
  if (definition.kind == DefinitionKind::Value) {
    result = instances.value(definition);
  } else {
    const std::span<const Type* const> at = builder.arena().copy(types_at);
    const Type* of = types.substitute(definition.scheme.type, at)->first;
    const Shape* structure = layouts.structure(of);
    result = instances.call(
        {&definition, nullptr, at}, of,
        values.trees.build_all(structure, even_sizes(structure, std::move(argument))));
    // Other languages take what functions give for memory that no definition at top level has.
    const auto is_value = [](const Definition& reached) {
      return !reached.prelude && reached.scheme.type->kind != TypeKind::Function;
    };
    if (reaches(definition, is_value)) result = values.trees.copy(result);
  }
  values.checks.exchange(outer_mode);
  frame = outer;
  return values::flatten(result);
}

// In other languages, the arrays that a vector of pairs is made of may have sizes that are equal, but are
// not the same variable. Here they get those of the first one.
std::vector<Atom> Lowering::even_sizes(const Shape* structure, std::vector<Atom> leaves) {
  const AtomTree* value = values.trees.build_all(structure, leaves);
  std::vector<Dim> dims;
  for (const Level& level : layouts.levels(structure, value)) dims.push_back(level.dim);
  const std::vector<const ir::Type*> wanted =
      values.shapes.leaf_types(layouts.with_dims(structure, dims));
  for (size_t i = 0; i < leaves.size(); i++) {
    if (storage.type(leaves[i]) == wanted[i] || !wanted[i]->is_array()) continue;
    leaves[i] =
        builder.let("", wanted[i], builder.make(ir::Coerce{{}, values.emit.as_var(leaves[i])}));
  }
  return leaves;
}

const AtomTree* Lowering::call_outside(const Definition& definition,
                                       std::span<const Type* const> types_at,
                                       const AtomTree* argument) {
  std::vector<const Shape*> structures;
  for (const Type* type : types_at) structures.push_back(layouts.structure(type));
  const Type* type = types.substitute(definition.scheme.type, types_at);
  const Type* result = type->kind == TypeKind::Function ? type->second : type;
  return values.trees.build_all(
      layouts.structure(result),
      input.outside->call({definition.outside, structures},
                          argument == nullptr ? std::vector<Atom>{} : values::flatten(argument)));
}

// ----

ir::PlaceId Lowering::place(Loc loc) {
  if (!loc.valid()) return builder.place;
  const Position begin = input.sources.begin(loc);
  const Position end = input.sources.end(loc);
  const Name file = storage.names.intern(begin.file->path);
  return storage.place({file, begin.line, begin.column, end.line, end.column, {}});
}

void Lowering::unsupported(Loc loc, std::string_view what) {
  input.diags.report(Diag::not_compiled, loc, "{} cannot be compiled yet", what);
  throw values::Unsupported{};
}

void Lowering::too_many_parts() {
  input.diags.report(Diag::type_too_large, {},
                     "a value would have more than {} parts, at the types that its function is "
                     "called at here: {}",
                     values::kMostParts, ir::place_text(storage, builder.place));
  throw values::Unsupported{};
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
    made.client_type = client_types.name(part, params.subspan(made.first, made.count));
    if (made.client_type.empty()) {
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
    const AtomTree* bound = instances.bound(*given.bound);
    type = given.given != nullptr ? given.given : types.int_type();
    value = given.given != nullptr ? bound : values.trees.i64(0);
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
