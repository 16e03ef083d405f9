// The statements of a body as fusion sees them: which are parallel operators, which are views of
// elements, who uses what, and what has to come before what.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/effects.h"
#include "ir/facts.h"
#include "passes/fusion/dependencies.h"
#include "passes/fusion/memory_classes.h"
#include "passes/fusion/parallel_operator.h"

namespace planish::passes {

using ir::Effect;  // Shows: may show values, or stop the program, too

struct Statement {
  ir::Stm stm;
  std::optional<ParallelOperator> op;
  std::optional<ElementView> view;  // only where the view has one use
  Effect effect = Effect::None;
};

class StatementGraph {
 public:
  StatementGraph(ir::Storage& storage, const Effects& effects, MemoryClasses& memory,
                 const ir::Body* body);

  // The results of the body are a use by this node.
  static constexpr Node kResults = ~Node{0};

  std::vector<Statement> statements;  // by node
  Dependencies dependencies;

  // The statement of the body that binds the variable; none: it comes from outside.
  std::optional<Node> binder(ir::Var var) const;
  const std::vector<Node>& users(ir::Var var) const;
  // Is it used in another way than that its elements are read one after the other?
  bool is_used_whole(ir::Var var) const { return used_whole_.contains(var); }
  // These nodes read the array in place of another one.
  void replace_user(ir::Var array, Node user, const std::vector<Node>& by);

 private:
  void find_views();
  void add_edges(Node node);
  void add_use(Node node, ir::Var var, Reason reason);
  void add_memory(Node node, const std::vector<ir::Var>& used);

  ir::Storage& storage_;
  MemoryClasses& memory_;
  std::unordered_map<ir::Var, Node> binders_;
  std::unordered_map<ir::Var, std::vector<Node>> users_;
  std::unordered_set<ir::Var> used_whole_;
  // By class of memory: who has used it since it was last consumed, and who consumed it.
  struct MemoryUses {
    std::vector<Node> users;
    std::optional<Node> consumer;
  };
  std::unordered_map<uint32_t, MemoryUses> memories_;
  std::optional<Node> last_effect_;
};

}  // namespace planish::passes
