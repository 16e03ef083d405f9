// The sizes of what entry points are given, and whether the values are what their types say. See
// Note [Sums at entry points].
#pragma once

#include <string>
#include <vector>

#include "lower/sizes.h"
#include "values/arrays.h"
#include "values/equality.h"

namespace planish::lower {

// A leaf is used only if the tag with this number among the leaves is that of the constructor.
struct SlotUse {
  size_t tag = 0;
  uint32_t constructor = 0;
};
using SlotUses = std::vector<SlotUse>;  // all of them

// A parameter of an entry point that is a size: of which name (or null), and in which leaf.
struct EntrySize {
  const ValueSymbol* symbol = nullptr;
  Var var;
  SlotUses uses;
  std::vector<Atom> leaves;  // of the whole value
};

// Of one entry point.
class EntrySizes {
 public:
  // `complaint` begins messages about wrong sizes.
  EntrySizes(Lowering& lowering, std::string complaint);

  // The name that stands for a size outside of the types that take it as an argument.
  static const ValueSymbol* symbol(const Size* size, Scope& scope);
  // The sizes of one argument.
  void add(std::span<EntrySize> sizes, const Shape* shape, const AtomTree* value);
  // Binds names of sizes to those of arrays that are in use.
  void choose(Scope& scope);
  // The types of results are outside of the function, where only its parameters are known.
  void forget_chosen(Scope& scope);
  // The argument with the sizes of its type, after checks. `argument` is what messages call it.
  const AtomTree* check_sizes(const Type* type, const AtomTree* value, const std::string& argument,
                              Scope& scope);
  // What no size says: tags are those of constructors, and the components of irregular rows have
  // the same lengths.
  void check_value(const Shape* shape, const AtomTree* value);

 private:
  Atom in_use(const SlotUses& uses, std::span<const Atom> leaves);
  Atom any_equal(Atom tags, Atom tag);
  Atom chosen_size(std::span<const EntrySize* const> choices);
  Atom same_dim(const ir::Type* have, const ir::Type* want, size_t d);
  std::vector<Var> check_dims(const ir::Type* have, const ir::Type* want, Atom used,
                              const std::string& argument);
  void check_equal_lengths(const AtomTree* value);
  void check_tags(Atom tags, size_t count);

  SemaContext& cx_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Checks& checks_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Sizes& sizes_;
  Equality& equality_;
  ArrayFunctions& arrays_;
  const std::string complaint_;
  std::vector<EntrySize> sizes_given_;
};

}  // namespace planish::lower
