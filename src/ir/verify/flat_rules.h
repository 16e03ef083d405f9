// Segmented operators of FLAT.
#pragma once

#include "ir/verify/lambda_rules.h"

namespace planish::ir {

class FlatRules : public LambdaRules {
 public:
  using LambdaRules::LambdaRules;

  void check(const SegMap& n);
  void check(const SegRed& n);
  void check(const SegScan& n);
  void check(const SegHist& n);
  void check(const SegScatter& n);
  void check(const SegFilter& n);
  void check(const SegPartition& n);
  void check(const SegFlatMap& n);

 private:
  static std::vector<Dim> dims_of(const Space& space);
  static std::vector<Dim> outer_dims_of(const Space& space);  // without the innermost level
  bool space(const Space& space);                             // binds its indices
  bool seg_body(const Body* body);
  void segmented(const Space& space, const Body* body, std::span<const Atom> neutral,
                 std::span<const Dim> combined_outer, const Lambda* post);
  // SegHist and SegScatter.
  void seg_writes(const Space& space, const Body* body, size_t index_count,
                  std::span<const Shape> elems);
  // The results from `first` on are arrays of these, as many as the first result says.
  void kept_values(size_t first, std::span<const Atom> values);
};

}  // namespace planish::ir
