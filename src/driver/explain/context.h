// What the collectors of facts share.
#pragma once

#include <vector>

#include "analysis/shapes/shapes.h"
#include "driver/explain/decision_text.h"
#include "driver/explain/plan_facts.h"
#include "driver/explain/size_text.h"
#include "driver/explain/source_names.h"
#include "driver/explain/source_text.h"
#include "ir/program.h"
#include "target/target.h"

namespace planish::explain {

class KernelFacts;

struct Context {
  // The program after the standard passes, and what became of it before fuse_scans; both share
  // their storage.
  const ir::Program& core;
  const ir::Program& flat;
  const Target& target;  // that it was compiled for
  const Decisions& decisions;
  const PlanFacts& plan;
  const KernelFacts& kernels;  // on a GPU
  const ir::Storage& storage;
  const shapes::ShapeAnalysis& shapes;
  const SourceText& source;
  const SourceNames& names;
  const SizeText& sizes;

  // "25:4"
  std::string position(ir::PlaceId place) const {
    return source.position(source.users_place(place));
  }
};

// The function and all that it calls, each once.
std::vector<const ir::Function*> reachable(const ir::Program& program, const ir::Function& from);

// "map", "segred"; empty: it is no parallel operator of CORE or FLAT.
std::string_view operator_text(const ir::Op* op);
// The iteration space of an operator of FLAT; null: it is none.
const ir::Space* space_of(const ir::Op* op);
// In FLAT it is a loop of one thread.
bool is_core_operator(const ir::Op* op);

// An `if` that passes made to choose between versions of the code, as they said; null: it is none.
struct VersionChoice {
  const ir::If* choice = nullptr;
  const ir::Body* usual = nullptr;  // the branch for large data
  VersionText text;
  explicit operator bool() const { return choice != nullptr; }
};
VersionChoice version_choice(const Context& cx, const ir::Stm& stm);

}  // namespace planish::explain
