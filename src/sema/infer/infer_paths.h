// Types of elements, slices, ranges and fields.
#pragma once

#include "sema/infer/type_variables.h"

namespace planish {

class InferPaths : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  const Type* infer_index(ast::Index& e);
  const Type* infer_range(ast::Range& e);
  const Type* infer_project_section(ast::ProjectSection& e);
  const Type* project(const Type* type, const ast::Ident& field, Loc loc);
  const Type* walk_path(const Type* type, std::span<const ast::PathStep> steps, Loc source_loc);
  void must_be_prim(const Type* type, PrimSet prims, const Reason& reason, std::string_view what);

 private:
  const Type* index_type(const Type* type, std::span<const ast::DimIndex> indices, Loc loc);
};

}  // namespace planish
