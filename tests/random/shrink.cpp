#include "shrink.h"

#include <deque>
#include <span>

namespace planish::random_programs {
namespace {

using Path = std::vector<size_t>;

void collect_paths(const Node& node, Path& path, std::vector<Path>& out) {
  out.push_back(path);
  for (size_t i = 0; i < node.children.size(); i++) {
    path.push_back(i);
    collect_paths(*node.children[i], path, out);
    path.pop_back();
  }
}

NodePtr node_at(NodePtr node, const Path& path) {
  for (size_t step : path) node = node->children[step];
  return node;
}

NodePtr replaced(const NodePtr& node, std::span<const size_t> path, const NodePtr& by) {
  if (path.empty()) return by;
  Node copy = *node;
  copy.children[path.front()] = replaced(node->children[path.front()], path.subspan(1), by);
  return make_node(std::move(copy));
}

enum class TypeRule : uint8_t { Same, Any };

// What may stand in the place of a node, the smallest first: a simple value, then parts of the
// node, the nearest first.
std::vector<NodePtr> smaller(const NodePtr& node, TypeRule rule) {
  constexpr size_t kMaxCandidates = 25;
  std::vector<NodePtr> out;
  std::string simplest = simplest_value(node->type);
  std::string text = node_text(*node);
  if (!simplest.empty() && simplest.size() < text.size())
    out.push_back(make_node({node->type, simplest}));
  std::deque<NodePtr> queue(node->children.begin(), node->children.end());
  while (!queue.empty() && out.size() < kMaxCandidates) {
    NodePtr part = queue.front();
    queue.pop_front();
    bool fits = rule == TypeRule::Any ? part->type->kind != TypeKind::Function
                                      : part->type->text == node->type->text;
    if (fits) out.push_back(part);
    queue.insert(queue.end(), part->children.begin(), part->children.end());
  }
  return out;
}

class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& still_fails, int attempts)
      : best_(std::move(program)), still_fails_(still_fails), attempts_(attempts) {}

  Program run() {
    bool progress = true;
    while (progress && attempts_ > 0) {
      progress = drop_declarations();
      progress |= shrink_tree([](Program& p) -> NodePtr& { return p.body; }, TypeRule::Any);
      for (size_t i = 0; i < best_.declarations.size(); i++) {
        if (best_.declarations[i].body == nullptr) continue;
        progress |= shrink_tree([i](Program& p) -> NodePtr& { return p.declarations[i].body; },
                                TypeRule::Same);
      }
      progress |= shrink_input();
    }
    return std::move(best_);
  }

 private:
  bool accept(Program candidate) {
    if (attempts_-- <= 0 || !still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_declarations() {
    bool progress = false;
    for (size_t i = best_.declarations.size(); i-- > 0;) {
      Program candidate = best_;
      candidate.declarations.erase(candidate.declarations.begin() + static_cast<ptrdiff_t>(i));
      progress |= accept(std::move(candidate));
    }
    return progress;
  }

  // Replaces nodes from the root down by smaller ones. The type of the root may change if the rule
  // allows it.
  template <class Select>
  bool shrink_tree(Select select, TypeRule root_rule) {
    bool progress = false;
    for (size_t at = 0; attempts_ > 0;) {
      std::vector<Path> paths;
      Path start;
      collect_paths(*select(best_), start, paths);
      if (at >= paths.size()) break;
      const NodePtr root = select(best_);
      bool smaller_here = false;
      for (const NodePtr& part :
           smaller(node_at(root, paths[at]), at == 0 ? root_rule : TypeRule::Same)) {
        Program candidate = best_;
        select(candidate) = replaced(root, paths[at], part);
        if (accept(std::move(candidate))) {
          smaller_here = true;
          break;
        }
      }
      progress |= smaller_here;
      if (!smaller_here) at++;
    }
    return progress;
  }

  bool shrink_input() {
    bool progress = false;
    for (size_t i = best_.parameters.size(); i-- > 0;) {
      Program candidate = best_;
      candidate.parameters.erase(candidate.parameters.begin() + static_cast<ptrdiff_t>(i));
      if (accept(std::move(candidate))) {
        progress = true;
        continue;
      }
      for (InputStyle style : {InputStyle::Zero, InputStyle::Counting}) {
        if (best_.parameters[i].style == InputStyle::Zero || best_.parameters[i].style == style)
          break;
        candidate = best_;
        candidate.parameters[i].style = style;
        progress |= accept(std::move(candidate));
      }
    }
    for (size_t i = best_.sizes.size(); i-- > 0;) {
      Program candidate = best_;
      candidate.sizes.erase(candidate.sizes.begin() + static_cast<ptrdiff_t>(i));
      if (accept(std::move(candidate))) {
        progress = true;
        continue;
      }
      for (int64_t value = 0; value < best_.sizes[i].value; value++) {
        candidate = best_;
        candidate.sizes[i].value = value;
        progress |= accept(std::move(candidate));
      }
    }
    return progress;
  }

  Program best_;
  const std::function<bool(const Program&)>& still_fails_;
  int attempts_;
};

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& still_fails,
               int max_attempts) {
  return Shrinker(std::move(program), still_fails, max_attempts).run();
}

}  // namespace planish::random_programs
