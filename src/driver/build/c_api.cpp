#include "driver/build/c_api.h"

#include <fmt/format.h>

#include "driver/build/c_api_functions.h"
#include "driver/build/c_api_manifest.h"
#include "driver/build/c_api_text.h"

namespace planish {
namespace {

constexpr std::string_view kHeaderBegin = R"(#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3
)";

// As in cuda.h, which a client may include, too.
constexpr std::string_view kDevicePointer = "typedef unsigned long long CUdeviceptr;\n";

constexpr std::string_view kHeaderEnd = R"(
#ifdef __cplusplus
}
#endif
)";

constexpr std::string_view kSourceHelpers = R"(
#include <string.h>

static inline uint64_t planish_bits(const void *scalar, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, scalar, size);
  return bits;
}
)";

// Our own headers, which a compiler elsewhere does not find, as one text.
std::string runtime_headers() {
  std::string out;
  for (const EmbeddedFile& file : embedded_c_headers()) {
    std::string_view text = file.text;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n') + 1);
      text.remove_prefix(line.size());
      if (!line.starts_with("#include \"")) out += line;
    }
  }
  return out;
}

struct Section {
  std::string title;
  std::string structs;  // declarations before the functions
  ApiFunctions functions;
};

std::vector<Section> sections(const ApiTypes& types, std::string_view prefix, ApiMemory memory) {
  std::vector<Section> out;
  out.push_back({"Initialisation",
                 fmt::format("struct {0}_context_config;\nstruct {0}_context;\n", prefix),
                 context_functions(prefix, memory)});
  auto add = [](Section& section, const ApiType& type, ApiFunctions functions) {
    section.structs += fmt::format("{};\n", type.c_struct());
    section.functions.insert(section.functions.end(), functions.begin(), functions.end());
  };
  Section arrays{"Arrays", "", {}}, opaques{"Opaque values", "", {}},
      entries{"Entry points", "", {}};
  for (const ApiType* type : types.arrays()) add(arrays, *type, array_functions(*type, memory));
  for (const ApiType* type : types.opaques()) add(opaques, *type, opaque_functions(*type));
  for (size_t i = 0; i < types.entries().size(); i++)
    entries.functions.push_back(entry_function(types.entries()[i], i));
  Section sequences{"Sequences", "#define FUTHARK_ANY_THREAD 1\n", {}};
  for (const ApiType* type : types.sequences()) {
    sequences.structs += sequence_structs(*type);
    const ApiFunctions functions = sequence_functions(*type);
    sequences.functions.insert(sequences.functions.end(), functions.begin(), functions.end());
  }
  if (!sequences.functions.empty()) sequences.functions.push_back(cancel_function(prefix));
  out.push_back(std::move(arrays));
  out.push_back(std::move(opaques));
  out.push_back(std::move(sequences));
  out.push_back(std::move(entries));
  out.push_back({"Miscellaneous", "", miscellaneous_functions(prefix)});
  return out;
}

}  // namespace

ApiFiles make_c_api(const ir::Program& program, const ApiOptions& options, const LinkInputs& link) {
  ApiTypes types(program, options.tuples, options.prefix);
  const ApiMemory memory = link.open_device.empty() ? ApiMemory::Host : ApiMemory::Device;
  std::vector<Section> parts = sections(types, options.prefix, memory);
  ApiFiles files;
  files.header =
      fmt::format("/* The C API of {}, made by planish. To link the static library: {} */\n{}",
                  options.name, fmt::join(link.libraries, " "), kHeaderBegin);
  files.header += fmt::format("#define FUTHARK_BACKEND_{}\n", link.api);
  if (memory == ApiMemory::Device) files.header += kDevicePointer;
  for (const Section& section : parts) {
    if (section.functions.empty()) continue;
    files.header += fmt::format("\n/* {} */\n{}", section.title, section.structs);
    for (const ApiFunction& function : section.functions)
      files.header += function.prototype + ";\n";
  }
  files.header += kHeaderEnd;

  // The API is all that the library shows.
  files.source = fmt::format("#pragma GCC visibility push(default)\n{}#pragma GCC visibility pop\n",
                             files.header.substr(files.header.find("#include")));
  files.source += runtime_headers();
  files.source += kSourceHelpers;
  files.source += program_tables(program, options.name, options.threads, link.open_device,
                                 Constants::WithContext);
  for (const ApiType* type : types.opaques()) files.source += type_table(*type);
  for (const auto& all : {types.arrays(), types.opaques()}) {
    for (const ApiType* type : all) {
      if (type->is_irregular()) files.source += rows_table(*type);
    }
  }
  for (const Section& section : parts) {
    for (const ApiFunction& function : section.functions) {
      files.source += fmt::format("\n{} {{\n{}}}\n", function.prototype, function.body);
      files.functions.push_back(function.name());
    }
  }
  files.manifest = make_manifest(types, options.docs, link.api, options.version);
  return files;
}

std::string make_main_source(const ir::Program& program, const ApiOptions& options,
                             const LinkInputs& link) {
  return runtime_headers() +
         program_tables(program, options.name, options.threads, link.open_device,
                        Constants::OnFirstUse) +
         "\nint main(int argc, char **argv) { return planish_program_main(argc, argv, "
         "&planish_program); }\n";
}

}  // namespace planish
