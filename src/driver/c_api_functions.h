// The functions of a C API, each as its prototype and its body, so that header and source say the same.
#pragma once

#include <string>
#include <vector>

#include "driver/c_api_types.h"

namespace planish {

struct ApiFunction {
  std::string prototype;  // "int futhark_context_sync(struct futhark_context *ctx)"
  std::string body;       // statements, indented, a line each
};
using ApiFunctions = std::vector<ApiFunction>;

ApiFunctions context_functions();
ApiFunctions miscellaneous_functions();
ApiFunctions array_functions(const ApiType& type);
ApiFunctions opaque_functions(const ApiType& type);
// `index` is that of the entry point in the table of the source.
ApiFunction entry_function(const ApiEntry& entry, size_t index);

// Those of irregular arrays, instead of some of the above: of primitives, and of records and sums.
ApiFunctions rows_functions(const ApiType& type);
ApiFunctions opaque_rows_functions(const ApiType& type);

// The tables that the bodies refer to.
std::string rows_table(const ApiType& type);  // of an irregular array
std::string type_table(const ApiType& type);  // of an opaque type
std::string program_tables(const ir::Program& program, std::string_view name, int threads);

// Names of functions by what they do, for the manifest: "futhark_free_opaque_point".
std::string api_name(std::string_view operation, const ApiType& type, std::string_view part = {});

}  // namespace planish
