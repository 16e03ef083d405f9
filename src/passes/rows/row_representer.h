// The walk of represent_rows over a program: functions, branches, loops and calls. What becomes of
// operations on arrays and of parallel operators is said by the classes that it has.
#pragma once

#include <vector>

#include "ir/walk.h"
#include "passes/rows/entry_rows.h"
#include "passes/rows/known_lengths.h"
#include "passes/rows/represented_values.h"
#include "passes/rows/row_arrays.h"
#include "passes/rows/row_components.h"
#include "passes/rows/row_operators.h"
#include "passes/rows/row_parts.h"
#include "passes/rows/row_updates.h"

namespace planish::passes {

class RowRepresenter : public ir::Rebuild {
 public:
  explicit RowRepresenter(const ir::Program& program);
  ir::Program run();

  ir::Atom atom(const ir::Atom& atom) override { return values_.now(atom); }
  const ir::Body* body(const ir::Body* body) override;  // irregular results become several
  void statements(const ir::Body* body);
  void statement(const ir::Stm& stm);

 private:
  bool touches_rows(const ir::Body* body) const;
  bool touches_rows(const ir::Stm& stm) const;
  bool changes_signature(const ir::Function& fn) const;

  // ---- Functions
  const ir::Function* function(const ir::Function& fn);
  // With the arguments as the function takes them.
  const ir::Op* call_of(const ir::Call& op);
  // Adds the statements of the body of a function that is an entry point or ends one, or of a branch
  // that ends it.
  std::vector<ir::Atom> entry_results(const ir::Body* body);
  const ir::Op* with_entry_results(const ir::If& op);

  // ---- Statements that touch rows
  void represent(const ir::Stm& stm);
  void represent_check(const ir::Stm& stm, const ir::Check& op);
  void represent_if(const ir::Stm& stm, const ir::If& op);
  void represent_match(const ir::Stm& stm, const ir::Match& op);
  void represent_loop(const ir::Stm& stm, const ir::Loop& op);
  void represent_call(const ir::Stm& stm, const ir::Call& op);

  const ir::Program& program_;
  ir::Functions functions_;
  RowsBuilder make_;
  RepresentedValues values_;
  RowComponents components_;
  EntryRows entries_;
  KnownLengths lengths_;
  RowParts parts_;
  RowUpdates updates_;
  RowArrays arrays_;
  RowOperators operators_;
};

}  // namespace planish::passes
