// Consumption by calls, operators and sections, and functions as arguments.
#include "sema/consumption/consumption_checker.h"

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

// Whether a call consumes the argument. Functions are never consumed.
bool consumes(const ArrowType* arrow) {
  return arrow != nullptr && arrow->consumes && arrow->param->kind != TypeKind::Arrow;
}

const Type* function_type(const Value* value, const Type* type) {
  return value != nullptr && value->fn != nullptr ? value->fn : type;
}

}  // namespace

// Arguments are evaluated from the last to the first.
const Value* Checker::check(ast::Apply& e) {
  const Value* fn = check(e.fn);
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
  check_operands({&operand, 1}, before);
  return call_result(fn_type, fn, args, e.loc, name);
}

const Value* Checker::check(ast::BinOp& e) {
  const Value* fn = observe(e.symbol, e.op_type, e.op.loc);
  const Type* fn_type = function_type(fn, e.op_type);
  const ArrowType* first = arrow_of(fn_type);
  const ArrowType* second = first != nullptr ? arrow_of(first->result) : nullptr;
  Argument args[] = {{e.left, nullptr, first}, {e.right, nullptr, second}};
  check_argument(args[0], {}, e.op.name.name);
  check_argument(args[1], {args, 1}, e.op.name.name);
  return call_result(fn_type, fn, args, e.loc, e.op.name.name);
}

// `earlier` are the arguments that are evaluated before this one.
void Checker::check_argument(Argument& arg, std::span<const Argument> earlier, Name fn) {
  Mark before = mark();
  arg.value = check(arg.expr);
  if (consumed_since(before)) {
    if (holds_function(arg.expr->type)) report_function_consumes(arg.expr, before);
    for (const Argument& other : earlier) {
      Operand operand{other.expr, other.value};
      check_operands({&operand, 1}, before.trail);
    }
  }
  if (arg.arrow == nullptr) return;
  check_fits(arg.arrow->param, arg.expr->type, arg.value, arg.expr->loc);
  if (!consumes(arg.arrow) || arg.value == nullptr) return;
  Consumption how = consumption_of(Cause::Argument, arg.expr, fn);
  check_self_alias(arg.expr->type, arg.value, how);
  AliasSet set = store_.all(arg.value);
  consume(set, how);
  for (const Argument& other : earlier) {
    if (report_shared_argument(set, other, how)) break;
  }
}

const Value* Checker::call_result(const Type* fn_type, const Value* fn,
                                  std::span<const Argument> args, Loc loc, Name name) {
  const Type* result = result_after(fn_type, args.size());
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

// What is passed for a consumed parameter is taken apart by the callee, who relies on the parts
// being apart.
void Checker::check_self_alias(const Type* type, const Value* value, const Consumption& how) {
  AliasSet seen;
  bool found = false;
  for_each_component(store_, type, value, [&](const Type*, AliasSet set) {
    if (!found && intersects(seen, set)) {
      found = true;
      report_self_alias(seen, set, how);
    }
    seen = store_.unite(seen, set);
  });
}

// ---- Sections

const Value* Checker::check(ast::OpSection& e) { return observe(e.symbol, e.type, e.loc); }

const Value* Checker::check(ast::OpSectionLeft& e) {
  const Type* type = arrow_of(e.op_type) != nullptr ? e.op_type : nullptr;
  return check_section(&e, e.symbol, e.op, arrow_of(type), e.operand, result_after(type, 1));
}

const Value* Checker::check(ast::OpSectionRight& e) {
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
const Value* Checker::check_section(const ast::Expr* section, const ValueSymbol* op,
                                    const ast::QualName& name, const ArrowType* arrow,
                                    ast::Expr* operand, const Type* rest) {
  const Value* fn = arrow != nullptr ? observe(op, arrow, name.loc) : nullptr;
  Mark before = mark();
  Argument arg{operand, nullptr, arrow};
  check_argument(arg, {}, name.name.name);
  if (consumed_since(before)) report_function_consumes(section, before);
  return store_.leaf(store_.unite(store_.all(fn), store_.all(arg.value)), rest);
}

// ---- Functions as values

// A function that consumes may not stand where the caller thinks that it observes, nor one whose
// result has aliases where the caller thinks that it is unique.
Checker::Misfit Checker::misfit(const Type* expected, const Type* actual) {
  if (expected == nullptr || actual == nullptr || expected == actual ||
      expected->kind != actual->kind)
    return Misfit::None;
  switch (expected->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta:
    case TypeKind::Array:
    case TypeKind::Named: return Misfit::None;
    case TypeKind::Record: {
      auto& e = static_cast<const RecordType*>(expected)->fields;
      auto& a = static_cast<const RecordType*>(actual)->fields;
      for (size_t i = 0; i < e.size() && i < a.size(); i++) {
        if (Misfit m = misfit(e[i].type, a[i].type); m != Misfit::None) return m;
      }
      return Misfit::None;
    }
    case TypeKind::Sum: {
      auto& e = static_cast<const SumType*>(expected)->constructors;
      auto& a = static_cast<const SumType*>(actual)->constructors;
      for (size_t i = 0; i < e.size() && i < a.size(); i++) {
        for (size_t j = 0; j < e[i].args.size() && j < a[i].args.size(); j++) {
          if (Misfit m = misfit(e[i].args[j], a[i].args[j]); m != Misfit::None) return m;
        }
      }
      return Misfit::None;
    }
    case TypeKind::Arrow: {
      auto& e = *static_cast<const ArrowType*>(expected);
      auto& a = *static_cast<const ArrowType*>(actual);
      if (consumes(&a) && !consumes(&e)) return Misfit::Consumes;
      if (!unique_where(e.result, a.result)) return Misfit::NotUnique;
      if (Misfit m = misfit(a.param, e.param); m != Misfit::None) return m;
      return misfit(e.result, a.result);
    }
  }
  return Misfit::None;
}

// Whether every part that has a `*` in `expected` has one in `actual`.
bool Checker::unique_where(const Type* expected, const Type* actual) {
  if (!any_unique(expected)) return true;
  if (expected->kind == TypeKind::Record && actual->kind == TypeKind::Record) {
    auto& e = static_cast<const RecordType*>(expected)->fields;
    auto& a = static_cast<const RecordType*>(actual)->fields;
    for (size_t i = 0; i < e.size() && i < a.size(); i++) {
      if (!unique_where(e[i].type, a[i].type)) return false;
    }
    return true;
  }
  return all_unique(actual);
}

void Checker::check_fits(const Type* expected, const Type* type, const Value* value, Loc loc) {
  if (!holds_function(expected)) return;
  const Type* actual = value != nullptr && value->fn != nullptr ? value->fn : type;
  Misfit m = misfit(expected, actual);
  if (m != Misfit::None) report_misfit(m, expected, actual, loc);
}

}  // namespace planish::consumption
