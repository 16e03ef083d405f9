#include "lower/signatures.h"

#include <algorithm>
#include <tuple>

#include "lower/lowering.h"

namespace planish::lower {

Signatures::Signatures(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      places_(lowering.places),
      emit_(lowering.emit),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      coercions_(lowering.coercions) {}

// The size that an argument of a type stands for, and where it is to be read: `vec [k]` with `type
// vec [n] = [n]f32` has the size k of the place where it is written.
LateSize Signatures::size_meant(const Size* size, Scope& scope) {
  LateSize meant{Sizes::solved(size), &scope};
  while (meant.size->kind == SizeKind::Var && meant.scope->find(meant.size->var) == nullptr) {
    const LateSize* late = meant.scope->find_late(meant.size->var);
    if (late == nullptr) break;
    meant = {Sizes::solved(late->size), late->scope};
  }
  // One that is defined at top level is the same everywhere.
  if (meant.size->kind == SizeKind::Var && meant.scope->frame->find(meant.size->var) != nullptr)
    meant.scope = nullptr;
  return meant;
}

// Note [Sizes of results]
// A size that is not known yet is one variable of the signature, however often the type mentions
// it. It is another one if it is mentioned in another scope: `?[k].[k]i64` has a new k wherever its
// name stands. The same holds for each use of a type parameter that is lifted (LateType::Sizes).
Signature Signatures::signature(const Type* type, Scope& scope, SignatureOf of) {
  Signature made;
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<std::tuple<const Size*, const Scope*, uint32_t>> unknown;
  auto dim_of = [&](const Size* size, Scope& in) -> Dim {
    const LateSize meant = size_meant(size, in);
    const Size* s = meant.size;
    if (s->kind == SizeKind::Varying) return Dim::varying();
    if (s->kind == SizeKind::Const) return Dim::constant(s->value);
    if (of == SignatureOf::Local) {
      if (auto atom = sizes_.try_size(size, in)) return Builder::dim(*atom);
    } else if (s->kind == SizeKind::Var && meant.scope != nullptr) {
      const AtomTree* bound = meant.scope->find(s->var);
      if (bound != nullptr && bound->kind == TreeKind::Leaf) return Builder::dim(bound->atom);
    }
    const std::tuple key(s, static_cast<const Scope*>(meant.scope), shapes_.type_use());
    const auto known = std::ranges::find(unknown, key);
    if (known != unknown.end())
      return Dim::variable(made.sizes[static_cast<size_t>(known - unknown.begin())]);
    std::string_view name = s->kind == SizeKind::Var ? cx_.text(s->var->name) : "size";
    unknown.push_back(key);
    made.sizes.push_back(builder_.new_var(name, i64));
    return Dim::variable(made.sizes.back());
  };
  made.shape = sized_rows(shapes_.shape(type, scope, dim_of), made);
  std::vector<const ir::Type*> types = shapes_.leaf_types(made.shape);
  for (const ir::Type* leaf_type : types)
    made.leaves.push_back(builder_.new_var(leaf_type->is_array() ? "xs" : "x", leaf_type));
  find_sizes(made, types);
  return made;
}

// In which of the leaves, which have these types, the sizes can be found.
void Signatures::find_sizes(Signature& signature, const std::vector<const ir::Type*>& types) {
  for (Var size : signature.sizes) {
    std::optional<std::pair<uint32_t, uint32_t>> found;
    for (uint32_t i = 0; i < types.size() && !found; i++) {
      const ir::Type* type = sized_type(types[i]);
      for (uint32_t d = 0; d < type->rank() && !found; d++) {
        if (type->dims[d] == Dim::variable(size)) found = {i, d};
      }
    }
    if (!found) places_.bug("a size that no part of a value has");
    signature.size_of.push_back(*found);
  }
}

// A value whose type is that of a row (a type parameter that stands for `[?]t`) has a length of its
// own: the shape with a further size of the signature for each of them.
const Shape* Signatures::sized_rows(const Shape* shape, Signature& signature) {
  switch (shape->kind) {
    case ShapeKind::Array: {
      if (!shape->dim.is_varying()) return shape;
      Var size = builder_.new_var("size", storage_.types.scalar(Prim::I64));
      signature.sizes.push_back(size);
      return shapes_.array(Dim::variable(size), shape->elem);
    }
    case ShapeKind::Record: {
      Shape made = *shape;
      auto parts = arena_.make_array<const Shape*>(shape->parts.size());
      for (size_t i = 0; i < parts.size(); i++) parts[i] = sized_rows(shape->parts[i], signature);
      made.parts = parts;
      return arena_.make<Shape>(made);
    }
    case ShapeKind::Sum: {
      std::vector<ConstructorLayout> constructors;
      for (const ConstructorLayout& layout : shape->constructors) {
        auto args = arena_.make_array<const Shape*>(layout.args.size());
        for (size_t i = 0; i < args.size(); i++) args[i] = sized_rows(layout.args[i], signature);
        constructors.push_back({layout.name, args, {}});
      }
      return shapes_.sum(constructors);
    }
    case ShapeKind::Prim:
    case ShapeKind::Acc:
    case ShapeKind::Function: return shape;
  }
  return shape;
}

std::vector<Atom> Signatures::results_for(const Signature& signature, const AtomTree* value) {
  std::vector<Atom> leaves = flatten(value);
  std::vector<Atom> results;
  for (auto [number, dim] : signature.size_of)
    results.push_back(Builder::atom(sized_type(storage_.type(leaves[number]))->dims[dim]));
  results.insert(results.end(), leaves.begin(), leaves.end());
  return results;
}

std::vector<Var> Signatures::renewed(std::span<const Var> pattern,
                                     std::unordered_map<Var, Atom> known) {
  std::vector<Var> made;
  for (Var var : pattern) {
    made.push_back(storage_.new_var({}, substitute(storage_.type(var), known)));
    known[var] = made.back();
  }
  return made;
}

// The type with variables replaced by atoms.
const ir::Type* Signatures::substitute(const ir::Type* type,
                                       const std::unordered_map<Var, Atom>& to) {
  if (type->is_acc()) {
    std::vector<const ir::Type*> arrays;
    for (const ir::Type* array : type->arrays) arrays.push_back(substitute(array, to));
    return storage_.types.acc(arrays);
  }
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  for (Dim& dim : dims) {
    if (dim.kind != ir::DimKind::Var) continue;
    if (auto it = to.find(dim.var); it != to.end()) dim = Builder::dim(it->second);
  }
  return storage_.types.array(type->elem, dims);
}

void Signatures::add_unique(const Type* type, const Shape* shape, std::vector<bool>& out) {
  size_t count = shapes_.leaf_types(shape).size();
  if ((type->flags & kHasUnique) == 0) {
    out.insert(out.end(), count, false);
  } else if (auto* record_type = as<RecordType>(type);
             record_type != nullptr && shape->kind == ShapeKind::Record) {
    for (size_t i = 0; i < record_type->fields.size(); i++)
      add_unique(record_type->fields[i].type, shape->parts[i], out);
  } else {
    out.insert(out.end(), count, type->unique);
  }
}

}  // namespace planish::lower
