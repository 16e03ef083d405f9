// What a plan says about memory, in lines.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace planish::plan {

// Gives for each statement of a program what is said about the arrays that it binds, and which of
// those that the body was given it is the last to need.
class MemoryLines {
 public:
  MemoryLines(const ir::Program& program, const Plan& plan);
  std::vector<std::string> of(const ir::Stm& stm) const;

 private:
  struct At {
    const ir::Body* body = nullptr;
    size_t position = 0;
  };

  void find(const ir::Body& body);
  std::string name(ir::Var var) const;
  // Where it is made.
  bool is_small_copy(const ir::Stm& stm, ir::Var var) const;
  std::string place(const ir::Stm& stm, const BodyMemory& memory, ir::Var var) const;
  std::string temporary(const Temporary& one) const;
  // What becomes of the reference to it.
  std::string end(const At& at, const BodyMemory& memory, ir::Var root) const;
  std::string end_in(const ir::Body& body, const BodyMemory& memory, size_t position,
                     ir::Var root) const;
  bool is_given(const ir::Body& body, const BodyMemory& memory, ir::Var root) const;

  const ir::Storage& storage_;
  const Plan& plan_;
  std::unordered_map<const ir::Stm*, At> places_;
};

}  // namespace planish::plan
