#include "ir/verify/type_rules.h"

#include "ir/build/builder.h"

namespace planish::ir {

Shape::Shape(const Type* type)
    : acc(type->is_acc() ? type : nullptr),
      elem(type->elem),
      dims(type->dims.begin(), type->dims.end()) {}

Shape Shape::inside(size_t count) const {
  return {elem, std::vector<Dim>(dims.begin() + static_cast<ptrdiff_t>(count), dims.end())};
}
Shape Shape::within(std::span<const Dim> outer) const {
  Shape shape{elem, std::vector<Dim>(outer.begin(), outer.end())};
  shape.dims.insert(shape.dims.end(), dims.begin(), dims.end());
  return shape;
}

std::string TypeRules::text(const Shape& shape) const {
  if (shape.acc != nullptr) return type_text(storage_, shape.acc);
  std::string text;
  for (const Dim& dim : shape.dims) text += "[" + dim_text(storage_, known(dim)) + "]";
  return text + std::string(prim_name(shape.elem));
}

Dim TypeRules::known(const Dim& dim) const {
  if (dim.kind != DimKind::Var) return dim;
  auto it = state_.known.find(dim.var);
  return it == state_.known.end() ? dim : Dim::constant(it->second);
}

void TypeRules::know(Var var, const Atom& value) {
  if (value.is_const() && value.constant.prim == Prim::I64) {
    state_.known[var] = static_cast<int64_t>(value.constant.bits);
  }
}

void TypeRules::fits(const Shape& wanted, const Shape& found, std::string_view what,
                     const Atom& named, size_t loose) {
  auto wrong = [&](Rule rule) {
    error(rule, word() + ": " + std::string(what) + " " + text(named) + " must be of type " +
                    text(wanted) + ", but is of type " + text(found));
  };
  if ((wanted.acc == nullptr) != (found.acc == nullptr)) return wrong(Rule::Types);
  if (wanted.acc != nullptr) {
    if (wanted.acc->arrays.size() != found.acc->arrays.size()) return wrong(Rule::Types);
    for (size_t i = 0; i < wanted.acc->arrays.size(); i++) {
      fits(wanted.acc->arrays[i], found.acc->arrays[i], what, named);
    }
    return;
  }
  if (wanted.elem != found.elem || wanted.dims.size() != found.dims.size()) {
    return wrong(Rule::Types);
  }
  for (size_t i = 0; i < wanted.dims.size(); i++) {
    Dim a = known(wanted.dims[i]);
    Dim b = known(found.dims[i]);
    if (a.is_varying() != b.is_varying() && i < loose) return wrong(Rule::Types);
    // Different variables may be equal when the program runs.
    if (a.kind == DimKind::Const && b.kind == DimKind::Const && a.value != b.value) {
      return wrong(Rule::Shapes);
    }
  }
}

void TypeRules::is_scalar(const Atom& atom, Prim prim, std::string_view what) {
  const Type* found = type(atom);
  if (found->is_scalar() && found->elem == prim) return;
  error(Rule::Types, word() + ": " + std::string(what) + " " + text(atom) + " must be of type " +
                         std::string(prim_name(prim)) + ", but is of type " + text(found));
}

bool TypeRules::is_array(Var var, size_t rank) {
  const Type* found = storage_.type(var);
  if (!found->is_acc() && found->rank() >= rank) return true;
  error(Rule::Types, word() + ": " + text(var) + " must be an array of " + std::to_string(rank) +
                         " or more dimensions, but is of type " + text(found));
  return false;
}

bool TypeRules::count(size_t wanted, size_t found, std::string_view what) {
  if (wanted == found) return true;
  error(Rule::Counts, word() + ": number of " + std::string(what) + " must be " +
                          std::to_string(wanted) + ", but is " + std::to_string(found));
  return false;
}

void TypeRules::gives(size_t index, const Shape& shape, size_t loose) {
  Var var = state_.pattern[index];
  fits(shape, storage_.type(var), "bound variable", var, loose);
}

std::vector<Dim> TypeRules::dims_of(std::span<const Atom> atoms) {
  std::vector<Dim> dims;
  for (const Atom& atom : atoms) dims.push_back(Builder::dim(atom));
  return dims;
}

}  // namespace planish::ir
