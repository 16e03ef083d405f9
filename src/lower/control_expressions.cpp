#include "lower/control_expressions.h"

#include "lower/decision_tree.h"
#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

ControlExpressions::ControlExpressions(Lowering& lowering)
    : l_(lowering),
      cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      emit_(lowering.emit),
      checks_(lowering.checks),
      known_(lowering.known),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      reader_(lowering.reader),
      signatures_(lowering.signatures),
      coercions_(lowering.coercions),
      indexing_(lowering.indexing),
      patterns_(lowering.patterns),
      expressions_(lowering.expressions) {}

const AtomTree* ControlExpressions::lower(const ast::Let& e, Scope& scope) {
  const AtomTree* value = expressions_.expr(e.value, scope);
  patterns_.bind(e.pattern, value, scope);
  const AtomTree* result = expressions_.expr(e.body, scope);
  reader_.learn_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const AtomTree* ControlExpressions::lower(const ast::LetFun& e, Scope& scope) {
  scope.values[e.symbol] = trees_.function(
      Closure{CodeKind::LocalFunction, static_cast<uint32_t>(e.params.size()), &e, &scope});
  const AtomTree* result = expressions_.expr(e.body, scope);
  reader_.learn_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const AtomTree* ControlExpressions::lower(const ast::If& e, Scope& scope) {
  Atom condition = expressions_.scalar(e.condition, scope);
  const AtomTree* value = signatures_.branch(
      condition, e.type, scope, [&] { return expressions_.expr(e.then_branch, scope); },
      [&] { return expressions_.expr(e.else_branch, scope); });
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* ControlExpressions::lower(const ast::Match& e, Scope& scope) {
  const AtomTree* scrutinee = expressions_.expr(e.scrutinee, scope);
  const AtomTree* value = DecisionTree(l_, e, scrutinee, scope).emit();
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* ControlExpressions::lower(const ast::Loop& e, Scope& scope) {
  const AtomTree* value = lower_loop(e, scope);
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* ControlExpressions::lower(const ast::Assert& e, Scope& scope) {
  Atom condition = expressions_.scalar(e.condition, scope);
  const ast::Expr* written = e.condition;
  while (auto* parens = ast::as<ast::Parens>(written)) written = parens->inner;
  std::string source(cx_.sources.text(written->loc));
  checks_.check(condition, ir::CheckKind::Assert,
                {checks_.text("Assertion is false: (" + source + ")")});
  return expressions_.expr(e.body, scope);
}

const AtomTree* ControlExpressions::lower_and_or(const ast::BinOp& e, Scope& scope) {
  bool is_and = e.symbol->intrinsic == IntrinsicKind::LogicalAnd;
  Atom left = expressions_.scalar(e.left, scope);
  auto right = [&] { return expressions_.expr(e.right, scope); };
  auto known = [&] { return trees_.leaf(Atom::boolean(!is_and)); };
  return is_and ? signatures_.branch(left, e.type, scope, right, known)
                : signatures_.branch(left, e.type, scope, known, right);
}

const AtomTree* ControlExpressions::lower_loop(const ast::Loop& e, Scope& scope) {
  const AtomTree* init = expressions_.expr(e.init != nullptr ? e.init : e.implicit_init, scope);
  init = coercions_.conform(init, e.pattern->type, scope);
  Atom bound;
  const AtomTree* array = nullptr;
  if (e.form == ast::LoopForm::For) bound = expressions_.scalar(e.bound, scope);
  if (e.form == ast::LoopForm::ForIn) {
    array = expressions_.expr(e.bound, scope);
    bound = trees_.outer_size(array);
  }
  Signature carried = signatures_.signature(e.pattern->type, scope, SignatureOf::Local);
  std::vector<Atom> inits = signatures_.results_for(carried, init);
  const AtomTree* value = signatures_.value(carried);
  std::vector<bool> unique(carried.sizes.size(), false);
  patterns_.add_unique(e.pattern, value, unique);

  const size_t mark = known_.mark();
  patterns_.bind(e.pattern, value, scope);
  ir::Loop loop{};
  if (e.form == ast::LoopForm::While) {
    loop.condition =
        emit_.body([&] { return std::vector<Atom>{expressions_.scalar(e.bound, scope)}; });
  } else {
    Prim prim = builder_.prim(bound);
    loop.index = builder_.new_var(e.index_symbol != nullptr ? cx_.text(e.index.name) : "i",
                                  storage_.types.scalar(prim));
    loop.bound = bound;
  }
  if (e.form == ast::LoopForm::For) scope.values[e.index_symbol] = trees_.leaf(loop.index);
  loop.body = emit_.body([&] {
    if (array != nullptr) bind_element(e, array, loop.index, scope);
    const AtomTree* next = expressions_.expr(e.body, scope);
    return signatures_.results_for(carried, coercions_.conform(next, e.pattern->type, scope));
  });
  known_.forget_since(mark);

  std::vector<Var> pattern = carried.pattern();
  std::vector<ir::LoopParam> params;
  for (size_t i = 0; i < pattern.size(); i++) params.push_back({{pattern[i], unique[i]}, inits[i]});
  loop.params = arena_.copy(params);

  const std::vector<Var> results = signatures_.renewed(pattern, {});
  builder_.add(results, builder_.make(loop));
  const auto leaves = results.begin() + static_cast<long>(carried.sizes.size());
  return trees_.build_all(carried.shape, {leaves, results.end()});
}

// The element is a value of its own: the body may consume it.
void ControlExpressions::bind_element(const ast::Loop& e, const AtomTree* array, Var index,
                                      Scope& scope) {
  const Shape* shape = shapes_.structure(e.element->type, scope);
  patterns_.bind(e.element, trees_.copy(indexing_.element(array, index, shape)), scope);
}

}  // namespace planish::lower
