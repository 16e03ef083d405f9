#include "ir/alias.h"

#include <algorithm>
#include <map>
#include <set>

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
  return match(
      op, [](const Same& n) -> std::optional<Atom> { return n.value; },
      [](const Opaque& n) -> std::optional<Atom> { return n.value; },
      [](const Trace& n) -> std::optional<Atom> { return n.value; },
      [](const Index& n) -> std::optional<Atom> { return n.array; },
      [](const Slice& n) -> std::optional<Atom> { return n.array; },
      [](const FlatSlice& n) -> std::optional<Atom> { return n.array; },
      [](const Reshape& n) -> std::optional<Atom> { return n.array; },
      [](const Rearrange& n) -> std::optional<Atom> { return n.array; },
      [](const Coerce& n) -> std::optional<Atom> { return n.array; },
      [](const auto&) -> std::optional<Atom> { return std::nullopt; });
}

namespace {

class Consumed {
 public:
  Consumed(const Storage& storage, const Function* callee) : storage_(storage), callee_(callee) {}
  std::vector<Var> vars;

  void operator()(const Update& n) { vars.push_back(n.array); }
  void operator()(const FlatUpdate& n) { vars.push_back(n.array); }
  void operator()(const Hist& n) {
    all(n.dests);
    operands(n.arrays, n.map, 0);
  }
  void operator()(const Scatter& n) {
    all(n.dests);
    operands(n.arrays, n.map, 0);
  }
  void operator()(const SegHist& n) { all(n.dests); }
  void operator()(const SegScatter& n) { all(n.dests); }
  void operator()(const WithAcc& n) { all(n.arrays); }
  void operator()(const UpdateAcc& n) { vars.push_back(n.acc); }
  void operator()(const Call& n) {
    for (size_t i = 0; i < n.args.size(); i++) argument(n.args[i], callee_->params[i]);
  }
  void operator()(const Loop& n) {
    for (const LoopParam& p : n.params) argument(p.init, p.param);
  }
  void operator()(const Map& n) { operands(n.arrays, n.fn, 0); }
  void operator()(const Reduce& n) { operands(n.arrays, n.map, 0); }
  void operator()(const Scan& n) { operands(n.arrays, n.map, 0); }
  void operator()(const Filter& n) { operands(n.arrays, n.predicate, 0); }
  void operator()(const FlatMap& n) { operands(n.arrays, n.fn, 0); }
  void operator()(const StreamMap& n) { operands(n.arrays, n.fn, 1); }
  void operator()(const StreamRed& n) { operands(n.arrays, n.fn, 1 + n.neutral.size()); }
  void operator()(const StreamSeq& n) { operands(n.arrays, n.fn, 1 + n.init.size()); }
  void operator()(const Op&) {}  // all others

 private:
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
  match(op, [&](const auto& node) { consumed(node); });
  return std::move(consumed.vars);
}

}  // namespace planish::ir
