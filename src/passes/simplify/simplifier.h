// The parts of the pass `simplify`: branches and loops in simplify.cpp, arrays in
// simplify_arrays.cpp, operators in simplify_operators.cpp.
#pragma once

#include "analysis/consumed.h"
#include "passes/common/facts.h"
#include "passes/common/forward.h"

namespace planish::passes {

class Simplifier : public ForwardRewriter {
 public:
  explicit Simplifier(const ir::Program& program);

  const ir::Body* body(const ir::Body* body) override;

 protected:
  // Decides what depends on the old program: branches and loops whose bodies have not been looked
  // at, copies.
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
  bool do_always(const ir::If& op);

  Step index_step(ir::Stm& stm, const ir::Index& op);
  Step index_iota(ir::Stm& stm, const ir::Index& op, const ir::Iota& iota);
  Step index_slice(ir::Stm& stm, const ir::Index& op, const ir::Stm& source,
                   const ir::Slice& slice);
  Step element_of_part(ir::Stm& stm, const ir::Index& op, const ir::Concat& concat);
  Step index_update(ir::Stm& stm, const ir::Index& op, const ir::Update& update);
  Step index_concat(ir::Stm& stm, const ir::Index& op, const ir::Stm& source,
                    const ir::Concat& concat);
  Step slice_step(ir::Stm& stm, const ir::Slice& op);
  ir::Var part_of(const ir::Stm& stm, const ir::Slice& op, const ir::Concat& concat);
  Step concat_step(ir::Stm& stm, const ir::Concat& op);
  Step literal_step(ir::Stm& stm, const ir::ArrayLit& op);
  Step reshape_step(ir::Stm& stm, const ir::Reshape& op);
  Step rearrange_step(ir::Stm& stm, const ir::Rearrange& op);
  Step coerce_step(ir::Stm& stm, const ir::Coerce& op);
  bool makes_sizes_known(const ir::Stm& stm, const ir::Coerce& op);

  Step be(const ir::Stm& stm, const ir::Atom& atom);
  // The operation reads what another statement read, so it has to wait for the same checks.
  Step read(ir::Stm& stm, const ir::Op* op, const ir::Stm& through);
  // Does it show all of the dimension?
  static bool is_whole(const ir::SliceDim& slice, const ir::Dim& dim);

  bool drop_copy(const ir::Stm& stm, const ir::Copy& op);
  bool is_only_for_copy(ir::Var array);
  bool is_read_at_once(ir::Var array);

  template <class T>
  bool drop_operands(const ir::Stm& stm, const T& op);  // Map, FlatMap
  Step map_step(ir::Stm& stm, const ir::Map& op);

  ConsumedArrays consumed_;                               // knows variables of the old program only
  std::vector<uint32_t> use_counts_;                      // in the old program, by Var::id
  std::vector<uint32_t> index_counts_;                    // those uses that are indices
  std::unordered_map<ir::Var, const ir::Body*> body_of_;  // fresh arrays of the old program
  const ir::Body* body_ = nullptr;                        // of the old program, being simplified
  Facts facts_;
};

}  // namespace planish::passes
