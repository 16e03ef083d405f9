// Code for the parallel operators of FLAT.
#pragma once

#include "interp/compile/iterations.h"

namespace planish::interp {

class FlatOps : public Iterations {
 public:
  using Iterations::Iterations;

  void operation(const ir::SegMap& op);
  void operation(const ir::SegRed& op);
  void operation(const ir::SegScan& op);
  void operation(const ir::SegHist& op);
  void operation(const ir::SegScatter& op);
  void operation(const ir::SegFilter& op);
  void operation(const ir::SegPartition& op);
  void operation(const ir::SegFlatMap& op);

 private:
  SegData* segmented(const ir::Space& space);
  // The first results of the body are moved to the slots; the indices of the levels are bound
  // around it.
  void segmented_body(SegData& data, const ir::Space& space, const ir::Body& body,
                      std::span<const Slot> to);
  // What the body gives after its first result, for some of the points.
  void kept_values(SegData& data, const ir::Body& body, size_t first_bound);
};

}  // namespace planish::interp
