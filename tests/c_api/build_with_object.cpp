// Builds a library or executable as `planish build` does, but with object code that somebody else
// made: so the C API can be tested without a code generator.
//   build_with_object (library | executable) PROGRAM.fut OBJECT.o OUTPUT [PREFIX]

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "driver/build/build.h"
#include "driver/session/session.h"
#include "lower/lower.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) return 2;
  planish::Session session;
  const planish::SourceFile* file = session.load(argv[2]);
  if (file == nullptr) return 1;
  planish::CheckedProgram checked = session.check(*file);
  if (session.diags().has_errors()) return 1;
  planish::ir::Program core = planish::lower_program(session.context(), checked, {});
  planish::PipelineResult passed = run_pipeline(core, planish::standard_pipeline(), {});
  std::ifstream in(argv[3], std::ios::binary);
  std::string object{std::istreambuf_iterator<char>(in), {}};
  planish::BuildOptions options;
  options.output = argv[4];
  options.link = planish::cpu_backend().link_inputs();
  options.api.name = std::filesystem::path(options.output).filename().string();
  if (argc == 6) options.api.prefix = argv[5];
  options.api.version = "test";
  try {
    bool library = std::string_view(argv[1]) == "library";
    (library ? planish::build_library : planish::build_executable)(passed.program, object, options);
  } catch (const planish::BuildError& error) {
    std::cerr << error.message << "\n";
    return 1;
  }
  return 0;
}
