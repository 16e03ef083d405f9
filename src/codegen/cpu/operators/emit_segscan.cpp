// Segmented scans. A segment that is cut is scanned part by part: each part from the neutral value,
// with what came before combined on the left; so the result does not depend on who computes which
// part.
#include <algorithm>

#include "codegen/common/components.h"
#include "codegen/common/operator_steps.h"
#include "codegen/common/outlined.h"
#include "codegen/common/reduction.h"
#include "codegen/common/segscan.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "codegen/cpu/vector/column_scan.h"
#include "codegen/cpu/vector/lanes.h"
#include "codegen/cpu/vector/vector_scan.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

class SegScanEmitter : SegScanParts {
 public:
  SegScanEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op,
                 const std::vector<Array>& places)
      : SegScanParts(host, stm, op), m_(host.m), plan_(host.m.plan.of(stm)) {
    for (const Array& place : places) capture_place(place);
  }

  void emit() {
    prepare();
    llvm::Value* closure = outlined_.closure();
    llvm::Value* null = llvm::ConstantPointerNull::get(m_.pointer);
    const bool scalars = are_scalars(m_.storage, op_.neutral);
    llvm::Function* segments = emit_segments();
    llvm::Value* description = host_.frame.record({
        segments,
        scalars ? emit_neutral() : null,
        scalars ? emit_part() : null,
        scalars ? emit_combine(outlined_, host_, op_.neutral, *op_.op) : null,
        scalars ? emit_scan() : null,
        host_.i64(static_cast<int64_t>(combined_) * kComponentBytes),
    });
    start_over_rows(host_, levels_, "planish_scan", item_cost(), description, closure);
  }

 private:
  int64_t item_cost() {
    const int64_t post = op_.post == nullptr ? 0 : m_.item_cost(*op_.post->body);
    const int64_t one_by_one = m_.item_cost(*op_.body) + 2 * m_.item_cost(*op_.op->body) + post;
    return plan_.vector_scan == nullptr
               ? one_by_one
               : std::max<int64_t>(1, one_by_one / m_.target.strategies.scans.gain);
  }

  void prepare() {
    for (ir::Var var : stm_.pattern) {
      for (const ir::Dim& dim : host_.type(var)->dims) {
        if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
      }
    }
    capture_operands();
  }

  llvm::Function* emit_segments() {
    Outlined::Task task = outlined_.task(".segments", {m_.i64, m_.i64});
    FunctionEmitter& e = *task.emitter;
    walk_segments(e, outer_, task.param(0), task.param(1), [&](llvm::Value* segment) {
      llvm::Value* length = enter_row(e, levels_, segment);
      if (plan_.vector_scan == nullptr) return scan_row(task, length);
      // A short row would not fill a vector, or only one.
      e.control.either(
          e.b.CreateICmpSLT(length, e.i64(m_.target.strategies.scans.short_row)),
          [&] {
            scan_row(task, length);
            return std::vector<llvm::Value*>{};
          },
          [&] {
            vector_scan(task, e.i64(0), length, e.scalars(op_.neutral));
            return std::vector<llvm::Value*>{};
          });
    });
    Outlined::finish(task);
    return e.function;
  }

  std::vector<llvm::Value*> vector_scan(Outlined::Task& task, llvm::Value* begin, llvm::Value* end,
                                        llvm::ArrayRef<llvm::Value*> carry) {
    FunctionEmitter& e = *task.emitter;
    VectorScan scan{*op_.op,
                    op_.neutral,
                    [&](llvm::Value* i, const auto& use) { element(task, i, use); },
                    [&](llvm::Value* i, size_t k) {
                      e.bind_scalar(inner_.index, i);
                      return place(task, k);
                    },
                    nullptr,
                    {}};
    if (op_.post != nullptr) {
      scan.place = nullptr;
      scan.post = [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> values) {
        post(task, i, values.take_front(combined_), values.drop_front(combined_));
      };
      for (size_t k = combined_; k < taken_; k++)
        scan.kept.push_back(e.type(op_.post->params[k].var)->elem);
    }
    return emit_vector_scan(e, begin, end, carry, scan);
  }

  std::vector<llvm::Value*> vector_total(Outlined::Task& task, llvm::Value* begin,
                                         llvm::Value* end) {
    FunctionEmitter& e = *task.emitter;
    return emit_vector_scan(e, begin, end, {},
                            {*op_.op,
                             op_.neutral,
                             [&](llvm::Value* i, const auto& use) {
                               e.bind_scalar(inner_.index, i);
                               e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> values) {
                                 use(values.first(combined_));
                               });
                             },
                             nullptr,
                             nullptr,
                             {},
                             source_of(e)});
  }

  // Where elements lie that are only read.
  std::function<Array(llvm::Value*, size_t)> source_of(FunctionEmitter& e) const {
    const std::vector<const ir::Index*>& reads = plan_.vector_scan->reads;
    if (reads.empty()) return nullptr;
    return [this, &reads, &e](llvm::Value* i, size_t k) {
      e.bind_scalar(inner_.index, i);
      const ir::Index& index = *reads[k];
      return e.elements.part(e.array(index.array), e.type(index.array), e.scalars(index.indices));
    };
  }

  Prim prim(size_t k) { return host_.type(op_.neutral[k])->elem; }
  llvm::Function* emit_neutral() {
    Outlined::Task task = outlined_.task(".neutral", {m_.pointer});
    FunctionEmitter& e = *task.emitter;
    store_components(e, op_.neutral, task.param(0), e.scalars(op_.neutral));
    Outlined::finish(task);
    return e.function;
  }

  // What a part comes to. Nothing is written: `scan` does that.
  llvm::Function* emit_part() {
    Outlined::Task task = outlined_.task(".part", {m_.i64, m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    enter_row(e, levels_, task.param(0));
    if (plan_.vector_scan != nullptr) {
      store_components(e, op_.neutral, task.param(3),
                       vector_total(task, task.param(1), task.param(2)));
      Outlined::finish(task);
      return e.function;
    }
    std::vector<llvm::Value*> total =
        e.ranges.fold_range(task.param(1), task.param(2), e.scalars(op_.neutral),
                            [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> before) {
                              e.bind_scalar(inner_.index, i);
                              std::vector<llvm::Value*> after;
                              e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> values) {
                                bind_operands(e, *op_.op, before, values.first(combined_));
                                after = run_operator(e);
                              });
                              return after;
                            });
    store_components(e, op_.neutral, task.param(3), total);
    Outlined::finish(task);
    return e.function;
  }

  std::vector<llvm::Value*> run_operator(FunctionEmitter& e) {
    std::vector<llvm::Value*> out;
    e.bodies.emit(*op_.op->body, {},
                  [&](std::span<const ir::Atom> given) { out = e.scalars(given); });
    return out;
  }

  llvm::Function* emit_scan() {
    Outlined::Task task = outlined_.task(".scan", {m_.i64, m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    enter_row(e, levels_, task.param(0));
    std::vector<llvm::Value*> carry = load_components(e, op_.neutral, task.param(3));
    if (plan_.vector_scan != nullptr) {
      std::vector<llvm::Value*> sum = vector_scan(task, task.param(1), task.param(2), carry);
      store_components(e, op_.neutral, task.param(3), combine_components(e, *op_.op, carry, sum));
      Outlined::finish(task);
      return e.function;
    }
    std::vector<llvm::Value*> total = e.ranges.fold_range(
        task.param(1), task.param(2), e.scalars(op_.neutral),
        [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> before) {
          std::vector<llvm::Value*> after;
          element(task, i, [&](std::span<const ir::Atom> values) {
            const std::vector<llvm::Value*> further = e.scalars(values.subspan(combined_));
            bind_operands(e, *op_.op, before, values.first(combined_));
            after = run_operator(e);
            std::vector<llvm::Value*> whole = combine_components(e, *op_.op, carry, after);
            if (op_.post != nullptr) return post(task, i, whole, further);
            for (size_t k = 0; k < combined_; k++) {
              Array to = place(task, k);
              e.elements.store(prim(k), whole[k], to.data, to);
            }
          });
          return after;
        });
    store_components(e, op_.neutral, task.param(3), combine_components(e, *op_.op, carry, total));
    Outlined::finish(task);
    return e.function;
  }

  ModuleEmitter& m_;
  const plan::OperatorPlan& plan_;
};

// See Note [Column scans] in plan/column_scan.h. Memory for the ordinary scan is asked for in any
// case, but none if it does not run.
void scan_columns(FunctionEmitter& e, const ir::Stm& stm, const ir::SegScan& op) {
  llvm::Value* are_few = e.b.CreateICmpSLT(e.scalar(op.space.levels[0].bound),
                                           e.i64(e.m.target.strategies.scans.least_columns));
  std::vector<Array> places, rows;
  for (ir::Var var : stm.pattern) {
    const ir::Type* type = e.type(var);
    std::vector<llvm::Value*> sizes = e.sizes(type);
    places.push_back(by_columns(e, e.memory.allocate_block(type->elem, sizes), type));
    e.bind_root(var, places.back());
    sizes[0] = e.b.CreateSelect(are_few, sizes[0], e.i64(0));
    rows.push_back(e.memory.allocate_temporary(stm.op, var, sizes));
  }
  e.control.either(
      are_few,
      [&] {
        SegScanEmitter(e, stm, op, rows).emit();
        for (size_t k = 0; k < places.size(); k++) {
          const ir::Type* type = e.type(stm.pattern[k]);
          e.copies.copy(places[k], rows[k], type->elem, e.sizes(type));
        }
        return std::vector<llvm::Value*>{};
      },
      [&] {
        emit_column_scan(e, stm, op, places);
        return std::vector<llvm::Value*>{};
      });
}

}  // namespace

void emit_segscan(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op) {
  if (host.m.plan.of(stm).takes(Strategy::ColumnScan)) return scan_columns(host, stm, op);
  std::vector<Array> places;
  for (ir::Var var : stm.pattern) {
    places.push_back(host.memory.allocate(var));
    host.bind_root(var, places.back());
  }
  SegScanEmitter(host, stm, op, places).emit();
}

}  // namespace planish::codegen::cpu
