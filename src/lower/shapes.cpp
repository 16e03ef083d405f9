// Types without names: which leaves a value has.
//
// Note [Layout of sums]
// A sum is its tag and slots for the leaves of payloads. Scalar leaves of different constructors
// share a slot when they have the same primitive type. Leaves that are arrays never share one:
// whether two have the same sizes can look different inside and outside of a polymorphic function,
// and the layout must not depend on where one stands. Slots that a constructor does not use hold
// zeros, so that equal values have equal slots.
#include "lower/lowering.h"

namespace planish::lower {

const Shape* Lowering::scalar_shape(Prim prim) {
  Shape made;
  made.kind = ShapeKind::Prim;
  made.prim = prim;
  return arena_.make<Shape>(made);
}

const Shape* Lowering::array_shape(Dim dim, const Shape* elem) {
  Shape made;
  made.kind = ShapeKind::Array;
  made.dim = dim;
  made.elem = elem;
  return arena_.make<Shape>(made);
}

const Shape* Lowering::acc_shape(const Shape* array) {
  Shape made;
  made.kind = ShapeKind::Acc;
  made.elem = array;
  return arena_.make<Shape>(made);
}

const Shape* Lowering::sum_shape(std::span<const ConstructorLayout> constructors) {
  std::vector<const ir::Type*> slots;
  auto layouts = arena_.copy(constructors);
  for (ConstructorLayout& layout : layouts) {
    std::vector<bool> used(slots.size());
    std::vector<uint32_t> places;
    for (const Shape* arg : layout.args) {
      for (const ir::Type* type : leaf_types(arg)) {
        size_t slot = 0;
        if (type->is_scalar()) {
          while (slot < slots.size() && (slots[slot] != type || used[slot])) slot++;
        } else {
          slot = slots.size();
        }
        if (slot == slots.size()) {
          slots.push_back(type);
          used.push_back(false);
        }
        used[slot] = true;
        places.push_back(static_cast<uint32_t>(slot));
      }
    }
    layout.slots = arena_.copy(places);
  }
  Shape made;
  made.kind = ShapeKind::Sum;
  made.prim = constructors.size() <= 128 ? Prim::I8 : Prim::I32;
  made.constructors = layouts;
  made.slots = arena_.copy(slots);
  return arena_.make<Shape>(made);
}

const Shape* Lowering::shape(const Type* type, Scope& scope) {
  return shape(type, scope, [&](const Size* s, Scope& in) { return dim(s, in); });
}

const Shape* Lowering::shape(const Type* type, Scope& scope, const DimOf& dim_of) {
  switch (type->kind) {
    case TypeKind::Prim: return scalar_shape(static_cast<const PrimType*>(type)->prim);
    case TypeKind::Record: {
      auto fields = static_cast<const RecordType*>(type)->fields;
      if (fields.empty()) return scalar_shape(Prim::Unit);
      auto names = arena_.make_array<Name>(fields.size());
      auto parts = arena_.make_array<const Shape*>(fields.size());
      for (size_t i = 0; i < fields.size(); i++) {
        names[i] = fields[i].name;
        parts[i] = shape(fields[i].type, scope, dim_of);
      }
      Shape made;
      made.kind = ShapeKind::Record;
      made.names = names;
      made.parts = parts;
      return arena_.make<Shape>(made);
    }
    case TypeKind::Sum: {
      std::vector<ConstructorLayout> constructors;
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors) {
        auto args = arena_.make_array<const Shape*>(c.args.size());
        for (size_t i = 0; i < args.size(); i++) args[i] = shape(c.args[i], scope, dim_of);
        constructors.push_back({c.name, args, {}});
      }
      return sum_shape(constructors);
    }
    case TypeKind::Array: {
      auto* array = static_cast<const ArrayType*>(type);
      Dim outer = dim_of(array->dim, scope);
      return array_shape(outer, shape(array->elem, scope, dim_of));
    }
    case TypeKind::Arrow: {
      Shape made;
      made.kind = ShapeKind::Function;
      return arena_.make<Shape>(made);
    }
    case TypeKind::Named: return named_shape(*static_cast<const NamedType*>(type), scope, dim_of);
    case TypeKind::Error:
    case TypeKind::Meta: break;
  }
  bug("a type that the checker left open");
}

