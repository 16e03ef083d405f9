// Equalities of terms that hold at a point of the program: because a check has succeeded, or a
// branch was taken.
#pragma once

#include <vector>

#include "analysis/shapes/term.h"

namespace planish::shapes {

// An unknown function has this value at these arguments: f(args) = value. Indices in `any` stand
// for every number.
struct Fact {
  Function function;
  std::vector<Term> args;
  Term value;
  std::vector<Index> any;
  // Certificates of what it relies on. No variable: on something without one, such as a branch that
  // was taken.
  std::vector<ir::Var> checks;
};

class Facts {
 public:
  explicit Facts(Terms& terms) : terms_(terms) {}

  // All that is learnt holds until leave().
  void enter() { scopes_.push_back(facts_.size()); }
  // Gives what was learnt since enter().
  std::vector<Fact> leave();
  void add(std::span<const Fact> facts) { facts_.insert(facts_.end(), facts.begin(), facts.end()); }
  // As leave(), for the body of a map that has been done for every number that the index stands
  // for.
  std::vector<Fact> leave_for_all(Index index);

  void learn_equal(Term x, Term y, std::span<const ir::Var> checks);
  // The same, for every number that the indices stand for.
  void learn_for_all(Term x, Term y, std::span<const Index> indices,
                     std::span<const ir::Var> checks);
  // The canonical form of a term. What it relies on is added to `checks`.
  Term normal(Term term, std::vector<ir::Var>* checks = nullptr) const;
  bool are_equal(Term x, Term y) const { return x == y || normal(x) == normal(y); }

 private:
  std::optional<Fact> fact_for(uint32_t symbol, Term difference) const;

  Terms& terms_;
  std::vector<Fact> facts_;
  std::vector<size_t> scopes_;
};

}  // namespace planish::shapes
