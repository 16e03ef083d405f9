// The walk over the host code of a program. Host code is what runs outside of all operators: its
// variables stay what they are, and its operators become operators over spaces.
#pragma once

#include <unordered_set>

#include "ir/build/builder.h"
#include "passes/flatten/known_offsets.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/row_readers.h"
#include "passes/flatten/sequential.h"

namespace planish::passes {

class CallLifter;
class DecisionLog;
class HostOperators;
class Liftability;
class LiftedFunctions;
class Limits;
class OffsetsFunction;
class RowLayout;
class UnmadeRowsReader;
struct Flattening;

class Flattener {
 public:
  explicit Flattener(Flattening& all);

  // All functions of the program, and those that their code has come to need.
  ir::Program run();
  void flatten_statement(const ir::Stm& stm);

 private:
  const ir::Body* flatten_body(const ir::Body* body);
  void flatten_match(const ir::Stm& stm, const ir::Match& op);
  void flatten_loop(const ir::Stm& stm, const ir::Loop& op);
  void flatten_call(const ir::Stm& stm, const ir::Call& op);
  // Offsets are computed in one go.
  void flatten_concat(const ir::Stm& stm);
  // The statement with another operation.
  template <class T>
  void replace(const ir::Stm& stm, T op);
  // Keeps a statement, with what is inside it sequential.
  void keep(const ir::Stm& stm);

  const ir::Program& program_;
  ir::Storage& storage_;
  const std::unordered_set<Name>& branching_;
  Parallelism& parallelism_;
  const KnownOffsets& known_offsets_;
  RowReaders& row_readers_;
  DecisionLog& log_;
  ir::Builder& builder_;
  Sequential& sequential_;
  OffsetsFunction& offsets_;
  RowLayout& layout_;
  Liftability& liftability_;
  Limits& limits_;
  HostOperators& operators_;
  UnmadeRowsReader& unmade_rows_;
  CallLifter& calls_;
  LiftedFunctions& lifted_functions_;
};

}  // namespace planish::passes
