// Which code shows values while it runs (trace), or calls foreign functions that do something or
// are not thread-safe, so that it may be done neither twice, nor in another order, nor in several
// threads.
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace planish {

class ShownValues {
 public:
  explicit ShownValues(const ir::Program& program);
  bool in(const ir::Body* body) const;
  bool in(const ir::Stm& stm) const;

 private:
  std::unordered_set<Name> showing_;  // functions with a trace, in them or in what they call
};

}  // namespace planish
