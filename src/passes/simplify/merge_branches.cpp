#include "passes/simplify/merge_branches.h"

#include <algorithm>
#include <map>

#include "ir/match.h"
#include "passes/common/operation_key.h"
#include "passes/common/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

// With fewer branches that are alike, they stay.
constexpr size_t kFewest = 4;

// The constants of a body, in the order of the walk.
class Constants : public Rebuild {
 public:
  using Rebuild::Rebuild;
  std::vector<Const> found;

  Atom atom(const Atom& atom) override {
    if (atom.is_const()) found.push_back(atom.constant);
    return atom;
  }
};

// Replaces some of them.
class ReplaceConstants : public Rebuild {
 public:
  ReplaceConstants(Storage& storage, const std::map<size_t, Var>& by) : Rebuild(storage), by_(by) {}

  Atom atom(const Atom& atom) override {
    if (!atom.is_const()) return atom;
    auto found = by_.find(next_++);
    return found == by_.end() ? atom : Atom(found->second);
  }

 private:
  const std::map<size_t, Var>& by_;
  size_t next_ = 0;
};

class MergeBranches : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

 private:
  bool rewrite(const Stm& old) override {
    Stm stm = stm_children(old);
    bool merged = false;
    if (const auto* match = as<Match>(stm.op)) merged = merge(stm, *match);
    builder_.add(stm);
    return merged || stm.op != old.op;
  }

  struct Branch {
    std::optional<Const> value;  // none: otherwise
    const Body* body;
  };
  using Group = std::vector<Branch>;

  // Branches that are alike are in one group.
  std::vector<Group> groups_of(const Match& match) {
    std::vector<Branch> branches;
    for (const MatchCase& one : match.cases) branches.push_back({one.value, one.body});
    if (match.otherwise != nullptr) branches.push_back({std::nullopt, match.otherwise});
    std::vector<Group> groups;
    std::map<OperationKey, size_t> by_shape;
    for (const Branch& branch : branches) {
      std::optional<OperationKey> shape;
      if (!branch.body->stms.empty()) shape = body_shape(storage_, branch.body);
      if (!shape) {
        groups.push_back({branch});
        continue;
      }
      auto [known, is_new] = by_shape.emplace(*shape, groups.size());
      if (is_new) groups.emplace_back();
      groups[known->second].push_back(branch);
    }
    return groups;
  }

  // Changes the statement, and adds others before it.
  bool merge(Stm& stm, const Match& match) {
    if (match.cases.size() + 1 < kFewest) return false;
    std::vector<Group> groups = groups_of(match);
    auto is_large = [](const Group& group) { return group.size() >= kFewest; };
    if (std::ranges::none_of(groups, is_large)) return false;
    // Those of small groups stay by themselves.
    std::vector<Group> kinds;
    for (const Group& group : groups) {
      if (is_large(group)) {
        kinds.push_back(group);
      } else {
        for (const Branch& branch : group) kinds.push_back({branch});
      }
    }
    if (kinds.size() == 1) {
      const Body* merged = merged_body(match.value, kinds[0]);
      const Atom always(Const{Prim::Bool, 1});
      stm.op = builder_.make(If{{}, always, merged, clone_body(storage_, merged)});
      return true;
    }
    std::vector<std::pair<Branch, std::vector<Atom>>> numbers;
    std::vector<MatchCase> cases;
    for (size_t i = 0; i < kinds.size(); i++) {
      Const number{Prim::I32, i};
      for (const Branch& branch : kinds[i]) numbers.push_back({branch, {Atom(number)}});
      const Body* body = kinds[i][0].body;
      if (kinds[i].size() > 1) {
        body = builder_.body([&] {
          const Body* merged = merged_body(match.value, kinds[i]);
          for (const Stm& inner : merged->stms) builder_.add(inner);
          return std::vector<Atom>(merged->results.begin(), merged->results.end());
        });
      }
      cases.push_back({number, body});
    }
    Var kind = builder_.new_var("kind", storage_.types.scalar(Prim::I32));
    builder_.add({&kind, 1}, table(match.value, numbers));
    stm.op = builder_.make(Match{{}, kind, builder_.list(cases), nullptr});
    return true;
  }

  // What is chosen for each branch.
  const Op* table(const Atom& value,
                  const std::vector<std::pair<Branch, std::vector<Atom>>>& choices) {
    Match match{{}, value, {}, nullptr};
    std::vector<MatchCase> cases;
    for (const auto& [branch, atoms] : choices) {
      const auto* body = storage_.arena.make<Body>(Body{{}, storage_.arena.copy(atoms)});
      if (branch.value) {
        cases.push_back({*branch.value, body});
      } else {
        match.otherwise = body;
      }
    }
    match.cases = builder_.list(cases);
    return builder_.make(match);
  }

  // The body of the first branch with variables for constants; adds the statement that binds these.
  const Body* merged_body(const Atom& value, const Group& group) {
    std::vector<std::vector<Const>> constants;
    for (const Branch& branch : group) {
      Constants all(storage_);
      all.body(branch.body);
      constants.push_back(std::move(all.found));
    }
    std::map<size_t, Var> chosen;
    std::vector<Var> pattern;
    std::vector<std::pair<Branch, std::vector<Atom>>> choices;
    for (const Branch& branch : group) choices.push_back({branch, {}});
    for (size_t k = 0; k < constants[0].size(); k++) {
      auto is_same = [&](const std::vector<Const>& other) { return other[k] == constants[0][k]; };
      if (std::ranges::all_of(constants, is_same)) continue;
      Var var = builder_.new_var("constant", storage_.types.scalar(constants[0][k].prim));
      chosen[k] = var;
      pattern.push_back(var);
      for (size_t i = 0; i < group.size(); i++) choices[i].second.emplace_back(constants[i][k]);
    }
    if (pattern.empty()) return group[0].body;
    builder_.add(pattern, table(value, choices));
    return ReplaceConstants(storage_, chosen).body(group[0].body);
  }
};

}  // namespace

Program merge_branches(const Program& program) { return MergeBranches(program).program(program); }

}  // namespace planish::passes
