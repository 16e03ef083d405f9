#include "lower/entry_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "ir/argument_words.h"
#include "ir/foreign_attribute.h"
#include "lower/lowering.h"
#include "sema/types/sequence_type.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish::lower {
namespace {

// The types of what an entry point gives, if that is several values; else the type itself.
std::vector<const Type*> result_types(const Type* type) {
  auto* tuple = as<RecordType>(type);
  if (tuple == nullptr || !tuple->tuple || tuple->fields.empty()) return {type};
  std::vector<const Type*> types;
  for (const auto& field : tuple->fields) types.push_back(field.type);
  return types;
}

bool has_sequence(const Type* type) {
  return std::ranges::any_of(result_types(type), element_of_sequence);
}

// Does it stand somewhere in the arguments of a function but in an array?
bool stands_alone(const Type* type, const TypeSymbol* param) {
  if (auto* named = as<NamedType>(type)) return named->symbol == param;
  if (auto* arrow = as<ArrowType>(type))
    return stands_alone(arrow->param, param) ||
           (arrow->result->kind == TypeKind::Arrow && stands_alone(arrow->result, param));
  auto* record = as<RecordType>(type);
  return record != nullptr && std::ranges::any_of(record->fields, [&](const auto& field) {
           return stands_alone(field.type, param);
         });
}

}  // namespace

EntryPoints::EntryPoints(Lowering& lowering)
    : l_(lowering),
      cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      shapes_(lowering.shapes),
      entry_types_(lowering.cx, lowering.checked, lowering.storage) {}

const ir::Function* EntryPoints::lower(const ast::ValDecl& decl) {
  EntrySizes sizes(l_, "Entry point arguments have invalid sizes");
  Scope* scope = l_.scopes.make(nullptr, l_.modules.top());
  Made made = make(decl, scope, sizes, GivenBy::User, {});
  made.fn.name = storage_.names.intern(cx_.text(decl.name.name));
  ir::Entry entry;
  entry.name = arena_.copy(cx_.text(decl.name.name));
  entry.params = arena_.copy(made.inputs.described);
  describe_results(made.result_type, made.written, made.signature, *scope, entry);
  made.fn.attrs = ir::without_foreign(storage_, l_.attributes.of(decl.attrs));
  made.fn.entry = arena_.make<ir::Entry>(entry);
  return arena_.make<ir::Function>(made.fn);
}

// Note [Arrays for parameters of types]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// In a call by another language, a parameter 'a may stand for arrays whose lengths its checker does not
// know. If 'a is only ever the element of an array, as in
//
//   def backwards [n] 'a (xs: [n]a) : [n]a = reverse xs
//
// 'a is `[?]t`, rows of any lengths. An array that is an argument has one length, so where 'a is one, as
// in
//
//   def either 'a (c: bool) (x: a) (y: a) : a = if c then x else y
//
// that length is one more parameter of the function, and it is checked that all arrays for 'a have it.
const ir::Function* EntryPoints::outside(const ValueSymbol& symbol,
                                         std::span<const Shape* const> types,
                                         OutsideFunction& made) {
  const ast::ValDecl& decl = *symbol.decl;
  made.name = cx_.text(decl.name.name);
  EntrySizes sizes(l_, fmt::format("`{}` is given arrays of wrong sizes", made.name));
  Scope* scope = l_.scopes.make(nullptr, l_.modules.top());
  Made parts;
  for (const SchemeParam& param : symbol.params) {
    if (param.type == nullptr) continue;
    const ArrayStands stands =
        stands_alone(symbol.type, param.type) ? ArrayStands::Alone : ArrayStands::InArrays;
    scope->types[param.type] = {nullptr, nullptr,
                                with_sizes(types.front(), stands, parts.inputs.params)};
    types = types.subspan(1);
  }
  parts = make(decl, scope, sizes, GivenBy::Program, std::move(parts));
  for (const ir::EntryValue& value : parts.inputs.described) {
    for (uint32_t i = 0; i < value.count; i++) made.leaves.push_back(value.first + i);
  }
  made.form.name = l_.whole.unique_name(made.name);
  made.form.params = parts.inputs.params;
  made.form.results.assign(parts.fn.results.begin(), parts.fn.results.end());
  made.form.signature = parts.signature;
  parts.fn.name = made.form.name;
  return arena_.make<ir::Function>(parts.fn);
}

