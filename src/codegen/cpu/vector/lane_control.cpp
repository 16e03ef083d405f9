// Branches and loops in lanes: Note [Masks] in masked.h.
#include "codegen/cpu/vector/lane_emitter.h"
#include "plan/operators.h"

namespace planish::codegen::cpu {

// ---- Branches

void LaneEmitter::branch(const ir::Stm& stm, const ir::If& op) {
  const ir::Storage& storage = e_.m.storage;
  if (plan::is_chosen_from(storage, *op.then_body) && plan::is_chosen_from(storage, *op.else_body))
    return choose(stm, op);
  if (!kinds_.diverges(op)) {
    return either(
        stm, e_.scalar(op.condition), [&] { return values_for(stm, *op.then_body); },
        [&] { return values_for(stm, *op.else_body); });
  }
  llvm::Value* condition = vector(op.condition);
  const std::vector<llvm::Value*> yes = guarded(both(mask_, condition), *op.then_body);
  const std::vector<llvm::Value*> no = guarded(both(mask_, b_.CreateNot(condition)), *op.else_body);
  for (size_t k = 0; k < stm.pattern.size(); k++)
    bind(stm.pattern[k], b_.CreateSelect(condition, yes[k], no[k]));
}

// Both are done.
void LaneEmitter::choose(const ir::Stm& stm, const ir::If& op) {
  const std::vector<llvm::Value*> yes = values_for(stm, *op.then_body);
  const std::vector<llvm::Value*> no = values_for(stm, *op.else_body);
  llvm::Value* condition = kinds_.diverges(op) ? vector(op.condition) : e_.scalar(op.condition);
  for (size_t k = 0; k < stm.pattern.size(); k++)
    bind(stm.pattern[k], b_.CreateSelect(condition, yes[k], no[k]));
}

std::vector<llvm::Value*> LaneEmitter::values_for(const ir::Stm& stm, const ir::Body& code) {
  std::vector<llvm::Value*> out;
  body(code, [&](std::span<const ir::Atom> given) {
    for (size_t k = 0; k < given.size(); k++) out.push_back(value_for(stm.pattern[k], given[k]));
  });
  return out;
}

void LaneEmitter::either(const ir::Stm& stm, llvm::Value* condition, const GiveValues& then,
                         const GiveValues& otherwise) {
  std::vector<bool> masks;
  const auto give = [&](const GiveValues& code) {
    std::vector<llvm::Value*> values = code();
    masks.clear();
    for (llvm::Value*& value : values) {
      masks.push_back(is_mask(value));
      value = packed(value);
    }
    return values;
  };
  const std::vector<llvm::Value*> chosen =
      e_.control.either(condition, [&] { return give(then); }, [&] { return give(otherwise); });
  for (size_t k = 0; k < chosen.size(); k++) bind(stm.pattern[k], unpacked(chosen[k], masks[k]));
}

// The body for the lanes of the mask. It is skipped if there is none, and then gives zeros.
std::vector<llvm::Value*> LaneEmitter::guarded(llvm::Value* mask, const ir::Body& code) {
  if (code.stms.empty()) return results(code);
  llvm::Value* around = mask_;
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* inside = e_.control.new_block("lanes");
  llvm::BasicBlock* after = e_.control.new_block("joined");
  b_.CreateCondBr(any(mask), inside, after);
  b_.SetInsertPoint(inside);
  mask_ = mask;
  const std::vector<llvm::Value*> given = results(code);
  std::vector<llvm::Value*> carried;
  for (llvm::Value* value : given) carried.push_back(packed(value));
  llvm::BasicBlock* end = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < given.size(); k++) {
    llvm::PHINode* value = b_.CreatePHI(carried[k]->getType(), 2, "lanes");
    value->addIncoming(llvm::Constant::getNullValue(carried[k]->getType()), before);
    value->addIncoming(carried[k], end);
    out.push_back(value);
  }
  for (size_t k = 0; k < out.size(); k++) out[k] = unpacked(out[k], is_mask(given[k]));
  mask_ = around;
  return out;
}

void LaneEmitter::branch(const ir::Stm& stm, const ir::Match& op) {
  if (!kinds_.diverges(op)) return match_from(stm, op, 0);
  std::vector<llvm::Value*> chosen;
  llvm::Value* rest = mask_;
  llvm::Value* value = vector(op.value);
  for (size_t k = 0; k < op.cases.size(); k++) {
    llvm::Value* here =
        b_.CreateICmpEQ(value, splat(scalar_constant(e_.m.context, op.cases[k].value)));
    const std::vector<llvm::Value*> given = guarded(both(rest, here), *op.cases[k].body);
    rest = both(rest, b_.CreateNot(here));
    for (size_t i = 0; i < given.size(); i++) {
      if (k == 0) {
        chosen.push_back(given[i]);
      } else {
        chosen[i] = b_.CreateSelect(here, given[i], chosen[i]);
      }
    }
  }
  if (op.otherwise != nullptr) {
    const std::vector<llvm::Value*> given = guarded(rest, *op.otherwise);
    for (size_t i = 0; i < given.size(); i++)
      chosen[i] = b_.CreateSelect(rest, given[i], chosen[i]);
  }
  for (size_t i = 0; i < chosen.size(); i++) bind(stm.pattern[i], chosen[i]);
}

