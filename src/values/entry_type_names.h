// The names by which clients know the types of entry points.
#pragma once

#include <string_view>

#include "ir/program.h"

namespace planish::values {

// Adds the description of a type to the storage, if it is not there yet, and gives its name. If
// another type has the name already, it is `spelt`, which stands for its structure.
std::string_view add_entry_type(ir::Storage& storage, ir::EntryType type, std::string_view spelt);

}  // namespace planish::values
