#include "driver/c_api_types.h"

#include <fmt/format.h>

#include <stdexcept>

#include "driver/c_api_names.h"

namespace planish {
namespace {

std::string array_name(std::string_view elem, uint32_t rank) {
  std::string name;
  for (uint32_t i = 0; i < rank; i++) name += "[]";
  return elem.starts_with('#') ? fmt::format("{}({})", name, elem) : name + std::string(elem);
}

std::string leaf_name(ir::EntryLeaf leaf) {
  return leaf.prim == Prim::Unit ? array_name("()", leaf.rank)
                                 : array_name(prim_name(leaf.prim), leaf.rank);
}

}  // namespace

std::string ApiType::c_type() const {
  return is_scalar() ? fmt::format("{} ", c_scalar_type(leaves[0].prim))
                     : fmt::format("struct futhark_{} *", c_name);
}

std::string ApiType::c_input() const { return "const " + c_type(); }

ApiTypes::ApiTypes(const ir::Program& program, TupleResults tuples) : program_(program) {
  for (const ir::Function* function : program.functions) {
    if (function->entry != nullptr) add_entry(*function, tuples);
  }
}

std::vector<const ApiType*> ApiTypes::arrays() const {
  std::vector<const ApiType*> out;
  for (const auto& [name, type] : types_) {
    if (type.kind == ApiTypeKind::Array) out.push_back(&type);
  }
  return out;
}

std::vector<const ApiType*> ApiTypes::opaques() const {
  std::vector<const ApiType*> out;
  for (const auto& [name, type] : types_) {
    if (type.kind != ApiTypeKind::Array && !type.is_scalar()) out.push_back(&type);
  }
  return out;
}

const ApiType* ApiTypes::plain_type(std::string_view name, ir::EntryLeaf leaf) {
  ApiType& made = types_[std::string(name)];
  made.name = name;
  made.kind = leaf.rank == 0 ? ApiTypeKind::Scalar : ApiTypeKind::Array;
  if (leaf.rank > 0) made.c_name = c_array_name(leaf.prim, leaf.rank);
  made.rank = leaf.rank;
  made.leaves = {leaf};
  return &made;
}

// Types are made of others that come to an end, as the verifier of the IR checks.
const ApiType* ApiTypes::type(std::string_view name) {
  if (auto it = types_.find(name); it != types_.end()) return &it->second;
  const ir::Storage& storage = *program_.storage;
  const ir::EntryType* entry_type = ir::find_entry_type(storage, name);
  std::vector<ir::EntryLeaf> leaves = ir::entry_leaves(storage, name);
  if (entry_type == nullptr) return plain_type(name, leaves.at(0));
  ApiType made;
  made.name = name;
  made.c_name = c_opaque_name(name);
  made.leaves = std::move(leaves);
  if (entry_type->kind == ir::EntryTypeKind::Array) {
    made.kind = ApiTypeKind::ArrayOf;
    made.rank = entry_type->rank;
    made.elem = type(entry_type->elem);
    if (made.elem->kind == ApiTypeKind::Record) {
      for (const ApiPart& field : made.elem->parts)
        made.parts.push_back({field.name, {array_of(field.types[0], made.rank)}, {}});
    }
  } else {
    made.kind =
        entry_type->kind == ir::EntryTypeKind::Record ? ApiTypeKind::Record : ApiTypeKind::Sum;
    for (const ir::EntryTypePart& part : entry_type->parts) {
      ApiPart& to = made.parts.emplace_back();
      to.name = part.name;
      for (std::string_view of : part.types) to.types.push_back(type(of));
      to.slots.assign(part.slots.begin(), part.slots.end());
    }
  }
  return &types_.emplace(std::string(name), std::move(made)).first->second;
}

const ApiType* ApiTypes::array_of(const ApiType* elem, uint32_t rank) {
  if (elem->is_scalar() || elem->kind == ApiTypeKind::Array) {
    ir::EntryLeaf leaf = elem->leaves[0];
    leaf.rank += rank;
    return type(leaf_name(leaf));
  }
  if (elem->kind == ApiTypeKind::ArrayOf) {
    rank += elem->rank;
    elem = elem->elem;
  }
  std::string name = array_name(elem->name, rank);
  if (ir::find_entry_type(*program_.storage, name) != nullptr) return type(name);
  if (auto it = types_.find(name); it != types_.end()) return &it->second;
  ApiType made;
  made.name = name;
  made.kind = ApiTypeKind::ArrayOf;
  made.c_name = c_opaque_name(name);
  made.leaves = elem->leaves;
  for (ir::EntryLeaf& leaf : made.leaves) leaf.rank += rank;
  made.rank = rank;
  made.elem = elem;
  if (elem->kind == ApiTypeKind::Record) {
    for (const ApiPart& field : elem->parts)
      made.parts.push_back({field.name, {array_of(field.types[0], rank)}, {}});
  }
  return &types_.emplace(name, std::move(made)).first->second;
}

const ApiType* ApiTypes::value_type(const ir::Function& function, const ir::EntryValue& value,
                                    std::span<const ir::Param> components) {
  bool irregular = !value.types.empty();
  for (const ir::Param& component : components.subspan(value.first, value.count)) {
    for (const ir::Dim& dim : program_.storage->type(component.var)->dims)
      irregular |= dim.is_varying();
  }
  if (irregular) {
    throw std::invalid_argument(
        fmt::format("the entry point `{}` has an irregular array, of type {}, which what is built "
                    "cannot take or give yet\n  `planish run` runs it",
                    function.entry->name, value.type));
  }
  if (!value.client_type.empty()) return type(value.client_type);
  const ir::Type* plain = program_.storage->type(components[value.first].var);
  return type(leaf_name({plain->elem, static_cast<uint32_t>(plain->rank())}));
}

void ApiTypes::add_entry(const ir::Function& function, TupleResults tuples) {
  const ir::Entry& entry = *function.entry;
  ApiEntry& made = entries_.emplace_back();
  made.function = &function;
  made.c_name = "futhark_entry_" + c_identifier(entry.name);
  for (Name attr : function.attrs) made.attributes.push_back(program_.storage->text(attr));
  for (const ir::EntryValue& value : entry.params) {
    made.inputs.push_back(
        {value_type(function, value, function.params), value.name, value.unique, value.first});
  }
  bool unique = !entry.results.empty();
  for (const ir::EntryValue& value : entry.results) {
    made.outputs.push_back(
        {value_type(function, value, function.results), {}, value.unique, value.first});
    unique &= value.unique;
  }
  // The unit is a tuple without components.
  bool unit = made.outputs.size() == 1 && made.outputs[0].type->name == "()";
  if (tuples == TupleResults::Split && unit) made.outputs.clear();
  if (entry.tuple_type.empty() || tuples == TupleResults::Split) return;
  made.outputs = {{type(entry.tuple_type), {}, unique, entry.results.front().first}};
}

}  // namespace planish
