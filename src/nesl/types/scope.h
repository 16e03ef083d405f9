// The local names that are visible where the checker is. Binding and looking up take constant time;
// leaving a block undoes its bindings.
#pragma once

#include <string_view>
#include <vector>

#include "nesl/syntax/ast.h"
#include "support/name.h"

namespace planish::nesl {

class LocalScope {
 public:
  Variable* find(Name name) const {
    return name.id < by_name_.size() ? by_name_[name.id] : nullptr;
  }
  void bind(Variable* variable) {
    if (variable->name.id >= by_name_.size()) by_name_.resize(variable->name.id + 64);
    undo_.push_back({variable->name, by_name_[variable->name.id]});
    by_name_[variable->name.id] = variable;
  }
  size_t mark() const { return undo_.size(); }
  void leave(size_t mark) {
    while (undo_.size() > mark) {
      by_name_[undo_.back().name.id] = undo_.back().before;
      undo_.pop_back();
    }
  }
  // The names that are bound now.
  std::vector<Name> visible() const {
    std::vector<Name> names;
    for (const Undo& entry : undo_) names.push_back(entry.name);
    return names;
  }

 private:
  struct Undo {
    Name name;
    Variable* before;
  };
  std::vector<Variable*> by_name_;
  std::vector<Undo> undo_;
};

}  // namespace planish::nesl
