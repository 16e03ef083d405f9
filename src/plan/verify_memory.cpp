#include "plan/verify_memory.h"

#include "plan/memory_rules.h"

namespace planish::plan {

std::vector<std::string> verify_memory(const ir::Program& program, const Plan& plan) {
  std::vector<std::string> errors;
  verify_references(program, plan, errors);
  verify_places(program, plan, errors);
  return errors;
}

}  // namespace planish::plan
