// Programs of both languages: files of one that those of the other import.
//
// Each language's checker asks for files of the other through an interface of its own and gets what they
// define, in its own types and with numbers. When code is made, a number leads to the function, and both
// front ends make one program (mixed/lowering.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lower/lower.h"
#include "mixed/futhark_definitions.h"
#include "mixed/nesl_definitions.h"
#include "nesl/lower/lower.h"

namespace planish::mixed {

// A file of NESL that others import.
struct NeslFile {
  std::unique_ptr<nesl::Checker> checker;
  NeslDefinitions given;
};
// A file that NESL programs load.
struct FutharkFile {
  CheckedProgram program;
};

// What a number stands for: a definition of one language or of the other.
struct Numbered {
  const NeslFile* nesl = nullptr;
  const nesl::Definition* definition = nullptr;
  const FutharkFile* futhark = nullptr;
  const ValueSymbol* symbol = nullptr;
};

class Programs {
 public:
  // Reads a file of the disk; null: it cannot be read.
  using Load = std::function<const SourceFile*(const std::string& path)>;

  Programs(SemaContext& cx, Checker& checker, Load load);
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // For the loader of files of the checker, and for checkers of NESL programs.
  OutsideFiles& for_sema();
  nesl::OutsideFiles& for_nesl();
  // The file that `load "name"` means: one beside the file that says so.
  const SourceFile* find(std::string_view name, const SourceFile& from);

  // Programs with the functions of both languages. What cannot be compiled is reported, and the result has
  // no functions then.
  ir::Program lower(const CheckedProgram& program, const LowerOptions& options);
  ir::Program lower(nesl::LowerInput program, std::span<const nesl::LoweredEntry> entries);

  // All files that were read for another language, directly or not.
  const std::vector<const SourceFile*>& files() const { return files_; }
  const Numbered& numbered(uint32_t number) const { return numbered_[number]; }
  SemaContext& context() { return cx_; }

 private:
  class ForSema;
  class ForNesl;

  const OutsideFile& check_nesl(const SourceFile& file);
  std::vector<nesl::OutsideDefinition> load_futhark(const SourceFile& file,
                                                    std::span<const nesl::OpenFile> open,
                                                    nesl::TypeTable& types);
  void add_file(const SourceFile* file);

  SemaContext& cx_;
  Checker& checker_;
  Load load_;
  std::unique_ptr<ForSema> for_sema_;
  std::unique_ptr<ForNesl> for_nesl_;
  std::map<const SourceFile*, std::unique_ptr<NeslFile>> nesl_files_;
  std::map<const SourceFile*, std::unique_ptr<FutharkFile>> futhark_files_;
  std::vector<Numbered> numbered_;
  std::vector<const SourceFile*> files_;
};

}  // namespace planish::mixed
