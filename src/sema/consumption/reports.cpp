#include "sema/consumption/reports.h"

#include <algorithm>

#include "sema/consumption/analysis.h"
#include "sema/types/type_print.h"

namespace planish::consumption {

namespace {

bool same_variable(const Owner& o, const ValueSymbol* symbol) {
  return o.symbol != nullptr && o.symbol == symbol;
}

// What a frame has to say about consuming something from outside of it.
struct FrameText {
  Diag kind;
  std::string_view where;
  std::string_view why;
  std::string_view advice;  // may be empty
};
FrameText text_of(FrameKind kind) {
  switch (kind) {
    case FrameKind::Lambda:
    case FrameKind::LocalFunction:
      return {Diag::consumes_captured, "outside of this function", "may be called several times",
              "pass it as a parameter with `*`"};
    case FrameKind::Loop:
      return {Diag::consumes_outside_loop, "outside of this loop", "may run several times",
              "make it a loop parameter"};
    case FrameKind::LoopCondition:
      return {Diag::consumes_outside_loop, "outside of this condition",
              "is evaluated before every iteration", ""};
    case FrameKind::SizeExpr:
      return {Diag::size_consumes, "outside of this size", "may be evaluated several times", ""};
  }
  return {};
}

}  // namespace

std::string Reports::quote(Name name) const { return "`" + std::string(cx_.text(name)) + "`"; }

std::string Reports::describe(const Owner& o) const {
  switch (o.kind) {
    case OwnerKind::Variable:
    case OwnerKind::Global: return quote(o.symbol->name);
    case OwnerKind::CallResult:
      return o.name ? "the result of " + quote(o.name) : "the result of this call";
    case OwnerKind::LoopResult: return "the result of the loop";
  }
  return {};
}

std::string Reports::describe(const Consumption& c) const {
  std::string what = c.through != nullptr ? quote(c.through->name) + " is consumed" : "consumed";
  switch (c.cause) {
    case Cause::Update: return what + " by this in-place update";
    case Cause::Argument: return what + (c.name ? " by " + quote(c.name) : " by this call");
    case Cause::LoopStart: return what + ", since the loop consumes " + quote(c.name);
  }
  return what;
}

// How a name is related to an owner in its aliases.
std::string_view Reports::shares(const ValueSymbol* name, const Owner& o) {
  if (all_.names.is_function(name)) return "uses";
  return all_.names.is_function(o.symbol) ? "may be a result of" : "may share memory with";
}

// Where a name other than the owner's became a name for the owner's memory.
void Reports::label_alias(Diagnostic& d, const Owner& o, const ValueSymbol* name) {
  if (name == nullptr || same_variable(o, name) || !name->loc.valid()) return;
  for (const Label& label : d.labels) {
    if (label.loc == name->loc) return;
  }
  if (o.symbol == nullptr) {
    d.label(name->loc, fmt::format("{} is part of {}", quote(name->name), describe(o)));
  } else if (o.symbol->name == name->name) {
    d.label(name->loc,
            fmt::format("a new {}, which may share memory with the old one", quote(name->name)));
  } else {
    d.label(name->loc, fmt::format("{} {} {}", quote(name->name), shares(name, o), describe(o)));
  }
}

// Advice to consume a copy in place of the value itself.
std::string Reports::copy_advice(Diagnostic& d, const Consumption& how) {
  if (how.through == nullptr) return "consume a copy of it";
  if (how.expr == nullptr) {
    return fmt::format("make a copy before the update: `let {0} = copy {0}`",
                       cx_.text(how.through->name));
  }
  std::string text(cx_.sources.text(how.expr->loc));
  bool simple = how.expr->kind == ast::ExprKind::Var || how.expr->kind == ast::ExprKind::Project ||
                how.expr->kind == ast::ExprKind::Index;
  if (!simple || text.size() > 40 || text.find('\n') != std::string::npos) {
    return fmt::format("consume a copy of {}", quote(how.through->name));
  }
  bool argument = how.cause == Cause::Argument;
  d.replace(how.expr->loc, argument ? "(copy " + text + ")" : "copy " + text);
  return fmt::format("consume a copy: `copy {}`", text);
}

void Reports::report_use(Owner& o, const ValueSymbol* used, Loc loc, Use use) {
  if (o.reported) return;
  o.reported = true;
  const Consumption& how = consumptions_[o.consumption - 1];
  std::string what = used != nullptr ? quote(used->name) : "this value";
  std::string message;
  if (!same_variable(o, used)) {
    message = fmt::format("{} is used, but it {} {}, which was consumed", what, shares(used, o),
                          describe(o));
  } else if (use == Use::Later) {
    message = fmt::format("{} is used after it was consumed", what);
  } else {
    message = fmt::format("{} is still needed when it is consumed", what);
  }
  Diagnostic& d = cx_.diags.add(Diag::use_after_consume, loc, std::move(message));
  d.primary_label(use == Use::Later ? "used here" : "used when the rest is computed")
      .label(how.loc, describe(how));
  label_alias(d, o, used);
  label_alias(d, o, how.through);
  if (o.symbol == nullptr) d.label(o.loc, "parts of this may share memory with each other");
  d.suggest("to use it afterwards, " + copy_advice(d, how));
}

void Reports::report_loop_needs(Owner& o, const ValueSymbol* used, Loc loc, const ast::Loop& e) {
  if (o.reported) return;
  o.reported = true;
  const Consumption& how = consumptions_[o.consumption - 1];
  bool elements = e.form == ast::LoopForm::ForIn && loc == e.bound->loc;
  std::string what = used != nullptr ? quote(used->name) : "this array";
  if (used != nullptr && !same_variable(o, used)) {
    what += fmt::format(", which {} {}", shares(used, o), describe(o));
  }
  Diagnostic& d = cx_.diags.report(
      Diag::loop_uses_consumed, loc, "the loop {} {}, but its initial value consumes {}",
      elements ? "goes over" : "uses", what, same_variable(o, used) ? "it" : describe(o));
  d.primary_label(elements ? "read by every iteration" : "used by every iteration")
      .label(how.loc, describe(how));
  label_alias(d, o, used);
  label_alias(d, o, how.through);
  d.suggest("to use it inside of the loop, " + copy_advice(d, how));
}

void Reports::report_function_consumes(const ast::Expr* expr, Mark since) {
  uint32_t index = trail_[since.trail].consumption;
  if (index == reported_function_) return;  // for an expression inside of this one
  reported_function_ = index;
  const Consumption& how = consumptions_[index - 1];
  cx_.diags
      .report(Diag::function_consumes, expr->loc, "computing this function consumes {}",
              how.through != nullptr ? quote(how.through->name) : "a value")
      .primary_label(fmt::format("has the type `{}`", show(cx_, expr->type)))
      .label(how.loc, describe(how))
      .note("a function may be called several times, so it must not hold what was consumed")
      .suggest("give all arguments where it is called, or consume a copy before it is made");
}

void Reports::report_not_consumable(const Owner& o, const Consumption& how) {
  const Frame* frame = nullptr;  // that the variable is outside of
  if (o.kind == OwnerKind::Variable && o.consumable) {
    for (auto i = static_cast<size_t>(o.depth); i < frames_.size(); i++) {
      FrameKind kind = frames_[i].kind;
      bool function = kind == FrameKind::Lambda || kind == FrameKind::LocalFunction;
      if (frame == nullptr || function) frame = &frames_[i];
    }
  }
  if (frame != nullptr) return report_consumes_outside(o, how, *frame);

  std::string name = describe(o);
  bool direct = how.through == nullptr || how.through == o.symbol;
  Diagnostic& d = cx_.diags.add(
      Diag::not_consumable, how.loc,
      direct ? fmt::format("{}{} may not be consumed",
                           all_.names.is_function(o.symbol) ? "a result of " : "", name)
             : fmt::format("{} {} {}, which may not be consumed", quote(how.through->name),
                           shares(how.through, o), name));
  d.primary_label(describe(how));
  if (o.kind == OwnerKind::Global) {
    if (o.loc.valid()) d.label(o.loc, "a top-level definition is the same value at every use");
    d.suggest("to change it, " + copy_advice(d, how));
  } else if (o.role == Role::LoopElement) {
    d.label(o.loc, "an element of the array that the loop goes over");
    d.suggest("to change it, " + copy_advice(d, how));
  } else if (holds_function(all_.names.type_of(o.symbol))) {
    d.label(o.loc, "what this function returns may be used by others");
    d.suggest("to change its result, " + copy_advice(d, how));
  } else if (o.depth > 0 && frames_[static_cast<size_t>(o.depth) - 1].kind == FrameKind::Lambda) {
    d.label(o.loc, "this parameter of a lambda has no type with `*`");
    d.suggest("to change it, " + copy_advice(d, how));
  } else {
    d.label(o.loc, o.role == Role::LoopParam ? "the type of this loop parameter has no `*`"
                                             : "this parameter is not declared with `*`");
    d.suggest(fmt::format("write `*` before the type of {}, or {}", name, copy_advice(d, how)));
  }
  label_alias(d, o, how.through);
}

void Reports::report_consumes_outside(const Owner& o, const Consumption& how, const Frame& frame) {
  FrameText text = text_of(frame.kind);
  Diagnostic& d =
      cx_.diags.report(text.kind, how.loc, "{} is bound {}, so it may not be consumed inside",
                       describe(o), text.where);
  d.primary_label(describe(how)).label(o.loc, fmt::format("{} is bound here", describe(o)));
  Loc loc = frame.loc;
  if (frame.kind == FrameKind::Lambda) loc.end = std::min(loc.end, loc.begin + 1);  // `\`
  if (frame.kind == FrameKind::Loop) loc.end = std::min(loc.end, loc.begin + 4);    // `loop`
  std::string subject = frame.kind == FrameKind::LocalFunction ? quote(frame.name) : "this";
  d.label(loc, fmt::format("{} {}", subject, text.why));
  label_alias(d, o, how.through);
  std::string lead =
      text.advice.empty() ? "to change it here, " : std::string(text.advice) + ", or ";
  d.suggest(lead + copy_advice(d, how));
}

const Owner* Reports::shared_owner(AliasSet a, AliasSet b) {
  for (AtomId atom : a) {
    if (std::ranges::binary_search(b, atom)) return &owner_of(atom);
  }
  return nullptr;
}

void Reports::report_overlap(AliasSet source, AliasSet value, const ast::Expr* value_expr,
                             const Consumption& how) {
  const Owner* o = shared_owner(source, value);
  const ValueSymbol* used = Uses::variable_of(value_expr);
  Diagnostic& d =
      cx_.diags.report(Diag::update_overlap, value_expr->loc,
                       "the new elements may share memory with the array that is updated in place");
  d.primary_label(fmt::format("may be memory of {}", describe(*o))).label(how.loc, describe(how));
  label_alias(d, *o, used);
  label_alias(d, *o, how.through);
  std::string text(cx_.sources.text(value_expr->loc));
  bool plain = value_expr->kind == ast::ExprKind::Var || value_expr->kind == ast::ExprKind::Index ||
               value_expr->kind == ast::ExprKind::Project;
  if (text.size() > 40 || text.find('\n') != std::string::npos) {
    d.suggest("write a copy of the new elements");
    return;
  }
  std::string copy = plain ? "copy " + text : "copy (" + text + ")";
  d.suggest(fmt::format("write a copy of the new elements: `{}`", copy))
      .replace(value_expr->loc, copy);
}

bool Reports::report_shared_argument(AliasSet consumed, const Argument& other,
                                     const Consumption& how) {
  const Owner* o = nullptr;
  for_each_set(other.value, [&](AliasSet set) {
    for (AtomId atom : set) {
      Owner& candidate = owner_of(atom);
      bool shared = std::ranges::any_of(
          consumed, [&](AtomId a) { return store_.owner(a) == store_.owner(atom); });
      if (o == nullptr && shared && bound(candidate) && !candidate.reported) {
        candidate.reported = true;
        o = &candidate;
      }
    }
  });
  if (o == nullptr) return false;
  Diagnostic& d =
      cx_.diags.report(Diag::argument_overlap, how.loc,
                       "this argument is consumed, but another argument may share memory with it");
  d.primary_label(describe(how))
      .label(other.expr->loc, fmt::format("may be memory of {}", describe(*o)));
  label_alias(d, *o, how.through);
  label_alias(d, *o, Uses::variable_of(other.expr));
  d.suggest("to pass both, " + copy_advice(d, how));
  return true;
}

void Reports::report_self_alias(AliasSet first, AliasSet second, const Consumption& how) {
  const Owner* o = shared_owner(first, second);
  std::string_view what =
      how.cause == Cause::LoopStart ? "the loop consumes" : "the function consumes";
  Diagnostic& d = cx_.diags.report(Diag::self_alias, how.loc,
                                   "two parts of what {} may be memory of {}", what, describe(*o));
  d.primary_label(how.cause == Cause::LoopStart
                      ? fmt::format("the loop consumes {}", quote(how.name))
                      : describe(how));
  label_alias(d, *o, how.through);
  if (o->symbol != nullptr) {
    d.suggest(fmt::format("make one of the parts a copy: `copy {}`", cx_.text(o->symbol->name)));
  } else {
    d.label(o->loc, "parts of this result may share memory with each other")
        .suggest("make one of the parts a copy");
  }
}

void Reports::report_parts_alias(const FunctionParts& fn, AliasSet first, AliasSet second) {
  const Owner* o = shared_owner(first, second);
  Loc loc = result_loc(fn.body);
  Diagnostic& d =
      cx_.diags.report(Diag::unique_parts_alias, loc,
                       "a unique part of the result may share memory with another part");
  d.primary_label(fmt::format("more than one part may be memory of {}", describe(*o)));
  if (fn.declared_result != nullptr)
    d.label(fn.declared_result->loc, "`*` promises that the part is apart from all others");
  if (o->symbol != nullptr) {
    d.label(o->loc, fmt::format("{} is bound here", describe(*o)));
  } else if (o->loc != loc) {
    d.label(o->loc, describe(*o));
  }
  bool whole = o->symbol != nullptr && all_.names.type_of(o->symbol) != nullptr &&
               all_.names.type_of(o->symbol)->kind == TypeKind::Array;
  d.suggest(
      whole ? fmt::format("return a copy in one of the parts: `copy {}`", cx_.text(o->symbol->name))
            : "return a copy in one of the parts");
}

void Reports::report_returns_alias(const FunctionParts& fn, const Owner& o) {
  Loc loc = result_loc(fn.body);
  Diagnostic& d = cx_.diags.report(Diag::unique_result_alias, loc,
                                   "the result is declared unique, but it may share memory with {}",
                                   describe(o));
  d.primary_label(fmt::format("may be memory of {}", describe(o)));
  if (fn.declared_result != nullptr)
    d.label(fn.declared_result->loc, "`*` promises a result that is apart from everything else");
  bool captured = o.depth < depth();
  d.label(o.loc,
          captured ? "bound outside of the function" : "this parameter is not declared with `*`");
  std::string copy = fmt::format("return a copy: `copy {}`", cx_.text(o.symbol->name));
  d.suggest(captured ? copy
                     : fmt::format("write `*` before the type of {}, or {}", describe(o), copy));
}

void Reports::report_returns_global(const FunctionParts& fn, const Owner& o) {
  Loc loc = result_loc(fn.body);
  Diagnostic& d = cx_.diags.report(
      Diag::result_aliases_global, loc,
      "the result of the function may be memory of the top-level definition {}", describe(o));
  d.primary_label(fmt::format("may be memory of {}", describe(o)));
  if (o.loc.valid()) d.label(o.loc, fmt::format("{} is defined here", describe(o)));
  d.suggest(fmt::format("return a copy: `copy {}`", cx_.text(o.symbol->name)));
}

// The expression that a body ends with.
Loc Reports::result_loc(const ast::Expr* body) {
  while (body != nullptr) {
    switch (body->kind) {
      case ast::ExprKind::Let: body = static_cast<const ast::Let*>(body)->body; break;
      case ast::ExprKind::LetFun: body = static_cast<const ast::LetFun*>(body)->body; break;
      case ast::ExprKind::LetWith: body = static_cast<const ast::LetWith*>(body)->body; break;
      default: return body->loc;
    }
  }
  return {};
}

void Reports::report_misfit(Misfit misfit, const Type* expected, const Type* actual, Loc loc) {
  if (misfit == Misfit::Consumes) {
    cx_.diags
        .report(Diag::consuming_function, loc,
                "this function consumes its argument, but one that does not is needed here")
        .primary_label(fmt::format("has the type `{}`", show(cx_, actual)))
        .note(fmt::format("needed is `{}`", show(cx_, expected)))
        .suggest("use a function that consumes a copy of its argument: `\\x -> f (copy x)`");
    return;
  }
  cx_.diags
      .report(Diag::function_result_not_unique, loc,
              "the result of this function may share memory with others, but a unique one is "
              "needed here")
      .primary_label(fmt::format("has the type `{}`", show(cx_, actual)))
      .note(fmt::format("needed is `{}`", show(cx_, expected)))
      .suggest("use a function that returns a copy, and declare its result with `*`");
}

void Reports::report_loop_returns_outer(const ast::NamePat& param, const Owner& o,
                                        const ast::Loop& e) {
  Loc loc = result_loc(e.body);
  Diagnostic& d =
      cx_.diags.report(Diag::loop_result_alias, loc,
                       "the next value of {}, which the loop consumes, may be memory of {}",
                       quote(param.name), describe(o));
  d.primary_label("the next values of the loop parameters")
      .label(param.loc, "consumed by the loop")
      .label(o.loc, o.role == Role::LoopElement
                        ? "an element of the array that the loop goes over"
                        : fmt::format("{} is bound outside of the loop", describe(o)))
      .suggest(fmt::format("continue with a copy: `copy {}`", cx_.text(o.symbol->name)));
}

void Reports::report_loop_returns_shared(const ast::NamePat& param, AliasSet set,
                                         const ast::Loop& e) {
  const Owner* o = nullptr;
  for (AtomId atom : set) {
    if (o == nullptr || owner_of(atom).symbol != nullptr) o = &owner_of(atom);
  }
  Loc loc = result_loc(e.body);
  Diagnostic& d = cx_.diags.report(
      Diag::loop_result_alias, loc,
      "the next value of {} may share memory with that of another loop parameter, and the "
      "loop consumes one of them",
      quote(param.name));
  d.primary_label("the next values of the loop parameters")
      .label(param.loc, fmt::format("its next value may be memory of {}", describe(*o)));
  d.suggest(o->symbol != nullptr ? fmt::format("continue with a copy in one of them: `copy {}`",
                                               cx_.text(o->symbol->name))
                                 : "continue with a copy in one of them");
}

void Reports::report_unique_constant(const ast::ValDecl& decl) {
  cx_.diags
      .report(Diag::unique_constant, decl.result->loc, "the constant {} cannot have a unique type",
              quote(decl.name.name))
      .primary_label("every use of a constant is a use of the same value")
      .suggest("leave out the `*`, and consume `copy " + std::string(cx_.text(decl.name.name)) +
               "` where needed");
}

}  // namespace planish::consumption
