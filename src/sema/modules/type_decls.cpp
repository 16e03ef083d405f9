#include "sema/modules/type_decls.h"

#include "sema/sizes/size_uses.h"
#include "sema/types/terms.h"
#include "sema/types/type_print.h"

namespace planish {
namespace {

// Whether the definition may stand after `type`, `type~` or `type^`.
bool check_liftedness(SemaContext& cx, const TypeAbbreviation& decl, const ResolvedType& resolved) {
  std::string_view name = cx.text(decl.name.name);
  Loc loc = decl.value->loc;
  if (resolved.liftedness == Liftedness::Lifted && decl.liftedness < Liftedness::Lifted) {
    cx.diags
        .report(Diag::type_needs_lifting, loc,
                "type `{}` holds functions, so it must be declared with `type^`", name)
        .primary_label("this may hold a function")
        .suggest(fmt::format("write `type^ {}`", name));
    return false;
  }
  if (decl.liftedness != Liftedness::Unlifted) return true;
  if (resolved.liftedness == Liftedness::SizeLifted) {
    cx.diags
        .report(Diag::type_needs_lifting, loc,
                "values of type `{}` may differ in size, so it must be declared with `type~`", name)
        .primary_label("its sizes are not fixed")
        .suggest(fmt::format("write `type~ {}`", name));
    return false;
  }
  if (!resolved.exists.empty()) {
    cx.diags
        .report(Diag::type_needs_lifting, loc,
                "type `{}` leaves a size open, so it must be declared with `type~`", name)
        .primary_label("a size of this is not fixed")
        .suggest(fmt::format(
            "write `type~ {0}`, or give the type a size parameter, as in `type {0} [n] = …`",
            name));
    return false;
  }
  return true;
}

// A size that is left open must be found in every value of the type, or nobody could know it.
bool check_open_sizes(SemaContext& cx, const TypeAbbreviation& decl, const ResolvedType& resolved) {
  for (ValueSymbol* size : resolved.exists) {
    SizeUses uses = size_uses(resolved.type, size);
    if (uses.constructive || !uses.in_function) continue;
    cx.diags
        .report(Diag::nonconstructive_size, decl.value->loc,
                "type `{}` leaves a size open that its values do not show: it occurs only in a "
                "function",
                cx.text(decl.name.name))
        .suggest("give the type a size parameter, and use it in place of `[]`");
    return false;
  }
  return true;
}

bool check_size_params(SemaContext& cx, const TypeAbbreviation& decl,
                       std::span<const SchemeParam> params, const Type* definition) {
  for (size_t i = 0; i < params.size(); i++) {
    if (params[i].size == nullptr || size_uses(definition, params[i].size).anywhere) continue;
    cx.diags
        .report(Diag::unused_size_parameter, decl.params[i].loc,
                "type `{}` does not use its size parameter `{}`", cx.text(decl.name.name),
                cx.text(params[i].size->name))
        .suggest("remove the parameter, or use it as the size of an array");
    return false;
  }
  return true;
}

// A type that is part of itself was reported as unknown.
void advise_recursion(SemaContext& cx, const TypeAbbreviation& decl) {
  Diagnostic& last = cx.diags.last();
  if (last.kind == Diag::unknown_type &&
      cx.sources.text(last.labels.front().loc) == cx.text(decl.name.name))
    last.suggest(
        "a type cannot be part of itself; keep the parts in arrays, and refer to them by index");
}

}  // namespace

TypeSymbol* check_abbreviation(ModuleContext& mc, const TypeAbbreviation& decl) {
  SemaContext& cx = mc.cx;
  Block block(cx.scope);
  TypeSymbol* symbol = cx.types.new_type_symbol(decl.name.name, decl.name.loc,
                                                TypeSymbolKind::Abbreviation, decl.liftedness);
  symbol->doc = decl.doc;
  symbol->params = bind_type_params(cx, decl.params);
  symbol->definition = cx.types.error();
  if (decl.value == nullptr) return symbol;
  const size_t reported = cx.diags.size();
  ResolvedType resolved = resolve_type(cx, *decl.value);
  if (cx.diags.size() > reported) advise_recursion(cx, decl);
  if (resolved.type->kind == TypeKind::Error) return symbol;
  // Reports at most one of these. The type can be used in any case.
  (void)(check_open_sizes(cx, decl, resolved) &&
         check_size_params(cx, decl, symbol->params, resolved.type) &&
         check_liftedness(cx, decl, resolved));
  symbol->definition = resolved.type;
  symbol->exists = cx.arena.copy(resolved.exists);
  return symbol;
}

}  // namespace planish
