#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

// Which leaves of a loop parameter the body may consume.
void Lowering::unique_leaves(const ast::Pattern* pattern, const Value* value,
                             std::vector<bool>& out) {
  ast::match(
      pattern,
      [&](const ast::NamePat& p) {
        out.insert(out.end(), flatten(value).size(), p.symbol->consumable);
      },
      [&](const ast::TuplePat& p) {
        if (p.elems.empty()) out.push_back(false);
        for (size_t i = 0; i < p.elems.size(); i++)
          unique_leaves(p.elems[i], field(value, cx_.names.number(static_cast<uint32_t>(i))), out);
      },
      [&](const ast::RecordPat& p) {
        // Fields in the order of the value, not of the pattern.
        if (value->kind != ValueKind::Record) return out.push_back(false);
        for (size_t i = 0; i < value->names.size(); i++) {
          for (const ast::FieldPat& f : p.fields) {
            if (f.name.name == value->names[i]) unique_leaves(f.pattern, value->parts[i], out);
          }
        }
      },
      [&](const ast::ParensPat& p) { unique_leaves(p.inner, value, out); },
      [&](const ast::AscribePat& p) { unique_leaves(p.inner, value, out); },
      [&](const ast::AttrPat& p) { unique_leaves(p.inner, value, out); },
      [&](const auto&) { out.insert(out.end(), flatten(value).size(), false); });
}

void Lowering::forget_sizes(size_t known) {
  while (known_log_.size() > known) {
    auto [size, scope, symbol] = known_log_.back();
    known_log_.pop_back();
    if (size != nullptr)
      known_sizes_.erase({size, scope});
    else
      scope->values.erase(symbol);
  }
}

const Value* Lowering::lower_loop(const ast::Loop& e, Scope& scope) {
  const Value* init = expr(e.init != nullptr ? e.init : e.implicit_init, scope);
  init = conform(init, e.pattern->type, scope);
  Atom bound;
  const Value* array = nullptr;
  if (e.form == ast::LoopForm::For) bound = scalar(e.bound, scope);
  if (e.form == ast::LoopForm::ForIn) {
    array = expr(e.bound, scope);
    bound = outer_size(array);
  }
  Signature carried = signature(e.pattern->type, scope, SignatureOf::Local);
  std::vector<Atom> inits = results_for(carried, init);
  const Value* value = signature_value(carried);
  std::vector<bool> unique(carried.sizes.size(), false);
  unique_leaves(e.pattern, value, unique);

  size_t known = known_log_.size();
  bind(e.pattern, value, scope);
  ir::Loop loop{};
  if (e.form == ast::LoopForm::While) {
    loop.condition = body([&] { return std::vector<Atom>{scalar(e.bound, scope)}; });
  } else {
    Prim prim = builder_->prim(bound);
    loop.index = builder_->new_var(e.index_symbol != nullptr ? cx_.text(e.index.name) : "i",
                                   storage_.types.scalar(prim));
    loop.bound = bound;
  }
  if (e.form == ast::LoopForm::For) scope.values[e.index_symbol] = leaf(loop.index);
  loop.body = body([&] {
    // The element is a value of its own: the body may consume it.
    if (array != nullptr)
      bind(e.element, copy(element(array, loop.index, structure(e.element->type, scope))), scope);
    return results_for(carried, conform(expr(e.body, scope), e.pattern->type, scope));
  });
  forget_sizes(known);

  std::vector<Var> pattern = carried.pattern();
  std::vector<ir::LoopParam> params;
  for (size_t i = 0; i < pattern.size(); i++) params.push_back({{pattern[i], unique[i]}, inits[i]});
  loop.params = arena_.copy(params);

  // The results: variables like the parameters.
  std::unordered_map<Var, Atom> renamed;
  std::vector<Var> results;
  for (Var param : pattern) {
    Var result = storage_.new_var({}, substitute(storage_.type(param), renamed));
    renamed[param] = result;
    results.push_back(result);
  }
  builder_->add(results, builder_->make(loop));
  std::vector<Atom> leaves(results.begin() + static_cast<long>(carried.sizes.size()),
                           results.end());
  return build_all(carried.shape, leaves);
}

}  // namespace planish::lower
