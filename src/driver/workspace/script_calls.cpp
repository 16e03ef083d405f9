#include "driver/workspace/script_calls.h"

#include <fmt/format.h>

#include <memory>

#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {
namespace {

std::vector<const Type*> parameters(const Type* type) {
  std::vector<const Type*> all;
  while (const auto* arrow = type != nullptr ? as<ArrowType>(type) : nullptr) {
    all.push_back(arrow->param);
    type = arrow->result;
  }
  return all;
}

bool is_tuple_of(const Type* type, size_t count) {
  const auto* record = type != nullptr ? as<RecordType>(type) : nullptr;
  return record != nullptr && record->tuple && record->fields.size() == count;
}

template <class T, class Fill>
T* made(Arena& arena, Loc loc, Fill fill) {
  T node{};
  node.kind = T::K;
  node.loc = loc;
  fill(node);
  return arena.make<T>(node);
}

}  // namespace

void TupleCalls::change_in(ast::Expr& body) {
  body_ = &body;
  std::vector<ast::Apply*> found;
  for_each_call([&](const ast::Apply& call, size_t) {
    if (known_.contains(place(call))) found.push_back(const_cast<ast::Apply*>(&call));
  });
  for (ast::Apply* call : found) change(*call);
}

bool TupleCalls::find_more() {
  const size_t before = known_.size();
  for_each_call([&](const ast::Apply& call, size_t count) {
    if (is_tuple_of(call.args[0]->type, count)) known_.insert(place(call));
  });
  return known_.size() > before;
}

// The same whenever the expression is parsed.
TupleCalls::Position TupleCalls::place(const ast::Apply& call) const {
  return {call.loc.begin - body_->loc.begin, call.loc.end - body_->loc.begin};
}

// Calls with one argument of functions that have several parameters, so many.
void TupleCalls::for_each_call(const std::function<void(const ast::Apply&, size_t)>& visit) const {
  if (body_ == nullptr || workspace_.visible() == nullptr) return;
  walk_tree(static_cast<const ast::Expr*>(body_), [&](const TreeNode& node) {
    const auto* const* found = std::get_if<const ast::Expr*>(&node.node);
    const auto* apply = found != nullptr ? ast::as<ast::Apply>(*found) : nullptr;
    if (apply == nullptr || apply->args.size() != 1) return;
    const auto* fn = ast::as<ast::Var>(static_cast<const ast::Expr*>(apply->fn));
    if (fn == nullptr || !fn->name.quals.empty()) return;
    const ValueSymbol* symbol = workspace_.visible()->env.values.find(fn->name.name.name);
    if (symbol == nullptr) return;
    std::vector<const Type*> params = parameters(symbol->type);
    // A first parameter that is such a tuple itself is given it.
    if (params.size() >= 2 && !is_tuple_of(params.front(), params.size()))
      visit(*apply, params.size());
  });
}

void TupleCalls::change(ast::Apply& call) const {
  const ast::Expr* argument = call.args[0];
  while (const auto* parens = ast::as<ast::Parens>(argument)) argument = parens->inner;
  // A tuple that is written out has the arguments themselves.
  if (const auto* tuple = ast::as<ast::Tuple>(argument)) {
    call.args = tuple->elems;
    return;
  }
  SemaContext& cx = workspace_.session().context();
  const auto* fn = ast::as<ast::Var>(call.fn);
  const ValueSymbol* symbol = workspace_.visible()->env.values.find(fn->name.name.name);
  const size_t count = parameters(symbol->type).size();
  const Loc loc = call.args[0]->loc;
  std::vector<ast::Pattern*> names;
  std::vector<ast::Expr*> parts;
  for (size_t i = 1; i <= count; i++) {
    const Name name = cx.names.intern(fmt::format("part'{}", i));
    names.push_back(made<ast::NamePat>(cx.arena, loc, [&](ast::NamePat& n) { n.name = name; }));
    parts.push_back(made<ast::Var>(cx.arena, loc, [&](ast::Var& v) {
      v.name.name = {name, loc};
      v.name.loc = loc;
    }));
  }
  auto* pattern =
      made<ast::TuplePat>(cx.arena, loc, [&](ast::TuplePat& p) { p.elems = cx.arena.copy(names); });
  auto* inner = made<ast::Apply>(cx.arena, call.loc, [&](ast::Apply& a) {
    a.fn = call.fn;
    a.args = cx.arena.copy(parts);
  });
  auto* let = made<ast::Let>(cx.arena, call.loc, [&](ast::Let& l) {
    l.pattern = pattern;
    l.value = call.args[0];
    l.body = inner;
    l.in_written = true;
  });
  // It becomes parentheses, in the same place: whatever refers to the call refers to them.
  static_assert(sizeof(ast::Parens) <= sizeof(ast::Apply));
  ast::Parens parens{};
  parens.kind = ast::Parens::K;
  parens.loc = call.loc;
  parens.inner = let;
  std::construct_at(reinterpret_cast<ast::Parens*>(&call), parens);
}

}  // namespace planish
