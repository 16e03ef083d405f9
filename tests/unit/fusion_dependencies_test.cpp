// Merging nodes of the graph of statements: what may become one, and that the order stays right.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "passes/fusion/dependencies.h"

namespace planish::passes {
namespace {

constexpr Reasons kElement = static_cast<Reasons>(Reason::Element);

TEST(FusionDependencies, MergesNeighboursOnly) {
  Dependencies graph(3);
  graph.add(0, 1, Reason::Element);
  graph.add(1, 2, Reason::Element);
  graph.add(0, 2, Reason::Element);
  EXPECT_FALSE(graph.merge(0, 2, kElement));  // 1 needs 0 and is needed by 2
  EXPECT_TRUE(graph.merge(0, 1, kElement));
  EXPECT_TRUE(graph.merge(0, 2, kElement));
  EXPECT_EQ(graph.sorted().size(), 1u);
}

TEST(FusionDependencies, AllDirectEdgesMustBeAllowed) {
  Dependencies graph(2);
  graph.add(0, 1, Reason::Element);
  graph.add(0, 1, Reason::Other);
  EXPECT_FALSE(graph.merge(0, 1, kElement));
  EXPECT_TRUE(graph.merge(0, 1, Reason::Element | Reason::Other));
}

TEST(FusionDependencies, MovesWhatLiesBetween) {
  // 0 -> 1 and 2 -> 3: when 0 and 3 become one, 2 has to come before and 1 after it.
  Dependencies graph(4);
  graph.add(0, 1, Reason::Other);
  graph.add(2, 3, Reason::Other);
  ASSERT_TRUE(graph.merge(0, 3, kElement));
  const Node both = graph.find(0);
  EXPECT_EQ(graph.sorted(), (std::vector<Node>{2, both, 1}));
  EXPECT_FALSE(graph.merge(1, 2, kElement));
}

// Random graphs: after every merge the order is right, and a merge is refused exactly where it
// would give a cycle.
TEST(FusionDependencies, RandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; round++) {
    const Node count = 12;
    Dependencies graph(count);
    std::vector<std::pair<Node, Node>> edges;
    for (Node a = 0; a < count; a++) {
      for (Node b = a + 1; b < count; b++) {
        if (random() % 5 != 0) continue;
        graph.add(a, b, Reason::Element);
        edges.emplace_back(a, b);
      }
    }
    for (int i = 0; i < 20; i++) {
      const Node a = graph.find(random() % count);
      const Node b = graph.find(random() % count);
      if (a == b) continue;
      // Is there a path from one to the other through a third?
      auto through_third = [&](Node from, Node to) {
        std::vector<Node> open;
        std::vector<bool> seen(count);
        for (auto [x, y] : edges) {
          if (graph.find(x) == from && graph.find(y) != to && graph.find(y) != from)
            open.push_back(graph.find(y));
        }
        while (!open.empty()) {
          const Node node = open.back();
          open.pop_back();
          if (node == to) return true;
          if (seen[node]) continue;
          seen[node] = true;
          for (auto [x, y] : edges) {
            if (graph.find(x) == node) open.push_back(graph.find(y));
          }
        }
        return false;
      };
      const bool is_cycle = through_third(a, b) || through_third(b, a);
      EXPECT_EQ(graph.merge(a, b, kElement), !is_cycle);
      std::vector<Node> order = graph.sorted();
      for (auto [x, y] : edges) {
        if (graph.find(x) == graph.find(y)) continue;
        EXPECT_LT(std::ranges::find(order, graph.find(x)) - order.begin(),
                  std::ranges::find(order, graph.find(y)) - order.begin());
      }
    }
  }
}

}  // namespace
}  // namespace planish::passes
