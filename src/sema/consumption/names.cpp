#include "sema/consumption/names.h"

#include <algorithm>

#include "sema/consumption/analysis.h"
#include "sema/types/type_walk.h"

namespace planish::consumption {

namespace {

constexpr AtomId kNoAtom = UINT32_MAX;

bool is_local(ValueKind kind) {
  switch (kind) {
    case ValueKind::Def:
    case ValueKind::Intrinsic:
    case ValueKind::Spec: return false;
    case ValueKind::Param:
    case ValueKind::Local:
    case ValueKind::LocalFun:
    case ValueKind::SizeParam:
    case ValueKind::ArrowParam:
    case ValueKind::UnknownSize: return true;
  }
  return false;
}

bool mentions_local(const Size* size) {
  return size != nullptr && size->has_var && any_part(size, [](const Size* part) {
           return part->var != nullptr &&
                  (part->var->kind == ValueKind::Param || part->var->kind == ValueKind::Local);
         });
}

// Whether a size in the type is computed from a parameter or local name.
bool mentions_local(TypeTable& types, const Type* type) {
  if ((type->flags & kHasSizeVar) == 0) return false;
  bool found = false;
  types.map_children(
      type,
      [&](const Type* t) {
        found = found || mentions_local(types, t);
        return t;
      },
      [&](const Size* s) {
        found = found || mentions_local(s);
        return s;
      });
  return found;
}

}  // namespace

Binding* Names::find(const ValueSymbol* symbol) {
  auto it = state_.bindings.find(symbol);
  return it == state_.bindings.end() ? nullptr : &it->second;
}

void Names::bind(const ValueSymbol* symbol, const Type* type, const Aliases* value) {
  state_.bindings[symbol] = Binding{symbol, type, value, depth(), 0};
}

const Type* Names::type_of(const ValueSymbol* symbol) {
  if (symbol == nullptr) return nullptr;
  if (!is_local(symbol->kind)) return symbol->type;
  const Binding* binding = find(symbol);
  return binding != nullptr ? binding->type : nullptr;
}

bool Names::is_function(const ValueSymbol* symbol) {
  const Type* type = type_of(symbol);
  return type != nullptr && type->kind == TypeKind::Arrow;
}

const Aliases* Names::observe(const ValueSymbol* symbol, const Type* type, Loc loc) {
  if (symbol == nullptr || type == nullptr) return nullptr;
  if (!is_local(symbol->kind)) return global(symbol, type);
  Binding* binding = find(symbol);
  if (binding == nullptr) return nullptr;
  all_.uses.check_not_consumed(binding->value, symbol, loc);
  if (binding->depth < depth() && binding->captured_by != frames_.back().serial) {
    binding->captured_by = frames_.back().serial;
    captures_.push_back({binding, loc});
  }
  bool generic =
      std::ranges::any_of(symbol->params, [](const SchemeParam& p) { return p.type != nullptr; });
  if (generic && binding->value != nullptr && binding->value->fn != nullptr) {
    return store_.leaf(binding->value->set,
                       all_.uniqueness.copy_uniqueness(type, binding->value->fn));
  }
  return binding->value;
}

// Top-level arrays are owners that may not be consumed. An array whose size depends on local names
// is made by instantiating a definition, so it is fresh, like the result of a function.
const Aliases* Names::global(const ValueSymbol* symbol, const Type* type) {
  if (type->kind == TypeKind::Prim || type->kind == TypeKind::Arrow ||
      mentions_local(cx_.types, type))
    return nullptr;
  while (symbol->origin != nullptr) symbol = symbol->origin;
  if (Binding* known = find(symbol)) return known->value;
  if (!can_alias(type)) return nullptr;
  OwnerId owner = new_owner(
      {.kind = OwnerKind::Global, .consumable = false, .symbol = symbol, .loc = symbol->loc});
  auto make = [&](auto& self, const Type* t) -> const Aliases* {
    switch (t->kind) {
      case TypeKind::Error:
      case TypeKind::Prim:
      case TypeKind::Meta:
      case TypeKind::Named:
      case TypeKind::Arrow: return nullptr;
      case TypeKind::Array: return store_.leaf(store_.single(store_.new_atom(owner)));
      case TypeKind::Record: {
        auto& fields = static_cast<const RecordType*>(t)->fields;
        auto parts = store_.array<const Aliases*>(fields.size());
        for (size_t i = 0; i < fields.size(); i++) parts[i] = self(self, fields[i].type);
        return store_.compound(parts);
      }
      case TypeKind::Sum: return store_.spread(t, store_.single(store_.new_atom(owner)));
    }
    return nullptr;
  };
  bind(symbol, type, make(make, type));
  return find(symbol)->value;
}

OwnerId Names::bind_variable(const ValueSymbol* symbol, const Type* type, const Aliases* value,
                             Role role) {
  OwnerId owner = new_owner({
      .kind = OwnerKind::Variable,
      .role = role,
      .consumable = role == Role::Let || (role != Role::LoopElement && any_unique(type)),
      .owned = role == Role::Let || all_unique(type),
      .depth = depth(),
      .symbol = symbol,
      .loc = symbol->loc,
  });
  bool compound = type->kind == TypeKind::Record || type->kind == TypeKind::Sum;
  sum_fields_.clear();
  bind(symbol, type, with_own(type, value, owner, kNoAtom, compound));
  return owner;
}

// The aliases of a variable of this type: those of the value that it is bound to, and the variable
// itself where that has no owner with a name (or `always`).
const Aliases* Names::with_own(const Type* type, const Aliases* value, OwnerId owner, AtomId atom,
                               bool always) {
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return nullptr;
    case TypeKind::Array:
    case TypeKind::Named:
    case TypeKind::Arrow: {
      AliasSet set = store_.all(value);
      const Type* fn = nullptr;
      if (type->kind == TypeKind::Arrow)
        fn = value != nullptr && value->fn != nullptr ? value->fn : type;
      bool named =
          !always && std::ranges::any_of(set, [&](AtomId a) { return bound(owner_of(a)); });
      if (named) return value;
      if (atom == kNoAtom) atom = store_.new_atom(owner);
      return store_.leaf(store_.unite(set, store_.single(atom)), fn);
    }
    case TypeKind::Record: {
      auto& fields = static_cast<const RecordType*>(type)->fields;
      auto parts = store_.array<const Aliases*>(fields.size());
      for (size_t i = 0; i < fields.size(); i++) {
        AtomId own = atom == kNoAtom ? kNoAtom : field_atom(atom, fields[i].name);
        parts[i] = with_own(fields[i].type, part(value, i), owner, own, always);
      }
      return store_.compound(parts);
    }
    case TypeKind::Sum: {
      auto& sum = *static_cast<const SumType*>(type);
      if (atom == kNoAtom) atom = store_.new_atom(owner);
      auto parts = store_.array<const Aliases*>(part_count(sum));
      size_t i = 0;
      for (const Constructor& c : sum.constructors) {
        for (const Type* arg : c.args) {
          parts[i] = with_own(arg, part(value, i), owner, atom, always);
          i++;
        }
      }
      return store_.compound(parts);
    }
  }
  return nullptr;
}

