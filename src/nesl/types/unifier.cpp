#include "nesl/types/unifier.h"

#include <algorithm>
#include <bit>

namespace planish::nesl {

// Note [Closing types]
// While a form is checked, its tree holds types with metavariables. At the end those in the type of
// the definition become its parameters, others get a default, and every type in the tree is replaced
// by its closed form, which is in the table. Uses of the definition in its own body, and closures in
// it, are sites without arguments until then: they get the parameters.

TypeClass class_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::Int: return TypeClass::Int;
    case TypeKind::Float: return TypeClass::Float;
    case TypeKind::Char: return TypeClass::Char;
    case TypeKind::Bool: return TypeClass::Bool;
    default: return TypeClass::Any;
  }
}

// ---- Making types

const Type* Unifier::fresh(TypeClass type_class) {
  auto* type = table_.arena().make<Type>();
  type->kind = TypeKind::Meta;
  type->number = static_cast<uint32_t>(metas_.size());
  metas_.push_back({.type = type, .type_class = type_class});
  return type;
}

const Type* Unifier::fresh_site() {
  const Type* type = fresh();
  metas_.back().is_site = true;
  return type;
}

const Type* Unifier::open(const Type& type) {
  bool ground = true;
  for (const Type* part : {type.first, type.second, type.site}) ground &= !part || part->ground;
  for (const Type* arg : type.args) ground &= arg->ground;
  // A site without arguments may be one that gets parameters in the end.
  if (ground && type.kind != TypeKind::Site) return table_.make(type);
  Type* made = table_.arena().make<Type>(type);
  made->args = table_.arena().copy(type.args);
  return made;
}

const Type* Unifier::vector(const Type* element) {
  return open({.kind = TypeKind::Vector, .first = element});
}
const Type* Unifier::pair(const Type* first, const Type* second) {
  return open({.kind = TypeKind::Pair, .first = first, .second = second});
}
const Type* Unifier::data(const Datatype* datatype, std::span<const Type* const> args) {
  return open({.kind = TypeKind::Data, .datatype = datatype, .args = args});
}
const Type* Unifier::function(const Type* argument, const Type* result, const Type* site) {
  return open({.kind = TypeKind::Function, .first = argument, .second = result, .site = site});
}
const Type* Unifier::site(const Definition* definition, std::span<const Type* const> args) {
  return open({.kind = TypeKind::Site, .definition = definition, .args = args});
}

std::span<const Type* const> Unifier::fresh_args(std::span<const TypeParam> params) {
  auto args = table_.arena().make_array<const Type*>(params.size());
  for (size_t i = 0; i < params.size(); i++) {
    args[i] = params[i].is_site ? fresh_site() : fresh(params[i].type_class);
  }
  return args;
}

const Type* Unifier::instantiate(const Type* type, std::span<const Type* const> args) {
  if (type == nullptr || type->ground || type->kind == TypeKind::Error) return type;
  if (type->kind == TypeKind::Param) return args[type->number];
  Type made = *type;
  made.number = 0;
  made.ground = false;
  made.first = instantiate(type->first, args);
  made.second = instantiate(type->second, args);
  made.site = instantiate(type->site, args);
  std::vector<const Type*> inner(type->args.size());
  for (size_t i = 0; i < inner.size(); i++) inner[i] = instantiate(type->args[i], args);
  made.args = inner;
  return open(made);
}

// ---- Unification

const Type* Unifier::prune(const Type* type) const {
  while (type->kind == TypeKind::Meta && metas_[type->number].solution != nullptr) {
    type = metas_[type->number].solution;
  }
  return type;
}

const Type* Unifier::base(TypeClass single) const {
  switch (single) {
    case TypeClass::Int: return table_.int_type();
    case TypeClass::Float: return table_.float_type();
    case TypeClass::Char: return table_.char_type();
    default: return table_.bool_type();
  }
}

Mismatch Unifier::unify(const Type* left, const Type* right) {
  left = prune(left);
  right = prune(right);
  if (left == right || left->kind == TypeKind::Error || right->kind == TypeKind::Error) return {};
  if (left->kind == TypeKind::Meta && right->kind == TypeKind::Meta) return bind_metas(left, right);
  if (left->kind == TypeKind::Meta) return bind(left, right);
  if (right->kind == TypeKind::Meta) return bind(right, left);
  Mismatch different{.clash = Clash::Different, .left = left, .right = right};
  if (left->kind == TypeKind::Site) different.clash = Clash::Site;
  if (left->kind != right->kind || left->datatype != right->datatype ||
      left->definition != right->definition || left->lambda != right->lambda ||
      left->args.size() != right->args.size() || left->kind == TypeKind::Param) {
    return different;
  }
  for (auto [a, b] : {std::pair{left->first, right->first},
                      {left->second, right->second},
                      {left->site, right->site}}) {
    if (a == nullptr) continue;
    if (Mismatch found = unify(a, b)) return found;
  }
  return unify_all(left->args, right->args);
}

Mismatch Unifier::unify_all(std::span<const Type* const> left, std::span<const Type* const> right) {
  for (size_t i = 0; i < left.size(); i++) {
    if (Mismatch found = unify(left[i], right[i])) return found;
  }
  return {};
}

