// Which arrays of a program are consumed, or share memory with one that is.
//
// Coarse on purpose: variables that may share memory are put into one class, in all directions and without regard to
// where it happens, and the whole class counts as consumed if one of them is. Results of a function
// that have to be unique count as consumed.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish {

class ConsumedArrays {
 public:
  explicit ConsumedArrays(const ir::Program& program);

  // Scalars never are. Of variables that were made later nothing is known, so they are.
  bool contains(ir::Var var) { return var.id >= parent_.size() || consumed_[find(var.id)]; }

 private:
  void body(const ir::Body* body);
  void stm(const ir::Stm& stm);
  void call(const ir::Stm& stm, const ir::Call& call, const ir::Function& callee);
  void loop(const ir::Stm& stm, const ir::Loop& loop);
  void lambda(const ir::Lambda* lambda);

  void consume(const ir::Atom& atom);
  void share(const ir::Atom& a, const ir::Atom& b);
  // The variables are bound to the results.
  void share_all(std::span<const ir::Var> vars, std::span<const ir::Atom> results);
  uint32_t find(uint32_t id);

  const ir::Storage& storage_;
  std::unordered_map<Name, const ir::Function*> functions_;
  std::vector<uint32_t> parent_;  // by Var::id: towards the root of the class
  std::vector<bool> consumed_;    // by the id of a root
};

}  // namespace planish
