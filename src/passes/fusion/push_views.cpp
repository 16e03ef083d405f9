#include "passes/fusion/push_views.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/alias.h"
#include "ir/build/builder.h"
#include "ir/walk.h"
#include "passes/common/uses.h"
#include "passes/fusion/parallel_operator.h"

namespace planish::passes {

using namespace ir;

namespace {

// A map whose function is nothing but another map.
struct TwoMaps {
  const Map* outer = nullptr;
  const Map* inner = nullptr;
  std::span<const Var> certs;  // of the inner one
};

class PushViews {
 public:
  PushViews(Storage& storage, const Effects& effects, MemoryClasses& memory)
      : storage_(storage), effects_(effects), memory_(memory) {}

  const Body* run(const Body* body) {
    for (const Stm& stm : body->stms) {
      if (std::optional<ParallelOperator> op = parallel_operator(storage_, stm))
        read_by_operators_.insert(op->arrays.begin(), op->arrays.end());
    }
    counts_ = count_uses(storage_, body);
    for (const Stm& stm : body->stms) {
      if (!push(stm)) add(stm);
    }
    if (!changed_) return body;
    std::erase_if(stms_, [&](const Stm& stm) {
      return stm.pattern.size() == 1 && gone_.contains(stm.pattern[0]);
    });
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms_), body->results});
  }

 private:
  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }
  void add(const Stm& stm) {
    for (Var var : stm.pattern) definitions_[var] = stm;
    stms_.push_back(stm);
  }

  bool push(const Stm& stm) {
    if (stm.pattern.size() != 1 || counts_[stm.pattern[0]] != 1 ||
        !read_by_operators_.contains(stm.pattern[0]))
      return false;
    const bool done = match(
        stm.op, [&](const Rearrange& n) { return transpose(stm, n); },
        [&](const Reshape& n) { return flatten(stm, n) || unflatten(stm, n); },
        [&](const Concat& n) { return join_slices(stm, n); }, [](const auto&) { return false; });
    changed_ |= done;
    return done;
  }

  // The map that gives the array, if only so many statements use what it gives, and it can be done
  // elsewhere.
  const Stm* movable_map(Var array, size_t uses) {
    auto it = definitions_.find(array);
    if (it == definitions_.end() || counts_[array] != uses) return nullptr;
    const Map* map = as<Map>(it->second.op);
    if (map == nullptr || it->second.pattern.size() != 1) return nullptr;
    if (!parallel_operator(storage_, it->second) || effects_.has_effect(map)) return nullptr;
    auto stays = [&](Var var) {
      return !is_memory(storage_.type(var)) || !memory_.is_consumed(var);
    };
    const bool moves = std::ranges::none_of(map->fn->params, &Param::unique) && stays(array) &&
                       std::ranges::all_of(map->arrays, stays) &&
                       std::ranges::all_of(free_variables(storage_, map->fn), stays);
    return moves ? &it->second : nullptr;
  }

  std::optional<TwoMaps> two_maps(const Stm& stm) const {
    const Map* outer = as<Map>(stm.op);
    const Body* body = outer->fn->body;
    if (body->stms.size() != 1 || body->results.size() != 1) return std::nullopt;
    const Stm& only = body->stms[0];
    const Map* inner = as<Map>(only.op);
    if (inner == nullptr || only.pattern.size() != 1 || body->results[0] != Atom(only.pattern[0]) ||
        !std::ranges::equal(only.attrs, stm.attrs) || !parallel_operator(storage_, only) ||
        std::ranges::any_of(inner->fn->params, &Param::unique))
      return std::nullopt;
    // Rows are read by the inner map, and in no other way.
    std::vector<Var> free = free_variables(storage_, inner->fn);
    for (const Param& param : outer->fn->params) {
      if (storage_.type(param.var)->is_array() && std::ranges::find(free, param.var) != free.end())
        return std::nullopt;
    }
    if (std::ranges::find(outer->fn->params, inner->width.var, &Param::var) !=
        outer->fn->params.end())
      return std::nullopt;
    return TwoMaps{outer, inner, only.certs};
  }

  // A view of an array that the statement reads instead.
  Var view(Var array, const Type* type, const Op* op, const Stm& stm) {
    Var made = storage_.new_var(storage_.vars[array.id].name, type);
    add({storage_.arena.copy({made}), op, stm.certs, {}, stm.place});
    memory_.unite(made, array);
    return made;
  }

  // The map in the place of the view.
  void replace(const Stm& stm, const Stm& from, std::span<const Var> inner_certs, const Map& map) {
    std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
    for (std::span<const Var> more : {from.certs, inner_certs}) {
      for (Var cert : more) {
        if (std::ranges::find(certs, cert) == certs.end()) certs.push_back(cert);
      }
    }
    gone_.insert(from.pattern[0]);
    add({stm.pattern, make(map), storage_.arena.copy(certs), from.attrs, from.place});
  }

  const Lambda* lambda(const std::vector<Param>& params, const Body& body, PlaceId place) {
    return storage_.arena.make<Lambda>(
        Lambda{storage_.arena.copy(params), storage_.arena.make<Body>(body), place});
  }

  // ---- transpose (map (map f) xss)

  bool transpose(const Stm& stm, const Rearrange& n) {
    if (n.order.size() < 2 || n.order[0] != 1 || n.order[1] != 0) return false;
    for (uint32_t k = 2; k < n.order.size(); k++) {
      if (n.order[k] != k) return false;
    }
    const Stm* from = movable_map(n.array, 1);
    const std::optional<TwoMaps> nest = from == nullptr ? std::nullopt : two_maps(*from);
    if (!nest) return false;
    const Stm producer = *from;
    std::vector<Var> outer_arrays;
    std::vector<Param> outer_params;
    std::vector<Var> inner_arrays;
    std::vector<Param> inner_params;
    for (size_t k = 0; k < nest->inner->arrays.size(); k++) {
      const Var read = nest->inner->arrays[k];
      const Param& element = nest->inner->fn->params[k];
      const auto row = std::ranges::find(nest->outer->fn->params, read, &Param::var);
      if (row == nest->outer->fn->params.end()) {
        outer_arrays.push_back(read);
        outer_params.push_back(element);
        continue;
      }
      const Var array =
          nest->outer->arrays[static_cast<size_t>(row - nest->outer->fn->params.begin())];
      const Type* type = storage_.type(array);
      std::vector<Dim> dims(type->dims.begin(), type->dims.end());
      std::swap(dims[0], dims[1]);
      std::vector<uint32_t> order{1, 0};
      for (uint32_t d = 2; d < dims.size(); d++) order.push_back(d);
      const Op* op = make(Rearrange{{}, array, storage_.arena.copy(order)});
      outer_arrays.push_back(view(array, storage_.types.array(type->elem, dims), op, stm));
      const Type* column = storage_.types.without_outer(storage_.type(outer_arrays.back()), 1);
      Var taken = storage_.new_var({}, column);
      memory_.unite(taken, array);
      outer_params.push_back({taken, false});
      inner_arrays.push_back(taken);
      inner_params.push_back(element);
    }
    for (size_t k = 0; k < nest->outer->arrays.size(); k++) {
      const Param& element = nest->outer->fn->params[k];
      if (storage_.type(element.var)->is_array()) continue;
      inner_arrays.push_back(nest->outer->arrays[k]);
      inner_params.push_back(element);
    }
    const Body* code = nest->inner->fn->body;
    const Lambda* inner = lambda(inner_params, *code, nest->inner->fn->place);
    replace(stm, producer, nest->certs,
            Map{{},
                nest->inner->width,
                map_of(outer_params, nest->outer->width, inner, inner_arrays, producer),
                storage_.arena.copy(outer_arrays)});
    return true;
  }

  // A function that maps another over arrays.
  const Lambda* map_of(const std::vector<Param>& params, const Atom& width, const Lambda* inner,
                       const std::vector<Var>& arrays, const Stm& like) {
    const Dim outer = Builder::dim(width);
    const Type* element = storage_.type(inner->body->results[0]);
    Var row = storage_.new_var({}, storage_.types.with_outer({&outer, 1}, element));
    const Op* op = make(Map{{}, width, inner, storage_.arena.copy(arrays)});
    const Stm only{storage_.arena.copy({row}), op, {}, like.attrs, like.place};
    return lambda(params, {storage_.arena.copy({only}), storage_.arena.copy({Atom(row)})},
                  like.place);
  }

  // ---- flatten (map (map f) xss), and unflatten (map f xs)

  // The array with other outer dimensions in place of its first ones.
  Var reshaped(Var array, std::span<const Dim> outer, size_t instead_of, const Stm& stm) {
    const Type* type = storage_.type(array);
    std::vector<Dim> dims(outer.begin(), outer.end());
    dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(instead_of), type->dims.end());
    std::vector<Atom> atoms;
    for (const Dim& dim : dims) atoms.push_back(Builder::atom(dim));
    const Op* op = make(Reshape{{}, array, storage_.arena.copy(atoms)});
    return view(array, storage_.types.array(type->elem, dims), op, stm);
  }

  // Is reshaping it a copy?
  bool is_rearranged(Var array) const {
    auto it = definitions_.find(array);
    return it != definitions_.end() && as<Rearrange>(it->second.op) != nullptr;
  }

  bool flatten(const Stm& stm, const Reshape& n) {
    const Type* before = storage_.type(n.array);
    const Type* now = storage_.type(stm.pattern[0]);
    if (before->rank() != now->rank() + 1 || !same_inside(before, 2, now, 1)) return false;
    const Stm* from = movable_map(n.array, 1);
    const std::optional<TwoMaps> nest = from == nullptr ? std::nullopt : two_maps(*from);
    if (!nest) return false;
    const Stm producer = *from;
    std::vector<Var> free = free_variables(storage_, nest->inner->fn);
    std::vector<Var> arrays;
    for (Var read : nest->inner->arrays) {
      const auto row = std::ranges::find(nest->outer->fn->params, read, &Param::var);
      if (row == nest->outer->fn->params.end()) return false;
      arrays.push_back(
          nest->outer->arrays[static_cast<size_t>(row - nest->outer->fn->params.begin())]);
    }
    auto is_free = [&](const Param& param) {
      return std::ranges::find(free, param.var) != free.end();
    };
    if (std::ranges::any_of(nest->outer->fn->params, is_free) ||
        std::ranges::any_of(arrays, [&](Var array) { return is_rearranged(array); }))
      return false;
    for (Var& array : arrays) array = reshaped(array, {&now->dims[0], 1}, 2, stm);
    replace(stm, producer, nest->certs,
            Map{{}, n.dims[0], nest->inner->fn, storage_.arena.copy(arrays)});
    return true;
  }

  bool unflatten(const Stm& stm, const Reshape& n) {
    const Type* before = storage_.type(n.array);
    const Type* now = storage_.type(stm.pattern[0]);
    if (before->rank() + 1 != now->rank() || !same_inside(before, 1, now, 2)) return false;
    const Stm* from = movable_map(n.array, 1);
    if (from == nullptr) return false;
    const Stm producer = *from;
    const Map* map = as<Map>(producer.op);
    if (std::ranges::any_of(map->arrays, [&](Var array) { return is_rearranged(array); }))
      return false;
    std::vector<Var> arrays;
    std::vector<Param> params;
    std::vector<Var> rows;
    for (Var array : map->arrays) {
      arrays.push_back(reshaped(array, now->dims.first(2), 1, stm));
      const Type* row = storage_.types.without_outer(storage_.type(arrays.back()), 1);
      rows.push_back(storage_.new_var({}, row));
      memory_.unite(rows.back(), array);
      params.push_back({rows.back(), false});
    }
    replace(stm, producer, {},
            Map{{},
                n.dims[0],
                map_of(params, n.dims[1], map->fn, rows, producer),
                storage_.arena.copy(arrays)});
    return true;
  }

  // Are the dimensions from here on the same?
  static bool same_inside(const Type* a, size_t from_a, const Type* b, size_t from_b) {
    return std::ranges::equal(a->dims.subspan(from_a), b->dims.subspan(from_b));
  }

  // ---- concat of slices of a map

  bool join_slices(const Stm& stm, const Concat& n) {
    std::vector<const Slice*> slices;
    for (Var part : n.arrays) {
      auto it = definitions_.find(part);
      const Slice* slice = it == definitions_.end() ? nullptr : as<Slice>(it->second.op);
      if (slice == nullptr || slice->dims.size() != 1 || slice->dims[0].is_index ||
          counts_[part] != 1 || (!slices.empty() && slice->array != slices[0]->array))
        return false;
      slices.push_back(slice);
    }
    const Stm* from = slices.empty() ? nullptr : movable_map(slices[0]->array, slices.size());
    if (from == nullptr) return false;
    const Stm producer = *from;
    const Map* map = as<Map>(producer.op);
    const Dim& outer = storage_.type(stm.pattern[0])->dims[0];
    std::vector<Var> arrays;
    for (Var array : map->arrays) {
      const Type* row = storage_.types.without_outer(storage_.type(array), 1);
      std::vector<Var> parts;
      for (size_t k = 0; k < slices.size(); k++) {
        const Dim& count = storage_.type(n.arrays[k])->dims[0];
        parts.push_back(view(array, storage_.types.with_outer({&count, 1}, row),
                             make(Slice{{}, array, slices[k]->dims}),
                             definitions_.at(n.arrays[k])));
      }
      Var whole = storage_.new_var({}, storage_.types.with_outer({&outer, 1}, row));
      add({storage_.arena.copy({whole}),
           make(Concat{{}, storage_.arena.copy(parts)}),
           stm.certs,
           {},
           stm.place});
      arrays.push_back(whole);
    }
    for (Var part : n.arrays) gone_.insert(part);
    replace(stm, producer, {}, Map{{}, Builder::atom(outer), map->fn, storage_.arena.copy(arrays)});
    return true;
  }

  Storage& storage_;
  const Effects& effects_;
  MemoryClasses& memory_;
  std::unordered_map<Var, Stm> definitions_;
  std::unordered_map<Var, size_t> counts_;  // of uses
  std::unordered_set<Var> read_by_operators_;
  std::unordered_set<Var> gone_;  // what was behind a view that is gone, too
  std::vector<Stm> stms_;
  bool changed_ = false;
};

}  // namespace

const Body* push_views(Storage& storage, const Effects& effects, MemoryClasses& memory,
                       const Body* body) {
  return PushViews(storage, effects, memory).run(body);
}

}  // namespace planish::passes
