#include "lower/lowering.h"

namespace planish::lower {

const Value* Lowering::leaf(Atom atom) {
  Value made;
  made.kind = ValueKind::Leaf;
  made.atom = atom;
  return arena_.make<Value>(made);
}

const Value* Lowering::record(std::span<const Name> names, const Values& parts) {
  if (parts.empty()) return unit();
  Value made;
  made.kind = ValueKind::Record;
  made.names = names;
  made.parts = arena_.copy(parts);
  return arena_.make<Value>(made);
}

const Value* Lowering::tuple(const Values& parts) {
  auto names = arena_.make_array<Name>(parts.size());
  for (size_t i = 0; i < parts.size(); i++) names[i] = cx_.names.number(static_cast<uint32_t>(i));
  return record(names, parts);
}

const Value* Lowering::sum(const Values& parts) {
  Value made;
  made.kind = ValueKind::Sum;
  made.parts = arena_.copy(parts);
  return arena_.make<Value>(made);
}

const Value* Lowering::constructed(Name name, const Values& args) {
  Value made;
  made.kind = ValueKind::Constructed;
  made.names = arena_.copy({name});
  made.parts = arena_.copy(args);
  return arena_.make<Value>(made);
}

const Value* Lowering::function(const Closure& closure) {
  Value made;
  made.kind = ValueKind::Function;
  made.closure = arena_.make<Closure>(closure);
  return arena_.make<Value>(made);
}

const Value* Lowering::field(const Value* record, Name name) {
  for (size_t i = 0; i < record->names.size(); i++) {
    if (record->names[i] == name) return record->parts[i];
  }
  bug(fmt::format("no field `{}`", cx_.text(name)));
}

const Value* Lowering::constructor(const Shape* shape, Name name, const Values& args) {
  Values parts(1 + shape->slots.size());
  for (size_t number = 0; number < shape->constructors.size(); number++) {
    const ConstructorLayout& layout = shape->constructors[number];
    if (layout.name != name) continue;
    parts[0] = leaf(ir::Const{shape->prim, number});
    size_t next = 0;
    for (const Value* arg : args) {
      for (Atom atom : flatten(arg)) parts[1 + layout.slots[next++]] = leaf(atom);
    }
    for (size_t slot = 0; slot < shape->slots.size(); slot++) {
      if (parts[1 + slot] == nullptr) parts[1 + slot] = leaf(blank(shape->slots[slot]));
    }
    return sum(parts);
  }
  bug(fmt::format("no constructor `#{}`", cx_.text(name)));
}

Values Lowering::payload(const ConstructorLayout& constructor, const Value* value) {
  if (value->kind == ValueKind::Constructed) {
    if (value->names[0] != constructor.name) return {};
    return {value->parts.begin(), value->parts.end()};
  }
  std::vector<Atom> leaves;
  for (uint32_t slot : constructor.slots) leaves.push_back(value->parts[1 + slot]->atom);
  std::span<const Atom> rest(leaves);
  Values args;
  for (const Shape* arg : constructor.args) args.push_back(build(arg, rest));
  return args;
}

void Lowering::flatten(const Value* value, std::vector<Atom>& out) {
  if (value->kind == ValueKind::Leaf) out.push_back(value->atom);
  for (const Value* part : value->parts) flatten(part, out);
}

std::vector<Atom> Lowering::flatten(const Value* value) {
  std::vector<Atom> out;
  flatten(value, out);
  return out;
}

const Value* Lowering::replace_leaves(const Value* like, const std::vector<Atom>& leaves) {
  size_t next = 0;
  return map_leaves(like, [&](Atom) { return leaves[next++]; });
}

const Value* Lowering::first_leaf(const Value* value) {
  while (value->kind != ValueKind::Leaf) {
    if (value->parts.empty()) return nullptr;
    value = value->parts[0];
  }
  return value;
}

Dim Lowering::leaf_dim(const Value* array, size_t number) {
  const Value* leaf = first_leaf(array);
  if (leaf == nullptr) return Dim::varying();
  const ir::Type* type = sized_type(storage_.type(leaf->atom));
  return number < type->rank() ? type->dims[number] : Dim::varying();
}

Atom Lowering::outer_size(const Value* array) { return Builder::atom(leaf_dim(array, 0)); }

Atom Lowering::blank(const ir::Type* type) {
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
    return builder_->let(
        "blank", type,
        builder_->make(ir::Replicate{{}, arena_.copy(dims), ir::Const{type->elem, 0}}));
  }
  if (!type->dims[1].is_varying()) {
    std::vector<Atom> count{Builder::atom(type->dims[0])};
    Atom row = blank(storage_.types.array(type->elem, type->dims.subspan(1)));
    return builder_->let("blank", type, builder_->make(ir::Replicate{{}, arena_.copy(count), row}));
  }
  // Rows without elements.
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Dim> flat(type->dims.begin() + 1, type->dims.end());
  flat[0] = Dim::constant(0);
  Atom elements = blank(storage_.types.array(type->elem, flat));
  Atom lengths = blank(storage_.types.with_outer(type->dims.first(1), i64));
  return builder_->let("blank", type,
                       builder_->make(ir::SplitRows{{}, as_var(lengths), as_var(elements)}));
}

Var Lowering::as_var(Atom atom) {
  if (!atom.is_const()) return atom.var;
  return builder_->let("", storage_.type(atom), builder_->make(ir::Same{{}, atom}));
}

std::vector<Var> Lowering::array_leaves(const Value* value) {
  std::vector<Var> out;
  for (Atom atom : flatten(value)) out.push_back(as_var(atom));
  return out;
}

const Value* Lowering::conform(const Value* value, const Type* type, Scope& scope) {
  // A type parameter may stand for an irregular array.
  if ((type->flags & (kHasVarying | kHasNamed)) == 0 || (type->flags & kHasArrow) != 0)
    return value;
  // Only where the type has a `?` does it ask for something.
  std::vector<const ir::Type*> asked = leaf_types(shape(type, scope, [](const Size* s, Scope&) {
    return s->kind == SizeKind::Varying ? Dim::varying() : Dim::constant(0);
  }));
  size_t next = 0;
  return map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* want = asked[next++];
    const ir::Type* have = storage_.type(atom);
    if (!want->is_irregular() || want->rank() != have->rank()) return atom;
    std::vector<Dim> dims(have->dims.begin(), have->dims.end());
    for (size_t i = 1; i < dims.size(); i++) {
      if (want->dims[i].is_varying()) dims[i] = Dim::varying();
    }
    const ir::Type* to = storage_.types.array(have->elem, dims);
    if (to == have) return atom;
    return builder_->let("rows", to, builder_->make(ir::Coerce{{}, as_var(atom)}));
  });
}

const Value* Lowering::copy(const Value* value) {
  return map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    if (!type->is_array()) return atom;
    return builder_->let("copy", type, builder_->make(ir::Copy{{}, atom.var}));
  });
}

}  // namespace planish::lower
