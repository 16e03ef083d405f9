// Reductions of rows by LLVM's vectors, with a vector of which some lanes are unused at the end.
//
// Note [Masked rows]
// What is left of a row after whole vectors LLVM does one by one. With masks it is one vector more:
// a loop over whole vectors, and one that is partial. A register is done at once, by one instruction or
// by two, as the CPU does best. Rows that are all as long as each other are
// only done so if they are short: the length is compared once for all of them, and of longer ones
// what is left is little.
#pragma once

#include "plan/context.h"

namespace planish::plan {

// Of rows of different lengths. Why not; empty: they are done so.
WhyNot why_no_masked_rows(const Context& cx, const ir::SegRed& op);
// Of a reduction in a task.
WhyNot why_no_masked_rows(const Context& cx, const ir::Stm& stm, const ir::Reduce& op);

}  // namespace planish::plan
