#include "driver/session/front_end.h"

#include <algorithm>

#include "mixed/programs.h"
#include "syntax/ast_match.h"

namespace planish {

Language language_of(std::string_view path) {
  return path.ends_with(".nesl") ? Language::Nesl : Language::Futhark;
}

std::vector<const SourceFile*> FutharkSource::imported() const {
  std::vector<const SourceFile*> found;
  for (const ImportedFile* file : program_.files) {
    if (!file->prelude && file->source != &root()) found.push_back(file->source);
  }
  // Those behind files of other languages.
  for (const SourceFile* file : session_.mixed().files()) {
    if (file != &root() && std::ranges::find(found, file) == found.end()) found.push_back(file);
  }
  return found;
}

std::vector<std::string_view> entry_names(const SemaContext& cx, const CheckedProgram& program) {
  std::vector<std::string_view> names;
  for (const ast::Decl* decl : program.files.back()->program->decls) {
    const auto* value = ast::as<ast::ValDecl>(decl);
    if (value != nullptr && value->symbol != nullptr && value->symbol->entry)
      names.push_back(cx.text(value->name.name));
  }
  return names;
}

std::vector<std::string> FutharkSource::entry_names() const {
  const std::vector<std::string_view> names = planish::entry_names(session_.context(), program_);
  return {names.begin(), names.end()};
}

ir::Program FutharkSource::lower(const LowerOptions& options) {
  return session_.mixed().lower(program_, options);
}

}  // namespace planish
