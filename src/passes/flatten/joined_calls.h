// How the points of several calls of a function become those of one call. The points of the first
// call come first.
#pragma once

#include <string_view>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class HostArrays;
class RowLayout;
struct Flattening;

class JoinedCalls {
 public:
  // Calls at all points of the nest, which has to live as long.
  JoinedCalls(Flattening& all, const Nest& nest, size_t count);

  // The values of an argument in all calls, as one.
  Lifted join(const std::vector<Lifted>& values);
  // What one call gives, of a result of all of them.
  Lifted part(size_t call, const Lifted& joined, const ir::Type* type);

  const ir::Atom& points() const { return points_; }  // of all calls
  const ir::Atom& ends() const { return ends_; }      // one more
  const ir::Type* offsets_type() const { return offsets_type_; }

 private:
  ir::Var concat(std::string_view name, const std::vector<ir::Var>& arrays, const ir::Atom& count);
  ir::Var slice(ir::Var array, const ir::Atom& start, const ir::Atom& count);
  // Of rows: from point number `start` on.
  Lifted part_of_rows(size_t call, const Lifted& joined, const ir::Atom& start);
  // All offsets with a number added.
  ir::Var shifted(ir::Var offsets, const ir::Atom& by);

  ir::Storage& storage_;
  ir::Builder& builder_;
  HostArrays& arrays_;
  RowLayout& layout_;
  const Nest& nest_;
  int64_t calls_;
  ir::Atom each_;  // the points of one call
  ir::Atom each_ends_;
  ir::Atom points_;
  ir::Atom ends_;
  const ir::Type* offsets_type_ = nullptr;
};

}  // namespace planish::passes
