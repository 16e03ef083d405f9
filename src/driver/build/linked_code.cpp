#include "driver/build/linked_code.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "codegen/loader.h"
#include "driver/build/build.h"

namespace planish {
namespace {

using Words = std::vector<std::string>;

std::string real_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::weakly_canonical(path, error);
  return error ? path : found.string();
}

// What it writes; throws if it fails.
std::string run(const Words& words, std::string_view needed_for) {
  ProcessResult result = run_process(words);
  if (!result.found)
    throw BuildError{
        fmt::format("`{}` cannot be run, which {} needs: {}", words[0], needed_for, result.output)};
  if (result.status != 0)
    throw BuildError{fmt::format("this command failed with status {}:\n  {}\n{}", result.status,
                                 command_text(words), result.output)};
  return std::move(result.output);
}

Words split(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

LinkedCode::LinkedCode(const LinkOptions& options) {
  Words compile_flags;
  Words libraries;
  for (const std::string& name : options.packages) add_package(name, compile_flags);
  std::swap(words_, libraries);
  for (const std::string& path : options.files) add_file(path, compile_flags);
  words_.insert(words_.end(), libraries.begin(), libraries.end());
  for (const std::string& name : options.libraries) words_.push_back("-l" + name);
  if (!words_.empty()) link();
}

LinkedCode::~LinkedCode() {
  if (library_ != nullptr) dlclose(library_);
}

void LinkedCode::add_package(const std::string& name, Words& compile_flags) {
  for (const std::string& word : split(run({"pkg-config", "--cflags", name}, "--pkg-config")))
    compile_flags.push_back(word);
  for (const std::string& word : split(run({"pkg-config", "--libs", name}, "--pkg-config"))) {
    words_.push_back(word);
    if (word.starts_with("-L")) words_.push_back("-Wl,-rpath," + word.substr(2));
  }
}

void LinkedCode::add_file(const std::string& path, const Words& compile_flags) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw BuildError{fmt::format("--link {}: there is no such file", path)};
  const std::filesystem::path file = std::filesystem::absolute(path);
  const std::string kind = file.extension().string();
  if (kind == ".c") {
    const std::string object = folder_.file(fmt::format("{}.o", words_.size()));
    Words command{c_compiler(), "-std=gnu11", "-O2", "-fPIC"};
    command.insert(command.end(), compile_flags.begin(), compile_flags.end());
    for (const char* word : {"-c", path.c_str(), "-o", object.c_str()}) command.emplace_back(word);
    run(command, "--link");
    words_.push_back(object);
  } else if (kind == ".o" || kind == ".a") {
    words_.push_back(file.string());
  } else if (kind == ".so") {
    words_.push_back(file.string());
    words_.push_back("-Wl,-rpath," + file.parent_path().string());
  } else if (kind == ".bc") {
    add_bitcode(path);
  } else {
    throw BuildError{fmt::format("--link {}: its name has to end in .c, .o, .a, .so or .bc", path)};
  }
}

void LinkedCode::add_bitcode(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  bitcode_.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (!in) throw BuildError{fmt::format("--link {}: it cannot be read", path)};
  try {
    for (std::string& name : codegen::load_code_generator()->functions_of(bitcode_.back()))
      in_bitcode_.insert(std::move(name));
  } catch (const std::runtime_error& error) {
    throw BuildError{fmt::format("--link {}: {}", path, error.what())};
  }
}

// All that was named becomes one shared library, which says by which files it was made. Libraries
// of C are linked only if they are named: a symbol that they have is not meant by accident.
void LinkedCode::link() {
  const std::string library = folder_.file("linked.so");
  Words command{c_compiler(), "-shared", "-nodefaultlibs",
                "-o",         library,   "-Wl,--trace,--no-as-needed,--whole-archive"};
  const auto is_archive = [](const std::string& word) { return word.ends_with(".a"); };
  std::ranges::copy_if(words_, std::back_inserter(command), is_archive);
  command.emplace_back("-Wl,--no-whole-archive");
  std::ranges::remove_copy_if(words_, std::back_inserter(command), is_archive);
  for (const std::string& file : split(run(command, "--link"))) named_.insert(real_path(file));
  named_.insert(real_path(library));
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr)
    throw BuildError{fmt::format("what is linked cannot be loaded: {}", dlerror())};
}

// A library may need others, which nobody has named.
void* LinkedCode::address(std::string_view symbol) const {
  if (library_ == nullptr) return nullptr;
  void* found = dlsym(library_, std::string(symbol).c_str());
  Dl_info info{};
  if (found == nullptr || dladdr(found, &info) == 0 || !named_.contains(real_path(info.dli_fname)))
    return nullptr;
  return found;
}

bool LinkedCode::is_in_bitcode(std::string_view symbol) const {
  return in_bitcode_.contains(symbol);
}

}  // namespace planish
