#include "ir/alias_summary.h"

#include <deque>

#include "ir/alias.h"
#include "ir/call_graph.h"
#include "ir/verify/consumption.h"

namespace planish::ir {

namespace {

// Note [Aliases of recursive functions]
// Functions are looked at after those they call, so that one look is enough. In a recursive group
// the summaries start as "aliases nothing", and functions are looked at again until the summaries
// agree with each other. They only grow, but could do so for long; a function that was looked at
// kMaxLooks times is taken for an alias of everything.
constexpr size_t kMaxLooks = 8;

class Summarise {
 public:
  explicit Summarise(const Program& program)
      : storage_(*program.storage),
        errors_(storage_),
        consumption_(program, summaries_, errors_),
        calls_(program) {}

  AliasSummaries run() {
    for (const Function* fn : calls_.callees_first()) {
      summaries_[fn->name].resize(fn->results.size());
      nodes_[fn->name].fn = fn;
    }
    for (const Function* fn : calls_.callees_first()) enqueue(nodes_[fn->name]);
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
    size_t looks = 0;
    bool waits = false;  // in the queue
  };

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
    for (const Function* caller : calls_.callers(node.fn->name)) {
      if (Node& other = nodes_[caller->name]; other.looks > 0) enqueue(other);
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
  CallGraph calls_;
  std::unordered_map<Name, Node> nodes_;
  std::deque<Node*> queue_;
};

}  // namespace

AliasSummaries summarise_aliases(const Program& program) { return Summarise(program).run(); }

}  // namespace planish::ir
