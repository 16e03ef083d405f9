// What flattening decided, written down.
#include "analysis/inner_bodies.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

void Flattener::record(const Decision& decision) {
  if (decisions_ != nullptr) decisions_->add(decision);
}

void Flattener::record_distributed(const Nest& nest, const Because& because) {
  if (nest.levels.size() <= nest.distributed_levels) return;
  record({DecisionKind::Distributed, because, nest.place, {}, {}});
}

void Flattener::record_versions(const Atom& condition, PlaceId place, const Because& because) {
  record({DecisionKind::Versions, because, place, {}, condition.var});
}

void Flattener::record_loops(const Body* code, PlaceId around, const Because& otherwise) {
  record_loops(code->stms, around, otherwise);
}

void Flattener::record_loops(std::span<const Stm> stms, PlaceId around, const Because& otherwise) {
  if (decisions_ == nullptr) return;
  for (const Stm& stm : stms) {
    Because inside = otherwise;
    if (operator_parts(stm.op)) {
      std::optional<Because> own = parallelism_.why_sequential(stm);
      if (!own) own = parallelism_.too_few(stm.op);
      const Because because = own.value_or(otherwise);
      record({DecisionKind::Sequential, because, stm.place, around,
              stm.pattern.empty() ? Var{} : stm.pattern[0]});
      if (because.ground != Ground::Asked) inside = {.ground = Ground::InLoop};
    }
    for_each_inner_body(stm.op, [&](const Body* inner) { record_loops(inner, around, inside); });
  }
}

}  // namespace planish::passes
