#include "lower/lower.h"

#include "ir/argument_words.h"
#include "lower/lowering.h"
#include "sema/modules/entry_points.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish {

ir::Program lower_program(SemaContext& cx, const CheckedProgram& program,
                          const LowerOptions& options) {
  return lower::Lowering(cx, program, options).run();
}

namespace lower {

Lowering::Lowering(SemaContext& cx, const CheckedProgram& program, const LowerOptions& options)
    : cx_(cx),
      checked_(program),
      options_(options),
      storage_(*program_.storage),
      arena_(storage_.arena),
      modules_(program),
      entry_types_(cx, program, storage_) {}

ir::Program Lowering::run() {
  for (const ast::Decl* decl : checked_.files.back()->program->decls) {
    auto* val = ast::as<ast::ValDecl>(decl);
    if (val == nullptr || val->symbol == nullptr || !val->symbol->entry) continue;
    std::string_view name = cx_.text(val->name.name);
    bool wanted =
        options_.entries.empty() ||
        std::find(options_.entries.begin(), options_.entries.end(), name) != options_.entries.end();
    if (wanted) names_taken_[std::string(name)]++;
    if (wanted) entries_.push_back(val);
  }
  try {
    for (const ast::ValDecl* decl : entries_) lower_entry(*decl);
  } catch (const Unsupported&) {
    program_.functions.clear();
  }
  return std::move(program_);
}

// A function that takes what the user gives: sizes of input arrays are parameters of their own, and
// it is checked here that they are what the definition's type says.
void Lowering::lower_entry(const ast::ValDecl& decl) {
  Builder inner(storage_);
  builder_ = &inner;
  inner.begin();
  inner.place = place(decl.loc);
  Scope* scope = new_scope(nullptr, modules_.top());
  entry_sizes_.clear();
  ir::Function fn{};
  fn.name = storage_.names.intern(cx_.text(decl.name.name));
  fn.place = inner.place;
  std::vector<ir::Param> params;
  std::vector<ir::EntryValue> inputs;
  Values args;
  // A definition without parameters may still be a function.
  const Type* type = decl.symbol->type;
  const ast::TypeExpr* written = decl.result;
  std::vector<const Type*> types;
  while (auto* arrow = as<ArrowType>(type)) {
    bool has_pattern = types.size() < decl.params.size();
    const ast::Pattern* pattern = has_pattern ? decl.params[types.size()] : nullptr;
    types.push_back(has_pattern ? pattern->type : arrow->param);
    EntryParam param{types.back(), has_pattern ? pattern_name(pattern) : std::string_view{},
                     arrow->consumes};
    if (has_pattern) {
      param.written = entry_types_.written(pattern);
    } else if (auto* written_arrow =
                   written == nullptr ? nullptr : ast::as<ast::ArrowType>(written)) {
      param.written = written_arrow->param;
      written = written_arrow->result;
    } else {
      written = nullptr;
    }
    if (!has_pattern && arrow->binder != nullptr) param.name = cx_.text(arrow->binder->name);
    args.push_back(entry_param(param, *scope, params, inputs));
    if (!has_pattern && arrow->binder != nullptr) scope->values[arrow->binder] = args.back();
    type = arrow->result;
  }
  // Sizes are what the first array that mentions them has; all others must agree.
  for (size_t i = 0; i < decl.params.size(); i++) bind(decl.params[i], args[i], *scope);
  for (size_t i = 0; i < args.size(); i++) learn_sizes(types[i], args[i], *scope);
  choose_entry_sizes(*scope);
  // Sizes that are terms are computed now, not believed.
  known_sizes_.clear();
  std::erase_if(known_log_, [](const Learnt& learnt) { return learnt.size != nullptr; });
  for (size_t i = 0; i < args.size(); i++) {
    args[i] = check_entry_sizes(types[i], args[i], ir::argument_words(inputs[i], i), *scope);
    check_entry_value(open_shape(types[i], *scope), args[i]);
  }

  Values own(args.begin(), args.begin() + static_cast<long>(decl.params.size()));
  Values further(args.begin() + static_cast<long>(decl.params.size()), args.end());
  const Value* result = nullptr;
  Closure closure{CodeKind::Definition, static_cast<uint32_t>(own.size()), &decl, scope, {}};
  if (own.empty()) {
    result = constant(decl, scope);
  } else {
    // Its own function, if possible: others may call the definition, and it may call itself.
    result = further.empty() ? call_instance(closure, own) : call_inline(closure, own);
  }
  if (!further.empty()) result = apply(result, further, decl.name.loc);
  ir::Entry entry;
  forget_chosen_sizes(*scope);
  fn.results = arena_.copy(entry_results(decl, type, written, *scope, entry));
  std::vector<Atom> atoms = results_for(entry_signature_, result);
  fn.body = inner.end(atoms);
  fn.params = arena_.copy(params);
  fn.attrs = attributes(decl.attrs);
  entry.name = arena_.copy(cx_.text(decl.name.name));
  entry.params = arena_.copy(inputs);
  fn.entry = arena_.make<ir::Entry>(entry);
  program_.functions.push_back(arena_.make<ir::Function>(fn));
  builder_ = nullptr;
}

std::string_view Lowering::type_words(const Type* type) { return arena_.copy(show(cx_, type)); }

std::string_view Lowering::pattern_name(const ast::Pattern* pattern) {
  if (auto* name = ast::as<ast::NamePat>(pattern)) return arena_.copy(cx_.text(name->name));
  if (auto* ascribed = ast::as<ast::AscribePat>(pattern)) return pattern_name(ascribed->inner);
  if (auto* parens = ast::as<ast::ParensPat>(pattern)) return pattern_name(parens->inner);
  return {};
}

const Value* Lowering::entry_param(const EntryParam& param, Scope& scope,
                                   std::vector<ir::Param>& params,
                                   std::vector<ir::EntryValue>& inputs) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  // Each dimension that does not vary is a parameter.
  std::vector<EntrySize> sizes;
  const Shape* given = shape(param.type, scope, [&](const Size* size, Scope& in) {
    if (size->kind == SizeKind::Varying) return Dim::varying();
    std::string_view name = size->kind == SizeKind::Var ? cx_.text(size->var->name) : "size";
    Var var = builder_->new_var(name, i64);
    params.push_back({var, false});
    sizes.push_back({size_symbol(size, in), var, {}, {}});
    return Dim::variable(var);
  });
  uint32_t first = static_cast<uint32_t>(params.size());
  std::vector<Var> leaves;
  for (const ir::Type* leaf_type : leaf_types(given)) {
    leaves.push_back(builder_->new_var(param.name.empty() ? "x" : param.name, leaf_type));
    params.push_back({leaves.back(), param.unique && leaf_type->is_array()});
  }
  ir::EntryValue& input = inputs.emplace_back();
  input.name = arena_.copy(param.name);
  input.type = type_words(param.type);
  input.client_type = entry_types_.client_type(given, param.written);
  input.first = first;
  input.count = static_cast<uint32_t>(leaves.size());
  input.unique = param.unique;
  const Value* value = build_vars(given, leaves);
  add_entry_sizes(sizes, given, value);
  return value;
}

