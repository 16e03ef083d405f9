// The manifest of a library, in the format of Futhark's.
#pragma once

#include <string>

#include "driver/build/c_api_docs.h"
#include "driver/build/c_api_types.h"

namespace planish {

// `version` is that of the compiler.
std::string make_manifest(const ApiTypes& types, const ApiDocs& docs, std::string_view version);

}  // namespace planish
