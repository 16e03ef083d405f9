// The imports of a file, wherever they stand in it.
#pragma once

#include <functional>

#include "sema/types/context.h"

namespace planish {

// The last argument is the slot of the node that is to be filled.
using OnImport = std::function<void(std::string_view path, Loc loc, ImportedFile*& file)>;
void for_each_import(std::span<ast::Decl* const> decls, const OnImport& on_import);

}  // namespace planish
