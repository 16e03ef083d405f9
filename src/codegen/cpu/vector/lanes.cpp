#include "codegen/cpu/vector/lanes.h"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

#include "ir/match.h"

namespace planish::codegen::cpu {

void check_dense_along(const FunctionEmitter& e, ir::Var array, size_t dim) {
  const std::vector<llvm::Value*>& strides = e.array(array).strides;
  const auto* stride = strides.empty() ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(strides[dim]);
  const bool is_dense =
      strides.empty() ? dim + 1 == e.type(array)->rank() : stride != nullptr && stride->isOne();
  if (!is_dense)
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
  const auto lanes = llvm::cast<llvm::FixedVectorType>(left[0]->getType())->getNumElements();
  std::unordered_map<uint32_t, llvm::Value*> known;
  for (size_t k = 0; k < left.size(); k++) {
    known[op.params[k].var.id] = left[k];
    known[op.params[left.size() + k].var.id] = right[k];
  }
  const auto value = [&](const ir::Atom& atom) {
    auto found = atom.var ? known.find(atom.var.id) : known.end();
    return found != known.end() ? found->second : e.b.CreateVectorSplat(lanes, e.scalar(atom));
  };
  for (const ir::Stm& stm : op.body->stms) {
    ir::match(
        stm.op, [&](const ir::Same& n) { known[stm.pattern[0].id] = value(n.value); },
        [&](const ir::Unary& n) {
          known[stm.pattern[0].id] = emit_unary(e.b, n.op, e.type(n.x)->elem, value(n.x));
        },
        [&](const ir::Binary& n) {
          known[stm.pattern[0].id] =
              emit_binary(e.b, n.op, e.type(n.x)->elem, value(n.x), value(n.y));
        },
        [&](const ir::If& n) {
          std::vector<llvm::Value*> chosen;
          for (size_t k = 0; k < stm.pattern.size(); k++)
            chosen.push_back(e.b.CreateSelect(value(n.condition), value(n.then_body->results[k]),
                                              value(n.else_body->results[k])));
          for (size_t k = 0; k < chosen.size(); k++) known[stm.pattern[k].id] = chosen[k];
        },
        [](const auto&) {});
  }
  std::vector<llvm::Value*> out;
  for (const ir::Atom& result : op.body->results) out.push_back(value(result));
  return out;
}

}  // namespace planish::codegen::cpu
