// What is the same for neighbouring iterations of a parallel loop that are done at once, and what
// differs.
//
// Note [Lanes]
// Iterations that are done at once are lanes. A scalar is one of these:
//   uniform  the same for all lanes that get to where it is defined
//   affine   an i64 that grows by one from lane to lane: the index of the loop, and what is at a distance from it
//   varying  anything else
// Lanes go separate ways where a condition or a number of iterations is not uniform: such branches
// and loops diverge. What is defined inside may be uniform all the same, as the counter of a
// `while` loop: all lanes that are still in the loop have done as many iterations. What comes out
// of it differs.
//
// An array is uniform if all lanes see the same one. Other arrays are views: part of a uniform
// array, which differs by the indices that lead to it.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace planish {

enum class LaneKind : uint8_t { Uniform, Affine, Varying };

class LaneKinds {
 public:
  explicit LaneKinds(const ir::Storage& storage) : storage_(storage) {}

  // Before `analyse`: what is known of variables from elsewhere. All others are uniform.
  void set(ir::Var var, LaneKind kind) { raise(var, kind); }
  void analyse(const ir::Body& body);
  // The same for one statement that is in no loop, as far as is known of what it uses.
  void analyse(const ir::Stm& stm) { visit(stm); }

  LaneKind kind(ir::Var var) const;
  LaneKind kind(const ir::Atom& atom) const {
    return atom.var ? kind(atom.var) : LaneKind::Uniform;
  }
  bool is_uniform(const ir::Atom& atom) const { return kind(atom) == LaneKind::Uniform; }
  // Does what is to be done depend on the lane?
  bool diverges(const ir::Loop& loop) const;
  bool diverges(const ir::If& branch) const { return !is_uniform(branch.condition); }
  bool diverges(const ir::Match& branch) const { return !is_uniform(branch.value); }
  bool diverges(const ir::Reduce& reduce) const { return !is_uniform(reduce.width); }

 private:
  void visit(const ir::Body& body);
  void visit(const ir::Stm& stm);
  void visit(const ir::Stm& stm, const ir::Loop& loop);
  void visit(const ir::Stm& stm, const ir::Reduce& reduce);
  void visit_other(const ir::Stm& stm);
  void visit_branches(const ir::Stm& stm, const std::vector<const ir::Body*>& bodies,
                      bool diverges);
  LaneKind of_operands(const ir::Op* op) const;
  void raise(ir::Var var, LaneKind kind);

  const ir::Storage& storage_;
  std::unordered_map<uint32_t, LaneKind> kinds_;  // uniform where there is none
  bool changed_ = false;
};

}  // namespace planish
