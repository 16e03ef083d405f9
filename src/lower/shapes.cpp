#include "lower/shapes.h"

#include "lower/lowering.h"

namespace planish::lower {

Shapes::Shapes(Lowering& lowering)
    : ShapeMaker(lowering.values),
      cx_(lowering.cx),
      arena_(lowering.arena),
      places_(lowering.places),
      scopes_(lowering.scopes) {}

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
    case TypeKind::Arrow: return function();
    case TypeKind::Named: return named(*static_cast<const NamedType*>(type), scope, dim_of);
    case TypeKind::Error:
    case TypeKind::Meta: break;
  }
  places_.bug("a type that the checker left open");
}

const Shape* Shapes::function() {
  Shape made;
  made.kind = ShapeKind::Function;
  return arena_.make<Shape>(made);
}

const Shape* Shapes::record(const RecordType& type, Scope& scope, const DimOf& dim_of) {
  if (type.fields.empty()) return scalar(Prim::Unit);
  auto names = arena_.make_array<Name>(type.fields.size());
  std::vector<const Shape*> parts;
  for (size_t i = 0; i < type.fields.size(); i++) {
    names[i] = type.fields[i].name;
    parts.push_back(shape(type.fields[i].type, scope, dim_of));
  }
  return ShapeMaker::record(names, parts);
}

const Shape* Shapes::open_shape(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size* s, Scope&) {
    return s->kind == SizeKind::Const ? Dim::constant(s->value) : Dim::varying();
  });
}

const Shape* Shapes::structure(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size*, Scope&) { return Dim::constant(kSizeOfElement); });
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
  switch (type.symbol->built_in) {
    case BuiltInType::Accumulator: return acc(shape(type.args[0].type, scope, dim_of));
    case BuiltInType::Sequence: return function();
    case BuiltInType::None: break;
  }
  places_.bug(fmt::format("the type `{}` stands for nothing", cx_.text(type.symbol->name)));
}

const TypeDef* Shapes::find_type(const TypeSymbol* symbol, const Frame* frame) {
  const TypeDef* def = frame->find(symbol);
  return def != nullptr && def->symbol->kind == TypeSymbolKind::Abbreviation ? def : nullptr;
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

}  // namespace planish::lower
