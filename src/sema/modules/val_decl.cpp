// Checks one definition: types, then sizes, then everything that needs both.
#include <algorithm>
#include <memory>

#include "sema/sizes/size_uses.h"
#include "sema/sizes/sizes.h"
#include "sema/types/names.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

namespace {

void set_levels(std::span<SchemeParam> params, int level) {
  for (SchemeParam& p : params) {
    if (p.type != nullptr)
      p.type->level = level;
    else
      p.size->level = level;
  }
}

AscribePat* annotation(Pattern* pattern) {
  while (auto* p = ast::as<ParensPat>(pattern)) pattern = p->inner;
  return ast::as<AscribePat>(pattern);
}

// The type of a function of which every parameter and the result are annotated.
void declare(SemaContext& cx, ValDecl& decl, Infer& infer) {
  ValueSymbol* symbol = cx.types.new_value_symbol(decl.name.name, decl.name.loc, ValueKind::Def);
  symbol->decl = &decl;
  decl.symbol = symbol;
  Block block(cx.scope);
  auto type_params = bind_type_params(cx, decl.type_params);
  std::vector<SchemeParam> params(type_params.begin(), type_params.end());
  struct Param {
    ValueSymbol* binder = nullptr;
    const Type* type;
  };
  std::vector<Param> parts;
  for (Pattern* p : decl.params) {
    Param part;
    ResolvedType type = infer.resolve(*annotation(p)->ascribed);
    for (ValueSymbol* open : type.exists) {
      open->kind = ValueKind::SizeParam;
      if (!open->name) open->name = cx.names.intern("n");
      params.push_back({nullptr, open});
    }
    part.type = type.type;
    if (NamePat* name = whole_name(p)) {
      part.binder = cx.types.new_value_symbol(name->name, name->loc, ValueKind::ArrowParam);
      part.binder->type = type.type;
      cx.scope.bind(name->name, part.binder);
    }
    parts.push_back(part);
  }
  ResolvedType result = infer.resolve(*decl.result);
  const Type* type = result.type;
  for (size_t i = parts.size(); i-- > 0;) {
    auto exists =
        cx.arena.copy(i + 1 == parts.size() ? result.exists : std::vector<ValueSymbol*>{});
    type = cx.types.arrow(parts[i].binder, (parts[i].type->flags & kHasUnique) != 0,
                          cx.types.with_unique(parts[i].type, false),
                          {exists.data(), exists.size()}, type);
  }
  symbol->type = type;
  symbol->params = cx.arena.copy(params);
}

}  // namespace

// Called after the report of an unknown name.
void InferNames::note_later_definition(Name name) {
  if (state_.sequence == nullptr || cx_.decl_graph == nullptr || cx_.diags.size() == 0) return;
  ValDecl* later = cx_.decl_graph->find_after(name, state_.sequence->current);
  if (later == nullptr) return;
  cx_.diags.last()
      .label(later->name.loc, "it is defined only here")
      .suggest(
          "move that definition up: a definition can use only those before it, unless they call "
          "each other");
}

// A name that is defined only later: allowed between mutually recursive functions whose types are
// declared.
ValueSymbol* InferNames::forward_reference(Name name) {
  if (cx_.decl_graph == nullptr || !cx_.decl_graph->is_for(state_.sequence->decls)) {
    cx_.decl_graph = std::make_unique<DeclGraph>(state_.sequence->decls);
  }
  ValDecl* later = cx_.decl_graph->find_after(name, state_.sequence->current);
  if (later == nullptr || later->params.empty() ||
      !cx_.decl_graph->in_one_circle(state_.current->decl, later))
    return nullptr;
  if (later->symbol != nullptr) return later->symbol;
  bool declared = later->result != nullptr && std::ranges::all_of(later->params, [](Pattern* p) {
                    return annotation(p) != nullptr;
                  });
  if (!declared) {
    cx_.diags
        .report(Diag::undeclared_recursion, later->name.loc,
                "`{}` is called by `{}` before it is defined, so its whole type must be declared",
                cx_.text(name), cx_.text(state_.current->name))
        .label(state_.current->loc, "the caller")
        .suggest("annotate every parameter and the result");
    ValueSymbol* symbol = types_.new_value_symbol(name, later->name.loc, ValueKind::Def);
    symbol->type = types_.error();
    state_.failed = true;
    return symbol;
  }
  declare(cx_, *later, all_);
  later->symbol->recursive_group = state_.current->recursive_group = true;
  return later->symbol;
}

