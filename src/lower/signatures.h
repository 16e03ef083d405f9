// Variables for the results of functions, branches and loops.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "lower/coercions.h"
#include "lower/sizes.h"

namespace planish::lower {

// Variables that stand for the results of a construct: sizes that come into existence, then the
// leaves.
struct Signature {
  std::vector<Var> sizes;
  // Of each size: a leaf and a dimension of it where the size can be found.
  std::vector<std::pair<uint32_t, uint32_t>> size_of;
  std::vector<Var> leaves;
  const Shape* shape = nullptr;

  std::vector<Var> pattern() const {
    std::vector<Var> all = sizes;
    all.insert(all.end(), leaves.begin(), leaves.end());
    return all;
  }
};

// Sizes in signatures: those of a function can only mention its parameters.
enum class SignatureOf : uint8_t { Function, Local };

class Signatures {
 public:
  explicit Signatures(Lowering& lowering);

  Signature signature(const Type* type, Scope& scope, SignatureOf of);
  // The value that the variables stand for.
  const AtomTree* value(const Signature& signature) {
    return trees_.build_vars(signature.shape, signature.leaves);
  }
  // What a body gives for a signature: values of its sizes, then the leaves.
  std::vector<Atom> results_for(const Signature& signature, const AtomTree* value);
  // New variables like those of a pattern. Types mention the new ones, and what `known` says.
  std::vector<Var> renewed(std::span<const Var> pattern, std::unordered_map<Var, Atom> known);
  // Which leaves of a value of this type are values of their own.
  void add_unique(const Type* type, const Shape* shape, std::vector<bool>& out);

  // A value of this type that depends on a condition.
  template <class Then, class Else>
  const AtomTree* branch(Atom condition, const Type* type, Scope& scope, Then then_value,
                         Else else_value) {
    if (condition.is_const()) return condition.constant.bits != 0 ? then_value() : else_value();
    Signature made = signature(type, scope, SignatureOf::Local);
    const ir::Body* then_body = emit_.body(
        [&] { return results_for(made, coercions_.conform(then_value(), type, scope)); });
    const ir::Body* else_body = emit_.body(
        [&] { return results_for(made, coercions_.conform(else_value(), type, scope)); });
    builder_.add(made.pattern(), builder_.make(ir::If{{}, condition, then_body, else_body}));
    return value(made);
  }

 private:
  LateSize size_meant(const Size* size, Scope& scope);
  const Shape* sized_rows(const Shape* shape, Signature& signature);
  void find_sizes(Signature& signature, const std::vector<const ir::Type*>& types);
  const ir::Type* substitute(const ir::Type* type, const std::unordered_map<Var, Atom>& to);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Places& places_;
  Emitter& emit_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Sizes& sizes_;
  Coercions& coercions_;
};

}  // namespace planish::lower
