#include "passes/fusion/prepare_views.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/alias.h"
#include "ir/walk.h"
#include "passes/common/uses.h"
#include "passes/fusion/parallel_operator.h"

namespace planish::passes {

using namespace ir;

namespace {

class PrepareViews {
 public:
  PrepareViews(Storage& storage, const Effects& effects, MemoryClasses& memory)
      : storage_(storage), effects_(effects), memory_(memory) {}

  const Body* run(const Body* body) {
    for (const Stm& stm : body->stms) {
      for (Var var : stm.pattern) definitions_[var] = &stm;
    }
    counts_ = count_uses(storage_, body);
    for (const Stm& stm : body->stms) {
      if (!slice_before_map(stm)) own_views(stm);
    }
    if (!changed_) return body;
    std::erase_if(stms_, [&](const Stm& stm) {
      return stm.pattern.size() == 1 && gone_.contains(stm.pattern[0]);
    });
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms_), body->results});
  }

 private:
  const Stm* definition(Var var) const {
    auto it = definitions_.find(var);
    return it == definitions_.end() ? nullptr : it->second;
  }
  bool is_consumed(Var var) { return is_memory(storage_.type(var)) && memory_.is_consumed(var); }
  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }

  bool slice_before_map(const Stm& stm) {
    const Slice* slice = as<Slice>(stm.op);
    if (slice == nullptr || slice->dims.size() != 1 || slice->dims[0].is_index) return false;
    const Stm* from = definition(slice->array);
    const Map* map = from == nullptr ? nullptr : as<Map>(from->op);
    if (map == nullptr || from->pattern.size() != 1 || counts_[slice->array] != 1) return false;
    // A map that may stop the program has to look at all elements.
    if (!parallel_operator(storage_, *from) || effects_.has_effect(map)) return false;
    auto moves = [&](Var var) { return !is_consumed(var); };
    if (!std::ranges::all_of(map->arrays, moves) ||
        !std::ranges::all_of(free_variables(storage_, map->fn), moves))
      return false;
    // One that is a slice itself by now reads other arrays.
    if (sliced_.contains(from->pattern[0])) return false;
    const Dim& outer = storage_.type(stm.pattern[0])->dims[0];
    std::vector<Var> arrays;
    for (Var array : map->arrays) {
      const Type* row = storage_.types.without_outer(storage_.type(array), 1);
      Var part = storage_.new_var(storage_.vars[array.id].name,
                                  storage_.types.with_outer({&outer, 1}, row));
      const Op* op = make(Slice{{}, array, slice->dims});
      stms_.push_back(
          {storage_.arena.copy({part}), op, joined(stm.certs, from->certs), {}, stm.place});
      memory_.unite(part, array);
      arrays.push_back(part);
      // The map itself, of which nothing is left, may have been made to do without an array of one
      // value.
      gone_.erase(array);
    }
    const Op* op = make(Map{{}, slice->dims[0].count, map->fn, storage_.arena.copy(arrays)});
    stms_.push_back({stm.pattern, op, joined(stm.certs, from->certs), from->attrs, from->place});
    gone_.insert(slice->array);
    sliced_.insert(stm.pattern[0]);
    changed_ = true;
    return true;
  }

  std::span<const Var> joined(std::span<const Var> a, std::span<const Var> b) {
    std::vector<Var> all(a.begin(), a.end());
    for (Var var : b) {
      if (std::ranges::find(a, var) == a.end()) all.push_back(var);
    }
    return storage_.arena.copy(all);
  }

  // The array, or a copy of the views that lead from what an operator gives to it.
  Var own_view(Var array) {
    const Stm* stm = definition(array);
    if (stm == nullptr || stm->pattern.size() != 1 || !stm->attrs.empty()) return array;
    const std::optional<ElementView> view = element_view(storage_, *stm);
    if (!view) return array;
    const Stm* base = definition(view->base);
    if (base == nullptr) return array;
    const Var from = parallel_operator(storage_, *base) ? view->base : own_view(view->base);
    const bool leads_to_operator = parallel_operator(storage_, *base) || from != view->base;
    if (!leads_to_operator || (counts_[array] == 1 && from == view->base)) return array;
    Var own = storage_.new_var(storage_.vars[array.id].name, storage_.type(array));
    Stm copy = *stm;
    copy.pattern = storage_.arena.copy({own});
    copy.op =
        stm->op->kind == Kind::Same ? make(Same{{}, from}) : applied_to(storage_, stm->op, from);
    stms_.push_back(copy);
    memory_.unite(own, from);
    changed_ = true;
    return own;
  }

  // Arrays of one value many times are that value in the function of the operator, if there are
  // others left to read.
  Stm without_replicates(const Stm& stm) {
    Stm now = stm;
    now.op = match(stm.op, [&]<class T>(const T& n) -> const Op* {
      if constexpr (requires { n.map; } || std::is_same_v<T, Map>) {
        T copy = n;
        const Lambda** fn = nullptr;
        if constexpr (std::is_same_v<T, Map>) {
          fn = &copy.fn;
        } else {
          fn = &copy.map;
        }
        if (!replace_replicates(now, *fn, copy.arrays)) return &n;
        return make(copy);
      } else {
        return &n;
      }
    });
    return now;
  }

  // The value that each element of the array is; none: there is no such value.
  const Replicate* replicated(Var array) const {
    const Stm* made = definition(array);
    const auto* replicate = made == nullptr ? nullptr : as<Replicate>(made->op);
    if (replicate == nullptr || replicate->dims.size() != 1 ||
        storage_.type(replicate->value)->is_array())
      return nullptr;
    return replicate;
  }

  bool replace_replicates(Stm& stm, const Lambda*& fn, std::span<const Var>& arrays) {
    auto is_replicated = [&](Var array) { return replicated(array) != nullptr; };
    if (std::ranges::none_of(arrays, is_replicated) || std::ranges::all_of(arrays, is_replicated))
      return false;
    std::vector<Var> kept;
    std::vector<Param> params;
    std::vector<Atom> elements;
    std::vector<Stm> stms;
    for (size_t i = 0; i < arrays.size(); i++) {
      const Type* row = storage_.types.without_outer(storage_.type(arrays[i]), 1);
      const Param param = fn != nullptr ? fn->params[i] : Param{storage_.new_var({}, row), false};
      elements.emplace_back(param.var);
      const Replicate* replicate = replicated(arrays[i]);
      if (replicate == nullptr) {
        kept.push_back(arrays[i]);
        params.push_back(param);
        memory_.unite(param.var, arrays[i]);
        continue;
      }
      const Op* value = make(Same{{}, replicate->value});
      stms.push_back({storage_.arena.copy({param.var}), value, {}, {}, stm.place});
      stm.certs = joined(stm.certs, definition(arrays[i])->certs);
      if (--counts_[arrays[i]] == 0) gone_.insert(arrays[i]);
    }
    std::span<const Atom> results = storage_.arena.copy(elements);
    if (fn != nullptr) {
      stms.insert(stms.end(), fn->body->stms.begin(), fn->body->stms.end());
      results = fn->body->results;
    }
    const Body* body = storage_.arena.make<Body>(Body{storage_.arena.copy(stms), results});
    fn = storage_.arena.make<Lambda>(Lambda{storage_.arena.copy(params), body, stm.place});
    arrays = storage_.arena.copy(kept);
    changed_ = true;
    return true;
  }

  void own_views(const Stm& old) {
    const Stm stm = parallel_operator(storage_, old) ? without_replicates(old) : old;
    Stm now = stm;
    if (parallel_operator(storage_, stm)) {
      now.op = match(stm.op, [&](const auto& n) -> const Op* {
        using T = std::remove_cvref_t<decltype(n)>;
        if constexpr (requires { n.arrays; }) {
          std::vector<Var> arrays;
          for (Var array : n.arrays) arrays.push_back(own_view(array));
          if (std::ranges::equal(arrays, n.arrays)) return &n;
          T copy = n;
          copy.arrays = storage_.arena.copy(arrays);
          return make(copy);
        } else {
          return &n;
        }
      });
    }
    stms_.push_back(now);
  }

  Storage& storage_;
  const Effects& effects_;
  MemoryClasses& memory_;
  std::unordered_map<Var, const Stm*> definitions_;
  std::unordered_map<Var, size_t> counts_;  // of uses
  std::unordered_set<Var> gone_;            // maps that have become slices
  std::unordered_set<Var> sliced_;
  std::vector<Stm> stms_;
  bool changed_ = false;
};

}  // namespace

const Body* prepare_views(Storage& storage, const Effects& effects, MemoryClasses& memory,
                          const Body* body) {
  return PrepareViews(storage, effects, memory).run(body);
}

}  // namespace planish::passes
