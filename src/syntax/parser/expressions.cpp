#include "syntax/parser/expressions.h"

#include <utility>

#include "syntax/parser/grammar.h"

namespace planish {

using namespace ast;

Expr* ExpressionParser::only_expression() {
  const Token* first = cur_;
  state_.unit = first;
  Expr* result = expression();
  if (!at(Kind::End)) errors_.fail_expected("the end of the expression");
  check_depth(result, first);
  return result;
}

Expr* ExpressionParser::expression() { return ascriptions(operation(Precedence::Range)); }

Expr* ExpressionParser::ascriptions(Expr* value) {
  for (;;) {
    if (accept(Kind::Colon)) {
      TypeExpr* ascribed = parse_.types.type();
      auto* node = make<Ascribe>(since(value->loc));
      node->value = value;
      node->ascribed = ascribed;
      value = node;
    } else if (accept(Kind::ColonGreater)) {
      TypeExpr* target = parse_.types.type();
      auto* node = make<Coerce>(since(value->loc));
      node->value = value;
      node->target = target;
      value = node;
    } else {
      return value;
    }
  }
}

// True before an operator that is followed by `)`.
bool ExpressionParser::at_section_end() const {
  if (at(Kind::Minus) || (is_infix(kind()) && !at(Kind::Backtick)))
    return kind_after() == Kind::RParen;
  if (!at(Kind::Backtick)) return false;
  const Token* token = cur_ + 1;
  while (token->kind == Kind::Ident || token->kind == Kind::Dot) token++;
  return token->kind == Kind::Backtick && token[1].kind == Kind::RParen;
}

Expr* ExpressionParser::operation(Precedence loosest, Section section) {
  DepthGuard guard(*this);
  Expr* left = prefixed();
  for (;;) {
    Precedence here = parse_.names.precedence();
    if (here < loosest) return left;
    if (here == Precedence::Range) {
      left = range(left);
      continue;
    }
    if (here == Precedence::With) {
      left = update(left);
      continue;
    }
    if (section == Section::Allowed && at_section_end()) return left;
    bool backticks = at(Kind::Backtick);
    QualName op = parse_.names.operator_name();
    bool right_associative = here == Precedence::PipeLeft;
    Expr* right = operation(right_associative ? here : Precedence(static_cast<int>(here) + 1));
    auto* node = make<BinOp>(since(left->loc));
    node->op = op;
    node->backticks = backticks;
    node->left = left;
    node->right = right;
    left = node;
  }
}

Expr* ExpressionParser::range(Expr* start) {
  Expr* second = nullptr;
  const Token& dots = *cur_;
  if (accept(Kind::DotDot)) {
    second = operation(Precedence::Backtick);
    if (parse_.names.precedence() != Precedence::Range || at(Kind::DotDot)) {
      errors_
          .error(Diag::unexpected_token, dots.loc,
                 "a range is written with `...`, `..<` or `..>`, not with `..` alone")
          .suggest(
              "`a...b` includes b, `a..<b` counts up to b without it, `a..>b` counts down; "
              "`a..b...c` has the step b - a")
          .replace(dots.loc, "...");
      errors_.unwind();
    }
  }
  RangeEnd end_kind = at(Kind::DotDotDot)    ? RangeEnd::Inclusive
                      : at(Kind::DotDotLess) ? RangeEnd::UpTo
                                             : RangeEnd::DownTo;
  cur_++;
  Expr* end = operation(Precedence::Range);
  auto* node = make<Range>(since(start->loc));
  node->start = start;
  node->second = second;
  node->end = end;
  node->end_kind = end_kind;
  return node;
}

// source with .a[i] = value
Expr* ExpressionParser::update(Expr* source) {
  const Token& keyword = take();
  List<PathStep> steps(*this);
  for (;;) {
    PathStep step;
    step.loc = loc();
    if (at_bracket()) {
      step.is_index = true;
      step.indices = parse_.atoms.indices();
    } else if (accept(Kind::Dot) || parse_.names.at_field_name()) {
      step.field = parse_.names.field_name("the name of a field");
    } else {
      break;
    }
    step.loc = since(step.loc);
    steps.add(step);
  }
  if (steps.empty()) {
    Diagnostic& diag = errors_.expected("an index such as `[i]` or the name of a field");
    if (at(Kind::Pipe) || at(Kind::Case)) {
      diag.suggest("the cases of a match follow directly: `match e case p -> r`");
    } else if (at(Kind::LBrace)) {
      diag.suggest("a field is changed without braces: `r with x = e`");
    }
    errors_.unwind();
  }
  expect(Kind::Equal, "`=` and the new value", &keyword);
  Expr* value = operation(Precedence::PipeRight);
  auto* node = make<Update>(since(source->loc));
  node->source = source;
  node->steps = steps.take();
  node->value = value;
  return node;
}

// Forms that begin with a keyword or sign, and applications.
Expr* ExpressionParser::prefixed() {
  const Token& token = *cur_;
  switch (token.kind) {
    case Kind::If: return if_expression();
    case Kind::Let: return let_expression();
    case Kind::Def:
      if (at_line_start(token)) errors_.fail_expression();
      // What is meant is clear: read on.
      errors_.expected("an expression")
          .suggest("inside of an expression, a name is bound with `let`")
          .replace(token.loc, "let");
      return let_expression();
    case Kind::Loop: return loop_expression();
    case Kind::Match: return match_expression();
    case Kind::Assert: {
      cur_++;
      if (!begins_atom(kind()))
        errors_.fail_expected("a condition (in parentheses, unless it is a name)");
      Expr* condition = parse_.atoms.atom();
      Expr* body = expression();
      auto* node = make<Assert>(since(token.loc));
      node->condition = condition;
      node->body = body;
      return node;
    }
    case Kind::HashBracket: {
      Attr attr = parse_.names.attribute();
      Expr* body = expression();
      auto* node = make<AttrExpr>(since(token.loc));
      node->attr = attr;
      node->body = body;
      return node;
    }
    case Kind::Minus: {
      DepthGuard guard(*this);
      cur_++;
      Expr* operand = prefixed();
      auto* node = make<Negate>(since(token.loc));
      node->operand = operand;
      return node;
    }
    case Kind::Bang: {
      DepthGuard guard(*this);
      cur_++;
      Expr* operand = prefixed();
      auto* node = make<Not>(since(token.loc));
      node->operand = operand;
      return node;
    }
    default: return application();
  }
}

Expr* ExpressionParser::application() {
  if (at(Kind::Backslash)) return lambda();
  Expr* fn = parse_.atoms.atom();
  if (!begins_atom(kind()) && !at(Kind::Backslash)) return fn;
  if (fn->kind == ExprKind::Index && at(Kind::LBracket)) {
    errors_
        .error(Diag::unexpected_token, loc(),
               "an index must stand directly after the array, without a space")
        .label(fn->loc, "this is already an element")
        .suggest("write several indices in one pair of brackets: `a[i, j]`");
    errors_.unwind();
  }
  List<Expr*> args(*this);
  while (begins_atom(kind())) args.add(parse_.atoms.atom());
  if (at(Kind::Backslash)) args.add(lambda());
  Loc whole = since(fn->loc);
  if (fn->kind == ExprKind::Constr) {
    auto* constr = static_cast<Constr*>(fn);
    constr->args = args.take();
    constr->loc = whole;
    return constr;
  }
  auto* node = make<Apply>(whole);
  node->fn = fn;
  node->args = args.take();
  return node;
}

Expr* ExpressionParser::lambda() {
  const Token& backslash = take();
  std::span<Pattern*> params = parse_.patterns.parameters();
  if (params.empty()) errors_.fail_pattern();
  TypeExpr* result = accept(Kind::Colon) ? parse_.types.type_term() : nullptr;
  if (at(Kind::Dot) || at(Kind::Equal)) {
    errors_.expected("`->` and the result of the function")
        .suggest("write `->`")
        .replace(loc(), "->");
    errors_.unwind();
  }
  expect(Kind::Arrow, "`->` and the result of the function", &backslash);
  Expr* body = expression();
  auto* node = make<Lambda>(since(backslash.loc));
  node->params = params;
  node->result = result;
  node->body = body;
  return node;
}

Expr* ExpressionParser::if_expression() {
  const Token& token = take();
  Expr* condition = expression();
  expect(Kind::Then, "`then`", &token);
  Expr* then_branch = expression();
  if (!at(Kind::Else))
    errors_.fail_expected("`else`", token, "an `if` gives a value and so always has an `else`");
  cur_++;
  Expr* else_branch = expression();
  auto* node = make<If>(since(token.loc));
  node->condition = condition;
  node->then_branch = then_branch;
  node->else_branch = else_branch;
  return node;
}

// ---- let

Expr* ExpressionParser::let_expression() {
  const Token& let = take();
  if (!at(Kind::Ident)) return let_pattern(let);
  switch (kind_after()) {
    case Kind::Equal:
    case Kind::Colon: return let_pattern(let);
    case Kind::Indexing:
    case Kind::Dot: return let_element(let);
    case Kind::LBracket:
    case Kind::Apostrophe:
    case Kind::ApostropheHat:
    case Kind::ApostropheTilde: return let_function(let);
    default: return begins_parameter(kind_after()) ? let_function(let) : let_pattern(let);
  }
}

// let a[i].x = e
Expr* ExpressionParser::let_element(const Token& let) {
  Ident name = take_name();
  List<PathStep> steps(*this);
  while (at(Kind::Indexing) || at(Kind::Dot)) {
    PathStep step;
    step.loc = loc();
    if (at(Kind::Indexing)) {
      step.is_index = true;
      step.indices = parse_.atoms.indices();
    } else {
      cur_++;
      step.field = parse_.names.field_name("the name of a field");
    }
    step.loc = since(step.loc);
    steps.add(step);
  }
  if (begins_parameter(kind())) {
    errors_.expected("`=` and the new value")
        .suggest("a size parameter needs a space before its `[`")
        .replace({name.loc.end, name.loc.end}, " ");
    errors_.unwind();
  }
  expect(Kind::Equal, "`=` and the new value", &let);
  std::span<PathStep> path = steps.take();
  Expr* value = let_value();
  bool in_written = false;
  Expr* body = let_body(let, in_written);
  auto* node = make<LetWith>(since(let.loc));
  node->name = name;
  node->steps = path;
  node->value = value;
  node->body = body;
  node->in_written = in_written;
  return node;
}

Expr* ExpressionParser::let_function(const Token& let) {
  Ident name = take_name();
  std::span<TypeParam> type_parameters = parse_.types.type_params();
  std::span<Pattern*> params = parse_.patterns.parameters();
  if (params.empty()) errors_.fail_pattern();
  TypeExpr* result = accept(Kind::Colon) ? parse_.types.type() : nullptr;
  expect(Kind::Equal, "`=` and the result of the function", &let);
  Expr* value = let_value();
  bool in_written = false;
  Expr* body = let_body(let, in_written);
  auto* node = make<LetFun>(since(let.loc));
  node->name = name;
  node->type_params = type_parameters;
  node->params = params;
  node->result = result;
  node->value = value;
  node->body = body;
  node->in_written = in_written;
  return node;
}

Expr* ExpressionParser::let_pattern(const Token& let) {
  std::span<SizeBinder> sizes;
  if (at_bracket()) {
    List<SizeBinder> binders(*this);
    while (at_bracket()) {
      SizeBinder binder;
      binder.name = parse_.types.bracketed_name(binder.loc, "the name of a size");
      binders.add(binder);
    }
    sizes = binders.take();
  }
  Pattern* bound = parse_.patterns.pattern();
  if (at(Kind::Comma)) {
    errors_.expected("`=` and a value")
        .suggest("a tuple pattern stands in parentheses: `let (a, b) = e`");
    errors_.unwind();
  }
  expect(Kind::Equal, "`=` and a value", &let);
  Expr* value = let_value();
  bool in_written = false;
  Expr* body = let_body(let, in_written);
  auto* node = make<Let>(since(let.loc));
  node->sizes = sizes;
  node->pattern = bound;
  node->value = value;
  node->body = body;
  node->in_written = in_written;
  return node;
}

Expr* ExpressionParser::let_value() {
  const Token* first = cur_;
  try {
    return expression();
  } catch (SyntaxError&) {
    switch (parse_.recovery.in_let(first)) {
      case Recovery::Found::Inside: return make<ErrorExpr>(since(first->loc));
      case Recovery::Found::MaybeOutside: throw;
      case Recovery::Found::OnlyDeclaration: throw DeclarationError{};
    }
    __builtin_unreachable();
  }
}

Expr* ExpressionParser::let_body(const Token& let, bool& in_written) {
  if (accept(Kind::In)) {
    in_written = true;
    return expression();
  }
  if (at(Kind::Let)) {
    DepthGuard guard(*this);
    return let_expression();
  }
  errors_.fail_let_body(let);
}

// ---- loop, match

Expr* ExpressionParser::loop_expression() {
  const Token& token = take();
  Pattern* state = parse_.patterns.pattern();
  Expr* init = accept(Kind::Equal) ? expression() : nullptr;
  auto* node = make<Loop>(token.loc);
  node->pattern = state;
  node->init = init;
  if (accept(Kind::While)) {
    node->form = LoopForm::While;
  } else {
    loop_range(node, token);
  }
  node->bound = expression();
  expect(Kind::Do, "`do` and the body of the loop", &token);
  node->body = expression();
  node->loc = since(token.loc);
  return node;
}

// for i < … or for x in …, up to the bound
void ExpressionParser::loop_range(Loop* loop, const Token& keyword) {
  if (at(Kind::Comma)) {
    errors_.expected("`for` or `while`")
        .suggest("several values change together as a tuple: `loop (x, y) = (a, b)`");
    errors_.unwind();
  }
  expect(Kind::For,
         loop->init == nullptr ? "`=` and an initial value, `for` or `while`" : "`for` or `while`",
         &keyword);
  if (at(Kind::Ident) && kind_after() == Kind::Less) {
    loop->form = LoopForm::For;
    loop->index = take_name();
    cur_++;
  } else {
    loop->form = LoopForm::ForIn;
    loop->element = parse_.patterns.pattern();
    if (!at(Kind::In)) {
      errors_.expected("`<` and a bound, or `in` and an array")
          .label(keyword.loc, "for this `loop`")
          .suggest(
              "`for i < n` counts from 0 to n - 1, `for x in xs` takes the elements of an array");
      errors_.unwind();
    }
    cur_++;
  }
}

Expr* ExpressionParser::match_expression() {
  const Token& token = take();
  Expr* scrutinee = expression();
  List<Case> cases(*this);
  if (!at(Kind::Case))
    errors_.fail_expected("`case` and a pattern", token, "a match has at least one case");
  while (at(Kind::Case)) {
    const Token& keyword = take();
    Case arm;
    const Token* outer = std::exchange(state_.innermost_case, &keyword);
    arm.pattern = parse_.patterns.pattern();
    state_.innermost_case = outer;
    if (!at(Kind::Arrow)) errors_.fail_case(arm.pattern, keyword);
    cur_++;
    arm.body = expression();
    arm.loc = since(keyword.loc);
    cases.add(arm);
  }
  auto* node = make<Match>(since(token.loc));
  node->scrutinee = scrutinee;
  node->cases = cases.take();
  return node;
}

}  // namespace planish
