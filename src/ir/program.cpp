#include "ir/program.h"

#include <algorithm>

namespace planish::ir {

namespace {

size_t mix(size_t seed, size_t value) {
  return (seed ^ value) * size_t{0x9E3779B97F4A7C15} + (seed >> 29);
}

}  // namespace

TypeTable::TypeTable(Arena& arena) : arena_(arena) {
  for (size_t i = 0; i < std::size(scalars_); i++) {
    scalars_[i] = intern(Type{TypeKind::Value, static_cast<Prim>(i), {}, {}});
  }
}

size_t TypeTable::Hash::operator()(const Type* type) const {
  size_t hash = mix(static_cast<size_t>(type->kind), static_cast<size_t>(type->elem));
  for (const Dim& dim : type->dims) {
    hash = mix(hash, static_cast<size_t>(dim.kind));
    hash = mix(hash, dim.var.id);
    hash = mix(hash, static_cast<size_t>(dim.value));
  }
  for (const Type* array : type->arrays) hash = mix(hash, reinterpret_cast<size_t>(array));
  return hash;
}

bool TypeTable::Equal::operator()(const Type* a, const Type* b) const {
  return a->kind == b->kind && a->elem == b->elem && std::ranges::equal(a->dims, b->dims) &&
         std::ranges::equal(a->arrays, b->arrays);
}

const Type* TypeTable::intern(const Type& type) {
  if (auto it = types_.find(&type); it != types_.end()) return *it;
  Type* made = arena_.make<Type>(type);
  made->dims = arena_.copy(type.dims);
  made->arrays = arena_.copy(type.arrays);
  types_.insert(made);
  return made;
}

const Type* TypeTable::array(Prim elem, std::span<const Dim> dims) {
  if (dims.empty()) return scalar(elem);
  return intern(Type{TypeKind::Value, elem, dims, {}});
}

const Type* TypeTable::acc(std::span<const Type* const> arrays) {
  return intern(Type{TypeKind::Acc, Prim::Unit, {}, arrays});
}

const Type* TypeTable::with_outer(std::span<const Dim> outer, const Type* type) {
  if (outer.empty()) return type;
  std::vector<Dim> dims(outer.begin(), outer.end());
  dims.insert(dims.end(), type->dims.begin(), type->dims.end());
  return array(type->elem, dims);
}

const Type* TypeTable::without_outer(const Type* type, size_t count) {
  return array(type->elem, type->dims.subspan(count));
}

PlaceId Storage::place(const Place& place) {
  if (place == Place{}) return {};
  size_t hash = mix(place.file.id, place.line);
  hash = mix(hash, place.column);
  hash = mix(hash, (size_t{place.end_line} << 32) | place.end_column);
  hash = mix(hash, place.caller.id);
  auto [begin, end] = place_numbers_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (places[it->second] == place) return {it->second};
  }
  auto id = static_cast<uint32_t>(places.size());
  places.push_back(place);
  place_numbers_.emplace(hash, id);
  return {id};
}

ComponentKind component_kind(std::span<const EntryValue> values, size_t index) {
  for (const EntryValue& value : values) {
    if (index < value.first || index - value.first >= value.count) continue;
    return value.kinds.empty() ? ComponentKind::Data : value.kinds[index - value.first];
  }
  return ComponentKind::Size;
}

std::vector<const Type*> value_types(const Storage& storage, const EntryValue& value,
                                     std::span<const Param> components) {
  if (!value.types.empty()) return {value.types.begin(), value.types.end()};
  std::vector<const Type*> types;
  for (const Param& component : components.subspan(value.first, value.count))
    types.push_back(storage.type(component.var));
  return types;
}

std::string place_text(const Storage& storage, PlaceId id) {
  if (id.id == 0) return "";
  const Place& place = storage.places[id.id];
  std::string text(storage.text(place.file));
  text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  // The range is stored with the end after the last character, and shown with the last character
  // itself.
  uint32_t last = place.end_column > 1 ? place.end_column - 1 : 1;
  if (place.end_line > place.line) {
    text += "-" + std::to_string(place.end_line) + ":" + std::to_string(last);
  } else if (last > place.column) {
    text += "-" + std::to_string(last);
  }
  return text;
}

}  // namespace planish::ir