std::vector<ir::Param> Lowering::entry_results(const ast::ValDecl& decl, const Type* type,
                                               const ast::TypeExpr* written, Scope& scope,
                                               ir::Entry& entry) {
  std::vector<ir::EntryValue> outputs;
  const Type* result_type = type;
  if (decl.result != nullptr && decl.result->type->kind != TypeKind::Arrow)
    result_type = decl.result->type;
  if (decl.result == nullptr && decl.body->type->kind != TypeKind::Arrow)
    result_type = decl.body->type;
  entry_signature_ = signature(result_type, scope, SignatureOf::Function);
  std::vector<ir::Param> results;
  for (Var var : entry_signature_.sizes) results.push_back({var, false});
  uint32_t next = static_cast<uint32_t>(results.size());
  std::vector<bool> unique;
  unique_parts(type, entry_signature_.shape, unique);
  for (size_t i = 0; i < entry_signature_.leaves.size(); i++)
    results.push_back({entry_signature_.leaves[i], unique[i]});
  auto output = [&](const Type* of, const Shape* part, const ast::TypeExpr* part_written) {
    uint32_t count = static_cast<uint32_t>(leaf_types(part).size());
    ir::EntryValue& made = outputs.emplace_back();
    made.type = type_words(of);
    made.client_type = entry_types_.client_type(part, part_written);
    made.first = next;
    made.count = count;
    made.unique = of->unique;
    next += count;
  };
  auto* tuple_type = as<RecordType>(result_type);
  if (tuple_type != nullptr && tuple_type->tuple && !tuple_type->fields.empty()) {
    entry.tuple_type = entry_types_.client_type(entry_signature_.shape, written);
    for (size_t i = 0; i < tuple_type->fields.size(); i++) {
      output(tuple_type->fields[i].type, entry_signature_.shape->parts[i],
             entry_types_.field(written, std::to_string(i)));
    }
  } else {
    output(result_type, entry_signature_.shape, written);
  }
  entry.results = arena_.copy(outputs);
  return results;
}

}  // namespace lower
}  // namespace planish
