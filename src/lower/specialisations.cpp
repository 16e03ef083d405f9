#include "lower/specialisations.h"

#include "ir/foreign_attribute.h"
#include "lower/lowering.h"

namespace planish::lower {

Specialisations::Specialisations(Lowering& lowering)
    : l_(lowering),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder) {}

const AtomTree* Specialisations::call(const Closure& closure, const Trees& args) {
  Abstraction use(l_, closure, args);
  auto it = made_.find(use.key());
  if (it == made_.end()) it = make(closure, use);
  return emit_call(it->second, use.actuals());
}

const AtomTree* Specialisations::call_constant(const Closure& closure) {
  const Trees no_arguments;
  Abstraction use(l_, closure, no_arguments);
  auto it = made_.find(use.key());
  if (it == made_.end()) {
    it = make(closure, use);
    if (use.actuals().empty()) {
      ir::Function fn = *l_.program.functions.back();
      fn.constant = true;
      l_.program.functions.back() = arena_.make<ir::Function>(fn);
    }
  }
  return emit_call(it->second, use.actuals());
}

Specialisations::Made::iterator Specialisations::make(const Closure& closure, Abstraction& use) {
  auto it = made_.emplace(use.key(), FunctionForm{}).first;
  it->second.name = l_.whole.unique_name(code_of(l_.cx, closure).name);
  apart([&] { return make_function(it->second, closure, use); });
  return it;
}

void Specialisations::apart(FunctionRef<const ir::Function*()> make) {
  const ir::PlaceId outer_place = builder_.place;
  const ir::PlaceId outer_call = l_.places.exchange_call({});
  KnownSizes outer_known = l_.known.exchange({});
  const int outer_depth = l_.inlining.exchange_depth(0);
  const Checks::Mode outer_mode = l_.checks.exchange(Checks::Mode::On);
  std::vector<Attribute> outer_attributes = std::exchange(l_.attributes.call, {});
  l_.program.functions.push_back(make());
  builder_.place = outer_place;
  l_.places.exchange_call(outer_call);
  l_.known.exchange(std::move(outer_known));
  l_.inlining.exchange_depth(outer_depth);
  l_.checks.exchange(outer_mode);
  l_.attributes.call = std::move(outer_attributes);
}

const ir::Function* Specialisations::make_function(FunctionForm& made, const Closure& closure,
                                                   Abstraction& use) {
  const Code code = code_of(l_.cx, closure);
  builder_.place = l_.places.at(code.body->loc);
  auto [scope, values] = use.instantiate();
  made.params = use.params();
  ir::Function fn{};
  fn.name = made.name;
  fn.place = builder_.place;
  fn.attrs = ir::without_foreign(storage_, l_.attributes.of(code.attrs));
  if (l_.inlining.stays_call(closure))
    fn.attrs = with_attribute(arena_, fn.attrs, AttributeKind::Noinline);
  builder_.begin();
  for (size_t i = 0; i < code.params.size(); i++)
    l_.patterns.bind(code.params[i], values[i], *scope);
  made.signature = l_.signatures.signature(code.result_type(), *scope, SignatureOf::Function);
  set_results(made, closure);
  const AtomTree* result = l_.expressions.expr(code.body, *scope);
  result = l_.coercions.conform(result, code.result_type(), *scope);
  fn.body = builder_.end(l_.signatures.results_for(made.signature, result));
  fn.params = arena_.copy(made.params);
  fn.results = arena_.copy(made.results);
  return arena_.make<ir::Function>(fn);
}

void Specialisations::set_results(FunctionForm& made, const Closure& closure) {
  made.results.clear();
  for (Var var : made.signature.sizes) made.results.push_back({var, false});
  const Code code = code_of(l_.cx, closure);
  const Type* type = code.result_type();
  if (closure.kind != CodeKind::Lambda) {
    type = type_of(closure);
    for (size_t i = 0; i < code.params.size(); i++)
      type = static_cast<const ArrowType*>(type)->result;
  }
  std::vector<bool> unique;
  l_.signatures.add_unique(type, made.signature.shape, unique);
  for (size_t i = 0; i < made.signature.leaves.size(); i++)
    made.results.push_back({made.signature.leaves[i], i < unique.size() && unique[i]});
}

const AtomTree* Specialisations::emit_call(const FunctionForm& callee,
                                           const std::vector<Atom>& actuals) {
  std::unordered_map<Var, Atom> known;
  for (size_t i = 0; i < actuals.size(); i++) known[callee.params[i].var] = actuals[i];
  const std::vector<Var> pattern =
      l_.signatures.renewed(callee.signature.pattern(), std::move(known));
  builder_.add(pattern, builder_.make(ir::Call{{}, callee.name, arena_.copy(actuals)}));
  const auto leaves = pattern.begin() + static_cast<long>(callee.signature.sizes.size());
  return l_.trees.build_all(callee.signature.shape, {leaves, pattern.end()});
}

}  // namespace planish::lower
