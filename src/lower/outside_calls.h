// Calls between this language and others: of what they define, and of what they use of us.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lower/entry_points.h"
#include "values/outside.h"

namespace planish::lower {

class OutsideCalls {
 public:
  explicit OutsideCalls(Lowering& lowering) : l_(lowering) {}

  // A function or a constant of another language, as the checker knows it.
  const AtomTree* call(const ValueSymbol& symbol, const Trees& args, Scope& scope);

  // A definition of the root file for code of another language, where the builder is. `types` are those that
  // the parameters of its type stand for: see `values::OutsideCall`.
  std::vector<Atom> call_in(const ValueSymbol& symbol, std::span<const Shape* const> types,
                            const std::vector<Atom>& argument);

 private:
  std::vector<Atom> actuals(const OutsideFunction& callee, std::vector<Atom> argument);
  Atom with_dims(Atom leaf, const ir::Type* wanted, std::vector<std::pair<Var, Atom>>& sizes,
                 std::string_view callee);
  Atom row_length(Var array, size_t dim, std::vector<Var>& certs, std::string_view callee);
  void check_size(Atom have, Atom size, std::vector<Var>& certs, std::string_view callee);

  Lowering& l_;
  std::map<std::pair<const ValueSymbol*, std::string>, OutsideFunction> made_;
};

}  // namespace planish::lower
