// Simpler forms of operations on scalars that give the same result to the last bit.
#pragma once

#include <optional>
#include <variant>

#include "passes/common/facts.h"

namespace planish::passes {

struct NoChange {};
// An atom, or an operation that gives the same.
using SimplerScalar = std::variant<NoChange, ir::Atom, ir::Unary, ir::Binary, ir::Convert>;

// One step; the result may be simplified further.
SimplerScalar simplify_unary(const ir::Unary& op, const ir::Storage& storage, const Facts& facts);
SimplerScalar simplify_binary(const ir::Binary& op, Prim operands, const Facts& facts);
SimplerScalar simplify_ternary(const ir::Ternary& op);
SimplerScalar simplify_convert(const ir::Convert& op, Prim from, Prim to,
                               const ir::Storage& storage, const Facts& facts);

}  // namespace planish::passes
