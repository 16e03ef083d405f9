#include "tree.h"

namespace planish::random_programs {

NodePtr make_node(Node node) { return std::make_shared<const Node>(std::move(node)); }

void append_text(std::string& out, const Node& node) {
  for (size_t i = 0; i < node.form.size(); i++) {
    if (node.form[i] == '$') {
      append_text(out, *node.children[static_cast<size_t>(node.form[++i] - '0')]);
    } else {
      out += node.form[i];
    }
  }
}

std::string node_text(const Node& node) {
  std::string out;
  append_text(out, node);
  return out;
}

size_t node_count(const Node& node) {
  size_t count = 1;
  for (const NodePtr& child : node.children) count += node_count(*child);
  return count;
}

}  // namespace planish::random_programs
