#include "sema/modules/scheme_match.h"

#include <algorithm>

#include "sema/types/outside.h"
#include "sema/types/type_walk.h"

namespace planish {
namespace {

// Note [Matching schemes]
// The type that is asked for is fixed, except that sizes which its results leave open may turn out
// to be any size; in the parameter of a function the two sides change roles, as the argument comes
// from the other side. Each side has a list of what its variables stand for. These are sizes and
// types of a common world, in which the parameters and names of the asked type stand for
// themselves, and so do all names from outside.
class Matcher {
 public:
  explicit Matcher(SemaContext& cx) : types_(cx.types) {}

  void flexible(const SchemeParam& param) {
    if (param.type != nullptr)
      type_params_.push_back({param.type, nullptr});
    else
      given_.push_back({param.size, nullptr, 0});
  }
  void fixed(const SchemeParam& param, const SchemeParam& to) {
    if (param.type != nullptr)
      type_params_.push_back({param.type, types_.named(to.type, {})});
    else
      given_.push_back({param.size, types_.var(to.size), 0});
  }
  void flexible_size(ValueSymbol* size) { given_.push_back({size, nullptr, 0}); }

  // `covariant`: a value of the type `given` is to be used as one of the type `asked`; else the
  // reverse.
  bool match(const Type* asked, const Type* given, bool covariant);
  // What was left for later must have been settled by now.
  bool finish();
  // Whether the type parameters stand for types that they may stand for.
  bool in_classes(std::span<const PrimSet> classes);
  // Whether the flexible sizes stand for different sizes.
  bool all_different(std::span<ValueSymbol* const> sizes) const;

  SchemeMatch result;

 private:
  struct SizeBinding {
    ValueSymbol* symbol;
    const Size* to;  // null: not known yet
    size_t depth;    // how many local names are in its scope
  };
  struct TypeBinding {
    TypeSymbol* symbol;
    const Type* to;  // null: not known yet
  };
  struct Postponed {
    const Size* asked;
    const Size* given;
  };
  using Side = std::vector<SizeBinding>;

  bool fail(SchemeMismatch mismatch, const Type* asked, const Type* given);
  bool match_arrow(const ArrowType& asked, const ArrowType& given, bool covariant);
  bool match_unique(const Type* asked, const Type* given, bool covariant);
  bool match_param(TypeBinding& binding, const Type* asked, const NamedType& given, bool covariant);
  bool match_size(const Size* asked, const Size* given);
  bool match_terms(const Size* asked, const Size* given);
  // Compares what was left for later, as far as it is known by now.
  bool settle();
  bool fail_sizes(const Size* asked, const Size* given);
  bool allows(TypeSymbol* param, const Type* type);

  SizeBinding* find(Side& side, ValueSymbol* symbol);
  // In the common world; null when something in it is not known yet.
  const Size* translate(Side& side, const Size* size);
  const Type* translate(Side& side, const Type* type);
  bool bind(SizeBinding& binding, const Size* to);
  ValueSymbol* new_local(ValueSymbol* like);

