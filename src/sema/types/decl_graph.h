// Which definitions of a list call each other in circles. Made only when a name is used before its
// definition.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "support/name.h"
#include "syntax/ast.h"

namespace planish {

class DeclGraph {
 public:
  explicit DeclGraph(std::span<ast::Decl* const> decls);

  // The first definition of the name after that place, or null.
  ast::ValDecl* find_after(Name name, size_t place) const;
  // Do the two definitions lead to each other? Both must be in the list.
  bool in_one_circle(const ast::ValDecl* a, const ast::ValDecl* b) const;
  bool is_for(std::span<ast::Decl* const> decls) const { return decls.data() == decls_.data(); }

 private:
  void visit(uint32_t node);

  std::span<ast::Decl* const> decls_;
  std::unordered_map<Name, std::vector<uint32_t>>
      places_;  // of the definitions of a name, in order
  std::unordered_map<const ast::Decl*, uint32_t> numbers_;
  // Tarjan's algorithm: the order of the first visit, the earliest node reached, and in the end the
  // circle.
  struct Node {
    uint32_t order = 0;
    uint32_t low = 0;
    uint32_t circle = 0;
    bool open = false;
  };
  std::vector<Node> nodes_;
  std::vector<uint32_t> open_;
  uint32_t visits_ = 0;
  uint32_t circles_ = 0;
};

}  // namespace planish
