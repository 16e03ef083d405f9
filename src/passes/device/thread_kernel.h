// A run of statements as a kernel of one thread.
//
// Note [Kernels of one thread]
// The statements become the body of a `segmap (t < 1)`. Values that are used afterwards leave it as
// arrays of one element and are extracted from these: an array by a view, which is free, a scalar
// by a read, for which the host waits.
//   * A view that is used afterwards is made again there; what it shows leaves the kernel instead.
//   * An array whose size is bound inside is a row of a `segflatmap (t < 1)`, and the size is what
//     the rows have in all. If inner dimensions are bound inside, all elements are one row, which is
//     reshaped outside.
//   * Certificates do not leave: what waited for them comes after the kernel.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/build/builder.h"
#include "ir/walk.h"

namespace planish::passes {

// Adds the kernel and what takes results out of it. `used` are variables that are used afterwards.
// Gives the certificates that are not there any more.
std::vector<ir::Var> add_thread_kernel(ir::Builder& builder, std::span<const ir::Stm> stms,
                                       const std::unordered_set<ir::Var>& used);

}  // namespace planish::passes
