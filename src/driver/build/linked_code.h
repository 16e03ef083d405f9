// What users link with a program: C files, objects, archives and libraries that they name, and no
// others. It is loaded into this process.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "driver/build/build_process.h"
#include "target/foreign_code.h"

namespace planish {

struct LinkOptions {
  std::vector<std::string> files;      // .c, .o, .a, .so
  std::vector<std::string> libraries;  // NAME of -lNAME
  std::vector<std::string> packages;   // that pkg-config knows

  bool empty() const { return files.empty() && libraries.empty() && packages.empty(); }
};

class LinkedCode : public ForeignCode {
 public:
  // Compiles, links and loads. Throws BuildError (driver/build/build.h).
  explicit LinkedCode(const LinkOptions& options);
  ~LinkedCode() override;
  LinkedCode(const LinkedCode&) = delete;
  LinkedCode& operator=(const LinkedCode&) = delete;

  void* address(std::string_view symbol) const override;
  std::span<const std::string> link_words() const override { return words_; }

 private:
  using Words = std::vector<std::string>;

  void add_package(const std::string& name, Words& compile_flags);
  void add_file(const std::string& path, const Words& compile_flags);
  void link();

  TemporaryFolder folder_;
  Words words_;
  std::unordered_set<std::string> named_;  // the files that were linked, by their real paths
  void* library_ = nullptr;
};

}  // namespace planish
