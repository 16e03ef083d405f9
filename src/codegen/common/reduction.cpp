#include "codegen/common/reduction.h"

#include <algorithm>

#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::codegen {
namespace {

size_t count_uses(const ir::Body& body, ir::Var var);

size_t count_uses(const ir::Op* op, ir::Var var) {
  size_t uses = 0;
  ir::for_each_var_use(op, [&](ir::Var used) { uses += used == var ? 1 : 0; });
  ir::for_each_body(op, [&](const ir::Body* inner) { uses += count_uses(*inner, var); });
  ir::for_each_lambda(op, [&](const ir::Lambda* inner) { uses += count_uses(*inner->body, var); });
  return uses;
}

size_t count_uses(const ir::Body& body, ir::Var var) {
  size_t uses = 0;
  for (const ir::Stm& stm : body.stms) uses += count_uses(stm.op, var);
  for (const ir::Atom& result : body.results) uses += result.var == var ? 1 : 0;
  return uses;
}

// The result is a map over the operand, which is used for nothing else, row by row down to scalars.
bool is_elementwise(const ir::Storage& storage, const ir::Body& body, const ir::Atom& result,
                    ir::Var operand) {
  if (storage.type(operand)->is_scalar()) return true;
  if (!result.var || count_uses(body, operand) != 1) return false;
  for (const ir::Stm& stm : body.stms) {
    const auto* map = ir::as<ir::Map>(stm.op);
    if (map == nullptr) continue;
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      if (!(stm.pattern[k] == result.var)) continue;
      for (size_t i = 0; i < map->arrays.size(); i++) {
        if (!(map->arrays[i] == operand)) continue;
        const ir::Body& inner = *map->fn->body;
        return is_elementwise(storage, inner, inner.results[k], map->fn->params[i].var);
      }
    }
  }
  return false;
}

}  // namespace

bool is_elementwise(const ir::Storage& storage, const ir::Lambda& op, size_t k) {
  return is_elementwise(storage, *op.body, op.body->results[k], op.params[k].var);
}

std::vector<llvm::Value*> Reduction::combine(llvm::ArrayRef<llvm::Value*> state,
                                             std::span<const ir::Atom> values) {
  std::vector<llvm::Value*> before;
  size_t next = 0;
  for (const Array& place : places_)
    before.push_back(place.data != nullptr ? place.data : state[next++]);
  e_.bind_operands(op_, before, values);
  std::vector<llvm::Value*> after;
  llvm::IRBuilderBase::FastMathFlagGuard guard(e_.b);
  if (is_reorderable(op_)) {
    llvm::FastMathFlags flags = e_.b.getFastMathFlags();
    flags.setAllowReassoc();
    flags.setNoSignedZeros();
    e_.b.setFastMathFlags(flags);
  }
  e_.combine_to(op_, places_, [&](size_t, llvm::Value* value) { after.push_back(value); });
  return after;
}

std::vector<llvm::Value*> Reduction::start() {
  std::vector<llvm::Value*> init;
  for (size_t k = 0; k < neutral_.size(); k++) {
    const ir::Atom& neutral = neutral_[k];
    if (places_[k].data == nullptr) {
      init.push_back(e_.scalar(neutral));
    } else {
      e_.copy(places_[k], e_.array(neutral.var), e_.type(neutral)->elem,
              e_.sizes(e_.type(neutral)));
    }
  }
  return init;
}

std::vector<llvm::Value*> Reduction::step(llvm::Value* i, llvm::ArrayRef<llvm::Value*> state,
                                          const Each& each) {
  std::vector<llvm::Value*> after;
  each(i, [&](std::span<const ir::Atom> values) { after = combine(state, values); });
  return after;
}

void Reduction::finish(llvm::ArrayRef<llvm::Value*> last) {
  size_t next = 0;
  for (const Array& place : places_)
    scalars_.push_back(place.data != nullptr ? nullptr : last[next++]);
}

void Reduction::run(llvm::Value* begin, llvm::Value* end, const Each& each) {
  finish(e_.fold_range(
      begin, end, start(),
      [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) { return step(i, state, each); }));
}

}  // namespace planish::codegen
