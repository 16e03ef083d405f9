#include "nesl/types/infer.h"
#include "nesl/types/type_text.h"

namespace planish::nesl {

namespace {

Expr* inside_parens(Expr* expr) {
  while (auto* parens = as<Parens>(expr)) expr = parens->inner;
  return expr;
}

// `a, b, c` as a list.
std::vector<Expr*> parts_of(Expr* argument) {
  std::vector<Expr*> parts;
  Expr* rest = inside_parens(argument);
  while (auto* pair = as<Pair>(rest)) {
    parts.push_back(pair->left);
    rest = pair->right;
  }
  parts.push_back(rest);
  return parts;
}

std::vector<const Pattern*> parts_of(const Pattern* parameter) {
  std::vector<const Pattern*> parts;
  while (auto* parens = as<ParensPattern>(parameter)) parameter = parens->inner;
  while (auto* pair = as<PairPattern>(parameter)) {
    parts.push_back(pair->left);
    parameter = pair->right;
  }
  parts.push_back(parameter);
  return parts;
}

}  // namespace

// After a report, a result that depends on what was wrong says nothing.
const Type* Inferrer::known_or_error(const Type* type) const {
  return unifier_.prune(type)->kind == TypeKind::Meta ? context_.table.error() : type;
}

const Type* Inferrer::type_of(Apply& apply) {
  const Type* function = infer(apply.function);
  apply.passed = apply.argument;
  if (const Definition* definition = with_defaults(*apply.function)) {
    apply.passed = fill_defaults(apply, *definition);
    if (apply.passed == nullptr) {
      apply.passed = apply.argument;
      return error();
    }
    apply.argument->type = apply.passed->type;
    exprs_.push_back(apply.argument);
  } else {
    infer(apply.argument);
  }
  const Type* known = unifier_.prune(function);
  if (known->kind == TypeKind::Error) return error();
  if (known->kind == TypeKind::Meta) {
    const Type* result = unifier_.fresh();
    const Type* made = unifier_.function(apply.passed->type, result, unifier_.fresh_site());
    if (Mismatch mismatch = unifier_.unify(known, made)) {
      if (mismatch.clash == Clash::Infinite) {
        reports_.wrong_type(mismatch, *apply.function, known, made, "the function");
      } else {
        reports_.not_a_function(apply, known);
      }
      return error();
    }
    return result;
  }
  if (known->kind != TypeKind::Function) {
    reports_.not_a_function(apply, known);
    return error();
  }
  bool fits = fit(apply.passed, known->first, *apply.function, known);
  return fits ? known->second : known_or_error(known->second);
}

bool Inferrer::fit(Expr* argument, const Type* wanted, const Expr& function,
                   const Type* function_type) {
  Expr* inner = inside_parens(argument);
  const Type* known = unifier_.prune(wanted);
  auto* pair = as<Pair>(inner);
  if (pair != nullptr && known->kind == TypeKind::Pair) {
    bool left = fit(pair->left, known->first, function, function_type);
    return fit(pair->right, known->second, function, function_type) && left;
  }
  Mismatch mismatch = unifier_.unify(wanted, argument->type);
  if (!mismatch) return true;
  reports_.wrong_argument(mismatch, *argument, wanted, argument->type, function, function_type);
  return false;
}

// ---- Operators

const Type* Inferrer::type_of(Prefix& prefix) {
  negated_ = prefix.op == PrefixOp::Negate;
  const Type* operand = infer(prefix.operand);
  auto* definition = const_cast<Definition*>(context_.environment.operator_of(prefix.op));
  const Type* function = use(prefix.callee, definition, prefix.loc);
  Mismatch mismatch = unifier_.unify(function->first, operand);
  if (!mismatch) return function->second;
  TypeWriter writer(context_.names, &unifier_);
  std::string text = writer.part(operand);
  if (prefix.op == PrefixOp::Length) {
    context_.diags
        .report(Diag::type_mismatch, prefix.operand->loc,
                "`#` is the length of a vector, but this is {}", text)
        .primary_label(text);
  } else {
    Diagnostic& diag =
        context_.diags
            .report(Diag::nesl_class, prefix.operand->loc, "`-` is for {}, but this is {}",
                    class_description(TypeClass::Number), text)
            .primary_label(text);
    if (unifier_.prune(operand)->kind == TypeKind::Bool) diag.suggest("`not` inverts a bool");
  }
  return known_or_error(function->second);
}

const Type* Inferrer::type_of(Binary& binary) {
  const Type* left = infer(binary.left);
  const Type* right = infer(binary.right);
  auto* definition = const_cast<Definition*>(context_.environment.operator_of(binary.op));
  const Type* function = use(binary.callee, definition, binary.op_loc);
  const Type* takes = function->first;
  Mismatch mismatch = unifier_.unify(takes->first, left);
  if (!mismatch) mismatch = unifier_.unify(takes->second, right);
  if (!mismatch) return function->second;
  reports_.wrong_operands(mismatch, binary, left, right, *definition);
  return known_or_error(function->second);
}

// ---- Parameters with defaults

const Definition* Inferrer::with_defaults(const Expr& function) const {
  const Expr* inner = &function;
  while (auto* parens = as<Parens>(inner)) inner = parens->inner;
  auto* name = as<NameExpr>(inner);
  const Definition* definition = name != nullptr ? name->callee.definition : nullptr;
  if (definition == nullptr || definition->last_form == nullptr) return nullptr;
  for (const Pattern* part : parts_of(definition->last_form->parameter)) {
    if (part->kind == PatternKind::DefaultPattern) return definition;
  }
  return nullptr;
}

// The parts in the order of the parameters: first those without a name, then those given by name;
// what is missing has its default.
Expr* Inferrer::fill_defaults(Apply& apply, const Definition& definition) {
  std::vector<const Pattern*> parameters = parts_of(definition.last_form->parameter);
  std::vector<Expr*> given = parts_of(apply.argument);
  std::vector<Expr*> filled(parameters.size(), nullptr);
  std::string_view function = context_.names.text(definition.name);
  size_t position = 0;
  for (Expr* part : given) {
    auto* named = as<NamedArgument>(part);
    if (named == nullptr) {
      if (position >= parameters.size()) {
        context_.diags.report(Diag::type_mismatch, part->loc, "`{}` takes at most {} arguments",
                              function, parameters.size());
        return nullptr;
      }
      filled[position++] = part;
      continue;
    }
    size_t at = parameters.size();
    for (size_t i = 0; i < parameters.size(); i++) {
      auto* with_default = as<DefaultPattern>(parameters[i]);
      if (with_default != nullptr && with_default->variable->name == named->name.name) at = i;
    }
    if (at == parameters.size() || filled[at] != nullptr) {
      std::string_view name = context_.names.text(named->name.name);
      context_.diags
          .add(Diag::bad_binding, named->name.loc,
               at == parameters.size()
                   ? fmt::format("`{}` has no parameter `{}` with a default", function, name)
                   : fmt::format("`{}` gets the parameter `{}` twice", function, name))
          .note("its parameters", definition.last_form->parameter->loc);
      return nullptr;
    }
    filled[at] = named->value;
  }
  for (size_t i = 0; i < parameters.size(); i++) {
    if (filled[i] != nullptr) continue;
    auto* with_default = as<DefaultPattern>(parameters[i]);
    if (with_default == nullptr) {
      context_.diags
          .report(Diag::type_mismatch, apply.argument->loc, "`{}` needs more arguments", function)
          .note("its parameters", definition.last_form->parameter->loc);
      return nullptr;
    }
    filled[i] = with_default->value;
  }
  for (size_t i = 0; i < parameters.size(); i++) {
    // A default is shared by all calls, and has its type already.
    auto* with_default = as<DefaultPattern>(parameters[i]);
    if (with_default == nullptr || filled[i] != with_default->value) infer(filled[i]);
  }
  return make_pairs(filled);
}

Expr* Inferrer::make_pairs(std::span<Expr* const> parts) {
  Expr* made = parts.back();
  for (size_t i = parts.size() - 1; i-- > 0;) {
    auto* pair = context_.arena.make<Pair>();
    pair->kind = Pair::K;
    pair->loc = span(parts[i]->loc, made->loc);
    pair->left = parts[i];
    pair->right = made;
    pair->type = unifier_.pair(parts[i]->type, made->type);
    exprs_.push_back(pair);
    made = pair;
  }
  return made;
}

}  // namespace planish::nesl
