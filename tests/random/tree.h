// Generated expressions: trees that know their type and their text, which is what shrinking needs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "type.h"

namespace planish::random_programs {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

// "(if $0 then $1 else $2)" with three children. A child stands once.
struct Node {
  TypePtr type;
  std::string form;
  std::vector<NodePtr> children = {};
};

// Takes `{type, form, {children}}`: inside of braces, parts are made from left to right by every
// compiler, so the same seed gives the same program.
NodePtr make_node(Node node);

void append_text(std::string& out, const Node& node);
std::string node_text(const Node& node);
size_t node_count(const Node& node);

}  // namespace planish::random_programs
