#include "nesl/lower/client_types.h"

#include <algorithm>

#include "values/entry_type_names.h"

namespace planish::nesl {

namespace {

const Type* innermost_element(const Type* type) {
  while (type->kind == TypeKind::Vector) type = type->first;
  return type;
}

bool is_record(const Type* type) {
  return type->kind == TypeKind::Pair || type->kind == TypeKind::Data;
}

// "i64" and the like need no description, and may not get one.
bool is_primitive(std::string_view name) {
  return std::ranges::find(kPrimNames, name) != std::end(kPrimNames);
}

}  // namespace

std::string_view ClientTypes::name(const Type* type, std::span<const ir::Param> leaves) {
  if (!is_record(innermost_element(type))) return {};
  leaves_ = leaves;
  return describe(type, 0);
}

std::string_view ClientTypes::describe(const Type* type, size_t depth) {
  const ir::Type* leaf = storage_.type(leaves_.front().var);
  std::string name;
  ir::EntryType made;
  made.kind = ir::EntryTypeKind::Array;
  for (; type->kind == TypeKind::Vector; type = type->first) {
    name += leaf->dims[depth + made.rank].is_varying() ? "[?]" : "[]";
    made.rank++;
  }
  if (!is_record(type)) {
    leaves_ = leaves_.subspan(1);
    name += prim_name(leaf->elem);
    return storage_.arena.copy(std::string_view(name));
  }
  made.elem = describe_record(type, depth + made.rank);
  if (made.rank == 0) return made.elem;
  name += made.elem;
  made.name = name;
  return values::add_entry_type(storage_, made, name);
}

std::string_view ClientTypes::describe_record(const Type* type, size_t depth) {
  ir::EntryType made;
  made.kind = ir::EntryTypeKind::Record;
  std::vector<ir::EntryTypePart> parts;
  std::string spelt;
  const Type* rest = type->kind == TypeKind::Data ? types_.content(type) : type;
  while (rest != nullptr) {
    const bool is_pair = rest->kind == TypeKind::Pair;
    const std::string_view field = describe(is_pair ? rest->first : rest, depth);
    spelt += parts.empty() ? "(" : ", ";
    spelt += field;
    const std::string number = std::to_string(parts.size());
    ir::EntryTypePart& part = parts.emplace_back();
    part.name = storage_.arena.copy(std::string_view(number));
    part.types = storage_.arena.copy(std::span(&field, 1));
    rest = is_pair ? rest->second : nullptr;
  }
  spelt += ")";
  made.parts = storage_.arena.copy(parts);
  made.name = spelt;
  // Inside of vectors, vectors vary, and so the type is another one.
  const bool is_as_declared = depth == 0 || spelt.find('[') == std::string::npos;
  if (type->kind == TypeKind::Data && is_as_declared) {
    const std::string_view own = names_.text(type->datatype->name);
    if (!is_primitive(own)) made.name = own;
  }
  return values::add_entry_type(storage_, made, spelt);
}

}  // namespace planish::nesl
