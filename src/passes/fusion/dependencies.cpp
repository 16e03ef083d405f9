#include "passes/fusion/dependencies.h"

#include <algorithm>
#include <numeric>

namespace planish::passes {

namespace {

// How many edges a search follows before it gives up.
constexpr size_t kMostSteps = 2000;

}  // namespace

Dependencies::Dependencies(size_t count)
    : parent_(count), order_(count), in_(count), out_(count), seen_(count) {
  std::iota(parent_.begin(), parent_.end(), 0);
  std::iota(order_.begin(), order_.end(), 0);
}

void Dependencies::add(Node before, Node after, Reason reason) {
  out_[before].push_back({after, reason});
  in_[after].push_back({before, reason});
}

Node Dependencies::find(Node node) {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

// What a node needs, back to another node. False if this is one of them, or if there are too many.
bool Dependencies::ancestors(Node of, Node after, std::vector<Node>& found) {
  search_++;
  size_t steps = 0;
  std::vector<Node> open{of};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Edge& edge : in_[node]) {
      if (++steps > kMostSteps) return false;
      const Node source = find(edge.other);
      if (source == after) {
        if (node != of) return false;
        continue;
      }
      if (seen_[source] == search_ || source == node || order_[source] < order_[after]) continue;
      seen_[source] = search_;
      found.push_back(source);
      open.push_back(source);
    }
  }
  return true;
}

// What needs a node, up to another node.
bool Dependencies::descendants(Node of, Node before, std::vector<Node>& found) {
  search_++;
  size_t steps = 0;
  std::vector<Node> open{of};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Edge& edge : out_[node]) {
      if (++steps > kMostSteps) return false;
      const Node target = find(edge.other);
      if (seen_[target] == search_ || target == node || order_[target] >= order_[before]) continue;
      seen_[target] = search_;
      found.push_back(target);
      open.push_back(target);
    }
  }
  return true;
}

bool Dependencies::merge(Node a, Node b, Reasons allowed) {
  a = find(a);
  b = find(b);
  if (order_[b] < order_[a]) std::swap(a, b);
  const bool from_a = out_[a].size() < in_[b].size();
  for (const Edge& edge : from_a ? out_[a] : in_[b]) {
    if (find(edge.other) != (from_a ? b : a)) continue;
    if ((allowed & static_cast<Reasons>(edge.reason)) == 0) return false;
  }
  std::vector<Node> first;
  std::vector<Node> last;
  if (!ancestors(b, a, first) || !descendants(a, b, last)) return false;

  // All of them get the places that they have now, in another order.
  auto by_order = [&](Node x, Node y) { return order_[x] < order_[y]; };
  std::ranges::sort(first, by_order);
  std::ranges::sort(last, by_order);
  std::vector<Node> now = first;
  now.push_back(a);
  now.insert(now.end(), last.begin(), last.end());
  std::vector<uint32_t> places{order_[b]};
  for (Node node : now) places.push_back(order_[node]);
  std::ranges::sort(places);
  for (size_t i = 0; i < now.size(); i++) order_[now[i]] = places[i];

  parent_[b] = a;
  append(in_[a], in_[b], a);
  append(out_[a], out_[b], a);
  return true;
}

void Dependencies::append(std::vector<Edge>& to, std::vector<Edge>& from, Node node) {
  if (to.size() < from.size()) std::swap(to, from);
  to.insert(to.end(), from.begin(), from.end());
  from = {};
  std::erase_if(to, [&](const Edge& edge) { return find(edge.other) == node; });
}

std::vector<Node> Dependencies::sorted() {
  std::vector<Node> nodes;
  for (Node node = 0; node < parent_.size(); node++) {
    if (find(node) == node) nodes.push_back(node);
  }
  std::ranges::sort(nodes, [&](Node x, Node y) { return order_[x] < order_[y]; });
  return nodes;
}

}  // namespace planish::passes
