// Functions of the program, each made for one way of using a definition, lambda or local function.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "lower/abstraction.h"
#include "lower/signatures.h"
#include "support/function_ref.h"

namespace planish::lower {

class Patterns;
class Expressions;

// A function of the program, as those see it who call it.
struct FunctionForm {
  Name name;  // in the storage's interner
  std::vector<ir::Param> params;
  std::vector<ir::Param> results;
  Signature signature;
};

class Specialisations {
 public:
  explicit Specialisations(Lowering& lowering);

  // Calls the function made for this way of using the code; makes it if there is none.
  const AtomTree* call(const Closure& closure, const Trees& args);
  // The same for a definition without parameters, whose value is computed once.
  const AtomTree* call_constant(const Closure& closure);
  // Adds the function that `make` gives: one of its own, in which nothing is known of the code that
  // calls it.
  void apart(FunctionRef<const ir::Function*()> make);
  // Which results are values of their own, by the type of the definition.
  void set_results(FunctionForm& made, const Closure& closure);
  const AtomTree* emit_call(const FunctionForm& callee, const std::vector<Atom>& actuals);

 private:
  using Made = std::map<std::vector<uint64_t>, FunctionForm>;  // by the key of an Abstraction

  Made::iterator make(const Closure& closure, Abstraction& use);
  const ir::Function* make_function(FunctionForm& made, const Closure& closure, Abstraction& use);

  Lowering& l_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Made made_;
};

}  // namespace planish::lower
