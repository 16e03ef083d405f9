// Makes AtomTrees and takes them apart.
#pragma once

#include <vector>

#include "values/emitter.h"
#include "values/shape.h"

namespace planish::values {

// The type that has the sizes: an accumulator's are those of its array.
inline const ir::Type* sized_type(const ir::Type* type) {
  return type->is_acc() ? type->arrays[0] : type;
}

class TreeMaker {
 public:
  explicit TreeMaker(ValueBuilder& values);

  const AtomTree* leaf(Atom atom);
  const AtomTree* unit() { return leaf(Atom::unit()); }
  const AtomTree* i64(int64_t value) { return leaf(Atom::i64(value)); }
  const AtomTree* record(std::span<const Name> names, const Trees& parts);
  const AtomTree* tuple(const Trees& parts);
  // The tag and the slots.
  const AtomTree* sum(const Trees& parts);
  const AtomTree* constructed(Name name, const Trees& args);
  template <class F>
  const AtomTree* function(const F& value) {
    AtomTree made;
    made.kind = TreeKind::Function;
    made.function = arena_.make<F>(value);
    return arena_.make<AtomTree>(made);
  }
  // A value of a sum shape.
  const AtomTree* constructor(const Shape* sum, Name name, const Trees& args);

  // A value of this shape from its leaves. Takes them from the front of the list.
  const AtomTree* build(const Shape* shape, std::span<const Atom>& leaves);
  const AtomTree* build_all(const Shape* shape, const std::vector<Atom>& leaves);
  const AtomTree* build_vars(const Shape* shape, const std::vector<Var>& leaves);

  // The payload of a value of a sum shape, taken to be of this constructor.
  Trees payload(const ConstructorLayout& constructor, const AtomTree* value);
  const AtomTree* field(const AtomTree* record, Name name);
  std::vector<Var> array_leaves(const AtomTree* value);
  // The size of the outer dimension of an array.
  Atom outer_size(const AtomTree* array);
  Dim leaf_dim(const AtomTree* array, size_t number);

  // The value with each leaf replaced.
  template <class F>
  const AtomTree* map_leaves(const AtomTree* value, F f) {
    if (value->kind == TreeKind::Leaf) return leaf(f(value->atom));
    if (value->kind == TreeKind::Function) return value;
    std::span<const AtomTree*> parts = arena_.make_array<const AtomTree*>(value->parts.size());
    for (size_t i = 0; i < parts.size(); i++) parts[i] = map_leaves(value->parts[i], f);
    AtomTree made = *value;
    made.parts = parts;
    return arena_.make<AtomTree>(made);
  }
  const AtomTree* replace_leaves(const AtomTree* like, const std::vector<Atom>& leaves);
  const AtomTree* copy(const AtomTree* value);
  // Zeros, for slots of a sum that are not in use.
  Atom blank(const ir::Type* type);

 private:
  [[noreturn]] void bug(std::string_view what);

  Interner& names_;
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
};

}  // namespace planish::values
