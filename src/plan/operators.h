// Questions about the code of operators that several strategies ask.
#pragma once

#include "ir/program.h"

namespace planish::plan {

// Code that a vectorised loop may have: without loops, operators and calls, …
bool is_straight(const ir::Body* body);
// … and without anything that leaves it.
bool has_checks(const ir::Body* body);

// Is it an operation on scalars that may be done in any order, such as (+), for each component?
bool is_reorderable(const ir::Lambda& op);
// Such an operator, of which LLVM makes vectors: finding the smallest or largest float is an
// operation that it only knows if nothing else is combined beside it.
bool is_vectorised(const ir::Storage& storage, const ir::Lambda& op);
// Are the components of an operator scalars? If one is an array, segments are not cut.
bool are_scalars(const ir::Storage& storage, std::span<const ir::Atom> neutral);

bool all_scalars(const ir::Storage& storage, std::span<const ir::Var> vars);

// Types of which there are vectors in registers.
bool is_lane_prim(Prim prim);
// Operations that can be done on vectors of values, lane by lane, …
bool takes_lanes(ir::UnaryOp op, Prim prim);
bool takes_lanes(ir::BinaryOp op, Prim prim);
// … and with them comparisons, and what booleans and bits are made of.
bool takes_vectors(ir::BinaryOp op, Prim prim);
// An operator on scalars that is one operation that takes lanes for each component, in any order.
bool is_lane_operator(const ir::Storage& storage, const ir::Lambda& op);
// An operator of comparisons, choices and simple arithmetic: can all of it be done for vectors?
bool is_vector_operator(const ir::Storage& storage, const ir::Lambda& op);

bool is_irregular(std::span<const ir::Level> levels);

}  // namespace planish::plan
