#include "driver/build/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "analysis/foreign_symbols.h"
#include "driver/build/build_process.h"
#include "support/library_folders.h"

namespace planish {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kTbb = "libtbb.so";

// Beside the code generator.
std::string runtime_path(std::string_view runtime) {
  std::string tried;
  for (const std::filesystem::path& folder : library_folders()) {
    std::filesystem::path file = folder / runtime;
    std::error_code error;
    if (std::filesystem::exists(file, error)) return file.string();
    tried += fmt::format("\n  {} does not exist", file.string());
  }
  throw BuildError{fmt::format("cannot find {}, the runtime of programs:{}", runtime, tried)};
}

// One product while it is built.
class Build {
 public:
  Build(std::string_view object, const BuildOptions& options)
      : options_(options), runtime_(runtime_path(options.link.runtime)) {
    write_output_file(program_object(), object);
    if (options.foreign == nullptr) return;
    for (const std::string& word : options.foreign->link_words()) {
      if (word.ends_with(".o") || word.ends_with(".a")) foreign_objects_.push_back(word);
    }
  }

  std::string file(std::string_view name) const { return folder_.file(name); }
  std::string program_object() const { return file("program.o"); }
  const std::string& runtime() const { return runtime_; }
  // Objects and archives that users link.
  const Words& foreign_objects() const { return foreign_objects_; }

  std::string compile(const std::string& source) {
    write_output_file(file("generated.c"), source);
    std::string object = file("generated.o");
    run({c_compiler(), "-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-w", "-c",
         file("generated.c"), "-o", object});
    return object;
  }

  // The end of a link command: all objects and the libraries from outside.
  Words linked(const std::string& object) const {
    Words words = {program_object(), object};
    if (options_.foreign != nullptr) {
      const std::span<const std::string> foreign = options_.foreign->link_words();
      words.insert(words.end(), foreign.begin(), foreign.end());
    }
    for (const char* word : {runtime_.c_str(), "-Wl,--gc-sections", "-Wl,--as-needed"})
      words.emplace_back(word);
    // An installation carries oneTBB (Note [Installation]), and what is linked with it finds it
    // there.
    const std::filesystem::path folder = std::filesystem::path(runtime_).parent_path();
    std::error_code error;
    const bool needs_tbb =
        std::ranges::find(options_.link.libraries, "-ltbb") != options_.link.libraries.end();
    if (needs_tbb && std::filesystem::exists(folder / kTbb, error)) {
      words.insert(words.end(),
                   {"-L" + folder.string(), "-Xlinker", "-rpath", "-Xlinker", folder.string()});
    }
    for (std::string_view flag : options_.link.libraries) words.emplace_back(flag);
#ifdef PLANISH_SANITIZE_FLAG
    words.emplace_back(PLANISH_SANITIZE_FLAG);
#else
    words.emplace_back("-Wl,-z,defs");
#endif
    return words;
  }

  void run(const Words& words) {
    if (options_.show_command) options_.show_command(command_text(words));
    ProcessResult result = run_process(words);
    if (!result.found) {
      throw BuildError{fmt::format(
          "`{}` cannot be run: {}\n  building needs a C compiler, the headers of the C library and "
          "binutils (Debian: apt install gcc libc6-dev); CC names another compiler than cc",
          words[0], result.output)};
    }
    if (result.status != 0) {
      throw BuildError{fmt::format("this command failed with status {}:\n  {}\n{}", result.status,
                                   command_text(words), result.output)};
    }
  }

 private:
  const BuildOptions& options_;
  std::string runtime_;
  Words foreign_objects_;
  TemporaryFolder folder_;
};

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// C that sets the pointers through which foreign functions are called.
std::string foreign_pointers(const ir::Program& program) {
  std::string declarations;
  std::string assignments;
  int number = 0;
  for (std::string_view symbol : foreign_symbols(program)) {
    if (is_runtime_symbol(symbol)) continue;
    const std::string pointer = foreign_pointer(symbol);
    declarations += fmt::format(
        "extern void *{};\nextern void planish_foreign_target_{}(void) __asm__(\"{}\");\n", pointer,
        number, symbol);
    assignments += fmt::format("  {} = (void *)planish_foreign_target_{};\n", pointer, number++);
  }
  if (declarations.empty()) return {};
  return fmt::format(
      "\n{}__attribute__((constructor)) static void planish_set_foreign_pointers(void) {{\n{}}}\n",
      declarations, assignments);
}

void make_folder_of(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw BuildError{
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message())};
}

}  // namespace

std::string c_compiler() {
  const char* named = std::getenv("CC");
  return named != nullptr && *named != '\0' ? named : "cc";
}

void write_output_file(const std::string& path, std::string_view contents) {
  make_folder_of(path);
  std::ofstream out(path, std::ios::binary);
  out.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  out.close();
  if (!out) throw BuildError{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
}

void build_executable(const ir::Program& program, std::string_view object,
                      const BuildOptions& options) {
  std::string source = make_main_source(program, options.api, options.link);
  make_folder_of(options.output);
  Build build(object, options);
  std::string generated = build.compile(source + foreign_pointers(program));
  build.run(joined({c_compiler(), "-o", options.output}, build.linked(generated)));
}

void build_library(const ir::Program& program, std::string_view object,
                   const BuildOptions& options) {
  ApiFiles files = make_c_api(program, options.api, options.link);
  std::filesystem::path path(options.output);
  std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  std::string name = path.filename().string();
  std::string base = folder + "/";
  write_output_file(base + name + ".h", files.header);
  write_output_file(base + name + ".json", files.manifest);
  Build build(object, options);
  std::string generated = build.compile(files.source + foreign_pointers(program));

  // All but the API is local, so that several libraries can live in one process, whatever is in
  // them.
  std::string exports = build.file("exports");
  write_output_file(
      exports, fmt::format("{{ global: {}; local: *; }};\n", fmt::join(files.functions, "; ")));
  build.run(
      joined({c_compiler(), "-shared", "-o", base + "lib" + name + ".so",
              "-Wl,-soname,lib" + name + ".so", "-Wl,--version-script=" + exports, "-Wl,-Bsymbolic",
              // Threads of oneTBB live on after the last context: their code must not go away with
              // dlclose.
              "-Wl,-z,nodelete"},
             build.linked(generated)));

  // One object with all that is needed. Groups of sections that the linker would unite with those
  // of other objects are dissolved, because their symbols become local.
  std::string whole = build.file(name + ".o");
  build.run(joined(joined({"ld", "-r", "--force-group-allocation", "-o", whole,
                           build.program_object(), generated},
                          build.foreign_objects()),
                   {build.runtime()}));
  const std::string kept = build.file("kept");
  write_output_file(kept, fmt::format("{}\n", fmt::join(files.functions, "\n")));
  // Symbols of the C++ library, which is inside of programs for devices, that are unique in a process
  // can become local only when they are weak.
  if (!options.link.open_device.empty())
    build.run({"objcopy", "--wildcard", "--weaken-symbol=_Z*", whole});
  build.run({"objcopy", "--keep-global-symbols=" + kept, whole});
  std::string archive = base + "lib" + name + ".a";
  std::error_code ignored;
  std::filesystem::remove(archive, ignored);
  build.run({"ar", "rcs", archive, whole});
}

}  // namespace planish
