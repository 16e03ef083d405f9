// The sizes with which arrays are made, which may not be those that the program tells.
#pragma once

#include <vector>

#include "plan/memory.h"

namespace planish::plan {

// The sizes with which a body asks for memory for the array: that of a filter has room for all
// elements, that of a concatenation that is made with its first piece for all pieces.
std::vector<ir::Dim> dims_made(const ir::Storage& storage, const ir::Body& code,
                               const BodyMemory& memory, ir::Var var);
// Does a place of the type that is wanted have the size with which the array is made?
Fit fit(const ir::Storage& storage, const ir::Body& code, const BodyMemory& memory, ir::Var made,
        const ir::Type* wanted);
// Is the size of what the statement binds known before it runs? Branches may say how large their
// results are.
bool has_size_before(const ir::Storage& storage, const ir::Stm& stm, ir::Var var);

}  // namespace planish::plan
