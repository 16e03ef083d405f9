#include "nesl/syntax/expression_parser.h"

#include <array>
#include <bit>

namespace planish::nesl {

namespace {

struct InfixInfo {
  bool found = false;
  InfixOp op{};
  int left = 0;
  int right = 0;
};

// By the token's text, once for each kind of token.
InfixInfo infix_info(TokenKind kind) {
  static constexpr auto kTable = [] {
    struct Row {
      std::string_view text;
      InfixOp op;
      int left, right;
    };
    constexpr Row rows[] = {
#define INFIX(id, text, left, right) {text, InfixOp::id, left, right},
#include "nesl/syntax/operators.def"
    };
    constexpr std::string_view texts[] = {
#define TOKEN(kind, text) text,
#include "nesl/syntax/tokens.def"
    };
    std::array<InfixInfo, std::size(texts)> table{};
    for (size_t i = static_cast<size_t>(TokenKind::Function); i < std::size(texts); i++) {
      for (const Row& row : rows) {
        if (row.text == texts[i]) table[i] = {true, row.op, row.left, row.right};
      }
    }
    return table;
  }();
  return kTable[static_cast<size_t>(kind)];
}

constexpr int kPrefixBinding = 25;
constexpr int kFatArrowLeft = 5, kFatArrowRight = 4;
constexpr int kNamedLeft = 5, kNamedRight = 5;
constexpr int kCommaLeft = 4, kCommaRight = 3;

bool begins_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name:
    case TokenKind::Int:
    case TokenKind::Float:
    case TokenKind::Char:
    case TokenKind::String:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::If:
    case TokenKind::Let:
    case TokenKind::LBrace:
    case TokenKind::Hash:
    case TokenKind::At: return true;
    default: return false;
  }
}

// How tightly the token takes what stands to its left; 0: not at all.
int left_binding(TokenKind kind) {
  if (InfixInfo found = infix_info(kind); found.found) return found.left;
  switch (kind) {
    case TokenKind::Comma: return kCommaLeft;
    case TokenKind::FatArrow: return kFatArrowLeft;
    case TokenKind::ColonEqual: return kNamedLeft;
    case TokenKind::LParen:
    case TokenKind::LBracket: return 31;
    default: return begins_operand(kind) ? 31 : 0;
  }
}

}  // namespace

// Juxtaposition goes to the left: its argument is an operand without one of its own.
Expr* ExpressionParser::expression(int binding) {
  Nested nested(*this);
  if (too_deep()) return make<ErrorExpr>(here());
  Expr* left = operand();
  for (int links = 1; left_binding(kind()) > binding; links++) {
    if (state_.depth + links > kMaxDepth) {
      state_.depth += links;
      too_deep();
      state_.depth -= links;
      break;
    }
    left = after(left);
  }
  return left;
}

// ---- What begins an expression

Expr* ExpressionParser::operand() {
  const Token& token = *cur_;
  switch (token.kind) {
    case TokenKind::Int: {
      accept(token.kind);
      auto* made = make<IntLit>(token.loc);
      made->value = token.value;
      return made;
    }
    case TokenKind::Float: {
      accept(token.kind);
      auto* made = make<FloatLit>(token.loc);
      made->value = std::bit_cast<double>(token.value);
      return made;
    }
    case TokenKind::Char: {
      accept(token.kind);
      auto* made = make<CharLit>(token.loc);
      made->value = static_cast<uint8_t>(token.value);
      return made;
    }
    case TokenKind::String: return string_literal();
    case TokenKind::True:
    case TokenKind::False: {
      accept(token.kind);
      auto* made = make<BoolLit>(token.loc);
      made->value = token.kind == TokenKind::True;
      return made;
    }
    case TokenKind::Name: {
      accept(token.kind);
      auto* made = make<NameExpr>(token.loc);
      made->name = token.name;
      return made;
    }
    case TokenKind::LParen: return parenthesised();
    case TokenKind::LBracket: return bracketed();
    case TokenKind::LBrace: return braced();
    case TokenKind::If: return if_expression();
    case TokenKind::Let: return let_expression();
    case TokenKind::Hash:
    case TokenKind::At:
    case TokenKind::Minus: return prefix();
    default: return missing_operand();
  }
}

Expr* ExpressionParser::missing_operand() {
  const Token& token = *cur_;
  bool infix = infix_info(token.kind).found;
  if (token.kind == TokenKind::Bang || token.kind == TokenKind::Quote) {
    fail(Diag::nesl_unsupported, token.loc,
         fmt::format("{} escapes to Lisp, which is not supported", quoted(token)))
        .suggest("NESL programs here use NESL alone");
    return make<ErrorExpr>(token.loc);
  }
  Diagnostic& diag = fail_expected("an expression");
  if (infix && token.kind != TokenKind::Minus)
    diag.suggest(fmt::format("{} needs a value on its left", quoted(token)));
  return make<ErrorExpr>(here());
}

