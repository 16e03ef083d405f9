#include "passes/flatten/nest_ends.h"

#include <stdexcept>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

NestEnds::NestEnds(Flattening& all)
    : thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      entry_(all.entry),
      liftability_(all.liftability),
      versions_(all.versions),
      bodies_(all.bodies) {}

void NestEnds::end_with(Nest nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const Nest around = nest;
  std::vector<Atom> results = entry_.enter(nest, stm, parts);
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
  const Written written = written_over(around, parts);
  if (!written.dests.empty()) {
    // They are written to at the indices of the nest, too.
    std::vector<Atom> outer = around.indices();
    results.insert(results.begin(), outer.begin(), outer.end());
  }
  const Piece made = points_.piece(nest, stms, results);
  arrays_.add(to, operator_over(nest, made, stm, written), nest);
}

NestEnds::Written NestEnds::written_over(const Nest& nest, const OperatorParts& parts) {
  if (parts.dests.empty()) return {};
  Written written;
  for (const Dim& dim : nest.dims()) written.shape.push_back(Builder::atom(dim));
  written.shape.insert(written.shape.end(), parts.shape.begin(), parts.shape.end());
  for (Var row : parts.dests) {
    if (nest.levels.empty()) {
      written.dests.push_back(row);
      continue;
    }
    Var dest = nest.owned_holder(row);
    if (!dest) {
      dest = vars_.array_over(nest, row);
      Body start{{}, storage_.arena.copy(std::vector<Atom>{row})};
      points_.add_segmap(nest, &start, {&dest, 1});
    }
    written.dests.push_back(dest);
  }
  return written;
}

const Op* NestEnds::operator_over(const Nest& nest, const Piece& made, const Stm& stm,
                                  const Written& written) {
  std::span<const Var> dests = storage_.arena.copy(written.dests);
  std::span<const Atom> shape = storage_.arena.copy(written.shape);
  return match(
      stm.op,
      [&](const Reduce& n) -> const Op* {
        return builder_.make(SegRed{
            {}, made.space, n.commutative, points_.operator_copy(n.op), n.neutral, made.body});
      },
      [&](const Scan& n) -> const Op* {
        const Lambda* post =
            n.post == nullptr ? nullptr : points_.point_function(nest, made, n.post);
        return builder_.make(
            SegScan{{}, made.space, points_.operator_copy(n.op), n.neutral, made.body, post});
      },
      [&](const Hist& n) -> const Op* {
        return builder_.make(SegHist{
            {}, made.space, shape, points_.operator_copy(n.op), n.neutral, dests, made.body});
      },
      [&](const Scatter& n) -> const Op* {
        return builder_.make(SegScatter{{}, made.space, shape, dests, made.body, n.last});
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
void NestEnds::end_or_lift(const Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  Nest around = nest;
  bool has_function = liftability_.lifts_function(parts, nest);
  if (!liftability_.is_liftable(stm, around) ||
      !(has_function || liftability_.has_parallel_operator(parts, nest)))
    return end_with(nest, stm, to);
  Nest inside = nest;
  entry_.enter(inside, stm, parts);
  const Body* body = has_function ? parts.map->body : parts.op->body;
  auto lifted = [&](std::span<const Var> results) {
    Nest lifting = nest;
    lifting.versions++;
    lifting.distributed_levels = nest.levels.size();
    bodies_.lift_statement(lifting, stm);
    for (size_t i = 0; i < results.size(); i++)
      arrays_.bind(results[i], lifting.lifted(stm.pattern[i])->array);
  };
  const ChosenWay chosen = versions_.way(inside, body, stm);
  Nest alone = nest;
  alone.left = chosen.because;
  if (chosen.way == Way::Outer) return end_with(alone, stm, to);
  if (chosen.way == Way::Distribute) log_.record_distributed(inside, chosen.because);
  // With a parallel operator there are versions in what is made then.
  if (chosen.way == Way::Distribute || !has_function) return lifted(to);
  Nest bound = inside;
  const Versions::Enough enough =
      liftability_.needs_lifting(body, bound)
          ? versions_.enough_outer(inside, body)
          : Versions::Enough{limits_.at_least(thresholds_.enough_outer, layout_.point_count(inside),
                                              "elements", "enough_elements"),
                             log_.enough_elements()};
  log_.record_versions(enough.condition, stm.place, enough.because);
  versions_.choose_if(
      enough.condition, nest, to,
      [&](std::span<const Var> results) { end_with(alone, stm, results); }, lifted);
}

}  // namespace planish::passes