Mismatch Unifier::bind_metas(const Type* left, const Type* right) {
  Meta& from = metas_[left->number];
  Meta& to = metas_[right->number];
  TypeClass both = from.type_class & to.type_class;
  if (both == TypeClass::None) {
    return {.clash = Clash::Class, .left = left, .type_class = to.type_class};
  }
  from.solution = right;
  to.type_class = both;
  to.is_site |= from.is_site;
  if (std::has_single_bit(static_cast<uint8_t>(both))) to.solution = base(both);
  return {};
}

Mismatch Unifier::bind(const Type* meta, const Type* type) {
  TypeClass wanted = metas_[meta->number].type_class;
  TypeClass given = class_of(type->kind);
  if ((wanted & given) != given) {
    return {.clash = Clash::Class, .left = meta, .right = type, .type_class = wanted};
  }
  if (!type->ground) {
    uint32_t size = 0;
    sizes_.clear();
    if (occurs(meta, type, size)) return {.clash = Clash::Infinite, .left = meta, .right = type};
    if (size >= kHugeType) return {.clash = Clash::TooLarge, .left = meta, .right = type};
  }
  metas_[meta->number].solution = type;
  return {};
}

bool Unifier::occurs(const Type* meta, const Type* type, uint32_t& size) {
  type = prune(type);
  if (type == meta) return true;
  if (type->ground || type->kind == TypeKind::Meta) {
    size = std::min(size + type->size, kHugeType);
    return false;
  }
  if (auto found = sizes_.find(type); found != sizes_.end()) {
    size = std::min(size + found->second, kHugeType);
    return false;
  }
  uint32_t inner = 1;
  for (const Type* part : {type->first, type->second, type->site}) {
    if (part != nullptr && occurs(meta, part, inner)) return true;
  }
  for (const Type* arg : type->args) {
    if (occurs(meta, arg, inner)) return true;
  }
  sizes_.emplace(type, inner);
  size = std::min(size + inner, kHugeType);
  return false;
}

// ---- Closing

void Unifier::generalise(const Type* type) {
  type = prune(type);
  if (type->ground) return;
  if (type->kind == TypeKind::Meta) {
    Meta& meta = metas_[type->number];
    if (meta.param != kNoParam) return;
    meta.param = static_cast<uint32_t>(params_.size());
    params_.push_back({.type_class = meta.type_class, .is_site = meta.is_site, .name = {}});
    param_metas_.push_back(type);
    return;
  }
  if (!closed_.emplace(type, nullptr).second) return;  // been here
  for (const Type* part : {type->first, type->second, type->site}) {
    if (part != nullptr) generalise(part);
  }
  for (const Type* arg : type->args) generalise(arg);
}

std::span<const TypeParam> Unifier::params() { return table_.arena().copy(params_); }

std::span<const Type* const> Unifier::param_types() {
  auto types = table_.arena().make_array<const Type*>(params_.size());
  for (size_t i = 0; i < types.size(); i++) types[i] = table_.param(static_cast<uint32_t>(i));
  return types;
}

void Unifier::close_sites_of(const Definition* provisional, const Definition* final) {
  provisional_ = provisional;
  final_ = final;
  owner_params_ = param_types();
  closed_.clear();
}

const Type* Unifier::default_type(TypeClass type_class) const {
  for (TypeClass single : {TypeClass::Int, TypeClass::Float, TypeClass::Char}) {
    if ((type_class & single) == single) return base(single);
  }
  return table_.bool_type();
}

const Type* Unifier::close(const Type* type) {
  type = prune(type);
  if (type->ground && type->kind != TypeKind::Site) return type;
  if (type->kind == TypeKind::Meta) {
    const Meta& meta = metas_[type->number];
    if (meta.param != kNoParam) return table_.param(meta.param);
    return meta.is_site ? table_.error() : default_type(meta.type_class);
  }
  if (auto found = closed_.find(type); found != closed_.end() && found->second != nullptr) {
    return found->second;
  }
  const Type* made = close_open(type);
  closed_[type] = made;
  return made;
}

const Type* Unifier::close_open(const Type* type) {
  if (type->kind == TypeKind::Error || type->kind == TypeKind::Param) return type;
  Type made = *type;
  made.number = 0;
  made.first = type->first != nullptr ? close(type->first) : nullptr;
  made.second = type->second != nullptr ? close(type->second) : nullptr;
  made.site = type->site != nullptr ? close(type->site) : nullptr;
  std::vector<const Type*> inner;
  for (const Type* arg : type->args) inner.push_back(close(arg));
  made.args = inner;
  if (type->kind == TypeKind::Site) {
    bool own = type->definition != nullptr && type->definition == provisional_;
    if (own) made.definition = final_;
    // Closures of other definitions without parameters are closed, and so ground.
    bool own_closure = type->lambda != nullptr && !type->ground;
    if ((own || own_closure) && type->args.empty()) made.args = owner_params_;
  }
  return table_.make(made);
}

std::span<const Type* const> Unifier::close(std::span<const Type* const> types) {
  auto made = table_.arena().make_array<const Type*>(types.size());
  for (size_t i = 0; i < types.size(); i++) made[i] = close(types[i]);
  return made;
}

}  // namespace planish::nesl
