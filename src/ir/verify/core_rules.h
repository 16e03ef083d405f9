// Parallel operators of CORE, and accumulators.
#pragma once

#include "ir/verify/lambda_rules.h"

namespace planish::ir {

class CoreRules : public LambdaRules {
 public:
  using LambdaRules::LambdaRules;

  void check(const Map& n);
  void check(const Reduce& n);
  void check(const Scan& n);
  void check(const Filter& n);
  void check(const FlatMap& n);
  void check(const Hist& n);
  void check(const Scatter& n);
  void check(const StreamMap& n);
  void check(const StreamRed& n);
  void check(const StreamSeq& n);
  void check(const WithAcc& n);
  void check(const UpdateAcc& n);

 private:
  // Reduce and Scan: `outer` are the dimensions that the combined values get.
  void combines_mapped(const Atom& width, const Lambda* op, std::span<const Atom> neutral,
                       const Lambda* map, std::span<const Var> arrays, std::span<const Dim> outer,
                       const Lambda* post);
  // Hist and Scatter.
  void writes(const Atom& width, std::span<const Var> arrays, const Lambda* map, size_t index_count,
              std::span<const Shape> elems);
  void streams(const Lambda* fn, const Atom& width, std::span<const Atom> carried,
               std::span<const Var> arrays);
};

}  // namespace planish::ir
