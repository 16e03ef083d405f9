#include "passes/common/size_slice.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "analysis/inner_bodies.h"

namespace planish::passes {

using namespace ir;

namespace {

bool may_fail(const Op* op) {
  if (as<Check>(op) != nullptr || as<Call>(op) != nullptr) return true;
  bool found = false;
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) found |= may_fail(stm.op);
  });
  return found;
}

class Slicer {
 public:
  explicit Slicer(Storage& storage) : storage_(storage) {}

  const Body* slice(const Body* old, Var size) {
    const Body* result = body(old, {size});
    // A check that fails must not wait for a loop that does not end.
    return may_fail_ && endless_ ? nullptr : result;
  }

 private:
  // Null: it cannot be done.
  const Body* body(const Body* old, const std::vector<Atom>& results) {
    std::unordered_set<Var> needed;
    for (const Atom& result : results) {
      if (!storage_.type(result)->is_scalar()) return nullptr;
      if (result.var) needed.insert(result.var);
    }
    std::vector<Stm> kept;
    for (size_t i = old->stms.size(); i-- > 0;) {
      const Stm& stm = old->stms[i];
      may_fail_ |= may_fail(stm.op);
      auto is_needed = [&](Var var) { return needed.contains(var); };
      if (std::ranges::none_of(stm.pattern, is_needed)) continue;
      std::optional<Stm> part = statement(stm, needed);
      if (!part) return nullptr;
      for (Var var : free_of(part->op)) needed.insert(var);
      kept.push_back(*part);
      endless_ |= as<Loop>(stm.op) != nullptr && as<Loop>(stm.op)->condition != nullptr;
    }
    std::ranges::reverse(kept);
    return storage_.arena.make<Body>(Body{storage_.arena.copy(kept), storage_.arena.copy(results)});
  }

  std::vector<Var> free_of(const Op* op) {
    Stm stm{{}, op, {}, {}, {}};
    Body alone{storage_.arena.copy({stm}), {}};
    return free_variables(storage_, &alone);
  }

  std::optional<Stm> statement(const Stm& stm, const std::unordered_set<Var>& needed) {
    if (!stm.certs.empty()) return std::nullopt;
    std::vector<size_t> wanted;
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      if (needed.contains(stm.pattern[i])) wanted.push_back(i);
    }
    const Op* op = match(
        stm.op, [&](const Same&) { return stm.op; }, [&](const Unary&) { return stm.op; },
        [&](const Binary&) { return stm.op; }, [&](const Ternary&) { return stm.op; },
        [&](const Convert&) { return stm.op; }, [&](const RowLength&) { return stm.op; },
        [&](const If& node) -> const Op* {
          const Body* then_body = branch(node.then_body, wanted);
          const Body* else_body = branch(node.else_body, wanted);
          if (then_body == nullptr || else_body == nullptr) return nullptr;
          return storage_.arena.make<If>(If{{If::K}, node.condition, then_body, else_body});
        },
        [&](const Loop& node) { return loop(node, wanted); },
        [](const auto&) -> const Op* { return nullptr; });
    if (op == nullptr) return std::nullopt;
    Stm part = stm;
    part.op = op;
    std::vector<Var> pattern;
    for (size_t i : wanted) pattern.push_back(stm.pattern[i]);
    part.pattern = storage_.arena.copy(pattern);
    return part;
  }

  const Body* branch(const Body* old, const std::vector<size_t>& wanted) {
    std::vector<Atom> results;
    for (size_t i : wanted) results.push_back(old->results[i]);
    return body(old, results);
  }

  // `wanted` grows by the parameters that those wanted need.
  const Op* loop(const Loop& op, std::vector<size_t>& wanted) {
    Loop part = op;
    if (op.condition != nullptr) part.condition = branch(op.condition, {0});
    if (op.condition != nullptr && part.condition == nullptr) return nullptr;
    for (size_t before = 0; before != wanted.size();) {
      before = wanted.size();
      part.body = branch(op.body, wanted);
      if (part.body == nullptr) return nullptr;
      std::vector<Var> used = free_variables(storage_, part.body);
      if (part.condition != nullptr) {
        for (Var var : free_variables(storage_, part.condition)) used.push_back(var);
      }
      for (size_t i = 0; i < op.params.size(); i++) {
        bool is_used = std::ranges::find(used, op.params[i].param.var) != used.end();
        if (is_used && std::ranges::find(wanted, i) == wanted.end()) wanted.push_back(i);
      }
      std::ranges::sort(wanted);
    }
    std::vector<LoopParam> params;
    for (size_t i : wanted) {
      if (!storage_.type(op.params[i].param.var)->is_scalar()) return nullptr;
      params.push_back(op.params[i]);
    }
    part.params = storage_.arena.copy(params);
    return storage_.arena.make<Loop>(part);
  }

  Storage& storage_;
  bool may_fail_ = false;
  bool endless_ = false;
};

}  // namespace

const Body* size_slice(Storage& storage, const Body* body, Var size) {
  return Slicer(storage).slice(body, size);
}

}  // namespace planish::passes
