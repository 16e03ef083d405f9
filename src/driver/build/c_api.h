// The C API of a program: the header that clients include, the C file behind it, and the manifest
// for tools that make bindings. Names, signatures and the manifest are those of Futhark
// (docs/c-api.md).
#pragma once

#include <string>

#include "backends/backend.h"
#include "driver/build/c_api_docs.h"
#include "driver/build/c_api_types.h"

namespace planish {

struct ApiOptions {
  std::string name;                // of the program, for messages
  std::string version;             // of the compiler
  std::string prefix = "futhark";  // of all names in C
  int threads = 0;  // unless a client asks for something else; 0: as many as there are
  TupleResults tuples = TupleResults::OneValue;
  ApiDocs docs;
};

struct ApiFiles {
  std::string header;
  std::string source;                  // includes nothing of ours: it can be compiled anywhere
  std::vector<std::string> functions;  // the names of all
  std::string manifest;
};

ApiFiles make_c_api(const ir::Program& program, const ApiOptions& options, const LinkInputs& link);

// The C file of an executable: its main function and what it says of the program.
std::string make_main_source(const ir::Program& program, const ApiOptions& options,
                             const LinkInputs& link);

}  // namespace planish
