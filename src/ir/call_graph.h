// Which function calls which.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::ir {

class CallGraph {
 public:
  explicit CallGraph(const Program& program);

  // Each function once.
  std::span<const Function* const> callers(Name fn) const { return node(fn).callers; }
  std::span<const Function* const> callees(Name fn) const { return node(fn).callees; }
  // In how many places of the program it is called.
  size_t call_count(Name fn) const { return node(fn).calls; }
  // It may call itself, directly or through others; directly.
  bool is_recursive(Name fn) const { return node(fn).recursive; }
  bool calls_itself(Name fn) const;
  // Code calls a function that is recursive, or that comes to one. Functions that the graph does not
  // know may be.
  bool comes_to_recursion(const Body* body) const;
  // All that it may call, directly or through others, in the order of the first calls.
  std::vector<const Function*> reached_from(Name fn) const;
  // All functions, each after those that it calls, as far as recursion allows.
  std::span<const Function* const> callees_first() const { return order_; }

 private:
  struct Node {
    std::vector<const Function*> callers;
    std::vector<const Function*> callees;
    size_t calls = 0;
    bool recursive = false;
    uint32_t number = 0;  // in the order of the search; 0: not found yet
    uint32_t lowest = 0;  // the smallest number that leads back to it
    bool open = false;    // on the stack of the search
  };
  const Node& node(Name fn) const { return nodes_.at(fn); }
  void add_calls(const Program& program, const Function* from, const Body* body);
  void search(const Function* fn);

  std::unordered_map<Name, Node> nodes_;
  std::vector<const Function*> order_;
  std::vector<const Function*> stack_;
  uint32_t found_ = 0;
};

}  // namespace planish::ir
