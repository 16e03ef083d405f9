// Everything that flattens one program.
//
// Note [Flattening]
// Host code is walked from top to bottom (Flattener); operators become operators over spaces, and
// all variables of host level stay what they are. A map is entered (Nest), and then its body
// decides (RegularNests):
//
//   perfect     The body is cheap code and ends with an operator that gives the results. The
//               operator's level is added to the nest. Cheap code is done again for each inner
//               point.
//   plain       There is no parallelism inside that is worth anything: the nest is one segmap, the
//               body sequential.
//   other       There are two ways. One segmap does what is inside sequentially: best if there are
//               enough outer iterations, since it keeps nothing but results in memory. Distribution
//               makes the statements of the body into operators of their own, each over the whole
//               nest, with arrays for what one gives another. If it is not known how many
//               iterations there are, there will be an `if` (Versions).
//   irregular   The body has parallelism that differs from point to point: rows of any length,
//               branches, loops of any number of iterations, calls. Then it is lifted: Note
//               [Lifting] in body_lifter.h.
//
// Each class says in its header what it is for, and has references to those that it works with. The
// members below are in layers: what makes code for one point or for all of them, what decides, what
// flattens, and what lifts. Nests are in nests, so the last two use each other.
#pragma once

#include <unordered_set>

#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "passes/flatten/array_lifter.h"
#include "passes/flatten/body_lifter.h"
#include "passes/flatten/body_steps.h"
#include "passes/flatten/branch_lifter.h"
#include "passes/flatten/call_lifter.h"
#include "passes/flatten/combine_lifter.h"
#include "passes/flatten/combine_rounds.h"
#include "passes/flatten/core_code.h"
#include "passes/flatten/decision_log.h"
#include "passes/flatten/distribution.h"
#include "passes/flatten/flattener.h"
#include "passes/flatten/foreign_lifter.h"
#include "passes/flatten/host_arrays.h"
#include "passes/flatten/host_operators.h"
#include "passes/flatten/known_offsets.h"
#include "passes/flatten/liftability.h"
#include "passes/flatten/lifted_functions.h"
#include "passes/flatten/lifted_values.h"
#include "passes/flatten/limits.h"
#include "passes/flatten/loop_lifter.h"
#include "passes/flatten/map_lifter.h"
#include "passes/flatten/nest_ends.h"
#include "passes/flatten/nest_entry.h"
#include "passes/flatten/new_variables.h"
#include "passes/flatten/offsets_function.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/point_code.h"
#include "passes/flatten/point_operators.h"
#include "passes/flatten/regular_nests.h"
#include "passes/flatten/row_layout.h"
#include "passes/flatten/row_readers.h"
#include "passes/flatten/sequential.h"
#include "passes/flatten/tiles.h"
#include "passes/flatten/unmade_rows.h"
#include "passes/flatten/value_gatherer.h"
#include "passes/flatten/vectorised.h"
#include "passes/flatten/versions.h"
#include "passes/flatten/write_lifter.h"
#include "target/target.h"

namespace planish::passes {

struct Flattening {
  Flattening(const ir::Program& before, const Target& decide_for, Decisions* decisions);
  Flattening(const Flattening&) = delete;
  Flattening& operator=(const Flattening&) = delete;

  // ---- The program, what is known of it, and what is written down of it
  const ir::Program& program;
  const Target& target;
  const FlattenThresholds& thresholds;
  ir::Storage& storage;
  const ir::Functions functions;
  const ir::CallGraph graph;
  const std::unordered_set<Name> branching;  // functions: branching_functions
  Parallelism parallelism;
  const KnownOffsets known_offsets;
  RowReaders row_readers;
  DecisionLog log;

  // ---- Making code
  ir::Builder builder;
  VectorisedOperators vectorised;
  Sequential sequential;
  NewVariables vars;
  HostArrays arrays;
  PointCode points;
  OffsetsFunction offsets;
  RowLayout layout;
  NestEntry entry;
  LiftedValues values;
  ValueGatherer gatherer;
  CoreCode core;
  CombineRounds rounds;
  PointOperators point_operators;

  // ---- Deciding
  Liftability liftability;
  Tiles tiles;
  Limits limits;
  Versions versions;
  BodySteps steps;

  // ---- Flattening
  Flattener flattener;
  HostOperators operators;
  UnmadeRowsReader unmade_rows;
  RegularNests nests;
  NestEnds ends;
  Distribution distribution;

  // ---- Lifting
  BodyLifter bodies;
  MapLifter maps;
  ArrayLifter new_arrays;
  CombineLifter combines;
  WriteLifter writes;
  BranchLifter branches;
  LoopLifter loops;
  CallLifter calls;
  ForeignLifter foreign;
  LiftedFunctions lifted_functions;
};

}  // namespace planish::passes
