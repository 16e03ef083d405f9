#include "ir/alias.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/facts.h"

namespace planish::ir {

void merge(RootSet& set, const RootSet& more) {
  if (more.empty()) return;
  RootSet both;
  both.reserve(set.size() + more.size());
  std::ranges::set_union(set, more, std::back_inserter(both));
  set = std::move(both);
}

void regroup(std::vector<RootSet>& sets, const std::function<bool(Root)>& inner,
             const std::function<Root()>& make) {
  std::map<Root, std::vector<size_t>> sets_of;
  for (size_t i = 0; i < sets.size(); i++) {
    std::erase_if(sets[i], [&](Root root) {
      bool is_inner = inner(root);
      if (is_inner) sets_of[root].push_back(i);
      return is_inner;
    });
  }
  std::set<std::vector<size_t>> selections;
  for (auto& [root, selection] : sets_of) selections.insert(std::move(selection));
  for (const std::vector<size_t>& selection : selections) {
    Root made = make();
    for (size_t i : selection) sets[i].push_back(made);
  }
}

std::optional<Atom> viewed(const Op* op) {
  return match(op, []<class T>(const T& node) -> std::optional<Atom> {
    if constexpr (kFacts<T>.memory != Memory::View) {
      return std::nullopt;
    } else if constexpr (requires { node.array; }) {
      return node.array;
    } else {
      return node.value;
    }
  });
}

namespace {

class Consumed {
 public:
  Consumed(const Storage& storage, const Function* callee) : storage_(storage), callee_(callee) {}
  std::vector<Var> vars;

  template <class T>
  void add(const T& node) {
    if constexpr (kFacts<T>.memory == Memory::Written) written(node);
    if constexpr (kFacts<T>.memory == Memory::Passed) passed(node);
    if (const std::optional<OperatorParts> parts = operator_parts(&node))
      operands(parts->arrays, parts->map, parts->first);
  }

 private:
  void written(const Update& n) { vars.push_back(n.array); }
  void written(const FlatUpdate& n) { vars.push_back(n.array); }
  void written(const Hist& n) { all(n.dests); }
  void written(const Scatter& n) { all(n.dests); }
  void written(const SegHist& n) { all(n.dests); }
  void written(const SegScatter& n) { all(n.dests); }
  void written(const Foreign& n) { all(n.dests); }
  void written(const WithAcc& n) { all(n.arrays); }
  void written(const UpdateAcc& n) { vars.push_back(n.acc); }
  void passed(const If&) {}
  void passed(const Match&) {}
  void passed(const Call& n) {
    for (size_t i = 0; i < n.args.size(); i++) argument(n.args[i], callee_->params[i]);
  }
  void passed(const Loop& n) {
    for (const LoopParam& p : n.params) argument(p.init, p.param);
  }

  void all(std::span<const Var> operands) {
    vars.insert(vars.end(), operands.begin(), operands.end());
  }
  // An accumulator has one owner, so that handing it on takes it away.
  void argument(const Atom& atom, const Param& param) {
    if (!atom.var) return;
    const Type* type = storage_.type(atom.var);
    if (type->is_acc() || (type->is_array() && param.unique)) vars.push_back(atom.var);
  }
  // Parameter number first + i of the lambda is a part of operand i.
  void operands(std::span<const Var> arrays, const Lambda* fn, size_t first) {
    if (fn == nullptr) return;
    for (size_t i = 0; i < arrays.size(); i++) argument(arrays[i], fn->params[first + i]);
  }

  const Storage& storage_;
  const Function* callee_;
};

}  // namespace

std::vector<Var> consumed_operands(const Storage& storage, const Op* op, const Function* callee) {
  Consumed consumed(storage, callee);
  match(op, [&](const auto& node) { consumed.add(node); });
  return std::move(consumed.vars);
}

}  // namespace planish::ir
