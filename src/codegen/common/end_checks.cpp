#include "codegen/common/end_checks.h"

#include <algorithm>

#include "ir/match.h"

namespace planish::codegen {
namespace {

// Do all checks hold in the iteration whose index is bound, and are all places inside?
llvm::Value* checks_hold(FunctionEmitter& e, const plan::EndChecksPlan& plan) {
  llvm::Value* all = e.b.getTrue();
  for (const ir::Stm* stm : plan.needed) {
    if (const auto* check = ir::as<ir::Check>(stm->op)) {
      all = e.b.CreateAnd(all, e.scalar(check->condition));
    } else {
      e.bodies.statement(*stm);
    }
  }
  for (const plan::WrittenPlace& place : plan.places)
    all = e.b.CreateAnd(all, e.b.CreateICmpULT(e.scalar(place.index), e.scalar(place.extent)));
  return all;
}

// After checks_hold: are the numbers small?
llvm::Value* are_small(FunctionEmitter& e, const EvenLoop& loop) {
  constexpr int kBits = plan::kSmallBits;
  const auto is_small = [&](llvm::Value* number) {
    llvm::Value* shifted = e.b.CreateAdd(number, e.i64(int64_t{1} << (kBits - 1)));
    return e.b.CreateICmpULT(shifted, e.i64(int64_t{1} << kBits));
  };
  llvm::Value* all = e.b.CreateAnd(is_small(loop.begin), is_small(loop.end));
  for (llvm::Value* start : loop.starts) all = e.b.CreateAnd(all, is_small(start));
  for (const ir::Atom& number : loop.plan->small)
    all = e.b.CreateAnd(all, is_small(e.scalar(number)));
  return all;
}

}  // namespace

std::vector<llvm::Value*> with_end_checks(FunctionEmitter& e, const EvenLoop& loop,
                                          const GiveValues& emit) {
  if (loop.plan == nullptr) return emit();
  llvm::Value* all = e.b.getTrue();
  for (llvm::Value* i : {loop.begin, e.b.CreateSub(loop.end, e.i64(1))}) {
    loop.bind_indices(i);
    all = e.b.CreateAnd(all, checks_hold(e, *loop.plan));
  }
  return e.control.either(
      e.b.CreateAnd(all, are_small(e, loop)),
      [&] {
        const auto* outer = std::exchange(e.passed_checks, &loop.plan->passed);
        std::vector<llvm::Value*> values = emit();
        e.passed_checks = outer;
        return values;
      },
      emit);
}

EvenLoop loop_over_elements(FunctionEmitter& e, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays, const plan::EndChecksPlan* ends,
                            llvm::Value* begin, llvm::Value* end) {
  EvenLoop loop{ends, {}, begin, end, {}};
  if (loop.plan == nullptr) return loop;
  std::vector<size_t> even;
  for (size_t k = 0; k < arrays.size(); k++) {
    if (std::ranges::count(loop.plan->indices, fn.params[k].var) == 0) continue;
    loop.starts.push_back(e.binding(arrays[k]).progression.start);
    even.push_back(k);
  }
  loop.bind_indices = [&e, &fn, arrays, even](llvm::Value* i) {
    for (size_t k : even) e.bodies.bind_element(fn.params[k], arrays[k], i);
  };
  return loop;
}

}  // namespace planish::codegen
