// Definitions with the attribute `foreign`: functions of the program whose parameters and results
// are those that C sees, so that a pass can put a call of the foreign function in the place of the
// body (passes/calls/choose_foreign.h).
//
//   #[foreign(cpu, my_dot)]
//   def dotp [n] (xs: [n]f32) (ys: [n]f32) : f32 = …
//
//   #[foreign(cpu, my_dot)] fn dotp(n: i64, xs: [n]f32, ys: [n]f32) -> (r: f32) { call dotp_1 … }
//
// Sizes come first, those that are named in the order of their names, then the leaves of the
// parameters. There is one such function for a definition, however it is used.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "lower/specialisations.h"

namespace planish::lower {

class ForeignFunctions {
 public:
  explicit ForeignFunctions(Lowering& lowering) : l_(lowering) {}

  bool is_foreign(const Closure& closure) const;
  const AtomTree* call(const Closure& closure, const Trees& args);

 private:
  struct Inputs {
    std::vector<ir::Param> sizes;
    std::vector<ir::Param> leaves;
    Trees args;
  };

  const ir::Function* make(FunctionForm& made, const Closure& closure);
  void add_input(const Type* type, bool is_consumed, std::string_view name, Scope& scope,
                 Inputs& inputs);
  std::vector<Atom> actuals(const FunctionForm& callee, const Trees& args) const;

  Lowering& l_;
  std::map<std::pair<const void*, const Frame*>, FunctionForm> made_;
};

}  // namespace planish::lower
