#include "lower/function_expressions.h"

#include "lower/lowering.h"

namespace planish::lower {

FunctionExpressions::FunctionExpressions(Lowering& lowering)
    : arena_(lowering.arena),
      builder_(lowering.builder),
      trees_(lowering.trees),
      reader_(lowering.reader),
      names_(lowering.names),
      attributes_(lowering.attributes),
      calls_(lowering.calls),
      intrinsics_(lowering.intrinsics),
      expressions_(lowering.expressions),
      control_(lowering.control) {}

const AtomTree* FunctionExpressions::lower(const ast::Apply& e, Scope& scope) {
  const std::vector<Attribute> attributes = std::exchange(attributes_.call, {});
  // Arguments come first: the instance of the function may mention sizes that they bring into
  // existence.
  Trees args;
  for (const ast::Expr* arg : e.args) args.push_back(expressions_.argument(arg, scope));
  const AtomTree* fn = expressions_.expr(e.fn, scope);
  attributes_.call = attributes;
  const AtomTree* value = calls_.apply(fn, args, e.loc);
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* FunctionExpressions::lower(const ast::BinOp& e, Scope& scope) {
  bool built_in = e.symbol->kind == ValueKind::Intrinsic;
  const IntrinsicKind intrinsic = e.symbol->intrinsic;
  if (built_in && (intrinsic == IntrinsicKind::LogicalAnd || intrinsic == IntrinsicKind::LogicalOr))
    return control_.lower_and_or(e, scope);
  const std::vector<Attribute> attributes = std::exchange(attributes_.call, {});
  const AtomTree* left = expressions_.argument(e.left, scope);
  const AtomTree* right = expressions_.argument(e.right, scope);
  attributes_.call = attributes;
  if (built_in && left->kind == TreeKind::Leaf && right->kind == TreeKind::Leaf) {
    if (auto result = intrinsics_.operator_on_scalars(intrinsic, left->atom, right->atom))
      return trees_.leaf(*result);
  }
  const AtomTree* op = names_.variable({e.symbol, e.instance, e.op_type, scope});
  const AtomTree* value = calls_.apply(op, {left, right}, e.loc);
  reader_.learn_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const AtomTree* FunctionExpressions::lower(const ast::Negate& e, Scope& scope) {
  return trees_.leaf(builder_.unary(ir::UnaryOp::Neg, expressions_.scalar(e.operand, scope)));
}

const AtomTree* FunctionExpressions::lower(const ast::Not& e, Scope& scope) {
  return trees_.leaf(builder_.unary(ir::UnaryOp::Not, expressions_.scalar(e.operand, scope)));
}

const AtomTree* FunctionExpressions::lower(const ast::Lambda& e, Scope& scope) {
  return trees_.function(
      Closure{CodeKind::Lambda, static_cast<uint32_t>(e.params.size()), &e, &scope});
}

const AtomTree* FunctionExpressions::lower(const ast::OpSection& e, Scope& scope) {
  return names_.variable({e.symbol, e.instance, e.type, scope});
}

const AtomTree* FunctionExpressions::lower(const ast::OpSectionLeft& e, Scope& scope) {
  const AtomTree* operand = expressions_.expr(e.operand, scope);
  return calls_.apply(names_.variable({e.symbol, e.instance, e.op_type, scope}), {operand}, e.loc);
}

const AtomTree* FunctionExpressions::lower(const ast::OpSectionRight& e, Scope& scope) {
  const AtomTree* operand = expressions_.expr(e.operand, scope);
  const AtomTree* op = names_.variable({e.symbol, e.instance, e.op_type, scope});
  Trees given{op, operand};
  return trees_.function(Closure{CodeKind::RightSection, 3, nullptr, &scope, arena_.copy(given)});
}

const AtomTree* FunctionExpressions::lower(const ast::ProjectSection& e, Scope& scope) {
  return trees_.function(Closure{CodeKind::ProjectSection, 1, &e, &scope, {}});
}

}  // namespace planish::lower
