// One way of using a function: what it is given, without the numbers.
//
// A function of the program is made for each different way. Two uses are the same way if the code
// is the same, types and functions given to it are the same, and the same sizes among them are
// equal. What differs from use to use become parameters: sizes that types and arrays have, and the
// leaves of data.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "lower/scope.h"

namespace planish::lower {

class Lowering;

// Dimensions that are constants.
enum class Constants : uint8_t { Keep, Generalise };

// Names that code refers to.
struct NamesUsed {
  std::vector<const ValueSymbol*> values;
  std::vector<const TypeSymbol*> types;
};
NamesUsed names_used(Lowering& lowering, const Closure& closure);

// A name for a size that is still to be computed.
std::optional<LateSize> late_size_of(const ValueSymbol* symbol, Scope& scope);

// Does a type have sizes that come into existence only through the call?
bool has_unknown_size(const Shape* shape);

class UseKey {
 public:
  // What is done about the functions that are given.
  enum class Functions : uint8_t {
    Walk,       // all that they refer to is part of what is found
    Summarise,  // Note [Open functions]: only the key is of use
    Reject,     // only closed ones: is_open() tells of others
  };
  UseKey(Lowering& lowering, const Closure& closure, const Trees& args, Functions functions);
  // What the code refers to, without arguments.
  UseKey(Lowering& lowering, const Closure& closure, Functions functions);

  const std::vector<uint64_t>& key() const { return key_; }

  // Atoms that become parameters, in the order of the walk.
  struct Actual {
    Atom atom;
    const ir::Type* type = nullptr;  // null: a size
    bool unique = false;
    std::vector<Constants> constants;  // of a leaf: for each dimension
  };
  // A size that was seen, and the number of its actual.
  struct SeenSize {
    Atom atom;
    size_t number = 0;
    bool is_dim = false;  // a dimension has it; otherwise it is only the value of a leaf
  };
  const std::vector<Actual>& actuals() const { return actuals_; }
  const std::vector<SeenSize>& sizes() const { return sizes_; }
  const std::vector<size_t>& leaves() const { return leaves_; }  // numbers of actuals
  const std::vector<std::optional<Atom>>& late_sizes() const { return late_sizes_; }
  const std::vector<const Shape*>& late_shapes() const { return late_shapes_; }

  // Does it refer to a function that is not closed, or to what is not known yet?
  bool is_open() const { return is_open_; }
  // Is everything known that it refers to?
  bool is_complete() const;

 private:
  void add(const Closure& closure);
  void add(const AtomTree* value);
  void add_function(const Closure& closure);
  void add_summary(const Closure& closure);
  void add_argument(const AtomTree* value, const Type* type, Scope& scope);
  void add_leaf(const Atom& atom, const ir::Type* declared);
  void add_size_of_leaf(const Atom& atom);
  void add(const Dim& dim, Constants constants);
  void add(const Shape* shape);
  void add(const ir::Type* type);
  const Shape* known_shape(LateType& late);
  void token(uint64_t word) { key_.push_back(word); }
  void token(const void* pointer) { key_.push_back(reinterpret_cast<uint64_t>(pointer)); }

  Lowering& l_;
  const Functions functions_;
  std::vector<uint64_t> key_;
  std::vector<Actual> actuals_;
  std::vector<SeenSize> sizes_;
  std::vector<size_t> leaves_;
  std::vector<std::optional<Atom>> late_sizes_;
  std::vector<const Shape*> late_shapes_;
  // Functions that have been added, and how many there were before. A function that is there in
  // several places is walked through once.
  std::unordered_map<const Closure*, size_t> seen_;
  bool is_open_ = false;
  bool is_complete_ = true;  // so far, and of functions that are summarised
  bool consumed_ = false;    // the argument being added may be consumed
};

}  // namespace planish::lower
