#include "passes/common/uses.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

using Uses = std::vector<std::pair<Var, size_t>>;

Uses uses_inside(const Storage& storage, const Body* body);

class UseCounter {
 public:
  explicit UseCounter(const Storage& storage) : storage_(storage) {}

  void body(const Body* body) {
    for (const Stm& stm : body->stms) {
      op(stm.op);
      for (Var cert : stm.certs) counts_[cert]++;
      for (Var var : stm.pattern) bind(var);
    }
    for (const Atom& result : body->results) {
      if (result.var) counts_[result.var]++;
    }
  }
  std::unordered_map<Var, size_t> take_all() { return std::move(counts_); }
  Uses take_free() {
    std::erase_if(counts_, [this](const auto& use) { return bound_.contains(use.first); });
    return {counts_.begin(), counts_.end()};
  }

 private:
  void op(const Op* op) {
    for_each_var_use(op, [this](Var var) { counts_[var]++; });
    for_each_binder(op, [this](Var var) { bind(var); });
    for_each_lambda(op, [this](const Lambda* lambda) {
      for (const Param& param : lambda->params) bind(param.var);
    });
    for_each_inner_body(op, [this](const Body* inner) {
      for (const auto& [var, times] : uses_inside(storage_, inner)) counts_[var] += times;
    });
  }
  void bind(Var var) {
    bound_.insert(var);
    for_each_var_in(storage_.type(var), [this](Var size) { counts_[size]++; });
  }

  const Storage& storage_;
  std::unordered_map<Var, size_t> counts_;
  std::unordered_set<Var> bound_;
};

Uses uses_inside(const Storage& storage, const Body* body) {
  if (auto known = storage.known_uses.find(body); known != storage.known_uses.end())
    return known->second;
  UseCounter counter(storage);
  counter.body(body);
  Uses found = counter.take_free();
  if (storage.arena.owns(body)) storage.known_uses.emplace(body, found);
  return found;
}

}  // namespace

void collect_uses(const Storage& storage, const Op* op, std::vector<Var>& uses) {
  const auto add = [&](Var var) { uses.push_back(var); };
  for_each_var_use(op, add);
  for_each_binder(op, [&](Var var) { for_each_var_in(storage.type(var), add); });
  const auto collect = [&](const auto* inner) {
    const std::vector<Var> free = free_variables(storage, inner);
    uses.insert(uses.end(), free.begin(), free.end());
  };
  for_each_body(op, collect);
  for_each_lambda(op, collect);
}

void collect_inner_uses(const Storage& storage, const Op* op, std::vector<Var>& uses) {
  const auto add = [&](Var var) { uses.push_back(var); };
  const auto add_sizes = [&](Var var) { for_each_var_in(storage.type(var), add); };
  for_each_lambda(op, [&](const Lambda* lambda) {
    for (const Param& param : lambda->params) add_sizes(param.var);
  });
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) {
      for_each_var_use(stm.op, add);
      for_each_binder(stm.op, add_sizes);
      collect_inner_uses(storage, stm.op, uses);
      std::ranges::for_each(stm.certs, add);
      std::ranges::for_each(stm.pattern, add_sizes);
    }
    for (const Atom& result : body->results) {
      if (result.var) add(result.var);
    }
  });
}

std::unordered_map<Var, size_t> count_uses(const Storage& storage, const Body* body) {
  UseCounter counter(storage);
  counter.body(body);
  return counter.take_all();
}

}  // namespace planish::passes
