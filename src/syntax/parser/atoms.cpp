#include "syntax/parser/atoms.h"

#include "syntax/literal.h"
#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

Expr* AtomParser::atom() {
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
          errors_.error(Diag::unexpected_token, loc(), "only a module can be opened with `.(`")
              .label(value->loc, "this is not the name of a module");
          errors_.unwind();
        }
        const Token& open = take();
        Expr* body = parse_.expressions.expression();
        expect_close(Kind::RParen, open);
        auto* node = make<LocalOpen>(since(value->loc));
        node->module = static_cast<Var*>(value)->name;
        node->body = body;
        value = node;
      } else {
        check_point(value);
        Ident field = parse_.names.field_name("the name of a field");
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
void AtomParser::check_point(const Expr* number) {
  bool integer = number->kind == ExprKind::IntLit;
  if (!integer && number->kind != ExprKind::FloatLit) return;
  if (at(Kind::Ident) && !cur_->space_before) {
    errors_.error(Diag::bad_literal, since(number->loc), "a digit must follow the point of a float")
        .replace({loc().begin, loc().begin}, "0")
        .suggest("write `0` after the point");
    errors_.unwind();
  }
  if (at(Kind::Ident) || (integer && at(Kind::Int))) {
    errors_
        .error(Diag::bad_literal, since(number->loc),
               "a float has digits directly before and behind its point")
        .suggest("write `0` where there are none, as in `1.0` and `0.5`");
    errors_.unwind();
  }
}

Expr* AtomParser::atom_start() {
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
    default: errors_.fail_expression();
  }
}

Expr* AtomParser::name_atom() {
  auto* node = make<Var>(loc());
  node->name = parse_.names.qual_name("a name");
  node->loc = node->name.loc;
  return node;
}

// ---- Literals

Expr* AtomParser::integer() {
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

Expr* AtomParser::floating() {
  Loc where = take().loc;
  FloatValue value = float_value(text(where));
  if (value.malformed) return make<ErrorExpr>(where);
  auto* node = make<FloatLit>(where);
  node->value = value.value;
  node->suffix = value.suffix;
  return node;
}

Expr* AtomParser::character() {
  Loc where = take().loc;
  std::string_view inner = text({where.begin + 1, where.end - 1});
  uint32_t code_point = 0;
  if (auto bad = character_value(code_point, inner)) {
    errors_.error(Diag::bad_literal, where, std::string(bad->reason))
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

Expr* AtomParser::string() {
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
    errors_
        .error(Diag::bad_literal,
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
Expr* AtomParser::parenthesised() {
  const Token& open = take();
  if (accept(Kind::RParen)) return make<Tuple>(since(open.loc));
  if (at(Kind::Dot)) return projection_section(open);
  if (is_infix(kind()) || (at(Kind::Minus) && kind_after() == Kind::RParen)) {
    bool backticks = at(Kind::Backtick);
    QualName op = parse_.names.operator_name();
    if (accept(Kind::RParen)) {
      auto* node = make<OpSection>(since(open.loc));
      node->op = op;
      node->backticks = backticks;
      return node;
    }
    Expr* operand = parse_.expressions.operation(Precedence::Range);
    expect_close(Kind::RParen, open);
    auto* node = make<OpSectionRight>(since(open.loc));
    node->op = op;
    node->backticks = backticks;
    node->operand = operand;
    return node;
  }

  Expr* value = parse_.expressions.operation(Precedence::Range, ExpressionParser::Section::Allowed);
  if (parse_.names.precedence() != Precedence::None) {
    bool backticks = at(Kind::Backtick);
    QualName op = parse_.names.operator_name();
    expect_close(Kind::RParen, open);
    auto* node = make<OpSectionLeft>(since(open.loc));
    node->op = op;
    node->backticks = backticks;
    node->operand = value;
    return node;
  }
  value = parse_.expressions.ascriptions(value);
  if (at(Kind::Comma)) {
    List<Expr*> elems(*this);
    elems.add(value);
    while (accept(Kind::Comma)) {
      if (at(Kind::RParen) && elems.size() > 1) break;
      elems.add(parse_.expressions.expression());
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
Expr* AtomParser::projection_section(const Token& open) {
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
        step.field = parse_.names.field_name("the name of a field");
      }
    } else {
      errors_.fail_unclosed(open, Kind::RParen, "`.` and a field, `[`", Wanted::Other);
    }
    step.loc = since(step.loc);
    steps.add(step);
  }
  cur_++;
  auto* node = make<ProjectSection>(since(open.loc));
  node->steps = steps.take();
  return node;
}

Expr* AtomParser::array_literal() {
  const Token& open = take();
  List<Expr*> elems(*this);
  while (!at(Kind::RBracket)) {
    elems.add(parse_.expressions.expression());
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBracket, open, "`,`");
  auto* node = make<ArrayLit>(since(open.loc));
  node->elems = elems.take();
  return node;
}

Expr* AtomParser::record() {
  const Token& open = take();
  List<RecordField> fields(*this);
  while (!at(Kind::RBrace)) {
    RecordField field;
    bool number = at(Kind::Int);
    if (at(Kind::Let) || at(Kind::If) || at(Kind::Loop) || at(Kind::Match)) {
      errors_.expected("the name of a field")
          .suggest("braces make records; to group an expression, use parentheses");
      errors_.unwind();
    }
    field.name = parse_.names.field_name("the name of a field");
    if (number || at(Kind::Equal)) {
      expect(Kind::Equal, "`=` and the value of the field");
      field.value = parse_.expressions.expression();
    } else {
      field.implicit = true;
      auto* var = make<Var>(field.name.loc);
      var->name = {{}, field.name, field.name.loc};
      field.value = var;
    }
    fields.add(field);
    if (field.implicit && at(Kind::Colon)) {
      errors_.expected("`=`, `,` or `}`")
          .suggest("the value of a field stands after `=`")
          .replace(loc(), " =");
      errors_.unwind();
    }
    if (field.implicit && at(Kind::With)) {
      errors_.expected("`=`, `,` or `}`")
          .suggest("a field is changed without braces: `r with x = e`");
      errors_.unwind();
    }
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBrace, open, "`,`");
  auto* node = make<Record>(since(open.loc));
  node->fields = fields.take();
  return node;
}

// ---- Indices

std::span<const DimIndex> AtomParser::indices() {
  const Token& open = take();
  List<DimIndex> list(*this);
  while (!at(Kind::RBracket)) {
    list.add(index());
    if (!accept(Kind::Comma)) break;
  }
  expect_close(Kind::RBracket, open, "`,`");
  return list.take();
}

DimIndex AtomParser::index() {
  DimIndex result;
  Loc first = loc();
  Expr* start = at(Kind::Colon) ? nullptr : parse_.expressions.operation(Precedence::Range);
  if (!accept(Kind::Colon)) {
    result.index = start;
  } else {
    result.slice = true;
    result.from = start;
    if (!at(Kind::Colon) && !at(Kind::Comma) && !at(Kind::RBracket))
      result.to = parse_.expressions.operation(Precedence::Range);
    if (accept(Kind::Colon)) {
      result.second_colon = true;
      result.stride = parse_.expressions.operation(Precedence::Range);
    }
  }
  result.loc = since(first);
  return result;
}

}  // namespace planish
