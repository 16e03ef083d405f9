#include "sema/consumption/calls.h"

#include "sema/consumption/analysis.h"

namespace planish::consumption {

namespace {

// The name that a call is known by.
Name function_name(const ast::Expr* fn) {
  switch (fn->kind) {
    case ast::ExprKind::Var: return static_cast<const ast::Var*>(fn)->name.name.name;
    case ast::ExprKind::Parens: return function_name(static_cast<const ast::Parens*>(fn)->inner);
    case ast::ExprKind::Apply: return function_name(static_cast<const ast::Apply*>(fn)->fn);
    case ast::ExprKind::OpSection: return static_cast<const ast::OpSection*>(fn)->op.name.name;
    default: return {};
  }
}

const ArrowType* arrow_of(const Type* type) {
  return type != nullptr ? as<ArrowType>(type) : nullptr;
}

const Type* function_type(const Aliases* value, const Type* type) {
  return value != nullptr && value->fn != nullptr ? value->fn : type;
}

}  // namespace

// Arguments are evaluated from the last to the first.
const Aliases* Calls::check(ast::Apply& e) {
  const Aliases* fn = all_.expressions.check(e.fn);
  const Type* fn_type = function_type(fn, e.fn->type);
  Name name = function_name(e.fn);
  auto args = store_.array<Argument>(e.args.size());
  const Type* type = fn_type;
  for (size_t i = 0; i < args.size(); i++) {
    args[i] = {e.args[i], nullptr, arrow_of(type)};
    type = args[i].arrow != nullptr ? args[i].arrow->result : nullptr;
  }
  size_t before = trail_.size();
  for (size_t i = args.size(); i-- > 0;) check_argument(args[i], args.subspan(i + 1), name);
  Operand operand{e.fn, fn};
  all_.uses.check_operands({&operand, 1}, before);
  return call_result(fn_type, fn, args, e.loc, name);
}

const Aliases* Calls::check(ast::BinOp& e) {
  const Aliases* fn = all_.names.observe(e.symbol, e.op_type, e.op.loc);
  const Type* fn_type = function_type(fn, e.op_type);
  const ArrowType* first = arrow_of(fn_type);
  const ArrowType* second = first != nullptr ? arrow_of(first->result) : nullptr;
  Argument args[] = {{e.left, nullptr, first}, {e.right, nullptr, second}};
  check_argument(args[0], {}, e.op.name.name);
  check_argument(args[1], {args, 1}, e.op.name.name);
  return call_result(fn_type, fn, args, e.loc, e.op.name.name);
}

// `earlier` are the arguments that are evaluated before this one.
void Calls::check_argument(Argument& arg, std::span<const Argument> earlier, Name fn) {
  Mark before = mark();
  arg.value = all_.expressions.check(arg.expr);
  if (consumed_since(before)) {
    if (holds_function(arg.expr->type)) all_.reports.report_function_consumes(arg.expr, before);
    for (const Argument& other : earlier) {
      Operand operand{other.expr, other.value};
      all_.uses.check_operands({&operand, 1}, before.trail);
    }
  }
  if (arg.arrow == nullptr) return;
  all_.uses.check_fits(arg.arrow->param, arg.expr->type, arg.value, arg.expr->loc);
  if (!consumes(arg.arrow) || arg.value == nullptr) return;
  Consumption how = Uses::consumption_of(Cause::Argument, arg.expr, fn);
  all_.uses.check_self_alias(arg.expr->type, arg.value, how);
  AliasSet set = store_.all(arg.value);
  all_.uses.consume(set, how);
  for (const Argument& other : earlier) {
    if (all_.reports.report_shared_argument(set, other, how)) break;
  }
}

const Aliases* Calls::call_result(const Type* fn_type, const Aliases* fn,
                                  std::span<const Argument> args, Loc loc, Name name) {
  const Type* result = Uniqueness::result_after(fn_type, args.size());
  if (!can_alias(result)) return nullptr;
  AliasSet set = store_.all(fn);
  for (const Argument& arg : args) {
    if (!consumes(arg.arrow)) set = store_.unite(set, store_.all(arg.value));
  }
  // Two parts of the result may share memory with each other even if with nothing else.
  if (set.empty() && !all_unique(result)) {
    OwnerId owner =
        new_owner({.kind = OwnerKind::CallResult, .depth = depth(), .name = name, .loc = loc});
    set = store_.single(store_.new_atom(owner));
  }
  return store_.result(result, set);
}

const Aliases* Calls::check(ast::OpSection& e) {
  return all_.names.observe(e.symbol, e.type, e.loc);
}

const Aliases* Calls::check(ast::OpSectionLeft& e) {
  const Type* type = arrow_of(e.op_type) != nullptr ? e.op_type : nullptr;
  return check_section(&e, e.symbol, e.op, arrow_of(type), e.operand,
                       Uniqueness::result_after(type, 1));
}

const Aliases* Calls::check(ast::OpSectionRight& e) {
  const ArrowType* first = arrow_of(e.op_type);
  const ArrowType* second = first != nullptr ? arrow_of(first->result) : nullptr;
  const Type* rest = nullptr;
  if (second != nullptr)
    rest = cx_.types.arrow(first->binder, first->consumes, first->param, second->exists,
                           second->result);
  return check_section(&e, e.symbol, e.op, second, e.operand, rest);
}

// An operator with one of its operands: `arrow` takes the operand, `rest` is the type of what
// remains.
const Aliases* Calls::check_section(const ast::Expr* section, const ValueSymbol* op,
                                    const ast::QualName& name, const ArrowType* arrow,
                                    ast::Expr* operand, const Type* rest) {
  const Aliases* fn = arrow != nullptr ? all_.names.observe(op, arrow, name.loc) : nullptr;
  Mark before = mark();
  Argument arg{operand, nullptr, arrow};
  check_argument(arg, {}, name.name.name);
  if (consumed_since(before)) all_.reports.report_function_consumes(section, before);
  return store_.leaf(store_.unite(store_.all(fn), store_.all(arg.value)), rest);
}

}  // namespace planish::consumption
