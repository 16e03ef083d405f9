// The functions of a C API, each as its prototype and its body, so that header and source say the
// same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/build/c_api_types.h"

namespace planish {

struct ApiFunction {
  std::string prototype;  // "int futhark_context_sync(struct futhark_context *ctx)"
  std::string body;       // statements, indented, a line each

  std::string name() const;  // "futhark_context_sync"
};
using ApiFunctions = std::vector<ApiFunction>;

// What the runtime takes for a context, in the bodies.
inline constexpr std::string_view kClient = "(planish_client *)ctx";

// Where the arrays of a program lie.
enum class ApiMemory : uint8_t { Host, Device };

// `prefix` is that of all names of the API.
ApiFunctions context_functions(std::string_view prefix, ApiMemory memory);
ApiFunctions miscellaneous_functions(std::string_view prefix);
// Of libraries with sequences.
ApiFunction cancel_function(std::string_view prefix);
ApiFunctions array_functions(const ApiType& type, ApiMemory memory);
ApiFunctions opaque_functions(const ApiType& type);
// `index` is that of the entry point in the table of the source.
ApiFunction entry_function(const ApiEntry& entry, size_t index);

// Those of irregular arrays, instead of some of the above: of primitives, and of records and sums.
ApiFunctions rows_functions(const ApiType& type, ApiMemory memory);
ApiFunctions opaque_rows_functions(const ApiType& type);

// Those of sequences, and the structures that they need.
std::string sequence_structs(const ApiType& type);
ApiFunctions sequence_functions(const ApiType& type);
bool has_sequences(const ApiEntry& entry);
// The statements of an entry point that list what it reads and writes.
std::string streams_of(const ApiEntry& entry);

// The tables that the bodies refer to.
std::string rows_table(const ApiType& type);  // of an irregular array
std::string type_table(const ApiType& type);  // of an opaque type
// When the constants of a program are evaluated.
enum class Constants : uint8_t { OnFirstUse, WithContext };
// `open_device` is that of LinkInputs.
std::string program_tables(const ir::Program& program, std::string_view name, int threads,
                           std::string_view open_device, Constants constants);

// The type of memory that clients hand over as it is, followed by a space or `*`.
inline std::string_view raw_memory(ApiMemory memory) {
  return memory == ApiMemory::Device ? "CUdeviceptr " : "unsigned char *";
}

// Names of functions by what they do, for the manifest: "futhark_free_opaque_point".
std::string api_name(std::string_view operation, const ApiType& type, std::string_view part = {});

}  // namespace planish
