#include "driver/c_api_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "driver/c_api_names.h"

namespace planish {
namespace {

// "[][?]f32"
std::string array_name(std::string_view elem, const std::vector<bool>& varying) {
  std::string name;
  for (const bool varies : varying) name += varies ? "[?]" : "[]";
  return elem.starts_with('#') ? fmt::format("{}({})", name, elem) : name + std::string(elem);
}

// Takes the dimensions from the beginning of a name.
std::vector<bool> take_dims(std::string_view& name) {
  std::vector<bool> varying;
  while (name.starts_with("[]") || name.starts_with("[?]")) {
    varying.push_back(name[1] == '?');
    name.remove_prefix(varying.back() ? 3 : 2);
  }
  return varying;
}

// The components of an array: runtime/value_components.h.
void add_components(Prim prim, const std::vector<bool>& varying, std::vector<ir::EntryLeaf>& out) {
  uint32_t rank = 0;
  for (const bool varies : varying) {
    if (varies) {
      out.push_back({Prim::Unit, rank});
      out.push_back({Prim::I64, 1});
      rank = 0;
    }
    rank++;
  }
  out.push_back({prim, rank});
}

std::string type_name(const ir::Type& type) {
  std::vector<bool> varying;
  for (const ir::Dim& dim : type.dims) varying.push_back(dim.is_varying());
  return array_name(type.elem == Prim::Unit ? "()" : prim_name(type.elem), varying);
}

// A value whose components are counted by somebody who does not know how long rows are.
[[noreturn]] void refuse(std::string_view name) {
  throw std::invalid_argument(
      fmt::format("the type {} has irregular arrays in the elements of an array or in a sum, which "
                  "libraries cannot take or give yet\n  executables can, and `planish run`",
                  name));
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

bool ApiType::is_irregular() const { return std::ranges::find(varying, true) != varying.end(); }

bool ApiType::has_irregular() const {
  return is_irregular() || std::ranges::any_of(parts, [](const ApiPart& part) {
           return std::ranges::any_of(part.types,
                                      [](const ApiType* of) { return of->has_irregular(); });
         });
}

const ApiType* ApiTypes::plain_type(std::string_view name) {
  ApiType& made = types_[std::string(name)];
  made.name = name;
  std::string_view elem = name;
  made.varying = take_dims(elem);
  made.rank = static_cast<uint32_t>(made.varying.size());
  made.kind = made.rank == 0 ? ApiTypeKind::Scalar : ApiTypeKind::Array;
  const Prim prim = ir::entry_leaves(*program_.storage, elem).at(0).prim;
  if (made.rank > 0) made.c_name = c_array_name(prim, made.varying);
  add_components(prim, made.varying, made.leaves);
  return &made;
}

// Types are made of others that come to an end, as the verifier of the IR checks.
const ApiType* ApiTypes::type(std::string_view name) {
  if (auto it = types_.find(name); it != types_.end()) return &it->second;
  const ir::Storage& storage = *program_.storage;
  const ir::EntryType* entry_type = ir::find_entry_type(storage, name);
  if (entry_type == nullptr) return plain_type(name);
  ApiType made;
  if (entry_type->kind == ir::EntryTypeKind::Array) {
    std::vector<bool> varying(entry_type->rank, false);
    // Lowering spells out the names of irregular arrays.
    std::string_view rest = name;
    if (std::vector<bool> spelt = take_dims(rest); spelt.size() == varying.size()) varying = spelt;
    made = make_array_of(name, type(entry_type->elem), std::move(varying));
  } else {
    made.name = name;
    made.c_name = c_opaque_name(name);
    made.kind =
        entry_type->kind == ir::EntryTypeKind::Record ? ApiTypeKind::Record : ApiTypeKind::Sum;
    for (const ir::EntryTypePart& part : entry_type->parts) {
      ApiPart& to = made.parts.emplace_back();
      to.name = part.name;
      for (std::string_view of : part.types) {
        to.types.push_back(type(of));
        const std::vector<ir::EntryLeaf>& more = to.types.back()->leaves;
        made.leaves.insert(made.leaves.end(), more.begin(), more.end());
      }
      to.slots.assign(part.slots.begin(), part.slots.end());
    }
    const bool sum = made.kind == ApiTypeKind::Sum;
    if (sum && made.has_irregular()) refuse(name);
    if (sum || made.parts.empty()) made.leaves = ir::entry_leaves(storage, name);
  }
  return &types_.emplace(std::string(name), std::move(made)).first->second;
}

ApiType ApiTypes::make_array_of(std::string_view name, const ApiType* elem,
                                std::vector<bool> varying) {
  if (elem->has_irregular()) refuse(name);
  ApiType made;
  made.name = name;
  made.kind = ApiTypeKind::ArrayOf;
  made.c_name = c_opaque_name(name);
  made.rank = static_cast<uint32_t>(varying.size());
  made.elem = elem;
  for (const ir::EntryLeaf& leaf : elem->leaves) {
    std::vector<bool> all = varying;
    all.resize(all.size() + leaf.rank);
    add_components(leaf.prim, all, made.leaves);
  }
  if (elem->kind == ApiTypeKind::Record) {
    for (const ApiPart& field : elem->parts)
      made.parts.push_back({field.name, {array_of(field.types[0], varying)}, {}});
  }
  made.varying = std::move(varying);
  if (made.is_irregular()) {
    const auto last = std::find(made.varying.rbegin(), made.varying.rend(), true);
    const auto inner = static_cast<size_t>(last - made.varying.rbegin());
    made.values = array_of(elem, std::vector<bool>(inner + 1, false));
  }
  return made;
}

const ApiType* ApiTypes::array_of(const ApiType* elem, std::vector<bool> varying) {
  const bool described = !elem->is_scalar() && elem->kind != ApiTypeKind::Array;
  std::string_view name = elem->name;
  if (elem->kind == ApiTypeKind::Array || elem->kind == ApiTypeKind::ArrayOf) {
    varying.insert(varying.end(), elem->varying.begin(), elem->varying.end());
    if (elem->kind == ApiTypeKind::ArrayOf) name = (elem = elem->elem)->name;
    if (elem->kind == ApiTypeKind::Array) take_dims(name);
  }
  const std::string whole = array_name(name, varying);
  if (!described || ir::find_entry_type(*program_.storage, whole) != nullptr) return type(whole);
  if (auto it = types_.find(whole); it != types_.end()) return &it->second;
  ApiType made = make_array_of(whole, elem, std::move(varying));
  return &types_.emplace(whole, std::move(made)).first->second;
}

const ApiType* ApiTypes::value_type(const ir::EntryValue& value,
                                    std::span<const ir::Param> components) {
  if (!value.client_type.empty()) return type(value.client_type);
  return type(type_name(*value_types(*program_.storage, value, components)[0]));
}

void ApiTypes::add_entry(const ir::Function& function, TupleResults tuples) {
  const ir::Entry& entry = *function.entry;
  ApiEntry& made = entries_.emplace_back();
  made.function = &function;
  made.c_name = "futhark_entry_" + c_identifier(entry.name);
  for (Name attr : function.attrs) made.attributes.push_back(program_.storage->text(attr));
  for (const ir::EntryValue& value : entry.params) {
    made.inputs.push_back(
        {value_type(value, function.params), value.name, value.unique, value.first});
  }
  bool unique = !entry.results.empty();
  for (const ir::EntryValue& value : entry.results) {
    made.outputs.push_back({value_type(value, function.results), {}, value.unique, value.first});
    unique &= value.unique;
  }
  // The unit is a tuple without components.
  bool unit = made.outputs.size() == 1 && made.outputs[0].type->name == "()";
  if (tuples == TupleResults::Split && unit) made.outputs.clear();
  if (entry.tuple_type.empty() || tuples == TupleResults::Split) return;
  made.outputs = {{type(entry.tuple_type), {}, unique, entry.results.front().first}};
}

}  // namespace planish
