#include "codegen/cpu/vector/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "codegen/cpu/vector/lane_values.h"
#include "ir/match.h"

namespace planish::codegen::cpu {

bool is_dense_along(const FunctionEmitter& e, ir::Var array, size_t dim) {
  const std::vector<llvm::Value*>& strides = e.array(array).strides;
  if (strides.empty()) return dim + 1 == e.type(array)->rank();
  const auto* stride = llvm::dyn_cast<llvm::ConstantInt>(strides[dim]);
  return stride != nullptr && stride->isOne();
}

void check_dense_along(const FunctionEmitter& e, ir::Var array, size_t dim) {
  if (!is_dense_along(e, array, dim))
    throw std::logic_error(fmt::format("compiler bug: array {} does not lie as planned", array.id));
}

llvm::Value* emit_component(FunctionEmitter& e, const ir::Lambda& op, size_t k, llvm::Value* left,
                            llvm::Value* right) {
  const auto& binary = *ir::as<ir::Binary>(op.body->stms[k].op);
  return emit_binary(e.b, binary.op, e.type(binary.x)->elem, left, right);
}

std::vector<llvm::Value*> emit_vector_operator(FunctionEmitter& e, const ir::Lambda& op,
                                               llvm::ArrayRef<llvm::Value*> left,
                                               llvm::ArrayRef<llvm::Value*> right) {
  LaneKinds kinds(e.m.storage);
  for (const ir::Param& param : op.params) kinds.set(param.var, LaneKind::Varying);
  kinds.analyse(*op.body);
  LaneValues values(e, kinds,
                    llvm::cast<llvm::FixedVectorType>(left[0]->getType())->getNumElements(),
                    LaneValues::FirstLane::IsActive);
  for (size_t k = 0; k < left.size(); k++) {
    values.bind(op.params[k].var, left[k]);
    values.bind(op.params[left.size() + k].var, right[k]);
  }
  for (const ir::Stm& stm : op.body->stms) {
    if (std::ranges::none_of(stm.pattern, [&](ir::Var var) { return values.is_vector(var); })) {
      e.bodies.statement(stm);
      continue;
    }
    const auto* choice = ir::as<ir::If>(stm.op);
    if (choice == nullptr) {
      values.bind(stm.pattern[0], values.operation(stm));
      continue;
    }
    std::vector<llvm::Value*> chosen;
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      const auto value = [&](const ir::Atom& atom) {
        return values.value_for(stm.pattern[k], atom);
      };
      chosen.push_back(e.b.CreateSelect(value(choice->condition),
                                        value(choice->then_body->results[k]),
                                        value(choice->else_body->results[k])));
    }
    for (size_t k = 0; k < chosen.size(); k++) values.bind(stm.pattern[k], chosen[k]);
  }
  return values.vectors(op.body->results);
}

}  // namespace planish::codegen::cpu
