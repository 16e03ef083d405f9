#include "analysis/tuning.h"

#include <set>

#include "analysis/inner_bodies.h"

namespace planish {
namespace {

void add_names(const ir::Body* body, std::set<std::string_view>& names) {
  for (const ir::Stm& stm : body->stms) {
    if (const auto* tuning = ir::as<ir::Tuning>(stm.op)) names.insert(tuning->name);
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { add_names(inner, names); });
  }
}

}  // namespace

std::vector<std::string_view> tuning_names(const ir::Program& program) {
  std::set<std::string_view> names;
  for (const ir::Function* fn : program.functions) add_names(fn->body, names);
  return {names.begin(), names.end()};
}

}  // namespace planish
