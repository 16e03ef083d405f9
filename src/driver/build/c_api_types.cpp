#include "driver/build/c_api_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "driver/build/c_api_names.h"
#include "ir/entry_sequence.h"

namespace planish {
namespace {

constexpr std::string_view kSequencePrefix = "seq_";

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

std::string type_name(const ir::Type& type) {
  std::vector<bool> varying;
  for (const ir::Dim& dim : type.dims) varying.push_back(dim.is_varying());
  return array_name(type.elem == Prim::Unit ? "()" : prim_name(type.elem), varying);
}

}  // namespace

std::string ApiType::c_struct() const { return fmt::format("struct {}_{}", prefix, c_name); }

std::string ApiType::c_context() const { return fmt::format("struct {}_context *ctx", prefix); }

std::string ApiType::c_type() const {
  return is_scalar() ? fmt::format("{} ", c_scalar_type(leaves[0].prim)) : c_struct() + " *";
}

std::string ApiType::c_input() const { return "const " + c_type(); }

std::string ApiType::c_chunk() const {
  return fmt::format("struct {}_chunk_{}", prefix, c_name.substr(kSequencePrefix.size()));
}

std::string ApiType::c_sink() const {
  return fmt::format("struct {}_sink_{}", prefix, c_name.substr(kSequencePrefix.size()));
}

ApiTypes::ApiTypes(const ir::Program& program, TupleResults tuples, std::string_view prefix)
    : program_(program), prefix_(prefix) {
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
    if (type.kind != ApiTypeKind::Array && !type.is_scalar() && !type.is_sequence())
      out.push_back(&type);
  }
  return out;
}

std::vector<const ApiType*> ApiTypes::sequences() const {
  std::vector<const ApiType*> out;
  for (const auto& [name, type] : types_) {
    if (type.is_sequence()) out.push_back(&type);
  }
  return out;
}

bool ApiType::is_irregular() const { return std::ranges::find(varying, true) != varying.end(); }

size_t ApiLeaf::component_count() const {
  return 2 * static_cast<size_t>(std::ranges::count(varying, true)) + 1;
}

size_t ApiType::component_count() const {
  size_t count = 0;
  for (const ApiLeaf& leaf : leaves) count += leaf.component_count();
  return count;
}

const ApiType* ApiTypes::plain_type(std::string_view name) {
  ApiType& made = types_[std::string(name)];
  made.name = name;
  made.prefix = prefix_;
  std::string_view elem = name;
  made.varying = take_dims(elem);
  made.rank = static_cast<uint32_t>(made.varying.size());
  made.kind = made.rank == 0 ? ApiTypeKind::Scalar : ApiTypeKind::Array;
  const Prim prim = ir::entry_leaves(*program_.storage, elem).at(0).prim;
  if (made.rank > 0) made.c_name = c_array_name(prim, made.varying);
  made.leaves.push_back({prim, made.varying});
  return &made;
}

// Types are made of others that come to an end, as the verifier of the IR checks.
const ApiType* ApiTypes::type(std::string_view name) {
  if (auto it = types_.find(name); it != types_.end()) return &it->second;
  const ir::Storage& storage = *program_.storage;
  const ir::EntryType* entry_type = ir::find_entry_type(storage, name);
  if (entry_type == nullptr) return plain_type(name);
  ApiType made;
  switch (entry_type->kind) {
    case ir::EntryTypeKind::Array: {
      std::vector<bool> varying(entry_type->rank, false);
      // Lowering spells out the names of irregular arrays.
      std::string_view rest = name;
      if (std::vector<bool> spelt = take_dims(rest); spelt.size() == varying.size())
        varying = spelt;
      made = make_array_of(name, type(entry_type->elem), std::move(varying));
      break;
    }
    case ir::EntryTypeKind::Record: made = make_record(name, *entry_type); break;
    case ir::EntryTypeKind::Sum: made = make_sum(name, *entry_type); break;
  }
  return &types_.emplace(std::string(name), std::move(made)).first->second;
}

