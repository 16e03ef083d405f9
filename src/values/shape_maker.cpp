// Note [Layout of sums]
// A sum is its tag and slots for the leaves of payloads. Scalar leaves of different constructors
// share a slot when they have the same primitive type. Leaves that are arrays never share one:
// whether two have the same sizes can look different inside and outside of a polymorphic function,
// and the layout must not depend on where one stands. Slots that a constructor does not use hold
// zeros, so that equal values have equal slots.
#include "values/shape_maker.h"

#include <unordered_map>

#include "values/value_builder.h"

namespace planish::values {

ShapeMaker::ShapeMaker(ValueBuilder& values) : storage_(values.storage()), arena_(values.arena()) {}

const Shape* ShapeMaker::scalar(Prim prim) {
  Shape made;
  made.kind = ShapeKind::Prim;
  made.prim = prim;
  return arena_.make<Shape>(made);
}

const Shape* ShapeMaker::array(Dim dim, const Shape* elem) {
  Shape made;
  made.kind = ShapeKind::Array;
  made.weight = weight_of(std::initializer_list<const Shape*>{elem});
  made.dim = dim;
  made.elem = elem;
  return arena_.make<Shape>(made);
}

const Shape* ShapeMaker::acc(const Shape* array) {
  Shape made;
  made.kind = ShapeKind::Acc;
  made.weight = array->weight;
  made.elem = array;
  return arena_.make<Shape>(made);
}

const Shape* ShapeMaker::sum(std::span<const ConstructorLayout> constructors) {
  std::vector<const Shape*> parts;
  for (const ConstructorLayout& layout : constructors)
    parts.insert(parts.end(), layout.args.begin(), layout.args.end());
  std::vector<const ir::Type*> slots;
  std::unordered_map<const ir::Type*, std::vector<uint32_t>> slots_of;
  auto layouts = arena_.copy(constructors);
  for (ConstructorLayout& layout : layouts) {
    std::unordered_map<const ir::Type*, size_t> used;  // so many of them
    std::vector<uint32_t> taken;
    for (const Shape* arg : layout.args) {
      for (const ir::Type* type : leaf_types(arg)) {
        std::vector<uint32_t>& of_type = slots_of[type];
        const size_t number = type->is_scalar() ? used[type]++ : of_type.size();
        if (number == of_type.size()) {
          of_type.push_back(static_cast<uint32_t>(slots.size()));
          slots.push_back(type);
        }
        taken.push_back(of_type[number]);
      }
    }
    layout.slots = arena_.copy(taken);
  }
  Shape made;
  made.kind = ShapeKind::Sum;
  made.weight = weight_of(parts);
  made.prim = constructors.size() <= 128 ? Prim::I8 : Prim::I32;
  made.constructors = layouts;
  made.slots = arena_.copy(slots);
  return arena_.make<Shape>(made);
}

const Shape* ShapeMaker::record(std::span<const Name> names,
                                const std::vector<const Shape*>& parts) {
  Shape made;
  made.kind = ShapeKind::Record;
  made.weight = weight_of(parts);
  made.names = names;
  made.parts = arena_.copy(parts);
  return arena_.make<Shape>(made);
}

const Shape* ShapeMaker::shape_of(const AtomTree* value) {
  if (value->kind == TreeKind::Record) {
    std::vector<const Shape*> parts;
    for (const AtomTree* part : value->parts) parts.push_back(shape_of(part));
    return record(value->names, parts);
  }
  if (value->kind != TreeKind::Leaf) return nullptr;
  const ir::Type* type = storage_.type(value->atom);
  const Shape* made = scalar(type->elem);
  for (size_t i = type->rank(); i > 0; i--) made = array(type->dims[i - 1], made);
  return made;
}

void ShapeMaker::add_leaf_types(const Shape* shape, std::vector<Dim>& outer,
                                std::vector<const ir::Type*>& out) {
  switch (shape->kind) {
    case ShapeKind::Prim: out.push_back(storage_.types.array(shape->prim, outer)); return;
    case ShapeKind::Record:
      for (const Shape* part : shape->parts) add_leaf_types(part, outer, out);
      return;
    case ShapeKind::Sum:
      out.push_back(storage_.types.array(shape->prim, outer));
      for (const ir::Type* slot : shape->slots)
        out.push_back(storage_.types.with_outer(outer, slot));
      return;
    case ShapeKind::Array:
      outer.push_back(shape->dim);
      add_leaf_types(shape->elem, outer, out);
      outer.pop_back();
      return;
    case ShapeKind::Acc: {
      std::vector<Dim> none;
      std::vector<const ir::Type*> arrays;
      add_leaf_types(shape->elem, none, arrays);
      out.push_back(storage_.types.acc(arrays));
      return;
    }
    case ShapeKind::Function: return;
  }
}

std::vector<const ir::Type*> ShapeMaker::leaf_types(const Shape* shape) {
  std::vector<Dim> outer;
  std::vector<const ir::Type*> out;
  add_leaf_types(shape, outer, out);
  return out;
}

}  // namespace planish::values
