#include "passes/flatten/parallelism.h"

#include <algorithm>
#include <limits>

#include "analysis/inner_bodies.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr int64_t kMany = std::numeric_limits<int64_t>::max();

int64_t times(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMany : product;
}

bool calls_twice(const CallGraph& graph, const Body* body) {
  std::unordered_map<Name, size_t> calls;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    const auto* call = as<Call>(stm.op);
    bool found = call != nullptr && graph.is_recursive(call->fn) && ++calls[call->fn] > 1;
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || calls_twice(graph, inner); });
    return found;
  });
}

}  // namespace

std::unordered_set<Name> branching_functions(const Program& program) {
  CallGraph graph(program);
  std::unordered_set<Name> found;
  // The updates of an accumulator come one after the other.
  auto is_accumulator = [&](const Param& param) {
    return program.storage->type(param.var)->is_acc();
  };
  for (const Function* fn : program.functions) {
    if (graph.is_recursive(fn->name) && calls_twice(graph, fn->body) &&
        std::ranges::none_of(fn->params, is_accumulator))
      found.insert(fn->name);
  }
  return found;
}

Parallelism::Parallelism(const Program& program, const Target& target)
    : program_(program),
      graph_(program),
      thresholds_(target.flatten),
      storage_(*program.storage),
      costs_(program, target.costs),
      consumed_(program),
      shown_(program) {}

// ---- May it be parallel?

std::optional<Because> Parallelism::why_sequential(const Stm& stm) const {
  if (has_attribute(stm.attrs, AttributeKind::Sequential))
    return Because{.ground = Ground::Asked, .attribute = AttributeKind::Sequential};
  bool shown = false;
  for_each_inner_body(stm.op, [&](const Body* inner) { shown = shown || shows(inner); });
  if (shown) return Because{.ground = Ground::Shows};
  const OperatorParts parts = *operator_parts(stm.op);
  for (std::span<const Var> vars : {stm.pattern, parts.arrays, parts.dests}) {
    for (Var var : vars) {
      if (storage_.type(var)->is_acc()) return Because{.ground = Ground::Accumulates};
      if (storage_.type(var)->is_irregular()) return Because{.ground = Ground::Irregular};
    }
  }
  return std::nullopt;
}

bool Parallelism::invariant_lambda(const Lambda* lambda, const Nest& nest) const {
  if (lambda == nullptr) return true;
  return std::ranges::all_of(free_variables(storage_, lambda),
                             [&](Var var) { return nest.is_invariant(var); });
}

bool Parallelism::fits(const Stm& stm, Nest& nest) const {
  if (const auto* loop = as<Loop>(stm.op)) return loop_fits(stm, *loop, nest);
  if (stm.op->kind == Kind::Foreign) return false;
  // The number of elements that these give differs from point to point.
  if (stm.op->kind == Kind::Filter || stm.op->kind == Kind::FlatMap) return false;
  if (!may_be_parallel(stm)) return false;
  OperatorParts parts = *operator_parts(stm.op);
  auto invariant = [&](const Atom& atom) { return nest.is_invariant(atom); };
  auto invariant_type = [&](Var var) { return nest.is_invariant(storage_.type(var)); };
  return invariant(parts.width) && std::ranges::all_of(parts.neutral, invariant) &&
         std::ranges::all_of(parts.shape, invariant) &&
         std::ranges::all_of(stm.pattern, invariant_type) && invariant_lambda(parts.op, nest);
}

bool Parallelism::loop_fits(const Stm& stm, const Loop& loop, Nest& nest) const {
  if (loop.condition != nullptr || !nest.is_invariant(loop.bound) ||
      has_attribute(stm.attrs, AttributeKind::Sequential) || shows(loop.body)) {
    return false;
  }
  // The index is not bound inside the nest when the loop stands around it.
  for (const LoopParam& param : loop.params) nest.bind({&param.param.var, 1});
  // Sizes that change from iteration to iteration differ from point to point.
  for (const LoopParam& param : loop.params) {
    if (!nest.is_invariant(storage_.type(param.param.var))) return false;
  }
  return contains_worth(loop.body, nest);
}

// ---- Is it worth it?