StringLit* ExpressionParser::string_literal() {
  const Token& token = *cur_;
  accept(TokenKind::String);
  auto* made = make<StringLit>(token.loc);
  made->value = {token.text, token.value};
  return made;
}

Expr* ExpressionParser::prefix() {
  const Token& token = *cur_;
  accept(token.kind);
  auto* made = make<Prefix>(token.loc);
  made->op = token.kind == TokenKind::Hash ? PrefixOp::Length
             : token.kind == TokenKind::At ? PrefixOp::AsString
                                           : PrefixOp::Negate;
  made->operand = expression(kPrefixBinding);
  made->loc = span(token.loc, made->operand->loc);
  return made;
}

Expr* ExpressionParser::parenthesised() {
  const Token& open = *cur_;
  accept(TokenKind::LParen);
  if (at(TokenKind::RParen)) {
    fail_expected("an expression", &open).suggest("there is no empty tuple in NESL");
    return make<ErrorExpr>(open.loc);
  }
  auto* made = make<Parens>(open.loc);
  made->inner = expression(kWithCommas);
  expect_close(open, TokenKind::RParen, "");
  made->loc = from(open);
  return made;
}

// `[a, b]`, `[a : b]`, `[] type`
Expr* ExpressionParser::bracketed() {
  const Token& open = *cur_;
  accept(TokenKind::LBracket);
  if (accept(TokenKind::RBracket)) {
    auto* made = make<EmptyVector>(open.loc);
    bool type_follows = at(TokenKind::Name) || at(TokenKind::LParen) || at(TokenKind::LBracket);
    if (!type_follows) {
      fail_expected("the type of the elements")
          .suggest("an empty vector names its elements' type: `[] int`");
      return made;
    }
    made->element = types_.primary_type();
    made->loc = from(open);
    return made;
  }
  Expr* first = expression(kWithoutCommas);
  if (accept(TokenKind::Colon)) return range(open, first);
  std::vector<Expr*> elements{first};
  while (accept(TokenKind::Comma)) elements.push_back(expression(kWithoutCommas));
  auto* made = make<VectorLit>(open.loc);
  made->elements = arena_.copy(elements);
  expect_close(open, TokenKind::RBracket, "`,`");
  made->loc = from(open);
  return made;
}

Expr* ExpressionParser::range(const Token& open, Expr* from_value) {
  auto* made = make<Range>(open.loc);
  made->from = from_value;
  made->to = expression(kWithoutCommas);
  if (accept(TokenKind::Colon)) made->step = expression(kWithoutCommas);
  expect_close(open, TokenKind::RBracket, made->step == nullptr ? "`:`" : "");
  made->loc = from(open);
  return made;
}

// ---- Constructs

Expr* ExpressionParser::if_expression() {
  const Token& begin = *cur_;
  accept(TokenKind::If);
  auto* made = make<If>(begin.loc);
  made->condition = expression(kWithCommas);
  made->then_branch = made->else_branch = made->condition;
  if (!accept(TokenKind::Then)) {
    const TokenKind found = kind();
    Diagnostic& diag = fail_expected("`then`", &begin);
    if (found == TokenKind::Equal) diag.suggest("`=` binds names; `==` compares");
    if (found == TokenKind::RBrace)
      diag.suggest("the condition of an apply-to-each follows `|`: `{x : x in v | x > 0}`");
    return made;
  }
  made->then_branch = expression(kWithCommas);
  if (!accept(TokenKind::Else)) {
    fail_expected("`else`", &begin).suggest("an `if` gives a value and so always has an `else`");
    return made;
  }
  made->else_branch = expression(kWithCommas);
  made->loc = span(begin.loc, made->else_branch->loc);
  return made;
}

Expr* ExpressionParser::let_expression() {
  const Token& begin = *cur_;
  accept(TokenKind::Let);
  auto* made = make<Let>(begin.loc);
  std::vector<Binding> bindings;
  do {
    Binding binding;
    Expr* target = expression(kWithCommas);
    binding.pattern = patterns_.pattern(target);
    if (at(TokenKind::EqualEqual)) {
      fail_expected("`=`", &begin).suggest("`==` compares; a `let` binds with `=`");
    } else {
      expect(TokenKind::Equal, "`=` and a value", begin);
    }
    binding.value = expression(kWithCommas);
    binding.loc = span(target->loc, binding.value->loc);
    bindings.push_back(binding);
  } while (accept(TokenKind::Semicolon) && !at(TokenKind::In));
  made->bindings = arena_.copy(bindings);
  made->body = bindings.back().value;
  if (!accept(TokenKind::In)) {
    bool equal = at(TokenKind::Equal);
    Diagnostic& diag = fail_expected("`;` or `in`", &begin);
    if (equal) diag.suggest("is a `;` missing after the binding before?");
    return made;
  }
  made->body = expression(kWithCommas);
  made->loc = span(begin.loc, made->body->loc);
  return made;
}

