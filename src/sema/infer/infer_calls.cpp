#include "sema/infer/infer_calls.h"

#include <algorithm>

#include "sema/infer/infer.h"
#include "sema/types/foreign_names.h"
#include "sema/types/outside.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

namespace {

// A word such as `mod` between two operands, which was reported with a hint already.
bool is_unknown_infix(const SemaContext& cx, const Expr& e) {
  auto* var = ast::as<Var>(&e);
  return var != nullptr && var->symbol == nullptr && var->name.quals.empty() &&
         !foreign_infix_hint(cx.text(var->name.name.name)).empty();
}

}  // namespace

namespace {

const Var* callee_of(const Expr* fn) {
  while (auto* p = ast::as<Parens>(fn)) fn = p->inner;
  return ast::as<Var>(fn);
}

}  // namespace

const Type* InferCalls::instantiate(ValueSymbol* symbol, Loc loc, const Instance** instance) {
  if (symbol->type == nullptr) return types_.error();
  if (symbol->params.empty()) return types_.with_unique(symbol->type, false);
  Substitution s;
  auto args = cx_.arena.make_array<InstanceArg>(symbol->params.size());
  const OutsideValue* outside = outside_value(cx_, *symbol);
  size_t types = 0;
  for (size_t i = 0; i < args.size(); i++) {
    TypeSymbol* param = symbol->params[i].type;
    if (param == nullptr) continue;
    const MetaType* meta = fresh(loc);
    meta->unlifted = param->liftedness == Liftedness::Unlifted;
    if (types == 0) meta->prims = symbol->overload;
    if (outside != nullptr) meta->prims = outside->classes[types];
    types++;
    args[i].type = meta;
    s.types.emplace_back(param, meta);
  }
  *instance = cx_.arena.make<Instance>(Instance{args});
  if (symbol->overload == 0) state_.uses.push_back({symbol, *instance, loc});
  return types_.with_unique(s.types.empty() ? symbol->type : types_.substitute(symbol->type, s),
                            false);
}

// Applies a function of this type to one argument.
const Type* InferCalls::apply(const Type* fn, const Callee& callee, const Expr* arg,
                              const Type* arg_type, size_t index) {
  const Type* root = resolve_meta(fn);
  Reason reason{callee.kind,   arg != nullptr ? arg->loc : callee.loc,
                callee.loc,    callee.text,
                index,         callee.count,
                callee.symbol, nullptr};
  if (callee.operation != nullptr)
    reason.partner = index == 1 ? callee.operation->right : callee.operation->left;
  if (auto* arrow = planish::as<planish::ArrowType>(root)) {
    // The type that the second operand of `+` has to have is that of the first.
    if (index == 2 && reason.partner != nullptr &&
        resolve_meta(arrow->param) == resolve_meta(reason.partner->type))
      reason.other = reason.partner->loc;
    all_.unifier.unify_or_report(arrow->param, arg_type, reason);
    return types_.with_unique(arrow->result, false);
  }
  if (root->kind == TypeKind::Error) return root;
  if (auto* meta = planish::as<MetaType>(root);
      meta != nullptr && meta->prims == 0 && meta->fields.empty() && meta->constructors.empty()) {
    const Type* result = fresh(callee.loc);
    all_.unifier.unify_or_report(types_.arrow(nullptr, false, arg_type, {}, result), root, reason);
    return result;
  }
  state_.failed = true;
  const bool is_reported = arg != nullptr && is_unknown_infix(cx_, *arg);
  if (!state_.mismatch_reported) {
    state_.mismatch_reported = true;
    if (!is_reported) all_.reports.report_not_function(root, callee, arg, index);
  }
  return types_.error();
}

const Type* InferCalls::infer_apply(Apply& e) {
  const Type* type = all_.exprs.expr(e.fn);
  for (Expr* arg : e.args) all_.exprs.expr(arg);
  Callee callee{.loc = e.fn->loc, .count = e.args.size()};
  if (const Var* var = callee_of(e.fn)) {
    // What the user calls it.
    callee.text = cx_.sources.text(var->loc);
    if (var->fields.empty()) callee.symbol = var->symbol;
  }
  for (size_t i = 0; i < e.args.size(); i++)
    type = apply(type, callee, e.args[i], e.args[i]->type, i + 1);
  return type;
}

