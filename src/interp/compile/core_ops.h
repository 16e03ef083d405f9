// Code for the parallel operators of CORE, and accumulators.
#pragma once

#include "interp/compile/iterations.h"

namespace planish::interp {

class CoreOps : public Iterations {
 public:
  using Iterations::Iterations;

  void operation(const ir::Map& op);
  void operation(const ir::Reduce& op);
  void operation(const ir::Scan& op);
  void operation(const ir::Hist& op);
  void operation(const ir::Scatter& op);
  void operation(const ir::Filter& op);
  void operation(const ir::FlatMap& op);
  void operation(const ir::StreamMap& op);
  void operation(const ir::StreamSeq& op);
  void operation(const ir::StreamRed& op);
  void operation(const ir::WithAcc& op);
  void operation(const ir::UpdateAcc& op);

 private:
  template <class T>
  ReduceData* reduction(const T& op);
  // What a scatter or a hist reads: each iteration leaves a position and values in slots.
  template <class T>
  void written(const T& op, ScatterData& data);
};

}  // namespace planish::interp
