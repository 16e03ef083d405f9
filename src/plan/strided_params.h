// Which parameters of functions may be views whose elements do not lie side by side.
//
// Note [Strided parameters]
// An argument that is a view, such as every second element of an array, is copied, so that
// functions can rely on dense arrays: their loops are vectorised. A function that does nothing with
// an array but take it apart, by slices with a stride (as a Fourier transform does), or hand it on,
// gains nothing from that, and a recursion would copy at each of its levels. Where it ends, it may
// read elements, one by one: as long as that is not done in a loop. Such a parameter is
// given together with its strides instead. This is done for functions that run inside of tasks
// (#[sequential]), all of whose results are placed (Note [Placed results]): nothing that they give
// lies in the memory of an argument.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "plan/origins.h"

namespace planish::plan {

class StridedParams {
 public:
  StridedParams(const ir::Program& program, const PlacedResults& placed);
  bool contains(Name function, size_t param) const;

 private:
  std::unordered_map<Name, std::vector<char>> strided_;  // by function and parameter
};

}  // namespace planish::plan
