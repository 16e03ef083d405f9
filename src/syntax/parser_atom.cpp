// The smallest expressions: names, literals, what stands in brackets, and the projections and
// indices behind them.
#include "syntax/literal.h"
#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

bool Parser::begins_atom(Kind k) {
  switch (k) {
    case Kind::Ident:
    case Kind::Constructor:
    case Kind::Int:
    case Kind::Float:
    case Kind::Char:
    case Kind::String:
    case Kind::True:
    case Kind::False:
    case Kind::Hole:
    case Kind::LParen:
    case Kind::LBracket:
    case Kind::LBrace: return true;
    default: return false;
  }
}

Expr* Parser::atom() {
  Expr* value = atom_start();
  for (;;) {
    if (at(Kind::Indexing)) {
      std::span<const DimIndex> where = indices();
      auto* node = make<Index>(since(value->loc));
      node->array = value;
      node->indices = where;
      value = node;
    } else if (at(Kind::Dot)) {
      cur_++;
      if (at(Kind::LParen)) {
        if (value->kind != ExprKind::Var) {
          error(Diag::unexpected_token, loc(), "only a module can be opened with `.(`")
              .label(value->loc, "this is not the name of a module");
          unwind();
        }
        const Token& open = take();
        Expr* body = expression();
        expect_close(Kind::RParen, open);
        auto* node = make<LocalOpen>(since(value->loc));
        node->module = static_cast<Var*>(value)->name;
        node->body = body;
        value = node;
      } else {
        check_point(value);
        Ident field = field_name("the name of a field");
        auto* node = make<Project>(since(value->loc));
        node->from = value;
        node->field = field;
        value = node;
      }
    } else {
      return value;
    }
  }
}

// A number and a point are a float that was written wrongly, and spaces must not decide whether
// they are: a number has no fields.
void Parser::check_point(const Expr* number) {
  bool integer = number->kind == ExprKind::IntLit;
  if (!integer && number->kind != ExprKind::FloatLit) return;
  if (at(Kind::Ident) && !cur_->space_before) {
    error(Diag::bad_literal, since(number->loc), "a digit must follow the point of a float")
        .replace({loc().begin, loc().begin}, "0")
        .suggest("write `0` after the point");
    unwind();
  }
  if (at(Kind::Ident) || (integer && at(Kind::Int))) {
    error(Diag::bad_literal, since(number->loc),
          "a float has digits directly before and behind its point")
        .suggest("write `0` where there are none, as in `1.0` and `0.5`");
    unwind();
  }
}

Expr* Parser::atom_start() {
  switch (kind()) {
    case Kind::Ident: return name_atom();
    case Kind::Int: return integer();
    case Kind::Float: return floating();
    case Kind::Char: return character();
    case Kind::String: return string();
    case Kind::True:
    case Kind::False: {
      const Token& token = take();
      auto* node = make<BoolLit>(token.loc);
      node->value = token.kind == Kind::True;
      return node;
    }
    case Kind::Hole: return make<Hole>(take().loc);
    case Kind::Constructor: {
      const Token& token = take();
      auto* node = make<Constr>(token.loc);
      node->name = {token.name, token.loc};
      return node;
    }
    case Kind::LParen: return parenthesised();
    case Kind::LBracket: return array_literal();
    case Kind::LBrace: return record();
    default: fail_expression();
  }
}

Expr* Parser::name_atom() {
  auto* node = make<Var>(loc());
  node->name = qual_name("a name");
  node->loc = node->name.loc;
  return node;
}

// ---- Literals

Expr* Parser::integer() {
  Loc where = take().loc;
  IntegerValue value = integer_value(text(where));
  if (value.malformed) return make<ErrorExpr>(where);  // reported by the lexer
  auto* node = make<IntLit>(where);
  node->value = value.value;
  node->approximate = value.approximate;
  node->overflow = value.overflow;
  node->suffix = value.suffix;
  return node;
}

Expr* Parser::floating() {
  Loc where = take().loc;
  FloatValue value = float_value(text(where));
  if (value.malformed) return make<ErrorExpr>(where);
  auto* node = make<FloatLit>(where);
  node->value = value.value;
  node->suffix = value.suffix;
  return node;
}

Expr* Parser::character() {
  Loc where = take().loc;
  std::string_view inner = text({where.begin + 1, where.end - 1});
  uint32_t code_point = 0;
  if (auto bad = character_value(code_point, inner)) {
    error(Diag::bad_literal, where, std::string(bad->reason))
        .suggest(
            "escapes are `\\n`, `\\t`, `\\\\`, `\\'` and the like, or a decimal code as in "
            "`'\\65'`");
  }
  auto* node = make<IntLit>(where);
  node->value = code_point;
  node->approximate = code_point;
  node->character = true;
  return node;
}

Expr* Parser::string() {
  Loc where = take().loc;
  std::string_view inner = text({where.begin + 1, where.end - 1});
  auto* node = make<StringLit>(where);
  if (inner.find('\\') == std::string_view::npos) {
    node->bytes = arena_.copy(inner);
    return node;
  }
  std::string bytes;
  if (auto bad = append_unescaped(bytes, inner)) {
    auto begin = where.begin + 1;
    error(Diag::bad_literal,
          {begin + static_cast<uint32_t>(bad->from), begin + static_cast<uint32_t>(bad->to)},
          std::string(bad->reason))
        .suggest(
            "write a backslash as `\\\\`; escapes are `\\n`, `\\t`, `\\\"` and the like, or a code "
            "as in `\\65`, "
            "`\\x41`");
  }
  node->bytes = arena_.copy(std::string_view(bytes));
  return node;
}

