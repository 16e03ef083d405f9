// Operators at the end of a nest: each gets one more level, and the function that is applied first
// becomes the body.
#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

const Lambda* Flattener::operator_copy(const Lambda* op) {
  const Lambda* copy = clone_lambda(storage_, sequential_.lambda(op));
  record_loops(copy->body, {}, {.ground = Ground::InOperator, .limit = thresholds_.enough_outer});
  return copy;
}

void Flattener::end_with(Nest nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const Nest around = nest;
  std::vector<Atom> results = enter(nest, stm, parts);
  std::span<const Stm> stms;
  if (parts.map != nullptr) {
    const Body* body = parts.map->body;
    stms = body->stms;
    // A filter whose function gives nothing but the decision keeps the elements.
    bool keeps_elements = stm.op->kind == Kind::Filter && body->results.size() == 1;
    if (!keeps_elements) results.clear();
    results.insert(results.begin(), body->results.begin(), body->results.end());
  }
  for (const Stm& inside : stms) nest.bind(inside.pattern);

  // Destinations inside a nest are rows of arrays over the nest, which are written to at the
  // indices of the nest, too.
  std::vector<Var> dests(parts.dests.begin(), parts.dests.end());
  std::vector<Atom> shape;
  if (!dests.empty()) {
    std::vector<Atom> rows(dests.begin(), dests.end());
    std::vector<Atom> outer = around.indices();
    for (const Dim& dim : around.dims()) shape.push_back(Builder::atom(dim));
    shape.insert(shape.end(), parts.shape.begin(), parts.shape.end());
    results.insert(results.begin(), outer.begin(), outer.end());
    for (size_t i = 0; i < dests.size() && !around.levels.empty(); i++) {
      dests[i] = around.owned_holder(rows[i]);
      if (dests[i]) continue;
      dests[i] = array_over(around, rows[i]);
      Body start{{}, storage_.arena.copy(std::vector<Atom>{rows[i]})};
      segmap_of(around, &start, {&dests[i], 1});
    }
  }

  const Piece made = piece(nest, stms, results);
  add(to, operator_over(nest, made, stm, {shape, dests}), nest);
}

const Op* Flattener::operator_over(const Nest& nest, const Piece& made, const Stm& stm,
                                   const Written& written) {
  std::span<const Var> dests = storage_.arena.copy(written.dests);
  std::span<const Atom> shape = storage_.arena.copy(written.shape);
  return match(
      stm.op,
      [&](const Reduce& n) -> const Op* {
        return builder_.make(
            SegRed{{}, made.space, n.commutative, operator_copy(n.op), n.neutral, made.body});
      },
      [&](const Scan& n) -> const Op* {
        const Lambda* post = n.post == nullptr ? nullptr : point_function(nest, made, n.post);
        return builder_.make(
            SegScan{{}, made.space, operator_copy(n.op), n.neutral, made.body, post});
      },
      [&](const Hist& n) -> const Op* {
        return builder_.make(
            SegHist{{}, made.space, shape, operator_copy(n.op), n.neutral, dests, made.body});
      },
      [&](const Scatter&) -> const Op* {
        return builder_.make(SegScatter{{}, made.space, shape, dests, made.body});
      },
      [&](const Filter&) -> const Op* {
        return builder_.make(SegFilter{{}, made.space, made.body});
      },
      [&](const auto&) -> const Op* {
        throw std::logic_error("not an operator that ends a nest");
      });
}

// An operator whose function, or operator, has parallelism of its own, which is worth it if there
// are few elements, or one of them has most of the work.
void Flattener::end_or_lift(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  Nest around = nest;
  bool has_function = lifts_function(parts, nest);
  if (!is_liftable(stm, around) || !(has_function || has_parallel_operator(parts, nest)))
    return end_with(nest, stm, to);
  Nest inside = nest;
  enter(inside, stm, parts);
  const Body* body = has_function ? parts.map->body : parts.op->body;
  auto lifted = [&](std::span<const Var> results) {
    Nest lifting = nest;
    lifting.versions++;
    lifting.distributed_levels = nest.levels.size();
    lift_statement(lifting, stm);
    for (size_t i = 0; i < results.size(); i++)
      bind_array(results[i], lifting.lifted(stm.pattern[i])->array);
  };
  const Chosen chosen = way(inside, body, stm);
  Nest alone = nest;
  alone.left = chosen.because;
  if (chosen.way == Way::Outer) return end_with(alone, stm, to);
  if (chosen.way == Way::Distribute) record_distributed(inside, chosen.because);
  // With a parallel operator there are versions in what is made then.
  if (chosen.way == Way::Distribute || !has_function) return lifted(to);
  Nest bound = inside;
  const Enough enough =
      needs_lifting(body, bound)
          ? enough_outer(inside, body)
          : Enough{builder_.binary(BinaryOp::Le, Atom::i64(thresholds_.enough_outer),
                                   point_count(inside), "enough_elements"),
                   enough_elements()};
  record_versions(enough.condition, stm.place, enough.because);
  choose_if(
      enough.condition, nest, to,
      [&](std::span<const Var> results) { end_with(alone, stm, results); }, lifted);
}

}  // namespace planish::passes
