#include "syntax/format_tree.h"

namespace planish {

using namespace ast;

namespace {

bool is_let(const Expr* e) {
  return e->kind == ExprKind::Let || e->kind == ExprKind::LetFun || e->kind == ExprKind::LetWith;
}

// `\x -> …` or `(\x -> …)`: may begin on a line and go on below.
const Lambda* as_lambda(const Expr* e) {
  if (const auto* parens = as<Parens>(e)) e = parens->inner;
  return as<Lambda>(e);
}

}  // namespace

// Note [Sets of expressions]
// `expr` matches against all sets together: an expression that is in none does not compile.

auto TreeFormatter::atoms() {
  return Overloaded{
      [this](const IntLit& n) { leaf(n.loc); },
      [this](const FloatLit& n) { leaf(n.loc); },
      [this](const BoolLit& n) { leaf(n.loc); },
      [this](const StringLit& n) { leaf(n.loc); },
      [this](const Var& n) { leaf(n.loc); },
      [this](const Hole& n) { leaf(n.loc); },
      [this](const OpSection& n) { section(n.op, nullptr, nullptr, n.loc.end); },
      [this](const OpSectionLeft& n) { section(n.op, n.operand, nullptr, n.loc.end); },
      [this](const OpSectionRight& n) { section(n.op, nullptr, n.operand, n.loc.end); },
      [this](const ProjectSection& n) {
        out_.token();
        path(n.steps);
        attached_token();
      },
      [this](const ErrorExpr& n) { leaf(n.loc); },
  };
}

auto TreeFormatter::brackets() {
  return Overloaded{
      [this](const Parens& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        out_.align();
        expr(n.inner);
        out_.end_indent();
        attached_token();
      },
      [this](const Tuple& n) {
        bracketed(
            n.elems.size(), n.loc.end, Wrap::Each, [&](size_t i) { return n.elems[i]->loc.begin; },
            [&](size_t i) { expr(n.elems[i]); });
      },
      [this](const ArrayLit& n) {
        bracketed(
            n.elems.size(), n.loc.end, Wrap::Fill, [&](size_t i) { return n.elems[i]->loc.begin; },
            [&](size_t i) { expr(n.elems[i]); });
      },
      [this](const Record& n) {
        bracketed(
            n.fields.size(), n.loc.end, Wrap::Each,
            [&](size_t i) { return n.fields[i].name.loc.begin; },
            [&](size_t i) {
              out_.token();
              if (n.fields[i].implicit) return;
              spaced_token();
              value(n.fields[i].value);
            });
      },
      [this](const LocalOpen& n) {
        out_.tokens_until(n.body->loc.begin);
        out_.gap({.at = Break::Never, .flat = Flat::None});
        out_.align();
        expr(n.body);
        out_.end_indent();
        attached_token();
      },
  };
}

auto TreeFormatter::applications() {
  return Overloaded{
      [this](const Constr& n) {
        out_.align();
        out_.token();
        application(n.args);
        out_.end_indent();
      },
      [this](const Apply& n) {
        out_.align();
        expr(n.fn);
        application(n.args);
        out_.end_indent();
      },
      [this](const Assert& n) {
        out_.align();
        out_.token();
        Expr* parts[] = {n.condition, n.body};
        application(parts);
        out_.end_indent();
      },
      [this](const Project& n) {
        expr(n.from);
        leaf(n.loc);
      },
      [this](const Index& n) {
        expr(n.array);
        indices(n.indices, n.loc.end);
      },
      [this](const Range& n) {
        expr(n.start);
        for (const Expr* part : {n.second, n.end}) {
          if (part == nullptr) continue;
          out_.token();
          expr(part);
        }
      },
      [this](const Ascribe& n) {
        expr(n.value);
        out_.gap({.at = Break::Never, .flat = Flat::AsWritten});
        out_.token();
        indented([&] { type(n.ascribed); });
      },
      [this](const Coerce& n) {
        expr(n.value);
        indented([&] {
          out_.token();
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          type(n.target);
        });
      },
  };
}

void TreeFormatter::prefixed(const Expr* operand) {
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::None});
  expr(operand);
}

auto TreeFormatter::operators() {
  return Overloaded{
      [this](const BinOp& n) { chain(n); },
      [this](const Negate& n) { prefixed(n.operand); },
      [this](const Not& n) { prefixed(n.operand); },
      [this](const AttrExpr& n) {
        out_.align();
        attr(n.attr);
        fill([&] { expr(n.body); });
        out_.end_indent();
      },
      [this](const Update& n) {
        out_.align();
        expr(n.source);
        indented([&] {
          out_.token();
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          path(n.steps);
          spaced_token();
          value(n.value);
        });
        out_.end_indent();
      },
  };
}

auto TreeFormatter::constructs() {
  return Overloaded{
      [this](const Lambda& n) { lambda(n); },     [this](const Let& n) { let_chain(&n); },
      [this](const LetFun& n) { let_chain(&n); }, [this](const LetWith& n) { let_chain(&n); },
      [this](const If& n) { if_chain(n); },       [this](const Match& n) { match_cases(n); },
      [this](const Loop& n) { loop(n); },
  };
}

