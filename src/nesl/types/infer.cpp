#include "nesl/types/infer.h"

#include <algorithm>

#include "nesl/types/type_reader.h"

namespace planish::nesl {

Inferrer::Inferrer(Context& context, Origin origin, Definition* owner)
    : context_(context),
      origin_(origin),
      owner_(owner),
      unifier_(context.table),
      reports_(context, unifier_) {}

const Type* Inferrer::infer(Expr* expr) {
  TypeTable& table = context_.table;
  bool negated = std::exchange(negated_, false);
  const Type* type = match(
      expr,
      [&](IntLit& literal) {
        negated_ = negated;
        const Type* found = type_of(literal);
        negated_ = false;
        return found;
      },
      [&](FloatLit&) { return table.float_type(); }, [&](CharLit&) { return table.char_type(); },
      [&](BoolLit&) { return table.bool_type(); },
      [&](StringLit&) { return table.vector(table.char_type()); },
      [&](Parens& parens) { return infer(parens.inner); },
      [&](Pair& pair) {
        const Type* left = infer(pair.left);
        return unifier_.pair(left, infer(pair.right));
      },
      [&](Time& time) {
        if (each_depth_ > 0) {
          context_.diags
              .report(Diag::nesl_serial_only, time.loc,
                      "`time` measures the world, which an apply-to-each cannot do")
              .suggest("measure the whole apply-to-each");
        }
        Definition* clock =
            context_.environment.find_in_prelude(context_.names.intern("prim_clock"));
        clock->uses++;
        if (serial_ == nullptr) serial_ = clock;
        return unifier_.pair(infer(time.timed), table.float_type());
      },
      [&](NamedArgument& named) {
        infer(named.value);
        context_.diags
            .report(Diag::bad_binding, named.loc, "no function takes `{}` by name here",
                    context_.names.text(named.name.name))
            .suggest("`name := value` stands among the arguments of a function with defaults");
        return table.error();
      },
      [&](ErrorExpr&) { return table.error(); }, [&](auto& other) { return type_of(other); });
  expr->type = type;
  exprs_.push_back(expr);
  return type;
}

void Inferrer::require(Expr* expr, const Type* wanted, std::string_view role) {
  const Type* found = infer(expr);
  if (Mismatch mismatch = unifier_.unify(wanted, found)) {
    reports_.wrong_type(mismatch, *expr, wanted, found, role);
  }
}

const Type* Inferrer::type_of(IntLit& literal) {
  if (literal.value == uint64_t{1} << 63 && !negated_) {
    context_.diags.report(
        Diag::literal_out_of_range, literal.loc,
        "this number is too large: ints have 64 bits, and the largest is 9223372036854775807");
  }
  return context_.table.int_type();
}

// ---- Names

const Type* Inferrer::type_of(NameExpr& name) {
  if (Variable* local = scope_.find(name.name)) return use(name, local);
  if (owner_ != nullptr && name.name == owner_->name && self_type_ != nullptr) {
    name.callee.definition = owner_;
    callees_.push_back(&name.callee);
    return self_type_;
  }
  Definition* definition = context_.environment.find(name.name, origin_);
  if (definition == nullptr) {
    reports_.unknown_name(name, scope_.visible());
    return error();
  }
  return use(name.callee, definition, name.loc);
}

const Type* Inferrer::use(NameExpr& name, Variable* variable) {
  name.variable = variable;
  variable->uses++;
  capture(variable);
  return variable->type;
}

const Type* Inferrer::use(Callee& callee, Definition* definition, Loc where) {
  context_.ensure_checked(definition);
  if (self_type_ != nullptr || definition->serial == definition) definition->uses++;
  callee.definition = definition;
  if (definition->serial != nullptr) note_serial(definition, where);
  if (!definition->refused.empty()) reports_.refused(where, *definition);
  const Scheme& scheme = definition->scheme;
  if (scheme.type->kind == TypeKind::Error) return error();
  auto args = unifier_.fresh_args(scheme.params);
  callee.type_args = args;
  if (!args.empty()) callees_.push_back(&callee);
  return unifier_.instantiate(scheme.type, args);
}

void Inferrer::note_serial(const Definition* definition, Loc where) {
  if (serial_ == nullptr) serial_ = definition;
  if (each_depth_ > 0) reports_.serial_only(where, definition);
}

void Inferrer::capture(const Variable* variable) {
  for (size_t i = closures_.size(); i-- > 0;) {
    ClosureFrame& frame = closures_[i];
    if (variable->closure == frame.lambda) return;
    if (std::ranges::find(frame.captures, variable) != frame.captures.end()) return;
    frame.captures.push_back(variable);
  }
}

// ---- Constructs

const Type* Inferrer::type_of(If& branch) {
  require(branch.condition, context_.table.bool_type(), "the condition");
  const Type* then_type = infer(branch.then_branch);
  const Type* else_type = infer(branch.else_branch);
  if (Mismatch mismatch = unifier_.unify(then_type, else_type)) {
    reports_.different(mismatch, *branch.then_branch, *branch.else_branch, then_type, else_type,
                       "the branches of an `if`");
    return error();
  }
  return then_type;
}

const Type* Inferrer::type_of(Let& let) {
  size_t mark = scope_.mark();
  for (Binding& binding : let.bindings) {
    const Type* value = infer(binding.value);
    size_t first = variables_.size();
    bind(binding.pattern, value);
    check_repeated(first);
  }
  const Type* body = infer(let.body);
  scope_.leave(mark);
  return body;
}

const Type* Inferrer::type_of(Each& each) {
  std::vector<const Type*> elements;
  for (EachBinding& binding : each.bindings) {
    const Type* element = unifier_.fresh();
    const Type* found = infer(binding.vector);
    if (Mismatch mismatch = unifier_.unify(unifier_.vector(element), found)) {
      Diagnostic& diag = reports_.wrong_type(mismatch, *binding.vector, unifier_.vector(element),
                                             found, "what an apply-to-each goes over");
      if (unifier_.prune(found)->kind == TypeKind::Int && diag.hint.empty())
        diag.suggest("the numbers from 0 to below n are `[0:n]`");
      element = error();
    }
    elements.push_back(element);
  }
  size_t mark = scope_.mark();
  size_t first = variables_.size();
  for (size_t i = 0; i < elements.size(); i++) bind(each.bindings[i].pattern, elements[i]);
  check_repeated(first);
  each_depth_++;
  if (each.filter != nullptr)
    require(each.filter, context_.table.bool_type(), "the condition of an apply-to-each");
  const Type* body = infer(each.body);
  each_depth_--;
  scope_.leave(mark);
  return unifier_.vector(body);
}

const Type* Inferrer::type_of(Lambda& lambda) {
  lambda.closure = closures_.empty() ? nullptr : closures_.back().lambda;
  lambda.owner = owner_;
  closures_.push_back({&lambda, {}});
  size_t mark = scope_.mark();
  size_t first = variables_.size();
  const Type* parameter = unifier_.fresh();
  bind(lambda.parameter, parameter);
  check_repeated(first);
  const Type* body = infer(lambda.body);
  scope_.leave(mark);
  lambda.captures = context_.arena.copy(closures_.back().captures);
  closures_.pop_back();
  Type* site = context_.arena.make<Type>();
  site->kind = TypeKind::Site;
  site->lambda = &lambda;
  return unifier_.function(parameter, body, site);
}

const Type* Inferrer::type_of(Index& index) {
  const Type* element = unifier_.fresh();
  const Type* vector = infer(index.vector);
  if (Mismatch mismatch = unifier_.unify(unifier_.vector(element), vector)) {
    Diagnostic& diag = reports_.wrong_type(mismatch, *index.vector, unifier_.vector(element),
                                           vector, "what `[…]` indexes");
    if (unifier_.prune(vector)->kind == TypeKind::Function)
      diag.suggest("a vector as an argument needs parentheses: `f([1, 2])`");
    element = error();
  }
  require(index.index, context_.table.int_type(), "an index");
  return element;
}

const Type* Inferrer::type_of(VectorLit& vector) {
  const Type* first = infer(vector.elements[0]);
  for (size_t i = 1; i < vector.elements.size(); i++) {
    const Type* found = infer(vector.elements[i]);
    Mismatch mismatch = unifier_.unify(first, found);
    if (!mismatch) continue;
    reports_.different(mismatch, *vector.elements[0], *vector.elements[i], first, found,
                       "the elements of a vector");
    for (size_t rest = i + 1; rest < vector.elements.size(); rest++) infer(vector.elements[rest]);
    break;
  }
  return unifier_.vector(first);
}

const Type* Inferrer::type_of(EmptyVector& vector) {
  TypeReader reader(context_.environment, unifier_, context_.names, context_.diags, origin_,
                    TypeVariables::None);
  return unifier_.vector(reader.read(vector.element));
}

const Type* Inferrer::type_of(Range& range) {
  const Type* number = context_.table.int_type();
  require(range.from, number, "the beginning of a range");
  require(range.to, number, "the end of a range");
  if (range.step != nullptr) require(range.step, number, "the step of a range");
  return context_.table.vector(number);
}

// ---- The end

void Inferrer::close(const Definition* final) {
  unifier_.close_sites_of(owner_, final);
  for (Expr* expr : exprs_) {
    expr->type = unifier_.close(expr->type);
    if (auto* lambda = as<Lambda>(expr)) lambda->owner = final;
  }
  for (Pattern* pattern : patterns_) pattern->type = unifier_.close(pattern->type);
  for (Variable* variable : variables_) variable->type = unifier_.close(variable->type);
  auto own_params = unifier_.param_types();
  for (Callee* callee : callees_) {
    if (callee->definition == owner_ && owner_ != nullptr) {
      *callee = {final, own_params};
    } else {
      callee->type_args = unifier_.close(callee->type_args);
    }
  }
}

namespace {

void mark_if_call(Apply& apply, const Definition* definition) {
  const Expr* function = apply.function;
  while (auto* parens = as<Parens>(function)) function = parens->inner;
  auto* name = as<NameExpr>(function);
  apply.tail_self = name != nullptr && name->callee.definition == definition;
}

}  // namespace

void mark_tail_calls(Expr* body, const Definition* definition) {
  match(
      body, [&](Apply& apply) { mark_if_call(apply, definition); },
      [&](Parens& parens) { mark_tail_calls(parens.inner, definition); },
      [&](Let& let) { mark_tail_calls(let.body, definition); },
      [&](If& branch) {
        mark_tail_calls(branch.then_branch, definition);
        mark_tail_calls(branch.else_branch, definition);
      },
      [](auto&) {});
}

}  // namespace planish::nesl
