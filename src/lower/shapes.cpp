// Note [Layout of sums]
// A sum is its tag and slots for the leaves of payloads. Scalar leaves of different constructors
// share a slot when they have the same primitive type. Leaves that are arrays never share one:
// whether two have the same sizes can look different inside and outside of a polymorphic function,
// and the layout must not depend on where one stands. Slots that a constructor does not use hold
// zeros, so that equal values have equal slots.
#include "lower/shapes.h"

#include "lower/lowering.h"

namespace planish::lower {

Shapes::Shapes(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      places_(lowering.places),
      scopes_(lowering.scopes) {}

const Shape* Shapes::scalar(Prim prim) {
  Shape made;
  made.kind = ShapeKind::Prim;
  made.prim = prim;
  return arena_.make<Shape>(made);
}

const Shape* Shapes::array(Dim dim, const Shape* elem) {
  Shape made;
  made.kind = ShapeKind::Array;
  made.dim = dim;
  made.elem = elem;
  return arena_.make<Shape>(made);
}

const Shape* Shapes::acc(const Shape* array) {
  Shape made;
  made.kind = ShapeKind::Acc;
  made.elem = array;
  return arena_.make<Shape>(made);
}

const Shape* Shapes::sum(std::span<const ConstructorLayout> constructors) {
  std::vector<const ir::Type*> slots;
  auto layouts = arena_.copy(constructors);
  for (ConstructorLayout& layout : layouts) {
    std::vector<bool> used(slots.size());
    std::vector<uint32_t> taken;
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
        taken.push_back(static_cast<uint32_t>(slot));
      }
    }
    layout.slots = arena_.copy(taken);
  }
  Shape made;
  made.kind = ShapeKind::Sum;
  made.prim = constructors.size() <= 128 ? Prim::I8 : Prim::I32;
  made.constructors = layouts;
  made.slots = arena_.copy(slots);
  return arena_.make<Shape>(made);
}

const Shape* Shapes::shape(const Type* type, Scope& scope, const DimOf& dim_of) {
  switch (type->kind) {
    case TypeKind::Prim: return scalar(static_cast<const PrimType*>(type)->prim);
    case TypeKind::Record: return record(*static_cast<const RecordType*>(type), scope, dim_of);
    case TypeKind::Sum: {
      std::vector<ConstructorLayout> constructors;
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors) {
        auto args = arena_.make_array<const Shape*>(c.args.size());
        for (size_t i = 0; i < args.size(); i++) args[i] = shape(c.args[i], scope, dim_of);
        constructors.push_back({c.name, args, {}});
      }
      return sum(constructors);
    }
    case TypeKind::Array: {
      auto* array_type = static_cast<const ArrayType*>(type);
      Dim outer = dim_of(array_type->dim, scope);
      return array(outer, shape(array_type->elem, scope, dim_of));
    }
    case TypeKind::Arrow: {
      Shape made;
      made.kind = ShapeKind::Function;
      return arena_.make<Shape>(made);
    }
    case TypeKind::Named: return named(*static_cast<const NamedType*>(type), scope, dim_of);
    case TypeKind::Error:
    case TypeKind::Meta: break;
  }
  places_.bug("a type that the checker left open");
}

const Shape* Shapes::record(const RecordType& type, Scope& scope, const DimOf& dim_of) {
  if (type.fields.empty()) return scalar(Prim::Unit);
  auto names = arena_.make_array<Name>(type.fields.size());
  auto parts = arena_.make_array<const Shape*>(type.fields.size());
  for (size_t i = 0; i < type.fields.size(); i++) {
    names[i] = type.fields[i].name;
    parts[i] = shape(type.fields[i].type, scope, dim_of);
  }
  Shape made;
  made.kind = ShapeKind::Record;
  made.names = names;
  made.parts = parts;
  return arena_.make<Shape>(made);
}

const Shape* Shapes::open_shape(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size* s, Scope&) {
    return s->kind == SizeKind::Const ? Dim::constant(s->value) : Dim::varying();
  });
}

const Shape* Shapes::structure(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size*, Scope&) { return Dim::constant(kSizeOfElement); });
}

const Shape* Shapes::shape_of(const AtomTree* value) {
  if (value->kind == TreeKind::Record) {
    std::vector<const Shape*> parts;
    for (const AtomTree* part : value->parts) parts.push_back(shape_of(part));
    Shape made;
    made.kind = ShapeKind::Record;
    made.names = value->names;
    made.parts = arena_.copy(parts);
    return arena_.make<Shape>(made);
  }
  if (value->kind != TreeKind::Leaf) return nullptr;
  const ir::Type* type = storage_.type(value->atom);
  const Shape* made = scalar(type->elem);
  for (size_t i = type->rank(); i > 0; i--) made = array(type->dims[i - 1], made);
  return made;
}

const Shape* Shapes::named(const NamedType& type, Scope& scope, const DimOf& dim_of) {
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
  if (is_acc(type)) return acc(shape(type.args[0].type, scope, dim_of));
  places_.bug(fmt::format("the type `{}` stands for nothing", cx_.text(type.symbol->name)));
}

const TypeDef* Shapes::find_type(const TypeSymbol* symbol, const Frame* frame) {
  const TypeDef* def = frame->find(symbol);
  return def != nullptr && def->symbol->kind == TypeSymbolKind::Abbreviation ? def : nullptr;
}

bool Shapes::is_acc(const NamedType& type) {
  return cx_.text(type.symbol->name) == "acc" && type.args.size() == 1 &&
         type.symbol->kind == TypeSymbolKind::Abstract;
}

Scope* Shapes::type_scope(const TypeDef& def, const NamedType& type, Scope& scope) {
  Scope* inner = scopes_.make(nullptr, def.frame);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const SchemeParam& param = def.symbol->params[i];
    if (param.type != nullptr)
      inner->types[param.type] = {type.args[i].type, &scope, nullptr};
    else
      inner->late_sizes[param.size] = {type.args[i].size, &scope};
  }
  return inner;
}

void Shapes::add_leaf_types(const Shape* shape, std::vector<Dim>& outer,
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

std::vector<const ir::Type*> Shapes::leaf_types(const Shape* shape) {
  std::vector<Dim> outer;
  std::vector<const ir::Type*> out;
  add_leaf_types(shape, outer, out);
  return out;
}

}  // namespace planish::lower
