// What statements do beside giving values: to what lies outside of the program, and to arrays that they
// consume. What is in their bodies counts, and what functions do that they call.
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace planish::ir {

class Deeds {
 public:
  explicit Deeds(const Program& program) : program_(program) {}

  void add(const Stm& stm);

  bool are_seen() const { return shows_; }
  // Variables that were there before and are consumed.
  std::vector<Var> consumed() const;

 private:
  void add(const Body* body);

  const Program& program_;
  std::unordered_set<const Function*> called_;
  std::unordered_set<Var> bound_;
  std::vector<Var> consumed_;
  bool shows_ = false;
};

}  // namespace planish::ir
