// Where the memory of the arrays of a body comes from.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::plan {

// Which results of functions are made where their callers say.
//
// Note [Placed results]
// Functions that run inside of tasks (#[sequential]) give small arrays, often: a block for each
// would cost more than the array. So whoever calls such a function says where the result is to be,
// if its size follows from the arguments, and the destination is handed on from call to call. This
// is not done where the function may give on memory that it was given to overwrite, because a copy
// might cost more than all that it does, nor where no branch of it makes a new array.
class PlacedResults {
 public:
  explicit PlacedResults(const ir::Program& program);
  bool contains(Name function, size_t result) const;
  // Are all arrays that the function gives placed? Then nothing that it gives lies in the memory of
  // its arguments.
  bool contains_all(const ir::Function& function) const;

 private:
  std::unordered_map<Name, std::vector<char>> placed_;  // by function and result
  const ir::Storage& storage_;
};

// The statement of the body that binds the variable, and as the how many-th of its results.
struct Definition {
  const ir::Stm* stm = nullptr;
  size_t index = 0;
};
Definition definition(const ir::Body& body, ir::Var var);

// Does the operation make a new array for its result, at a place that it may be told before?
bool makes_array(const ir::Op* op, size_t result, const PlacedResults& placed);
// The variable whose memory the result of a statement is, when the operation gives it on.
ir::Var given_on(const ir::Op* op);
// Does result k of the loop's body lie where parameter k lies?
bool stays_in_place(const ir::Loop& loop, size_t k);

// Is the result, which `origin` traced back to what is made, changed by a loop between?
bool is_changed_by_loop(const ir::Body& body, ir::Var result, ir::Var made);

// The variable whose new memory becomes that of the body's result; none if there is no such. What a
// filter makes can be made only where there is room for all of its elements.
ir::Var origin(const ir::Body& body, ir::Var result, const PlacedResults& placed);

}  // namespace planish::plan
