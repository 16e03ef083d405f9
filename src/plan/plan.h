// How a program in FLAT runs on a target, as data. Code generation looks up what was decided, and
// decides nothing that this says: docs/plan.md.
//
//   const plan::Plan plan = plan::make_plan(program, target);
//   plan.of(stm).takes(Strategy::Tile)
//
// A plan refers to the program, which has to outlive it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plan/clamps.h"
#include "plan/context.h"
#include "plan/counts.h"
#include "plan/end_checks.h"
#include "plan/lanes.h"
#include "plan/lengths.h"
#include "plan/memory.h"
#include "plan/neighbours.h"
#include "plan/partition.h"
#include "plan/prefetch.h"
#include "plan/shared_tile.h"
#include "plan/short_filter.h"
#include "plan/short_rows.h"
#include "plan/split.h"
#include "plan/strips.h"
#include "plan/tile.h"
#include "plan/vector_filter.h"
#include "plan/vector_scan.h"

namespace planish::plan {

enum class Strategy : uint8_t {
#define STRATEGY(K, text) K,
#include "plan/strategies.def"
#undef STRATEGY
};
std::string_view strategy_text(Strategy strategy);

// A strategy that came into question.
struct Decision {
  Strategy strategy;
  bool taken = false;
  std::string text;          // taken: how, if there is something to say; otherwise why not
  bool is_obstacle = false;  // not taken: something stands in its way, which could be otherwise

  friend bool operator==(const Decision&, const Decision&) = default;
};

// How the iterations of a range run, one after the other or as LLVM sees fit. Null: nothing is
// special.
struct RangePlan {
  std::unique_ptr<const SplitPlan> split;
  std::unique_ptr<const EndChecksPlan> end_checks;
  std::unique_ptr<const ClampPlan> clamps;
  std::unique_ptr<const PrefetchPlan> prefetch;
  bool is_scalar = false;    // LLVM makes no vectors of it
  bool is_in_order = false;  // iterations depend on each other
};

// How an operation runs. What belongs to a strategy is there if it is taken.
struct OperatorPlan {
  std::vector<Decision> decisions;  // the best first
  std::unique_ptr<const TilePlan> tile;
  std::unique_ptr<const SharedTilePlan> shared_tile;
  std::unique_ptr<const ShortRowsPlan> short_rows;
  std::unique_ptr<const CountsPlan> counts;
  std::unique_ptr<const StripPlan> strips;
  std::unique_ptr<const LanePlan> lanes;
  std::unique_ptr<const NeighboursPlan> neighbours;
  std::unique_ptr<const VectorScanPlan> vector_scan;
  std::unique_ptr<const VectorFilterPlan> vector_filter;
  std::unique_ptr<const ShortFilterPlan> short_filter;
  std::unique_ptr<const PartitionPlan> partition;
  std::unique_ptr<const LengthsPlan> lengths;

  bool takes(Strategy strategy) const;
};

struct Plan {
  // The plan of an operation, or of the range of a body; one that says nothing where nothing was
  // decided.
  const OperatorPlan& of(const ir::Stm& stm) const;
  const RangePlan& range(const ir::Body& body) const;

  // Of operators; and of operations that bind nothing themselves, which several statements may
  // share, by what the statement binds.
  std::unordered_map<const ir::Op*, OperatorPlan> operators;
  std::unordered_map<uint32_t, OperatorPlan> arrays;
  std::unordered_map<const ir::Body*, RangePlan> ranges;
  MemoryPlan memory;
};

struct PlanOptions {
  bool is_optimised = true;  // see Context
};
Plan make_plan(const ir::Program& program, const Target& target, const PlanOptions& options = {});

}  // namespace planish::plan
