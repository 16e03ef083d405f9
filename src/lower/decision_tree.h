// The cases of a `match` as a tree of tests, each of which is made at most once on the way to a
// case.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "lower/scope.h"

namespace planish::lower {

class Lowering;

class DecisionTree {
 public:
  DecisionTree(Lowering& lowering, const ast::Match& match, const AtomTree* scrutinee,
               Scope& scope);
  // Emits the tests and the bodies. A case that several branches lead to has its body emitted once,
  // after a number was computed that says which case it is.
  const AtomTree* emit();

 private:
  // Does a value match a pattern that can fail?
  struct Test {
    const ast::Pattern* pattern = nullptr;  // a LiteralPat or ConstrPat
    const AtomTree* value = nullptr;
    ir::Const asked;  // the value that the tested atom must have
  };
  struct Row {
    std::vector<Test> tests;
    size_t number = 0;  // of the case
  };
  struct Node;
  struct Edge {
    ir::Const value;
    const Node* to = nullptr;
  };
  struct Node {
    bool leaf = false;
    size_t number = 0;        // leaf: of the case
    Atom atom;                // what is looked at
    std::vector<Edge> edges;  // for each value that some case asks for
    const Node* otherwise = nullptr;
  };

  void add_tests(const ast::Pattern* pattern, const AtomTree* value, std::vector<Test>& tests);
  void add_test(const ast::Pattern& pattern, const AtomTree* value, std::vector<Test>& tests);
  const Node* make(const std::vector<Row>& rows);
  const Node* leaf(size_t number);
  ir::Const asked(const Test& test);
  // The shape of the sum that a pattern is about.
  const Shape* sum_of(const ast::Pattern& pattern);
  Atom tested(const Test& test);
  // How many different values the atom can have, or 0 if they cannot be listed.
  size_t value_count(const Test& test);
  // The parts of a sum's payload; the same objects each time.
  const Trees& parts(const ast::ConstrPat& pattern, const AtomTree* value);

  template <class OnLeaf>
  const AtomTree* emit(const Node* node, const Type* type, OnLeaf on_leaf);
  const AtomTree* case_body(size_t number);

  Lowering& l_;
  const ast::Match& match_;
  const AtomTree* scrutinee_;
  Scope& scope_;
  std::deque<Node> nodes_;
  const Node* root_ = nullptr;
  std::vector<int> reached_;  // how many leaves each case has
  std::map<std::pair<const AtomTree*, Name>, Trees> parts_;
  std::unordered_map<const Type*, const Shape*> sums_;
};

}  // namespace planish::lower