// The type with sizes that mean something.
const Shape* EntryPoints::with_sizes(const Shape* type, ArrayStands stands,
                                     std::vector<ir::Param>& params) {
  if (type->kind == ShapeKind::Array) {
    Dim dim = Dim::varying();
    if (stands == ArrayStands::Alone) {
      const Var size = builder_.new_var("size", storage_.types.scalar(Prim::I64));
      params.push_back({size, false});
      dim = Dim::variable(size);
    }
    return shapes_.ShapeMaker::array(dim, with_sizes(type->elem, ArrayStands::InArrays, params));
  }
  if (type->kind != ShapeKind::Record) return type;
  std::vector<const Shape*> parts;
  for (const Shape* part : type->parts) parts.push_back(with_sizes(part, stands, params));
  return shapes_.ShapeMaker::record(type->names, parts);
}

EntryPoints::Made EntryPoints::make(const ast::ValDecl& decl, Scope* scope, EntrySizes& sizes,
                                    GivenBy given_by, Made made) {
  builder_.begin();
  builder_.place = l_.places.at(decl.loc);
  made.fn.place = builder_.place;
  std::tie(made.type, made.written) = add_inputs(decl, *scope, sizes, made.inputs);
  check_inputs(decl, *scope, sizes, made.inputs, given_by);
  made.result_type = result_type_of(decl, made.type);
  const AtomTree* result = call_definition(decl, made.inputs.args, made.result_type, scope);
  write_sequences(made.result_type, result);
  sizes.forget_chosen(*scope);
  made.signature = l_.signatures.signature(made.result_type, *scope, SignatureOf::Function);
  made.fn.results = arena_.copy(result_params(made.type, made.signature));
  made.fn.body = builder_.end(l_.signatures.results_for(made.signature, result));
  made.fn.params = arena_.copy(made.inputs.params);
  return made;
}

// ---- What it is given

// A definition without parameters may still be a function.
std::pair<const Type*, const ast::TypeExpr*> EntryPoints::add_inputs(const ast::ValDecl& decl,
                                                                     Scope& scope,
                                                                     EntrySizes& sizes,
                                                                     Inputs& inputs) {
  const Type* type = decl.symbol->type;
  const ast::TypeExpr* written = decl.result;
  while (auto* arrow = as<ArrowType>(type)) {
    const size_t number = inputs.types.size();
    const bool has_pattern = number < decl.params.size();
    const ast::Pattern* pattern = has_pattern ? decl.params[number] : nullptr;
    inputs.types.push_back(has_pattern ? pattern->type : arrow->param);
    EntryParam param{inputs.types.back(),
                     has_pattern ? pattern_name(cx_, pattern) : std::string_view{},
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
    const ValueSymbol* binder = has_pattern ? nullptr : arrow->binder;
    if (binder != nullptr) param.name = cx_.text(binder->name);
    if (element_of_sequence(param.type) != nullptr)
      add_sequence(param, scope, inputs);
    else
      add_input(param, scope, sizes, inputs);
    if (binder != nullptr) scope.values[binder] = inputs.args.back();
    type = arrow->result;
  }
  return {type, written};
}

void EntryPoints::add_input(const EntryParam& param, Scope& scope, EntrySizes& sizes,
                            Inputs& inputs) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  // Each dimension that does not vary is a parameter.
  std::vector<EntrySize> given;
  const Shape* shape = shapes_.shape(param.type, scope, [&](const Size* size, Scope& in) {
    if (size->kind == SizeKind::Varying) return Dim::varying();
    std::string_view name = size->kind == SizeKind::Var ? cx_.text(size->var->name) : "size";
    Var var = builder_.new_var(name, i64);
    inputs.params.push_back({var, false});
    given.push_back({EntrySizes::symbol(size, in), var, {}, {}});
    return Dim::variable(var);
  });
  uint32_t first = static_cast<uint32_t>(inputs.params.size());
  std::vector<Var> leaves;
  for (const ir::Type* leaf_type : shapes_.leaf_types(shape)) {
    leaves.push_back(builder_.new_var(param.name.empty() ? "x" : param.name, leaf_type));
    inputs.params.push_back({leaves.back(), param.unique && leaf_type->is_array()});
  }
  ir::EntryValue& described = inputs.described.emplace_back();
  described.name = arena_.copy(param.name);
  described.type = type_words(param.type);
  described.client_type = entry_types_.client_type(shape, param.written);
  described.first = first;
  described.count = static_cast<uint32_t>(leaves.size());
  described.unique = param.unique;
  inputs.args.push_back(l_.trees.build_vars(shape, leaves));
  sizes.add(given, shape, inputs.args.back());
}

