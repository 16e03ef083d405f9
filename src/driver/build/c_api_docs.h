// What documentation comments say of entry points and types, for the manifest of a library.
#pragma once

#include <map>
#include <string>

#include "sema/modules/check.h"
#include "sema/types/context.h"

namespace planish {

// By name. What has no comment is missing.
struct ApiDocs {
  std::map<std::string, std::string, std::less<>> entries;
  std::map<std::string, std::string, std::less<>> types;
};

// Entry points are those of the program's own file; types may be declared in others, at top level.
ApiDocs api_docs(const SemaContext& cx, const CheckedProgram& program);

}  // namespace planish
