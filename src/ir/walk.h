// Visiting and rebuilding the parts of operations, bodies and lambdas, whatever their kind.
//
// "Directly" means: in the operation itself, not in its bodies and lambdas. All functions that go
// into bodies recurse to their depth, and so need a large stack for programs that are nested
// deeply.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "ir/parts.h"
#include "ir/program.h"

namespace planish::ir {

// Takes each part of an operation (for_each_part) to its atoms, binders, bodies and lambdas. A kind
// of part that is not listed here does not compile.
template <class OnAtom, class OnBinder, class OnBody, class OnLambda>
struct PartWalker {
  OnAtom on_atom;
  OnBinder on_binder;
  OnBody on_body;
  OnLambda on_lambda;

  void operator()(const Atom& atom) const { on_atom(atom); }
  void operator()(Var var) const {
    if (var) on_atom(Atom(var));
  }
  void operator()(Var var, Binds) const {
    if (var) on_binder(var);
  }
  void operator()(const Body* body) const {
    if (body != nullptr) on_body(body);
  }
  void operator()(const Lambda* lambda) const {
    if (lambda != nullptr) on_lambda(lambda);
  }
  template <class T>
  void operator()(std::span<const T> parts) const {
    for (const T& part : parts) (*this)(part);
  }
  void operator()(const SliceDim& dim) const {
    on_atom(dim.start);
    if (dim.is_index) return;
    on_atom(dim.count);
    on_atom(dim.stride);
  }
  void operator()(const FlatDim& dim) const {
    on_atom(dim.count);
    on_atom(dim.stride);
  }
  void operator()(const MatchCase& match_case) const { on_body(match_case.body); }
  void operator()(const LoopParam& param) const {
    on_atom(param.init);
    on_binder(param.param.var);
  }
  void operator()(const MessagePart& part) const {
    if (part.text.empty()) on_atom(part.value);
  }
  void operator()(const Space& space) const {
    for (const Level& level : space.levels) {
      on_atom(level.bound);
      (*this)(level.offsets);
      on_binder(level.index);
    }
  }
  void operator()(UnaryOp) const {}
  void operator()(BinaryOp) const {}
  void operator()(TernaryOp) const {}
  void operator()(CheckKind) const {}
  void operator()(Name) const {}
  void operator()(bool) const {}
  void operator()(uint32_t) const {}
  void operator()(std::string_view) const {}
};
template <class... Fs>
PartWalker(Fs...) -> PartWalker<Fs...>;

struct Ignore {
  void operator()(auto&&...) const {}
};

// The atoms that the operation uses directly; those that can only be variables are given as atoms,
// too.
template <class F>
void for_each_atom(const Op* op, F&& f) {
  for_each_part(op, PartWalker{std::ref(f), Ignore{}, Ignore{}, Ignore{}});
}
// The variables that it uses directly.
template <class F>
void for_each_var_use(const Op* op, F&& f) {
  for_each_atom(op, [&](const Atom& atom) {
    if (atom.var) f(atom.var);
  });
}
// The variables that it binds directly: parameters and index of a loop, indices of an iteration
// space.
template <class F>
void for_each_binder(const Op* op, F&& f) {
  for_each_part(op, PartWalker{Ignore{}, std::ref(f), Ignore{}, Ignore{}});
}
// The bodies and lambdas that stand directly in it. The body of a lambda is not given by
// for_each_body.
template <class F>
void for_each_body(const Op* op, F&& f) {
  for_each_part(op, PartWalker{Ignore{}, Ignore{}, std::ref(f), Ignore{}});
}
template <class F>
void for_each_lambda(const Op* op, F&& f) {
  for_each_part(op, PartWalker{Ignore{}, Ignore{}, Ignore{}, std::ref(f)});
}
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
std::vector<Var> free_variables(const Storage& storage, const Body* body);
std::vector<Var> free_variables(const Storage& storage, const Lambda* lambda);

}  // namespace planish::ir
