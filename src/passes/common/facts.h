// What a pass knows of variables while it goes down through a program.
#pragma once

#include <optional>
#include <unordered_map>

#include "ir/match.h"
#include "ir/program.h"

namespace planish::passes {

class Facts {
 public:
  // The statement, of the new program, that binds the variable alone.
  void define(ir::Var var, const ir::Stm& stm) { stms_[var] = stm; }
  // The variable is at least 0 and less than the bound.
  void set_range(ir::Var var, const ir::Atom& bound) { bounds_[var] = bound; }

  // Null: it is something else.
  template <class T>
  const T* definition(const ir::Atom& atom) const {
    const ir::Stm* stm = statement(atom);
    return stm == nullptr ? nullptr : ir::as<T>(stm->op);
  }
  const ir::Stm* statement(const ir::Atom& atom) const {
    auto it = stms_.find(atom.var);
    return it == stms_.end() ? nullptr : &it->second;
  }
  std::optional<ir::Atom> range(const ir::Atom& atom) const {
    auto it = bounds_.find(atom.var);
    return it == bounds_.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  std::unordered_map<ir::Var, ir::Stm> stms_;
  std::unordered_map<ir::Var, ir::Atom> bounds_;
};

}  // namespace planish::passes
