#include "syntax/parser.h"

#include <algorithm>

#include "syntax/literal.h"
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

// ---- Set-up

Parser::Parser(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags)
    : stack_base_(static_cast<const char*>(__builtin_frame_address(0))),
      file_(file),
      arena_(arena),
      names_(names),
      diags_(diags) {
  size_t reported = diags.size();
  lexed_ = lex(file, names, diags);
  errors_ = static_cast<int>(diags.size() - reported);
  size_t end = lexed_.tokens.size() - 1;
  for (size_t i = 0; i < kPadding; i++) lexed_.tokens.push_back(lexed_.tokens[end]);
  first_ = lexed_.tokens.data();
  cur_ = first_;

  // A documentation comment goes on over the comments on the lines directly below.
  const std::vector<Comment>& comments = lexed_.comments;
  for (size_t i = 0; i < comments.size(); i++) {
    if (!comments[i].doc) continue;
    Loc block = comments[i].loc;
    while (i + 1 < comments.size()) {
      std::string_view between = text({block.end, comments[i + 1].loc.begin});
      if (between.starts_with('\r')) between.remove_prefix(1);
      if (!between.starts_with('\n')) break;
      if (between.substr(1).find_first_not_of(" \t\f\v") != std::string_view::npos) break;
      block.end = comments[++i].loc.end;
    }
    docs_.push_back({block});
  }
}

Program* Parser::program() {
  Program* program = arena_.make<Program>();
  program->loc = file_.whole();
  // The first documentation comment describes the file.
  if (!docs_.empty() && docs_[0].loc.end <= loc().begin && !at(Kind::End)) {
    program->doc = docs_[0];
    next_doc_ = 1;
  }
  List<Decl*> decls(*this);
  try {
    declarations(decls, Kind::End);
    check_docs_before(file_.whole().end);
  } catch (Stopped&) {
  }
  program->decls = decls.take();
  return program;
}

Expr* Parser::only_expression() {
  const Token* first = cur_;
  unit_ = first;
  try {
    Expr* result = expression();
    if (!at(Kind::End)) fail_expected("the end of the expression");
    check_depth(result, first);
    return result;
  } catch (DeclarationError&) {
  } catch (Stopped&) {
  }
  return make<ErrorExpr>(file_.whole());
}

std::span<Spec*> Parser::only_specs() {
  List<Spec*> list(*this);
  try {
    specs(list, Kind::End);
    check_docs_before(file_.whole().end);
  } catch (Stopped&) {
  }
  return list.take();
}

// ---- Tokens

uint32_t Parser::column(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  size_t line = offset == 0 ? 0 : file_.text.rfind('\n', offset - 1) + 1;
  return static_cast<uint32_t>(offset - line);
}

bool Parser::at_column_zero(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  return offset == 0 || file_.text[offset - 1] == '\n';
}

bool Parser::at_line_start(const Token& token) const {
  size_t offset = token.loc.begin - file_.base;
  while (offset > 0 && (file_.text[offset - 1] == ' ' || file_.text[offset - 1] == '\t')) offset--;
  return offset == 0 || file_.text[offset - 1] == '\n';
}

const Token& Parser::expect(Kind k, std::string_view what, const Token* construct) {
  if (!at(k)) fail_expected(what, construct);
  return take();
}

Ident Parser::expect_name(std::string_view what) {
  if (!at(Kind::Ident)) fail_name(what);
  return take_name();
}

void Parser::expect_close(Kind close, const Token& open, std::string_view or_else, Place place) {
  if (!at(close)) fail_unclosed(open, close, or_else, place);
  cur_++;
}

// ---- Names

