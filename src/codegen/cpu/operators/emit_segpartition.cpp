// Sorting of points by class: Note [Two halves of a partition] in plan/partition.h.
#include "codegen/common/outlined.h"
#include "codegen/common/row_buffers.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

class SegPartitionEmitter {
 public:
  SegPartitionEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op)
      : host_(host),
        m_(host.m),
        op_(op),
        plan_(*host.m.plan.of(stm).partition),
        levels_(dense_levels(host, op.space)),
        number_(stm.pattern[0]),
        counts_(stm.pattern[1]),
        values_(stm.pattern.subspan(2)),
        in_registers_(plan_.why_no_registers.empty()),
        class_prim_(plan_.class_prim),
        outlined_(host, "partition") {}

  void emit() {
    outlined_.capture_space(levels_);
    outlined_.capture(op_.classes);
    outlined_.capture_free(*op_.body);
    for (ir::Var var : values_) {
      for (const ir::Dim& dim : host_.type(var)->dims.subspan(1)) {
        if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
      }
    }
    llvm::Value* closure = outlined_.closure();
    Array counts = host_.memory.allocate(counts_);
    host_.bind_root(counts_, counts);
    llvm::IRBuilder<>& b = host_.b;
    std::vector<llvm::Value*> item_bytes;
    for (ir::Var var : values_) item_bytes.push_back(element_bytes(host_, host_.type(var)));
    // planish_partition_operator
    llvm::Value* description = host_.frame.record(
        {emit_classify(), emit_place(), host_.scalar(op_.classes),
         host_.i64(byte_size(class_prim_)), host_.i64(static_cast<int64_t>(values_.size())),
         host_.frame.stack_list(item_bytes)});
    llvm::Value* kept = host_.frame.stack_slot(m_.i64, "kept");
    llvm::Value* blocks = host_.frame.stack_slot(
        llvm::ArrayType::get(m_.pointer, std::max<size_t>(values_.size(), 1)), "blocks");
    auto partition = m_.runtime(
        "planish_partition", m_.i32,
        {m_.pointer, m_.i64, m_.i64, m_.pointer, m_.pointer, m_.pointer, m_.pointer, m_.pointer});
    host_.control.leave_unless_made(b.CreateCall(
        partition,
        {host_.context, point_count(host_, levels_), host_.i64(m_.item_cost(*op_.body) + 1),
         description, closure, counts.data, kept, blocks}));
    host_.bind_scalar(number_, b.CreateLoad(m_.i64, kept));
    for (size_t k = 0; k < values_.size(); k++)
      host_.bind_root(values_[k], host_.memory.block_in_list(blocks, k));
  }

 private:
  // A number for each class that is counted up: how many there are, or where the next one goes.
  class Counters {
   public:
    Counters(FunctionEmitter& e, llvm::Value* list, llvm::Value* classes, bool in_registers)
        : e_(e), list_(list) {
      if (!in_registers) return;
      const int64_t count = llvm::cast<llvm::ConstantInt>(classes)->getSExtValue();
      for (int64_t c = 0; c < count; c++) {
        registers_.push_back(e.frame.stack_slot(e.m.i64, "counter"));
        e.b.CreateStore(e.b.CreateLoad(e.m.i64, place(e.i64(c))), registers_.back());
      }
      in_registers_ = true;
    }

    // Gives the number of a class, and counts it up. In registers there may be any class.
    llvm::Value* next(llvm::Value* of) {
      llvm::IRBuilder<>& b = e_.b;
      if (!in_registers_) {
        llvm::Value* counter = place(of);
        llvm::Value* number = b.CreateLoad(e_.m.i64, counter);
        b.CreateStore(b.CreateNSWAdd(number, e_.i64(1)), counter);
        return number;
      }
      llvm::Value* number = e_.i64(0);
      for (size_t c = 0; c < registers_.size(); c++) {
        llvm::Value* here = b.CreateICmpEQ(of, e_.i64(static_cast<int64_t>(c)));
        llvm::Value* counter = b.CreateLoad(e_.m.i64, registers_[c]);
        number = b.CreateSelect(here, counter, number);
        b.CreateStore(b.CreateNSWAdd(counter, b.CreateZExt(here, e_.m.i64)), registers_[c]);
      }
      return number;
    }

    void store() {
      for (size_t c = 0; c < registers_.size(); c++)
        e_.b.CreateStore(e_.b.CreateLoad(e_.m.i64, registers_[c]),
                         place(e_.i64(static_cast<int64_t>(c))));
    }

   private:
    llvm::Value* place(llvm::Value* of) { return e_.b.CreateInBoundsGEP(e_.m.i64, list_, {of}); }

    FunctionEmitter& e_;
    llvm::Value* list_;
    bool in_registers_ = false;
    std::vector<llvm::AllocaInst*> registers_;
  };

  // Where the class of the next point lies, in a slot. LLVM makes an index of it.
  llvm::Value* next_class(FunctionEmitter& e, llvm::AllocaInst* position, llvm::Value* classes) {
    llvm::Value* at = e.b.CreateLoad(m_.i64, position);
    e.b.CreateStore(e.b.CreateNSWAdd(at, e.i64(1)), position);
    return e.elements.offset_pointer(class_prim_, classes, at);
  }

  llvm::AllocaInst* first_position(FunctionEmitter& e) {
    llvm::AllocaInst* position = e.frame.stack_slot(m_.i64, "position");
    e.b.CreateStore(e.i64(0), position);
    return position;
  }

  llvm::Function* emit_classify() {
    Outlined::Task task = outlined_.task(".classify", {m_.i64, m_.i64, m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    llvm::Value* classes = e.scalar(op_.classes);
    Counters counters(e, task.param(3), classes, in_registers_);
    llvm::AllocaInst* position = first_position(e);
    const ir::Body& part = plan_.classify.body;
    walk_points(e, levels_, part, task.param(0), task.param(1), [&] {
      e.bodies.emit(part, {}, [&](std::span<const ir::Atom> given) {
        llvm::Value* own = e.scalar(given[0]);
        // A negative one is a very large one.
        llvm::Value* inside = e.b.CreateICmpULT(own, classes);
        llvm::Value* kept = e.b.CreateSelect(inside, own, classes);
        e.b.CreateStore(e.b.CreateTrunc(kept, memory_type(m_.context, class_prim_)),
                        next_class(e, position, task.param(2)));
        counters.next(kept);
      });
    });
    counters.store();
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_place() {
    Outlined::Task task =
        outlined_.task(".place", {m_.i64, m_.i64, m_.pointer, m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    llvm::Value* classes = e.scalar(op_.classes);
    std::vector<Array> dests;
    for (size_t k = 0; k < values_.size(); k++) {
      llvm::Value* slot = e.b.CreateConstInBoundsGEP1_64(m_.pointer, task.param(2), k);
      dests.push_back({e.b.CreateLoad(m_.pointer, slot), {}, nullptr, SIZE_MAX});
    }
    Counters counters(e, task.param(4), classes, in_registers_);
    llvm::AllocaInst* position = first_position(e);
    const ir::Body& part = plan_.place.body;
    walk_points(e, levels_, part, task.param(0), task.param(1), [&] {
      llvm::Value* own = e.b.CreateZExt(e.b.CreateLoad(memory_type(m_.context, class_prim_),
                                                       next_class(e, position, task.param(3))),
                                        m_.i64);
      e.control.if_then(e.b.CreateICmpULT(own, classes), [&] {
        llvm::Value* at = counters.next(own);
        std::vector<Array> places;
        for (size_t k = 0; k < dests.size(); k++) {
          places.push_back(dests[k]);
          places[k].data = e.elements.position_pointer(dests[k], host_.type(values_[k]), at);
        }
        e.bodies.emit_to(part, places);
      });
    });
    counters.store();
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::SegPartition& op_;
  const plan::PartitionPlan& plan_;
  const std::vector<ir::Level> levels_;
  const ir::Var number_;
  const ir::Var counts_;
  const std::span<const ir::Var> values_;
  const bool in_registers_;
  const Prim class_prim_;
  Outlined outlined_;
};

}  // namespace

void emit_segpartition(FunctionEmitter& host, const ir::Stm& stm, const ir::SegPartition& op) {
  SegPartitionEmitter(host, stm, op).emit();
}

}  // namespace planish::codegen::cpu
