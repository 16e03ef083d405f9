#include "syntax/format.h"

#include "support/arena.h"
#include "syntax/format_tree.h"
#include "syntax/parser.h"

namespace planish {

using namespace ast;

void TreeFormatter::value(const Expr* e) {
  GapStyle style{.at = Break::Fill, .flat = Flat::Space};
  switch (e->kind) {
    // These have their ends at the margins, and may begin on the line.
    case ExprKind::Parens:
    case ExprKind::Tuple:
    case ExprKind::Record:
    case ExprKind::ArrayLit:
    case ExprKind::Lambda:
    case ExprKind::LocalOpen: break;
    default: style.forced = !on_one_line(e->loc); break;
  }
  indented([&] { expr(e); }, style);
}

void TreeFormatter::indices(std::span<const DimIndex> list, uint32_t end) {
  auto colon = [&] { attached_token(); };
  auto part = [&](const Expr* e) {
    if (e == nullptr) return;
    out_.gap({.at = Break::Never, .flat = Flat::None});
    expr(e);
  };
  bracketed(
      list.size(), end, Wrap::Fill, [&](size_t i) { return list[i].loc.begin; },
      [&](size_t i) {
        const DimIndex& index = list[i];
        if (!index.slice) return expr(index.index);
        if (index.from != nullptr) expr(index.from);
        colon();
        part(index.to);
        if (index.second_colon) colon();
        part(index.stride);
      });
}

void TreeFormatter::path(std::span<const PathStep> steps) {
  for (const PathStep& step : steps) {
    out_.tokens_until(step.loc.begin);
    if (step.is_index) {
      // `(.[i])` has a dot before the bracket.
      while (next_kind() == TokenKind::Dot) out_.token();
      indices(step.indices, step.loc.end);
    } else {
      out_.tokens_until(step.loc.end);
    }
  }
}

// ---- The whole

namespace {

// The same tokens and comments, in the same order?
bool same_program(const SourceFile& before, const LexResult& a, const SourceFile& after,
                  const LexResult& b) {
  auto text = [](const SourceFile& file, Loc loc) {
    std::string_view all = file.text.substr(loc.begin - file.base, loc.end - loc.begin);
    while (!all.empty() &&
           std::string_view(" \t\r\f\v").find(all.back()) != std::string_view::npos) {
      all.remove_suffix(1);
    }
    return all;
  };
  if (a.tokens.size() != b.tokens.size() || a.comments.size() != b.comments.size()) return false;
  for (size_t i = 0; i < a.tokens.size(); i++) {
    if (a.tokens[i].kind != b.tokens[i].kind) return false;
    if (text(before, a.tokens[i].loc) != text(after, b.tokens[i].loc)) return false;
  }
  for (size_t i = 0; i < a.comments.size(); i++) {
    if (text(before, a.comments[i].loc) != text(after, b.comments[i].loc)) return false;
  }
  return true;
}

}  // namespace

Formatted format(const SourceFile& file, Interner& names, Diagnostics& diags) {
  Arena arena;
  size_t reported = diags.size();
  size_t errors = diags.error_count();
  Program* program = parse(file, arena, names, diags);
  std::span<Spec*> specs;
  if (diags.error_count() > errors) {
    Diagnostics not_specs;
    specs = parse_specs(file, arena, names, not_specs);
    if (not_specs.has_errors()) return {FormatStatus::SyntaxErrors, {}};
    diags.truncate(reported);
    program = nullptr;
  }

  Diagnostics ignored;  // the parser has reported what there was
  LexResult lexed = lex(file, names, ignored);
  TokenStream tokens(file, lexed);
  Layout layout(tokens);
  TreeFormatter formatter(layout, tokens);
  if (program != nullptr) {
    formatter.program(*program);
  } else {
    formatter.specs(specs);
  }
  std::string text = layout.print();

  SourceMap scratch;
  const SourceFile* result = scratch.add(file.path, std::move(text));
  if (!same_program(file, lexed, *result, lex(*result, names, ignored)))
    return {FormatStatus::Unsafe, {}};
  return {FormatStatus::Done, std::string(result->text)};
}

}  // namespace planish
