#include "sema/infer/infer_names.h"

#include "sema/infer/infer.h"
#include "sema/types/names.h"
#include "sema/types/outside.h"

namespace planish {

using namespace ast;

ValueSymbol* InferNames::lookup_value(const QualName& name, std::span<const Ident>* fields) {
  ValueLookup found = planish::lookup_value(cx_, name);
  if (found.unknown && state_.sequence != nullptr) {
    const Ident& first = name.quals.empty() ? name.name : name.quals[0];
    if (ValueSymbol* forward = forward_reference(first.name)) {
      found.symbol = forward;
      std::vector<Ident> rest(name.quals.begin(), name.quals.end());
      rest.push_back(name.name);
      found.fields = cx_.arena.copy(std::span<const Ident>(rest).subspan(1));
      found.unknown = false;
    }
  }
  if (found.unknown) {
    report_unknown_value(cx_, name);
    note_later_definition(name.quals.empty() ? name.name.name : name.quals[0].name);
  }
  if (found.symbol != nullptr && report_refused(cx_, name, *found.symbol)) found.symbol = nullptr;
  self_used_ = self_used_ || (found.symbol != nullptr && found.symbol == state_.current);
  if (found.symbol == nullptr) state_.failed = true;
  if (fields != nullptr) {
    *fields = found.fields;
  } else if (found.symbol != nullptr && !found.fields.empty()) {
    cx_.diags.report(Diag::unknown_name, name.loc, "`{}` is not a module",
                     cx_.text(name.quals[0].name));
    state_.failed = true;
    return nullptr;
  }
  return found.symbol;
}

ValueSymbol* InferNames::bind_name(Name name, Loc loc, ValueKind kind, const Type* type) {
  ValueSymbol* before = cx_.scope.term(name).value;
  if (before != nullptr && before->id >= first_name_id_ && first_name_id_ != 0) {
    cx_.diags
        .report(Diag::duplicate_name, loc, "`{}` is bound twice in one pattern or parameter list",
                cx_.text(name))
        .label(before->loc, "first bound here");
    state_.failed = true;
  }
  ValueSymbol* symbol = types_.new_value_symbol(name, loc, kind);
  symbol->level = state_.level;
  symbol->type = types_.with_unique(type, false);
  symbol->consumable = (type->flags & kHasUnique) != 0;
  cx_.scope.bind(name, symbol);
  return symbol;
}

}  // namespace planish
