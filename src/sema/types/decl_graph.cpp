#include "sema/types/decl_graph.h"

#include <algorithm>
#include <unordered_set>

#include "syntax/ast_children.h"

namespace planish {

using namespace ast;

namespace {

// Adds the names that an expression mentions, without looking at what is bound inside of it.
void mentioned_names(Expr* e, std::unordered_set<Name>& names) {
  if (auto* var = ast::as<Var>(e)) {
    names.insert(var->name.quals.empty() ? var->name.name.name : var->name.quals[0].name);
  }
  if (auto* op = ast::as<BinOp>(e)) names.insert(op->op.name.name);
  for_each_child(
      *e, [&](Expr* part) { mentioned_names(part, names); }, [](Pattern*) {}, [](TypeExpr*) {});
}

}  // namespace

DeclGraph::DeclGraph(std::span<Decl* const> decls) : decls_(decls), nodes_(decls.size()) {
  for (uint32_t i = 0; i < decls.size(); i++) {
    numbers_.emplace(decls[i], i);
    if (auto* val = ast::as<ValDecl>(decls[i])) places_[val->name.name].push_back(i);
  }
  for (uint32_t i = 0; i < decls.size(); i++) {
    if (nodes_[i].order == 0) visit(i);
  }
}

void DeclGraph::visit(uint32_t node) {
  nodes_[node].order = nodes_[node].low = ++visits_;
  nodes_[node].open = true;
  open_.push_back(node);
  auto* val = ast::as<ValDecl>(decls_[node]);
  if (val != nullptr && val->body != nullptr) {
    std::unordered_set<Name> names;
    mentioned_names(val->body, names);
    for (Name name : names) {
      auto found = places_.find(name);
      if (found == places_.end()) continue;
      for (uint32_t next : found->second) {
        if (nodes_[next].order == 0) visit(next);
        if (nodes_[next].open) nodes_[node].low = std::min(nodes_[node].low, nodes_[next].low);
      }
    }
  }
  if (nodes_[node].low != nodes_[node].order) return;
  circles_++;
  for (uint32_t last = node + 1; last != node;) {
    last = open_.back();
    open_.pop_back();
    nodes_[last].open = false;
    nodes_[last].circle = circles_;
  }
}

ValDecl* DeclGraph::find_after(Name name, size_t place) const {
  auto found = places_.find(name);
  if (found == places_.end()) return nullptr;
  auto next = std::ranges::upper_bound(found->second, place);
  return next != found->second.end() ? static_cast<ValDecl*>(decls_[*next]) : nullptr;
}

bool DeclGraph::in_one_circle(const ValDecl* a, const ValDecl* b) const {
  auto x = numbers_.find(a), y = numbers_.find(b);
  if (x == numbers_.end() || y == numbers_.end()) return false;
  return nodes_[x->second].circle == nodes_[y->second].circle;
}

}  // namespace planish
