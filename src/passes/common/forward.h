// What passes share that go through a program from top to bottom: replacing variables, and building
// bodies statement by statement.
#pragma once

#include <algorithm>
#include <vector>

#include "ir/walk.h"

namespace planish::passes {

// A pass derives from it and says in rewrite() what becomes of a statement. Where nothing changes,
// the same nodes are used again.
class ForwardRewriter : public ir::Rebuild {
 public:
  using Rebuild::Rebuild;

  ir::Program program(const ir::Program& program);

  ir::Atom atom(const ir::Atom& atom) override;
  // A variable whose type mentions a replaced one becomes a new one: the type of a variable never
  // changes.
  ir::Var binder(ir::Var var) override;
  const ir::Body* body(const ir::Body* body) override;

 protected:
  // A statement of the old program, nothing in it replaced yet. Deals with it, by emitting what it
  // becomes and replacing what it binds, or gives false: then its operands and bodies are
  // rewritten, and rewrite() is called.
  virtual bool rewrite_early(const ir::Stm&) { return false; }
  // A statement whose operands and bodies have been rewritten; its pattern is still that of the old
  // program.
  virtual void rewrite(const ir::Stm& stm) { emit(stm); }

  // Rewrites a statement of the old program.
  void visit(const ir::Stm& stm);
  // Adds a statement to the body being built. Its pattern is of the old program.
  void emit(ir::Stm stm);
  // Adds a statement that binds a new variable.
  ir::Var let(std::string_view name, const ir::Type* type, const ir::Op* op, const ir::Stm& like);
  // The statements of a body of the old program take the place of a statement of it, of which they
  // get the certificates and attributes. Gives the results.
  std::vector<ir::Atom> splice(const ir::Body* body, const ir::Stm& instead_of);
  // From now on the variable is this atom, which is of the new program.
  void replace(ir::Var var, const ir::Atom& by) { by_[var] = by; }
  // The same for a variable that a statement binds; where the types differ, a coercion is added.
  void bind(ir::Var var, const ir::Atom& to, const ir::Stm& like);
  void bind(std::span<const ir::Var> vars, const std::vector<ir::Atom>& to, const ir::Stm& like);

  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }
  const ir::Type* type_of(const ir::Atom& atom) { return storage_.type(atom); }
  // The type of a variable of the old program in the new one.
  const ir::Type* new_type(ir::Var var) { return substitute(storage_, storage_.type(var), by_); }
  // The certificates of the old program that are still there in the new one.
  std::span<const ir::Var> certificates(std::span<const ir::Var> certs);
  // Both lists, what is in both once.
  template <class T>
  std::span<const T> joined(std::span<const T> a, std::span<const T> b) {
    std::vector<T> all(a.begin(), a.end());
    for (const T& item : b) {
      if (std::find(a.begin(), a.end(), item) == a.end()) all.push_back(item);
    }
    return all.size() == a.size() ? a : storage_.arena.copy(all);
  }

 private:
  ir::Substitution by_;
  std::vector<std::vector<ir::Stm>> open_;  // the bodies being built
};

}  // namespace planish::passes
