// Sizes of elements, slices, ranges and fields.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeIndices : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  const Type* infer_index(ast::Index& e);
  const Type* infer_range(ast::Range& e);
  const Type* infer_project_section(ast::ProjectSection& e);

  const Type* project(const Type* type, Name field);
  enum class SliceSize : uint8_t { Exact, Any };
  const Type* index_type(const Type* type, std::span<const ast::DimIndex> indices, Loc loc,
                         SliceSize mode, std::vector<ValueSymbol*>& created);
  void warn_binding_size(const ast::Expr* e);

 private:
  const Size* slice_size(const ast::DimIndex& index, const Size* dim, Loc loc,
                         std::vector<ValueSymbol*>& created);
  const Size* minus(const Size* a, const Size* b);
  const Size* plus_one(const Size* a);
};

}  // namespace planish
