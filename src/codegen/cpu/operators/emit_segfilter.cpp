// Filters over an iteration space.
//
// Note [Counts of a filter]
// Points are cut anywhere, also in the middle of a row. A task that has done a whole row writes how
// many points of it were kept. Tasks that share a row add what they kept of it. All counts are zero
// before, and those of rows without points stay so.
#include <algorithm>

#include "codegen/common/operator_steps.h"
#include "codegen/common/outlined.h"
#include "codegen/common/row_buffers.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "codegen/cpu/vector/vector_filter.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

class SegFilterEmitter {
 public:
  SegFilterEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op)
      : host_(host),
        m_(host.m),
        op_(op),
        plan_(host.m.plan.of(stm)),
        levels_(dense_levels(host, op.space)),
        pattern_(stm.pattern),
        kept_(stm.pattern.subspan(counts_rows() ? 2 : 1)),
        outlined_(host, "filter") {}

  void emit() {
    prepare();
    llvm::Value* closure = outlined_.closure();
    llvm::Function* task = emit_write();
    std::vector<llvm::Value*> item_bytes;
    for (ir::Var var : kept_) item_bytes.push_back(element_bytes(host_, host_.type(var)));
    llvm::Value* count = host_.frame.stack_slot(m_.i64, "kept");
    llvm::Value* blocks = host_.frame.stack_slot(
        llvm::ArrayType::get(m_.pointer, std::max<size_t>(kept_.size(), 1)), "blocks");
    // planish_filter_operator
    llvm::Value* description = host_.frame.record(
        {task, host_.i64(static_cast<int64_t>(kept_.size())), host_.frame.stack_list(item_bytes)});
    auto filter =
        m_.runtime("planish_filter", m_.i32,
                   {m_.pointer, m_.i64, m_.i64, m_.pointer, m_.pointer, m_.pointer, m_.pointer});
    host_.control.leave_unless_made(
        host_.b.CreateCall(filter, {host_.context, point_count(host_, levels_),
                                    host_.i64(point_cost()), description, closure, count, blocks}));
    host_.bind_scalar(pattern_[0], host_.b.CreateLoad(m_.i64, count));
    for (size_t k = 0; k < kept_.size(); k++)
      host_.bind_root(kept_[k], host_.memory.block_in_list(blocks, k));
  }

 private:
  bool counts_rows() const { return levels_.size() > 1; }

  // Vectors do several points at a time: pieces that take less than the runtime thinks would cost
  // more to hand out.
  int64_t point_cost() const {
    const int64_t one_by_one = m_.item_cost(*op_.body) + 1;
    return plan_.vector_filter != nullptr
               ? std::max<int64_t>(counts_rows() ? 1 : 0,
                                   one_by_one / m_.target.strategies.ranges.filter_gain)
               : one_by_one;
  }

  void prepare() {
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    for (ir::Var var : kept_) {
      for (const ir::Dim& dim : host_.type(var)->dims.subspan(1)) {
        if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
      }
    }
    if (!counts_rows()) return;
    Array counts = host_.memory.allocate(pattern_[1]);
    host_.bind_root(pattern_[1], counts);
    host_.copies.fill(counts, Prim::I64, host_.sizes(host_.type(pattern_[1])), host_.i64(0));
    counts_ = outlined_.capture_array(counts);
    for (const ir::Dim& dim : host_.type(pattern_[1])->dims) {
      if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
    }
  }

  llvm::Function* emit_write() {
    Outlined::Task task = outlined_.task("", {m_.i64, m_.i64, m_.pointer, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> to;
    std::vector<const ir::Type*> types;
    for (size_t k = 0; k < kept_.size(); k++) {
      llvm::Value* slot = e.b.CreateConstInBoundsGEP1_64(m_.pointer, task.param(2), k);
      to.push_back({e.b.CreateLoad(m_.pointer, slot), {}, nullptr, SIZE_MAX});
      types.push_back(e.type(kept_[k]));
    }
    // Where the next one goes, in a slot that LLVM makes a register of.
    llvm::AllocaInst* position = e.frame.stack_slot(m_.i64, "position");
    e.b.CreateStore(task.param(3), position);
    const auto next = [&] { return e.b.CreateLoad(m_.i64, position); };
    const auto points = [&](llvm::Value* begin, llvm::Value* end) {
      if (plan_.vector_filter != nullptr) {
        VectorFilter vectors(e, *plan_.vector_filter, levels_.back().index, *op_.body);
        e.b.CreateStore(vectors.emit(begin, end, to, next()), position);
        return;
      }
      e.ranges.for_range(begin, end, [&](llvm::Value* i) {
        e.bind_scalar(levels_.back().index, i);
        e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> given) {
          e.b.CreateStore(keep(e, given[0], given.subspan(1), to, types, next()), position);
        });
      });
    };
    if (counts_rows()) {
      walk_rows(e, levels_, task.param(0), task.param(1), [&](const PartOfRow& row) {
        llvm::Value* place = count_place(task);
        llvm::Value* before = next();
        points(row.from, row.to);
        count(e, row, place, e.b.CreateNSWSub(next(), before));
      });
    } else {
      points(task.param(0), task.param(1));
    }
    e.b.CreateStore(e.b.CreateNSWSub(next(), task.param(3)), task.param(4));
    Outlined::finish(task);
    return e.function;
  }

  // Of the row that is being walked.
  llvm::Value* count_place(Outlined::Task& task) {
    FunctionEmitter& e = *task.emitter;
    const std::span<const ir::Level> outer(levels_.data(), levels_.size() - 1);
    return e.elements.element_pointer(task.array(counts_), e.type(pattern_[1]), indices(e, outer));
  }

  void count(FunctionEmitter& e, const PartOfRow& row, llvm::Value* place, llvm::Value* kept) {
    llvm::Value* done = e.b.CreateNSWSub(row.to, row.from);
    llvm::Value* is_whole = e.b.CreateICmpEQ(done, row.length);
    e.control.if_then(is_whole, [&] { e.b.CreateStore(kept, place); });
    e.control.if_then(e.b.CreateNot(is_whole), [&] {
      e.b.CreateAtomicRMW(llvm::AtomicRMWInst::Add, place, kept, llvm::MaybeAlign(),
                          llvm::AtomicOrdering::Monotonic);
    });
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::SegFilter& op_;
  const plan::OperatorPlan& plan_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Var> pattern_;
  const std::span<const ir::Var> kept_;
  Outlined outlined_;
  size_t counts_ = 0;
};

}  // namespace

void emit_segfilter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegFilter& op) {
  SegFilterEmitter(host, stm, op).emit();
}

}  // namespace planish::codegen::cpu
