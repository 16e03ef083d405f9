#include "driver/explain/source_names.h"

#include "ir/walk.h"

namespace planish::explain {

using namespace ir;

SourceNames::SourceNames(const Program& core, const Program& flat, const SourceText& source)
    : storage_(*core.storage), source_(source) {
  for (const Program* program : {&core, &flat}) {
    in_core_ = program == &core;
    for (const Function* fn : program->functions) {
      for (const Param& param : fn->params) add(param.var, {fn->place, Bound::Parameter});
      body(fn->body);
    }
  }
}

std::string_view SourceNames::name(Var var) const {
  auto it = names_.find(var);
  return it == names_.end() ? std::string_view{} : it->second;
}

void SourceNames::body(const Body* stms) {
  for (const Stm& stm : stms->stms) {
    for (Var var : stm.pattern) add(var, {stm.place, Bound::Statement});
    for_each_binder(stm.op, [&](Var var) { add(var, {stm.place, Bound::Parameter}); });
    for_each_body(stm.op, [&](const Body* inner) { body(inner); });
    for_each_lambda(stm.op, [&](const Lambda* lambda) {
      for (const Param& param : lambda->params) add(param.var, {lambda->place, Bound::Parameter});
      body(lambda->body);
    });
  }
}

uint64_t SourceNames::key(Var var, PlaceId place) const {
  return (uint64_t{storage_.vars[var.id].name.id} << 32) | place.id;
}

void SourceNames::add(Var var, const Definition& definition) {
  if (names_.contains(var) || !storage_.vars[var.id].name || definition.place.id == 0) return;
  if (in_core_) {
    keys_.insert(key(var, definition.place));
  } else if (!keys_.contains(key(var, definition.place))) {
    return;  // made by a pass
  }
  if (std::string_view found = find(var, definition); !found.empty()) names_.emplace(var, found);
}

std::string_view SourceNames::find(Var var, const Definition& definition) const {
  const std::string_view name = storage_.text(storage_.vars[var.id].name);
  if (definition.bound == Bound::Parameter) {
    // Functions are given to the prelude, and stand in the call.
    return source_.mentions(source_.users_place(definition.place), name) ? name
                                                                         : std::string_view{};
  }
  for (PlaceId at = definition.place; at.id != 0; at = storage_.places[at.id].caller) {
    if (source_.is_bound_to(storage_.places[at.id], name)) return name;
  }
  return {};
}

}  // namespace planish::explain
