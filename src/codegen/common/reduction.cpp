#include "codegen/common/reduction.h"

#include "codegen/common/operator_steps.h"

#include <algorithm>

namespace planish::codegen {

std::vector<llvm::Value*> Reduction::combine(llvm::ArrayRef<llvm::Value*> state,
                                             std::span<const ir::Atom> values) {
  std::vector<llvm::Value*> before;
  size_t next = 0;
  for (const Array& place : places_)
    before.push_back(place.data != nullptr ? place.data : state[next++]);
  bind_operands(e_, op_, before, values);
  std::vector<llvm::Value*> after;
  llvm::IRBuilderBase::FastMathFlagGuard guard(e_.b);
  if (is_reorderable(op_)) {
    llvm::FastMathFlags flags = e_.b.getFastMathFlags();
    flags.setAllowReassoc();
    flags.setNoSignedZeros();
    e_.b.setFastMathFlags(flags);
  }
  combine_to(e_, op_, places_, [&](size_t, llvm::Value* value) { after.push_back(value); });
  return after;
}

std::vector<llvm::Value*> Reduction::start() {
  std::vector<llvm::Value*> init;
  for (size_t k = 0; k < neutral_.size(); k++) {
    const ir::Atom& neutral = neutral_[k];
    if (places_[k].data == nullptr) {
      init.push_back(e_.scalar(neutral));
    } else {
      e_.copies.copy(places_[k], e_.array(neutral.var), e_.type(neutral)->elem,
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
  finish(e_.ranges.fold_range(
      begin, end, start(),
      [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) { return step(i, state, each); }));
}

}  // namespace planish::codegen
