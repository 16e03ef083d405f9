#include "syntax/parser/names.h"

#include "syntax/literal.h"
#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

// ---- Names

bool NameParser::at_decimal() const {
  if (!at(Kind::Int)) return false;
  return std::ranges::all_of(text(loc()),
                             [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

Ident NameParser::field_name(std::string_view what) {
  if (at_decimal()) {
    Loc where = take().loc;
    return {names_.intern(text(where)), where};
  }
  return expect_name(what);
}

QualName NameParser::qual_name(std::string_view what) {
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

bool NameParser::at_binding_operator() const {
  return is_infix(kind()) || at(Kind::Minus) || at(Kind::Bang);
}

QualName NameParser::operator_name() {
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

Ident NameParser::binding_operator() {
  if (at(Kind::Bang)) {
    errors_
        .error(Diag::bad_binding, loc(), "`!` stands before its only operand and cannot be defined")
        .suggest(
            "choose another symbol; one that begins with `!` and goes on, such as `!!`, is an "
            "infix operator");
    errors_.unwind();
  }
  QualName name = operator_name();
  if (!name.quals.empty()) {
    errors_.error(Diag::bad_binding, name.loc, "a qualified name cannot be defined")
        .suggest(fmt::format("write `{}`", names_.text(name.name.name)));
    errors_.unwind();
  }
  return name.name;
}

// An operator binds like the longest operator of the language that it begins with.
Precedence NameParser::precedence() const {
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

Attr NameParser::attribute() {
  const Token& open = take();
  Attr attr = attribute_info();
  expect_close(Kind::RBracket, open, {}, Wanted::Head);
  attr.loc = since(open.loc);
  return attr;
}

Attr NameParser::attribute_info() {
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
    expect_close(Kind::RParen, open, "`,`", Wanted::Head);
    attr.args = args.take();
  }
  attr.loc = since(attr.loc);
  return attr;
}

std::string_view NameParser::import_path(Loc& where) {
  if (!at(Kind::String)) {
    Diagnostic& diag = errors_.expected("the path of a file in double quotes");
    if (at(Kind::Ident)) {
      diag.suggest(fmt::format("write `\"{}\"`", text(loc())))
          .replace(loc(), fmt::format("\"{}\"", text(loc())));
    }
    errors_.unwind();
  }
  where = loc();
  const auto* literal = static_cast<const StringLit*>(parse_.atoms.string());
  return literal->bytes;
}

}  // namespace planish
