#include "sema/infer/infer_exprs.h"

#include <algorithm>

#include "sema/infer/infer.h"
#include "sema/types/names.h"
#include "sema/types/type_print.h"

namespace planish {

using namespace ast;

namespace {

Prim suffix_prim(PrimSuffix suffix) {
  return static_cast<Prim>(static_cast<int>(suffix) - static_cast<int>(PrimSuffix::I8));
}

// A number without a suffix, maybe negated.
bool plain_int(const Expr* e) {
  while (auto* n = ast::as<Negate>(e)) e = n->operand;
  auto* lit = ast::as<IntLit>(e);
  return lit != nullptr && lit->suffix == PrimSuffix::None;
}

}  // namespace

void InferExprs::expect(Expr* e, const Type* expected, const Reason& reason) {
  all_.unifier.unify_or_report(expected, expr(e), reason);
}

const Type* InferExprs::expr(Expr* e) {
  const Type* type = not_too_large(infer(e), e->loc);
  e->type = type;
  return type;
}

const Type* InferExprs::infer(Expr* e) {
  return match(
      e, [&](IntLit& x) { return infer_int(x); }, [&](FloatLit& x) { return infer_float(x); },
      [&](BoolLit&) { return types_.prim(Prim::Bool); },
      [&](StringLit&) { return types_.array(nullptr, types_.prim(Prim::U8)); },
      [&](Var& x) { return infer_var(x); }, [&](Hole& x) -> const Type* { return fresh(x.loc); },
      [&](Parens& x) { return expr(x.inner); },
      [&](Tuple& x) {
        std::vector<const Type*> parts;
        parts.reserve(x.elems.size());
        for (Expr* elem : x.elems) parts.push_back(expr(elem));
        return types_.tuple(parts);
      },
      [&](Record& x) { return infer_record(x); }, [&](ArrayLit& x) { return infer_array(x); },
      [&](Constr& x) { return infer_constr(x); },
      [&](Project& x) { return all_.paths.project(expr(x.from), x.field, x.from->loc); },
      [&](LocalOpen& x) { return infer_local_open(x); },
      [&](Index& x) { return all_.paths.infer_index(x); },
      [&](Range& x) { return all_.paths.infer_range(x); },
      [&](Ascribe& x) { return infer_declared(x.value, *x.ascribed); },
      [&](Coerce& x) { return infer_declared(x.value, *x.target); },
      [&](Apply& x) { return all_.calls.infer_apply(x); },
      [&](BinOp& x) { return all_.calls.infer_binop(x); },
      [&](Negate& x) {
        const Type* type = expr(x.operand);
        all_.paths.must_be_prim(type, kNumPrims, {Reason::Negation, x.operand->loc, {}, {}, 0},
                                "`-` takes a number");
        return type;
      },
      [&](Not& x) {
        const Type* type = expr(x.operand);
        all_.paths.must_be_prim(type, kIntPrims | kBoolPrim,
                                {Reason::Negation, x.operand->loc, {}, {}, 0},
                                "`!` takes a bool or an integer");
        return type;
      },
      [&](Lambda& x) { return infer_lambda(x); },
      [&](OpSection& x) { return all_.calls.infer_section(x); },
      [&](OpSectionLeft& x) { return all_.calls.infer_section_left(x); },
      [&](OpSectionRight& x) { return all_.calls.infer_section_right(x); },
      [&](ProjectSection& x) { return all_.paths.infer_project_section(x); },
      [&](Let& x) { return infer_let(x); }, [&](LetFun& x) { return infer_let_fun(x); },
      [&](LetWith& x) { return infer_let_with(x); }, [&](Update& x) { return infer_update(x); },
      [&](If& x) { return infer_if(x); }, [&](Match& x) { return infer_match(x); },
      [&](Loop& x) { return infer_loop(x); },
      [&](Assert& x) {
        expect(x.condition, types_.prim(Prim::Bool),
               {Reason::Assertion, x.condition->loc, {}, {}, 0});
        return expr(x.body);
      },
      [&](AttrExpr& x) { return expr(x.body); },
      [&](ErrorExpr&) {
        state_.failed = true;
        return types_.error();
      });
}

const Type* InferExprs::infer_int(IntLit& e) {
  if (e.suffix != PrimSuffix::None) return types_.prim(suffix_prim(e.suffix));
  return constrained(e.loc, kNumPrims);
}

const Type* InferExprs::infer_float(FloatLit& e) {
  if (e.suffix != PrimSuffix::None) return types_.prim(suffix_prim(e.suffix));
  return constrained(e.loc, kFloatPrims);
}

const Type* InferExprs::infer_var(Var& e) {
  e.symbol = all_.names.lookup_value(e.name, &e.fields);
  if (e.symbol == nullptr) return types_.error();
  if (cx_.text(e.symbol->name).starts_with('_')) {
    cx_.diags
        .report(Diag::underscore_name, e.loc,
                "`{}` begins with an underscore, which says that it is not used",
                cx_.text(e.symbol->name))
        .label(e.symbol->loc, "bound here")
        .suggest("give it a name without the underscore");
    state_.failed = true;
  }
  const Type* type = all_.calls.instantiate(e.symbol, e.loc, &e.instance);
  for (size_t i = 0; i < e.fields.size(); i++) {
    const Ident& before = e.name.quals[e.name.quals.size() - e.fields.size() + i];
    type = all_.paths.project(type, e.fields[i], {e.loc.begin, before.loc.end});
  }
  return type;
}

const Type* InferExprs::infer_record(Record& e) {
  std::vector<Field> fields;
  for (RecordField& f : e.fields) {
    const Type* type = expr(f.value);
    auto same = std::ranges::find(fields, f.name.name, &Field::name);
    if (same != fields.end()) {
      cx_.diags.report(Diag::duplicate_field, f.name.loc, "field `{}` is given twice",
                       cx_.text(f.name.name));
      state_.failed = true;
      continue;
    }
    fields.push_back({f.name.name, type});
  }
  return types_.record(std::move(fields));
}

const Type* InferExprs::infer_array(ArrayLit& e) {
  if (e.elems.empty()) {
    const MetaType* elem = fresh(e.loc);
    elem->unlifted = true;
    return types_.array(nullptr, elem);
  }
  const Type* first = expr(e.elems[0]);
  if (auto* meta = planish::as<MetaType>(resolve_meta(first))) meta->unlifted = true;
  bool first_plain = plain_int(e.elems[0]);
  for (Expr* elem : e.elems.subspan(1)) {
    // Long tables of numbers share one metavariable.
    if (first_plain && elem->kind == ExprKind::IntLit &&
        static_cast<IntLit*>(elem)->suffix == PrimSuffix::None) {
      elem->type = first;
      continue;
    }
    expect(elem, first, {Reason::Elements, elem->loc, e.elems[0]->loc, {}, 0});
  }
  return types_.array(nullptr, first);
}

const Type* InferExprs::infer_constr(Constr& e) {
  std::vector<const Type*> args;
  for (Expr* arg : e.args) args.push_back(expr(arg));
  const MetaType* meta = fresh(e.loc);
  auto copied = cx_.arena.copy(args);
  Constructor constructor{e.name.name, {copied.data(), copied.size()}};
  meta->constructors = cx_.arena.copy({constructor});
  return meta;
}

const Type* InferExprs::infer_local_open(LocalOpen& e) {
  std::vector<Ident> path(e.module.quals.begin(), e.module.quals.end());
  path.push_back(e.module.name);
  Module* module = lookup_module(cx_, path);
  if (module != nullptr && module->env == nullptr) {
    cx_.diags.report(Diag::parametric_module, e.module.loc,
                     "a parametric module cannot be opened: apply it first");
    module = nullptr;
  }
  if (module == nullptr) state_.failed = true;
  Block block(cx_.scope);
  if (module != nullptr) cx_.scope.open(*module->env);
  return expr(e.body);
}

// A value with the type that is written beside it.
const Type* InferExprs::infer_declared(Expr* value, TypeExpr& declared) {
  const Type* found = expr(value);
  const Type* type = all_.resolve(declared).type;
  all_.unifier.unify_or_report(type, found, {Reason::Ascription, value->loc, declared.loc, {}, 0});
  return types_.with_unique(type, false);
}

const Type* InferExprs::infer_let(Let& e) {
  const Type* value = expr(e.value);
  Block block(cx_.scope);
  all_.names.begin_names();
  for (SizeBinder& size : e.sizes) {
    size.symbol = all_.names.bind_name(size.name.name, size.name.loc, ValueKind::Local,
                                       types_.prim(Prim::I64));
  }
  all_.patterns.bind_pattern(e.pattern, value, ValueKind::Local, e.value->loc);
  return expr(e.body);
}

const Type* InferExprs::infer_lambda(Lambda& e) {
  Block block(cx_.scope);
  enter();
  all_.names.begin_names();
  for (Pattern* p : e.params) all_.patterns.param(p);
  const Type* body = expr(e.body);
  if (e.result != nullptr) {
    const Type* declared = all_.resolve(*e.result).type;
    all_.unifier.unify_or_report(declared, body,
                                 {Reason::Result, e.body->loc, e.result->loc, {}, 0});
    body = declared;
  }
  leave();
  return all_.patterns.function_type(e.params, body);
}

const Type* InferExprs::infer_let_fun(LetFun& e) {
  const Type* type = nullptr;
  std::span<SchemeParam> params;
  {
    Block block(cx_.scope);
    enter();
    all_.names.begin_names();
    params = bind_type_params(cx_, e.type_params);
    for (SchemeParam& p : params) {
      if (p.type != nullptr)
        p.type->level = state_.level;
      else
        p.size->level = state_.level;
    }
    for (Pattern* p : e.params) all_.patterns.param(p);
    const Type* body = nullptr;
    if (e.result != nullptr) {
      const Type* declared = all_.resolve(*e.result).type;
      body = expr(e.value);
      all_.unifier.unify_or_report(declared, body,
                                   {Reason::Result, e.value->loc, e.result->loc, {}, 0});
      body = declared;
    } else {
      body = expr(e.value);
    }
    leave();
    type = all_.patterns.function_type(e.params, body);
  }
  Block block(cx_.scope);
  all_.names.begin_names();
  e.symbol = all_.names.bind_name(e.name.name, e.name.loc, ValueKind::LocalFun, type);
  e.symbol->type = type;
  e.symbol->params = params;
  return expr(e.body);
}

const Type* InferExprs::infer_let_with(LetWith& e) {
  QualName name{{}, e.name, e.name.loc};
  e.source = all_.names.lookup_value(name, nullptr);
  const Type* source = types_.error();
  if (e.source != nullptr) {
    const Instance* instance = nullptr;
    source = all_.calls.instantiate(e.source, e.name.loc, &instance);
  }
  const Type* part = all_.paths.walk_path(source, e.steps, e.name.loc);
  expect(e.value, part, {Reason::UpdateValue, e.value->loc, e.name.loc, {}, 0});
  Block block(cx_.scope);
  all_.names.begin_names();
  e.symbol = all_.names.bind_name(e.name.name, e.name.loc, ValueKind::Local, source);
  return expr(e.body);
}

const Type* InferExprs::infer_update(Update& e) {
  const Type* source = expr(e.source);
  const Type* part = all_.paths.walk_path(source, e.steps, e.source->loc);
  expect(e.value, part, {Reason::UpdateValue, e.value->loc, e.source->loc, {}, 0});
  return source;
}

const Type* InferExprs::infer_if(If& e) {
  expect(e.condition, types_.prim(Prim::Bool), {Reason::Condition, e.condition->loc, {}, {}, 0});
  const Type* then_type = expr(e.then_branch);
  expect(e.else_branch, then_type,
         {Reason::Branches, e.else_branch->loc, e.then_branch->loc, {}, 0});
  no_function(then_type);
  return then_type;
}

const Type* InferExprs::infer_match(Match& e) {
  const Type* scrutinee = expr(e.scrutinee);
  const Type* result = nullptr;
  for (Case& c : e.cases) {
    Block block(cx_.scope);
    all_.names.begin_names();
    all_.patterns.bind_pattern(c.pattern, scrutinee, ValueKind::Local, e.scrutinee->loc);
    const Type* body = expr(c.body);
    if (result == nullptr) {
      result = body;
    } else {
      all_.unifier.unify_or_report(result, body,
                                   {Reason::Cases, c.body->loc, e.cases[0].body->loc, {}, 0});
    }
  }
  no_function(result);
  return result;
}

// `loop (x, y) for …` starts with the values that x and y have outside.
Expr* InferExprs::implicit_init(Pattern* pattern) {
  auto finish = [&](Expr* e, ExprKind kind) {
    e->kind = kind;
    e->loc = pattern->loc;
    return e;
  };
  return match(
      pattern,
      [&](NamePat& p) {
        Var* v = cx_.arena.make<Var>();
        v->name = {{}, {p.name, p.loc}, p.loc};
        return finish(v, ExprKind::Var);
      },
      [&](ParensPat& p) { return implicit_init(p.inner); },
      [&](AscribePat& p) { return implicit_init(p.inner); },
      [&](AttrPat& p) { return implicit_init(p.inner); },
      [&](TuplePat& p) {
        Tuple* t = cx_.arena.make<Tuple>();
        t->elems = cx_.arena.make_array<Expr*>(p.elems.size());
        for (size_t i = 0; i < p.elems.size(); i++) t->elems[i] = implicit_init(p.elems[i]);
        return finish(t, ExprKind::Tuple);
      },
      [&](RecordPat& p) {
        Record* r = cx_.arena.make<Record>();
        r->fields = cx_.arena.make_array<RecordField>(p.fields.size());
        for (size_t i = 0; i < p.fields.size(); i++) {
          r->fields[i] = {p.fields[i].name, implicit_init(p.fields[i].pattern), false};
        }
        return finish(r, ExprKind::Record);
      },
      [&](auto& p) {
        cx_.diags
            .report(Diag::bad_binding, p.loc,
                    "this loop has no initial value, so its pattern may hold only names")
            .suggest("write `loop pattern = value …`");
        state_.failed = true;
        return finish(cx_.arena.make<ErrorExpr>(), ExprKind::ErrorExpr);
      });
}

const Type* InferExprs::infer_loop(Loop& e) {
  if (e.init == nullptr && e.implicit_init == nullptr) e.implicit_init = implicit_init(e.pattern);
  Expr* init = e.init != nullptr ? e.init : e.implicit_init;
  const Type* type = expr(init);
  Block outer(cx_.scope);
  if (e.form == LoopForm::For) {
    const Type* bound = expr(e.bound);
    all_.names.begin_names();
    all_.paths.must_be_prim(bound, kIntPrims, {Reason::RangePart, e.bound->loc, {}, {}, 0},
                            "the bound of a loop must be an integer");
    e.index_symbol = all_.names.bind_name(e.index.name, e.index.loc, ValueKind::Local, bound);
  } else if (e.form == LoopForm::ForIn) {
    const Type* elem = fresh(e.element->loc);
    expect(e.bound, types_.array(nullptr, elem), {Reason::LoopArray, e.bound->loc, {}, {}, 0});
    all_.names.begin_names();
    all_.patterns.bind_pattern(e.element, elem, ValueKind::Local, e.bound->loc);
  }
  enter();
  all_.names.begin_names();
  all_.patterns.bind_pattern(e.pattern, type, ValueKind::Param, init->loc);
  if (e.form == LoopForm::While) {
    expect(e.bound, types_.prim(Prim::Bool), {Reason::Condition, e.bound->loc, {}, {}, 0});
  }
  const Type* param_type = types_.with_unique(e.pattern->type, false);
  expect(e.body, param_type, {Reason::LoopBody, e.body->loc, e.pattern->loc, {}, 0});
  no_function(param_type);
  leave();
  return type;
}

}  // namespace planish
