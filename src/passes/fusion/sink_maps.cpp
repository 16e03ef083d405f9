#include "passes/fusion/sink_maps.h"

#include <algorithm>
#include <optional>

#include "analysis/cost.h"
#include "ir/alias.h"
#include "ir/call_graph.h"
#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Statements of a map that is done by every thread: Note [Writes in order] in plan/scatter.h.
constexpr size_t kShort = 8;

const Stm* binder_of(std::span<const Stm> stms, Var var) {
  for (const Stm& stm : stms) {
    if (std::ranges::count(stm.pattern, var) > 0) return &stm;
  }
  return nullptr;
}

bool are_same_points(const Space& one, const Space& other) {
  return std::ranges::equal(one.levels, other.levels, [](const Level& a, const Level& b) {
    return a.bound == b.bound && a.offsets == b.offsets;
  });
}

// Is it the element of the point at hand, in an array over the space? Of irregular spaces only
// those with two levels are known here: the element is as far behind the beginning of its row as
// its index says. An array whose rows did not begin with 0 would not have all of these elements.
bool is_element_of_point(const Space& space, const Body& body, std::span<const Atom> at) {
  const std::span<const Level> levels = space.levels;
  const auto is_index = [](const Level& level, const Atom& atom) {
    return atom.var == level.index;
  };
  if (std::ranges::none_of(levels, [](const Level& level) { return bool(level.offsets); }))
    return std::ranges::equal(levels, at, is_index);
  if (levels.size() != 2 || !levels[1].offsets || levels[0].offsets || at.size() != 1 || !at[0].var)
    return false;
  const Stm* sum = binder_of(body.stms, at[0].var);
  const auto* add = sum == nullptr ? nullptr : as<Binary>(sum->op);
  if (add == nullptr || add->op != BinaryOp::Add) return false;
  const auto is_start = [&](const Atom& atom) {
    const Stm* stm = atom.var ? binder_of(body.stms, atom.var) : nullptr;
    const auto* index = stm == nullptr ? nullptr : as<Index>(stm->op);
    return index != nullptr && index->array == levels[1].offsets && index->indices.size() == 1 &&
           is_index(levels[0], index->indices[0]);
  };
  return (is_index(levels[1], add->x) && is_start(add->y)) ||
         (is_index(levels[1], add->y) && is_start(add->x));
}

bool can_fail_or_show(const Body& body) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    found = found || facts(stm.op).effect != Effect::None || as<Call>(stm.op) != nullptr;
    for_each_body(stm.op, [&](const Body* inner) { found = found || can_fail_or_show(*inner); });
    for_each_lambda(stm.op,
                    [&](const Lambda* inner) { found = found || can_fail_or_show(*inner->body); });
  }
  return found;
}

class SinkMaps : public Rebuild {
 public:
  explicit SinkMaps(const Program& program)
      : Rebuild(*program.storage), program_(program), graph_(program) {}

  const Body* body(const Body* old) override {
    const Body* inside = body_children(old);
    std::vector<Stm> stms(inside->stms.begin(), inside->stms.end());
    bool changed = false;
    for (size_t i = 0; i < stms.size();) {
      const std::optional<size_t> gone = sink_into(stms, i, inside->results);
      if (!gone) {
        i++;
        continue;
      }
      stms.erase(stms.begin() + static_cast<ptrdiff_t>(*gone));
      changed = true;
      i--;  // the same statement again
    }
    if (!changed) return inside;
    Body now = *inside;
    now.stms = storage_.arena.copy(std::span<const Stm>(stms));
    return storage_.arena.make<Body>(now);
  }

 private:
  // Gives the statement that became a part of statement i; none if there is no such.
  std::optional<size_t> sink_into(std::vector<Stm>& stms, size_t i, std::span<const Atom> results) {
    const auto* scatter = as<SegScatter>(stms[i].op);
    if (scatter == nullptr) return {};
    for (size_t t = 0; t < scatter->body->stms.size(); t++) {
      const Stm& read = scatter->body->stms[t];
      const auto* index = as<Index>(read.op);
      if (index == nullptr || !storage_.type(read.pattern[0])->is_scalar() ||
          !is_element_of_point(scatter->space, *scatter->body, index->indices))
        continue;
      for (size_t j = 0; j < i; j++) {
        const auto* map = as<SegMap>(stms[j].op);
        if (map == nullptr || stms[j].pattern.size() != 1 || stms[j].pattern[0] != index->array ||
            !are_same_points(map->space, scatter->space) || can_fail_or_show(*map->body) ||
            uses(stms, results, index->array) != 1 || is_overwritten(stms, j, i) ||
            keeps_overwritten(stms, results, *scatter, *map) ||
            (scatter->last && statement_count(map->body) > kShort) ||
            is_recursion_between(stms, j, i))
          continue;
        std::vector<Var> certs(stms[i].certs.begin(), stms[i].certs.end());
        certs.insert(certs.end(), stms[j].certs.begin(), stms[j].certs.end());
        stms[i].certs = storage_.arena.copy(std::span<const Var>(certs));
        stms[i].op = with_map(*scatter, t, *map);
        return j;
      }
    }
    return {};
  }

