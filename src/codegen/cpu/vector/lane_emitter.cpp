#include "codegen/cpu/vector/lane_emitter.h"

#include "ir/match.h"

namespace planish::codegen::cpu {

LaneEmitter::LaneEmitter(FunctionEmitter& e, const LaneKinds& kinds, const plan::LanePlan& plan,
                         llvm::Value* mask, llvm::BasicBlock* failed)
    : e_(e),
      b_(e.b),
      kinds_(kinds),
      values_(e, kinds, static_cast<unsigned>(plan.lanes), LaneValues::FirstLane::MayBeIdle),
      element_bits_(static_cast<unsigned>(8 * plan.element_bytes)),
      has_mask_registers_(e.m.vector_bytes == 64),
      failed_(failed),
      mask_(mask) {}

// ---- Masks

bool LaneEmitter::is_mask(llvm::Value* value) {
  return value->getType()->isVectorTy() && value->getType()->isIntOrIntVectorTy(1);
}

llvm::Value* LaneEmitter::packed(llvm::Value* value) {
  if (has_mask_registers_ || !is_mask(value)) return value;
  return b_.CreateSExt(value, vector_of(b_.getIntNTy(element_bits_)));
}

llvm::Value* LaneEmitter::unpacked(llvm::Value* value, bool is_mask) {
  if (has_mask_registers_ || !is_mask) return value;
  return b_.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
}

// ---- Bodies and statements

std::vector<llvm::Value*> LaneEmitter::results(const ir::Body& code) {
  std::vector<llvm::Value*> out;
  body(code, [&](std::span<const ir::Atom> given) { out = values_.vectors(given); });
  return out;
}

void LaneEmitter::body(const ir::Body& code,
                       const std::function<void(std::span<const ir::Atom>)>& finish) {
  e_.bodies.open_body(code, {});
  for (size_t i = 0; i < code.stms.size(); i++) {
    e_.open_bodies.current().position = i;
    statement(code.stms[i]);
  }
  finish(code.results);
  e_.bodies.close_body();
}

void LaneEmitter::statement(const ir::Stm& stm) {
  if (plan::is_done_once(e_.m.storage, kinds_, stm)) return e_.bodies.statement(stm);
  ir::match(
      stm.op, [&](const ir::Check& op) { values_.check(stm, op, mask_, failed_); },
      [&](const ir::If& op) { branch(stm, op); }, [&](const ir::Match& op) { branch(stm, op); },
      [&](const ir::Loop& op) { loop(stm, op); }, [&](const ir::Reduce& op) { reduce(stm, op); },
      [&](const ir::Index& op) { index(stm, op); },
      [&](const auto&) {
        const ir::Var var = stm.pattern[0];
        // Views that all lanes share, and numbers that grow with the lanes, are what they are in
        // the first lane.
        if (e_.type(var)->is_scalar() && is_vector(var)) {
          bind(var, values_.operation(stm));
        } else {
          e_.bodies.statement(stm);
        }
      });
}

// ---- Elements

void LaneEmitter::index(const ir::Stm& stm, const ir::Index& op) {
  if (!is_vector(stm.pattern[0])) return e_.bodies.statement(stm);
  bind_part(stm.pattern[0], op.array, op.indices);
}

void LaneEmitter::bind_part(ir::Var var, ir::Var array, std::span<const ir::Atom> indices) {
  View view{array, {}};
  if (auto of = views_.find(array.id); of != views_.end()) view = of->second;
  view.indices.insert(view.indices.end(), indices.begin(), indices.end());
  if (e_.type(var)->is_scalar()) {
    bind(var, values_.element(view.array, view.indices, mask_));
  } else {
    views_[var.id] = std::move(view);
  }
}

void LaneEmitter::set_element(ir::Var var, ir::Var array, ir::Var at) {
  const ir::Atom index(at);
  bind_part(var, array, {&index, 1});
}

void LaneEmitter::set_element_of(ir::Var var, ir::Var array, ir::Var at) {
  const Progression& known = e_.binding(array).progression;
  if (known.start == nullptr) return set_element(var, array, at);
  if (known.step == nullptr) return e_.bind_scalar(var, known.start);
  if (!is_vector(var)) return e_.bind_scalar(var, b_.CreateAdd(known.start, e_.scalar(at)));
  llvm::Value* number = b_.CreateTrunc(vector(at), vector_of(known.start->getType()));
  bind(var, b_.CreateAdd(splat(known.start), b_.CreateMul(number, splat(known.step))));
}

}  // namespace planish::codegen::cpu
