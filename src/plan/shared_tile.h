// Reductions on GPUs of which blocks share what they read: products of matrices, forces between
// bodies.
//
// Note [Shared tiles]
// In  segred (i < n, j < m, k < p) { f(a[i,k], b[k,j]) }  each element of a is needed for all
// columns j, and each of b for all rows i. A block does a tile of rows and columns: for some steps k
// at a time, what the rows need and what the columns need is read once, by all threads together,
// and kept in shared memory. A thread has the sums of some rows and columns in registers, and
// combines in the order of the steps. So results do not depend on the size of tiles.
//
// In  segred (i < n, k < p) { f(a[i], b[k]) }  the rows need the same of each step. A thread has
// what it needs of its rows in registers, and the block keeps some steps in shared memory.
//
// A statement of the body that depends on rows and steps alone, or on columns and steps alone, is
// done where its value is read; what other statements need of it is what is kept.
#pragma once

#include <vector>

#include "plan/context.h"

namespace planish::plan {

struct SharedTilePlan {
  // The last levels are rows, columns and steps; without columns: rows and steps.
  bool has_columns = false;
  // Values that are computed once for a row and a step; without columns, for a row.
  std::vector<ir::Var> of_rows;
  // Values that are computed once for a column and a step; without columns, for a step.
  std::vector<ir::Var> of_columns;
  // Do steps that follow each other lie side by side in memory?
  bool rows_along_steps = false;
  bool columns_along_steps = false;
};

Tried<SharedTilePlan> try_shared_tile(const Context& cx, const ir::SegRed& op);

}  // namespace planish::plan
