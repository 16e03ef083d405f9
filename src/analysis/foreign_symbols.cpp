#include "analysis/foreign_symbols.h"

#include "ir/walk.h"

namespace planish {
namespace {

void add(const ir::Body& body, std::set<std::string_view>& to) {
  for (const ir::Stm& stm : body.stms) {
    if (const auto* foreign = ir::as<ir::Foreign>(stm.op)) to.insert(foreign->symbol);
    ir::for_each_inner_body(stm.op, [&](const ir::Body* inner) { add(*inner, to); });
  }
}

}  // namespace

std::set<std::string_view> foreign_symbols(const ir::Program& program) {
  std::set<std::string_view> found;
  for (const ir::Function* fn : program.functions) add(*fn->body, found);
  return found;
}

}  // namespace planish
