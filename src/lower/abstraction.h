// One way of using a function: what it is given, without the numbers.
//
// A function of the program is made for each different way. Two uses are the same way if the code
// is the same, types and functions given to it are the same, and the same sizes among them are
// equal. What differs from use to use become parameters: sizes that types and arrays have, and the
// leaves of data.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lower/scope.h"

namespace planish::lower {

class Lowering;

class Abstraction {
 public:
  Abstraction(Lowering& lowering, const Closure& closure, const Trees& args);

  const std::vector<uint64_t>& key() const { return key_; }
  const std::vector<Atom>& actuals() const { return actuals_; }

  // Makes the parameters: gives the scope and arguments with which the code is to be lowered.
  std::pair<Scope*, Trees> instantiate();
  // After instantiate().
  const std::vector<ir::Param>& params() const { return params_; }

 private:
  friend class ClosedFunctions;
  Abstraction(Lowering& lowering, const Closure& closure);  // what it refers to only

  enum class Constants : uint8_t { Keep, Generalise };  // dimensions that are constants

  void add(const Closure& closure);
  void add(const AtomTree* value);
  void add_argument(const AtomTree* value, const Type* type, Scope& scope);
  void add_leaf(const Atom& atom, const ir::Type* declared);
  void add(const Dim& dim, Constants constants);
  void add(const Shape* shape);
  void add(const ir::Type* type);
  const Shape* known_shape(LateType& late);
  static std::optional<LateSize> late_size(const ValueSymbol* symbol, Scope& scope);
  void token(uint64_t word) { key_.push_back(word); }
  void token(const void* pointer) { key_.push_back(reinterpret_cast<uint64_t>(pointer)); }

  // The same walk once more, now with variables in place of the atoms.
  Closure renew(const Closure& closure);
  const AtomTree* renew(const AtomTree* value);
  const Shape* renew(const Shape* shape);
  LateType renew(const LateType& late, const Shape* shape);
  Scope* renew_partly(const LateType& late);
  static std::optional<Atom> bound_size(const Size* size, Scope* scope);
  Dim renew(const Dim& dim, Constants constants) const;
  const ir::Type* renew(const ir::Type* type, const std::vector<Constants>& constants);

  // Names that the code refers to.
  struct Names {
    std::vector<const ValueSymbol*> values;
    std::vector<const TypeSymbol*> types;
  };
  Names names_of(const Closure& closure);

  Lowering& l_;
  const Closure& closure_;
  const Trees no_args_;
  const Trees& args_;
  enum class Look : uint8_t { AtAll, ForClosed } look_ = Look::AtAll;
  bool is_open_ = false;  // refers to a function that is not closed, or to what is not known yet
  std::vector<uint64_t> key_;
  std::vector<Atom> actuals_;
  std::vector<const ir::Type*> types_;         // of each actual; null: a size
  std::vector<bool> unique_;                   // of each actual
  std::vector<std::pair<Atom, size_t>> dims_;  // sizes seen, and the number of the actual
  std::vector<ir::Param> params_;
  std::vector<size_t> leaves_;  // numbers of the actuals that are leaves, in the order of the walk
  size_t next_leaf_ = 0;
  std::unordered_map<size_t, std::vector<Constants>> constants_;  // of leaves: for each dimension
  std::vector<std::optional<Atom>> late_sizes_;  // values of sizes, in the order of the walk
  size_t next_size_ = 0;
  // Functions that have been added and how many there were before, and what they are now. A
  // function that is there in several places is walked through once.
  std::unordered_map<const Closure*, size_t> seen_;
  std::unordered_map<const Closure*, const AtomTree*> renewed_;
  std::vector<const Shape*> late_shapes_;
  size_t next_shape_ = 0;
  bool consumed_ = false;  // the argument being added may be consumed
};

// Note [Closed functions]
// A function that refers to no numbers and no sizes, but at most to other such functions, is the
// same wherever it is used. Those that differ are numbered, so that the key of `f >-> g` is as
// short as that of `f`, whatever f and g are put together of, and what is made for one way of using
// them refers to them as they are.
class ClosedFunctions {
 public:
  explicit ClosedFunctions(Lowering& lowering) : l_(lowering) {}
  // None if it is not closed.
  std::optional<uint64_t> number(const Closure& closure);

 private:
  Lowering& l_;
  std::unordered_map<const Closure*, std::optional<uint64_t>> found_;
  std::map<std::vector<uint64_t>, uint64_t> numbers_;  // by the key of an Abstraction
};

}  // namespace planish::lower