ApiType ApiTypes::make_record(std::string_view name, const ir::EntryType& described) {
  ApiType made;
  made.name = name;
  made.prefix = prefix_;
  made.kind = ApiTypeKind::Record;
  made.c_name = c_opaque_name(name);
  for (const ir::EntryTypePart& field : described.parts) {
    const ApiType* of = type(field.types[0]);
    made.parts.push_back({field.name, {of}, {}});
    made.leaves.insert(made.leaves.end(), of->leaves.begin(), of->leaves.end());
  }
  if (made.parts.empty()) made.leaves.push_back({Prim::Unit, {}});
  return made;
}

ApiType ApiTypes::make_sum(std::string_view name, const ir::EntryType& described) {
  ApiType made;
  made.name = name;
  made.prefix = prefix_;
  made.kind = ApiTypeKind::Sum;
  made.c_name = c_opaque_name(name);
  made.leaves.push_back({described.tag, {}});
  for (const ir::EntryTypePart& constructor : described.parts) {
    ApiPart& part = made.parts.emplace_back();
    part.name = constructor.name;
    size_t next = 0;
    for (std::string_view of : constructor.types) {
      part.types.push_back(type(of));
      for (const ApiLeaf& leaf : part.types.back()->leaves) {
        const size_t slot = constructor.slots[next++];
        if (slot >= made.leaves.size()) made.leaves.resize(slot + 1);
        made.leaves[slot] = leaf;
      }
    }
  }
  // The description counts leaves, and so does nobody who has components at hand.
  std::vector<uint32_t> first{0};
  for (const ApiLeaf& leaf : made.leaves)
    first.push_back(first.back() + static_cast<uint32_t>(leaf.component_count()));
  for (size_t i = 0; i < made.parts.size(); i++) {
    for (const uint32_t slot : described.parts[i].slots) {
      for (uint32_t component = first[slot]; component < first[slot + 1]; component++)
        made.parts[i].slots.push_back(component);
    }
  }
  return made;
}

ApiType ApiTypes::make_array_of(std::string_view name, const ApiType* elem,
                                std::vector<bool> varying) {
  ApiType made;
  made.name = name;
  made.prefix = prefix_;
  made.kind = ApiTypeKind::ArrayOf;
  made.c_name = c_opaque_name(name);
  made.rank = static_cast<uint32_t>(varying.size());
  made.elem = elem;
  for (const ApiLeaf& leaf : elem->leaves) {
    ApiLeaf& all = made.leaves.emplace_back(leaf);
    all.varying.insert(all.varying.begin(), varying.begin(), varying.end());
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

// Sequences whose elements consist of the same are one type.
const ApiType* ApiTypes::sequence_type(const ir::EntryValue& value) {
  ApiType made;
  made.name = value.type;
  made.prefix = prefix_;
  made.kind = ApiTypeKind::Sequence;
  std::string names;
  for (const ir::Type* type : value.types) {
    ApiLeaf& leaf = made.leaves.emplace_back();
    leaf.prim = type->elem;
    leaf.varying.push_back(false);
    for (const ir::Dim& dim : type->dims) leaf.varying.push_back(dim.is_varying());
    names += (names.empty() ? "" : "_") + c_array_name(leaf.prim, leaf.varying);
  }
  made.c_name = std::string(kSequencePrefix) + names;
  return &types_.emplace(made.c_name, made).first->second;
}

const ApiType* ApiTypes::value_type(const ir::EntryValue& value,
                                    std::span<const ir::Param> components) {
  if (ir::is_sequence(value)) return sequence_type(value);
  if (!value.client_type.empty()) return type(value.client_type);
  return type(type_name(*value_types(*program_.storage, value, components)[0]));
}

void ApiTypes::add_entry(const ir::Function& function, TupleResults tuples) {
  const ir::Entry& entry = *function.entry;
  ApiEntry& made = entries_.emplace_back();
  made.function = &function;
  made.c_name = fmt::format("{}_entry_{}", prefix_, c_identifier(entry.name));
  made.c_context = fmt::format("struct {}_context *ctx", prefix_);
  for (Attribute attr : function.attrs)
    made.attributes.push_back(attribute_text(program_.storage->names, attr));
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
