#include "syntax/parser.h"

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

namespace {

class Parser {
 public:
  Parser(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags)
      : file_(file),
        reported_(diags.size()),
        state_(file, arena, names, diags),
        errors_(state_, diags, diags.size() - reported_,
                static_cast<const char*>(__builtin_frame_address(0))),
        grammar_(state_, errors_) {}

  Program* program() {
    Program* program = state_.arena.make<Program>();
    program->loc = file_.whole();
    program->doc = grammar_.docs.take_first();
    TokenReader::List<Decl*> decls(grammar_.declarations);
    try {
      grammar_.declarations.declarations(decls, TokenKind::End);
      grammar_.docs.check_before(file_.whole().end);
    } catch (Stopped&) {
    }
    program->decls = decls.take();
    return program;
  }

  Expr* only_expression() {
    try {
      return grammar_.expressions.only_expression();
    } catch (DeclarationError&) {
    } catch (Stopped&) {
    }
    auto* error = state_.arena.make<ErrorExpr>();
    error->kind = ErrorExpr::K;
    error->loc = file_.whole();
    return error;
  }

  std::span<Spec*> only_specs() {
    TokenReader::List<Spec*> list(grammar_.modules);
    try {
      grammar_.modules.specs(list, TokenKind::End);
      grammar_.docs.check_before(file_.whole().end);
    } catch (Stopped&) {
    }
    return list.take();
  }

 private:
  const SourceFile& file_;
  size_t reported_;  // before the lexer began
  ParseState state_;
  SyntaxErrors errors_;
  Grammar grammar_;
};

}  // namespace

Program* parse(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags) {
  return Parser(file, arena, names, diags).program();
}

Expr* parse_expression(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags) {
  return Parser(file, arena, names, diags).only_expression();
}

std::span<Spec*> parse_specs(const SourceFile& file, Arena& arena, Interner& names,
                             Diagnostics& diags) {
  return Parser(file, arena, names, diags).only_specs();
}

}  // namespace planish