// `{body : p in v; q in w | filter}`
Expr* ExpressionParser::braced() {
  const Token& open = *cur_;
  accept(TokenKind::LBrace);
  auto* made = make<Each>(open.loc);
  made->serial = accept(TokenKind::Star);
  Expr* first = expression(kWithCommas);
  made->body = first;
  std::vector<EachBinding> bindings;
  if (accept(TokenKind::Colon)) {
    first = expression(kWithCommas);
  } else {
    made->implicit_body = true;
  }
  bindings.push_back(each_binding(first, open));
  while (accept(TokenKind::Semicolon)) {
    bindings.push_back(each_binding(expression(kWithCommas), open));
  }
  made->bindings = arena_.copy(bindings);
  if (accept(TokenKind::Bar)) made->filter = expression(kWithCommas);
  expect_close(open, TokenKind::RBrace, made->filter == nullptr ? "`;`, `|`" : "");
  made->loc = from(open);
  return made;
}

EachBinding ExpressionParser::each_binding(Expr* first, const Token& open) {
  EachBinding made;
  if (accept(TokenKind::In)) {
    made.pattern = patterns_.pattern(first);
    made.vector = expression(kWithCommas);
    made.loc = span(first->loc, made.vector->loc);
    return made;
  }
  made.loc = first->loc;
  made.vector = first;
  if (auto* name = as<NameExpr>(first)) {
    made.over_itself = true;
    made.pattern = patterns_.pattern(first);
    auto* vector = make<NameExpr>(name->loc);
    vector->name = name->name;
    made.vector = vector;
    return made;
  }
  made.pattern = make<ErrorPattern>(first->loc);
  fail_expected("`in` and a vector", &open)
      .suggest("an apply-to-each is `{body : pattern in vector | condition}`");
  return made;
}

// ---- What goes on with an expression

Expr* ExpressionParser::after(Expr* left) {
  TokenKind next = kind();
  if (InfixInfo found = infix_info(next); found.found) return infix(left, found.op, found.right);
  switch (next) {
    case TokenKind::LParen: return call(left);
    case TokenKind::LBracket: return index(left);
    case TokenKind::Comma: {
      accept(next);
      auto* made = make<Pair>(left->loc);
      made->left = left;
      made->right = expression(kCommaRight);
      made->loc = span(left->loc, made->right->loc);
      return made;
    }
    case TokenKind::FatArrow: {
      accept(next);
      auto* made = make<Lambda>(left->loc);
      made->parameter = patterns_.pattern(left);
      made->body = expression(kFatArrowRight);
      made->loc = span(left->loc, made->body->loc);
      return made;
    }
    case TokenKind::ColonEqual: {
      auto* name = as<NameExpr>(left);
      if (name == nullptr) {
        fail(Diag::bad_binding, left->loc, "expected a parameter's name before `:=`")
            .suggest("`:=` gives a parameter by name: `f(x, size := 3)`");
        return make<ErrorExpr>(left->loc);
      }
      accept(next);
      auto* made = make<NamedArgument>(left->loc);
      made->name = {name->name, name->loc};
      made->value = expression(kNamedRight);
      made->loc = span(left->loc, made->value->loc);
      return made;
    }
    default: return apply(left, expression(kApplication + 1));
  }
}

Expr* ExpressionParser::infix(Expr* left, InfixOp op, int right_binding) {
  const Token& token = *cur_;
  accept(token.kind);
  auto* made = make<Binary>(left->loc);
  made->op = op;
  made->op_loc = token.loc;
  made->left = left;
  made->right = expression(right_binding);
  made->loc = span(left->loc, made->right->loc);
  return made;
}

Expr* ExpressionParser::apply(Expr* function, Expr* argument) {
  auto* made = make<Apply>(span(function->loc, argument->loc));
  made->function = function;
  made->argument = argument;
  return made;
}

Expr* ExpressionParser::call(Expr* function) {
  const Token& open = *cur_;
  if (cur_[1].kind == TokenKind::RParen) {
    accept(TokenKind::LParen);
    fail_expected("an argument", &open).suggest("every function of NESL has an argument");
    return function;
  }
  auto* name = as<NameExpr>(function);
  if (name != nullptr && name->name == state_.time) return time_expression(function);
  Expr* argument = parenthesised();
  return apply(function, argument);
}

Expr* ExpressionParser::time_expression(Expr* name) {
  auto* made = make<Time>(name->loc);
  made->timed = parenthesised();
  made->loc = span(name->loc, made->timed->loc);
  return made;
}

Expr* ExpressionParser::index(Expr* vector) {
  const Token& open = *cur_;
  accept(TokenKind::LBracket);
  auto* made = make<Index>(vector->loc);
  made->vector = vector;
  made->index = made->vector;
  if (at(TokenKind::RBracket)) {
    fail_expected("an index", &open);
    return made;
  }
  made->index = expression(kWithCommas);
  bool slice = at(TokenKind::Colon);
  if (slice) {
    fail_expected("`]`", &open).suggest("a slice is `subseq(v, from, to)` or `v -> [from:to]`");
    return made;
  }
  expect_close(open, TokenKind::RBracket, "");
  made->loc = from(vector->loc);
  return made;
}

}  // namespace planish::nesl
