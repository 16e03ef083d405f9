// Makes types and sizes.
#pragma once

#include <array>
#include <unordered_set>
#include <vector>

#include "sema/types/symbol.h"
#include "sema/types/type.h"
#include "support/arena.h"

namespace planish {

// A size to be found by inference.
struct SizeMeta {
  const Size* self = nullptr;
  const Size* solution = nullptr;
  int level = 0;
  Loc loc;                // where it arose
  const char* what = "";  // why, in the user's words: "the parameter's type"
  Name name;              // a name the user gave it, if any
  // Instances of lifted type parameters. See Note [Existential instances] in sizes.h.
  bool absorbable = false;
  bool size_param = false;  // the instance of a size parameter
  bool type_param = false;  // a size in the instance of a type parameter that is not lifted
  bool shared = false;      // known to equal another metavariable
  bool any_length =
      false;  // stands where rows have any length: if nothing says more, it does not matter
  bool existential = false;       // canonical only: stands for an existential size
  SizeMeta* canonical = nullptr;  // not null: a copy, for a later occurrence of the same parameter
  uint32_t occurrence = 0;
  ValueSymbol* absorbed = nullptr;        // canonical and existential: the bound size that it met
  std::span<ValueSymbol* const> binders;  // names bound by arrows around it that it may stand for
};

// Replaces type parameters by types and size variables by sizes.
struct Substitution {
  std::vector<std::pair<TypeSymbol*, const Type*>> types;
  std::vector<std::pair<ValueSymbol*, const Size*>> sizes;
  // Abstract types by abbreviations with parameters (module ascription and application).
  std::vector<std::pair<TypeSymbol*, TypeSymbol*>> symbols;
  // Sizes that replacing abstract types left open outside of results of function types. May be
  // null.
  std::vector<ValueSymbol*>* opened = nullptr;

  bool empty() const { return types.empty() && sizes.empty() && symbols.empty(); }
  const Size* size(ValueSymbol* symbol) const {
    for (auto& [from, to] : sizes) {
      if (from == symbol) return to;
    }
    return nullptr;
  }
};

class TypeTable {
 public:
  TypeTable(Arena& arena, Interner& names);

  Arena& arena() { return arena_; }
  Interner& names() { return names_; }

  const Type* error() const { return error_; }
  const Type* prim(Prim p) const { return prims_[static_cast<size_t>(p)]; }
  const Type* unit() const { return unit_; }
  // Sorts the fields; there must be no two of the same name.
  const Type* record(std::vector<Field> fields);
  const Type* record_sorted(std::span<const Field> fields);
  const Type* tuple(std::span<const Type* const> elems);
  const Type* sum(std::vector<Constructor> constructors);
  const Type* array(const Size* dim, const Type* elem, bool unique = false);
  const Type* arrow(ValueSymbol* binder, bool consumes, const Type* param,
                    std::span<ValueSymbol* const> exists, const Type* result);
  const Type* named(TypeSymbol* symbol, std::span<const TypeArg> args, bool unique = false);
  const MetaType* meta(Loc loc, int level);

  const Size* constant(int64_t value);
  const Size* var(ValueSymbol* symbol);
  // `?`. Rows of arrays with the same number have the same lengths; 0 is any `?` of an annotation.
  const Size* varying(uint32_t number = 0);
  uint32_t next_varying() { return ++last_varying_; }
  const Size* term(SizeOp op, Name label, std::span<const Size* const> args, int64_t value = 0);
  const Size* size_meta(Loc loc, int level, const char* what);

  // With (or without) `*` on all parts that can carry it.
  const Type* with_unique(const Type* type, bool unique);

  const Type* substitute(const Type* type, const Substitution& s);
  const Size* substitute(const Size* size, const Substitution& s);

  // Symbols made from now on have this id or a higher one.
  uint32_t next_id() const { return next_id_; }
  TypeSymbol* new_type_symbol(Name name, Loc loc, TypeSymbolKind kind, Liftedness liftedness);
  ValueSymbol* new_value_symbol(Name name, Loc loc, ValueKind kind);

  // Order of record fields: numbers first, by value.
  bool field_less(Name a, Name b) const;

  // Rebuilds a type from changed parts; gives the same pointer when nothing changed. on_type is
  // called on the immediate parts, on_size on the immediate sizes.
  template <class OnType, class OnSize>
  const Type* map_children(const Type* type, OnType on_type, OnSize on_size);

 private:
  const Size* intern(const Size& size);
  struct SizeHash {
    size_t operator()(const Size* s) const;
  };
  struct SizeEqual {
    bool operator()(const Size* a, const Size* b) const;
  };

  Arena& arena_;
  Interner& names_;
  const Type* error_;
  const Type* unit_;
  uint32_t last_varying_ = 0;
  std::array<const Type*, kPrimCount> prims_{};
  std::unordered_set<const Size*, SizeHash, SizeEqual> sizes_;
  uint32_t next_id_ = 1;
};

template <class OnType, class OnSize>
const Type* TypeTable::map_children(const Type* type, OnType on_type, OnSize on_size) {
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return type;
    case TypeKind::Array: {
      auto* t = static_cast<const ArrayType*>(type);
      const Size* dim = t->dim != nullptr ? on_size(t->dim) : nullptr;
      const Type* elem = on_type(t->elem);
      return dim == t->dim && elem == t->elem ? type : array(dim, elem, t->unique);
    }
    case TypeKind::Record: {
      auto* t = static_cast<const RecordType*>(type);
      std::span<Field> copy;
      for (size_t i = 0; i < t->fields.size(); i++) {
        const Type* part = on_type(t->fields[i].type);
        if (part != t->fields[i].type && copy.empty()) copy = arena_.copy(t->fields);
        if (!copy.empty()) copy[i].type = part;
      }
      return copy.empty() ? type : record_sorted(copy);
    }
    case TypeKind::Sum: {
      auto* t = static_cast<const SumType*>(type);
      std::vector<Constructor> copy;
      for (size_t i = 0; i < t->constructors.size(); i++) {
        auto args = t->constructors[i].args;
        std::span<const Type*> changed;
        for (size_t j = 0; j < args.size(); j++) {
          const Type* part = on_type(args[j]);
          if (part != args[j] && changed.empty()) changed = arena_.copy(args);
          if (!changed.empty()) changed[j] = part;
        }
        if (!changed.empty()) {
          if (copy.empty()) copy.assign(t->constructors.begin(), t->constructors.end());
          copy[i].args = changed;
        }
      }
      return copy.empty() ? type : sum(std::move(copy));
    }
    case TypeKind::Arrow: {
      auto* t = static_cast<const ArrowType*>(type);
      const Type* param = on_type(t->param);
      const Type* result = on_type(t->result);
      if (param == t->param && result == t->result) return type;
      return arrow(t->binder, t->consumes, param, t->exists, result);
    }
    case TypeKind::Named: {
      auto* t = static_cast<const NamedType*>(type);
      std::span<TypeArg> copy;
      for (size_t i = 0; i < t->args.size(); i++) {
        TypeArg arg = t->args[i];
        if (arg.type != nullptr) {
          arg.type = on_type(arg.type);
        } else if (arg.size != nullptr) {
          arg.size = on_size(arg.size);
        }
        bool changed = arg.type != t->args[i].type || arg.size != t->args[i].size;
        if (changed && copy.empty()) copy = arena_.copy(t->args);
        if (!copy.empty()) copy[i] = arg;
      }
      return copy.empty() ? type : named(t->symbol, copy, t->unique);
    }
  }
  return type;
}

}  // namespace planish