ValueSymbol* InferCalls::lookup_operator(const QualName& op) {
  return all_.names.lookup_value(op, nullptr);
}

// The common case `x + y` of a built-in operator on types that are known: no metavariables.
bool InferCalls::overloaded_operator(BinOp& e, const Type* left, const Type* right,
                                     const Type** result) {
  ValueSymbol* symbol = e.symbol;
  if (symbol->kind != ValueKind::Intrinsic || symbol->params.size() != 1 || symbol->overload == 0)
    return false;
  left = resolve_meta(left);
  right = resolve_meta(right);
  // A literal takes the type of the other operand.
  const Type* type = left->kind == TypeKind::Prim ? left : right;
  auto* prim = planish::as<PrimType>(type);
  if (prim == nullptr || (symbol->overload & prim_set(prim->prim)) == 0) return false;
  const Type* other = type == left ? right : left;
  if (other != type) {
    auto* meta = planish::as<MetaType>(other);
    if (meta == nullptr || (meta->prims & prim_set(prim->prim)) == 0) return false;
    meta->link = type;
  }
  TypeSymbol* param = symbol->params[0].type;
  auto* outer = planish::as<planish::ArrowType>(symbol->type);
  auto* inner = outer != nullptr ? planish::as<planish::ArrowType>(outer->result) : nullptr;
  if (inner == nullptr) return false;
  auto is_param = [&](const Type* t) {
    auto* named = planish::as<NamedType>(t);
    return named != nullptr && named->symbol == param;
  };
  if (!is_param(outer->param) || !is_param(inner->param)) return false;
  *result = is_param(inner->result) ? type : inner->result;
  if ((*result)->kind != TypeKind::Prim) return false;
  auto args = cx_.arena.make_array<InstanceArg>(1);
  args[0].type = type;
  e.instance = cx_.arena.make<Instance>(Instance{args});
  return true;
}

const Type* InferCalls::infer_binop(BinOp& e) {
  e.symbol = lookup_operator(e.op);
  const Type* left = all_.exprs.expr(e.left);
  const Type* right = all_.exprs.expr(e.right);
  if (e.symbol == nullptr) return types_.error();
  const Type* result = nullptr;
  if (overloaded_operator(e, left, right, &result)) return result;
  const Type* type = instantiate(e.symbol, e.op.loc, &e.instance);
  e.op_type = type;
  const Callee callee{.loc = e.op.loc,
                      .text = cx_.sources.text(e.op.loc),
                      .count = 2,
                      .kind = Reason::Operand,
                      .operation = &e};
  return apply(apply(type, callee, e.left, left, 1), callee, e.right, right, 2);
}

const Type* InferCalls::infer_section(OpSection& e) {
  e.symbol = lookup_operator(e.op);
  return e.symbol != nullptr ? instantiate(e.symbol, e.loc, &e.instance) : types_.error();
}

Callee InferCalls::section_callee(const QualName& op) const {
  return {.loc = op.loc, .text = cx_.sources.text(op.loc), .count = 2, .kind = Reason::Section};
}

const Type* InferCalls::infer_section_left(OpSectionLeft& e) {
  e.symbol = lookup_operator(e.op);
  const Type* operand = all_.exprs.expr(e.operand);
  if (e.symbol == nullptr) return types_.error();
  e.op_type = instantiate(e.symbol, e.op.loc, &e.instance);
  return apply(e.op_type, section_callee(e.op), e.operand, operand, 1);
}

const Type* InferCalls::infer_section_right(OpSectionRight& e) {
  e.symbol = lookup_operator(e.op);
  const Type* operand = all_.exprs.expr(e.operand);
  if (e.symbol == nullptr) return types_.error();
  e.op_type = instantiate(e.symbol, e.op.loc, &e.instance);
  const Callee callee = section_callee(e.op);
  const Type* left = fresh(e.loc);
  const Type* rest = apply(e.op_type, callee, nullptr, left, 1);
  const Type* result = apply(rest, callee, e.operand, operand, 2);
  return types_.arrow(nullptr, false, left, {}, result);
}

}  // namespace planish
