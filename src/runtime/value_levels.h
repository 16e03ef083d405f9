// The lengths of the arrays of a value, while it is being read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/value_io.h"

namespace planish::runtime {

// All arrays of one level of nesting. As long as they have the same length, only their number is
// kept.
class Level {
 public:
  // The length that all arrays must have (-1: any), and whether they may have different ones.
  int64_t required = -1;
  bool may_vary = true;
  bool varying = false;  // also if all lengths are the same

  // Adds `times` arrays of one length; with 0 the length is only a hint for when there are no
  // arrays. At most `limit` lengths are kept. Gives what is wrong, or nothing.
  std::string add(int64_t length, int64_t times, int64_t limit);
  // The dimension, when all arrays have been added.
  std::string finish(ValueDim& dim, int64_t limit);

 private:
  bool known_ = false;
  int64_t length_ = 0;  // of all arrays so far
  int64_t count_ = 0;
  std::vector<int64_t> lengths_;  // once they differ
};

}  // namespace planish::runtime