  TypeTable& types_;
  Side asked_;
  Side given_;
  std::vector<TypeBinding> type_params_;
  std::vector<ValueSymbol*>
      locals_;  // names of the common world that are bound inside of the types
  std::vector<Postponed> postponed_;
};

bool Matcher::fail(SchemeMismatch mismatch, const Type* asked, const Type* given) {
  if (result.mismatch == SchemeMismatch::None) {
    result.mismatch = mismatch;
    result.asked_part = asked;
    result.given_part = given;
  }
  return false;
}

// ---- Sizes

Matcher::SizeBinding* Matcher::find(Side& side, ValueSymbol* symbol) {
  for (size_t i = side.size(); i-- > 0;) {
    if (side[i].symbol == symbol) return &side[i];
  }
  return nullptr;
}

const Size* Matcher::translate(Side& side, const Size* size) {
  if (size == nullptr || !size->has_var) return size;
  bool is_known = true;
  const Size* to = map_parts(types_, size, [&](const Size* part) -> const Size* {
    if (!part->has_var || !is_known) return part;
    SizeBinding* binding = part->kind == SizeKind::Var ? find(side, part->var) : nullptr;
    if (binding == nullptr) return nullptr;
    is_known = binding->to != nullptr;
    return is_known ? binding->to : part;
  });
  return is_known ? to : nullptr;
}

// Fails if the size mentions a name that is not in scope where the variable is chosen.
bool Matcher::bind(SizeBinding& binding, const Size* to) {
  for (size_t i = binding.depth; i < locals_.size(); i++) {
    if (mentions(to, locals_[i])) return false;
  }
  binding.to = to;
  return true;
}

bool Matcher::match_terms(const Size* asked, const Size* given) {
  if (asked->kind != SizeKind::Term || given->kind != SizeKind::Term || asked->op != given->op ||
      asked->label != given->label || asked->value != given->value ||
      asked->args.size() != given->args.size()) {
    return false;
  }
  for (size_t i = 0; i < asked->args.size(); i++) {
    if (!match_size(asked->args[i], given->args[i])) return false;
  }
  return true;
}

bool Matcher::match_size(const Size* asked, const Size* given) {
  if (asked == nullptr || given == nullptr) return true;
  const Size* left = translate(asked_, asked);
  const Size* right = translate(given_, given);
  if (left != nullptr && right != nullptr) return left == right;
  if (left == nullptr && right != nullptr && asked->kind == SizeKind::Var)
    return bind(*find(asked_, asked->var), right);
  if (right == nullptr && left != nullptr && given->kind == SizeKind::Var)
    return bind(*find(given_, given->var), left);
  if (left == nullptr && right == nullptr && asked->kind == SizeKind::Var &&
      given->kind == SizeKind::Var) {
    // Whatever both are chosen to be: an unknown size is one choice.
    SizeBinding* l = find(asked_, asked->var);
    SizeBinding* r = find(given_, given->var);
    l->to = r->to = types_.var(
        types_.new_value_symbol(asked->var->name, asked->var->loc, ValueKind::SizeParam));
    return true;
  }
  size_t before = postponed_.size();
  if (match_terms(asked, given)) return true;
  postponed_.resize(before);
  postponed_.push_back({asked, given});
  return true;
}

bool Matcher::fail_sizes(const Size* asked, const Size* given) {
  result.asked_size = asked;
  result.given_size = given;
  return fail(SchemeMismatch::Sizes, nullptr, nullptr);
}

bool Matcher::settle() {
  for (size_t i = 0; i < postponed_.size();) {
    Postponed p = postponed_[i];
    const Size* left = translate(asked_, p.asked);
    const Size* right = translate(given_, p.given);
    if (left == nullptr || right == nullptr) {
      i++;
      continue;
    }
    if (left != right) return fail_sizes(p.asked, p.given);
    postponed_.erase(postponed_.begin() + static_cast<ptrdiff_t>(i));
  }
  return true;
}

bool Matcher::finish() {
  if (!settle()) return false;
  return postponed_.empty() || fail_sizes(postponed_[0].asked, postponed_[0].given);
}

bool Matcher::all_different(std::span<ValueSymbol* const> sizes) const {
  std::vector<const Size*> seen;
  for (ValueSymbol* size : sizes) {
    for (const SizeBinding& binding : given_) {
      if (binding.symbol != size || binding.to == nullptr) continue;
      if (std::ranges::find(seen, binding.to) != seen.end()) return false;
      seen.push_back(binding.to);
    }
  }
  return true;
}

// ---- Types

ValueSymbol* Matcher::new_local(ValueSymbol* like) {
  ValueSymbol* local = types_.new_value_symbol(like->name, like->loc, ValueKind::ArrowParam);
  locals_.push_back(local);
  return local;
}

const Type* Matcher::translate(Side& side, const Type* type) {
  if ((type->flags & kHasSizeVar) == 0) return type;
  return types_.map_children(
      type, [&](const Type* part) { return translate(side, part); },
      [&](const Size* size) {
        const Size* to = translate(side, size);
        return to != nullptr ? to : size;
      });
}

bool Matcher::match_arrow(const ArrowType& asked, const ArrowType& given, bool covariant) {
  if (covariant ? given.consumes && !asked.consumes : asked.consumes && !given.consumes) {
    result.in_argument = !covariant;
    return fail(SchemeMismatch::Consumes, &asked, &given);
  }
  if (!match(asked.param, given.param, !covariant)) return false;

  size_t asked_count = asked_.size(), given_count = given_.size(), local_count = locals_.size();
  // A name that only the given type has is known to nothing in the asked one.
  if (ValueSymbol* binder = asked.binder != nullptr ? asked.binder : given.binder) {
    const Size* name = types_.var(new_local(binder));
    if (asked.binder != nullptr) asked_.push_back({asked.binder, name, locals_.size()});
    if (given.binder != nullptr) given_.push_back({given.binder, name, locals_.size()});
  }
  Side& chosen = covariant ? asked_ : given_;
  Side& unknown = covariant ? given_ : asked_;
  for (ValueSymbol* size : covariant ? given.exists : asked.exists) {
    const Size* local = types_.var(new_local(size));
    unknown.push_back({size, local, locals_.size()});
  }
  for (ValueSymbol* size : covariant ? asked.exists : given.exists)
    chosen.push_back({size, nullptr, locals_.size()});

  bool matches = match(asked.result, given.result, covariant) && settle();
  asked_.erase(asked_.begin() + static_cast<ptrdiff_t>(asked_count), asked_.end());
  given_.erase(given_.begin() + static_cast<ptrdiff_t>(given_count), given_.end());
  locals_.resize(local_count);
  return matches;
}

bool Matcher::match_unique(const Type* asked, const Type* given, bool covariant) {
  const Type* user = covariant ? asked : given;
  const Type* maker = covariant ? given : asked;
  if (!user->unique || maker->unique) return true;
  result.in_argument = !covariant;
  return fail(SchemeMismatch::Aliases, asked, given);
}

// Whether a type parameter may become the type.
bool Matcher::allows(TypeSymbol* param, const Type* type) {
  if (param->liftedness == Liftedness::Lifted) return true;
  if (type->kind == TypeKind::Arrow) {
    result.param = param;
    return fail(SchemeMismatch::Functional, nullptr, type);
  }
  if (auto* named = as<NamedType>(type); named != nullptr &&
                                         named->symbol->kind == TypeSymbolKind::Param &&
                                         named->symbol->liftedness > param->liftedness) {
    result.param = param;
    return fail(named->symbol->liftedness == Liftedness::Lifted ? SchemeMismatch::Functional
                                                                : SchemeMismatch::Irregular,
                nullptr, type);
  }
  bool allowed = true;
  types_.map_children(
      type,
      [&](const Type* part) {
        allowed = allowed && allows(param, part);
        return part;
      },
      [](const Size* size) { return size; });
  return allowed;
}

bool Matcher::match_param(TypeBinding& binding, const Type* asked, const NamedType& given,
                          bool covariant) {
  const Type* plain = types_.with_unique(asked, false);
  bool fits = covariant ? plain == asked || given.unique
                        : !given.unique || types_.with_unique(asked, true) == asked;
  if (!fits) {
    result.in_argument = !covariant;
    return fail(SchemeMismatch::Aliases, asked, &given);
  }
  if (binding.to == nullptr) {
    if (!allows(binding.symbol, plain)) return false;
    binding.to = translate(asked_, plain);
    return true;
  }
  // Both are in the common world now: nothing is translated any more.
  Matcher equal(*this);
  equal.asked_.clear();
  equal.given_.clear();
  equal.type_params_.clear();
  equal.postponed_.clear();
  if (equal.match(translate(asked_, plain), binding.to, covariant)) return true;
  result = equal.result;
  return false;
}

bool Matcher::match(const Type* asked, const Type* given, bool covariant) {
  if (asked->kind == TypeKind::Error || given->kind == TypeKind::Error) return true;
  if (auto* named = as<NamedType>(given)) {
    for (TypeBinding& binding : type_params_) {
      if (binding.symbol == named->symbol) return match_param(binding, asked, *named, covariant);
    }
  }
  if (asked->kind != given->kind) return fail(SchemeMismatch::Types, asked, given);
  switch (asked->kind) {
    case TypeKind::Error:
    case TypeKind::Meta: return true;
    case TypeKind::Prim:
      return as<PrimType>(asked)->prim == as<PrimType>(given)->prim ||
             fail(SchemeMismatch::Types, asked, given);
    case TypeKind::Record: {
      auto left = as<RecordType>(asked)->fields, right = as<RecordType>(given)->fields;
      if (left.size() != right.size()) return fail(SchemeMismatch::Types, asked, given);
      for (size_t i = 0; i < left.size(); i++) {
        if (left[i].name != right[i].name) return fail(SchemeMismatch::Types, asked, given);
        if (!match(left[i].type, right[i].type, covariant)) return false;
      }
      return true;
    }
    case TypeKind::Sum: {
      auto left = as<SumType>(asked)->constructors, right = as<SumType>(given)->constructors;
      if (left.size() != right.size()) return fail(SchemeMismatch::Types, asked, given);
      for (size_t i = 0; i < left.size(); i++) {
        if (left[i].name != right[i].name || left[i].args.size() != right[i].args.size()) {
          return fail(SchemeMismatch::Types, asked, given);
        }
        for (size_t j = 0; j < left[i].args.size(); j++) {
          if (!match(left[i].args[j], right[i].args[j], covariant)) return false;
        }
      }
      return true;
    }
    case TypeKind::Array: {
      auto *left = as<ArrayType>(asked), *right = as<ArrayType>(given);
      if (!match_unique(asked, given, covariant)) return false;
      if (!match_size(left->dim, right->dim)) {
        return fail_sizes(left->dim, right->dim);
      }
      return match(left->elem, right->elem, covariant);
    }
    case TypeKind::Arrow:
      return match_arrow(*as<ArrowType>(asked), *as<ArrowType>(given), covariant);
    case TypeKind::Named: {
      auto *left = as<NamedType>(asked), *right = as<NamedType>(given);
      if (left->symbol != right->symbol || left->args.size() != right->args.size()) {
        return fail(SchemeMismatch::Types, asked, given);
      }
      if (!match_unique(asked, given, covariant)) return false;
      for (size_t i = 0; i < left->args.size(); i++) {
        const TypeArg &l = left->args[i], &r = right->args[i];
        if ((l.type != nullptr) != (r.type != nullptr))
          return fail(SchemeMismatch::Types, asked, given);
        if (l.type != nullptr) {
          if (!match(l.type, r.type, covariant)) return false;
        } else if (!match_size(l.size, r.size)) {
          return fail_sizes(l.size, r.size);
        }
      }
      return true;
    }
  }
  return true;
}

bool Matcher::in_classes(std::span<const PrimSet> classes) {
  for (size_t i = 0; i < classes.size(); i++) {
    const Type* to = type_params_[i].to;
    if (classes[i] == 0) {
      if (to == nullptr || foreign_part(to) == nullptr) continue;
      return fail(SchemeMismatch::Types, to, types_.named(type_params_[i].symbol, {}));
    }
    auto* prim = to == nullptr ? nullptr : as<PrimType>(to);
    if (to == nullptr || (prim != nullptr && (classes[i] & prim_set(prim->prim)) != 0)) continue;
    return fail(SchemeMismatch::Types, to, types_.named(type_params_[i].symbol, {}));
  }
  return true;
}

}  // namespace

SchemeMatch match_schemes(SemaContext& cx, const Scheme& asked, const Scheme& given) {
  Matcher matcher(cx);
  for (const SchemeParam& param : given.params) matcher.flexible(param);
  if (matcher.match(asked.type, given.type, true) && matcher.finish())
    matcher.in_classes(given.classes);
  return matcher.result;
}

bool same_definition(SemaContext& cx, const TypeSymbol& a, const TypeSymbol& b) {
  Matcher matcher(cx);
  for (size_t i = 0; i < a.params.size() && i < b.params.size(); i++)
    matcher.fixed(b.params[i], a.params[i]);
  for (ValueSymbol* size : b.exists) matcher.flexible_size(size);
  return a.exists.size() == b.exists.size() && matcher.match(a.definition, b.definition, true) &&
         matcher.finish() && matcher.all_different(b.exists);
}

}  // namespace planish
