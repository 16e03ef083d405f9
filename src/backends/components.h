// Irregular values as the regular ones that entry points take and give once rows are represented by
// them (runtime/value_components.h), for the types of the IR.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/program.h"
#include "runtime/outcome.h"
#include "runtime/value.h"
#include "runtime/value_io.h"

namespace planish {

// How many values a parameter or result of an entry point has. Irregular arrays among them may be
// several components of the function each.
inline size_t value_count(const ir::EntryValue& value) {
  return value.types.empty() ? value.count : value.types.size();
}

// The components of values of these types. None: a value has rows of different lengths where its
// type has a fixed dimension.
std::optional<std::vector<runtime::Value>> split_values(std::span<const ir::Type* const> types,
                                                        std::vector<runtime::Value> values);
// The values of these types that have these components.
std::vector<runtime::Value> join_values(std::span<const ir::Type* const> types,
                                        std::vector<runtime::Value> components);

// The same for all values of an entry point: `params` or `results` of the entry and of the
// function. Without irregular values they are handed on as they are.
std::optional<std::vector<runtime::Value>> split_values(const ir::Storage& storage,
                                                        std::span<const ir::EntryValue> values,
                                                        std::span<const ir::Param> components,
                                                        std::vector<runtime::Value> given);
std::vector<runtime::Value> join_values(const ir::Storage& storage,
                                        std::span<const ir::EntryValue> values,
                                        std::span<const ir::Param> components,
                                        std::vector<runtime::Value> given);

// The shape of a value of this type, with the sizes that it fixes.
runtime::ValueShape value_shape(const ir::Type& type);
// The shapes of all values of an entry point; of sequences, those of arrays of their elements.
std::vector<runtime::ValueShape> value_shapes(const ir::Storage& storage,
                                              std::span<const ir::EntryValue> values,
                                              std::span<const ir::Param> components);

// Runs an entry point by `run`, which takes and gives components.
runtime::Outcome run_on_components(
    const ir::Storage& storage, const ir::Function& entry, std::vector<runtime::Value> inputs,
    const std::function<runtime::Outcome(std::vector<runtime::Value>)>& run);

}  // namespace planish