namespace {

// An explicit size parameter that does not occur in the type could never be determined.
void check_size_params_used(SemaContext& cx, const ValDecl& decl) {
  for (const TypeParam& p : decl.type_params) {
    if (p.size_symbol == nullptr || size_uses(decl.symbol->type, p.size_symbol).anywhere) continue;
    cx.diags
        .report(Diag::unused_size, p.loc, "the size `{}` is not used in the type of `{}`",
                cx.text(p.name.name), cx.text(decl.name.name))
        .label(decl.name.loc, fmt::format("has type `{}`", show(cx, decl.symbol->type)))
        .suggest("use it as the dimension of a parameter, or remove it");
  }
}

// A constant is one value: it cannot have both sizes that every use chooses and sizes that only
// evaluating it shows.
void check_constant(SemaContext& cx, const ValDecl& decl) {
  if (!decl.params.empty()) return;
  bool polymorphic = std::ranges::any_of(decl.symbol->params,
                                         [](const SchemeParam& p) { return p.size != nullptr; });
  if (!polymorphic || (decl.symbol->type->flags & kHasSizeVar) == 0) return;
  bool unknown = false;
  for_each_size(decl.symbol->type, InFunctions::Skip, [&](const Size* s) {
    unknown = unknown || (s->kind == SizeKind::Var && s->var->kind == ValueKind::UnknownSize);
  });
  if (!unknown) return;
  cx.diags
      .report(Diag::polymorphic_constant, decl.name.loc,
              "`{}` is size-polymorphic and not a function, so its type may hold no unknown size",
              cx.text(decl.name.name))
      .primary_label(show(cx, decl.symbol->type))
      .suggest("make it a function, for instance of `()`");
}

bool infer_types(SemaContext& cx, ValDecl& decl, const DeclSequence& sequence,
                 std::span<SchemeParam>& type_params, std::vector<SchemeParam>& generalised) {
  ValueSymbol* symbol = decl.symbol;
  Infer infer(cx);
  infer.state.sequence = &sequence;
  infer.state.current = symbol;
  infer.state.level++;
  if (!decl.params.empty()) {
    infer.state.hidden_by_current = cx.scope.term(decl.name.name).value;
    cx.scope.bind(decl.name.name, symbol);
  }
  infer.names.begin_names();
  type_params = bind_type_params(cx, decl.type_params);
  set_levels(type_params, infer.state.level);
  for (Pattern* p : decl.params) infer.patterns.param(p);
  const Type* result = decl.result != nullptr ? infer.resolve(*decl.result).type : nullptr;
  if (!decl.params.empty()) {
    // What the function is to itself.
    bool forward = symbol->type != nullptr;
    if (!forward) {
      symbol->type = infer.patterns.function_type(
          decl.params, result != nullptr ? result : infer.exprs.fresh(decl.name.loc));
    }
  }
  const Type* body = infer.exprs.expr(decl.body);
  if (result != nullptr) {
    infer.unifier.unify_or_report(result, body,
                                  {Reason::Result, decl.body->loc, decl.result->loc, {}, 0});
  } else if (!decl.params.empty()) {
    const Type* self = symbol->type;
    for (size_t i = 0; i < decl.params.size(); i++)
      self = planish::as<planish::ArrowType>(self)->result;
    infer.unifier.unify_or_report(self, body, {Reason::Result, decl.body->loc, {}, {}, 0});
  }
  const Type* type = infer.patterns.function_type(decl.params, result != nullptr ? result : body);
  infer.solutions.finish(type, generalised);
  return !infer.state.failed;
}

}  // namespace

void check_val_decl(SemaContext& cx, ValDecl& decl, const DeclSequence& sequence) {
  size_t errors = cx.diags.error_count();
  if (decl.symbol == nullptr)
    decl.symbol = cx.types.new_value_symbol(decl.name.name, decl.name.loc, ValueKind::Def);
  ValueSymbol* symbol = decl.symbol;
  symbol->decl = &decl;
  symbol->entry = decl.val_kind == ValKind::Entry;
  symbol->doc = decl.doc;

  Block block(cx.scope);
  std::span<SchemeParam> type_params;
  std::vector<SchemeParam> generalised;
  bool ok = infer_types(cx, decl, sequence, type_params, generalised);
  generalised.insert(generalised.begin(), type_params.begin(), type_params.end());
  if (ok) {
    SizeInference sizes(cx);
    FunctionParts parts;
    parts.params = decl.params;
    parts.result = decl.result;
    parts.body = decl.body;
    parts.self = symbol;
    parts.type_params = cx.arena.copy(generalised);
    const Type* type = sizes.functions.function(parts, generalised);
    symbol->type = type;
    symbol->params = cx.arena.copy(generalised);
    sizes.solutions.finish(decl);
    ok = !sizes.state.failed && cx.diags.error_count() == errors;
    if (ok) check_size_params_used(cx, decl);
    if (ok) check_constant(cx, decl);
    if (ok && sizes.state.unknown_count != 0) check_causality(cx, decl);
  }
  if (!ok) {
    // What depends on it is not reported again.
    symbol->type = cx.types.error();
    symbol->params = {};
  } else {
    check_locals(cx, decl);
    if (cx.diags.error_count() == errors) check_consumption(cx, decl);
  }
  warn_unused(cx, decl);
}

}  // namespace planish
