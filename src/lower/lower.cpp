#include "lower/lower.h"

#include <algorithm>

#include "lower/lowering.h"
#include "lower/performed_in_parallel.h"
#include "sema/modules/entry_points.h"
#include "syntax/ast_match.h"

namespace planish {

ir::Program lower_program(SemaContext& cx, const CheckedProgram& program,
                          const LowerOptions& options) {
  return lower::Lowering(cx, program, options).run();
}

namespace lower {

Lowering::Lowering(SemaContext& sema, const CheckedProgram& given, const LowerOptions& chosen)
    : cx(sema),
      checked(given),
      options(chosen),
      storage(*program.storage),
      arena(storage.arena),
      builder(storage),
      values(builder, sema.names),
      emit(values.emit),
      checks(values.checks),
      trees(values.trees),
      indexing(values.indexing),
      arrays(values.arrays),
      equality(values.equality),
      modules(given),
      places(*this),
      attributes(*this),
      shapes(*this),
      sizes(*this),
      reader(*this),
      coercions(*this),
      signatures(*this),
      intrinsics(*this),
      sequences(*this),
      instances(*this),
      closed(*this),
      open(*this),
      inlining(*this),
      specialisations(*this),
      foreign(*this),
      names(*this),
      calls(*this),
      patterns(*this),
      data(*this),
      paths(*this),
      functions(*this),
      control(*this),
      expressions(*this),
      entry_points(*this) {
  emit.set_observer(&known);
}

ir::Program Lowering::run() {
  std::vector<const ast::ValDecl*> entries;
  for (const ast::Decl* decl : checked.files.back()->program->decls) {
    auto* val = ast::as<ast::ValDecl>(decl);
    if (val == nullptr || val->symbol == nullptr || !val->symbol->entry) continue;
    std::string_view name = cx.text(val->name.name);
    if (!options.entries.empty() &&
        std::ranges::find(options.entries, name) == options.entries.end())
      continue;
    specialisations.unique_name(name);  // no other function can have it
    entries.push_back(val);
  }
  try {
    for (const ast::ValDecl* decl : entries) program.functions.push_back(entry_points.lower(*decl));
  } catch (const Unsupported&) {
    program.functions.clear();
  }
  if (!performs_in_order_only(cx, checked, program)) program.functions.clear();
  return std::move(program);
}

}  // namespace lower
}  // namespace planish