// ---- Sequences

void EntryPoints::add_sequence(const EntryParam& param, Scope& scope, Inputs& inputs) {
  inputs.described.push_back(describe_sequence(param.type, scope));
  inputs.described.back().name = arena_.copy(param.name);
  inputs.args.push_back(nullptr);
}

ir::EntryValue EntryPoints::describe_sequence(const Type* type, Scope& scope) {
  ir::EntryValue made;
  made.type = type_words(type);
  made.types =
      arena_.copy(shapes_.leaf_types(shapes_.open_shape(element_of_sequence(type), scope)));
  return made;
}

void EntryPoints::make_sequences(Scope& scope, Inputs& inputs) {
  int64_t number = 0;
  for (size_t i = 0; i < inputs.args.size(); i++) {
    if (inputs.args[i] != nullptr) continue;
    const Shape* element =
        l_.sizes.shape_or(element_of_sequence(inputs.types[i]), scope, Dim::varying());
    inputs.args[i] = l_.sequences.input(number++, element, scope);
  }
}

void EntryPoints::write_sequences(const Type* type, const AtomTree* result) {
  int64_t number = 0;
  if (element_of_sequence(type) != nullptr) return l_.sequences.output(number, result);
  if (!has_sequence(type)) return;
  const std::vector<const Type*> types = result_types(type);
  for (size_t i = 0; i < types.size(); i++) {
    if (element_of_sequence(types[i]) != nullptr) l_.sequences.output(number++, result->parts[i]);
  }
}

// Sizes are what the first array that mentions them has; all others must agree.
void EntryPoints::check_inputs(const ast::ValDecl& decl, Scope& scope, EntrySizes& sizes,
                               Inputs& inputs, GivenBy given_by) {
  Trees& args = inputs.args;
  for (size_t i = 0; i < decl.params.size(); i++) {
    if (args[i] != nullptr) l_.patterns.bind(decl.params[i], args[i], scope);
  }
  for (size_t i = 0; i < args.size(); i++) {
    if (args[i] != nullptr) l_.reader.learn_sizes(inputs.types[i], args[i], scope);
  }
  sizes.choose(scope);
  // Sizes that are terms are computed now, not believed.
  l_.known.forget_terms();
  for (size_t i = 0; i < args.size(); i++) {
    if (args[i] == nullptr) continue;
    args[i] = sizes.check_sizes(inputs.types[i], args[i],
                                ir::argument_words(inputs.described[i], i), scope);
    // Values of programs are what their types say.
    if (given_by == GivenBy::User)
      sizes.check_value(shapes_.open_shape(inputs.types[i], scope), args[i]);
  }
  make_sequences(scope, inputs);
}

