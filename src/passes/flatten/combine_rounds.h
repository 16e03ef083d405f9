// Reductions and scans in rounds: code of CORE for operators that are parallel themselves.
//
// Note [Operators that are parallel]
// If the operator is parallel itself, and there are few elements, it is best to have all of a
// round's applications at once, each of them parallel. Values of a reduction are combined in pairs,
// then the results of that; those of a scan, if the operator is at host level, one after the other,
// and otherwise with the one before, the one two before, and so on. If there are enough elements,
// each application is left to one thread. Values whose sizes differ from point to point leave no
// choice.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest_entry.h"
#include "passes/flatten/parallelism.h"

namespace planish::passes {

class CoreCode;
class HostArrays;
class NewVariables;
struct Flattening;

class CombineRounds {
 public:
  explicit CombineRounds(Flattening& all);

  enum class Where : uint8_t { Host, Lifted };
  // Binds the variables to what the statement gives.
  const ir::Body* combined_in_rounds(const ir::Stm& stm, std::span<const ir::Var> to, Where where);

 private:
  void reduce_in_pairs(const ir::Stm& stm, std::span<const ir::Var> arrays,
                       std::span<const ir::Var> to);
  // One round of it: what the operator gives for each pair, and what is left over.
  std::vector<ir::Atom> combined_pairs(const OperatorParts& parts, std::span<const ir::Var> arrays,
                                       ir::Var count);
  void scan_by_doubling(const ir::Stm& stm, std::span<const ir::Var> arrays,
                        std::span<const ir::Var> to);
  void scan_in_order(const ir::Stm& stm, std::span<const ir::Var> arrays,
                     std::span<const ir::Var> to);
  // The operator applied to elements of the arrays: first the parameters for the left one, then
  // those for the right one.
  std::vector<ir::Atom> apply_operator(const OperatorParts& parts, std::span<const ir::Var> arrays,
                                       const ir::Atom& left, const ir::Atom& right);
  void read_element(ir::Var var, ir::Var array, const ir::Atom& at, NestEntry::Use use);
  // The array and a part of another one, as one array.
  enum class Joined : uint8_t { Before, After };
  ir::Var joined_with_slice(ir::Var of, const ir::SliceDim& part, ir::Var array,
                            const ir::Atom& count, Joined joined);

  ir::Storage& storage_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  NestEntry& entry_;
  CoreCode& core_;
};

}  // namespace planish::passes
