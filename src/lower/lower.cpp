#include "lower/lower.h"

#include <algorithm>

#include "lower/lowering.h"
#include "lower/performed_in_parallel.h"
#include "sema/modules/entry_points.h"
#include "syntax/ast_match.h"

namespace planish {

ir::Program lower_program(SemaContext& cx, const CheckedProgram& program,
                          const LowerOptions& options) {
  values::ProgramBuilder made(cx.names);
  try {
    ProgramLowering(cx, program, options, made, nullptr).add_entries();
  } catch (const values::Unsupported&) {
    made.program.functions.clear();
  }
  return std::move(made.program);
}

ProgramLowering::ProgramLowering(SemaContext& cx, const CheckedProgram& program,
                                 const LowerOptions& options, values::ProgramBuilder& made,
                                 values::OutsideFunctions* outside)
    : lowering_(std::make_unique<lower::Lowering>(cx, program, options, made, outside)) {}

ProgramLowering::~ProgramLowering() = default;

void ProgramLowering::add_entries() {
  try {
    lowering_->add_entries();
  } catch (const values::TooManyParts&) {
    lowering_->places.too_many_parts();
  }
}

std::vector<values::Atom> ProgramLowering::call(const ValueSymbol& function,
                                                std::span<const values::Shape* const> types,
                                                const std::vector<values::Atom>& argument) {
  try {
    return lowering_->outside_calls.call_in(function, types, argument);
  } catch (const values::TooManyParts&) {
    lowering_->places.too_many_parts();
  }
}

namespace lower {

Lowering::Lowering(SemaContext& sema, const CheckedProgram& given, const LowerOptions& chosen,
                   values::ProgramBuilder& into, values::OutsideFunctions* others)
    : cx(sema),
      checked(given),
      options(chosen),
      whole(into),
      outside(others),
      program(whole.program),
      builder(whole.builder),
      values(whole.values),
      storage(*program.storage),
      arena(storage.arena),
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
      outside_calls(*this),
      names(*this),
      calls(*this),
      patterns(*this),
      data(*this),
      paths(*this),
      functions(*this),
      control(*this),
      expressions(*this),
      entry_points(*this) {}

void Lowering::add_entries() {
  emit.exchange_observer(&known);
  std::vector<const ast::ValDecl*> entries;
  for (const ast::Decl* decl : checked.files.back()->program->decls) {
    auto* val = ast::as<ast::ValDecl>(decl);
    if (val == nullptr || val->symbol == nullptr || !val->symbol->entry) continue;
    std::string_view name = cx.text(val->name.name);
    if (!options.entries.empty() &&
        std::ranges::find(options.entries, name) == options.entries.end())
      continue;
    whole.unique_name(name);  // no other function can have it
    entries.push_back(val);
  }
  for (const ast::ValDecl* decl : entries) program.functions.push_back(entry_points.lower(*decl));
  sequences.join_passes();
  if (!performs_in_order_only(cx, checked, program)) throw values::Unsupported();
}

}  // namespace lower
}  // namespace planish
