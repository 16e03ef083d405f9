#include "nesl/types/type_table.h"

#include <algorithm>
#include <vector>

namespace planish::nesl {

namespace {

size_t mix(size_t hash, size_t value) {
  return (hash ^ value) * size_t{0x9E3779B97F4A7C15} + (hash >> 29);
}
size_t mix(size_t hash, const void* pointer) {
  return mix(hash, reinterpret_cast<uintptr_t>(pointer) >> 3);
}

// Types that have parts are made of types of the table, so parts are compared as pointers.
bool numbered(TypeKind kind) { return kind == TypeKind::Param || kind == TypeKind::Meta; }

}  // namespace

size_t TypeTable::Hash::operator()(const Type* type) const {
  size_t hash = mix(0, static_cast<size_t>(type->kind));
  if (numbered(type->kind)) return mix(hash, type->number);
  hash = mix(mix(mix(hash, type->first), type->second), type->site);
  hash = mix(mix(mix(hash, type->datatype), type->definition), type->lambda);
  for (const Type* arg : type->args) hash = mix(hash, arg);
  return hash;
}

bool TypeTable::Equal::operator()(const Type* a, const Type* b) const {
  if (a->kind != b->kind) return false;
  if (numbered(a->kind)) return a->number == b->number;
  return a->first == b->first && a->second == b->second && a->site == b->site &&
         a->datatype == b->datatype && a->definition == b->definition && a->lambda == b->lambda &&
         std::ranges::equal(a->args, b->args);
}

TypeTable::TypeTable(Arena& arena) : arena_(arena) {
  int_ = make({.kind = TypeKind::Int});
  float_ = make({.kind = TypeKind::Float});
  char_ = make({.kind = TypeKind::Char});
  bool_ = make({.kind = TypeKind::Bool});
  error_ = make({.kind = TypeKind::Error});
}

const Type* TypeTable::make(const Type& type) {
  if (auto found = types_.find(&type); found != types_.end()) return *found;
  Type* made = arena_.make<Type>(type);
  made->args = arena_.copy(type.args);
  made->size = 1;
  if (!numbered(type.kind)) made->number = next_number_++;
  bool leaf = numbered(type.kind) || type.kind == TypeKind::Error;
  made->ground = !leaf;
  made->functional = type.kind == TypeKind::Function;
  auto part = [&](const Type* inner) {
    if (inner == nullptr) return;
    made->ground &= inner->ground;
    made->functional |= inner->functional;
    made->size = std::min(made->size + inner->size, kHugeType);
  };
  part(type.first);
  part(type.second);
  part(type.site);
  for (const Type* arg : type.args) part(arg);
  types_.insert(made);
  return made;
}

const Type* TypeTable::vector(const Type* element) {
  return make({.kind = TypeKind::Vector, .first = element});
}
const Type* TypeTable::pair(const Type* first, const Type* second) {
  return make({.kind = TypeKind::Pair, .first = first, .second = second});
}
const Type* TypeTable::data(const Datatype* datatype, std::span<const Type* const> args) {
  return make({.kind = TypeKind::Data, .datatype = datatype, .args = args});
}
const Type* TypeTable::function(const Type* argument, const Type* result, const Type* site) {
  return make({.kind = TypeKind::Function, .first = argument, .second = result, .site = site});
}
const Type* TypeTable::site(const Definition* definition, std::span<const Type* const> args) {
  return make({.kind = TypeKind::Site, .definition = definition, .args = args});
}
const Type* TypeTable::site(const Lambda* lambda, std::span<const Type* const> args) {
  return make({.kind = TypeKind::Site, .lambda = lambda, .args = args});
}
const Type* TypeTable::param(uint32_t number) {
  return make({.kind = TypeKind::Param, .number = number});
}

const Type* TypeTable::substitute(const Type* type, std::span<const Type* const> args) {
  if (type == nullptr || type->ground) return type;
  if (type->kind == TypeKind::Param) return args[type->number];
  Type made = *type;
  made.number = 0;
  made.first = substitute(type->first, args);
  made.second = substitute(type->second, args);
  made.site = substitute(type->site, args);
  std::vector<const Type*> inner(type->args.size());
  for (size_t i = 0; i < inner.size(); i++) inner[i] = substitute(type->args[i], args);
  made.args = inner;
  return make(made);
}

const Type* TypeTable::content(const Type* data) {
  return substitute(data->datatype->content, data->args);
}

}  // namespace planish::nesl
