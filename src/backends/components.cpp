#include "backends/components.h"

#include <algorithm>
#include <stdexcept>

#include "ir/entry_sequence.h"
#include "runtime/value_components.h"

namespace planish {
namespace {

using runtime::Value;

runtime::ValueShape shape_of(const ir::Type& type) {
  runtime::ValueShape shape;
  shape.prim = type.elem;
  for (const ir::Dim& dim : type.dims) shape.varying.push_back(dim.is_varying());
  return shape;
}

bool none_split(std::span<const ir::EntryValue> values) {
  return std::ranges::all_of(values,
                             [](const ir::EntryValue& value) { return value.types.empty(); });
}

std::vector<const ir::Type*> all_types(const ir::Storage& storage,
                                       std::span<const ir::EntryValue> values,
                                       std::span<const ir::Param> components) {
  std::vector<const ir::Type*> all;
  for (const ir::EntryValue& value : values) {
    if (ir::is_sequence(value)) continue;
    std::vector<const ir::Type*> types = value_types(storage, value, components);
    all.insert(all.end(), types.begin(), types.end());
  }
  return all;
}

}  // namespace

std::optional<std::vector<Value>> split_values(std::span<const ir::Type* const> types,
                                               std::vector<Value> values) {
  std::vector<Value> out;
  for (size_t i = 0; i < values.size(); i++) {
    const ir::Type& type = *types[i];
    if (values[i].prim != type.elem || values[i].dims.size() != type.rank())
      throw std::logic_error("compiler bug: an input of another type than the parameter");
    if (!runtime::split_value(shape_of(type), std::move(values[i]), out)) return std::nullopt;
  }
  return out;
}

std::vector<Value> join_values(std::span<const ir::Type* const> types,
                               std::vector<Value> components) {
  std::vector<Value> out;
  std::span<Value> rest = components;
  for (const ir::Type* type : types) {
    const runtime::ValueShape shape = shape_of(*type);
    const size_t count = runtime::component_count(shape);
    if (count > rest.size()) throw std::logic_error("compiler bug: a component is missing");
    out.push_back(runtime::join_value(shape, rest.first(count)));
    rest = rest.subspan(count);
  }
  return out;
}

std::optional<std::vector<Value>> split_values(const ir::Storage& storage,
                                               std::span<const ir::EntryValue> values,
                                               std::span<const ir::Param> components,
                                               std::vector<Value> given) {
  if (none_split(values)) return given;
  std::vector<const ir::Type*> types = all_types(storage, values, components);
  if (given.size() != types.size())
    throw std::logic_error("compiler bug: an input is missing, or there is one too many");
  return split_values(types, std::move(given));
}

std::vector<Value> join_values(const ir::Storage& storage, std::span<const ir::EntryValue> values,
                               std::span<const ir::Param> components, std::vector<Value> given) {
  if (none_split(values)) return given;
  return join_values(all_types(storage, values, components), std::move(given));
}

runtime::ValueShape value_shape(const ir::Type& type) {
  runtime::ValueShape shape = shape_of(type);
  for (const ir::Dim& dim : type.dims)
    shape.fixed.push_back(dim.kind == ir::DimKind::Const ? dim.value : -1);
  return shape;
}

std::vector<runtime::ValueShape> value_shapes(const ir::Storage& storage,
                                              std::span<const ir::EntryValue> values,
                                              std::span<const ir::Param> components) {
  std::vector<runtime::ValueShape> out;
  for (const ir::EntryValue& value : values) {
    for (const ir::Type* type : value_types(storage, value, components)) {
      runtime::ValueShape& shape = out.emplace_back(value_shape(*type));
      if (!ir::is_sequence(value)) continue;
      shape.varying.insert(shape.varying.begin(), false);
      shape.fixed.insert(shape.fixed.begin(), -1);
    }
  }
  return out;
}

runtime::Outcome run_on_components(const ir::Storage& storage, const ir::Function& entry,
                                   std::vector<Value> inputs,
                                   const std::function<runtime::Outcome(std::vector<Value>)>& run) {
  auto components = split_values(storage, entry.entry->params, entry.params, std::move(inputs));
  if (!components)
    return {{}, runtime::Failure{"an input array has rows of different lengths", {}}};
  runtime::Outcome outcome = run(std::move(*components));
  if (!outcome.failure) {
    outcome.results =
        join_values(storage, entry.entry->results, entry.results, std::move(outcome.results));
  }
  return outcome;
}

}  // namespace planish
