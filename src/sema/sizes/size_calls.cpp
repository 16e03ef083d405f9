#include "sema/sizes/size_calls.h"

#include <algorithm>

#include "sema/checks/local_checks.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

// Each occurrence of a lifted type parameter is replaced by a copy of its instance. See Note
// [Existential instances].
struct SizeCalls::LiftedInstance {
  TypeSymbol* param;
  const Type* canonical;
  uint32_t occurrences = 0;
};

const Type* SizeCalls::instantiate(ValueSymbol* symbol, Loc loc, const Instance* instance,
                                   const Type* unsized) {
  if (symbol == nullptr) return types_.error();
  // A function whose result is not declared, called from its own body.
  if (symbol->type == nullptr) return fresh_sized(unsized, loc, kOfRecursiveCall.data());
  if (symbol == state_.self && symbol->params.empty())
    return types_.with_unique(all_.functions.for_recursive_call(symbol->type, loc), false);
  if (symbol->params.empty()) return types_.with_unique(symbol->type, false);

  Substitution s;
  std::vector<LiftedInstance> lifted;
  for (size_t i = 0; i < symbol->params.size(); i++) {
    const SchemeParam& p = symbol->params[i];
    // Size parameters may have been added after the instance was made.
    InstanceArg* arg =
        instance != nullptr && i < instance->args.size() ? &instance->args[i] : nullptr;
    if (p.size != nullptr) {
      const Size* meta = fresh(loc, "a size parameter of what is used here");
      meta->meta->name = p.size->name;
      meta->meta->size_param = true;
      s.sizes.emplace_back(p.size, meta);
      if (arg != nullptr) arg->size = meta;
      continue;
    }
    if (arg == nullptr || arg->type == nullptr) {
      s.types.emplace_back(p.type, types_.error());
      continue;
    }
    bool can_exist = p.type->liftedness != Liftedness::Unlifted;
    const Type* type =
        fresh_sized(arg->type, loc, "a type parameter of what is used here", can_exist);
    arg->type = type;
    for_each_size(type, InFunctions::Skip, [&](const Size* size) {
      if (size->kind == SizeKind::Meta) size->meta->type_param = !can_exist;
    });
    if (can_exist && (type->flags & kHasSizeMeta) != 0) {
      lifted.push_back({p.type, type});
    } else {
      s.types.emplace_back(p.type, type);
    }
  }
  const Type* type = s.empty() ? symbol->type : types_.substitute(symbol->type, s);
  if (symbol == state_.self) type = all_.functions.for_recursive_call(type, loc);
  if (!lifted.empty()) type = with_lifted_instances(type, lifted, loc);
  return types_.with_unique(type, false);
}

Name SizeCalls::callee_name(const Expr* fn) const {
  while (auto* p = ast::as<Parens>(fn)) fn = p->inner;
  auto* var = ast::as<Var>(fn);
  return var != nullptr ? var->name.name.name : Name{};
}

const Type* SizeCalls::with_lifted_instances(const Type* type, std::span<LiftedInstance> lifted,
                                             Loc loc) {
  auto copy_size = [&](const Size* size, uint32_t occurrence) {
    if (size->kind != SizeKind::Meta) return size;
    const Size* copy = fresh(loc, "a type parameter of what is used here");
    copy->meta->canonical = size->meta;
    copy->meta->occurrence = occurrence;
    return copy;
  };
  auto copy_type = [&](auto& self, const Type* t, uint32_t occurrence) -> const Type* {
    if ((t->flags & kHasSizeMeta) == 0) return t;
    return types_.map_children(
        t, [&](const Type* part) { return self(self, part, occurrence); },
        [&](const Size* size) { return copy_size(size, occurrence); });
  };
  auto walk = [&](auto& self, const Type* t) -> const Type* {
    if ((t->flags & kHasNamed) == 0) return t;
    if (auto* named = planish::as<NamedType>(t)) {
      for (LiftedInstance& l : lifted) {
        if (l.param != named->symbol) continue;
        const Type* result = l.canonical;
        if (l.occurrences++ > 0) result = copy_type(copy_type, l.canonical, ++occurrences_);
        return named->unique ? types_.with_unique(result, true) : result;
      }
    }
    return types_.map_children(
        t, [&](const Type* part) { return self(self, part); },
        [](const Size* size) { return size; });
  };
  return walk(walk, type);
}

