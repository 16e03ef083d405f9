#include "lower/size_reader.h"

#include "lower/lowering.h"

namespace planish::lower {

SizeReader::SizeReader(Lowering& lowering)
    : known_(lowering.known),
      scopes_(lowering.scopes),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      sizes_(lowering.sizes) {}

void SizeReader::learn_sizes(const Type* type, const AtomTree* value, Scope& scope) {
  learn_sizes(type, value, scope, 0);
}

void SizeReader::learn_sizes(const Type* type, const AtomTree* value, Scope& scope, size_t depth) {
  if ((type->flags & (kHasSizeVar | kHasNamed)) == 0 || value->kind == TreeKind::Function) return;
  switch (type->kind) {
    case TypeKind::Array: {
      auto* array = static_cast<const ArrayType*>(type);
      learn_size(array->dim, trees_.leaf_dim(value, depth), scope);
      return learn_sizes(array->elem, value, scope, depth + 1);
    }
    case TypeKind::Record: {
      auto fields = static_cast<const RecordType*>(type)->fields;
      for (size_t i = 0; i < fields.size(); i++)
        learn_sizes(fields[i].type, value->parts[i], scope, depth);
      return;
    }
    case TypeKind::Sum: {
      const Shape* sum = shapes_.open_shape(type, scope);
      auto constructors = static_cast<const SumType*>(type)->constructors;
      for (size_t c = 0; c < constructors.size(); c++) {
        Trees args = trees_.payload(sum->constructors[c], value);
        for (size_t i = 0; i < args.size(); i++)
          learn_sizes(constructors[c].args[i], args[i], scope, depth);
      }
      return;
    }
    case TypeKind::Named:
      return learn_named(*static_cast<const NamedType*>(type), value, scope, depth);
    default: return;
  }
}

void SizeReader::learn_named(const NamedType& type, const AtomTree* value, Scope& scope,
                             size_t depth) {
  if (LateType* late = scope.find(type.symbol)) {
    // What one use shows is not so for the next.
    if (late->type != nullptr && late->sizes == LateType::Sizes::OfAllUses)
      learn_sizes(late->type, value, *late->scope, depth);
  } else if (const TypeDef* def = Shapes::find_type(type.symbol, scope.frame)) {
    learn_arguments(*def, type, value, scope, depth);
  } else if (type.symbol->built_in == BuiltInType::Accumulator && value->kind == TreeKind::Leaf) {
    // Only the dimensions: an accumulator is one leaf, whatever it is of.
    size_t number = 0;
    for (auto* array = as<ArrayType>(type.args[0].type); array != nullptr;
         array = as<ArrayType>(array->elem))
      learn_size(array->dim, trees_.leaf_dim(value, number++), scope);
  }
}

void SizeReader::learn_new_sizes(const SizeList* sizes, const Type* type, const AtomTree* value,
                                 Scope& scope) {
  if (sizes != nullptr && !sizes->symbols.empty()) learn_sizes(type, value, scope);
}

void SizeReader::learn_size(const Size* size, const Dim& dim, Scope& scope) {
  if (dim.is_varying()) return;
  if (size->kind == SizeKind::Term) {
    if (!known_.find(size, scope)) known_.remember(size, scope, Builder::atom(dim));
  } else if (size->kind == SizeKind::Var && is_open(size->var, scope)) {
    known_.bind(size->var, trees_.leaf(Builder::atom(dim)), scope);
  }
}

// A name for a size whose value is not known yet.
bool SizeReader::is_open(const ValueSymbol* symbol, Scope& scope) {
  return scope.find(symbol) == nullptr && scope.frame->find(symbol) == nullptr &&
         !late_size_known(symbol, scope);
}

bool SizeReader::late_size_known(const ValueSymbol* symbol, Scope& scope) {
  LateSize* late = scope.find_late(symbol);
  return late != nullptr && sizes_.try_size(late->size, *late->scope).has_value();
}

// The size arguments of a type whose definition is an array with them: `type vec [n] = [n]f32`.
void SizeReader::learn_arguments(const TypeDef& def, const NamedType& type, const AtomTree* value,
                                 Scope& scope, size_t depth) {
  Scope* inner = scopes_.make(nullptr, def.frame);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const SchemeParam& param = def.symbol->params[i];
    if (param.type != nullptr) inner->types[param.type] = {type.args[i].type, &scope, nullptr};
  }
  learn_sizes(def.symbol->definition, value, *inner, depth);
  for (size_t i = 0; i < def.symbol->params.size() && i < type.args.size(); i++) {
    const Size* arg = type.args[i].size;
    const SchemeParam& param = def.symbol->params[i];
    if (param.size == nullptr || arg == nullptr || arg->kind != SizeKind::Var) continue;
    const AtomTree* found = inner->find(param.size);
    if (found != nullptr && is_open(arg->var, scope)) known_.bind(arg->var, found, scope);
  }
}

}  // namespace planish::lower
