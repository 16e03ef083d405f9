// Visiting and rebuilding the parts of operations, bodies and lambdas, whatever their kind.
//
// "Directly" means: in the operation itself, not in its bodies and lambdas. All functions that go
// into bodies recurse to their depth, and so need a large stack for programs that are nested
// deeply.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "ir/match.h"
#include "ir/program.h"
#include "support/function_ref.h"

namespace planish::ir {

// The atoms that the operation uses directly; those that can only be variables are given as atoms,
// too.
void for_each_atom(const Op* op, FunctionRef<void(const Atom&)> f);
// The variables that it uses directly.
void for_each_var_use(const Op* op, FunctionRef<void(Var)> f);
// The variables that it binds directly: parameters and index of a loop, indices of an iteration
// space.
void for_each_binder(const Op* op, FunctionRef<void(Var)> f);
// The bodies and lambdas that stand directly in it. The body of a lambda is not given by
// for_each_body.
void for_each_body(const Op* op, FunctionRef<void(const Body*)> f);
void for_each_lambda(const Op* op, FunctionRef<void(const Lambda*)> f);
// Both: the bodies, and the bodies of the lambdas.
void for_each_inner_body(const Op* op, FunctionRef<void(const Body*)> f);
// The variables that a type mentions as dimensions.
template <class F>
void for_each_var_in(const Type* type, F&& f) {
  for (const Dim& dim : type->dims) {
    if (dim.kind == DimKind::Var) f(dim.var);
  }
  for (const Type* array : type->arrays) for_each_var_in(array, f);
}

// Rebuilds what contains something that changes. Each function says what becomes of one part; as
// they stand here, they keep uses and binders and rebuild what lies inside. Override what is to be
// different. Where nothing changed, the result is the same pointer. The binders around a body are
// given before it.
//
//   struct Rename : Rebuild {
//     Atom atom(const Atom& atom) override { … }
//   };
//   const Body* renamed = Rename(storage).body(body);
class Rebuild {
 public:
  explicit Rebuild(Storage& storage) : storage_(storage) {}
  virtual ~Rebuild() = default;

  virtual Atom atom(const Atom& atom) { return atom; }  // a use
  // A use where only a variable may stand: an array, an accumulator, a certificate.
  virtual Var use(Var var) { return atom(var).var; }
  virtual Var binder(Var var) { return var; }
  virtual Stm stm(const Stm& stm) { return stm_children(stm); }
  virtual const Body* body(const Body* body) { return body_children(body); }
  virtual const Lambda* lambda(const Lambda* lambda) { return lambda_children(lambda); }

  // The same thing with its parts replaced by what the functions above say.
  const Op* op_children(const Op* op);
  Stm stm_children(const Stm& stm);
  const Body* body_children(const Body* body);
  const Lambda* lambda_children(const Lambda* lambda);
  const Function* function_children(const Function* fn);

 protected:
  Storage& storage_;
};

using Substitution = std::unordered_map<Var, Atom>;

// The type with variables replaced in its dimensions.
const Type* substitute(Storage& storage, const Type* type, const Substitution& by);
// The same thing with free variables replaced. A variable bound in it whose type mentions a
// replaced one is replaced by a new one of the new type, since the type of a variable never
// changes.
const Body* substitute(Storage& storage, const Body* body, const Substitution& by);
const Lambda* substitute(Storage& storage, const Lambda* lambda, const Substitution& by);

// A copy in which all bound variables are new, so that it can stand beside the original, with free
// variables replaced as by substitute().
const Body* clone_body(Storage& storage, const Body* body, const Substitution& by = {});
const Lambda* clone_lambda(Storage& storage, const Lambda* lambda, const Substitution& by = {});

// The variables that are used but not bound in it, also in the types of those bound in it, in the
// order of their first use.
//
// Note [Free variables are kept]
// Who walks into a nest asks at each level what is free in the levels below, or how often. So what is
// found for bodies and lambdas of the arena is kept in the storage until the end of a pass:
// otherwise, the cost would be the square of the depth.
std::vector<Var> free_variables(const Storage& storage, const Body* body);
std::vector<Var> free_variables(const Storage& storage, const Lambda* lambda);

}  // namespace planish::ir