const AtomTree* EntryPoints::call_definition(const ast::ValDecl& decl, const Trees& args,
                                             const Type* result_type, Scope* scope) {
  const auto middle = args.begin() + static_cast<long>(decl.params.size());
  const Trees own(args.begin(), middle);
  const Trees further(middle, args.end());
  const AtomTree* result = nullptr;
  Closure closure{CodeKind::Definition, static_cast<uint32_t>(own.size()), &decl, scope, {}};
  if (has_sequence(result_type)) {
    result = l_.calls.call_inline(closure, own);  // it is known to the compiler only
  } else if (own.empty()) {
    result = l_.names.constant(decl, scope);
  } else {
    // Its own function, if possible: others may call the definition, and it may call itself.
    result = l_.foreign.is_foreign(closure) ? l_.foreign.call(closure, own)
             : further.empty()              ? l_.specialisations.call(closure, own)
                                            : l_.calls.call_inline(closure, own);
  }
  return further.empty() ? result : l_.calls.apply(result, further, decl.name.loc);
}

// ---- What it gives

// The type of the result as it is written, if it is not that of a function.
const Type* EntryPoints::result_type_of(const ast::ValDecl& decl, const Type* type) {
  const Type* given = decl.result != nullptr ? decl.result->type : decl.body->type;
  return given->kind != TypeKind::Arrow ? given : type;
}

std::vector<ir::Param> EntryPoints::result_params(const Type* type, const Signature& signature) {
  std::vector<ir::Param> results;
  for (Var var : signature.sizes) results.push_back({var, false});
  std::vector<bool> unique;
  l_.signatures.add_unique(type, signature.shape, unique);
  for (size_t i = 0; i < signature.leaves.size(); i++)
    results.push_back({signature.leaves[i], unique[i]});
  return results;
}

void EntryPoints::describe_results(const Type* type, const ast::TypeExpr* written,
                                   const Signature& signature, Scope& scope, ir::Entry& entry) {
  std::vector<ir::EntryValue> outputs;
  uint32_t next = static_cast<uint32_t>(signature.sizes.size());
  auto output = [&](const Type* of, const Shape* part, const ast::TypeExpr* part_written) {
    if (element_of_sequence(of) != nullptr) {
      outputs.push_back(describe_sequence(of, scope));
      return;
    }
    uint32_t count = static_cast<uint32_t>(shapes_.leaf_types(part).size());
    ir::EntryValue& made = outputs.emplace_back();
    made.type = type_words(of);
    made.client_type = entry_types_.client_type(part, part_written);
    made.first = next;
    made.count = count;
    made.unique = of->unique;
    next += count;
  };
  auto* tuple_type = as<RecordType>(type);
  if (tuple_type != nullptr && tuple_type->tuple && !tuple_type->fields.empty()) {
    if (!has_sequence(type)) entry.tuple_type = entry_types_.client_type(signature.shape, written);
    for (size_t i = 0; i < tuple_type->fields.size(); i++) {
      output(tuple_type->fields[i].type, signature.shape->parts[i],
             entry_types_.field(written, std::to_string(i)));
    }
  } else {
    output(type, signature.shape, written);
  }
  entry.results = arena_.copy(outputs);
}

std::string_view EntryPoints::type_words(const Type* type) { return arena_.copy(show(cx_, type)); }

std::string_view EntryPoints::pattern_name(const SemaContext& cx, const ast::Pattern* pattern) {
  if (auto* name = ast::as<ast::NamePat>(pattern)) return cx.text(name->name);
  if (auto* ascribed = ast::as<ast::AscribePat>(pattern)) return pattern_name(cx, ascribed->inner);
  if (auto* parens = ast::as<ast::ParensPat>(pattern)) return pattern_name(cx, parens->inner);
  return {};
}

}  // namespace planish::lower