// The type of the application of a function to one argument.
const Type* SizeCalls::apply(const Type* fn, Loc fn_loc, std::string_view callee, Expr* arg,
                             const Type* arg_type, size_t index, Reason::Kind kind,
                             std::vector<ValueSymbol*>& created) {
  auto* arrow = planish::as<planish::ArrowType>(fn);
  if (arrow == nullptr) return types_.error();
  all_.unifier.unify_or_report(arrow->param, arg_type,
                               {kind, arg != nullptr ? arg->loc : fn_loc, {}, callee, index});
  const Type* result = arrow->result;
  Substitution s;
  if (arrow->binder != nullptr && mentions(result, arrow->binder)) {
    const Size* size = arg != nullptr ? size_of_expr(cx_, arg) : nullptr;
    if (size == nullptr) {
      if (arg != nullptr) all_.indices.warn_binding_size(arg);
      size = types_.var(
          unknown(arg != nullptr ? arg->loc : fn_loc, UnknownReason::Argument, {}, created));
    }
    s.sizes.emplace_back(arrow->binder, size);
  }
  for (ValueSymbol* e : arrow->exists) {
    Name what = callee.empty() ? Name{} : cx_.names.intern(callee);
    s.sizes.emplace_back(e, types_.var(unknown(span(fn_loc, arg != nullptr ? arg->loc : fn_loc),
                                               UnknownReason::Result, what, created)));
  }
  return s.empty() ? result : types_.substitute(result, s);
}

// See Note [Varying dimensions]. An operator that takes two values of a type `a` takes two rows,
// which need not be equally long: where parameters share a size that differs from row to row, each
// has a number of its own.
const Type* SizeCalls::with_own_rows(const Type* function, std::vector<const SizeMeta*>& seen) {
  auto* arrow = planish::as<planish::ArrowType>(function);
  if (arrow == nullptr) return function;
  const size_t earlier = seen.size();
  auto own = [&](auto& self, const Type* type) -> const Type* {
    if ((type->flags & kHasSizeMeta) == 0) return type;
    return types_.map_children(
        type, [&](const Type* part) { return self(self, part); },
        [&](const Size* size) {
          if (size->kind != SizeKind::Meta || norm(size)->kind != SizeKind::Varying) return size;
          const std::span known = std::span(seen).first(earlier);
          if (std::ranges::find(known, size->meta) != known.end())
            return types_.varying(types_.next_varying());
          seen.push_back(size->meta);
          return size;
        });
  };
  const Type* param = own(own, arrow->param);
  const Type* result = with_own_rows(arrow->result, seen);
  return types_.arrow(arrow->binder, arrow->consumes, param, arrow->exists, result);
}

namespace {

Lambda* lambda_of(Expr* arg) {
  while (auto* p = ast::as<Parens>(arg)) arg = p->inner;
  return ast::as<Lambda>(arg);
}

// A function of two and more arguments, such as the operator of a reduction.
bool is_operator(const Type* param, Expr* arg) {
  auto* arrow = planish::as<planish::ArrowType>(param);
  return arrow != nullptr && arrow->result->kind == TypeKind::Arrow && lambda_of(arg) == nullptr;
}

}  // namespace

std::vector<const Type*> SizeCalls::params_of(const Apply& e, const Type* fn) {
  std::vector<const Type*> params;
  const Type* rest = fn;
  for (Expr* arg : e.args) {
    auto* arrow = planish::as<planish::ArrowType>(rest);
    params.push_back(arrow != nullptr ? arrow->param : types_.error());
    rest = arrow != nullptr && arrow->exists.empty() ? arrow->result : types_.error();
    if (arrow == nullptr || arrow->binder == nullptr || !mentions(rest, arrow->binder)) continue;
    Substitution s;
    const Size* size = size_of_expr(cx_, arg);
    if (size != nullptr) s.sizes.emplace_back(arrow->binder, size);
    rest = size != nullptr ? types_.substitute(rest, s) : types_.error();
  }
  return params;
}

// Arguments that are lambdas come last: by then the types of their parameters are known.
bool SizeCalls::infer_arguments(Apply& e, std::span<const Type* const> params) {
  bool outer_varying = state_.allow_varying;
  bool any_lambda = false;
  bool any_rows = false;
  for (size_t i = 0; i < e.args.size(); i++) {
    if (lambda_of(e.args[i]) != nullptr) {
      any_lambda = true;
      continue;
    }
    state_.allow_varying = outer_varying || (params[i]->flags & kHasVarying) != 0;
    any_rows |= (norm(all_.exprs.expr(e.args[i]))->flags & kHasVarying) != 0;
    state_.allow_varying = outer_varying;
  }
  bool any_operator = false;
  for (size_t i = 0; i < e.args.size(); i++)
    any_operator |= any_rows && is_operator(params[i], e.args[i]);
  if ((any_lambda || any_operator) && e.args.size() > 1) {
    // Let the other arguments determine what they can. Failures show later, in order.
    for (size_t i = 0; i < e.args.size(); i++) {
      if (lambda_of(e.args[i]) == nullptr && params[i]->kind != TypeKind::Arrow)
        all_.unifier.unify(params[i], e.args[i]->type);
    }
  }
  for (size_t i = 0; i < e.args.size(); i++) {
    Lambda* lambda = lambda_of(e.args[i]);
    if (lambda == nullptr) continue;
    lambda->type = all_.functions.infer_lambda(*lambda, planish::as<planish::ArrowType>(params[i]));
    for (Expr* arg = e.args[i]; arg != lambda; arg = static_cast<Parens*>(arg)->inner)
      arg->type = lambda->type;
  }
  return any_rows;
}

