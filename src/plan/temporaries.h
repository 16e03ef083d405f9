// What operators need while they run, besides the arrays of the program: in the stack frame, or in a
// block that the body at hand holds. Records and buffers of a fixed size, such as those of vector
// scans, are always in the frame, and not listed.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"
#include "plan/layouts.h"
#include "target/target.h"

namespace planish::plan {

struct OperatorPlan;

// Where a new array is, if there is no better place for it.
enum class Home : uint8_t {
  Frame,  // in the stack frame
  Small,  // on the stack if it turns out to be small, until the iteration ends; otherwise a block
  Block,
};
struct Placement {
  Home home = Home::Block;
  int64_t bytes = 0;  // in the frame
  std::string why;    // it is not on the stack, or not in the frame
};

enum class TemporaryKind : uint8_t {
  Lanes,         // an array of a strip, for all lanes: plan/strips.h
  RowStarts,     // where the rows start whose lengths an array says: plan/lengths.h
  Rows,          // what a scan by columns makes where columns are few: plan/column_scan.h
  DenseOffsets,  // offsets side by side, of which the length of all rows is asked
};
struct Temporary {
  TemporaryKind kind;
  ir::Var of;  // the variable that it is needed for
  Prim elem;
  std::vector<ir::Dim> dims;
  Placement placement = {};  // Frame or Block
};

// In the task that runs the strips of the operator; and where the operator stands.
std::vector<Temporary> temporaries_of_strips(const ir::Storage& storage, const OperatorPlan& plan);
std::vector<Temporary> temporaries_of(const ir::Storage& storage, const Target& target,
                                      const Layouts& layouts, const OperatorPlan& plan,
                                      const ir::Stm& stm);

}  // namespace planish::plan