  size_t uses(std::span<const Stm> stms, std::span<const Atom> results, Var var) const {
    size_t count = 0;
    const Body all{stms, results};
    count_uses(all, var, count);
    return count;
  }
  void count_uses(const Body& body, Var var, size_t& count) const {
    for (const Stm& stm : body.stms) {
      for_each_var_use(stm.op, [&](Var used) { count += used == var ? 1 : 0; });
      for_each_body(stm.op, [&](const Body* inner) { count_uses(*inner, var, count); });
      for_each_lambda(stm.op, [&](const Lambda* inner) { count_uses(*inner->body, var, count); });
    }
    for (const Atom& result : body.results) count += result.var == var ? 1 : 0;
  }

  // Note [Scatters in place] in body_fuser.cpp
  bool keeps_overwritten(std::span<const Stm> stms, std::span<const Atom> results,
                         const SegScatter& scatter, const SegMap& map) const {
    return std::ranges::any_of(stms, [&](const Stm& stm) {
      const auto* copy = as<Copy>(stm.op);
      if (copy == nullptr || std::ranges::count(scatter.dests, stm.pattern[0]) == 0) return false;
      const auto is_same = [&](const Atom& result) { return result.var == copy->array; };
      return std::ranges::none_of(results, is_same) &&
             std::ranges::count(free_variables(storage_, map.body), copy->array) != 0;
    });
  }

  // What the map reads would be kept until the recursion ends, at each of its levels.
  bool is_recursion_between(std::span<const Stm> stms, size_t from, size_t to) const {
    return std::ranges::any_of(stms.subspan(from, to - from), [&](const Stm& stm) {
      const auto* call = as<Call>(stm.op);
      return call != nullptr && graph_.is_recursive(call->fn);
    });
  }

  // Between the two statements, the second included: is anything written to that was there before
  // the first?
  bool is_overwritten(std::span<const Stm> stms, size_t from, size_t to) const {
    for (size_t k = from + 1; k <= to; k++) {
      const auto* call = as<Call>(stms[k].op);
      const Function* callee = call != nullptr ? program_.find(call->fn) : nullptr;
      for (Var var : consumed_operands(storage_, stms[k].op, callee)) {
        if (!is_made_between(stms, from, k, var)) return true;
      }
      bool inside = false;
      for_each_body(stms[k].op, [&](const Body*) { inside = true; });
      const bool is_parallel =
          as<SegScatter>(stms[k].op) != nullptr || as<SegMap>(stms[k].op) != nullptr;
      if (inside && !is_parallel) return true;
    }
    return false;
  }

  bool is_made_between(std::span<const Stm> stms, size_t from, size_t to, Var var) const {
    for (size_t k = from + 1; k < to; k++) {
      if (std::ranges::count(stms[k].pattern, var) == 0) continue;
      if (const auto* scatter = as<SegScatter>(stms[k].op))
        return std::ranges::all_of(scatter->dests,
                                   [&](Var dest) { return is_made_between(stms, from, k, dest); });
      return facts(stms[k].op).memory == Memory::Fresh;
    }
    return false;
  }

  const Op* with_map(const SegScatter& scatter, size_t read_at, const SegMap& map) {
    Substitution indices;
    for (size_t k = 0; k < map.space.levels.size(); k++)
      indices.emplace(map.space.levels[k].index, scatter.space.levels[k].index);
    const Body* computed = substitute(storage_, map.body, indices);
    const std::span<const Stm> old = scatter.body->stms;
    std::vector<Stm> stms(old.begin(), old.begin() + static_cast<ptrdiff_t>(read_at));
    stms.insert(stms.end(), computed->stms.begin(), computed->stms.end());
    stms.insert(stms.end(), old.begin() + static_cast<ptrdiff_t>(read_at) + 1, old.end());
    Body joined{storage_.arena.copy(std::span<const Stm>(stms)), scatter.body->results};
    SegScatter now = scatter;
    now.body = substitute(storage_, storage_.arena.make<Body>(joined),
                          {{old[read_at].pattern[0], computed->results[0]}});
    return storage_.arena.make<SegScatter>(now);
  }

  const Program& program_;
  const CallGraph graph_;
};

}  // namespace

Program sink_maps(const Program& program) {
  SinkMaps sinker(program);
  Program result = program;
  result.functions.clear();
  for (const Function* fn : program.functions)
    result.functions.push_back(sinker.function_children(fn));
  return result;
}

}  // namespace planish::passes