void TreeFormatter::expr(const Expr* e) {
  out_.tokens_until(e->loc.begin);
  match(e, atoms(), brackets(), applications(), operators(), constructs());
}

// The arguments stand below the first one, all of them or none; a function at the end may go on
// below:
//   f x y        f x        f           f x (\y ->
//                  y          x                 y)
//                             y
void TreeFormatter::application(std::span<Expr* const> args) {
  if (args.empty()) return;
  out_.indent();
  out_.gap({.at = Break::Fill, .flat = Flat::Space});
  out_.align();
  out_.open_group();
  size_t body_gap = 0;
  for (size_t i = 0; i < args.size(); i++) {
    if (i > 0) out_.gap({.at = Break::Group, .flat = Flat::Space});
    const Lambda* function = i + 1 == args.size() ? as_lambda(args[i]) : nullptr;
    if (function == nullptr) {
      expr(args[i]);
    } else if (args[i]->kind == ExprKind::Lambda) {
      body_gap = lambda(*function);
    } else {
      out_.token();
      out_.gap({.at = Break::Never, .flat = Flat::None});
      body_gap = lambda(*function);
      attached_token();
    }
  }
  if (body_gap != 0) {
    out_.close_group_at(body_gap);
  } else {
    out_.close_group();
  }
  out_.end_indent();
  out_.end_indent();
}

// Gives back the gap before the body.
size_t TreeFormatter::lambda(const Lambda& e) {
  out_.align();
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::None});
  parameters({}, e.params);
  result_type(e.result);
  spaced_token();
  out_.indent();
  GapStyle style{.at = Break::Fill, .flat = Flat::Space};
  style.forced = is_let(e.body) && !on_one_line(e.body->loc);
  size_t gap = out_.gap(style);
  expr(e.body);
  out_.end_segment(gap);
  out_.end_indent();
  out_.end_indent();
  return gap;
}

void TreeFormatter::section(const QualName& op, const Expr* left, const Expr* right, uint32_t end) {
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::None});
  if (left != nullptr) {
    expr(left);
    out_.gap({.at = Break::Never, .flat = Flat::Space});
  }
  out_.token();
  while (tokens_[out_.next()].loc.begin < op.loc.end) attached_token();
  if (next_kind() == TokenKind::Backtick) attached_token();
  if (right != nullptr) {
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    expr(right);
  }
  while (out_.next() < tokens_.size() && tokens_[out_.next()].loc.begin < end) attached_token();
}

// ---- Operators

namespace {

// Operators of one chain are laid out together.
enum class ChainKind : uint8_t { Pipe, And, Or, Sum, Product, Other };

ChainKind chain_kind(std::string_view op) {
  if (op.starts_with("|>") || op.starts_with(">->")) return ChainKind::Pipe;
  if (op.starts_with("&&")) return ChainKind::And;
  if (op.starts_with("||")) return ChainKind::Or;
  if (op.starts_with('+') || op.starts_with('-')) return ChainKind::Sum;
  if (op.starts_with("**")) return ChainKind::Other;
  if (op.starts_with('*') || op.starts_with('/') || op.starts_with('%')) return ChainKind::Product;
  return ChainKind::Other;
}

}  // namespace

// a         a +         a |> f
// + b       b           |> g       is not split in the middle: all or none
void TreeFormatter::chain(const BinOp& e) {
  auto kind_of = [&](const BinOp& b) {
    return b.backticks ? ChainKind::Other : chain_kind(tokens_.text(b.op.name.loc));
  };
  ChainKind kind = kind_of(e);
  std::vector<const BinOp*> links{&e};
  while (kind != ChainKind::Other) {
    const auto* left = as<BinOp>(static_cast<const Expr*>(links.back()->left));
    if (left == nullptr || kind_of(*left) != kind) break;
    links.push_back(left);
  }
  bool all_or_none = kind == ChainKind::Pipe || kind == ChainKind::And || kind == ChainKind::Or;
  out_.align();
  if (all_or_none) out_.open_group();
  expr(links.back()->left);
  for (size_t i = links.size(); i-- > 0;) chain_operator(*links[i], all_or_none);
  if (all_or_none) out_.close_group();
  out_.end_indent();
}

void TreeFormatter::chain_operator(const BinOp& e, bool all_or_none) {
  auto write_operator = [&] {
    out_.token();
    while (tokens_[out_.next()].loc.begin < e.op.loc.end) attached_token();
    if (e.backticks && next_kind() == TokenKind::Backtick) attached_token();
  };
  size_t right = tokens_.index_of(e.right->loc.begin);
  // A line that the user ended with the operator goes on ending with it.
  if (!broken_here() && tokens_.broken_before(right)) {
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    write_operator();
    bool to_the_right = tokens_.text(e.op.name.loc).starts_with("<|");
    out_.indent(to_the_right ? kIndent : 0);
    fill([&] { expr(e.right); });
    out_.end_indent();
    return;
  }
  size_t gap = out_.gap({.at = all_or_none ? Break::Group : Break::Fill, .flat = Flat::Space});
  write_operator();
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  expr(e.right);
  out_.end_segment(gap);
}

