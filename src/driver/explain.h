// What became of the parallel operators of a program: for each one of the source, its shape and whether it is regular, and
// the operators of FLAT that do its work.
//
// Every statement has a place, and a place knows the call that it was inlined through (ir::Place::caller). So an operator
// of FLAT with the place of a construct is that construct; if none has it, but statements inside of an operator do, the
// construct was fused into that one. Passes need not record anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/shapes/shapes.h"
#include "ir/program.h"

namespace planish {

// An operator that does some or all of the work of a construct.
struct ExplainedOperator {
  std::string kind;  // "segred"; or that of a sequential loop inside of one: "reduce"
  std::vector<std::string> levels;  // of the iteration space: "i < n"
  bool irregular = false;           // a level is
  bool parallel = false;
  std::string version;                 // when it is what runs: "n >= 64"; empty: always
  std::string writes;                  // "n x 4 bytes"
  std::string why;                     // of one that is not parallel
  std::optional<ir::Place> joined_to;  // the loop of which it is a part
};

enum class Fate : uint8_t {
  Parallel,    // there are operators for it
  Fused,       // it is done by the operators of another construct
  Sequential,  // it is a loop
  Gone,        // no code is left: a view, or something that is not needed
};

struct Construct {
  std::string kind;      // "map"
  std::string function;  // in which it stands after inlining
  ir::Place source;      // outside of the prelude, if there is such a place
  size_t depth = 0;      // how many other constructs are around it
  std::string shape;     // of its result
  shapes::Regularity regularity = shapes::Regularity::Regular;
  std::string reason;  // of that
  Fate fate = Fate::Gone;
  std::vector<ExplainedOperator> operators;
  std::optional<ir::Place> fused_into;
};

// `core` is the program after the standard passes, and `flat` what became of it before fuse_scans; both share their
// storage. In the order of the source.
std::vector<Construct> explain(const ir::Program& core, const ir::Program& flat);

}  // namespace planish
