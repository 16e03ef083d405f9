// Note [Inlining or calling]
// Code that takes or returns functions has to be specialised for them, so it may as well stand
// where it is used, once. A second use calls a copy made for that way of using it, as do all uses
// of functions that take only data. Code so small that a call would be larger is always inlined.
// The size of the program thus stays in proportion to the source and to the number of different
// ways in which functions are passed around. Code that takes a sequence is inlined, too, so that
// consumers of one sequence stand in one body (Note [Shared passes]).
#include "lower/inlining_rules.h"

#include <algorithm>

#include "lower/lowering.h"
#include "syntax/ast_children.h"

namespace planish::lower {
namespace {

constexpr size_t kTiny = 24;  // nodes of the syntax tree
// How deep small functions are inlined in each other: what each of them uses twice would grow
// exponentially.
constexpr int kMostInlined = 6;

size_t count_nodes(ast::Expr* e) {
  size_t count = 1;
  ast::for_each_child(
      *e, [&](ast::Expr* part) { count += count_nodes(part); }, [&](ast::Pattern*) { count++; },
      [&](ast::TypeExpr*) {});
  return count;
}

bool has_accumulator(const ir::Storage& storage, const AtomTree* value) {
  if (value->kind == TreeKind::Leaf) return storage.type(value->atom)->is_acc();
  return std::ranges::any_of(value->parts,
                             [&](const AtomTree* part) { return has_accumulator(storage, part); });
}

bool holds_sequence(const AtomTree* value) {
  if (value->kind != TreeKind::Function) return std::ranges::any_of(value->parts, holds_sequence);
  const Closure& closure = closure_of(value);
  if (closure.kind != CodeKind::Intrinsic) return false;
  switch (static_cast<const ValueSymbol*>(closure.code)->intrinsic) {
    case IntrinsicKind::SeqSource:
    case IntrinsicKind::SeqStage:
    case IntrinsicKind::SeqRestStage:
    case IntrinsicKind::SeqZip:
    case IntrinsicKind::SeqAppend: return true;
    default: return false;
  }
}

}  // namespace

InliningRules::InliningRules(Lowering& lowering) : l_(lowering) {}

size_t InliningRules::cost(const Closure& closure) {
  size_t sum = 0;
  add_cost(closure, sum);
  return sum;
}

void InliningRules::add_cost(const AtomTree* value, size_t& sum) {
  if (value->kind == TreeKind::Function) return add_cost(closure_of(value), sum);
  for (const AtomTree* part : value->parts) {
    if (sum <= kTiny) add_cost(part, sum);
  }
}

// The code itself comes first, so that little is looked at of functions in functions in functions.
void InliningRules::add_cost(const Closure& closure, size_t& sum) {
  sum += 1;
  const bool is_definition = closure.kind == CodeKind::Definition;
  const bool has_body =
      is_definition || closure.kind == CodeKind::Lambda || closure.kind == CodeKind::LocalFunction;
  // A recursive definition is called wherever it is given to.
  const bool is_copied =
      has_body && !(is_definition && is_recursive(*static_cast<const ast::ValDecl*>(closure.code)));
  if (is_copied) {
    const ast::Expr* body = code_of(l_.cx, closure).body;
    auto [it, fresh] = costs_.try_emplace(body);
    if (fresh) it->second = count_nodes(const_cast<ast::Expr*>(body));
    sum += it->second;
  }
  for (const AtomTree* arg : closure.args) {
    if (sum <= kTiny) add_cost(arg, sum);
  }
  if (!is_copied || is_definition || sum > kTiny) return;
  for (const ValueSymbol* symbol :
       l_.free_symbols.of(static_cast<const ast::Expr*>(closure.code)).values) {
    const AtomTree* bound = closure.scope->find(symbol);
    if (bound != nullptr && bound->kind == TreeKind::Function && sum <= kTiny)
      add_cost(closure_of(bound), sum);
  }
}

bool InliningRules::gives_function(const Type* type, Scope& scope) {
  if ((type->flags & kHasArrow) != 0) return true;
  if ((type->flags & kHasNamed) == 0) return false;
  auto found = [](const Shape* shape, auto& self) -> bool {
    if (shape->kind == ShapeKind::Function) return true;
    for (const Shape* part : shape->parts) {
      if (self(part, self)) return true;
    }
    return shape->elem != nullptr && self(shape->elem, self);
  };
  return found(l_.shapes.open_shape(type, scope), found);
}

bool InliningRules::is_recursive(const ast::ValDecl& decl) {
  if (decl.symbol->recursive_group) return true;
  auto [it, fresh] = recursive_.try_emplace(&decl);
  if (fresh) {
    const Mentioned& all = l_.free_symbols.of(decl.body);
    it->second = std::find(all.values.begin(), all.values.end(), decl.symbol) != all.values.end();
  }
  return it->second;
}

bool InliningRules::stays_call(const Closure& closure) {
  const Code code = code_of(l_.cx, closure);
  if (std::ranges::find(code.attrs, AttributeKind::Noinline, &ast::Attr::kind) != code.attrs.end())
    return true;
  return l_.options.inlining == Inlining::Never && closure.kind == CodeKind::Definition &&
         !code.params.empty() &&
         !l_.cx.sources.file_of(code.body->loc)->path.starts_with("/prelude/");
}

// An accumulator has one owner, so a call takes it away from the caller. A function that only looks
// at it, such as one that gives a component of a pair, is no such call.
bool InliningRules::lends_accumulator(const Closure& closure, const Trees& args) {
  const Type* type = type_of(closure);
  for (const AtomTree* arg : args) {
    const ArrowType* function = type != nullptr ? as<ArrowType>(type) : nullptr;
    const bool consumes = function != nullptr && function->consumes;
    if (!consumes && has_accumulator(l_.storage, arg)) return true;
    type = function != nullptr ? function->result : nullptr;
  }
  return false;
}

bool InliningRules::should_inline(const Closure& closure, const Trees& args) {
  Code code = code_of(l_.cx, closure);
  const Type* result = code.result_type();
  if (gives_function(result, *closure.scope)) return true;
  if (closure.kind == CodeKind::Definition &&
      is_recursive(*static_cast<const ast::ValDecl*>(closure.code)))
    return false;
  if (lends_accumulator(closure, args)) return true;
  if (stays_call(closure)) return false;
  if (std::ranges::any_of(args, holds_sequence)) return true;
  size_t sum = cost(closure);
  bool higher_order = closure.kind != CodeKind::Definition;
  for (const AtomTree* arg : args) {
    size_t more = 0;
    add_cost(arg, more);
    higher_order = higher_order || more > 0;
    sum += more;
  }
  if (sum <= kTiny && depth_ < kMostInlined) return true;
  if (!higher_order) return false;
  if (!l_.attributes.call.empty()) return true;
  l_.open.next_question();
  const UseKey use(l_, closure, args, UseKey::Functions::Summarise);
  return inlined_.insert(use.key()).second;
}

}  // namespace planish::lower