const Type* SizeCalls::infer_apply(Apply& e) {
  const Type* type = all_.exprs.expr(e.fn);
  Name callee = callee_name(e.fn);
  std::string_view callee_text = callee ? cx_.sources.text(e.fn->loc) : std::string_view{};
  std::vector<const Type*> params = params_of(e, type);
  const bool any_rows = infer_arguments(e, params);

  std::vector<ValueSymbol*> created;
  for (size_t i = 0; i < e.args.size(); i++) {
    const Type* given = e.args[i]->type;
    if (any_rows && is_operator(params[i], e.args[i])) {
      std::vector<const SizeMeta*> seen;
      all_.unifier.unify_or_report(with_own_rows(params[i], seen), given,
                                   {Reason::Argument, e.args[i]->loc, {}, callee_text, i + 1});
      given = params[i];
    }
    type = apply(type, e.fn->loc, callee_text, e.args[i], given, i + 1, Reason::Argument, created);
  }
  type = types_.with_unique(type, false);
  type = all_.borders.bind_pending(type, e.loc, callee, created);
  type = all_.borders.open_varying(all_.borders.number_varying(type), e.loc, &created);
  e.new_sizes = list(created);
  return type;
}

// Rows may be compared with arrays of any length: they are not equal if their lengths differ.
const Type* SizeCalls::comparable(const Type* type, const Type* with) {
  type = norm(type);
  with = norm(with);
  auto *array = planish::as<planish::ArrayType>(type),
       *other = planish::as<planish::ArrayType>(with);
  if (array != nullptr && other != nullptr && array->dim != nullptr && other->dim != nullptr) {
    const bool rows = is_row_length(array->dim) || is_row_length(other->dim);
    return types_.array(rows ? other->dim : array->dim, comparable(array->elem, other->elem),
                        array->unique);
  }
  auto *record = planish::as<planish::RecordType>(type),
       *more = planish::as<planish::RecordType>(with);
  if (record == nullptr || more == nullptr || record->fields.size() != more->fields.size())
    return type;
  size_t next = 0;
  return types_.map_children(
      type, [&](const Type* part) { return comparable(part, more->fields[next++].type); },
      [](const Size* size) { return size; });
}

const Type* SizeCalls::infer_binop(BinOp& e) {
  const Type* left = all_.exprs.expr(e.left);
  const Type* right = all_.exprs.expr(e.right);
  // A built-in operator on primitive types.
  if (e.op_type == nullptr) return norm(e.type);
  if (is_equality(e.symbol)) right = comparable(right, left);
  const Type* type = instantiate(e.symbol, e.op.loc, e.instance, e.op_type);
  e.op_type = type;
  std::vector<ValueSymbol*> created;
  std::string_view name = cx_.sources.text(e.op.loc);
  type = apply(type, e.op.loc, name, e.left, left, 1, Reason::Operand, created);
  type = apply(type, e.op.loc, name, e.right, right, 2, Reason::Operand, created);
  type = all_.borders.bind_pending(types_.with_unique(type, false), e.loc, e.op.name.name, created);
  type = all_.borders.open_varying(all_.borders.number_varying(type), e.loc, &created);
  e.new_sizes = list(created);
  return type;
}

const Type* SizeCalls::infer_section_left(OpSectionLeft& e) {
  const Type* operand = all_.exprs.expr(e.operand);
  e.op_type = instantiate(e.symbol, e.op.loc, e.instance, e.op_type);
  std::vector<ValueSymbol*> created;
  return apply(e.op_type, e.op.loc, cx_.sources.text(e.op.loc), e.operand, operand, 1,
               Reason::Section, created);
}

const Type* SizeCalls::infer_section_right(OpSectionRight& e) {
  const Type* operand = all_.exprs.expr(e.operand);
  e.op_type = instantiate(e.symbol, e.op.loc, e.instance, e.op_type);
  auto* outer = planish::as<planish::ArrowType>(e.op_type);
  auto* inner = outer != nullptr ? planish::as<planish::ArrowType>(outer->result) : nullptr;
  if (inner == nullptr) return types_.error();
  std::vector<ValueSymbol*> created;
  // The same function with its parameters exchanged.
  const Type* flipped = types_.arrow(
      inner->binder, inner->consumes, inner->param, {},
      types_.arrow(outer->binder, outer->consumes, outer->param, inner->exists, inner->result));
  return apply(flipped, e.op.loc, cx_.sources.text(e.op.loc), e.operand, operand, 2,
               Reason::Section, created);
}

}  // namespace planish
