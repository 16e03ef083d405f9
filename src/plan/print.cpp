#include "plan/print.h"

#include "ir/print.h"
#include "plan/print_memory.h"

namespace planish::plan {

std::vector<std::string> plan_lines(const OperatorPlan& plan) {
  if (plan.decisions.empty()) return {};
  std::string taken;
  std::vector<std::string> refused;
  for (const Decision& decision : plan.decisions) {
    const std::string name(strategy_text(decision.strategy));
    if (decision.taken) {
      taken += (taken.empty() ? "" : "; ") + name;
      if (!decision.text.empty()) taken += ": " + decision.text;
    } else {
      refused.push_back("  not " + name + ": " + decision.text);
    }
  }
  std::vector<std::string> lines;
  if (!taken.empty()) lines.push_back("plan: " + taken);
  if (taken.empty() && !refused.empty()) refused[0] = "plan:" + refused[0].substr(1);
  lines.insert(lines.end(), refused.begin(), refused.end());
  return lines;
}

std::string print(const ir::Program& program, const Plan& plan, const Notes& further) {
  const MemoryLines memory(program, plan);
  return ir::print(program, {.places = false, .notes = [&](const ir::Stm& stm) {
                               std::vector<std::string> lines = plan_lines(plan.of(stm));
                               if (further) {
                                 for (std::string& line : further(stm))
                                   lines.push_back(std::move(line));
                               }
                               for (std::string& line : memory.of(stm))
                                 lines.push_back(std::move(line));
                               return lines;
                             }});
}

}  // namespace planish::plan
