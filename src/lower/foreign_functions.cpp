#include "lower/foreign_functions.h"

#include <unordered_map>

#include "ir/foreign_attribute.h"
#include "lower/lowering.h"
#include "sema/checks/foreign.h"

namespace planish::lower {

bool ForeignFunctions::is_foreign(const Closure& closure) const {
  return closure.kind == CodeKind::Definition &&
         planish::is_foreign(l_.cx, *static_cast<const ast::ValDecl*>(closure.code));
}

const AtomTree* ForeignFunctions::call(const Closure& closure, const Trees& args) {
  const auto [it, is_new] = made_.try_emplace({closure.code, closure.scope->frame});
  if (is_new) {
    it->second.name = l_.whole.unique_name(code_of(l_.cx, closure).name);
    l_.specialisations.apart([&] { return make(it->second, closure); });
  }
  return l_.specialisations.emit_call(it->second, actuals(it->second, args));
}

const ir::Function* ForeignFunctions::make(FunctionForm& made, const Closure& closure) {
  const auto& decl = *static_cast<const ast::ValDecl*>(closure.code);
  const ir::Type* i64 = l_.storage.types.scalar(Prim::I64);
  l_.builder.begin();
  l_.builder.place = l_.places.at(decl.name.loc);
  Scope* scope = l_.scopes.make(nullptr, closure.scope->frame);
  Inputs inputs;
  for (const ast::TypeParam& param : decl.type_params) {
    if (param.size_symbol == nullptr) continue;
    const Var size = l_.builder.new_var(l_.cx.text(param.name.name), i64);
    inputs.sizes.push_back({size, false});
    scope->values[param.size_symbol] = l_.trees.leaf(size);
  }
  const Type* type = decl.symbol->type;
  for (const ast::Pattern* pattern : decl.params) {
    const auto* arrow = as<ArrowType>(type);
    add_input(pattern->type, arrow->consumes, EntryPoints::pattern_name(l_.cx, pattern), *scope,
              inputs);
    l_.patterns.bind(pattern, inputs.args.back(), *scope);
    l_.reader.learn_sizes(pattern->type, inputs.args.back(), *scope);
    type = arrow->result;
  }
  const Closure own{CodeKind::Definition, closure.arity, &decl, scope, {}};
  const AtomTree* result = l_.specialisations.call(own, inputs.args);
  const Type* given = decl.result != nullptr ? decl.result->type : decl.body->type;
  made.signature = l_.signatures.signature(given, *scope, SignatureOf::Function);
  made.params = inputs.sizes;
  made.params.insert(made.params.end(), inputs.leaves.begin(), inputs.leaves.end());
  l_.specialisations.set_results(made, own);

  ir::Function fn{};
  fn.name = made.name;
  fn.place = l_.builder.place;
  fn.attrs = l_.attributes.of(decl.attrs);
  fn.body = l_.builder.end(l_.signatures.results_for(made.signature, result));
  fn.params = l_.arena.copy(made.params);
  fn.results = l_.arena.copy(made.results);
  return l_.arena.make<ir::Function>(fn);
}

// A size that is a name in scope is that variable. Others are parameters of their own.
void ForeignFunctions::add_input(const Type* type, bool is_consumed, std::string_view name,
                                 Scope& scope, Inputs& inputs) {
  const Shape* shape = l_.shapes.shape(type, scope, [&](const Size* size, Scope& in) {
    if (size->kind == SizeKind::Varying) return Dim::varying();
    if (size->kind == SizeKind::Const) return Dim::constant(size->value);
    const AtomTree* bound = size->kind == SizeKind::Var ? in.find(size->var) : nullptr;
    if (bound != nullptr && bound->kind == TreeKind::Leaf) return Builder::dim(bound->atom);
    const Var var =
        l_.builder.new_var(size->kind == SizeKind::Var ? l_.cx.text(size->var->name) : "size",
                           l_.storage.types.scalar(Prim::I64));
    inputs.sizes.push_back({var, false});
    if (size->kind == SizeKind::Var) scope.values[size->var] = l_.trees.leaf(var);
    return Dim::variable(var);
  });
  std::vector<Var> leaves;
  for (const ir::Type* leaf : l_.shapes.leaf_types(shape)) {
    leaves.push_back(l_.builder.new_var(name.empty() ? "x" : name, leaf));
    inputs.leaves.push_back({leaves.back(), is_consumed && leaf->is_array()});
  }
  inputs.args.push_back(l_.trees.build_vars(shape, leaves));
}

// Sizes are those of the arrays that are given.
std::vector<Atom> ForeignFunctions::actuals(const FunctionForm& callee, const Trees& args) const {
  std::vector<Atom> leaves;
  for (const AtomTree* arg : args) {
    for (const Atom& leaf : flatten(arg)) leaves.push_back(leaf);
  }
  const size_t size_count = callee.params.size() - leaves.size();
  std::unordered_map<Var, Atom> sizes;
  for (size_t i = 0; i < leaves.size(); i++) {
    const std::span<const Dim> wanted = l_.storage.type(callee.params[size_count + i].var)->dims;
    const std::span<const Dim> found = l_.storage.type(leaves[i])->dims;
    for (size_t d = 0; d < wanted.size(); d++) {
      if (wanted[d].kind == ir::DimKind::Var && !found[d].is_varying())
        sizes.try_emplace(wanted[d].var, Builder::atom(found[d]));
    }
  }
  std::vector<Atom> actuals;
  for (size_t i = 0; i < size_count; i++) {
    const auto size = sizes.find(callee.params[i].var);
    if (size == sizes.end()) l_.places.bug("a foreign function has a size that no argument has");
    actuals.push_back(size->second);
  }
  actuals.insert(actuals.end(), leaves.begin(), leaves.end());
  return actuals;
}

}  // namespace planish::lower
