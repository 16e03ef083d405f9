// Which arrays of a program are consumed, or share memory with one that is.
//
// Coarse on purpose: variables of a function that may share memory are put into one class, in all
// directions and without regard to where it happens, and the whole class counts as consumed if one
// of them is. Results of a function that have to be unique count as consumed.
//
// Note [What callers rely on]
// A caller that consumes a result of a call, or later an argument, knows what the function's
// results alias (ir/alias_summary.h), and a pass must not make that more:
//     fn f(xs) -> (a, b) { let ys = copy xs in xs, ys }          -- here nothing is consumed,
//     let (a, b) = call f (xs)   let c = update b [0] with 1     -- but there
// So parameters and results count as consumed if they are in one of the callers. A parameter that
// is unique does not: the caller has given it away. As long as a pass puts together only classes
// that are not consumed, the classes of the callers that this puts together are not consumed
// either.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/alias_summary.h"
#include "ir/call_graph.h"
#include "ir/program.h"

namespace planish {

class ConsumedArrays {
 public:
  explicit ConsumedArrays(const ir::Program& program);

  // Scalars never are. Of variables that were made later nothing is known, so they are.
  bool contains(ir::Var var) { return var.id >= parent_.size() || consumed_[find(var.id)]; }

  // The two share memory from now on: a pass has put one in the place of the other. Both were there
  // before.
  void share(const ir::Atom& a, const ir::Atom& b);

 private:
  void body(const ir::Body* body);
  void stm(const ir::Stm& stm);
  void call(const ir::Stm& stm, const ir::Call& call, const ir::Function& callee);
  void tell_callees(const ir::CallGraph& graph);
  enum class Told : uint8_t { Nothing, News };
  Told tell(const ir::Stm& stm);
  void loop(const ir::Stm& stm, const ir::Loop& loop);
  void lambda(const ir::Lambda* lambda);

  void consume(const ir::Atom& atom);
  bool is_consumed(const ir::Atom& atom) { return atom.var && consumed_[find(atom.var.id)]; }
  // The variables are bound to the results.
  void share_all(std::span<const ir::Var> vars, std::span<const ir::Atom> results);
  uint32_t find(uint32_t id);

  const ir::Storage& storage_;
  ir::AliasSummaries summaries_;
  ir::Functions functions_;
  std::vector<ir::Stm> calls_;                                    // those of a function together
  std::unordered_map<Name, std::pair<size_t, size_t>> calls_of_;  // by caller: the first, the end
  std::vector<uint32_t> parent_;  // by Var::id: towards the root of the class
  std::vector<bool> consumed_;    // by the id of a root
};

}  // namespace planish
