// Executables and libraries from programs: object code, a generated C file, and the runtime, linked
// by the system's C compiler.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "backends/backend.h"
#include "driver/build/c_api.h"
#include "ir/program.h"

namespace planish {

// What cannot be built, and why, for the user.
struct BuildError {
  std::string message;
};

struct BuildOptions {
  std::string output;  // NAME of an executable; DIR/NAME of DIR/NAME.h, DIR/libNAME.so, …
  LinkInputs link;     // of the backend
  ApiOptions api;      // the name is that of the output
  const ForeignCode* foreign = nullptr;  // what users link; null: nothing
  // Gets each command before it runs; may be empty.
  std::function<void(std::string_view)> show_command;
};

// `object` is the object code of the program (Backend::compile). Both throw BuildError; what is
// written then is not touched, apart from files that could be written before.
void build_executable(const ir::Program& program, std::string_view object,
                      const BuildOptions& options);
void build_library(const ir::Program& program, std::string_view object,
                   const BuildOptions& options);

// What CC names, or cc.
std::string c_compiler();

// In a folder that is made if need be. Throws BuildError if it cannot be written.
void write_output_file(const std::string& path, std::string_view contents);

}  // namespace planish
