// Reductions in which each step waits for the one before, and LLVM makes no vectors.
//
// Note [Streams]
// An operator of several steps, such as the larger of two pairs, takes as long as its steps take
// one after the other, while most of the CPU is idle. If it is short, several parts of the range
// are reduced side by side, and combined at the end: the states lie in registers, or, if all of the
// operator has a form for vectors, in the lanes of some. Where rows are too short for parts, and
// all as long as each other, the lanes are rows instead.
#pragma once

#include "plan/context.h"

namespace planish::plan {

// Why not; empty: it is done so.
WhyNot why_no_streams(const Context& cx, const ir::Stm& stm, const ir::SegRed& op);
// The same for rows in lanes, of an operator that is done in streams.
WhyNot why_no_rows_in_lanes(const Context& cx, const ir::SegRed& op);

}  // namespace planish::plan