// The arguments of constructors share the atom of the sum, and fields of the same name inside of
// them share one.
AtomId Names::field_atom(AtomId sum, Name field) {
  for (const SumField& f : sum_fields_) {
    if (f.sum == sum && f.field == field) return f.atom;
  }
  sum_fields_.push_back({sum, field, store_.new_atom(store_.owner(sum))});
  return sum_fields_.back().atom;
}

void Names::bind_pattern(const ast::Pattern* pattern, const Aliases* value, Role role) {
  auto bind_name = [&](const ast::NamePat& p, const Aliases* v, bool) {
    if (p.symbol != nullptr && can_alias(p.type)) bind_variable(p.symbol, p.type, v, role);
  };
  walk_pattern(pattern, value, false, bind_name);
}

void Names::check_pattern_types(const ast::Pattern* pattern) {
  ast::match(
      pattern,
      [&](const ast::AscribePat& p) {
        check_type_sizes(p.ascribed);
        check_pattern_types(p.inner);
      },
      [&](const ast::TuplePat& p) {
        for (const ast::Pattern* e : p.elems) check_pattern_types(e);
      },
      [&](const ast::RecordPat& p) {
        for (const ast::FieldPat& f : p.fields) check_pattern_types(f.pattern);
      },
      [&](const ast::ConstrPat& p) {
        for (const ast::Pattern* e : p.args) check_pattern_types(e);
      },
      [&](const ast::ParensPat& p) { check_pattern_types(p.inner); },
      [&](const ast::AttrPat& p) { check_pattern_types(p.inner); }, [](const ast::NamePat&) {},
      [](const ast::WildcardPat&) {}, [](const ast::LiteralPat&) {});
}

// Sizes are computed whenever they are needed, so they consume nothing from outside.
void Names::check_size(const ast::Dim& dim) {
  if (dim.kind != ast::DimKind::Expr || dim.expr == nullptr || dim.expr->type == nullptr) return;
  if (dim.expr->kind == ast::ExprKind::Var || dim.expr->kind == ast::ExprKind::IntLit) return;
  Mark m = mark();
  push_frame(FrameKind::SizeExpr, dim.loc);
  all_.expressions.check(dim.expr);
  pop_frame();
  take_back(m);
}

void Names::check_type_sizes(const ast::TypeExpr* type) {
  if (type == nullptr) return;
  ast::match(
      type, [](const ast::NameType&) {},
      [&](const ast::ParensType& t) { check_type_sizes(t.inner); },
      [&](const ast::TupleType& t) {
        for (const ast::TypeExpr* e : t.elems) check_type_sizes(e);
      },
      [&](const ast::RecordType& t) {
        for (const ast::FieldType& f : t.fields) check_type_sizes(f.type_expr);
      },
      [&](const ast::SumType& t) {
        for (const ast::ConstrType& c : t.constrs) {
          for (const ast::TypeExpr* e : c.args) check_type_sizes(e);
        }
      },
      [&](const ast::ArrayType& t) {
        check_size(t.dim);
        check_type_sizes(t.elem);
      },
      [&](const ast::ArrowType& t) {
        check_type_sizes(t.param);
        check_type_sizes(t.result);
      },
      [&](const ast::UniqueType& t) { check_type_sizes(t.inner); },
      [&](const ast::ApplyType& t) {
        check_type_sizes(t.fn);
        if (t.type_arg != nullptr) {
          check_type_sizes(t.type_arg);
        } else {
          check_size(t.dim_arg);
        }
      },
      [&](const ast::ExistsType& t) { check_type_sizes(t.inner); });
}

}  // namespace planish::consumption
