// What users link with a program: C files, objects, archives and libraries that they name, and no
// others. It is loaded into this process. Bitcode is for GPUs only, and is not.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "driver/build/build_process.h"
#include "target/foreign_code.h"

namespace planish {

struct LinkOptions {
  std::vector<std::string> files;      // .c, .o, .a, .so, .bc
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
  bool is_in_bitcode(std::string_view symbol) const override;
  std::span<const std::string> bitcode() const override { return bitcode_; }
  std::span<const std::string> link_words() const override { return words_; }

 private:
  using Words = std::vector<std::string>;

  void add_package(const std::string& name, Words& compile_flags);
  void add_file(const std::string& path, const Words& compile_flags);
  void add_bitcode(const std::string& path);
  void link();

  TemporaryFolder folder_;
  Words words_;
  std::unordered_set<std::string> named_;  // the files that were linked, by their real paths
  void* library_ = nullptr;                // null: nothing was named that it would be made of
  std::vector<std::string> bitcode_;       // the contents of the files
  std::set<std::string, std::less<>> in_bitcode_;
};

}  // namespace planish