// ---- if, match, loop

// if a            if a then
// then b            b
// else if c       else if c then
// then d            d
// else e          else
//                   e
void TreeFormatter::if_chain(const If& e) {
  out_.align();
  out_.open_group();
  // Not half on one line: see Note [Layout].
  bool tall = !on_one_line(e.loc);
  const If* link = &e;
  while (true) {
    out_.token();
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    expr(link->condition);
    bool then_ends_line = !broken_here() && broken_after_next();
    out_.gap({.at = then_ends_line ? Break::Never : Break::Group, .flat = Flat::Space});
    out_.token();
    indented([&] { expr(link->then_branch); });
    out_.gap({.at = Break::Group, .flat = Flat::Space, .forced = tall});
    out_.token();
    const auto* next = as<If>(static_cast<const Expr*>(link->else_branch));
    if (next == nullptr || broken_here()) break;
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    link = next;
  }
  indented([&] { expr(link->else_branch); });
  out_.close_group();
  out_.end_indent();
}

void TreeFormatter::match_cases(const Match& e) {
  out_.align();
  out_.open_group();
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  expr(e.scrutinee);
  bool tall = !on_one_line(e.loc);
  for (const Case& arm : e.cases) {
    out_.gap({.at = Break::Group, .flat = Flat::Space, .blank = BlankLine::Keep, .forced = tall});
    out_.token();
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    pattern(arm.pattern);
    spaced_token();
    value(arm.body);
  }
  out_.close_group();
  out_.end_indent();
}

// loop x = a for i < n do
//   body
void TreeFormatter::loop(const Loop& e) {
  out_.align();
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  pattern(e.pattern);
  if (e.init != nullptr) {
    spaced_token();
    value(e.init);
  }
  fill([&] {
    out_.token();
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    if (e.form == LoopForm::For) {
      out_.token();
      spaced_token();
      out_.gap({.at = Break::Never, .flat = Flat::Space});
    } else if (e.form == LoopForm::ForIn) {
      pattern(e.element);
      spaced_token();
      out_.gap({.at = Break::Never, .flat = Flat::Space});
    }
    expr(e.bound);
    spaced_token();
  });
  value(e.body);
  out_.end_indent();
}

// ---- let

// let a = 1         let a = 1 in
// let b = 2         let b = 2 in
// in a + b          a + b
void TreeFormatter::let_chain(const Expr* e) {
  out_.align();
  out_.open_group();
  bool tall = !on_one_line(e->loc);
  while (is_let(e)) {
    bool in_written = false;
    const Expr* body = let_binding(e, in_written);
    e = body;
    if (!in_written) {
      out_.gap({.at = Break::Group, .flat = Flat::Space, .blank = BlankLine::Keep, .forced = tall});
      continue;
    }
    bool in_ends_line = !broken_here() && (broken_after_next() || is_let(body));
    if (in_ends_line) {
      spaced_token();
      out_.gap({.at = Break::Group, .flat = Flat::Space, .blank = BlankLine::Keep, .forced = tall});
      if (!is_let(body)) expr(body);
      continue;
    }
    out_.gap({.at = Break::Group, .flat = Flat::Space, .blank = BlankLine::Keep, .forced = tall});
    out_.token();
    if (is_let(body) && !broken_here()) {
      out_.gap({.at = Break::Never, .flat = Flat::Space});
      continue;
    }
    // Behind `in` a line ends only if the user wants it.
    out_.gap({.at = Break::Fill, .flat = Flat::Space, .indent = kIndent});
    out_.indent_if_broken();
    expr(body);
    out_.end_indent();
    break;
  }
  out_.close_group();
  out_.end_indent();
}

const Expr* TreeFormatter::let_binding(const Expr* e, bool& in_written) {
  out_.token();
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  if (const auto* n = as<Let>(e)) {
    out_.tokens_until(n->pattern->loc.begin);
    if (!n->sizes.empty()) out_.gap({.at = Break::Never, .flat = Flat::Space});
    pattern(n->pattern);
    spaced_token();
    value(n->value);
    in_written = n->in_written;
    return n->body;
  }
  if (const auto* n = as<LetFun>(e)) {
    out_.token();
    if (!n->type_params.empty() || !n->params.empty())
      out_.gap({.at = Break::Fill, .flat = Flat::Space});
    parameters(n->type_params, n->params);
    result_type(n->result);
    spaced_token();
    value(n->value);
    in_written = n->in_written;
    return n->body;
  }
  const auto* n = as<LetWith>(e);
  out_.token();
  path(n->steps);
  spaced_token();
  value(n->value);
  in_written = n->in_written;
  return n->body;
}

}  // namespace planish