// The cases from this one on, of a value that is the same for all lanes.
void LaneEmitter::match_from(const ir::Stm& stm, const ir::Match& op, size_t first) {
  const bool is_last = first + 1 == op.cases.size() && op.otherwise == nullptr;
  if (is_last || first == op.cases.size()) {
    const ir::Body& code = is_last ? *op.cases[first].body : *op.otherwise;
    const std::vector<llvm::Value*> given = values_for(stm, code);
    for (size_t k = 0; k < given.size(); k++) bind(stm.pattern[k], given[k]);
    return;
  }
  llvm::Value* here =
      b_.CreateICmpEQ(e_.scalar(op.value), scalar_constant(e_.m.context, op.cases[first].value));
  either(
      stm, here, [&] { return values_for(stm, *op.cases[first].body); },
      [&] {
        match_from(stm, op, first + 1);
        std::vector<llvm::Value*> out;
        for (ir::Var var : stm.pattern) out.push_back(value_for(var, var));
        return out;
      });
}

// ---- Loops

void LaneEmitter::repeat(const Looping& looping) {
  llvm::Value* around = mask_;
  const size_t count = looping.params.size();
  std::vector<llvm::Value*> init;
  std::vector<bool> masks;
  for (size_t k = 0; k < count; k++) {
    init.push_back(value_for(looping.params[k], looping.init[k]));
    masks.push_back(is_mask(init[k]));
    init[k] = packed(init[k]);
  }
  llvm::Value* entering = looping.diverges ? packed(mask_) : nullptr;
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* header = e_.control.new_block("header");
  llvm::BasicBlock* inside = e_.control.new_block("iteration");
  llvm::BasicBlock* done = e_.control.new_block("finished");
  b_.CreateBr(header);
  b_.SetInsertPoint(header);
  const auto carried = [&](llvm::Value* value) {
    llvm::PHINode* phi = b_.CreatePHI(value->getType(), 2, "carried");
    phi->addIncoming(value, before);
    return phi;
  };
  llvm::PHINode* index = carried(llvm::ConstantInt::get(looping.index, 0));
  std::vector<Carried> state(count);
  for (size_t k = 0; k < count; k++) {
    state[k].value = carried(init[k]);
    state[k].is_used = e_.bodies.is_used(looping.results[k]);
    if (!looping.diverges || is_vector(looping.params[k]) || !state[k].is_used) continue;
    state[k].left = carried(packed(splat(llvm::Constant::getNullValue(init[k]->getType()))));
  }
  llvm::PHINode* in_loop = looping.diverges ? carried(entering) : nullptr;
  // All of these come before what is computed from them.
  llvm::Value* arrived = looping.diverges ? unpacked(in_loop, true) : around;
  mask_ = arrived;
  std::vector<llvm::Value*> now(count);   // parameters
  std::vector<llvm::Value*> last(count);  // what the loop gives, if it ends here
  for (size_t k = 0; k < count; k++) {
    last[k] = now[k] = unpacked(state[k].value, masks[k]);
    bind(looping.params[k], now[k]);
    if (state[k].left == nullptr) continue;
    llvm::Value* value = vector(looping.params[k]);  // affine ones differ between lanes, too
    last[k] = b_.CreateSelect(arrived, value, unpacked(state[k].left, is_mask(value)));
  }
  llvm::Value* more = looping.more(index);
  llvm::Value* going = looping.diverges ? both(arrived, more) : around;
  b_.CreateCondBr(looping.diverges ? any(going) : more, inside, done);
  b_.SetInsertPoint(inside);
  mask_ = going;
  std::vector<llvm::Value*> next(count);
  looping.next(index, [&](std::span<const ir::Atom> given) {
    for (size_t k = 0; k < count; k++) {
      next[k] = value_for(looping.params[k], given[k]);
      if (looping.diverges && is_vector(looping.params[k]) && state[k].is_used)
        next[k] = b_.CreateSelect(going, next[k], now[k]);
      next[k] = packed(next[k]);
    }
  });
  llvm::Value* following = b_.CreateAdd(index, llvm::ConstantInt::get(looping.index, 1));
  std::vector<llvm::Value*> left(count);
  for (size_t k = 0; k < count; k++) {
    if (state[k].left != nullptr) left[k] = packed(last[k]);
  }
  llvm::Value* staying = looping.diverges ? packed(going) : nullptr;
  llvm::BasicBlock* end = b_.GetInsertBlock();
  b_.CreateBr(header);
  index->addIncoming(following, end);
  for (size_t k = 0; k < count; k++) {
    state[k].value->addIncoming(next[k], end);
    if (state[k].left != nullptr) state[k].left->addIncoming(left[k], end);
  }
  if (looping.diverges) in_loop->addIncoming(staying, end);
  b_.SetInsertPoint(done);
  mask_ = around;
  for (size_t k = 0; k < count; k++) {
    if (state[k].is_used) bind(looping.results[k], last[k]);
  }
}

