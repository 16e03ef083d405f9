#include "analysis/foreign_symbols.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish {
namespace {

void add(const ir::Body& body, std::set<std::string_view>& to) {
  for (const ir::Stm& stm : body.stms) {
    const auto* foreign = ir::as<ir::Foreign>(stm.op);
    if (foreign != nullptr && foreign->use != ir::ForeignUse::Device) to.insert(foreign->symbol);
    ir::for_each_inner_body(stm.op, [&](const ir::Body* inner) { add(*inner, to); });
  }
}

}  // namespace

std::set<std::string_view> foreign_symbols(const ir::Program& program) {
  std::set<std::string_view> found;
  for (const ir::Function* fn : program.functions) add(*fn->body, found);
  return found;
}

bool has_lifted_foreign(const ir::Body* body) {
  return std::ranges::any_of(body->stms, [](const ir::Stm& stm) {
    const auto* foreign = ir::as<ir::Foreign>(stm.op);
    bool found = foreign != nullptr && !foreign->lifted.empty();
    ir::for_each_inner_body(
        stm.op, [&](const ir::Body* inner) { found = found || has_lifted_foreign(inner); });
    return found;
  });
}

}  // namespace planish
