#include "values/atom_tree.h"

namespace planish::values {
namespace {

void add_leaves(const AtomTree* tree, std::vector<Atom>& out) {
  if (tree->kind == TreeKind::Leaf) out.push_back(tree->atom);
  for (const AtomTree* part : tree->parts) add_leaves(part, out);
}

}  // namespace

std::vector<Atom> flatten(const AtomTree* tree) {
  std::vector<Atom> out;
  add_leaves(tree, out);
  return out;
}

const AtomTree* first_leaf(const AtomTree* tree) {
  while (tree->kind != TreeKind::Leaf) {
    if (tree->parts.empty()) return nullptr;
    tree = tree->parts[0];
  }
  return tree;
}

}  // namespace planish::values
