// What the parts of verify_memory share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace planish::plan {

class MemoryRules {
 public:
  MemoryRules(const ir::Program& program, const Plan& plan, std::vector<std::string>& errors)
      : program_(program),
        storage_(*program.storage),
        plan_(plan),
        memory_(plan.memory),
        errors_(errors) {}

 protected:
  // It is broken by the variable, at the statement at hand.
  void rule(bool holds, ir::Var var, const char* text);
  bool is_array(const ir::Atom& atom) const { return atom.var && storage_.type(atom)->is_array(); }
  ir::Var root(ir::Var var) const { return memory_.roots.of(var); }
  // Null if there is none that fits, which is an error.
  const BodyMemory* memory_of(const ir::Body& code);
  // The arrays that it uses, and what is inside of it.
  std::vector<ir::Var> arrays_used(const ir::Stm& stm) const;
  // The bodies in it that code is made of. Some of them are part of the plan.
  void for_each_code(const ir::Stm& stm, const std::function<void(const ir::Body&)>& f) const;

  const ir::Program& program_;
  const ir::Storage& storage_;
  const Plan& plan_;
  const MemoryPlan& memory_;
  const ir::Stm* stm_ = nullptr;

 private:
  std::vector<std::string>& errors_;
};

// Who holds references, and when they are released.
void verify_references(const ir::Program& program, const Plan& plan,
                       std::vector<std::string>& errors);
// Where arrays are made.
void verify_places(const ir::Program& program, const Plan& plan, std::vector<std::string>& errors);

}  // namespace planish::plan
