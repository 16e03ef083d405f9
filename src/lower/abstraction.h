// A function without what differs from use to use, which becomes its parameters.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "lower/use_key.h"

namespace planish::lower {

class Abstraction {
 public:
  Abstraction(Lowering& lowering, const Closure& closure, const Trees& args);

  const std::vector<uint64_t>& key() const { return use_.key(); }
  // What this use gives for the parameters.
  std::vector<Atom> actuals() const;

  // Makes the parameters: gives the scope and arguments with which the code is to be lowered.
  std::pair<Scope*, Trees> instantiate();
  // After instantiate().
  const std::vector<ir::Param>& params() const { return params_; }

 private:
  // The walk that made the key once more, now with variables in place of the atoms.
  Closure renew(const Closure& closure);
  const AtomTree* renew(const AtomTree* value);
  const Shape* renew(const Shape* shape);
  LateType renew(const LateType& late, const Shape* shape);
  Scope* renew_partly(const LateType& late);
  static std::optional<Atom> bound_size(const Size* size, Scope* scope);
  Dim renew(const Dim& dim, Constants constants) const;
  const ir::Type* renew(const ir::Type* type, const std::vector<Constants>& constants);

  Lowering& l_;
  const Closure& closure_;
  const Trees& args_;
  const UseKey use_;
  std::vector<ir::Param> params_;
  // How far the walk has come.
  size_t next_leaf_ = 0;
  size_t next_size_ = 0;
  size_t next_shape_ = 0;
  // What functions have become. One that is there in several places is walked through once.
  std::unordered_map<const Closure*, const AtomTree*> renewed_;
};

}  // namespace planish::lower
