#include <fmt/format.h>

#include <stdexcept>

#include "codegen/common/emit.h"

namespace planish::codegen {

void unsupported(const ir::Storage& storage, const ir::Stm& stm, std::string_view what) {
  throw std::logic_error(
      fmt::format("compiler bug: no code for {} at {}", what, ir::place_text(storage, stm.place)));
}

EmitterPart::EmitterPart(FunctionEmitter& e) : e_(e), m_(e.m), b_(e.b) {}

FunctionEmitter::FunctionEmitter(ModuleEmitter& module, llvm::Function* fn, Where place)
    : m(module),
      b(module.context),
      function(fn),
      context(fn->getArg(0)),
      where(place),
      frame(*this) {
  set_float_rules(b, m.options);
  open_bodies.open();  // ended by return_ok
}

const Binding& FunctionEmitter::binding(ir::Var var) const {
  auto found = bindings_.find(var.id);
  if (found == bindings_.end())
    throw std::logic_error(fmt::format("compiler bug: variable {} has no code", var.id));
  return found->second;
}

llvm::Value* FunctionEmitter::scalar(const ir::Atom& atom) {
  if (atom.is_const()) return scalar_constant(m.context, atom.constant);
  return binding(atom.var).scalar;
}

std::vector<llvm::Value*> FunctionEmitter::scalars(std::span<const ir::Atom> atoms) {
  std::vector<llvm::Value*> out;
  for (const ir::Atom& atom : atoms) out.push_back(scalar(atom));
  return out;
}

llvm::Value* FunctionEmitter::size(const ir::Dim& dim) {
  return dim.kind == ir::DimKind::Const ? i64(dim.value) : binding(dim.var).scalar;
}

std::vector<llvm::Value*> FunctionEmitter::sizes(const ir::Type* type) {
  std::vector<llvm::Value*> out;
  for (const ir::Dim& dim : type->dims) out.push_back(size(dim));
  return out;
}

llvm::Value* FunctionEmitter::product(llvm::ArrayRef<llvm::Value*> factors) {
  llvm::Value* all = i64(1);
  for (llvm::Value* factor : factors) all = b.CreateNSWMul(all, factor);
  return all;
}

llvm::Value* FunctionEmitter::constants() {
  if (constants_ == nullptr) {
    llvm::IRBuilder<> at_entry = frame.at_entry();
    constants_ = m.code.constants(m, at_entry, context);
  }
  return constants_;
}

void FunctionEmitter::bind_root(ir::Var var, Array array) {
  if (array.owner != nullptr && !llvm::isa<llvm::ConstantPointerNull>(array.owner))
    open_bodies.hold(array.owner, var);
  bindings_[var.id] = {nullptr, std::move(array), var, {}};
}

void FunctionEmitter::bind_view(ir::Var var, Array array, ir::Var of) {
  bindings_[var.id] = {nullptr, std::move(array), binding(of).root, {}};
}

void FunctionEmitter::bind_result(ir::Var var, const Result& result) {
  if (result.accumulator) {
    bindings_[var.id] = {nullptr, {}, {}, result.accumulator};
  } else if (result.scalar != nullptr) {
    bind_scalar(var, result.scalar);
  } else {
    bind_root(var, result.array);
  }
}

}  // namespace planish::codegen
