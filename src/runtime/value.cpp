#include "runtime/value.h"

#include "runtime/value_io.h"

namespace planish::runtime {

std::string type_text(const Value& value) {
  std::string text;
  for (const ValueDim& dim : value.dims)
    text += dim.varying ? "[?]" : "[" + std::to_string(dim.size) + "]";
  return text.append(prim_name(value.prim));
}

std::string shape_text(const ValueShape& shape) {
  std::string text;
  for (size_t i = 0; i < shape.varying.size(); i++) {
    bool fixed = i < shape.fixed.size() && shape.fixed[i] >= 0;
    text += shape.varying[i] ? "[?]" : fixed ? "[" + std::to_string(shape.fixed[i]) + "]" : "[]";
  }
  return text.append(prim_name(shape.prim));
}

}  // namespace planish::runtime