bool Parser::at_decimal() const {
  if (!at(Kind::Int)) return false;
  return std::ranges::all_of(text(loc()),
                             [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

Ident Parser::field_name(std::string_view what) {
  if (at_decimal()) {
    Loc where = take().loc;
    return {names_.intern(text(where)), where};
  }
  return expect_name(what);
}

QualName Parser::qual_name(std::string_view what) {
  Ident name = expect_name(what);
  if (!at(Kind::Dot) || kind_after() != Kind::Ident) return {{}, name, name.loc};
  Loc first = name.loc;
  List<Ident> quals(*this);
  while (at(Kind::Dot) && kind_after() == Kind::Ident) {
    quals.add(name);
    cur_++;
    name = take_name();
  }
  return {quals.take(), name, since(first)};
}

bool Parser::at_infix(Kind k) const {
  switch (k) {
    case Kind::Operator:
    case Kind::QualOperator:
    case Kind::Backtick:
    case Kind::Star:
    case Kind::Less:
    case Kind::Hat:
    case Kind::Pipe: return true;
    default: return false;
  }
}

bool Parser::at_binding_operator() const {
  return at_infix(kind()) || at(Kind::Minus) || at(Kind::Bang);
}

QualName Parser::operator_name() {
  const Token& token = take();
  if (token.kind == Kind::Backtick) {
    QualName name = qual_name("the name of a function");
    expect(Kind::Backtick, "a closing backtick");
    return name;
  }
  if (token.kind != Kind::QualOperator) return simple_name(token);
  List<Ident> quals(*this);
  std::string_view rest = text(token.loc);
  uint32_t begin = token.loc.begin;
  // The symbol itself may hold dots.
  size_t symbol = rest.size() - names_.text(token.name).size();
  while (begin - token.loc.begin < symbol) {
    auto length = static_cast<uint32_t>(rest.find('.'));
    quals.add({names_.intern(rest.substr(0, length)), {begin, begin + length}});
    rest.remove_prefix(length + 1);
    begin += length + 1;
  }
  return {quals.take(), {token.name, {begin, token.loc.end}}, token.loc};
}

Ident Parser::binding_operator() {
  if (at(Kind::Bang)) {
    error(Diag::bad_binding, loc(), "`!` stands before its only operand and cannot be defined")
        .suggest(
            "choose another symbol; one that begins with `!` and goes on, such as `!!`, is an "
            "infix operator");
    unwind();
  }
  QualName name = operator_name();
  if (!name.quals.empty()) {
    error(Diag::bad_binding, name.loc, "a qualified name cannot be defined")
        .suggest(fmt::format("write `{}`", names_.text(name.name.name)));
    unwind();
  }
  return name.name;
}

// An operator binds like the longest operator of the language that it begins with.
Precedence Parser::precedence() const {
  std::string_view symbol;
  switch (kind()) {
    case Kind::Operator: symbol = text(loc()); break;
    case Kind::QualOperator: symbol = names_.text(cur_->name); break;
    case Kind::Minus: return Precedence::Sum;
    case Kind::Star: return Precedence::Product;
    case Kind::Less: return Precedence::Comparison;
    case Kind::Hat:
    case Kind::Pipe: return Precedence::Bitwise;
    case Kind::Backtick: return Precedence::Backtick;
    case Kind::With: return Precedence::With;
    case Kind::DotDot:
    case Kind::DotDotDot:
    case Kind::DotDotLess:
    case Kind::DotDotGreater: return Precedence::Range;
    default: return Precedence::None;
  }
  char second = symbol.size() > 1 ? symbol[1] : '\0';
  switch (symbol[0]) {
    case '+':
    case '-': return Precedence::Sum;
    case '*': return second == '*' ? Precedence::Power : Precedence::Product;
    case '/':
    case '%': return Precedence::Product;
    case '<':
      if (second == '|') return Precedence::PipeLeft;
      return second == '<' ? Precedence::Shift : Precedence::Comparison;
    case '>': return second == '>' ? Precedence::Shift : Precedence::Comparison;
    case '&': return second == '&' ? Precedence::LogicalAnd : Precedence::Bitwise;
    case '|':
      if (second == '>') return Precedence::PipeRight;
      return second == '|' ? Precedence::LogicalOr : Precedence::Bitwise;
    case '^': return Precedence::Bitwise;
    default: return Precedence::Comparison;  // = and !
  }
}

// ---- Attributes, imports, documentation

Attr Parser::attribute() {
  const Token& open = take();
  Attr attr = attribute_info();
  expect_close(Kind::RBracket, open, {}, Place::Head);
  attr.loc = since(open.loc);
  return attr;
}

Attr Parser::attribute_info() {
  DepthGuard guard(*this);
  Attr attr;
  attr.loc = loc();
  if (at(Kind::Int) && integer_value(text(loc())).suffix == PrimSuffix::None) {
    attr.number = integer_value(text(take().loc)).value;
    return attr;
  }
  attr.name = expect_name("the name of an attribute");
  attr.kind = attribute_named(names_.text(attr.name.name));
  if (at(Kind::LParen)) {
    const Token& open = take();
    attr.applied = true;
    List<Attr> args(*this);
    while (!at(Kind::RParen)) {
      args.add(attribute_info());
      if (!accept(Kind::Comma)) break;
    }
    expect_close(Kind::RParen, open, "`,`", Place::Head);
    attr.args = args.take();
  }
  attr.loc = since(attr.loc);
  return attr;
}

std::string_view Parser::import_path(Loc& where) {
  if (!at(Kind::String)) {
    Diagnostic& diag = expected("the path of a file in double quotes");
    if (at(Kind::Ident)) {
      diag.suggest(fmt::format("write `\"{}\"`", text(loc())))
          .replace(loc(), fmt::format("\"{}\"", text(loc())));
    }
    unwind();
  }
  where = loc();
  const auto* literal = static_cast<const StringLit*>(string());
  return literal->bytes;
}

// The comment that stands before the current token, where a declaration or spec begins.
DocComment Parser::take_doc(DocRule rule) {
  uint32_t before = cur_ == first_ ? 0 : cur_[-1].loc.end;
  check_docs_before(before);
  size_t after = next_doc_;
  while (after < docs_.size() && docs_[after].loc.begin < loc().begin) after++;
  if (after == next_doc_) return {};
  if (rule == DocRule::One) check_docs_before(docs_[after - 1].loc.begin);
  next_doc_ = after;
  return docs_[after - 1];
}

// Comments that begin before the offset and have not been taken document nothing.
void Parser::check_docs_before(uint32_t offset) {
  while (next_doc_ < docs_.size() && docs_[next_doc_].loc.begin < offset) {
    Loc where = docs_[next_doc_++].loc;
    // Unread text around an error may well hold the declaration that is meant.
    if (errors_ > 0) continue;
    error(Diag::misplaced_doc, {where.begin, where.begin + 4},
          "this documentation comment does not stand before a declaration")
        .suggest("begin an ordinary comment with `--` and no `|`");
  }
}

// ---- Entry points

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
