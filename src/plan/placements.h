// Decides where the arrays lie that statements make, and what operators need while they run: in the
// frame that the code at hand has, or elsewhere. Planning memory goes through a program with it.
#pragma once

#include <unordered_set>
#include <utility>

#include "plan/frames.h"
#include "plan/memory.h"

namespace planish::plan {

class Placements {
 public:
  // Of the arrays of a program; `plan` has the roots, and takes what is decided.
  Placements(const ir::Program& program, const Target& target, const Plan& strategies,
             const Layouts& layouts, const PlacedResults& placed, MemoryPlan& plan);

  // What follows is the code of the function.
  void begin(const ir::Function& fn);
  // What statement `position` makes and needs. The transfers of its arrays are planned: those for
  // which a small copy finds no room become copies.
  void statement(const ir::Body& code, BodyMemory& memory, size_t position);
  // What a branch of the statement gives: copies that need not outlive the code around it are small
  // ones, if there is room.
  void branch_results(const ir::Stm& stm, BodyMemory& branch);
  // What its strips need for all lanes, where it runs.
  void strips(const ir::Stm& stm);

  // Bodies of a task, which has a frame of its own.
  template <class F>
  void in_task(const F& enter_bodies) {
    Frame around = std::exchange(frame_, new_frame(Where::Task));
    enter_bodies();
    frame_ = around;
  }
  // A body of the statement, which may be emitted more than once.
  template <class F>
  void repeated(const ir::Stm& stm, const ir::Body& code, const F& enter_body) {
    const int64_t around = times_;
    times_ *= copies(stm, code);
    enter_body();
    times_ = around;
  }

 private:
  Frame new_frame(Where where) const;
  int64_t copies(const ir::Stm& stm, const ir::Body& code) const;
  bool makes_memory(const ir::Stm& stm, ir::Var var) const;
  Placement placement(const ir::Body& code, const BodyMemory& memory, size_t position, ir::Var var);
  void temporaries(const ir::Stm& stm, std::vector<Temporary> needed);

  const ir::Storage& storage_;
  const Target& target_;
  const Plan& strategies_;
  const Layouts& layouts_;
  const PlacedResults& placed_;
  MemoryPlan& plan_;
  std::unordered_set<uint32_t> escaping_;
  Frame frame_;
  int64_t times_ = 1;  // that the code at hand is emitted
};

}  // namespace planish::plan
