// Reductions: by threads together, if the components are scalars; otherwise each segment in order.
#include <algorithm>
#include <unordered_set>

#include "codegen/common/components.h"
#include "codegen/common/reduction.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/operators/record.h"
#include "codegen/gpu/operators/shared_tile.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "runtime/device_operators.h"
#include "runtime/kernels/sizes.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

class SegRedEmitter {
 public:
  SegRedEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                const ir::SegRed& op)
      : host_(host),
        kernels_(kernels),
        stm_(stm),
        op_(op),
        levels_(dense_levels(host, op.space)),
        outer_(std::span(levels_).first(levels_.size() - 1)),
        inner_(levels_.back()),
        combined_(op.neutral.size()),
        accumulator_(record_of(host, op.neutral)),
        outlined_(host, "reduce") {}

  void emit() {
    for (ir::Var var : stm_.pattern) {
      const ir::Type* type = host_.type(var);
      if (type->is_scalar()) {
        made_.push_back(host_.memory.allocate_held(type->elem, {host_.i64(1)}));
      } else {
        made_.push_back(host_.memory.allocate(var));
        host_.bind_root(var, made_.back());
      }
      numbers_.push_back(outlined_.capture_array(made_.back()));
      capture_sizes(host_, outlined_, type->dims);
    }
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    outlined_.capture(op_.neutral);
    llvm::Value* closure = outlined_.closure();
    if (accumulator_.bytes() == 0) {
      launch_map(host_, kernels_, outlined_, "reduce", point_count(host_, outer_), emit_segment(),
                 closure);
    } else {
      reduce_together(closure);
    }
    for (size_t k = 0; k < combined_; k++) {
      const ir::Var var = stm_.pattern[k];
      if (host_.type(var)->is_scalar())
        host_.bind_scalar(var, host_.elements.load(host_.type(var)->elem, made_[k].data, made_[k]));
    }
  }

 private:
  // Computes item i of the segment whose indices are bound, writes what is gathered, and combines
  // the rest.
  void element(Outlined::Task& task, llvm::Value* i, const Reduction::Combine& combine) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, i);
    Destinations places(stm_.pattern.size());
    const std::vector<llvm::Value*> at = indices(e, levels_);
    for (size_t k = combined_; k < places.size(); k++)
      places[k] = e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), at);
    e.bodies.emit(*op_.body, places, [&](std::span<const ir::Atom> values) {
      for (size_t k = combined_; k < places.size(); k++)
        e.elements.write(*places[k], e.type(values[k]), {}, values[k]);
      combine(values.first(combined_));
    });
  }

  Array result_place(Outlined::Task& task, size_t k) {
    FunctionEmitter& e = *task.emitter;
    return e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, outer_));
  }

  void reduce_together(llvm::Value* closure) {
    combine_function_ = combining_function(host_, outlined_, accumulator_, *op_.op);
    neutral_function_ = neutral_function(host_, outlined_, accumulator_, op_.neutral);
    finish_function_ = emit_finish();
    flags_ = operator_flags(host_, *op_.body) & operator_flags(host_, *op_.op->body);
    if (op_.commutative || is_reorderable(*op_.op)) flags_ |= PLANISH_OPERATOR_COMMUTATIVE;
    llvm::Value* none = number(-1);
    llvm::Value* rows = point_count(host_, outer_);
    llvm::Value* bytes = host_.b.getInt32(static_cast<uint32_t>(4 * accumulator_.words()));
    if (inner_.offsets) {
      llvm::Function* element = emit_element(Alignment::Any);
      if (is_plain() && is_flat()) flags_ |= PLANISH_OPERATOR_FLAT;
      llvm::Value* operation = host_.frame.record(
          {none, none, none, number(kernel("irregular", element, share_threads())),
           number(cut_kernel()), none, none, number(1), bytes, host_.b.getInt32(flags_),
           host_.i64(0), none, none, number(0), number(0), host_.i64(0), host_.i64(0)});
      call_runtime(host_, "planish_device_reduce_rows",
                   {rows, host_.array(inner_.offsets).data, host_.scalar(inner_.bound), operation,
                    closure, closure_bytes(host_, outlined_)});
      return;
    }
    // planish_device_reduction
    llvm::Function* element = emit_element(Alignment::Any);
    const auto rows_kernel = [&](llvm::Function* function, int32_t width) {
      return outer_.empty() ? none : number(kernel("rows", function, width));
    };
    std::vector<llvm::Value*> fields{none, number(kernel("pieces", element, 1)),
                                     rows_kernel(element, 1), none, none};
    if (may_use_vectors()) {
      const int32_t width = vector_width();
      llvm::Function* aligned = emit_element(Alignment::Vector);
      fields.insert(fields.end(), {number(kernel("pieces", aligned, width)),
                                   rows_kernel(aligned, width), number(width)});
    } else {
      fields.insert(fields.end(), {none, none, number(1)});
    }
    fields.insert(fields.end(),
                  {bytes, host_.b.getInt32(flags_), all_addresses(host_, outlined_, closure)});
    if (const plan::SharedTilePlan* tile = host_.m.plan.of(stm_).shared_tile.get()) {
      SharedTileEmitter(host_, kernels_, stm_, op_, *tile, outlined_, numbers_)
          .append_fields(combine_function_, neutral_function_, fields);
    } else {
      fields.insert(fields.end(), {none, none, number(0), number(0), host_.i64(0), host_.i64(0)});
    }
    call_runtime(host_, "planish_device_reduce",
                 {rows, host_.scalar(inner_.bound), host_.frame.record(fields), closure,
                  closure_bytes(host_, outlined_)});
  }

  // Several neighbours at once are worth it, and their reads can be joined.
  bool may_use_vectors() const {
    return (flags_ & PLANISH_OPERATOR_CHEAP) != 0 && (flags_ & PLANISH_OPERATOR_COMMUTATIVE) != 0 &&
           !plan::has_checks(op_.body) && accumulator_.bytes() <= 8;
  }

  // So many of them. Rows have a multiple of that many items.
  int32_t vector_width() const {
    return static_cast<int32_t>(kVectorBytes / std::max<int64_t>(4, accumulator_.bytes()));
  }

  // Of the blocks that do shares of rows.
  int32_t share_threads() const {
    const bool is_emulated = host_.m.options.device == Device::Emulator;
    return is_emulated ? kernels::kEmulatedThreads : kKernels.block_threads;
  }

  llvm::Value* number(int32_t value) { return host_.b.getInt32(static_cast<uint32_t>(value)); }

  // The number of a kernel that calls this function for elements; `figure` is a constant of its template.
  int32_t kernel(const char* way, llvm::Function* element, int32_t figure) {
    Kernel kernel;
    kernel.name = "reduce_" + std::string(way);
    kernel.closure = outlined_.record_type();
    kernel.callee = "planish_kernel_" + kernel.name + "_w" + std::to_string(accumulator_.words());
    kernel.arguments = {element,          combine_function_, neutral_function_,
                        finish_function_, number(figure),    host_.b.getInt32(flags_)};
    return kernels_.add(std::move(kernel));
  }
  int32_t cut_kernel() {
    Kernel kernel;
    kernel.name = "reduce_cut";
    kernel.closure = outlined_.record_type();
    kernel.callee = "planish_kernel_reduce_cut_w" + std::to_string(accumulator_.words());
    kernel.arguments = {combine_function_, neutral_function_, finish_function_};
    return kernels_.add(std::move(kernel));
  }

  // (segment, start, index, accumulator)
  llvm::Function* emit_element(Alignment alignment) {
    llvm::Type* i64 = host_.m.i64;
    Outlined::Task task = outlined_.task(".element", {i64, i64, i64, host_.m.pointer});
    FunctionEmitter& e = *task.emitter;
    assume_alignment(task, alignment);
    if (alignment == Alignment::Vector && !outer_.empty())
      assume_multiple(e, e.scalar(inner_.bound), vector_width());
    bind_point(e, outer_, task.param(0));
    if (inner_.offsets) e.row_starts[inner_.index.id] = task.param(1);
    const auto store = [&](std::span<const ir::Atom> values) {
      accumulator_.store(e, task.param(3), e.scalars(values));
    };
    if (inner_.offsets && is_plain()) {
      element_by_start(task, store);
    } else {
      element(task, task.param(2), store);
    }
    Outlined::finish(task);
    return e.function;
  }

  // Are there scalars only in the body?
  bool is_plain() const {
    return combined_ == stm_.pattern.size() && outer_.size() == 1 &&
           std::ranges::all_of(op_.body->stms, [&](const ir::Stm& stm) {
             return plan::all_scalars(host_.m.storage, stm.pattern);
           });
  }

  // Note [Starts of rows]
  // Most bodies read elements at offsets[i] + j. Where a row starts is known to whoever calls the
  // function, and so is start + j. If nothing else depends on the row (PLANISH_OPERATOR_FLAT), it is
  // not even looked for.
  void element_by_start(Outlined::Task& task, const Reduction::Combine& combine) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, task.param(2));
    const Array& offsets = e.array(inner_.offsets);
    for (const ir::Stm& stm : op_.body->stms) {
      const auto* read = ir::as<ir::Index>(stm.op);
      if (read != nullptr && is_start(*read)) {
        llvm::Value* first = e.elements.load(Prim::I64, offsets.data, offsets);
        e.bind_scalar(stm.pattern[0], e.b.CreateAdd(task.param(1), first));
      } else {
        e.bodies.statement(stm);
      }
    }
    combine(op_.body->results);
  }
  // Does nothing depend on the row but where it starts, and nothing on that and on the place in the
  // row but their sum?
  bool is_flat() const {
    std::unordered_set<ir::Var> of_row{outer_[0].index, inner_.index};
    const auto is_of_row = [&](ir::Var var) { return of_row.contains(var); };
    for (const ir::Stm& stm : op_.body->stms) {
      if (const auto* read = ir::as<ir::Index>(stm.op); read != nullptr && is_start(*read)) {
        of_row.insert(stm.pattern[0]);
        continue;
      }
      if (const auto* sum = ir::as<ir::Binary>(stm.op);
          sum != nullptr && sum->op == ir::BinaryOp::Add && is_item(*sum, of_row))
        continue;
      const ir::Body alone{{&stm, 1}, {}};
      if (std::ranges::any_of(ir::free_variables(host_.m.storage, &alone), is_of_row)) return false;
    }
    return std::ranges::none_of(op_.body->results, [&](const ir::Atom& result) {
      return result.var && is_of_row(result.var);
    });
  }
  // A start and the place in the row.
  bool is_item(const ir::Binary& sum, const std::unordered_set<ir::Var>& of_row) const {
    const auto is_start_and = [&](const ir::Atom& start, const ir::Atom& place) {
      return place == ir::Atom(inner_.index) && start.var && of_row.contains(start.var) &&
             start.var != outer_[0].index && start.var != inner_.index;
    };
    return is_start_and(sum.x, sum.y) || is_start_and(sum.y, sum.x);
  }
  bool is_start(const ir::Index& read) const {
    if (!host_.bindings().contains(read.array.id)) return false;
    const Array& array = host_.array(read.array);
    const Array& offsets = host_.array(inner_.offsets);
    return array.strides.empty() && offsets.strides.empty() && array.data == offsets.data &&
           read.indices.size() == 1 && read.indices[0] == ir::Atom(outer_[0].index);
  }

  // (segment, accumulator)
  llvm::Function* emit_finish() {
    Outlined::Task task = outlined_.task(".finish", {host_.m.i64, host_.m.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    const std::vector<llvm::Value*> values = accumulator_.load(e, task.param(1));
    for (size_t k = 0; k < combined_; k++) {
      const Array place = result_place(task, k);
      e.elements.store(e.type(op_.neutral[k])->elem, values[k], place.data, place);
    }
    Outlined::finish(task);
    return e.function;
  }

  // In order.
  llvm::Function* emit_segment() {
    Outlined::Task task = outlined_.task(".segment", {host_.m.i64});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    llvm::Value* length = enter_row(e, levels_, task.param(0));
    std::vector<Array> places(combined_);
    for (size_t k = 0; k < combined_; k++) {
      if (e.type(op_.neutral[k])->is_array()) places[k] = result_place(task, k);
    }
    Reduction reduction(e, *op_.op, op_.neutral, places);
    reduction.run(e.i64(0), length, [&](llvm::Value* i, const Reduction::Combine& combine) {
      element(task, i, combine);
    });
    for (size_t k = 0; k < combined_; k++) {
      if (reduction.scalar(k) == nullptr) continue;
      const Array place = result_place(task, k);
      e.elements.store(e.type(op_.neutral[k])->elem, reduction.scalar(k), place.data, place);
    }
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Level> outer_;
  const ir::Level& inner_;
  const size_t combined_;
  const RecordLayout accumulator_;  // of no bytes: segments are done in order
  Outlined outlined_;
  uint32_t flags_ = 0;
  llvm::Function* combine_function_ = nullptr;
  llvm::Function* neutral_function_ = nullptr;
  llvm::Function* finish_function_ = nullptr;
  std::vector<Array> made_;
  std::vector<size_t> numbers_;
};

}  // namespace

void emit_segred(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegRed& op) {
  SegRedEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
