// What parallel operators of CORE and of FLAT have in common: lambdas, operators that combine,
// results that are gathered or written.
#pragma once

#include <optional>
#include <utility>

#include "ir/match.h"
#include "ir/verify/bodies.h"

namespace planish::ir {

class LambdaRules : public TypeRules {
 public:
  LambdaRules(VerifyState& state, Bodies& bodies) : TypeRules(state), bodies_(bodies) {}

 protected:
  // Checks a lambda that takes these operands, and calls `results(atoms)` in its scope.
  template <class F>
  void apply(const Lambda* lambda, std::span<const Shape> operands, F results);
  std::vector<Shape> shapes(std::span<const Atom> atoms) const;

  // What a lambda gets of each operand: a row, or the whole accumulator. None after an error.
  std::optional<std::vector<Shape>> rows(std::span<const Var> arrays, const Atom& width);
  void only_arrays(std::span<const Shape> operands);  // no accumulators

  // An operator that takes two of each of these values and gives one.
  void combines(const Lambda* op, std::span<const Shape> values);
  // No operator holds values whose sizes change.
  void combines_regular(std::span<const Shape> values);

  // The variable bound is an array of these elements, or an accumulator.
  void gathers(size_t index, std::span<const Dim> outer, const Shape& elem);
  // The first results are combined, as the neutral elements say, and get the dimensions
  // `combined_outer`; the others are gathered.
  void mapped_results(std::span<const Shape> results, std::span<const Atom> neutral,
                      std::span<const Dim> combined_outer, std::span<const Dim> outer,
                      const Lambda* post);
  // What a function gives that makes rows: lengths, rows and elements.
  void flat_mapped(std::span<const uint32_t> groups, std::span<const Atom> results,
                   std::span<const Dim> outer);

  // The elements that are written to the destinations.
  std::vector<Shape> written(std::span<const Atom> shape, std::span<const Var> dests);
  void writes_elements(std::span<const Atom> results, size_t index_count,
                       std::span<const Shape> elems);

  Bodies& bodies_;

 private:
  void post_results(std::span<const Shape> results, std::span<const Atom> neutral,
                    std::span<const Dim> outer, const Lambda* post);
};

template <class F>
void LambdaRules::apply(const Lambda* lambda, std::span<const Shape> operands, F results) {
  if (lambda == nullptr) return error(Rule::Structure, word() + ": a lambda is missing");
  Extent extent(state_);
  // The function of a with_acc runs once, where the operation stands.
  const auto* with_acc = as<WithAcc>(state_.op);
  bool stays_at_host = with_acc != nullptr && with_acc->fn == lambda;
  bool at_host_around = std::exchange(state_.at_host, state_.at_host && stays_at_host);
  bool sound = true;
  for (const Param& param : lambda->params) sound &= bodies_.bind(param.var);
  if (sound && count(operands.size(), lambda->params.size(), "parameters of a lambda")) {
    for (size_t i = 0; i < operands.size(); i++) {
      Var var = lambda->params[i].var;
      fits(operands[i], storage_.type(var), "parameter", var, 0);
    }
    if (bodies_.body(lambda->body)) results(lambda->body->results);
  }
  state_.at_host = at_host_around;
}

}  // namespace planish::ir