const Shape* Lowering::named_shape(const NamedType& type, Scope& scope, const DimOf& dim_of) {
  if (LateType* late = scope.find(type.symbol)) {
    if (late->shape != nullptr) return late->shape;
    const uint32_t around = type_use_;
    if (late->sizes == LateType::Sizes::OfEachUse) type_use_ = ++type_uses_;
    const Shape* made = shape(late->type, *late->scope, dim_of);
    type_use_ = around;
    return made;
  }
  if (const TypeDef* def = find_type(type.symbol, scope.frame)) {
    Scope* inner = type_scope(*def, type, scope);
    return shape(def->symbol->definition, *inner, dim_of);
  }
  if (type.symbol->kind == TypeSymbolKind::Abbreviation) {
    Scope* inner = type_scope({type.symbol, scope.frame}, type, scope);
    return shape(type.symbol->definition, *inner, dim_of);
  }
  if (is_acc(type)) return acc_shape(shape(type.args[0].type, scope, dim_of));
  bug(fmt::format("the type `{}` stands for nothing", cx_.text(type.symbol->name)));
}

const TypeDef* Lowering::find_type(const TypeSymbol* symbol, const Frame* frame) {
  const TypeDef* def = frame->find(symbol);
  return def != nullptr && def->symbol->kind == TypeSymbolKind::Abbreviation ? def : nullptr;
}

bool Lowering::is_acc(const NamedType& type) {
  return cx_.text(type.symbol->name) == "acc" && type.args.size() == 1 &&
         type.symbol->kind == TypeSymbolKind::Abstract;
}

Scope* Lowering::type_scope(const TypeDef& def, const NamedType& type, Scope& scope) {
  Scope* inner = new_scope(nullptr, def.frame);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const SchemeParam& param = def.symbol->params[i];
    if (param.type != nullptr)
      inner->types[param.type] = {type.args[i].type, &scope, nullptr};
    else
      inner->late_sizes[param.size] = {type.args[i].size, &scope};
  }
  return inner;
}

void Lowering::leaf_types(const Shape* shape, std::vector<Dim>& outer,
                          std::vector<const ir::Type*>& out) {
  switch (shape->kind) {
    case ShapeKind::Prim: out.push_back(storage_.types.array(shape->prim, outer)); return;
    case ShapeKind::Record:
      for (const Shape* part : shape->parts) leaf_types(part, outer, out);
      return;
    case ShapeKind::Sum:
      out.push_back(storage_.types.array(shape->prim, outer));
      for (const ir::Type* slot : shape->slots)
        out.push_back(storage_.types.with_outer(outer, slot));
      return;
    case ShapeKind::Array:
      outer.push_back(shape->dim);
      leaf_types(shape->elem, outer, out);
      outer.pop_back();
      return;
    case ShapeKind::Acc: {
      std::vector<Dim> none;
      std::vector<const ir::Type*> arrays;
      leaf_types(shape->elem, none, arrays);
      out.push_back(storage_.types.acc(arrays));
      return;
    }
    case ShapeKind::Function: return;
  }
}

std::vector<const ir::Type*> Lowering::leaf_types(const Shape* shape) {
  std::vector<Dim> outer;
  std::vector<const ir::Type*> out;
  leaf_types(shape, outer, out);
  return out;
}

const Value* Lowering::build(const Shape* shape, std::span<const Atom>& leaves) {
  auto next = [&] {
    const Value* made = leaf(leaves.front());
    leaves = leaves.subspan(1);
    return made;
  };
  switch (shape->kind) {
    case ShapeKind::Prim:
    case ShapeKind::Acc: return next();
    case ShapeKind::Record: {
      Values parts;
      for (const Shape* part : shape->parts) parts.push_back(build(part, leaves));
      return record(shape->names, parts);
    }
    case ShapeKind::Sum: {
      Values parts;
      for (size_t i = 0; i < shape->slots.size() + 1; i++) parts.push_back(next());
      return sum(parts);
    }
    case ShapeKind::Array: return build(shape->elem, leaves);
    case ShapeKind::Function: break;
  }
  bug("a function where only data can be");
}

const Value* Lowering::build_all(const Shape* shape, const std::vector<Atom>& leaves) {
  std::span<const Atom> rest(leaves);
  return build(shape, rest);
}

const Value* Lowering::build_vars(const Shape* shape, const std::vector<Var>& leaves) {
  return build_all(shape, {leaves.begin(), leaves.end()});
}

}  // namespace planish::lower
