#include "ir/alias_summary.h"

#include <deque>

#include "ir/alias.h"
#include "ir/consumption.h"
#include "ir/walk.h"

namespace planish::ir {

namespace {

// Note [Aliases of recursive functions]
// Functions are looked at after those they call, so that one look is enough. In a recursive group the summaries start
// as "aliases nothing", and functions are looked at again until the summaries agree with each other. They only grow, but
// could do so for long; a function that was looked at kMaxLooks times is taken for an alias of everything.
constexpr size_t kMaxLooks = 8;

class Summarise {
 public:
  explicit Summarise(const Program& program)
      : storage_(*program.storage),
        errors_(storage_),
        consumption_(program, summaries_, errors_),
        program_(program) {}

  AliasSummaries run() {
    for (const Function* fn : program_.functions) nodes_[fn->name].fn = fn;
    for (const Function* fn : program_.functions) search(nodes_[fn->name]);
    while (!queue_.empty()) {
      Node& node = *queue_.front();
      queue_.pop_front();
      node.waits = false;
      look(node);
    }
    return std::move(summaries_);
  }

 private:
  struct Node {
    const Function* fn = nullptr;
    std::vector<Node*> callers;
    size_t looks = 0;
    bool found = false;
    bool waits = false;  // in the queue
  };

  // Puts the function into the queue, after those that it calls.
  void search(Node& node) {
    if (node.found) return;
    node.found = true;
    summaries_[node.fn->name].resize(node.fn->results.size());
    calls(node, node.fn->body);
    enqueue(node);
  }
  void calls(Node& node, const Body* body) {
    for (const Stm& stm : body->stms) {
      if (const Call* call = as<Call>(stm.op)) {
        Node& callee = nodes_[call->fn];
        if (callee.callers.empty() || callee.callers.back() != &node)
          callee.callers.push_back(&node);
        search(callee);
      }
      for_each_body(stm.op, [&](const Body* inner) { calls(node, inner); });
      for_each_lambda(stm.op, [&](const Lambda* lambda) { calls(node, lambda->body); });
    }
  }
  void enqueue(Node& node) {
    if (!node.waits) queue_.push_back(&node);
    node.waits = true;
  }

  void look(Node& node) {
    FunctionAliases& known = summaries_[node.fn->name];
    FunctionAliases now = ++node.looks <= kMaxLooks ? consumption_.function(*node.fn)
                                                    : aliases_of_everything(*node.fn);
    if (now == known) return;
    known = std::move(now);
    for (Node* caller : node.callers) {
      if (caller->looks > 0) enqueue(*caller);
    }
  }

  FunctionAliases aliases_of_everything(const Function& fn) const {
    ResultAliases all{{}, {0}, true};
    for (uint32_t i = 0; i < fn.params.size(); i++) {
      const Param& param = fn.params[i];
      if (storage_.type(param.var)->is_array() && !param.unique) all.params.push_back(i);
    }
    return FunctionAliases(fn.results.size(), all);
  }

  const Storage& storage_;
  // What is wrong is reported by the verifier, when the summaries are complete.
  ErrorList errors_;
  AliasSummaries summaries_;
  Consumption consumption_;
  const Program& program_;
  std::unordered_map<Name, Node> nodes_;
  std::deque<Node*> queue_;
};

}  // namespace

AliasSummaries summarise_aliases(const Program& program) { return Summarise(program).run(); }

}  // namespace planish::ir
