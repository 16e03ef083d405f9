#include "driver/components.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace planish {
namespace {

using runtime::Value;
using runtime::ValueDim;

ValueDim fixed(int64_t size) {
  ValueDim dim;
  dim.size = size;
  return dim;
}

Value numbers(std::vector<ValueDim> dims, const std::vector<int64_t>& values) {
  Value value;
  value.prim = Prim::I64;
  value.dims = std::move(dims);
  value.data.resize(values.size() * sizeof(int64_t));
  if (!values.empty()) std::memcpy(value.data.data(), values.data(), value.data.size());
  return value;
}

std::vector<int64_t> numbers_in(const Value& value) {
  std::vector<int64_t> values(value.count());
  if (!values.empty()) std::memcpy(values.data(), value.data.data(), value.data.size());
  return values;
}

// False: rows that should be equal are not.
bool split(const ir::Type& type, Value value, std::vector<Value>& out) {
  if (!type.is_irregular()) {
    out.push_back(std::move(value));
    return true;
  }
  std::vector<ValueDim> outer;
  int64_t count = 1;  // of arrays that the dimensions so far lead to
  for (size_t i = 0; i < type.rank(); i++) {
    const ValueDim& dim = value.dims[i];
    if (type.dims[i].is_varying()) {
      const std::vector<int64_t> same(dim.varying ? 0 : static_cast<size_t>(count), dim.size);
      const std::vector<int64_t>& lengths = dim.varying ? dim.lengths : same;
      out.push_back(numbers(std::move(outer), lengths));
      count = std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
      outer = {fixed(count)};
      continue;
    }
    const int64_t size = dim.lengths.empty() ? dim.size : dim.lengths.front();
    auto differs = [&](int64_t length) { return length != size; };
    if (std::ranges::any_of(dim.lengths, differs)) return false;
    outer.push_back(fixed(size));
    count *= size;
  }
  value.dims = std::move(outer);
  out.push_back(std::move(value));
  return true;
}

Value join(const ir::Type& type, std::vector<Value>& components, size_t& next) {
  Value* component = &components.at(next++);
  if (!type.is_irregular()) return std::move(*component);
  std::vector<ValueDim> dims;
  size_t at = 0;  // the next dimension of the component
  for (const ir::Dim& dim : type.dims) {
    if (!dim.is_varying()) {
      dims.push_back(component->dims.at(at++));
      continue;
    }
    ValueDim& made = dims.emplace_back();
    made.varying = true;
    made.lengths = numbers_in(*component);
    // The first dimension of the next component is that of all these rows together.
    component = &components.at(next++);
    at = 1;
  }
  component->dims = std::move(dims);
  return std::move(*component);
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
    if (!split(type, std::move(values[i]), out)) return std::nullopt;
  }
  return out;
}

std::vector<Value> join_values(std::span<const ir::Type* const> types,
                               std::vector<Value> components) {
  std::vector<Value> out;
  size_t next = 0;
  for (const ir::Type* type : types) out.push_back(join(*type, components, next));
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

}  // namespace planish
