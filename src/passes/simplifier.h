// The parts of the pass `simplify`: branches and loops in simplify.cpp, arrays in simplify_arrays.cpp.
#pragma once

#include "analysis/consumed.h"
#include "passes/facts.h"
#include "passes/forward.h"

namespace planish::passes {

class Simplifier : public ForwardRewriter {
 public:
  explicit Simplifier(const ir::Program& program)
      : ForwardRewriter(*program.storage), consumed_(program) {}

 protected:
  // Decides what depends on the old program: branches and loops whose bodies have not been looked at, copies.
  bool rewrite_early(const ir::Stm& stm) override;
  void rewrite(const ir::Stm& stm) override;

 private:
  // What a rule made of a statement.
  enum class Step : uint8_t {
    None,     // no rule applies
    Changed,  // the statement has another operation now
    Done,     // it has been replaced or emitted
  };
  Step step(ir::Stm& stm);
  Step scalar_step(ir::Stm& stm);

  bool decide_if(const ir::Stm& stm, const ir::If& op);
  bool decide_match(const ir::Stm& stm, const ir::Match& op);
  bool decide_loop(const ir::Stm& stm, const ir::Loop& op);
  bool drop_invariants(const ir::Stm& stm, const ir::Loop& op);
  void note_ranges(const ir::Stm& stm);
  Step if_step(ir::Stm& stm, const ir::If& op);
  Step logic_step(ir::Stm& stm, const ir::If& op);

  Step index_step(ir::Stm& stm, const ir::Index& op);
  Step index_iota(ir::Stm& stm, const ir::Index& op, const ir::Iota& iota);
  Step slice_step(ir::Stm& stm, const ir::Slice& op);
  Step reshape_step(ir::Stm& stm, const ir::Reshape& op);
  Step rearrange_step(ir::Stm& stm, const ir::Rearrange& op);
  Step coerce_step(ir::Stm& stm, const ir::Coerce& op);

  Step be(const ir::Stm& stm, const ir::Atom& atom);
  // The operation reads what another statement read, so it has to wait for the same checks.
  Step read(ir::Stm& stm, const ir::Op* op, const ir::Stm& through);
  // Does it show all of the dimension?
  static bool is_whole(const ir::SliceDim& slice, const ir::Dim& dim);

  bool drop_copy(const ir::Stm& stm, const ir::Copy& op);

  ConsumedArrays consumed_;  // knows variables of the old program only
  Facts facts_;
};

}  // namespace planish::passes
