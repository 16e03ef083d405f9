#include "codegen/cpu/clamps.h"

#include <unordered_set>

#include "ir/match.h"

namespace planish::codegen::cpu {
namespace {

// What is emitted twice should not be large.
constexpr size_t kLargestClampedBody = 200;

class Clamps {
 public:
  Clamps(FunctionEmitter& e, ir::Var index) : e_(e), inside_{index.id} {
    offsets_[index.id] = e.i64(0);
  }

  void look_at(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) {
      for (ir::Var var : stm.pattern) inside_.insert(var.id);
    }
    for (const ir::Stm& stm : body.stms) {
      const auto* binary = ir::as<ir::Binary>(stm.op);
      if (binary == nullptr || e_.type(stm.pattern[0])->elem != Prim::I64) continue;
      using enum ir::BinaryOp;
      switch (binary->op) {
        case Add:
          if (!shifted(stm.pattern[0], *binary, binary->x, binary->y))
            shifted(stm.pattern[0], *binary, binary->y, binary->x);
          break;
        case Sub: shifted(stm.pattern[0], *binary, binary->x, binary->y); break;
        case Min:
        case Max:
          if (!clamp(stm.pattern[0], *binary, binary->x, binary->y))
            clamp(stm.pattern[0], *binary, binary->y, binary->x);
          break;
        default: break;
      }
    }
  }

  bool empty() const { return idle.empty(); }
  llvm::Value* first(llvm::Value* begin, llvm::Value* end) {
    return low_ == nullptr ? begin : smin(end, smax(begin, low_));
  }
  llvm::Value* last(llvm::Value* first, llvm::Value* end) {
    return high_ == nullptr ? end : smax(first, smin(end, high_));
  }

  std::unordered_map<uint32_t, ir::Atom> idle;  // what a clamp gives where it does nothing

 private:
  llvm::Value* smin(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }
  llvm::Value* smax(llvm::Value* x, llvm::Value* y) {
    return e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  }
  // By how much an index is more than the loop's; null: it is no such index.
  llvm::Value* offset(const ir::Atom& atom) const {
    auto found = atom.var ? offsets_.find(atom.var.id) : offsets_.end();
    return found == offsets_.end() ? nullptr : found->second;
  }
  // What the body binds is not known before it, even if another version of it has been emitted already.
  bool is_known(const ir::Atom& atom) const {
    return atom.is_const() ||
           (!inside_.contains(atom.var.id) && e_.bindings().contains(atom.var.id));
  }

  bool shifted(ir::Var var, const ir::Binary& op, const ir::Atom& index, const ir::Atom& by) {
    llvm::Value* before = offset(index);
    if (before == nullptr || !is_known(by)) return false;
    llvm::Value* amount = e_.scalar(by);
    offsets_[var.id] = op.op == ir::BinaryOp::Add ? e_.b.CreateAdd(before, amount)
                                                  : e_.b.CreateSub(before, amount);
    return true;
  }

  bool clamp(ir::Var var, const ir::Binary& op, const ir::Atom& index, const ir::Atom& bound) {
    llvm::Value* before = offset(index);
    if (before == nullptr || !is_known(bound)) return false;
    // j + offset is not changed from (or up to) this j on.
    llvm::Value* at = e_.b.CreateSub(e_.scalar(bound), before);
    if (op.op == ir::BinaryOp::Max) {
      low_ = low_ == nullptr ? at : smax(low_, at);
    } else {
      llvm::Value* end = e_.b.CreateAdd(at, e_.i64(1));
      high_ = high_ == nullptr ? end : smin(high_, end);
    }
    offsets_[var.id] = before;
    idle[var.id] = index;
    return true;
  }

  FunctionEmitter& e_;
  std::unordered_map<uint32_t, llvm::Value*> offsets_;
  std::unordered_set<uint32_t> inside_;
  llvm::Value* low_ = nullptr;
  llvm::Value* high_ = nullptr;
};

}  // namespace

void clamped_range(FunctionEmitter& e, const ir::Body& body, ir::Var index, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code) {
  Clamps clamps(e, index);
  if (statement_count(&body) <= kLargestClampedBody) clamps.look_at(body);
  if (clamps.empty()) return e.parallel_range(begin, end, code, "j");
  llvm::Value* first = clamps.first(begin, end);
  llvm::Value* last = clamps.last(first, end);
  e.idle_clamps = &clamps.idle;
  e.parallel_range(first, last, code, "j");
  e.idle_clamps = nullptr;
  // The border, before and after.
  e.for_range(e.i64(0), e.i64(2), [&](llvm::Value* side) {
    llvm::Value* before = e.b.CreateICmpEQ(side, e.i64(0));
    e.parallel_range(e.b.CreateSelect(before, begin, last), e.b.CreateSelect(before, first, end),
                     code, "j");
  });
}

}  // namespace planish::codegen::cpu
