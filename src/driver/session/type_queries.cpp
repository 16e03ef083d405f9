#include "driver/session/type_queries.h"

#include <fmt/format.h>

#include "sema/types/symbol.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {
namespace {

using namespace ast;

std::string value_name(std::string_view text) {
  char c = text.empty() ? 'a' : text.front();
  bool word = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return word ? std::string(text) : fmt::format("({})", text);
}

class DefinitionList {
 public:
  explicit DefinitionList(const SemaContext& cx) : cx_(cx) {}

  void add(std::span<Decl* const> decls, const std::string& prefix) {
    for (const Decl* decl : decls) add(decl, prefix);
  }

  std::vector<TypedDefinition> take() { return std::move(found_); }

 private:
  void add(const Decl* decl, const std::string& prefix) {
    if (const auto* local = as<LocalDecl>(decl)) return add(local->inner, prefix);
    if (const auto* val = as<ValDecl>(decl)) {
      if (val->symbol == nullptr || val->symbol->type == nullptr) return;
      found_.push_back({val->val_kind == ValKind::Entry ? "entry" : "def",
                        prefix + value_name(cx_.text(val->name.name)),
                        show_scheme(cx_, *val->symbol), val->name.loc});
      return;
    }
    const auto* mod = as<ModDecl>(decl);
    if (mod == nullptr || !mod->params.empty() || mod->value == nullptr) return;
    if (const auto* body = as<ModBody>(static_cast<const ModExpr*>(mod->value))) {
      add(body->decls, fmt::format("{}{}.", prefix, cx_.text(mod->name.name)));
    }
  }

  const SemaContext& cx_;
  std::vector<TypedDefinition> found_;
};

// Keeps the smallest range around an offset; of equal ones the first, which is further out.
class Innermost {
 public:
  explicit Innermost(uint32_t offset) : offset_(offset) {}

  bool better(Loc loc) const {
    bool around = loc.begin <= offset_ && offset_ < std::max(loc.end, loc.begin + 1);
    return around && (!found_.valid() || loc.end - loc.begin < found_.end - found_.begin);
  }
  void take(Loc loc) { found_ = loc; }
  Loc found() const { return found_; }

 private:
  uint32_t offset_;
  Loc found_;
};

}  // namespace

std::vector<TypedDefinition> definition_types(const SemaContext& cx, const ImportedFile& file) {
  DefinitionList list(cx);
  if (file.program != nullptr) list.add(file.program->decls, "");
  return list.take();
}

std::optional<TypedRange> type_at(const SemaContext& cx, const ImportedFile& file,
                                  uint32_t offset) {
  if (file.program == nullptr) return std::nullopt;
  Innermost innermost(offset);
  const Type* type = nullptr;
  const ValueSymbol* symbol = nullptr;
  auto consider = [&](Loc loc, const Type* t, const ValueSymbol* s) {
    if ((t == nullptr && s == nullptr) || !innermost.better(loc)) return;
    innermost.take(loc);
    type = t;
    symbol = s;
  };
  for (const Decl* decl : file.program->decls) {
    if (offset < decl->loc.begin || offset >= decl->loc.end) continue;
    walk_tree(decl, [&](const TreeNode& node) {
      if (const auto* e = std::get_if<const Expr*>(&node.node))
        consider((*e)->loc, (*e)->type, nullptr);
      if (const auto* p = std::get_if<const Pattern*>(&node.node))
        consider((*p)->loc, (*p)->type, nullptr);
      if (const auto* d = std::get_if<const Decl*>(&node.node)) {
        if (const auto* val = as<ValDecl>(*d); val != nullptr && val->symbol != nullptr) {
          consider(val->name.loc, nullptr, val->symbol->type != nullptr ? val->symbol : nullptr);
        }
      }
    });
  }
  if (!innermost.found().valid()) return std::nullopt;
  bool polymorphic = symbol != nullptr && !symbol->params.empty();
  if (symbol != nullptr && !polymorphic) type = symbol->type;
  return TypedRange{polymorphic ? show_scheme(cx, *symbol) : show(cx, type), innermost.found()};
}

std::optional<uint32_t> offset_at(const SourceMap& sources, const SourceFile& file, uint32_t line,
                                  uint32_t column) {
  if (line == 0 || column == 0 || line > sources.line_count(file)) return std::nullopt;
  std::string_view text = sources.line(file, line);
  uint32_t start = file.base + static_cast<uint32_t>(text.data() - file.text.data());
  uint32_t characters = 0;
  for (uint32_t i = 0; i < text.size(); i++) {
    bool begins = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (begins && ++characters == column) return start + i;
  }
  return std::nullopt;
}

}  // namespace planish
