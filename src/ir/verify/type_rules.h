// What all rules of the verifier are said in: the statement that is looked at, the types of its
// operands, and the types of what it binds.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/print.h"
#include "ir/verify/error_list.h"

namespace planish::ir {

// A type that need not exist in the table: what an operation makes of its operands.
struct Shape {
  const Type* acc = nullptr;  // null: a value
  Prim elem = Prim::Unit;
  std::vector<Dim> dims;

  Shape() = default;
  Shape(const Type* type);
  Shape(Prim prim) : elem(prim) {}
  Shape(Prim prim, std::vector<Dim> sizes) : elem(prim), dims(std::move(sizes)) {}

  Shape inside(size_t count) const;                // without outer dimensions
  Shape within(std::span<const Dim> outer) const;  // with more outer dimensions
  Shape within(Dim outer) const { return within({&outer, 1}); }
};

// Where in the program the verifier is. Its parts share one.
struct VerifyState {
  VerifyState(const Program& verified, ErrorList& list)
      : program(verified), errors(list), flags(verified.storage->vars.size()) {}

  static constexpr uint8_t kBound = 1;    // by some binder of the program
  static constexpr uint8_t kInScope = 2;  // here
  static constexpr uint8_t kCheck = 4;    // bound by a check

  const Program& program;
  ErrorList& errors;
  std::vector<uint8_t> flags;  // by variable
  std::vector<Var> in_scope;   // outermost first
  // Dimension variables that are known to be a constant, while types are compared.
  std::unordered_map<Var, int64_t> known;
  const Op* op = nullptr;        // being checked
  std::span<const Var> pattern;  // of its statement
  bool guarded = false;          // its statement comes after checks
  uint32_t bodies = 0;           // that it stands in, one in another
  bool at_host = true;           // it stands where parallel operators of FLAT may
};

class TypeRules {
 public:
  explicit TypeRules(VerifyState& state) : state_(state), storage_(*state.program.storage) {}

 protected:
  const Type* type(const Atom& atom) const { return storage_.type(atom); }
  std::string text(const Shape& shape) const;
  std::string text(const Atom& atom) const { return atom_text(storage_, atom); }
  std::string text(Var var) const {
    return var.id < storage_.vars.size() ? var_text(storage_, var)
                                         : "variable number " + std::to_string(var.id);
  }
  std::string word() const {
    return state_.op == nullptr ? "function" : std::string(op_text(state_.op));
  }
  void error(Rule rule, std::string message) { state_.errors.add(rule, std::move(message)); }

  // Is the one type as good as the other? From dimension number `loose` on, one may vary where the
  // other does not: an array gives rows of one size each, and is made of them.
  static constexpr size_t kNone = ~size_t{0};
  void fits(const Shape& wanted, const Shape& found, std::string_view what, const Atom& named,
            size_t loose = kNone);
  Dim known(const Dim& dim) const;
  // From now on the dimension variable is known to be this, if it is a constant.
  void know(Var var, const Atom& value);
  void forget() { state_.known.clear(); }

  void is_scalar(const Atom& atom, Prim prim, std::string_view what);
  void is_i64(const Atom& atom, std::string_view what) { is_scalar(atom, Prim::I64, what); }
  void is_i64(std::span<const Atom> atoms, std::string_view what) {
    for (const Atom& atom : atoms) is_i64(atom, what);
  }
  bool is_array(Var var, size_t rank = 1);  // of at least this rank
  bool count(size_t wanted, size_t found, std::string_view what);
  // What is bound: the number of variables, and the type of one.
  bool binds(size_t wanted) { return count(wanted, state_.pattern.size(), "bound variables"); }
  void gives(size_t index, const Shape& shape, size_t loose = kNone);
  void gives_one(const Shape& shape, size_t loose = kNone) {
    if (binds(1)) gives(0, shape, loose);
  }

  static std::vector<Dim> dims_of(std::span<const Atom> atoms);

  VerifyState& state_;
  const Storage& storage_;
};

}  // namespace planish::ir
