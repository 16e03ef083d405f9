#include "sema/sizes/size_uses.h"

#include "sema/types/type_walk.h"

namespace planish {
namespace {

enum class SizePosition { Value, Function, TypeArgument };

class Search {
 public:
  explicit Search(const ValueSymbol* symbol) : symbol_(symbol) {}

  void look(const Type* type, SizePosition place) {
    if ((type->flags & kHasSizeVar) == 0) return;
    switch (type->kind) {
      case TypeKind::Error:
      case TypeKind::Prim:
      case TypeKind::Meta: return;
      case TypeKind::Array:
        look(as<ArrayType>(type)->dim, place);
        return look(as<ArrayType>(type)->elem, place);
      case TypeKind::Record:
        for (const Field& field : as<RecordType>(type)->fields) look(field.type, place);
        return;
      case TypeKind::Sum:
        for (const Constructor& constructor : as<SumType>(type)->constructors) {
          for (const Type* arg : constructor.args) look(arg, place);
        }
        return;
      case TypeKind::Arrow:
        look(as<ArrowType>(type)->param, SizePosition::Function);
        return look(as<ArrowType>(type)->result, SizePosition::Function);
      case TypeKind::Named:
        for (const TypeArg& arg : as<NamedType>(type)->args) {
          if (arg.type != nullptr)
            look(arg.type, place == SizePosition::Value ? SizePosition::TypeArgument : place);
          else
            look(arg.size, place);
        }
        return;
    }
  }

  SizeUses uses;

 private:
  void look(const Size* size, SizePosition place) {
    if (size == nullptr || !mentions(size, symbol_)) return;
    uses.anywhere = true;
    if (place == SizePosition::Function) uses.in_function = true;
    if (place == SizePosition::Value && size->kind == SizeKind::Var) uses.constructive = true;
  }

  const ValueSymbol* symbol_;
};

}  // namespace

SizeUses size_uses(const Type* type, const ValueSymbol* size) {
  Search search(size);
  search.look(type, SizePosition::Value);
  return search.uses;
}

}  // namespace planish
