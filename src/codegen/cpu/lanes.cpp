#include "codegen/cpu/lanes.h"

#include "ir/match.h"

namespace planish::codegen::cpu {

bool takes_lanes(ir::UnaryOp op, Prim prim) {
  using enum ir::UnaryOp;
  return op == Neg || (is_float(prim) && (op == Abs || op == Sqrt));
}

bool takes_lanes(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  return op == Add || op == Sub || op == Mul ||
         (is_float(prim) && (op == Div || op == Min || op == Max));
}

bool is_lane_prim(Prim prim) {
  return prim == Prim::F32 || prim == Prim::F64 || prim == Prim::I32 || prim == Prim::I64 ||
         prim == Prim::U32 || prim == Prim::U64;
}

bool is_lane_operator(const ir::Storage& storage, const ir::Lambda& op) {
  if (!is_reorderable(op)) return false;
  for (const ir::Stm& stm : op.body->stms) {
    const Prim prim = storage.type(stm.pattern[0])->elem;
    if (!is_lane_prim(prim) || !takes_lanes(ir::as<ir::Binary>(stm.op)->op, prim)) return false;
  }
  return true;
}

llvm::Value* emit_component(FunctionEmitter& e, const ir::Lambda& op, size_t k, llvm::Value* left,
                            llvm::Value* right) {
  const auto& binary = *ir::as<ir::Binary>(op.body->stms[k].op);
  return emit_binary(e.b, binary.op, e.type(binary.x)->elem, left, right);
}

}  // namespace planish::codegen::cpu
