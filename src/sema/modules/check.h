// Checks whole programs: the root file and what it imports.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sema/types/context.h"

namespace planish {

// One file of the program, checked once however often it is imported.
struct ImportedFile {
  const SourceFile* source = nullptr;
  ast::Program* program = nullptr;
  Env env;  // what it gives to its importers
  bool prelude = false;
};

struct CheckedProgram {
  std::vector<ImportedFile*> files;  // each after what it imports; the root is last
  const Env* intrinsics = nullptr;   // what the compiler implements itself
};

// Changes the tree of a file before it is checked.
using TreeAdapter = std::function<void(ast::Program&)>;

class Checker {
 public:
  explicit Checker(SemaContext& cx);
  ~Checker();

  // Reports what is wrong to cx.diags. Can be called for several roots; the prelude is checked
  // once. `adapt`, if there is one, is for the tree of the root.
  CheckedProgram check(const SourceFile& root, const TreeAdapter& adapt = {});

  // For a file of another language that imports one of ours, at a place in it: checks that as an import,
  // so it is no root. `importers` are the files from which the import is reached, each imported by the one
  // before, with the place where it imports the next. No files: there is a circle, which was reported.
  struct Importer {
    const SourceFile* file = nullptr;
    Loc import_loc;
  };
  CheckedProgram import(std::span<const Importer> importers, const SourceFile& file);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish
