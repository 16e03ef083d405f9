#include "driver/explain/explain.h"

#include "driver/explain/calls.h"
#include "driver/explain/causes.h"
#include "driver/explain/context.h"
#include "driver/explain/device_facts.h"
#include "driver/explain/summary.h"
#include "driver/explain/work_estimate.h"

namespace planish::explain {

using namespace ir;

std::vector<Entry> explain(const Compiled& program, const SourceText& source) {
  const Program& core = program.core;
  const Program& flat = program.flat;
  const plan::Plan plan = plan::make_plan(program.planned, program.target);
  const PlanFacts how(program.planned, plan);
  const shapes::ShapeAnalysis shapes(core);
  const SourceNames names(core, flat, source);
  const SizeText sizes(core, flat, names);
  const KernelFacts kernels(program.kernels, program.block_threads);
  const Context cx{core,   flat,    program.target, program.decisions,
                   how,    kernels, *core.storage,  shapes,
                   source, names,   sizes};
  std::vector<Entry> entries;
  for (const Function* fn : core.functions) {
    if (fn->entry == nullptr) continue;
    Entry entry;
    entry.name = fn->entry->name;
    entry.place = cx.storage.places[fn->place.id];
    entry.calls = calls_of(cx, *fn);
    if (const Function* compiled = flat.find(fn->name)) {
      const WorkEstimate work = estimate(cx, *compiled);
      entry.summary = summary_of(cx, entry.calls, work);
      if (program.target.machine == Machine::Gpu) {
        entry.device = device_facts(cx, *compiled);
        add_to_summary(cx, *entry.device, entry.summary);
      }
      entry.causes = causes_of(cx, *fn, work, entry.device ? &*entry.device : nullptr);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace planish::explain