void LaneEmitter::loop(const ir::Stm& stm, const ir::Loop& op) {
  Looping looping;
  for (const ir::LoopParam& param : op.params) {
    looping.params.push_back(param.param.var);
    looping.init.push_back(param.init);
  }
  looping.results = stm.pattern;
  looping.diverges = kinds_.diverges(op);
  looping.index = op.index ? scalar_type(e_.m.context, e_.type(op.index)->elem) : e_.m.i64;
  looping.more = [&](llvm::PHINode* i) {
    llvm::Value* more = nullptr;
    if (op.condition != nullptr) {
      body(*op.condition, [&](std::span<const ir::Atom> given) {
        more = looping.diverges ? vector(given[0]) : e_.scalar(given[0]);
      });
      return more;
    }
    llvm::Value* at = looping.diverges ? splat(i) : i;
    llvm::Value* bound = looping.diverges ? vector(op.bound) : e_.scalar(op.bound);
    return is_signed(e_.type(op.index)->elem) ? b_.CreateICmpSLT(at, bound)
                                              : b_.CreateICmpULT(at, bound);
  };
  looping.next = [&](llvm::PHINode* i, const std::function<void(std::span<const ir::Atom>)>& give) {
    e_.cancellation.count_iteration(*op.body);
    if (op.index) e_.bind_scalar(op.index, i);
    body(*op.body, give);
  };
  repeat(looping);
}

// ---- Reductions, in order

void LaneEmitter::bind_element(ir::Var param, ir::Var array, llvm::Value* i) {
  if (kinds_.is_uniform(array)) {
    const ir::Var element = is_vector(param) ? e_.m.element_variable(array) : param;
    e_.bodies.bind_element({element, false}, array, i);
    if (is_vector(param)) bind(param, splat(e_.scalar(element)));
  } else {
    const ir::Var at = e_.m.new_variable(e_.m.types().scalar(Prim::I64));
    e_.bind_scalar(at, i);
    set_element(param, array, at);
  }
}

void LaneEmitter::reduce(const ir::Stm& stm, const ir::Reduce& op) {
  const size_t count = op.neutral.size();
  const ir::Lambda& combine = *op.op;
  Looping looping;
  for (const ir::Param& param : combine.params.first(count)) looping.params.push_back(param.var);
  looping.init.assign(op.neutral.begin(), op.neutral.end());
  looping.results = stm.pattern;
  looping.diverges = kinds_.diverges(op);
  looping.index = e_.m.i64;
  looping.more = [&](llvm::PHINode* i) {
    return looping.diverges ? b_.CreateICmpSLT(splat(i), vector(op.width))
                            : b_.CreateICmpSLT(i, e_.scalar(op.width));
  };
  looping.next = [&](llvm::PHINode* i, const std::function<void(std::span<const ir::Atom>)>& give) {
    const std::span<const ir::Param> right = combine.params.subspan(count);
    const auto combined = [&] {
      llvm::IRBuilderBase::FastMathFlagGuard guard(b_);
      // As where it is done one by one: which of two zeros is less does not matter.
      if (plan::is_reorderable(combine)) {
        llvm::FastMathFlags flags = b_.getFastMathFlags();
        flags.setNoSignedZeros();
        b_.setFastMathFlags(flags);
      }
      body(*combine.body, give);
    };
    const std::span<const ir::Param> params = op.map != nullptr ? op.map->params : right;
    for (size_t k = 0; k < op.arrays.size(); k++) bind_element(params[k].var, op.arrays[k], i);
    if (op.map == nullptr) return combined();
    body(*op.map->body, [&](std::span<const ir::Atom> values) {
      for (size_t k = 0; k < count; k++) bind(right[k].var, value_for(right[k].var, values[k]));
      combined();
    });
  };
  repeat(looping);
}

}  // namespace planish::codegen::cpu
