#include "lower/names.h"

#include "lower/constant_key.h"
#include "lower/lowering.h"

namespace planish::lower {

Names::Names(Lowering& lowering)
    : cx_(lowering.cx),
      builder_(lowering.builder),
      modules_(lowering.modules),
      places_(lowering.places),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      instances_(lowering.instances),
      calls_(lowering.calls),
      inlining_(lowering.inlining),
      specialisations_(lowering.specialisations) {}

const AtomTree* Names::variable(const SymbolUse& use) {
  const ValueSymbol* symbol = use.symbol;
  if (const AtomTree* value = use.scope.find(symbol)) {
    bool generic = value->kind == TreeKind::Function &&
                   closure_of(value).kind == CodeKind::LocalFunction &&
                   closure_of(value).args.empty() && !symbol->params.empty();
    if (!generic) return value;
    Closure closure = closure_of(value);
    closure.scope = instances_.scope({symbol, closure.scope->frame}, closure.scope, use);
    return trees_.function(closure);
  }
  if (LateSize* late = use.scope.find_late(symbol))
    return trees_.leaf(sizes_.size(late->size, *late->scope));
  if (const ValueDef* def = use.scope.frame->find(symbol)) return definition(*def, use);
  if (symbol->kind == ValueKind::Intrinsic || symbol->decl != nullptr)
    return definition({symbol, modules_.top()}, use);
  if (const AtomTree* known = sizes_.variable(symbol, use.scope)) return known;
  places_.bug(fmt::format("the name `{}` stands for nothing", cx_.text(symbol->name)));
}

const AtomTree* Names::definition(const ValueDef& def, const SymbolUse& use) {
  Scope* inner = instances_.scope(def, nullptr, use);
  if (def.symbol->kind == ValueKind::Intrinsic) {
    uint32_t arity = 0;
    for (auto* arrow = as<ArrowType>(def.symbol->type); arrow != nullptr;
         arrow = as<ArrowType>(arrow->result))
      arity++;
    const Closure closure{CodeKind::Intrinsic, arity, def.symbol, inner, {}};
    // A constant of another language.
    return arity == 0 ? calls_.apply(trees_.function(closure), {}, {}) : trees_.function(closure);
  }
  const ast::ValDecl& decl = *def.symbol->decl;
  if (decl.params.empty()) return constant(decl, inner);
  return trees_.function(
      Closure{CodeKind::Definition, static_cast<uint32_t>(decl.params.size()), &decl, inner});
}

// One that gives a function for which nothing has to be computed is evaluated once, so that
// functions that are put together of others many times over (`def g = f >-> f`, `def h = g >-> g`,
// …) share their parts.
const AtomTree* Names::function_constant(const Closure& closure) {
  const std::vector<uint64_t> key = constant_key(cx_, closure);
  if (auto it = function_constants_.find(key); it != function_constants_.end()) return it->second;
  builder_.begin();
  const AtomTree* value = calls_.call_inline(closure, {});
  const ir::Body* computed = builder_.end({});
  for (const ir::Stm& stm : computed->stms) builder_.add(stm);
  if (computed->stms.empty()) function_constants_[key] = value;
  return value;
}

const AtomTree* Names::constant(const ast::ValDecl& decl, Scope* scope) {
  Closure closure{CodeKind::Definition, 0, &decl, scope, {}};
  // Functions, and what is no larger than a call, are evaluated where they are used.
  if (inlining_.cost(closure) <= 3) return calls_.call_inline(closure, {});
  if (inlining_.gives_function(decl.body->type, *scope)) return function_constant(closure);
  return specialisations_.call_constant(closure);
}

}  // namespace planish::lower
