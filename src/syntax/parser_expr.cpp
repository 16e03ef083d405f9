// Expressions made of operators, keywords and applications.
#include <utility>

#include "syntax/parser_impl.h"

namespace planish {

using namespace ast;

Expr* Parser::expression() { return ascriptions(operation(Precedence::Range)); }

Expr* Parser::ascriptions(Expr* value) {
  for (;;) {
    if (accept(Kind::Colon)) {
      TypeExpr* ascribed = type();
      auto* node = make<Ascribe>(since(value->loc));
      node->value = value;
      node->ascribed = ascribed;
      value = node;
    } else if (accept(Kind::ColonGreater)) {
      TypeExpr* target = type();
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
bool Parser::at_section_end() const {
  if (at(Kind::Minus) || (at_infix(kind()) && !at(Kind::Backtick)))
    return kind_after() == Kind::RParen;
  if (!at(Kind::Backtick)) return false;
  const Token* token = cur_ + 1;
  while (token->kind == Kind::Ident || token->kind == Kind::Dot) token++;
  return token->kind == Kind::Backtick && token[1].kind == Kind::RParen;
}

Expr* Parser::operation(Precedence loosest, Section section) {
  DepthGuard guard(*this);
  Expr* left = prefixed();
  for (;;) {
    Precedence here = precedence();
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
    QualName op = operator_name();
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

Expr* Parser::range(Expr* start) {
  Expr* second = nullptr;
  const Token& dots = *cur_;
  if (accept(Kind::DotDot)) {
    second = operation(Precedence::Backtick);
    if (precedence() != Precedence::Range || at(Kind::DotDot)) {
      error(Diag::unexpected_token, dots.loc,
            "a range is written with `...`, `..<` or `..>`, not with `..` alone")
          .suggest(
              "`a...b` includes b, `a..<b` counts up to b without it, `a..>b` counts down; "
              "`a..b...c` has the step b - a")
          .replace(dots.loc, "...");
      unwind();
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
Expr* Parser::update(Expr* source) {
  const Token& keyword = take();
  List<PathStep> steps(*this);
  for (;;) {
    PathStep step;
    step.loc = loc();
    if (at_bracket()) {
      step.is_index = true;
      step.indices = indices();
    } else if (accept(Kind::Dot) || at_field_name()) {
      step.field = field_name("the name of a field");
    } else {
      break;
    }
    step.loc = since(step.loc);
    steps.add(step);
  }
  if (steps.empty()) {
    Diagnostic& diag = expected("an index such as `[i]` or the name of a field");
    if (at(Kind::Pipe) || at(Kind::Case)) {
      diag.suggest("the cases of a match follow directly: `match e case p -> r`");
    } else if (at(Kind::LBrace)) {
      diag.suggest("a field is changed without braces: `r with x = e`");
    }
    unwind();
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
Expr* Parser::prefixed() {
  const Token& token = *cur_;
  switch (token.kind) {
    case Kind::If: return if_expression();
    case Kind::Let: return let_expression();
    case Kind::Def:
      if (at_line_start(token)) fail_expression();
      // What is meant is clear: read on.
      expected("an expression")
          .suggest("inside of an expression, a name is bound with `let`")
          .replace(token.loc, "let");
      return let_expression();
    case Kind::Loop: return loop_expression();
    case Kind::Match: return match_expression();
    case Kind::Assert: {
      cur_++;
      if (!begins_atom(kind())) fail_expected("a condition (in parentheses, unless it is a name)");
      Expr* condition = atom();
      Expr* body = expression();
      auto* node = make<Assert>(since(token.loc));
      node->condition = condition;
      node->body = body;
      return node;
    }
    case Kind::HashBracket: {
      Attr attr = attribute();
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

Expr* Parser::application() {
  if (at(Kind::Backslash)) return lambda();
  Expr* fn = atom();
  if (!begins_atom(kind()) && !at(Kind::Backslash)) return fn;
  if (fn->kind == ExprKind::Index && at(Kind::LBracket)) {
    error(Diag::unexpected_token, loc(),
          "an index must stand directly after the array, without a space")
        .label(fn->loc, "this is already an element")
        .suggest("write several indices in one pair of brackets: `a[i, j]`");
    unwind();
  }
  List<Expr*> args(*this);
  while (begins_atom(kind())) args.add(atom());
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

Expr* Parser::lambda() {
  const Token& backslash = take();
  std::span<Pattern*> params = parameters();
  if (params.empty()) fail_pattern();
  TypeExpr* result = accept(Kind::Colon) ? type_term() : nullptr;
  if (at(Kind::Dot) || at(Kind::Equal)) {
    expected("`->` and the result of the function").suggest("write `->`").replace(loc(), "->");
    unwind();
  }
  expect(Kind::Arrow, "`->` and the result of the function", &backslash);
  Expr* body = expression();
  auto* node = make<Lambda>(since(backslash.loc));
  node->params = params;
  node->result = result;
  node->body = body;
  return node;
}

Expr* Parser::if_expression() {
  const Token& token = take();
  Expr* condition = expression();
  expect(Kind::Then, "`then`", &token);
  Expr* then_branch = expression();
  if (!at(Kind::Else))
    fail_expected("`else`", token, "an `if` gives a value and so always has an `else`");
  cur_++;
  Expr* else_branch = expression();
  auto* node = make<If>(since(token.loc));
  node->condition = condition;
  node->then_branch = then_branch;
  node->else_branch = else_branch;
  return node;
}

// ---- let

Expr* Parser::let_expression() {
  const Token& let = take();
  if (at(Kind::Ident)) {
    switch (kind_after()) {
      case Kind::Indexing:
      case Kind::Dot: {
        Ident name = take_name();
        List<PathStep> steps(*this);
        while (at(Kind::Indexing) || at(Kind::Dot)) {
          PathStep step;
          step.loc = loc();
          if (at(Kind::Indexing)) {
            step.is_index = true;
            step.indices = indices();
          } else {
            cur_++;
            step.field = field_name("the name of a field");
          }
          step.loc = since(step.loc);
          steps.add(step);
        }
        if (begins_parameter(kind())) {
          expected("`=` and the new value")
              .suggest("a size parameter needs a space before its `[`")
              .replace({name.loc.end, name.loc.end}, " ");
          unwind();
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
      case Kind::Equal:
      case Kind::Colon: break;
      default: {
        Kind next = kind_after();
        bool function = next == Kind::LBracket || next == Kind::Apostrophe ||
                        next == Kind::ApostropheHat || next == Kind::ApostropheTilde ||
                        begins_parameter(next);
        if (!function) break;
        Ident name = take_name();
        std::span<TypeParam> type_parameters = type_params();
        std::span<Pattern*> params = parameters();
        if (params.empty()) fail_pattern();
        TypeExpr* result = accept(Kind::Colon) ? type() : nullptr;
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
    }
  }
  std::span<SizeBinder> sizes;
  if (at_bracket()) {
    List<SizeBinder> binders(*this);
    while (at_bracket()) {
      SizeBinder binder;
      binder.name = bracketed_name(binder.loc, "the name of a size");
      binders.add(binder);
    }
    sizes = binders.take();
  }
  Pattern* bound = pattern();
  if (at(Kind::Comma)) {
    expected("`=` and a value").suggest("a tuple pattern stands in parentheses: `let (a, b) = e`");
    unwind();
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

Expr* Parser::let_value() {
  const Token* first = cur_;
  try {
    return expression();
  } catch (SyntaxError&) {
    switch (recover_in_let(first)) {
      case Recovery::Done: return make<ErrorExpr>(since(first->loc));
      case Recovery::MaybeOutside: throw;
      case Recovery::OnlyDeclaration: throw DeclarationError{};
    }
    __builtin_unreachable();
  }
}

Expr* Parser::let_body(const Token& let, bool& in_written) {
  if (accept(Kind::In)) {
    in_written = true;
    return expression();
  }
  if (at(Kind::Let)) {
    DepthGuard guard(*this);
    return let_expression();
  }
  fail_let_body(let);
}

// ---- loop, match

Expr* Parser::loop_expression() {
  const Token& token = take();
  Pattern* state = pattern();
  Expr* init = accept(Kind::Equal) ? expression() : nullptr;
  auto* node = make<Loop>(token.loc);
  node->pattern = state;
  node->init = init;
  if (accept(Kind::While)) {
    node->form = LoopForm::While;
    node->bound = expression();
  } else {
    if (at(Kind::Comma)) {
      expected("`for` or `while`")
          .suggest("several values change together as a tuple: `loop (x, y) = (a, b)`");
      unwind();
    }
    expect(Kind::For,
           init == nullptr ? "`=` and an initial value, `for` or `while`" : "`for` or `while`",
           &token);
    if (at(Kind::Ident) && kind_after() == Kind::Less) {
      node->form = LoopForm::For;
      node->index = take_name();
      cur_++;
    } else {
      node->form = LoopForm::ForIn;
      node->element = pattern();
      if (!at(Kind::In)) {
        expected("`<` and a bound, or `in` and an array")
            .label(token.loc, "for this `loop`")
            .suggest(
                "`for i < n` counts from 0 to n - 1, `for x in xs` takes the elements of an array");
        unwind();
      }
      cur_++;
    }
    node->bound = expression();
  }
  expect(Kind::Do, "`do` and the body of the loop", &token);
  node->body = expression();
  node->loc = since(token.loc);
  return node;
}

Expr* Parser::match_expression() {
  const Token& token = take();
  Expr* scrutinee = expression();
  List<Case> cases(*this);
  if (!at(Kind::Case))
    fail_expected("`case` and a pattern", token, "a match has at least one case");
  while (at(Kind::Case)) {
    const Token& keyword = take();
    Case arm;
    const Token* outer = std::exchange(case_, &keyword);
    arm.pattern = pattern();
    case_ = outer;
    if (!at(Kind::Arrow)) fail_case(arm.pattern, keyword);
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
