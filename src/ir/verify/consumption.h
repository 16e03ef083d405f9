// The walk that follows what is consumed, as a part of the verifier, and finds out what the results
// of functions alias.
//
// Note [Consumption in the IR]
// The walk follows the order of evaluation. Every variable has a set of roots (alias.h). Consuming
// it marks its roots; using a variable with a marked root is an error, since it is, or may alias,
// something that was overwritten. The result of an operation that consumes has a new root: it owns
// the memory from now on.
//
// The branches of an `if` are walked one after the other, each without the marks of the others;
// afterwards the marks of all hold. What a branch gives and another branch consumed is then owned
// by the result alone:
//     let r = if c { let ys = update xs [0] with 1 in ys } else { in xs }      -- xs is consumed, r is not
//
// A lambda or the body of a loop runs any number of times, so it must not consume what was there
// before it: roots below the barrier. Accumulators are the exception; they are made for that. So is
// the body of an operator over an iteration space of one point, which runs once.
#pragma once

#include <unordered_map>

#include "ir/alias.h"
#include "ir/alias_summary.h"
#include "ir/verify/error_list.h"

namespace planish::ir {

class Consumption {
 public:
  // Calls alias what the summaries say at the time when they are met.
  Consumption(const Program& program, const AliasSummaries& summaries, ErrorList& errors);

  // Checks the function. Gives what its results alias, which means nothing if there are errors.
  FunctionAliases function(const Function& fn);

 private:
  enum class Owner : uint8_t {
    Here,      // may be consumed
    Elsewhere  // a parameter that is not unique, or a constant
  };
  struct RootInfo {
    Owner owner = Owner::Here;
    bool consumed = false;
    Var consumed_as;
    PlaceId consumed_at;
  };

  // ---- Roots
  Root fresh(Owner owner = Owner::Here) {
    infos_.emplace_back().owner = owner;
    return aliases_.fresh();
  }
  bool has_memory(Var var) const { return is_memory(storage_.type(var)); }
  bool is_acc(Var var) const { return storage_.type(var)->is_acc(); }
  bool owns(const Param& param) const { return param.unique || is_acc(param.var); }
  void own(Var var) {
    if (has_memory(var)) aliases_.set(var, {fresh()});
  }
  void param(const Param& param);
  bool use(Var var);  // false after an error
  void consume(Var var);
  void mark(Root root, Var var);

  // ---- Bodies
  void body(const Body* body);
  void stm(const Stm& stm);
  void consume_all(const std::vector<Var>& consumed, const std::vector<Var>& uses);
  // An operation whose bodies and lambdas run any number of times, and whose results are fresh or a
  // view.
  void other(const Stm& stm);
  void lambda(const Lambda* lambda);
  // The roots of the results of a body, where those that were made in it (from `first` on) are
  // replaced by one for each selection of results that have them: sets stay small however many
  // bodies they leave.
  std::vector<RootSet> leave(const Body* body, Root first);
  void branches(std::span<const Var> pattern, const std::vector<const Body*>& bodies);
  void with_acc(std::span<const Var> pattern, const WithAcc& n);
  void loop(std::span<const Var> pattern, const Loop& n);
  // Result number `index` must be owned by the body alone: the one who gets it may consume it.
  void check_owned(std::span<const Atom> results, size_t index, Root first, std::string_view what);

  // ---- Functions
  void call_results(std::span<const Var> pattern, const Call& n, const Function& callee);
  FunctionAliases result_aliases(const Function& fn);

  void error(std::string message) { errors_.add(Rule::Consumption, std::move(message)); }

  const Storage& storage_;
  const AliasSummaries& summaries_;
  ErrorList& errors_;
  Functions functions_;
  AliasTable aliases_;
  std::vector<RootInfo> infos_;  // by root
  std::vector<Root> marked_;     // consumed ones, in order
  Root barrier_ = 0;
};

// In a program without other errors.
void verify_consumption(const Program& program, ErrorList& errors);

}  // namespace planish::ir
