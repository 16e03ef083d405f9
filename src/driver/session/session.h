// One run of the compiler: owner of everything, so that several can live in one process.
//
// The work recurses over trees that may be kMaxDepth deep, so it has to run on a large stack: see
// support/large_stack.h.
#pragma once

#include <memory>
#include <string>

#include "diag/diagnostic.h"
#include "driver/session/file_store.h"
#include "sema/modules/check.h"
#include "support/arena.h"
#include "support/name.h"
#include "support/source.h"
#include "syntax/ast.h"
#include "syntax/lexer.h"

namespace planish {

namespace mixed {
class Programs;
}

class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // A file of the disk; reports and gives null when it cannot be read.
  const SourceFile* load(const std::string& path);
  // The same, but only gives null.
  const SourceFile* load_if_there(const std::string& path) { return files_.load(path).file; }
  // Text that is on no disk, under a path of the caller's choice.
  const SourceFile* add_text(const std::string& path, std::string text);
  const SourceFile* add_generated(GeneratedText generated);

  LexResult lex(const SourceFile& file);
  ast::Program* parse(const SourceFile& file);
  // A file that is one expression.
  ast::Expr* parse_expression(const SourceFile& file);

  // Checks the file and what it imports; what is wrong is in diags(). May be called for several
  // files. `adapt`, if there is one, changes the tree of the root before.
  CheckedProgram check(const SourceFile& root, const TreeAdapter& adapt = {});
  // How long all checks took so far, reading and parsing of imports and the prelude included.
  double seconds_checking() const { return seconds_checking_; }

  const SourceMap& sources() const { return sources_; }
  SourceMap& sources() { return sources_; }
  Arena& arena() { return arena_; }
  Interner& names() { return names_; }
  // What the checker knows, for showing types and for lowering.
  SemaContext& context() { return cx_; }
  const SemaContext& context() const { return cx_; }
  // Files of one language that those of the other import.
  mixed::Programs& mixed() { return *mixed_; }
  Diagnostics& diags() { return diags_; }

 private:
  SourceMap sources_;
  Interner names_;
  Arena arena_;
  Diagnostics diags_;
  FileStore files_{sources_};
  SemaContext cx_{arena_, names_, sources_, diags_, files_};
  Checker checker_{cx_};
  std::unique_ptr<mixed::Programs> mixed_;
  double seconds_checking_ = 0;
};

}  // namespace planish
