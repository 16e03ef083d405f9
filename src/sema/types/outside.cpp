#include "sema/types/outside.h"

#include "sema/types/context.h"
#include "sema/types/file_loader.h"

namespace planish {

const OutsideValue* outside_value(const SemaContext& cx, const ValueSymbol& symbol) {
  if (symbol.kind != ValueKind::Intrinsic) return nullptr;
  const OutsideFiles* files = cx.loader.outside();
  return files == nullptr ? nullptr : files->find(symbol);
}

bool report_refused(SemaContext& cx, const ast::QualName& name, const ValueSymbol& symbol) {
  const OutsideValue* value = outside_value(cx, symbol);
  if (value == nullptr || value->refused.empty()) return false;
  cx.diags
      .report(Diag::unknown_name, name.loc, "`{}` of {} cannot be used in another language: {}",
              cx.text(symbol.name), cx.sources.file_of(symbol.loc)->path, value->refused)
      .label(symbol.loc, "defined here");
  return true;
}

}  // namespace planish
