#include "values/value_builder.h"

namespace planish::values {

ValueBuilder::ValueBuilder(Builder& of_all, Interner& names_of_fields)
    : builder(of_all),
      names(names_of_fields),
      emit(*this),
      checks(*this),
      shapes(*this),
      trees(*this),
      indexing(*this),
      arrays(*this),
      equality(*this),
      operators(*this),
      streams(*this),
      rows(*this) {}

}  // namespace planish::values
