// The types of entry points as clients see them: by the names that the programmer gave them, or by
// their structure.
//
//   type point = {x: f32, y: f32}
//   entry f (p: point) : []point = …          types "point" and "[]point"
//   entry g x = {a = x, b = [x]}              type "{a: f32, b: []f32}"
//
// Only what is written at the entry point gives names; a type that was inferred is spelt out.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/entry_type.h"
#include "ir/program.h"
#include "lower/closure.h"
#include "sema/modules/check.h"
#include "sema/types/context.h"

namespace planish::lower {

class EntryTypes {
 public:
  EntryTypes(const SemaContext& cx, const CheckedProgram& program, ir::Storage& storage);

  // The name of the type, after its description was added to the storage. Empty for primitives and
  // arrays of them, which need none. `written` may be null.
  std::string_view client_type(const Shape* shape, const ast::TypeExpr* written);

  // What is written of the type of a pattern, or of a part of a type; null: nothing.
  ast::TypeExpr* written(const ast::Pattern* pattern);
  const ast::TypeExpr* field(const ast::TypeExpr* type, std::string_view name);

 private:
  using Written = const ast::TypeExpr*;

  std::string_view describe(const Shape* shape, Written type);
  ir::EntryTypePart part(std::string_view name, std::span<const std::string_view> types);
  // Without what is no part of names, such as `*` and sizes.
  static Written plain(Written type);
  // What the name of a type stands for: a type that is no name, or null.
  Written definition(Written type);
  Written element(Written type, uint32_t rank);
  Written argument(Written type, Name constructor, size_t index);
  std::string text(Written type) const;
  std::string text(const Shape* shape) const;
  std::string_view text(Name name) const { return cx_.text(name); }

  const SemaContext& cx_;
  ir::Storage& storage_;
  std::unordered_map<const TypeSymbol*, const ast::TypeDecl*> declarations_;
};

}  // namespace planish::lower
