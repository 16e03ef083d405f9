// Type inference of applications, operators and sections.
#include <algorithm>

#include "sema/infer.h"
#include "sema/type_print.h"

namespace planish {

using namespace ast;

const Type* Infer::instantiate(ValueSymbol* symbol, Loc loc, const Instance** instance) {
  if (symbol->type == nullptr) return types_.error();
  if (symbol->params.empty()) return types_.with_unique(symbol->type, false);
  Substitution s;
  auto args = cx_.arena.make_array<InstanceArg>(symbol->params.size());
  bool first = true;
  for (size_t i = 0; i < args.size(); i++) {
    TypeSymbol* param = symbol->params[i].type;
    if (param == nullptr) continue;
    const MetaType* meta = fresh(loc);
    meta->unlifted = param->liftedness == Liftedness::Unlifted;
    if (first) meta->prims = symbol->overload;
    first = false;
    args[i].type = meta;
    s.types.emplace_back(param, meta);
  }
  *instance = cx_.arena.make<Instance>(Instance{args});
  if (symbol->overload == 0) uses_.push_back({symbol, *instance, loc});
  return types_.with_unique(s.types.empty() ? symbol->type : types_.substitute(symbol->type, s),
                            false);
}

// Applies a function of this type to one argument.
const Type* Infer::apply(const Type* fn, Loc fn_loc, std::string_view callee, Expr* arg,
                         const Type* arg_type, size_t index, size_t count, Reason::Kind kind) {
  const Type* root = resolve_meta(fn);
  Loc loc = arg != nullptr ? arg->loc : fn_loc;
  if (auto* arrow = planish::as<planish::ArrowType>(root)) {
    unify_or_report(arrow->param, arg_type, {kind, loc, fn_loc, callee, index});
    return types_.with_unique(arrow->result, false);
  }
  if (root->kind == TypeKind::Error) return root;
  if (auto* meta = planish::as<MetaType>(root);
      meta != nullptr && meta->prims == 0 && meta->fields.empty() && meta->constructors.empty()) {
    const Type* result = fresh(fn_loc);
    unify_or_report(types_.arrow(nullptr, false, arg_type, {}, result), root,
                    {kind, loc, fn_loc, callee, index});
    return result;
  }
  failed_ = true;
  if (!mismatch_reported_) {
    mismatch_reported_ = true;
    std::string type = show(cx_, root);
    if (index > 1) {
      auto& diag = callee.empty()
                       ? cx_.diags.report(Diag::not_a_function, loc,
                                          "too many arguments: the function takes {}, but gets {}",
                                          index - 1, count)
                       : cx_.diags.report(Diag::not_a_function, loc,
                                          "too many arguments: `{}` takes {}, but gets {}", callee,
                                          index - 1, count);
      diag.primary_label("this one is too many")
          .label(fn_loc, fmt::format("after {} argument{} this is `{}`", index - 1,
                                     index == 2 ? "" : "s", type));
    } else {
      auto& diag =
          callee.empty()
              ? cx_.diags.report(Diag::not_a_function, fn_loc,
                                 "this is applied to an argument, but is not a function")
              : cx_.diags.report(Diag::not_a_function, fn_loc,
                                 "`{}` is applied to an argument, but is not a function", callee);
      diag.primary_label(type);
      if (arg != nullptr) diag.label(arg->loc, "the argument");
    }
  }
  return types_.error();
}

namespace {

// What the user calls a function, or nothing.
std::string_view callee_text(const SemaContext& cx, const Expr* fn) {
  while (auto* p = ast::as<Parens>(fn)) fn = p->inner;
  auto* var = ast::as<Var>(fn);
  return var != nullptr ? cx.sources.text(var->loc) : std::string_view{};
}

}  // namespace

const Type* Infer::infer_apply(Apply& e) {
  const Type* type = expr(e.fn);
  for (Expr* arg : e.args) expr(arg);
  std::string_view callee = callee_text(cx_, e.fn);
  for (size_t i = 0; i < e.args.size(); i++) {
    type = apply(type, e.fn->loc, callee, e.args[i], e.args[i]->type, i + 1, e.args.size(),
                 Reason::Argument);
  }
  return type;
}

ValueSymbol* Infer::lookup_operator(const QualName& op) { return lookup_value(op, nullptr); }

// The common case `x + y` of a built-in operator on types that are known: no metavariables.
bool Infer::overloaded_operator(BinOp& e, const Type* left, const Type* right,
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

const Type* Infer::infer_binop(BinOp& e) {
  e.symbol = lookup_operator(e.op);
  const Type* left = expr(e.left);
  const Type* right = expr(e.right);
  if (e.symbol == nullptr) return types_.error();
  const Type* result = nullptr;
  if (overloaded_operator(e, left, right, &result)) return result;
  const Type* type = instantiate(e.symbol, e.op.loc, &e.instance);
  e.op_type = type;
  std::string_view name = cx_.sources.text(e.op.loc);
  const Type* rest = apply(type, e.op.loc, name, e.left, left, 1, 2, Reason::Operand);
  return apply(rest, e.op.loc, name, e.right, right, 2, 2, Reason::Operand);
}

const Type* Infer::infer_section(OpSection& e) {
  e.symbol = lookup_operator(e.op);
  return e.symbol != nullptr ? instantiate(e.symbol, e.loc, &e.instance) : types_.error();
}

const Type* Infer::infer_section_left(OpSectionLeft& e) {
  e.symbol = lookup_operator(e.op);
  const Type* operand = expr(e.operand);
  if (e.symbol == nullptr) return types_.error();
  e.op_type = instantiate(e.symbol, e.op.loc, &e.instance);
  return apply(e.op_type, e.op.loc, cx_.sources.text(e.op.loc), e.operand, operand, 1, 2,
               Reason::Section);
}

const Type* Infer::infer_section_right(OpSectionRight& e) {
  e.symbol = lookup_operator(e.op);
  const Type* operand = expr(e.operand);
  if (e.symbol == nullptr) return types_.error();
  e.op_type = instantiate(e.symbol, e.op.loc, &e.instance);
  std::string_view name = cx_.sources.text(e.op.loc);
  const Type* left = fresh(e.loc);
  const Type* rest = apply(e.op_type, e.op.loc, name, nullptr, left, 1, 2, Reason::Section);
  const Type* result = apply(rest, e.op.loc, name, e.operand, operand, 2, 2, Reason::Section);
  return types_.arrow(nullptr, false, left, {}, result);
}

const Type* Infer::infer_project_section(ProjectSection& e) {
  const Type* from = fresh(e.loc);
  const Type* to = walk_path(from, e.steps, e.loc);
  return types_.arrow(nullptr, false, from, {}, to);
}

}  // namespace planish
