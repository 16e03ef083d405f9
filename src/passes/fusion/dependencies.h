// What has to come before what among the statements of a body, and which of them may become one.
//
// Note [Merging statements]
// Statements are the nodes of a graph without cycles; an edge says that one has to come before the
// other. Two of them may become one, anywhere in the body, iff there is no path from one to the
// other through a third. The graph keeps an order of its nodes in which all edges go forwards. To
// merge a and b, where a is before b, only what lies between them in the order matters: what b
// needs is put before them, what needs a after them, and a cycle shows as something that is both.
// What lies between is small as a rule; where it is not, the nodes are not merged, which keeps the
// work linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace planish::passes {

using Node = uint32_t;

// Why one statement comes before another.
enum class Reason : uint8_t {
  Element = 1,  // its result is an array whose elements the other reads one after the other
  Size = 2,     // its result is a size of the other
  Effect = 4,   // both may stop the program, or show values
  Other = 8,    // any other use of a result; something is consumed
  Scanned =
      16,  // its result is an array of scalars that a scan gives, and the other reads its elements
};
using Reasons = uint8_t;
constexpr Reasons operator|(Reason a, Reason b) {
  return static_cast<Reasons>(static_cast<Reasons>(a) | static_cast<Reasons>(b));
}
constexpr Reasons operator|(Reasons a, Reason b) {
  return static_cast<Reasons>(a | static_cast<Reasons>(b));
}

class Dependencies {
 public:
  explicit Dependencies(size_t count);

  // The nodes are numbered in an order that is right at first.
  void add(Node before, Node after, Reason reason);
  // The node that this one has become a part of.
  Node find(Node node);
  bool is_before(Node a, Node b) { return order_[find(a)] < order_[find(b)]; }
  // Makes two nodes one, if that gives no cycle and all direct edges between them have one of these
  // reasons.
  bool merge(Node a, Node b, Reasons allowed);
  // What is left, in an order that is right.
  std::vector<Node> sorted();

 private:
  struct Edge {
    Node other;
    Reason reason;
  };
  bool ancestors(Node of, Node after, std::vector<Node>& found);
  bool descendants(Node of, Node before, std::vector<Node>& found);
  void append(std::vector<Edge>& to, std::vector<Edge>& from, Node node);

  std::vector<Node> parent_;
  std::vector<uint32_t> order_;
  std::vector<std::vector<Edge>> in_;
  std::vector<std::vector<Edge>> out_;
  std::vector<uint32_t> seen_;  // the number of the search that has seen the node
  uint32_t search_ = 0;
};

}  // namespace planish::passes
