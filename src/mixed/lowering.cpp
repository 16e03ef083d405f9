#include "mixed/lowering.h"

namespace planish::mixed {

Lowering::Lowering(Programs& programs, const LowerOptions& options)
    : programs_(programs), options_(options), made_(programs.context().names) {}

Lowering::~Lowering() = default;

template <class AddEntries>
ir::Program Lowering::finished(const AddEntries& add_entries) {
  try {
    add_entries();
  } catch (const values::Unsupported&) {
    made_.program.functions.clear();
  }
  return std::move(made_.program);
}

ir::Program Lowering::lower(const CheckedProgram& program) {
  ProgramLowering root(programs_.context(), program, options_, made_, this);
  return finished([&] { root.add_entries(); });
}

ir::Program Lowering::lower(nesl::LowerInput program, std::span<const nesl::LoweredEntry> entries) {
  program.outside = this;
  nesl::ProgramLowering root(program, made_);
  return finished([&] { root.add_entries(entries); });
}

static const nesl::Type* nesl_type(nesl::TypeTable& types, const values::Shape* type) {
  if (type->kind == values::ShapeKind::Array) return types.vector(nesl_type(types, type->elem));
  if (type->kind == values::ShapeKind::Record && !type->parts.empty()) {
    const nesl::Type* made = nesl_type(types, type->parts.back());
    for (size_t i = type->parts.size() - 1; i-- > 0;)
      made = types.pair(nesl_type(types, type->parts[i]), made);
    return made;
  }
  if (type->kind == values::ShapeKind::Prim) {
    switch (type->prim) {
      case Prim::I64: return types.int_type();
      case Prim::F64: return types.float_type();
      case Prim::U8: return types.char_type();
      case Prim::Bool: return types.bool_type();
      default: break;
    }
  }
  throw std::logic_error("compiler bug: a type that NESL has not");
}

std::vector<values::Atom> Lowering::call(const values::OutsideCall& call,
                                         std::vector<values::Atom> argument) {
  const Numbered& callee = programs_.numbered(call.number);
  if (callee.futhark != nullptr)
    return of(*callee.futhark).call(*callee.symbol, call.types, argument);
  std::vector<const nesl::Type*> types;
  for (const values::Shape* type : call.types)
    types.push_back(nesl_type(callee.nesl->checker->types(), type));
  return of(*callee.nesl).call(*callee.definition, types, std::move(argument));
}

nesl::ProgramLowering& Lowering::of(const NeslFile& file) {
  std::unique_ptr<nesl::ProgramLowering>& lowering = nesl_[&file];
  if (lowering == nullptr) {
    SemaContext& cx = programs_.context();
    nesl::LowerInput input{*file.checker, cx.sources, cx.names, cx.diags};
    input.outside = this;
    lowering = std::make_unique<nesl::ProgramLowering>(input, made_);
  }
  return *lowering;
}

ProgramLowering& Lowering::of(const FutharkFile& file) {
  std::unique_ptr<ProgramLowering>& lowering = futhark_[&file];
  if (lowering == nullptr)
    lowering =
        std::make_unique<ProgramLowering>(programs_.context(), file.program, options_, made_, this);
  return *lowering;
}

}  // namespace planish::mixed
