#include "passes/fusion/pull_elements.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/consumed.h"
#include "analysis/cost.h"
#include "analysis/effects.h"
#include "analysis/inner_bodies.h"
#include "passes/common/statement_rewriter.h"
#include "passes/fusion/parallel_operator.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr size_t kMostReads = 4;
// What computing an element may cost where it is read any number of times: about as much as reading
// it.
constexpr double kFreeNanoseconds = 1;

// A map, and how what it gives is used.
struct Mapped {
  const Stm* stm = nullptr;
  const Map* map = nullptr;
  size_t depth = 0;  // how many functions and loops are around it
  size_t reads = 0;
  bool is_read_inside = false;  // of a function or a loop that is not around the map
  bool is_used_whole = false;
  bool is_pulled = false;
};

class PullElements : public StatementRewriter {
 public:
  PullElements(const Program& program, const Target& target)
      : StatementRewriter(program),
        effects_(program),
        costs_(program, target.costs),
        consumed_(program) {}

  Program program(const Program& program) {
    for (const Function* fn : program.functions) find_reads(fn->body, 0);
    bool found = false;
    for (auto& [id, mapped] : maps_) {
      mapped.is_pulled = may_be_pulled(mapped);
      found |= mapped.is_pulled;
    }
    return found ? StatementRewriter::program(program) : program;
  }

 private:
  // ---- Which

  void find_reads(const Body* body, size_t depth) {
    for (const Stm& stm : body->stms) {
      const auto* index = as<Index>(stm.op);
      if (Mapped* read = index == nullptr ? nullptr : find(index->array)) {
        read->reads++;
        read->is_read_inside |= depth != read->depth;
      } else {
        for_each_var_use(stm.op, [&](Var var) { use_whole(var); });
      }
      if (const auto* map = as<Map>(stm.op); map != nullptr && !stm.pattern.empty()) {
        maps_[stm.pattern[0].id] = {&stm, map, depth};
        for (Var var : stm.pattern) map_of_[var] = stm.pattern[0].id;
      }
      const bool is_branch = stm.op->kind == Kind::If || stm.op->kind == Kind::Match;
      const size_t inside = is_branch ? depth : depth + 1;
      for_each_inner_body(stm.op, [&](const Body* inner) { find_reads(inner, inside); });
    }
    for (const Atom& result : body->results) use_whole(result.var);
  }

  Mapped* find(Var var) {
    auto it = map_of_.find(var);
    return it == map_of_.end() ? nullptr : &maps_.at(it->second);
  }
  void use_whole(Var var) {
    if (Mapped* mapped = find(var)) mapped->is_used_whole = true;
  }

  // Note [Which elements are pulled]
  bool may_be_pulled(const Mapped& mapped) {
    if (mapped.is_used_whole || mapped.reads == 0 || mapped.reads > kMostReads) return false;
    if (!parallel_operator(storage_, *mapped.stm) || effects_.has_effect(mapped.map)) return false;
    const Lambda* fn = mapped.map->fn;
    const Cost cost = costs_.of(fn);
    if (mapped.is_read_inside) {
      auto is_vector = [&](Var var) { return storage_.type(var)->rank() == 1; };
      if (!cost.is_cheap() || cost.nanoseconds > kFreeNanoseconds ||
          mapped.map->arrays.size() > 1 || !std::ranges::all_of(mapped.stm->pattern, is_vector))
        return false;
    } else if (mapped.reads > 1 && !cost.is_cheap()) {
      return false;
    }
    auto stays = [&](Var var) { return !consumed_.contains(var); };
    return std::ranges::none_of(fn->params, &Param::unique) &&
           std::ranges::all_of(mapped.stm->pattern, stays) &&
           std::ranges::all_of(mapped.map->arrays, stays) &&
           std::ranges::all_of(free_variables(storage_, fn), stays);
  }

  // ---- Pulling

  // Adds what becomes of a statement. True if that is not the same statement.
  bool rewrite(const Stm& stm) override {
    builder_.place = stm.place;
    const Mapped* made = stm.pattern.empty() ? nullptr : find(stm.pattern[0]);
    if (made != nullptr && made->is_pulled) return true;
    const auto* index = as<Index>(stm.op);
    const Mapped* mapped = index == nullptr ? nullptr : find(index->array);
    if (mapped != nullptr && mapped->is_pulled) {
      pull(stm, *index, *mapped);
      return true;
    }
    const Stm now = stm_children(stm);
    builder_.add(now);
    return now.op != stm.op;
  }

  void pull(const Stm& stm, const Index& index, const Mapped& mapped) {
    std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
    add_missing(certs, mapped.stm->certs);
    Substitution by;
    for (size_t k = 0; k < mapped.map->arrays.size(); k++) {
      const Var param = mapped.map->fn->params[k].var;
      const Op* read =
          builder_.make(Index{{}, mapped.map->arrays[k], builder_.list({index.indices[0]})});
      by[param] = read_element(storage_.vars[param.id].name, storage_.type(param), read, certs);
    }
    const Body* code = clone_body(storage_, mapped.map->fn->body, by);
    for (Stm inner : code->stms) {
      std::vector<Var> all(inner.certs.begin(), inner.certs.end());
      add_missing(all, certs);
      inner.certs = storage_.arena.copy(all);
      rewrite(inner);
    }
    const auto number = std::ranges::find(mapped.stm->pattern, index.array);
    const Atom result = code->results[static_cast<size_t>(number - mapped.stm->pattern.begin())];
    const Type* type = storage_.type(stm.pattern[0]);
    const Op* op = builder_.make(Same{{}, result});
    if (index.indices.size() > 1) {
      op = builder_.make(Index{{}, result.var, index.indices.subspan(1)});
    } else if (type->is_array() && type != storage_.type(result)) {
      op = builder_.make(Coerce{{}, result.var});
    }
    builder_.add({stm.pattern, op, storage_.arena.copy(certs), stm.attrs, stm.place});
  }

  Var read_element(Name name, const Type* type, const Op* read, const std::vector<Var>& certs) {
    Var element = storage_.new_var(name, type);
    builder_.add({&element, 1}, read, certs);
    return element;
  }

  static void add_missing(std::vector<Var>& certs, std::span<const Var> more) {
    for (Var cert : more) {
      if (std::ranges::find(certs, cert) == certs.end()) certs.push_back(cert);
    }
  }

  Effects effects_;
  CostModel costs_;
  ConsumedArrays consumed_;
  std::unordered_map<uint32_t, Mapped> maps_;  // by the first variable
  std::unordered_map<Var, uint32_t> map_of_;
};

}  // namespace

Program pull_elements(const Program& program, const Target& target) {
  return PullElements(program, target).program(program);
}

}  // namespace planish::passes
