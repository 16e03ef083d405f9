#include "driver/workspace/repl_input.h"

#include <algorithm>

namespace planish {
namespace {

enum class Syntax : uint8_t { Right, Wrong, BreaksOff };

// A parser that ran out of text points behind the last token.
bool points_behind(const Diagnostics& diags, size_t reported, uint32_t end) {
  for (size_t i = reported; i < diags.size(); i++) {
    const Diagnostic& diagnostic = diags.all()[i];
    if (diagnostic.severity != Severity::Error) continue;
    return std::ranges::any_of(diagnostic.labels, [&](const Label& label) {
      return label.loc.begin == end && label.loc.end == end;
    });
  }
  return false;
}

template <class Parse>
Syntax syntax(Session& session, uint32_t end, Parse parse) {
  Diagnostics& diags = session.diags();
  size_t reported = diags.size(), errors = diags.error_count();
  parse();
  Syntax found = diags.error_count() == errors         ? Syntax::Right
                 : points_behind(diags, reported, end) ? Syntax::BreaksOff
                                                       : Syntax::Wrong;
  diags.truncate(reported);
  return found;
}

// Whether nothing but what the bindings are for is missing.
bool are_bindings(Session& session, const std::string& text) {
  const SourceFile* file = session.add_generated({"<input>", "", text + "\nin ()", 0});
  return syntax(session, 0, [&] { session.parse_expression(*file); }) == Syntax::Right;
}

bool begins_declaration(TokenKind kind) {
  switch (kind) {
    case TokenKind::Def:
    case TokenKind::Entry:
    case TokenKind::Type:
    case TokenKind::Module:
    case TokenKind::Open:
    case TokenKind::Import:
    case TokenKind::Local: return true;
    default: return false;
  }
}

void add_names(const SemaContext& cx, const Env& env, std::string_view prefix,
               std::string_view start, std::vector<std::string>& found) {
  auto add = [&](Name name) {
    std::string_view text = cx.text(name);
    bool word = !text.empty() && (text[0] == '_' || (text[0] >= 'a' && text[0] <= 'z') ||
                                  (text[0] >= 'A' && text[0] <= 'Z'));
    if (word && text.starts_with(start)) found.push_back(std::string(prefix).append(text));
  };
  for (auto [name, value] : env.values) add(name);
  for (auto [name, type] : env.types) add(name);
  for (auto [name, module] : env.modules) add(name);
}

}  // namespace

InputKind input_kind(Session& session, const std::string& text) {
  const SourceFile* file = session.add_generated({"<input>", "", text, 0});
  size_t reported = session.diags().size(), errors = session.diags().error_count();
  std::vector<Token> tokens = session.lex(*file).tokens;
  const bool is_text = session.diags().error_count() == errors;
  session.diags().truncate(reported);
  // What is no text at all is reported when it is evaluated.
  if (tokens.size() < 2) return is_text ? InputKind::Nothing : InputKind::Expression;
  uint32_t end = tokens[tokens.size() - 2].loc.end;
  auto of_declarations = [&] { return syntax(session, end, [&] { session.parse(*file); }); };
  auto of_expression = [&] {
    return syntax(session, end, [&] { session.parse_expression(*file); });
  };
  if (begins_declaration(tokens.front().kind)) {
    return of_declarations() == Syntax::BreaksOff ? InputKind::Incomplete : InputKind::Declarations;
  }
  Syntax expression = of_expression();
  if (expression == Syntax::Right) return InputKind::Expression;
  // `let x = 1` is a definition, until an `in` follows.
  bool may_declare =
      tokens.front().kind == TokenKind::Let || tokens.front().kind == TokenKind::HashBracket;
  Syntax declarations = may_declare ? of_declarations() : Syntax::Wrong;
  if (declarations == Syntax::Right) return InputKind::Declarations;
  // A pattern cannot be declared.
  if (expression == Syntax::BreaksOff && tokens.front().kind == TokenKind::Let &&
      are_bindings(session, text))
    return InputKind::Bindings;
  if (expression == Syntax::BreaksOff || declarations == Syntax::BreaksOff)
    return InputKind::Incomplete;
  return InputKind::Expression;
}

std::vector<std::string> name_completions(Workspace& workspace, std::string_view word) {
  SemaContext& cx = workspace.session().context();
  std::vector<const Env*> envs;
  if (workspace.visible() != nullptr) envs.push_back(&workspace.visible()->env);
  if (const ImportedFile* prelude = workspace.prelude()) envs.push_back(&prelude->env);
  size_t dot = word.find('.');
  std::string_view rest = word;
  while (dot != std::string_view::npos) {
    Name module_name = cx.names.intern(rest.substr(0, dot));
    std::vector<const Env*> inner;
    for (const Env* env : envs) {
      const Module* module = env->modules.find(module_name);
      if (module != nullptr && module->env != nullptr) inner.push_back(module->env);
    }
    // The first hides the others.
    if (inner.size() > 1) inner.resize(1);
    envs = std::move(inner);
    rest.remove_prefix(dot + 1);
    dot = rest.find('.');
  }
  std::vector<std::string> found;
  std::string_view prefix = word.substr(0, word.size() - rest.size());
  for (const Env* env : envs) add_names(cx, *env, prefix, rest, found);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace planish
