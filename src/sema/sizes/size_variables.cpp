#include "sema/sizes/size_variables.h"

#include "sema/types/type_walk.h"

namespace planish {

const Size* SizeVariables::fresh(Loc loc, const char* what) {
  const Size* size = types_.size_meta(loc, state_.depth, what);
  if (!state_.arrow_binders.empty()) {
    auto copied = cx_.arena.copy(state_.arrow_binders);
    size->meta->binders = {copied.data(), copied.size()};
  }
  state_.metas.push_back(size->meta);
  return size;
}

ValueSymbol* SizeVariables::unknown(Loc loc, UnknownReason reason, Name what,
                                    std::vector<ValueSymbol*>& created) {
  ValueSymbol* symbol = types_.new_value_symbol({}, loc, ValueKind::UnknownSize);
  symbol->type = types_.prim(Prim::I64);
  symbol->level = state_.function_depth;
  symbol->reason = reason;
  symbol->what = what;
  created.push_back(symbol);
  state_.unknown_count++;
  return symbol;
}

const Size* SizeVariables::norm(const Size* size) {
  return map_parts(types_, size, [&](const Size* part) -> const Size* {
    if (!part->has_meta && !part->has_var) return part;
    switch (part->kind) {
      case SizeKind::Const:
      case SizeKind::Varying: return part;
      case SizeKind::Var: return part->var->equals != nullptr ? norm(part->var->equals) : part;
      case SizeKind::Meta: {
        SizeMeta* meta = part->meta;
        if (meta->solution != nullptr) {
          const Size* end = norm(meta->solution);
          meta->solution = end;
          return end;
        }
        // A copy is its canonical one unless that has become existential.
        if (meta->canonical != nullptr) {
          const Size* canonical = norm(meta->canonical->self);
          return canonical == meta->canonical->self && meta->canonical->existential ? part
                                                                                    : canonical;
        }
        return part;
      }
      case SizeKind::Term: return length_of_row(part);
    }
    return part;
  });
}

const Type* SizeVariables::norm(const Type* type) {
  if ((type->flags & (kHasMeta | kHasSizeMeta | kHasSizeVar)) == 0) return type;
  if (auto* meta = as<MetaType>(type)) {
    if (meta->link == nullptr) return type;
    // Long chains are walked once.
    if (meta->link->kind == TypeKind::Meta) meta->link = norm(meta->link);
    return norm(meta->link);
  }
  return types_.map_children(
      type, [&](const Type* t) { return norm(t); }, [&](const Size* s) { return norm(s); });
}

const Type* SizeVariables::fresh_sized(const Type* unsized, Loc loc, const char* what,
                                       bool absorbable) {
  if ((unsized->flags & (kHasMeta | kHasDim)) == 0) return unsized;
  if (auto* meta = as<MetaType>(unsized)) {
    // Long chains are walked once.
    const Type* found = resolve_meta(meta);
    return found->kind != TypeKind::Meta ? fresh_sized(found, loc, what, absorbable)
                                         : types_.error();
  }
  if (auto* arrow = as<ArrowType>(unsized)) {
    const Type* param = fresh_sized(arrow->param, loc, what, absorbable);
    ValueSymbol* binder = nullptr;
    if (arrow->binder != nullptr) {
      binder =
          types_.new_value_symbol(arrow->binder->name, arrow->binder->loc, ValueKind::ArrowParam);
      binder->type = param;
      state_.arrow_binders.push_back(binder);
    }
    const Type* result = fresh_sized(arrow->result, loc, what, absorbable);
    if (binder != nullptr) state_.arrow_binders.pop_back();
    return types_.arrow(binder, arrow->consumes, param, {}, result);
  }
  auto on_size = [&](const Size*) {
    const Size* size = fresh(loc, what);
    size->meta->absorbable = absorbable;
    return size;
  };
  if (auto* array = as<ArrayType>(unsized)) {
    const Size* dim = on_size(nullptr);
    return types_.array(dim, fresh_sized(array->elem, loc, what, absorbable));
  }
  return types_.map_children(
      unsized, [&](const Type* t) { return fresh_sized(t, loc, what, absorbable); }, on_size);
}

bool SizeVariables::is_pending(const Size* size) const {
  return size->kind == SizeKind::Meta &&
         (size->meta->existential ||
          (size->meta->canonical != nullptr && size->meta->canonical->existential));
}

const SizeList* SizeVariables::list(const std::vector<ValueSymbol*>& created) {
  if (created.empty()) return nullptr;
  auto symbols = cx_.arena.copy(created);
  return cx_.arena.make<SizeList>(SizeList{{symbols.data(), symbols.size()}});
}

const Type* SizeVariables::close_open_sizes(const ast::TypeExpr& e, const char* what) {
  if (e.open_sizes == nullptr) return e.type;
  Substitution s;
  for (ValueSymbol* open : e.open_sizes->symbols) {
    const Size* meta = fresh(open->loc, what);
    meta->meta->name = open->name;
    s.sizes.emplace_back(open, meta);
  }
  return types_.substitute(e.type, s);
}

}  // namespace planish
