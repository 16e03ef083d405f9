#include <algorithm>

#include "nesl/types/infer.h"
#include "nesl/types/type_text.h"

namespace planish::nesl {

void Inferrer::bind(Pattern* pattern, const Type* type) {
  pattern->type = type;
  patterns_.push_back(pattern);
  match(
      pattern, [&](NamePattern& name) { bind_name(name.variable, type); },
      [&](PairPattern& pair) { bind_pair(pair, type); },
      [&](DataPattern& data) { bind_data(data, type); },
      [&](ParensPattern& parens) { bind(parens.inner, type); },
      [&](DefaultPattern& with_default) {
        if (in_parameters_) {
          // Its type is closed where it is: see fill_defaults.
          const Type* found = infer(with_default.value);
          if (Mismatch mismatch = unifier_.unify(type, found))
            reports_.wrong_type(mismatch, *with_default.value, type, found, "this default");
        } else {
          context_.diags
              .report(Diag::bad_binding, with_default.loc,
                      "only a parameter of a function has a default")
              .suggest("bind with `=`");
        }
        bind_name(with_default.variable, type);
      },
      [](ErrorPattern&) {});
}

void Inferrer::bind_parameters(Pattern* pattern, const Type* type) {
  in_parameters_ = true;
  size_t first = variables_.size();
  bind(pattern, type);
  check_repeated(first);
  in_parameters_ = false;
}

void Inferrer::bind_name(Variable* variable, const Type* type) {
  variable->type = type;
  variable->closure = closures_.empty() ? nullptr : closures_.back().lambda;
  variables_.push_back(variable);
  scope_.bind(variable);
}

void Inferrer::bind_pair(PairPattern& pattern, const Type* type) {
  const Type* known = unifier_.prune(type);
  if (known->kind == TypeKind::Meta) {
    const Type* pair = unifier_.pair(unifier_.fresh(), unifier_.fresh());
    if (!unifier_.unify(known, pair)) known = pair;
  }
  if (known->kind == TypeKind::Pair) {
    bind(pattern.left, known->first);
    bind(pattern.right, known->second);
    return;
  }
  if (known->kind != TypeKind::Error) {
    TypeWriter writer(context_.names, &unifier_);
    context_.diags.report(Diag::type_mismatch, pattern.loc,
                          "this pattern takes a pair apart, but the value is {}",
                          writer.part(known));
  }
  bind(pattern.left, error());
  bind(pattern.right, error());
}

void Inferrer::bind_data(DataPattern& pattern, const Type* type) {
  const Datatype* datatype = context_.environment.find_datatype(pattern.name.name, origin_);
  if (datatype == nullptr) {
    std::string_view name = context_.names.text(pattern.name.name);
    context_.diags
        .report(Diag::unknown_type, pattern.name.loc, "there is no datatype named `{}`", name)
        .suggest("a pattern takes pairs and datatypes apart; functions cannot be undone");
    bind(pattern.argument, error());
    return;
  }
  auto args = unifier_.fresh_args(datatype->params);
  const Type* data = unifier_.data(datatype, args);
  if (unifier_.unify(data, type)) {
    TypeWriter writer(context_.names, &unifier_);
    context_.diags.report(Diag::type_mismatch, pattern.loc,
                          "this pattern takes a {} apart, but the value is {}",
                          context_.names.text(datatype->name), writer.part(type));
  }
  bind(pattern.argument, unifier_.instantiate(datatype->content, args));
}

void Inferrer::check_repeated(size_t first) {
  std::vector<Variable*> bound(variables_.begin() + static_cast<ptrdiff_t>(first),
                               variables_.end());
  if (bound.size() < 2) return;
  std::ranges::stable_sort(bound, {}, [](const Variable* variable) { return variable->name; });
  for (size_t i = 1; i < bound.size(); i++) {
    if (bound[i]->name != bound[i - 1]->name) continue;
    context_.diags
        .report(Diag::duplicate_name, bound[i]->loc, "`{}` is bound twice here",
                context_.names.text(bound[i]->name))
        .label(bound[i - 1]->loc, "first here");
  }
}

}  // namespace planish::nesl
