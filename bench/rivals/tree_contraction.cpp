// The value of an expression by a stack: nodes in an order in which children come before parents.
#include "harness.h"

namespace {

struct Tree {
  std::vector<int64_t> parent, left, right, leaves;

  int64_t add(int64_t above) {
    parent.push_back(above);
    left.push_back(-1);
    right.push_back(-1);
    return static_cast<int64_t>(parent.size()) - 1;
  }
};

// So many leaves, divided among the children by `part`.
template <class Part>
Tree make_tree(int64_t leaves, Part part) {
  struct Todo {
    int64_t node, leaves;
  };
  Tree tree;
  std::vector<Todo> open{{tree.add(-1), leaves}};
  while (!open.empty()) {
    const auto [node, count] = open.back();
    open.pop_back();
    if (count == 1) {
      tree.leaves.push_back(node);
      continue;
    }
    const int64_t first = part(count);
    const int64_t left = tree.add(node), right = tree.add(node);
    tree.left[static_cast<size_t>(node)] = left;
    tree.right[static_cast<size_t>(node)] = right;
    open.push_back({right, count - first});
    open.push_back({left, first});
  }
  return tree;
}

// A node has a smaller number than its children.
int64_t value_of(const Tree& tree, const std::vector<int64_t>& times,
                 const std::vector<int64_t>& values) {
  std::vector<uint64_t> found(values.begin(), values.end());
  for (size_t node = found.size(); node-- > 0;) {
    if (tree.left[node] < 0) continue;
    const uint64_t a = found[static_cast<size_t>(tree.left[node])];
    const uint64_t b = found[static_cast<size_t>(tree.right[node])];
    found[node] = times[node] == 1 ? a * b : a + b;
  }
  return static_cast<int64_t>(found[0]);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("tree_contraction", argc, argv);
  const int64_t leaves = harness.size(1 << 20), nodes = 2 * leaves - 1;
  const auto random = bench::random_integers(2 * nodes, 1 << 30, 1);
  auto compare = [&](const std::string& dataset, Tree tree) {
    std::vector<int64_t> times, values;
    for (int64_t i = 0; i < nodes; i++) {
      times.push_back(random[i] % 2);
      values.push_back(random[nodes + i] % 9 + 1);
    }
    int64_t value = 0;
    auto rival = [&] { value = value_of(tree, times, values); };
    harness.compare(
        dataset, rival, std::tuple(&value),
        std::tuple(bench::array(tree.parent.data(), nodes), bench::array(tree.left.data(), nodes),
                   bench::array(tree.right.data(), nodes), bench::array(times.data(), nodes),
                   bench::array(values.data(), nodes), bench::array(tree.leaves.data(), leaves)),
        0, {.bytes = 48.0 * static_cast<double>(nodes)});
  };
  int64_t next = 0;
  compare("2^20 leaves",
          make_tree(leaves, [&](int64_t count) { return 1 + random[next++] % (count - 1); }));
  compare("2^20 leaves, one below the other", make_tree(leaves, [](int64_t) { return 1; }));
  return harness.status();
}
