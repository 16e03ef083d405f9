// The manifest of a library, in the format of Futhark's.
#pragma once

#include <string>

#include "driver/build/c_api_docs.h"
#include "driver/build/c_api_types.h"

namespace planish {

// `backend` is Futhark's word for it, and `version` that of the compiler.
std::string make_manifest(const ApiTypes& types, const ApiDocs& docs, std::string_view backend,
                          std::string_view version);

}  // namespace planish
