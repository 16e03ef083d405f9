// The figures by which code chooses between versions when it runs, where it compares them: constants,
// or tuning parameters that whoever runs the program may set.
//
// Note [Names of thresholds]
// A tuning parameter is called TARGET.FUNCTION.WHAT_N, such as cpu.main.points_0: what is best for
// one machine says nothing of another, so a file may have the values of several. N counts within the
// function that the threshold was made for, in the order of the program, so a change in one function
// renames none of another. Copies of code that later passes make share a threshold.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/build/builder.h"
#include "target/target.h"

namespace planish::passes {

struct Flattening;

class Limits {
 public:
  explicit Limits(Flattening& all);

  // What follows belongs to this function.
  void enter_function(Name name) { function_ = name; }

  // Conditions on a value of type i64: `what` is its name in that of a parameter, and `name` that of
  // the condition.
  ir::Atom at_least(int64_t limit, const ir::Atom& value, std::string_view what,
                    std::string_view name);
  ir::Atom at_most(int64_t limit, const ir::Atom& value, std::string_view what,
                   std::string_view name = "");

 private:
  // The limit, which `compared` is compared with: is it at least that?
  ir::Atom threshold(int64_t limit, const ir::Atom& compared, std::string_view what);

  const Target& target_;
  ir::Storage& storage_;
  ir::Builder& builder_;
  Name function_;
  std::unordered_map<Name, size_t> counts_;  // of those of each function
};

}  // namespace planish::passes
