#include "driver/build/c_api_docs.h"

#include <algorithm>

#include "syntax/ast_match.h"

namespace planish {
namespace {

// The text of a comment without `-- |` and `--`.
std::string comment_text(std::string_view comment) {
  std::string out;
  while (!comment.empty()) {
    std::string_view line = comment.substr(0, comment.find('\n'));
    comment.remove_prefix(std::min(comment.size(), line.size() + 1));
    line.remove_prefix(std::min(line.size(), line.find("--") + 2));
    if (out.empty() && line.starts_with(" |")) line.remove_prefix(2);
    if (line.starts_with(' ')) line.remove_prefix(1);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

}  // namespace

ApiDocs api_docs(const SemaContext& cx, const CheckedProgram& program) {
  ApiDocs docs;
  for (const ImportedFile* file : program.files) {
    for (const ast::Decl* decl : file->program->decls) {
      if (!decl->doc.loc.valid()) continue;
      const std::string text = comment_text(cx.sources.text(decl->doc.loc));
      if (const auto* type = ast::as<ast::TypeDecl>(decl))
        docs.types.insert_or_assign(std::string(cx.text(type->name.name)), text);
      if (file != program.files.back()) continue;
      const auto* value = ast::as<ast::ValDecl>(decl);
      if (value != nullptr && value->symbol != nullptr && value->symbol->entry)
        docs.entries.insert_or_assign(std::string(cx.text(value->name.name)), text);
    }
  }
  return docs;
}

}  // namespace planish
