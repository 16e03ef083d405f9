#include "codegen/cpu/vector/column_scan.h"

#include "codegen/common/components.h"
#include "codegen/common/operator_steps.h"
#include "codegen/common/outlined.h"
#include "codegen/cpu/operators/points.h"

namespace planish::codegen::cpu {
namespace {

// Columns in a group.
constexpr int64_t kGroup = 64;

class ColumnScanEmitter {
 public:
  ColumnScanEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op,
                    const std::vector<Array>& places)
      : host_(host),
        stm_(stm),
        op_(op),
        column_(op.space.levels[0]),
        row_(op.space.levels[1]),
        outlined_(host, "columns") {
    for (const Array& place : places) numbers_.push_back(outlined_.capture_array(place));
  }

  void emit() {
    for (ir::Var var : stm_.pattern) {
      for (const ir::Dim& dim : host_.type(var)->dims) {
        if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
      }
    }
    outlined_.capture_space(op_.space.levels);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    if (op_.post != nullptr) outlined_.capture_free(*op_.post);
    outlined_.capture(op_.neutral);
    llvm::Value* closure = outlined_.closure();
    llvm::Function* task = emit_groups();
    llvm::Value* columns = host_.scalar(column_.bound);
    llvm::Value* groups =
        host_.b.CreateUDiv(host_.b.CreateNSWAdd(columns, host_.i64(kGroup - 1)), host_.i64(kGroup));
    int64_t cost = host_.m.item_cost(*op_.body) + host_.m.item_cost(*op_.op->body);
    if (op_.post != nullptr) cost += host_.m.item_cost(*op_.post->body);
    llvm::Value* group_cost =
        host_.b.CreateNSWMul(host_.scalar(row_.bound), host_.i64(cost * kGroup));
    start_parallel_for(host_, groups, group_cost, task, closure);
  }

 private:
  llvm::Function* emit_groups() {
    Outlined::Task task = outlined_.task("", {host_.m.i64, host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    std::vector<llvm::Value*> carries;
    for (const ir::Atom& neutral : op_.neutral) {
      carries.push_back(e.frame.stack_slot(memory_type(e.m.context, e.type(neutral)->elem), "carry",
                                           e.i64(kGroup)));
    }
    e.ranges.for_range(task.param(0), task.param(1), [&](llvm::Value* group) {
      llvm::Value* first = e.b.CreateNSWMul(group, e.i64(kGroup));
      llvm::Value* left = e.b.CreateNSWSub(e.scalar(column_.bound), first);
      e.control.either(
          e.b.CreateICmpSGE(left, e.i64(kGroup)),
          [&] { return scan_group(task, carries, first, e.i64(kGroup)); },
          [&] { return scan_group(task, carries, first, left); });
    });
    Outlined::finish(task);
    return e.function;
  }

  std::vector<llvm::Value*> scan_group(Outlined::Task& task,
                                       const std::vector<llvm::Value*>& carries, llvm::Value* first,
                                       llvm::Value* count) {
    FunctionEmitter& e = *task.emitter;
    const std::vector<llvm::Value*> neutral = e.scalars(op_.neutral);
    e.ranges.parallel_range(e.i64(0), count, [&](llvm::Value* lane) {
      for (size_t k = 0; k < carries.size(); k++) store(e, carries[k], lane, k, neutral[k]);
    });
    e.ranges.for_range(e.i64(0), e.scalar(row_.bound), [&](llvm::Value* row) {
      e.ranges.parallel_range(
          e.i64(0), count,
          [&](llvm::Value* lane) {
            e.bind_scalar(column_.index, e.b.CreateNSWAdd(first, lane));
            e.bind_scalar(row_.index, row);
            element(task, carries, lane);
          },
          "lane");
    });
    return {};
  }

  // Combines what the column has come to with its element in the row.
  void element(Outlined::Task& task, const std::vector<llvm::Value*>& carries, llvm::Value* lane) {
    FunctionEmitter& e = *task.emitter;
    const size_t combined = op_.neutral.size();
    std::vector<llvm::Value*> before, after, further;
    for (size_t k = 0; k < combined; k++)
      before.push_back(e.elements.load(prim(k), pointer(e, carries[k], lane, k), {}));
    e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> values) {
      further = e.scalars(values.subspan(combined, op_.taken() - combined));
      const std::vector<llvm::Value*> gathered = e.scalars(values.subspan(op_.taken()));
      for (size_t k = 0; k < gathered.size(); k++) write(task, op_.made() + k, gathered[k]);
      bind_operands(e, *op_.op, before, values.first(combined));
      e.bodies.emit(*op_.op->body, {},
                    [&](std::span<const ir::Atom> given) { after = e.scalars(given); });
    });
    for (size_t k = 0; k < combined; k++) store(e, carries[k], lane, k, after[k]);
    if (op_.post == nullptr) {
      for (size_t k = 0; k < combined; k++) write(task, k, after[k]);
      return;
    }
    Destinations places(op_.made());
    for (size_t k = 0; k < places.size(); k++) places[k] = place(task, k);
    apply_post(e, *op_.post, after, further, places);
  }

  Array place(Outlined::Task& task, size_t k) {
    FunctionEmitter& e = *task.emitter;
    const ir::Type* type = e.type(stm_.pattern[k]);
    const Array matrix = by_columns(e, task.array(numbers_[k]), type);
    return e.elements.part(matrix, type, {e.scalar(column_.index), e.scalar(row_.index)});
  }
  void write(Outlined::Task& task, size_t k, llvm::Value* value) {
    FunctionEmitter& e = *task.emitter;
    const Array to = place(task, k);
    e.elements.store(e.type(stm_.pattern[k])->elem, value, to.data, to);
  }

  Prim prim(size_t k) { return host_.type(op_.neutral[k])->elem; }
  llvm::Value* pointer(FunctionEmitter& e, llvm::Value* carry, llvm::Value* lane, size_t k) {
    return e.elements.offset_pointer(prim(k), carry, lane);
  }
  void store(FunctionEmitter& e, llvm::Value* carry, llvm::Value* lane, size_t k,
             llvm::Value* value) {
    e.elements.store(prim(k), value, pointer(e, carry, lane, k), {});
  }

  FunctionEmitter& host_;
  const ir::Stm& stm_;
  const ir::SegScan& op_;
  const ir::Level& column_;
  const ir::Level& row_;
  Outlined outlined_;
  std::vector<size_t> numbers_;  // of the places
};

}  // namespace

Array by_columns(FunctionEmitter& e, Array matrix, const ir::Type* type) {
  matrix.strides = {e.i64(1), e.sizes(type)[0]};
  return matrix;
}

void emit_column_scan(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op,
                      const std::vector<Array>& places) {
  ColumnScanEmitter(host, stm, op, places).emit();
}

}  // namespace planish::codegen::cpu
