#include "passes/fusion/statement_graph.h"

#include <algorithm>

#include "ir/alias.h"
#include "ir/walk.h"
#include "passes/common/uses.h"

namespace planish::passes {

using namespace ir;

namespace {

void keep_one_of_each(std::vector<Var>& vars) {
  std::ranges::sort(vars, {}, &Var::id);
  auto rest = std::ranges::unique(vars);
  vars.erase(rest.begin(), rest.end());
}

}  // namespace

StatementGraph::StatementGraph(Storage& storage, const Effects& effects, MemoryClasses& memory,
                               const Body* body)
    : dependencies(body->stms.size()), storage_(storage), memory_(memory) {
  statements.reserve(body->stms.size());
  for (const Stm& stm : body->stms) {
    const auto node = static_cast<Node>(statements.size());
    statements.push_back({stm, parallel_operator(storage, stm), {}, effects.effect(stm.op)});
    for (Var var : stm.pattern) binders_[var] = node;
  }
  for (Node node = 0; node < statements.size(); node++) add_edges(node);
  for (const Atom& result : body->results) {
    if (result.var && binders_.contains(result.var)) {
      users_[result.var].push_back(kResults);
      used_whole_.insert(result.var);
    }
    // Sizes in the type of a result are needed with it.
    if (!result.var) continue;
    for_each_var_in(storage.type(result.var), [&](Var size) {
      if (binders_.contains(size)) users_[size].push_back(kResults);
    });
  }
  find_views();
}

std::optional<Node> StatementGraph::binder(Var var) const {
  auto it = binders_.find(var);
  return it == binders_.end() ? std::nullopt : std::optional(it->second);
}

const std::vector<Node>& StatementGraph::users(Var var) const {
  static const std::vector<Node> kNobody;
  auto it = users_.find(var);
  return it == users_.end() ? kNobody : it->second;
}

void StatementGraph::replace_user(Var array, Node user, const std::vector<Node>& by) {
  auto it = users_.find(array);
  if (it == users_.end()) return;
  std::erase(it->second, user);
  it->second.insert(it->second.end(), by.begin(), by.end());
}

void StatementGraph::find_views() {
  for (Statement& statement : statements) {
    if (statement.stm.pattern.size() != 1 || !statement.stm.attrs.empty()) continue;
    if (users(statement.stm.pattern[0]).size() == 1)
      statement.view = element_view(storage_, statement.stm);
  }
}

void StatementGraph::add_use(Node node, Var var, Reason reason) {
  auto it = binders_.find(var);
  if (it == binders_.end() || it->second == node) return;
  std::vector<Node>& users = users_[var];
  if (users.empty() || users.back() != node) users.push_back(node);
  if (reason != Reason::Element) used_whole_.insert(var);
  dependencies.add(it->second, node, reason);
}

void StatementGraph::add_edges(Node node) {
  const Statement& statement = statements[node];
  const Stm& stm = statement.stm;
  std::vector<Var> sizes;
  for (Var var : stm.pattern) {
    for_each_var_in(storage_.type(var), [&](Var size) { sizes.push_back(size); });
  }
  std::vector<Var> others(stm.certs.begin(), stm.certs.end());
  std::vector<Var> elements;
  if (statement.op) {
    elements.assign(statement.op->arrays.begin(), statement.op->arrays.end());
    if (statement.op->width.var) sizes.push_back(statement.op->width.var);
    const OperatorParts parts = *operator_parts(stm.op);
    for (std::span<const Atom> atoms : {parts.shape, parts.neutral}) {
      for (const Atom& atom : atoms) {
        if (atom.var) others.push_back(atom.var);
      }
    }
    others.insert(others.end(), parts.dests.begin(), parts.dests.end());
    collect_inner_uses(storage_, stm.op, others);
  } else if (std::optional<ElementView> view = element_view(storage_, stm)) {
    elements.push_back(view->base);
    for_each_var_use(stm.op, [&](Var var) {
      if (var != view->base) others.push_back(var);
    });
  } else {
    collect_uses(storage_, stm.op, others);
  }
  keep_one_of_each(elements);
  keep_one_of_each(sizes);
  keep_one_of_each(others);
  std::vector<Var> used = others;
  used.insert(used.end(), elements.begin(), elements.end());
  for (Var var : elements) {
    // Only what was gathered can be read element by element while it is made.
    auto it = binders_.find(var);
    if (it == binders_.end()) continue;
    const Statement& from = statements[it->second];
    const auto number =
        static_cast<size_t>(std::ranges::find(from.stm.pattern, var) - from.stm.pattern.begin());
    Reason reason = Reason::Element;
    if (from.op && number < from.op->first_array) {
      const bool is_scanned = from.op->kind == Kind::Scan && storage_.type(var)->rank() == 1;
      reason = is_scanned ? Reason::Scanned : Reason::Other;
    }
    add_use(node, var, reason);
  }
  for (Var var : sizes) add_use(node, var, Reason::Size);
  for (Var var : others) add_use(node, var, Reason::Other);
  add_memory(node, used);
  if (statement.effect != Effect::None) {
    if (last_effect_) dependencies.add(*last_effect_, node, Reason::Effect);
    last_effect_ = node;
  }
}

// Who uses memory comes before who consumes it.
void StatementGraph::add_memory(Node node, const std::vector<Var>& used) {
  std::vector<Var> consumed = memory_.consumed_in(statements[node].stm.op);
  keep_one_of_each(consumed);
  for (Var var : used) {
    if (!var || !is_memory(storage_.type(var)) || !memory_.is_consumed(var)) continue;
    MemoryUses& memory = memories_[memory_.class_of(var)];
    if (memory.consumer) dependencies.add(*memory.consumer, node, Reason::Other);
    memory.users.push_back(node);
  }
  for (Var var : consumed) {
    MemoryUses& memory = memories_[memory_.class_of(var)];
    for (Node user : memory.users) {
      if (user != node) dependencies.add(user, node, Reason::Other);
    }
    memory.users.clear();
    if (memory.consumer && *memory.consumer != node)
      dependencies.add(*memory.consumer, node, Reason::Other);
    memory.consumer = node;
  }
}

}  // namespace planish::passes
