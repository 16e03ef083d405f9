#include "nesl/types/form_checker.h"

#include <algorithm>

#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/parser.h"
#include "nesl/types/type_reader.h"
#include "nesl/types/type_text.h"

namespace planish::nesl {

void FormChecker::check(Form& form) {
  match(
      &form, [&](FunctionForm& function) { check_function(function); },
      [&](DatatypeForm& datatype) { check_datatype(datatype, Origin::Program); },
      [&](BindForm& bind) { check_bind(bind); },
      [&](ExprForm& expr) {
        Inferrer inferrer(context_, Origin::Program, nullptr);
        inferrer.infer(expr.expr);
        inferrer.close(nullptr);
      },
      [](CommandForm&) {},
      [&](ErrorForm& error) {
        if (!error.name.name) return;
        context_.environment.define(DefinitionKind::Function, error.name, Origin::Program)
            ->scheme.type = context_.table.error();
      });
}

// ---- Functions

const Type* FormChecker::read_annotation(const FunctionForm& form, Inferrer& inferrer,
                                         Origin origin) {
  TypeReader reader(context_.environment, inferrer.unifier(), context_.names, context_.diags,
                    origin, TypeVariables::Metas);
  const Type* type = inferrer.unifier().prune(reader.read(*form.annotation));
  if (type->kind == TypeKind::Function) return type;
  if (type->kind != TypeKind::Error) {
    Diagnostic& diag = context_.diags.report(
        Diag::type_mismatch, form.annotation->loc,
        "the type of a function has to be one of functions, such as `a -> a`");
    if (type->kind == TypeKind::Pair)
      diag.suggest("`->` binds tighter than `,`: put the arguments in parentheses");
  }
  return nullptr;
}

FormChecker::FunctionType FormChecker::infer_function(FunctionForm& form, Inferrer& inferrer,
                                                      Definition* owner, Origin origin) {
  Unifier& unifier = inferrer.unifier();
  FunctionType type{unifier.fresh(), unifier.fresh()};
  if (form.annotation != nullptr) {
    if (const Type* declared = read_annotation(form, inferrer, origin))
      type = {declared->first, declared->second};
  }
  inferrer.bind_parameters(form.parameter, type.argument);
  if (form.body == nullptr) return type;
  inferrer.set_self(unifier.function(type.argument, type.result, unifier.site(owner, {})));
  const Type* body = inferrer.infer(form.body);
  if (Mismatch mismatch = unifier.unify(type.result, body)) {
    inferrer.reports()
        .wrong_type(mismatch, *form.body, type.result, body,
                    form.annotation != nullptr ? "by its type, the result" : "the result")
        .note(form.annotation != nullptr ? "the type of the function"
                                         : "its recursive calls have another type than its body",
              form.annotation != nullptr ? form.annotation->loc : form.name.loc);
  }
  return type;
}

void FormChecker::set_function_scheme(Definition* definition, const Type* argument,
                                      const Type* result, Unifier& unifier) {
  definition->scheme.params = unifier.params();
  const Type* site = context_.table.site(definition, unifier.param_types());
  definition->scheme.type = context_.table.function(argument, result, site);
}

bool FormChecker::same(const Scheme& a, const Scheme& b) const {
  auto equal = [](const TypeParam& x, const TypeParam& y) {
    return x.type_class == y.type_class && x.is_site == y.is_site;
  };
  if (!std::ranges::equal(a.params, b.params, equal)) return false;
  if (a.type == b.type) return true;
  return a.type->kind == TypeKind::Function && b.type->kind == TypeKind::Function &&
         a.type->first == b.type->first && a.type->second == b.type->second;
}

Definition* FormChecker::replaced(Name name, const Scheme& scheme, DefinitionKind kind) const {
  Definition* before = context_.environment.find_own(name);
  bool fits = before != nullptr && before->kind == kind && before->scheme.type != nullptr &&
              before->scheme.type->kind != TypeKind::Error && same(before->scheme, scheme);
  return fits ? before : nullptr;
}

void FormChecker::check_function(FunctionForm& form) {
  size_t errors = context_.diags.error_count();
  auto* provisional = context_.arena.make<Definition>();
  provisional->kind = DefinitionKind::Function;
  provisional->name = form.name.name;
  provisional->loc = form.name.loc;
  provisional->last_form = &form;
  Inferrer inferrer(context_, Origin::Program, provisional);
  FunctionType type = infer_function(form, inferrer, provisional, Origin::Program);
  if (context_.diags.error_count() != errors) {
    Definition* made =
        context_.environment.define(DefinitionKind::Function, form.name, Origin::Program);
    made->scheme.type = context_.table.error();
    made->last_form = &form;
    form.definition = made;
    inferrer.close(made);
    return;
  }
  define_function(form, inferrer, provisional, type);
}

void FormChecker::define_function(FunctionForm& form, Inferrer& inferrer, Definition* provisional,
                                  FunctionType type) {
  Unifier& unifier = inferrer.unifier();
  unifier.generalise(type.argument);
  unifier.generalise(type.result);
  unifier.close_sites_of(provisional, provisional);
  Scheme scheme{.type = context_.table.function(unifier.close(type.argument),
                                                unifier.close(type.result), context_.table.error()),
                .params = unifier.params()};
  Definition* definition = replaced(form.name.name, scheme, DefinitionKind::Function);
  if (definition == nullptr) {
    warn_hidden(form.name, scheme);
    definition = context_.environment.define(DefinitionKind::Function, form.name, Origin::Program);
  }
  inferrer.close(definition);
  if (definition->scheme.type == nullptr) {
    set_function_scheme(definition, unifier.close(type.argument), unifier.close(type.result),
                        unifier);
  }
  form.definition = definition;
  definition->last_form = &form;
  if (form.body == nullptr) {
    if (definition->latest == nullptr) definition->declared = form.number;
    return;
  }
  auto* body = context_.arena.make<Body>();
  body->from = form.number;
  body->function = &form;
  body->earlier = definition->latest;
  definition->latest = body;
  const Definition* serial = inferrer.serial();
  definition->serial = serial != definition ? serial : nullptr;
  mark_tail_calls(form.body, definition);
  check_defaults(form);
}

void FormChecker::check_defaults(const FunctionForm& form) {
  auto visit = [&](auto&& self, const Pattern* pattern) -> void {
    if (auto* parens = as<ParensPattern>(pattern)) self(self, parens->inner);
    if (auto* pair = as<PairPattern>(pattern)) {
      self(self, pair->left);
      self(self, pair->right);
    }
    auto* with_default = as<DefaultPattern>(pattern);
    if (with_default == nullptr || with_default->value->type->ground) return;
    context_.diags
        .report(Diag::ambiguous_type, with_default->value->loc,
                "the type of a default has to be known")
        .suggest("give the function a type: `function f(x, y := e) : (int, int) -> int = …`");
  };
  visit(visit, form.parameter);
}

void FormChecker::warn_hidden(Ident name, const Scheme& scheme) {
  std::string_view text = context_.names.text(name.name);
  Definition* before = context_.environment.find_own(name.name);
  if (before != nullptr) {
    if (before->scheme.type == nullptr || before->scheme.type->kind == TypeKind::Error) return;
    if (before->uses == 0) return;
    context_.diags
        .report(Diag::nesl_shadowed, name.loc,
                "`{}` gets another type, so what uses it already keeps the old definition", text)
        .note(fmt::format("the new type is {}", scheme_text(scheme, context_.names)))
        .note(fmt::format("the old one is {}", scheme_text(before->scheme, context_.names)),
              before->loc)
        .suggest("another name makes clear which one is meant");
    return;
  }
  Definition* builtin = context_.environment.find(name.name, Origin::Program);
  if (builtin == nullptr || !warned_.insert(name.name).second) return;
  context_.ensure_checked(builtin);
  context_.diags
      .report(Diag::nesl_shadowed, name.loc, "`{}` hides the built-in function of this name", text)
      .note(fmt::format("{} : {}", text, scheme_text(builtin->scheme, context_.names)))
      .suggest(
          "other built-in functions are not affected; another name makes clear which is meant");
}

void FormChecker::finish() {
  for (const Definition* definition : context_.environment.own()) {
    if (definition->declared == 0 || definition->latest != nullptr) continue;
    std::string_view name = context_.names.text(definition->name);
    Diagnostic& diag = context_.diags.report(Diag::nesl_undefined, definition->loc,
                                             "`{}` is declared, but never defined", name);
    const Definition* now = context_.environment.find_own(definition->name);
    if (now == definition || now->scheme.type->kind == TypeKind::Error) continue;
    diag.note(fmt::format("there is a definition of another type: {}",
                          scheme_text(now->scheme, context_.names)),
              now->loc);
    diag.note(fmt::format("declared was {}", scheme_text(definition->scheme, context_.names)));
  }
}

// ---- Other languages

void FormChecker::define_outside(const OutsideDefinition& given, Loc load_loc) {
  const bool is_refused = !given.refused.empty();
  // What cannot be used does not take the place of what can.
  if (is_refused && context_.environment.find(given.name, Origin::Program) != nullptr) return;
  const std::span<const TypeParam> params = context_.arena.copy(given.params);
  const Scheme shown{
      .type = is_refused ? context_.table.error()
              : given.argument == nullptr
                  ? given.result
                  : context_.table.function(given.argument, given.result, context_.table.error()),
      .params = params};
  if (!is_refused) warn_hidden({given.name, load_loc}, shown);
  Definition* definition = context_.environment.define(DefinitionKind::Outside,
                                                       {given.name, given.loc}, Origin::Program);
  definition->outside = given.number;
  definition->refused = given.refused;
  definition->documentation = given.documentation;
  definition->scheme = shown;
  if (is_refused || given.argument == nullptr) return;
  std::vector<const Type*> args;
  for (uint32_t i = 0; i < params.size(); i++) args.push_back(context_.table.param(i));
  definition->scheme.type =
      context_.table.function(given.argument, given.result, context_.table.site(definition, args));
}

// ---- The prelude

void FormChecker::check_builtin(Definition* definition) {
  const BuiltinInfo& builtin = info(definition->builtin);
  const SourceFile* file = context_.sources.add_static("/prelude/nesl/builtins.def", builtin.type);
  Unifier unifier(context_.table);
  TypeAnnotation* annotation = parse_type(*file, context_.arena, context_.names, context_.diags);
  TypeReader reader(context_.environment, unifier, context_.names, context_.diags, Origin::Prelude,
                    TypeVariables::Metas);
  const Type* type = reader.read(*annotation);
  unifier.generalise(type->first);
  unifier.generalise(type->second);
  unifier.close_sites_of(definition, definition);
  set_function_scheme(definition, unifier.close(type->first), unifier.close(type->second), unifier);
}

void FormChecker::check_prelude(Definition* definition) {
  if (definition->scheme.type != nullptr) return;
  if (definition->kind == DefinitionKind::Builtin) return check_builtin(definition);
  if (definition->kind == DefinitionKind::Value) {
    auto* bind = const_cast<BindForm*>(definition->latest->bind);
    Inferrer inferrer(context_, Origin::Prelude, nullptr);
    const Type* type = inferrer.infer(bind->value);
    inferrer.bind(bind->pattern, type);
    inferrer.close(nullptr);
    definition->scheme.type = bind->value->type;
    return;
  }
  auto* form = const_cast<FunctionForm*>(definition->latest->function);
  Inferrer inferrer(context_, Origin::Prelude, definition);
  FunctionType type = infer_function(*form, inferrer, definition, Origin::Prelude);
  Unifier& unifier = inferrer.unifier();
  unifier.generalise(type.argument);
  unifier.generalise(type.result);
  inferrer.close(definition);
  set_function_scheme(definition, unifier.close(type.argument), unifier.close(type.result),
                      unifier);
  definition->serial = inferrer.serial();
  mark_tail_calls(form->body, definition);
}

// ---- Datatypes

void FormChecker::check_datatype(DatatypeForm& form, Origin origin) {
  Unifier unifier(context_.table);
  size_t errors = context_.diags.error_count();
  TypeReader reader(context_.environment, unifier, context_.names, context_.diags, origin,
                    TypeVariables::Params);
  reader.defining(form.name);
  const Type* read = reader.read(*form.content);
  bool failed = context_.diags.error_count() != errors;
  const Type* content = failed ? context_.table.error() : unifier.close(read);
  auto* datatype = context_.arena.make<Datatype>();
  datatype->name = form.name.name;
  datatype->loc = form.name.loc;
  datatype->params = context_.arena.copy(reader.params());
  datatype->content = content;
  datatype->form = &form;
  form.datatype = datatype;
  // The same datatype again, as when a file is loaded twice, is the same type.
  Datatype* before = context_.environment.find_datatype(form.name.name, origin);
  auto equal = [](const TypeParam& a, const TypeParam& b) { return a.type_class == b.type_class; };
  if (before != nullptr && before->content == content && !failed &&
      std::ranges::equal(before->params, datatype->params, equal)) {
    form.datatype = before;
    context_.environment.set(form.name.name, before->constructor);
    return;
  }
  if (origin == Origin::Program) warn_hidden(form.name, {content, datatype->params});
  context_.environment.define(datatype, origin);
  Definition* constructor =
      context_.environment.define(DefinitionKind::Constructor, form.name, origin);
  constructor->datatype = datatype;
  datatype->constructor = constructor;
  constructor->scheme.params = datatype->params;
  if (failed) {
    constructor->scheme.type = context_.table.error();
    return;
  }
  std::vector<const Type*> params;
  for (uint32_t i = 0; i < datatype->params.size(); i++) params.push_back(context_.table.param(i));
  constructor->scheme.type = context_.table.function(content, context_.table.data(datatype, params),
                                                     context_.table.site(constructor, params));
}

// ---- Values

// A function that captures nothing has no value: it may be used at several types.
bool FormChecker::can_generalise(const BindForm& form, const Type* type) const {
  if (form.pattern->kind != PatternKind::NamePattern || type->kind != TypeKind::Function) {
    return false;
  }
  const Expr* value = form.value;
  while (auto* parens = as<Parens>(value)) value = parens->inner;
  return value->kind == ExprKind::Lambda || value->kind == ExprKind::NameExpr;
}

void FormChecker::check_bind(BindForm& form) {
  size_t errors = context_.diags.error_count();
  // Closures belong to the name that they are bound to.
  auto* provisional = context_.arena.make<Definition>();
  Inferrer inferrer(context_, Origin::Program, provisional);
  const Type* type = inferrer.infer(form.value);
  inferrer.bind_parameters(form.pattern, type);
  bool failed = context_.diags.error_count() != errors;
  Unifier& unifier = inferrer.unifier();
  bool general = !failed && can_generalise(form, unifier.prune(type));
  if (general) unifier.generalise(type);
  Definition* owner = general ? provisional : nullptr;
  inferrer.close(owner);
  for (Variable* variable : inferrer.bound()) {
    if (variable->closure != nullptr) continue;
    bool in_pattern = variable->loc.begin >= form.pattern->loc.begin &&
                      variable->loc.end <= form.pattern->loc.end;
    if (!in_pattern) continue;
    Scheme scheme{.type = failed ? context_.table.error() : variable->type,
                  .params = general ? unifier.params() : std::span<const TypeParam>{}};
    define_value(form, variable, scheme);
    if (owner != nullptr) owner->scheme = scheme;
  }
}

void FormChecker::define_value(BindForm& form, Variable* variable, const Scheme& scheme) {
  bool failed = scheme.type->kind == TypeKind::Error;
  Definition* definition =
      failed ? nullptr : replaced(variable->name, scheme, DefinitionKind::Value);
  if (definition == nullptr) {
    if (!failed) warn_hidden({variable->name, variable->loc}, scheme);
    definition = context_.environment.define(DefinitionKind::Value, {variable->name, variable->loc},
                                             Origin::Program);
    definition->scheme = scheme;
  }
  variable->definition = definition;
  auto* body = context_.arena.make<Body>();
  body->from = form.number;
  body->bind = &form;
  body->variable = variable;
  body->earlier = definition->latest;
  definition->latest = body;
}

}  // namespace planish::nesl