int64_t Parallelism::extent(const Op* op) const {
  // However few elements it is called for, one call is wanted.
  if (const auto* foreign = as<Foreign>(op)) return foreign->lifted.empty() ? 1 : kMany;
  if (const auto* call = as<Call>(op)) {
    // Code that is being explained may call functions that flattening has made.
    const Function* callee = program_.find(call->fn);
    const bool is_open = callee == nullptr || graph_.is_recursive(call->fn);
    return is_open ? kMany : inner_extent(callee->body);
  }
  std::optional<OperatorParts> parts = operator_parts(op);
  if (!parts) {
    int64_t largest = 1;
    for_each_inner_body(
        op, [&](const Body* inner) { largest = std::max(largest, inner_extent(inner)); });
    return largest;
  }
  if (!parts->width.is_const()) return kMany;
  auto width = static_cast<int64_t>(parts->width.constant.bits);
  return times(width, parts->map == nullptr ? 1 : inner_extent(parts->map->body));
}

int64_t Parallelism::inner_extent(const Body* body) const {
  int64_t largest = 1;
  for (const Stm& stm : body->stms) largest = std::max(largest, extent(stm.op));
  return largest;
}

std::optional<Because> Parallelism::too_few(const Op* op) const {
  const int64_t elements = extent(op);
  if (elements > thresholds_.small_inner) return std::nullopt;
  return Because{Ground::FewElements, elements, thresholds_.small_inner};
}

bool Parallelism::is_worth(const Stm& stm, Nest& nest) const {
  return !too_few(stm.op) && fits(stm, nest);
}

bool Parallelism::contains_worth(const Body* body, Nest& nest) const {
  bool found = false;
  for (const Stm& stm : body->stms) {
    found = found || is_worth(stm, nest);
    nest.bind(stm.pattern);
  }
  return found;
}

// ---- May it be done again?

bool Parallelism::is_cheap(const Stm& stm) {
  auto is_scalar = [&](Var var) { return storage_.type(var)->is_scalar(); };
  auto is_cheap_branch = [&](const Body* body) {
    return std::ranges::all_of(body->stms, [&](const Stm& inner) { return is_cheap(inner); });
  };
  bool is_pure = match(
      stm.op, [](const Same&) { return true; }, [](const Unary&) { return true; },
      [](const Binary&) { return true; }, [](const Ternary&) { return true; },
      [](const Convert&) { return true; }, [](const FromBits&) { return true; },
      [](const Index&) { return true; }, [](const Slice&) { return true; },
      [](const FlatSlice&) { return true; }, [](const Rearrange&) { return true; },
      [](const Coerce&) { return true; },
      [&](const If& n) {
        return std::ranges::all_of(stm.pattern, is_scalar) && is_cheap_branch(n.then_body) &&
               is_cheap_branch(n.else_body);
      },
      // Not a reshape: that of a transposed array is a copy.
      [](const auto&) { return false; });
  return is_pure &&
         std::ranges::none_of(stm.pattern,
                              [&](Var var) {
                                return storage_.type(var)->is_irregular() ||
                                       storage_.type(var)->is_acc();
                              }) &&
         costs_.of(stm).is_cheap();
}

bool Parallelism::is_generator(const Stm& stm, const Body* body) const {
  const auto* replicate = as<Replicate>(stm.op);
  bool repeats = replicate != nullptr && replicate->dims.size() == 1 &&
                 storage_.type(replicate->value)->is_scalar();
  if (stm.op->kind != Kind::Iota && !repeats) return false;
  Var array = stm.pattern.front();
  for (const Stm& user : body->stms) {
    Body alone{{&user, 1}, {}};
    std::vector<Var> free = free_variables(storage_, &alone);
    if (std::ranges::find(free, array) == free.end()) continue;
    std::optional<OperatorParts> parts = operator_parts(user.op);
    if (!parts || std::ranges::find(parts->dests, array) != parts->dests.end() ||
        std::ranges::find(parts->neutral, Atom(array)) != parts->neutral.end()) {
      return false;
    }
    bool inside = false;
    for_each_lambda(user.op, [&](const Lambda* lambda) {
      std::vector<Var> used = free_variables(storage_, lambda);
      inside = inside || std::ranges::find(used, array) != used.end();
    });
    if (inside) return false;
  }
  return std::ranges::find(body->results, Atom(array)) == body->results.end();
}

bool Parallelism::is_cheap_later(const Stm& stm, const Nest& nest) {
  if (!is_cheap(stm)) return false;
  // An array that is made inside may have been overwritten by then; one of host level not before
  // the nest is done.
  Body alone{{&stm, 1}, {}};
  return std::ranges::none_of(free_variables(storage_, &alone), [&](Var var) {
    return storage_.type(var)->is_array() && !nest.is_invariant(var) && is_consumed(var);
  });
}

}  // namespace planish::passes
