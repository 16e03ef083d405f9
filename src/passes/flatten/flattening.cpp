#include "passes/flatten/flattening.h"

#include "analysis/inner_bodies.h"

namespace planish::passes {

using namespace ir;

namespace {

void define_all(const Body* body, VectorisedOperators& vectorised) {
  for (const Stm& stm : body->stms) {
    vectorised.define(stm);
    for_each_inner_body(stm.op, [&](const Body* inner) { define_all(inner, vectorised); });
  }
}

}  // namespace

Flattening::Flattening(const Program& before, const Target& decide_for, Decisions* decisions)
    : program(before),
      target(decide_for),
      thresholds(target.flatten),
      storage(*program.storage),
      functions(program.functions),
      graph(program),
      branching(branching_functions(program)),
      parallelism(program, target),
      known_offsets(program),
      row_readers(program),
      log(parallelism, thresholds, decisions),
      builder(storage),
      vectorised(storage, builder),
      sequential(program, branching),
      vars(*this),
      arrays(*this),
      points(*this),
      offsets(*this),
      layout(*this),
      entry(*this),
      values(*this),
      gatherer(*this),
      core(*this),
      rounds(*this),
      point_operators(*this),
      liftability(*this),
      tiles(*this),
      limits(*this),
      versions(*this),
      steps(*this),
      flattener(*this),
      operators(*this),
      unmade_rows(*this),
      nests(*this),
      ends(*this),
      distribution(*this),
      bodies(*this),
      maps(*this),
      new_arrays(*this),
      combines(*this),
      writes(*this),
      branches(*this),
      loops(*this),
      calls(*this),
      foreign(*this),
      lifted_functions(*this) {
  for (const Function* fn : program.functions) define_all(fn->body, vectorised);
}

}  // namespace planish::passes
