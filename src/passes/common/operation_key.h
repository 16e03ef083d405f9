// A sequence of numbers that is the same for two operations iff they are the same operation on the
// same operands, with results of the same types.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace planish::passes {

using OperationKey = std::vector<uint64_t>;

struct OperationKeyHash {
  size_t operator()(const OperationKey& key) const;
};

// Nothing for loops, matches, and code that calls functions or shows values. Operands that can be
// exchanged without changing the result stand in a fixed order. The message of a check does not
// count. `types` are those of the pattern.
std::optional<OperationKey> operation_key(const ir::Storage& storage, const ir::Op* op,
                                          std::span<const ir::Var> pattern,
                                          std::span<const ir::Type* const> types);

// The same for a body, of which the values of constants do not count. Nothing for code that can
// fail, too.
std::optional<OperationKey> body_shape(const ir::Storage& storage, const ir::Body* body);

}  // namespace planish::passes