// ---- Brackets

// ( … ): a parenthesised expression, a tuple or a section.
Expr* Parser::parenthesised() {
  const Token& open = take();
  if (accept(Kind::RParen)) return make<Tuple>(since(open.loc));
  if (at(Kind::Dot)) return projection_section(open);
  if (at_infix(kind()) || (at(Kind::Minus) && kind_after() == Kind::RParen)) {
    bool backticks = at(Kind::Backtick);
    QualName op = operator_name();
    if (accept(Kind::RParen)) {
      auto* node = make<OpSection>(since(open.loc));
      node->op = op;
      node->backticks = backticks;
      return node;
    }
    Expr* operand = operation(Precedence::Range);
    expect_close(Kind::RParen, open);
    auto* node = make<OpSectionRight>(since(open.loc));
    node->op = op;
    node->backticks = backticks;
    node->operand = operand;
    return node;
  }

  Expr* value = operation(Precedence::Range, Section::Allowed);
  if (precedence() != Precedence::None) {
    bool backticks = at(Kind::Backtick);
    QualName op = operator_name();
    expect_close(Kind::RParen, open);
    auto* node = make<OpSectionLeft>(since(open.loc));
    node->op = op;
    node->backticks = backticks;
    node->operand = value;
    return node;
  }
  value = ascriptions(value);
  if (at(Kind::Comma)) {
    List<Expr*> elems(*this);
    elems.add(value);
    while (accept(Kind::Comma)) {
      if (at(Kind::RParen) && elems.size() > 1) break;
      elems.add(expression());
    }
    expect_close(Kind::RParen, open, "`,`");
    auto* node = make<Tuple>(since(open.loc));
    node->elems = elems.take();
    return node;
  }
  expect_close(Kind::RParen, open, "`,`");
  auto* node = make<Parens>(since(open.loc));
  node->inner = value;
  return node;
}

// (.x[i].y)
Expr* Parser::projection_section(const Token& open) {
  List<PathStep> steps(*this);
  while (!at(Kind::RParen)) {
    PathStep step;
    step.loc = loc();
    if (at(Kind::Indexing) && !steps.empty()) {
      step.is_index = true;
      step.indices = indices();
    } else if (at(Kind::Dot)) {
      cur_++;
      if (at(Kind::LBracket) && steps.empty()) {
        step.is_index = true;
        step.indices = indices();
      } else {
        step.field = field_name("the name of a field");
      }
    } else {
      fail_unclosed(open, Kind::RParen, "`.` and a field, `[`", Place::Other);
    }
    step.loc = since(step.loc);
    steps.add(step);
  }
  cur_++;
  auto* node = make<ProjectSection>(since(open.loc));
  node->steps = steps.take();
  return node;
}

Expr* Parser::array_literal() {
  const Token& open = take();
  List<Expr*> elems(*this);
  while (!at(Kind::RBracket)) {
    elems.add(expression());
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBracket, open, "`,`");
  auto* node = make<ArrayLit>(since(open.loc));
  node->elems = elems.take();
  return node;
}

Expr* Parser::record() {
  const Token& open = take();
  List<RecordField> fields(*this);
  while (!at(Kind::RBrace)) {
    RecordField field;
    bool number = at(Kind::Int);
    if (at(Kind::Let) || at(Kind::If) || at(Kind::Loop) || at(Kind::Match)) {
      expected("the name of a field")
          .suggest("braces make records; to group an expression, use parentheses");
      unwind();
    }
    field.name = field_name("the name of a field");
    if (number || at(Kind::Equal)) {
      expect(Kind::Equal, "`=` and the value of the field");
      field.value = expression();
    } else {
      field.implicit = true;
      auto* var = make<Var>(field.name.loc);
      var->name = {{}, field.name, field.name.loc};
      field.value = var;
    }
    fields.add(field);
    if (field.implicit && at(Kind::Colon)) {
      expected("`=`, `,` or `}`")
          .suggest("the value of a field stands after `=`")
          .replace(loc(), " =");
      unwind();
    }
    if (field.implicit && at(Kind::With)) {
      expected("`=`, `,` or `}`").suggest("a field is changed without braces: `r with x = e`");
      unwind();
    }
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBrace, open, "`,`");
  auto* node = make<Record>(since(open.loc));
  node->fields = fields.take();
  return node;
}

// ---- Indices

std::span<const DimIndex> Parser::indices() {
  const Token& open = take();
  List<DimIndex> list(*this);
  while (!at(Kind::RBracket)) {
    list.add(index());
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBracket, open, "`,`");
  return list.take();
}

DimIndex Parser::index() {
  DimIndex result;
  Loc first = loc();
  Expr* start = at(Kind::Colon) ? nullptr : operation(Precedence::Range);
  if (!accept(Kind::Colon)) {
    result.index = start;
  } else {
    result.slice = true;
    result.from = start;
    if (!at(Kind::Colon) && !at(Kind::Comma) && !at(Kind::RBracket))
      result.to = operation(Precedence::Range);
    if (accept(Kind::Colon)) {
      result.second_colon = true;
      result.stride = operation(Precedence::Range);
    }
  }
  result.loc = since(first);
  return result;
}

}  // namespace planish
