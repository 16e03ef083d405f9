#include "sema/types/outside.h"

#include "sema/types/context.h"
#include "sema/types/file_loader.h"

namespace planish {

const OutsideValue* outside_value(const SemaContext& cx, const ValueSymbol& symbol) {
  if (symbol.kind != ValueKind::Intrinsic) return nullptr;
  const OutsideFiles* files = cx.loader.outside();
  return files == nullptr ? nullptr : files->find(symbol);
}

const Type* foreign_part(const Type* type) {
  for (auto* meta = as<MetaType>(type); meta != nullptr && meta->link != nullptr;
       meta = as<MetaType>(type))
    type = meta->link;
  switch (type->kind) {
    case TypeKind::Prim:
      return (prim_set(static_cast<const PrimType*>(type)->prim) & kPlainPrims) != 0 ? nullptr
                                                                                     : type;
    case TypeKind::Array: return foreign_part(static_cast<const ArrayType*>(type)->elem);
    case TypeKind::Record: {
      const auto* record = static_cast<const RecordType*>(type);
      for (const Field& field : record->fields) {
        if (const Type* part = foreign_part(field.type)) return part;
      }
      return record->fields.empty() ? type : nullptr;
    }
    case TypeKind::Error: return nullptr;
    default: return type;
  }
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
