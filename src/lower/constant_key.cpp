#include "lower/constant_key.h"

#include "lower/sizes.h"

namespace planish::lower {

std::vector<uint64_t> constant_key(SemaContext& cx, const Closure& closure) {
  const auto* decl = static_cast<const ast::ValDecl*>(closure.code);
  std::vector<uint64_t> key;
  const auto token = [&](const void* pointer) {
    key.push_back(reinterpret_cast<uint64_t>(pointer));
  };
  const auto add_size = [&](const Size* size) {
    token(size == nullptr ? nullptr : Sizes::solved(size));
  };
  const auto add_type = [&](const Type* type, auto& self) -> void {
    key.push_back(static_cast<uint64_t>(type->kind) << 8 | (type->unique ? 1 : 0));
    if (const auto* prim = as<PrimType>(type)) key.push_back(static_cast<uint64_t>(prim->prim));
    if (const auto* array = as<ArrayType>(type)) add_size(array->dim);
    if (const auto* record = as<RecordType>(type)) {
      key.push_back(record->fields.size());
      for (const Field& field : record->fields) key.push_back(field.name.id);
    }
    if (const auto* sum = as<SumType>(type)) {
      key.push_back(sum->constructors.size());
      for (const Constructor& c : sum->constructors) {
        key.push_back(c.name.id);
        key.push_back(c.args.size());
      }
    }
    if (const auto* arrow_type = as<ArrowType>(type)) token(arrow_type->binder);
    if (const auto* named = as<NamedType>(type)) {
      token(named->symbol);
      for (const TypeArg& arg : named->args) {
        if (arg.type == nullptr) add_size(arg.size);
      }
    }
    cx.types.map_children(
        type,
        [&](const Type* part) {
          self(part, self);
          return part;
        },
        [](const Size* size) { return size; });
  };
  token(decl);
  token(closure.scope->frame);
  for (const SchemeParam& param : decl->symbol->params) {
    if (param.type != nullptr) {
      const LateType* late = closure.scope->find(param.type);
      token(late == nullptr ? nullptr : late->scope);
      token(late == nullptr ? nullptr : late->shape);
      if (late != nullptr && late->type != nullptr) add_type(late->type, add_type);
    } else {
      const LateSize* late = closure.scope->find_late(param.size);
      token(late == nullptr ? nullptr : late->scope);
      add_size(late == nullptr ? nullptr : late->size);
    }
  }
  return key;
}

}  // namespace planish::lower
