#include "nesl/lower/layouts.h"

#include <stdexcept>

#include "nesl/syntax/ast.h"

namespace planish::nesl {

using values::ShapeKind;

const Shape* Layouts::structure(const Type* type) {
  if (auto it = made_.find(type); it != made_.end()) return it->second;
  const Shape* made = make(type);
  made_.emplace(type, made);
  return made;
}

const Shape* Layouts::make(const Type* type) {
  values::ShapeMaker& shapes = values_.shapes;
  switch (type->kind) {
    case TypeKind::Int: return shapes.scalar(Prim::I64);
    case TypeKind::Float: return shapes.scalar(Prim::F64);
    case TypeKind::Char: return shapes.scalar(Prim::U8);
    case TypeKind::Bool: return shapes.scalar(Prim::Bool);
    case TypeKind::Vector:
      return shapes.array(Dim::constant(values::kSizeOfElement), structure(type->first));
    case TypeKind::Pair: return tuple({structure(type->first), structure(type->second)});
    case TypeKind::Data: return structure(types_.content(type));
    case TypeKind::Function: {
      std::vector<const Shape*> captures;
      const Type* site = type->site;
      if (site->lambda != nullptr) {
        for (const Variable* variable : site->lambda->captures)
          captures.push_back(structure(types_.substitute(variable->type, site->args)));
      }
      return tuple(captures);
    }
    case TypeKind::Site:
    case TypeKind::Param:
    case TypeKind::Meta:
    case TypeKind::Error: break;
  }
  throw std::logic_error("compiler bug: a type that is not ground is lowered");
}

const Shape* Layouts::tuple(const std::vector<const Shape*>& parts) {
  if (parts.empty()) return values_.shapes.scalar(Prim::Unit);
  auto names = values_.arena().make_array<Name>(parts.size());
  for (size_t i = 0; i < parts.size(); i++)
    names[i] = values_.names.number(static_cast<uint32_t>(i));
  return values_.shapes.record(names, parts);
}

std::vector<Level> Layouts::levels(const Shape* structure, const AtomTree* value) {
  std::vector<Level> out;
  add_levels(structure, value, 0, out);
  return out;
}

void Layouts::add_levels(const Shape* structure, const AtomTree* value, size_t depth,
                         std::vector<Level>& out) {
  if (structure->kind == ShapeKind::Array) {
    out.push_back({values_.trees.leaf_dim(value, depth), depth});
    add_levels(structure->elem, value, depth + 1, out);
  } else if (structure->kind == ShapeKind::Record) {
    for (size_t i = 0; i < structure->parts.size(); i++)
      add_levels(structure->parts[i], value->parts[i], depth, out);
  }
}

const Shape* Layouts::with_dims(const Shape* structure, std::span<const Dim> dims) {
  size_t next = 0;
  return with_dims(structure, dims, next);
}

const Shape* Layouts::with_dims(const Shape* structure, std::span<const Dim> dims, size_t& next) {
  if (structure->kind == ShapeKind::Array) {
    const Dim dim = dims[next++];
    return values_.shapes.array(dim, with_dims(structure->elem, dims, next));
  }
  if (structure->kind != ShapeKind::Record) return structure;
  std::vector<const Shape*> parts;
  for (const Shape* part : structure->parts) parts.push_back(with_dims(part, dims, next));
  return values_.shapes.record(structure->names, parts);
}

const AtomTree* Layouts::conform(const AtomTree* value, const Shape* structure,
                                 std::span<const Dim> dims) {
  ir::Storage& storage = values_.storage();
  const std::vector<const ir::Type*> wanted = values_.shapes.leaf_types(with_dims(structure, dims));
  size_t next = 0;
  return values_.trees.map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* want = wanted[next++];
    const ir::Type* have = storage.type(atom);
    if (!have->is_array()) return atom;
    std::vector<Dim> made(have->dims.begin(), have->dims.end());
    for (size_t i = 1; i < made.size(); i++) {
      if (want->dims[i].is_varying()) made[i] = Dim::varying();
    }
    const ir::Type* to = storage.types.array(have->elem, made);
    if (to == have) return atom;
    return values_.builder.let("rows", to, values_.builder.make(ir::Coerce{{}, atom.var}));
  });
}

std::pair<const AtomTree*, const AtomTree*> Layouts::alike(const Shape* structure,
                                                           const AtomTree* a, const AtomTree* b) {
  std::vector<Dim> common;
  const std::vector<Level> of_b = levels(structure, b);
  for (const Level& level : levels(structure, a)) {
    const Dim other = of_b[common.size()].dim;
    common.push_back(level.depth == 0 || level.dim == other ? level.dim : Dim::varying());
  }
  const AtomTree* first = conform(a, structure, common);
  return {first, conform(b, structure, common)};
}

const AtomTree* Layouts::zero(const Type* type) { return zero(structure(type)); }

const AtomTree* Layouts::zero(const Shape* structure) {
  const std::vector<Dim> sizes(depths(structure).size(), Dim::varying());
  std::vector<Atom> leaves;
  for (const ir::Type* type : values_.shapes.leaf_types(with_dims(structure, sizes)))
    leaves.push_back(values_.trees.blank(type));
  return values_.trees.build_all(structure, leaves);
}

std::vector<size_t> Layouts::depths(const Shape* structure) {
  std::vector<size_t> out;
  add_depths(structure, 0, out);
  return out;
}

void Layouts::add_depths(const Shape* structure, size_t depth, std::vector<size_t>& out) {
  if (structure->kind == ShapeKind::Array) {
    out.push_back(depth);
    add_depths(structure->elem, depth + 1, out);
  } else if (structure->kind == ShapeKind::Record) {
    for (const Shape* part : structure->parts) add_depths(part, depth, out);
  }
}

}  // namespace planish::nesl
