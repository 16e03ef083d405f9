// What the entry points of a program need.
//
// Note [Liveness]
// Variables, statements and functions are nodes of a graph, in which an arrow says "if this is
// needed, then so is that": a variable needs its statement, a statement its operands, its
// certificates and the statement around it, a function its results and everything in it that has an
// effect. What can be reached from the entry points is live. The results of branches, loops, maps
// and functions of elements are told apart: a result needs only what it is made of, so a loop can
// lose a parameter that only computes itself. The work is linear in the size of the program.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/effects.h"
#include "ir/program.h"

namespace planish {

class Liveness {
 public:
  explicit Liveness(const ir::Program& program);

  // Of what the body of a `segfilter` gives: whether to keep a point, and the first value, so that
  // there is an array.
  static constexpr size_t kNeededOfFilter = 2;

  bool is_live(ir::Var var) const { return live_[var.id]; }
  bool is_live(const ir::Stm& stm) const { return live_[stms_.at(&stm)]; }
  bool is_live(const ir::Function* fn) const { return live_[functions_.at(fn->name)]; }

 private:
  using Node = uint32_t;

  Node new_node();
  void needs(Node a, Node b) { needs_[a].push_back(b); }
  void needs(Node a, ir::Var b) { needs_[a].push_back(b.id); }
  void needs(Node a, const ir::Atom& b) {
    if (b.var) needs(a, b.var);
  }
  void needs(ir::Var a, const ir::Atom& b) { needs(a.id, b); }
  void needs_sizes(Node a, ir::Var of);
  void add_function(const ir::Function* fn);
  void add_body(const ir::Body* body, Node around, Node function);
  void add_stm(const ir::Stm& stm, Node node);
  void add_loop(const ir::Stm& stm, const ir::Loop& loop, Node node);
  void add_other(const ir::Stm& stm, Node node);
  void add_mapped_function(const ir::Stm& stm, Node node);
  void add_points(const ir::Stm& stm, const ir::Body* body, size_t needed, Node node);
  void mark(Node from);

  const ir::Storage& storage_;
  Effects effects_;
  std::vector<std::vector<Node>> needs_;  // the first nodes are variables, by their ids
  std::unordered_map<const ir::Stm*, Node> stms_;
  std::unordered_map<Name, Node> functions_;
  std::vector<bool> live_;
};

}  // namespace planish
