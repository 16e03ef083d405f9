// Which function calls which.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish {

class CallGraph {
 public:
  explicit CallGraph(const ir::Program& program);

  // Each function once.
  std::span<const ir::Function* const> callers(Name fn) const { return node(fn).callers; }
  std::span<const ir::Function* const> callees(Name fn) const { return node(fn).callees; }
  // In how many places of the program it is called.
  size_t call_count(Name fn) const { return node(fn).calls; }
  // It may call itself, directly or through others.
  bool is_recursive(Name fn) const { return node(fn).recursive; }
  // All functions, each after those that it calls, as far as recursion allows.
  std::span<const ir::Function* const> callees_first() const { return order_; }

 private:
  struct Node {
    std::vector<const ir::Function*> callers;
    std::vector<const ir::Function*> callees;
    size_t calls = 0;
    bool recursive = false;
    uint32_t number = 0;  // in the order of the search; 0: not found yet
    uint32_t lowest = 0;  // the smallest number that leads back to it
    bool open = false;    // on the stack of the search
  };
  const Node& node(Name fn) const { return nodes_.at(fn); }
  void add_calls(const std::unordered_map<Name, const ir::Function*>& by_name,
                 const ir::Function* from, const ir::Body* body);
  void search(const ir::Function* fn);

  std::unordered_map<Name, Node> nodes_;
  std::vector<const ir::Function*> order_;
  std::vector<const ir::Function*> stack_;
  uint32_t found_ = 0;
};

}  // namespace planish
