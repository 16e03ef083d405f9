#include "values/tree_maker.h"

#include <fmt/format.h>

#include <stdexcept>

#include "values/value_builder.h"

namespace planish::values {

TreeMaker::TreeMaker(ValueBuilder& values)
    : names_(values.names),
      storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit) {}

const AtomTree* TreeMaker::leaf(Atom atom) {
  AtomTree made;
  made.kind = TreeKind::Leaf;
  made.atom = atom;
  return arena_.make<AtomTree>(made);
}

const AtomTree* TreeMaker::record(std::span<const Name> names, const Trees& parts) {
  if (parts.empty()) return unit();
  AtomTree made;
  made.kind = TreeKind::Record;
  made.weight = weight_of(parts);
  made.names = names;
  made.parts = arena_.copy(parts);
  return arena_.make<AtomTree>(made);
}

const AtomTree* TreeMaker::tuple(const Trees& parts) {
  auto names = arena_.make_array<Name>(parts.size());
  for (size_t i = 0; i < parts.size(); i++) names[i] = names_.number(static_cast<uint32_t>(i));
  return record(names, parts);
}

const AtomTree* TreeMaker::sum(const Trees& parts) {
  AtomTree made;
  made.kind = TreeKind::Sum;
  made.weight = weight_of(parts);
  made.parts = arena_.copy(parts);
  return arena_.make<AtomTree>(made);
}

const AtomTree* TreeMaker::constructed(Name name, const Trees& args) {
  AtomTree made;
  made.kind = TreeKind::Constructed;
  made.weight = weight_of(args);
  made.names = arena_.copy({name});
  made.parts = arena_.copy(args);
  return arena_.make<AtomTree>(made);
}

const AtomTree* TreeMaker::constructor(const Shape* shape, Name name, const Trees& args) {
  Trees parts(1 + shape->slots.size());
  for (size_t number = 0; number < shape->constructors.size(); number++) {
    const ConstructorLayout& layout = shape->constructors[number];
    if (layout.name != name) continue;
    parts[0] = leaf(ir::Const{shape->prim, number});
    size_t next = 0;
    for (const AtomTree* arg : args) {
      for (Atom atom : flatten(arg)) parts[1 + layout.slots[next++]] = leaf(atom);
    }
    for (size_t slot = 0; slot < shape->slots.size(); slot++) {
      if (parts[1 + slot] == nullptr) parts[1 + slot] = leaf(blank(shape->slots[slot]));
    }
    return sum(parts);
  }
  bug(fmt::format("no constructor `#{}`", names_.text(name)));
}

void TreeMaker::bug(std::string_view what) {
  throw std::logic_error(fmt::format("compiler bug: {} (while lowering {})", what,
                                     ir::place_text(storage_, builder_.place)));
}

// ---- From leaves

const AtomTree* TreeMaker::build(const Shape* shape, std::span<const Atom>& leaves) {
  auto next = [&] {
    const AtomTree* made = leaf(leaves.front());
    leaves = leaves.subspan(1);
    return made;
  };
  switch (shape->kind) {
    case ShapeKind::Prim:
    case ShapeKind::Acc: return next();
    case ShapeKind::Record: {
      Trees parts;
      for (const Shape* part : shape->parts) parts.push_back(build(part, leaves));
      return record(shape->names, parts);
    }
    case ShapeKind::Sum: {
      Trees parts;
      for (size_t i = 0; i < shape->slots.size() + 1; i++) parts.push_back(next());
      return sum(parts);
    }
    case ShapeKind::Array: return build(shape->elem, leaves);
    case ShapeKind::Function: break;
  }
  bug("a function where only data can be");
}

const AtomTree* TreeMaker::build_all(const Shape* shape, const std::vector<Atom>& leaves) {
  std::span<const Atom> rest(leaves);
  return build(shape, rest);
}

const AtomTree* TreeMaker::build_vars(const Shape* shape, const std::vector<Var>& leaves) {
  return build_all(shape, {leaves.begin(), leaves.end()});
}

// ---- Taking apart

Trees TreeMaker::payload(const ConstructorLayout& constructor, const AtomTree* value) {
  if (value->kind == TreeKind::Constructed) {
    if (value->names[0] != constructor.name) return {};
    return {value->parts.begin(), value->parts.end()};
  }
  std::vector<Atom> leaves;
  for (uint32_t slot : constructor.slots) leaves.push_back(value->parts[1 + slot]->atom);
  std::span<const Atom> rest(leaves);
  Trees args;
  for (const Shape* arg : constructor.args) args.push_back(build(arg, rest));
  return args;
}

const AtomTree* TreeMaker::field(const AtomTree* record, Name name) {
  for (size_t i = 0; i < record->names.size(); i++) {
    if (record->names[i] == name) return record->parts[i];
  }
  bug(fmt::format("no field `{}`", names_.text(name)));
}

std::vector<Var> TreeMaker::array_leaves(const AtomTree* value) {
  std::vector<Var> out;
  for (Atom atom : flatten(value)) out.push_back(emit_.as_var(atom));
  return out;
}

Dim TreeMaker::leaf_dim(const AtomTree* array, size_t number) {
  const AtomTree* leaf = first_leaf(array);
  if (leaf == nullptr) return Dim::varying();
  const ir::Type* type = sized_type(storage_.type(leaf->atom));
  return number < type->rank() ? type->dims[number] : Dim::varying();
}

Atom TreeMaker::outer_size(const AtomTree* array) { return Builder::atom(leaf_dim(array, 0)); }

// ---- Leaf by leaf

const AtomTree* TreeMaker::replace_leaves(const AtomTree* like, const std::vector<Atom>& leaves) {
  size_t next = 0;
  return map_leaves(like, [&](Atom) { return leaves[next++]; });
}

const AtomTree* TreeMaker::copy(const AtomTree* value) {
  return map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    if (!type->is_array()) return atom;
    return builder_.let("copy", type, builder_.make(ir::Copy{{}, atom.var}));
  });
}

Atom TreeMaker::blank(const ir::Type* type) {
  if (type->is_scalar()) return ir::Const{type->elem, 0};
  // A row, which may have any length.
  if (type->dims[0].is_varying()) {
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    dims[0] = Dim::constant(0);
    return blank(storage_.types.array(type->elem, dims));
  }
  if (!type->is_irregular()) {
    std::vector<Atom> dims;
    for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
    return builder_.let(
        "blank", type,
        builder_.make(ir::Replicate{{}, arena_.copy(dims), ir::Const{type->elem, 0}}));
  }
  if (!type->dims[1].is_varying()) {
    std::vector<Atom> count{Builder::atom(type->dims[0])};
    Atom row = blank(storage_.types.array(type->elem, type->dims.subspan(1)));
    return builder_.let("blank", type, builder_.make(ir::Replicate{{}, arena_.copy(count), row}));
  }
  // Rows without elements.
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Dim> flat(type->dims.begin() + 1, type->dims.end());
  flat[0] = Dim::constant(0);
  Atom elements = blank(storage_.types.array(type->elem, flat));
  Atom lengths = blank(storage_.types.with_outer(type->dims.first(1), i64));
  return builder_.let(
      "blank", type,
      builder_.make(ir::SplitRows{{}, emit_.as_var(lengths), emit_.as_var(elements)}));
}

}  // namespace planish::values
