// Segmented reductions: `segments` reduces whole segments; for segments that are cut there is also
// a function for a part of one, one that combines two parts, and one that writes the result.
#include <algorithm>

#include "codegen/common/components.h"
#include "codegen/common/outlined.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "codegen/cpu/vector/lanes.h"
#include "codegen/cpu/vector/masked.h"
#include "codegen/cpu/vector/short_rows.h"
#include "codegen/cpu/vector/strip.h"
#include "codegen/cpu/vector/tile.h"
#include "codegen/cpu/vector/vector_reduction.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

class SegRedEmitter {
 public:
  SegRedEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op)
      : host_(host),
        m_(host.m),
        stm_(stm),
        op_(op),
        plan_(host.m.plan.of(stm)),
        levels_(dense_levels(host, op.space)),
        outer_(std::span(levels_).first(levels_.size() - 1)),
        inner_(levels_.back()),
        combined_(op.neutral.size()),
        outlined_(host, "reduce") {}

  void emit() {
    prepare();
    closure_ = outlined_.closure();
    if (plan_.tile != nullptr) {
      TiledReduction tiles(host_, stm_, op_, *plan_.tile, outlined_, numbers_);
      emit_tiles_or_segments(tiles);
    } else {
      start_segments();
    }
    for (size_t k = 0; k < combined_; k++) {
      ir::Var var = stm_.pattern[k];
      if (host_.type(var)->is_scalar())
        host_.bind_scalar(var, host_.elements.load(host_.type(var)->elem, made_[k].data, made_[k]));
    }
  }

 private:
  void emit_tiles_or_segments(TiledReduction& tiles) {
    llvm::IRBuilder<>& b = host_.b;
    llvm::BasicBlock* tiled = host_.control.new_block("tiled");
    llvm::BasicBlock* plain = host_.control.new_block("plain");
    llvm::BasicBlock* after = host_.control.new_block("reduced");
    b.CreateCondBr(tiles.is_worth_it(), tiled, plain);
    b.SetInsertPoint(tiled);
    start_parallel_for(host_, tiles.block_count(host_), tiles.block_cost(), tiles.emit_task(),
                       closure_);
    b.CreateBr(after);
    b.SetInsertPoint(plain);
    start_segments();
    b.CreateBr(after);
    b.SetInsertPoint(after);
  }

  void start_segments() {
    llvm::Value* null = llvm::ConstantPointerNull::get(m_.pointer);
    const bool scalars = are_scalars(m_.storage, op_.neutral);
    llvm::Function* part = scalars ? emit_part() : nullptr;
    llvm::Function* finish = scalars ? emit_finish() : nullptr;
    llvm::Value* description = host_.frame.record({
        strip_lanes() > 0 ? emit_segments_of_parts(part, finish) : emit_segments(),
        scalars ? part : null,
        scalars ? emit_combine(outlined_, host_, op_.neutral, *op_.op) : null,
        scalars ? finish : null,
        host_.i64(static_cast<int64_t>(combined_) * kComponentBytes),
        host_.i64(2 * strip_lanes()),
    });
    start_over_rows(host_, levels_, "planish_reduce", item_cost(), description, closure_);
  }

  int64_t item_cost() {
    const int64_t one_by_one = m_.item_cost(*op_.body) + m_.item_cost(*op_.op->body);
    const bool is_plain = levels_.size() == 1 && plan_.strips == nullptr && plan_.lanes == nullptr;
    return is_plain && plan::is_reorderable(*op_.op)
               ? one_by_one / m_.facts.loop_lanes(*op_.body, inner_.index)
               : one_by_one;
  }

  // Parts are done in strips of so many items; 0: they are not. Such code is too large to be there
  // twice.
  int64_t strip_lanes() const {
    return plan_.strips != nullptr  ? plan_.strips->lanes
           : plan_.lanes != nullptr ? plan_.lanes->lanes
                                    : 0;
  }

  // The arrays that are made, and what the functions need.
  void prepare() {
    for (ir::Var var : stm_.pattern) {
      const ir::Type* type = host_.type(var);
      if (type->is_scalar()) {
        made_.push_back({host_.frame.stack_slot(memory_type(m_.context, type->elem), "reduced"),
                         {},
                         nullptr,
                         0});
      } else {
        made_.push_back(host_.memory.allocate(var));
        host_.bind_root(var, made_.back());
      }
      numbers_.push_back(outlined_.capture_array(made_.back()));
      for (const ir::Dim& dim : type->dims) {
        if (dim.kind == ir::DimKind::Var) outlined_.capture(dim.var);
      }
    }
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    outlined_.capture(op_.neutral);
  }

  // Computes item i of the segment whose indices are bound, writes what is gathered, and combines
  // the rest.
  void element(Outlined::Task& task, llvm::Value* i, const Reduction::Combine& combine) {
    FunctionEmitter& e = *task.emitter;
    e.bind_scalar(inner_.index, i);
    Destinations places(stm_.pattern.size());
    std::vector<llvm::Value*> at = indices(e, levels_);
    for (size_t k = combined_; k < places.size(); k++)
      places[k] = e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), at);
    e.bodies.emit(*op_.body, places, [&](std::span<const ir::Atom> values) {
      for (size_t k = combined_; k < places.size(); k++)
        e.elements.write(*places[k], e.type(values[k]), {}, values[k]);
      combine(values.first(combined_));
    });
  }

  // What the items [begin, end) of the segment whose indices are bound give: arrays at these
  // places, and scalars.
  std::vector<llvm::Value*> reduced(Outlined::Task& task, const std::vector<Array>& places,
                                    llvm::Value* begin, llvm::Value* end) {
    FunctionEmitter& e = *task.emitter;
    const auto some = [&](llvm::Value* from, llvm::Value* to) {
      VectorReduction reduction(e, *op_.op, op_.neutral, places);
      const Reduction::Each each = [&](llvm::Value* i, const Reduction::Combine& combine) {
        element(task, i, combine);
      };
      if (plan_.counts != nullptr) {
        reduction.run_counts(from, to, *plan_.counts, each);
      } else if (plan_.takes(Strategy::Streams)) {
        reduction.run_streams(from, to, each);
      } else {
        reduction.run(from, to, each);
      }
      return reduction.scalars();
    };
    const auto plain = [&] { return some(begin, end); };
    if (plan_.strips != nullptr) {
      const StripLoop loop{stm_.op, *op_.body, inner_.index, {}, {}, begin, end, {}, {}};
      return reduced_in_strips(e, *plan_.strips, loop, *op_.op, op_.neutral, plain);
    }
    if (plan_.lanes == nullptr) return plain();
    const MaskedLoop masked(e, *plan_.lanes, {*op_.body, inner_.index});
    return reduced_with_masks(e, masked, begin, end, *op_.op, op_.neutral, some);
  }

  Array result_place(Outlined::Task& task, size_t k) {
    FunctionEmitter& e = *task.emitter;
    return e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, outer_));
  }

  // Null: an array, which lies there.
  void store_results(Outlined::Task& task, llvm::ArrayRef<llvm::Value*> results) {
    FunctionEmitter& e = *task.emitter;
    for (size_t k = 0; k < combined_; k++) {
      if (results[k] == nullptr) continue;
      Array place = result_place(task, k);
      e.elements.store(e.type(op_.neutral[k])->elem, results[k], place.data, place);
    }
  }

  // A row that is long enough is done as others are, and so is one in which a check fails; both
  // ways give what the length says.
  void emit_row(Outlined::Task& task, RowReduction& rows, llvm::Value* length,
                const Reduction::Each& each) {
    FunctionEmitter& e = *task.emitter;
    const int64_t long_row = plan_.short_rows->long_row(rows.block_vectors());
    if (long_row == 0 && !plan_.short_rows->has_checks)
      return store_results(task, rows.emit(e, e.i64(0), length, nullptr));
    llvm::BasicBlock* in_vectors = e.control.new_block("in_vectors");
    llvm::BasicBlock* plain = e.control.new_block("plain");
    llvm::BasicBlock* stored = e.control.new_block("stored");
    if (long_row == 0) {
      e.b.CreateBr(in_vectors);
    } else {
      e.b.CreateCondBr(e.b.CreateICmpSLT(length, e.i64(long_row)), in_vectors, plain);
    }
    e.b.SetInsertPoint(in_vectors);
    store_results(task, rows.emit(e, e.i64(0), length, plain));
    e.b.CreateBr(stored);
    e.b.SetInsertPoint(plain);
    VectorReduction reduction(e, *op_.op, op_.neutral, std::vector<Array>(combined_));
    reduction.run(e.i64(0), length, each);
    store_results(task, reduction.scalars());
    e.b.CreateBr(stored);
    e.b.SetInsertPoint(stored);
  }

  // Rows are done in ranges. The empty ones at the end of a range need no more than their results:
  // many of them cost little, and no empty row that is done as others are lies at the end of
  // memory.
  void emit_rows(Outlined::Task& task, RowReduction& rows, const Reduction::Each& each) {
    FunctionEmitter& e = *task.emitter;
    llvm::Value* size = e.i64(outer_.size() == 1 ? figures().range : figures().nested_range);
    llvm::Value* count = e.b.CreateNSWSub(task.param(1), task.param(0));
    llvm::Value* ranges =
        e.b.CreateUDiv(e.b.CreateNSWAdd(count, e.b.CreateNSWSub(size, e.i64(1))), size);
    e.ranges.parallel_range(e.i64(0), ranges, [&](llvm::Value* number) {
      llvm::Value* begin = e.b.CreateNSWAdd(task.param(0), e.b.CreateNSWMul(number, size));
      llvm::Value* end = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                                   e.b.CreateNSWAdd(begin, size), task.param(1));
      llvm::Value* filled = end_of_filled(e, levels_, begin, end);
      emit_range(task, rows, begin, filled, each);
      walk_segments(e, outer_, filled, end,
                    [&](llvm::Value*) { store_results(task, e.scalars(op_.neutral)); });
      e.ranges.keep_rolled();
    });
  }

  // In blocks of one vector if that seems to be enough, and in wide ones if rows are long.
  void emit_range(Outlined::Task& task, RowReduction& rows, llvm::Value* begin, llvm::Value* end,
                  const Reduction::Each& each) {
    FunctionEmitter& e = *task.emitter;
    const auto walk = [&](unsigned block_vectors) {
      rows.use_blocks_of(block_vectors);
      walk_segments(e, outer_, begin, end, [&](llvm::Value* segment) {
        emit_row(task, rows, enter_row(e, levels_, segment), each);
      });
      return std::vector<llvm::Value*>{};
    };
    const unsigned vectors = rows.block_vectors();
    if (vectors == 1) {
      walk(1);
      return;
    }
    llvm::Value* is_narrow =
        e.b.CreateICmpSLE(longest_of_first(e, begin, end), e.i64(rows.lanes()));
    llvm::Value* in_blocks =
        e.b.CreateNSWMul(e.b.CreateNSWSub(end, begin), e.i64(rows.lanes() * vectors));
    llvm::Value* is_wide = e.b.CreateICmpSGT(item_count(e, levels_, begin, end), in_blocks);
    e.control.either(
        is_narrow, [&] { return walk(1); },
        [&] {
          return e.control.either(
              is_wide, [&] { return walk(plan_.short_rows->wide_block_vectors); },
              [&] { return walk(vectors); });
        });
    rows.use_blocks_of(vectors);
  }

  const RowFigures& figures() const { return m_.target.strategies.rows; }

  // The length of the longest of the first rows of the range: a guess at what the others are like.
  llvm::Value* longest_of_first(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end) {
    llvm::Value* count = e.b.CreateNSWSub(end, begin);
    llvm::Value* looks =
        e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, e.i64(figures().looks));
    llvm::Value* longest = e.ranges.fold_range(
        e.i64(0), looks, {e.i64(0)}, [&](llvm::Value* look, llvm::ArrayRef<llvm::Value*> so_far) {
          llvm::Value* length = enter_row(e, levels_, e.b.CreateNSWAdd(begin, look));
          return std::vector<llvm::Value*>{
              e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, so_far[0], length)};
        })[0];
    e.ranges.keep_rolled();
    return longest;
  }

  // Short rows in which each step waits for the one before: a row for each lane. Gives where the
  // segments begin that are left.
  llvm::Value* emit_rows_in_lanes(Outlined::Task& task) {
    FunctionEmitter& e = *task.emitter;
    const size_t count = figures().rows_in_lanes;
    llvm::Value* lanes = e.i64(static_cast<int64_t>(count));
    llvm::Value* length = e.scalar(inner_.bound);
    llvm::Value* groups = e.b.CreateSelect(
        e.b.CreateICmpSLT(length, e.i64(figures().long_row_in_lanes)),
        e.b.CreateSDiv(e.b.CreateNSWSub(task.param(1), task.param(0)), lanes), e.i64(0));
    const auto end_of = [&](llvm::Value* number) {
      return e.b.CreateNSWAdd(task.param(0), e.b.CreateNSWMul(number, lanes));
    };
    e.ranges.parallel_range(e.i64(0), groups, [&](llvm::Value* group) {
      const auto enter = [&, first = end_of(group)](size_t lane) {
        e.bind_scalar(outer_[0].index, e.b.CreateNSWAdd(first, e.i64(static_cast<int64_t>(lane))));
      };
      VectorReduction reduction(e, *op_.op, op_.neutral, std::vector<Array>(combined_));
      const std::vector<llvm::Value*> totals =
          reduction.run_lanes(std::vector<llvm::Value*>(count, e.i64(0)), length,
                              [&](size_t lane, llvm::Value* i, const Reduction::Combine& combine) {
                                enter(lane);
                                element(task, i, combine);
                              });
      for (size_t lane = 0; lane < count; lane++) {
        enter(lane);
        std::vector<llvm::Value*> results;
        for (llvm::Value* total : totals)
          results.push_back(e.b.CreateExtractElement(total, uint64_t{lane}));
        store_results(task, results);
      }
    });
    return end_of(groups);
  }

  llvm::Function* emit_segments() {
    Outlined::Task task = outlined_.task(".segments", {m_.i64, m_.i64});
    FunctionEmitter& e = *task.emitter;
    const Reduction::Each each = [&](llvm::Value* i, const Reduction::Combine& combine) {
      element(task, i, combine);
    };
    if (plan_.short_rows != nullptr) {
      RowReduction rows(host_, op_, *plan_.short_rows);
      emit_rows(task, rows, each);
      Outlined::finish(task);
      return e.function;
    }
    llvm::Value* begin =
        plan_.takes(Strategy::RowsInLanes) ? emit_rows_in_lanes(task) : task.param(0);
    walk_segments(e, outer_, begin, task.param(1), [&](llvm::Value* segment) {
      llvm::Value* length = enter_row(e, levels_, segment);
      std::vector<Array> places(combined_);
      for (size_t k = 0; k < combined_; k++) {
        if (e.type(op_.neutral[k])->is_array()) places[k] = result_place(task, k);
      }
      if (!plan_.takes(Strategy::MaskedRows))
        return store_results(task, reduced(task, places, e.i64(0), length));
      VectorReduction reduction(e, *op_.op, op_.neutral, places);
      reduction.run_row(e.i64(0), length, each);
      store_results(task, reduction.scalars());
    });
    Outlined::finish(task);
    return e.function;
  }

  // Whole segments by the functions for parts.
  llvm::Function* emit_segments_of_parts(llvm::Function* part, llvm::Function* finish) {
    Outlined::Task task = outlined_.task(".segments", {m_.i64, m_.i64});
    FunctionEmitter& e = *task.emitter;
    llvm::Value* closure = task.emitter->function->getArg(1);
    llvm::Value* accumulator = e.frame.stack_slot(
        llvm::ArrayType::get(m_.i8, combined_ * static_cast<size_t>(kComponentBytes)), "total");
    walk_segments(e, outer_, task.param(0), task.param(1), [&](llvm::Value* segment) {
      llvm::Value* length = enter_row(e, levels_, segment);
      e.control.leave_unless_ok(
          e.b.CreateCall(part, {e.context, closure, segment, e.i64(0), length, accumulator}));
      e.control.leave_unless_ok(e.b.CreateCall(finish, {e.context, closure, segment, accumulator}));
    });
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_part() {
    Outlined::Task task = outlined_.task(".part", {m_.i64, m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    enter_row(e, levels_, task.param(0));
    const auto store = [&](llvm::ArrayRef<llvm::Value*> results) {
      store_components(e, op_.neutral, task.param(3), results);
    };
    const auto one_by_one = [&] {
      store(reduced(task, std::vector<Array>(combined_), task.param(1), task.param(2)));
    };
    // Where there are checks, LLVM makes no vectors.
    if (plan_.short_rows != nullptr && plan_.short_rows->has_checks) {
      RowReduction rows(host_, op_, *plan_.short_rows);
      llvm::BasicBlock* failed = e.control.new_block("failed");
      llvm::BasicBlock* stored = e.control.new_block("stored");
      llvm::Value* length = e.b.CreateNSWSub(task.param(2), task.param(1));
      store(rows.emit(e, task.param(1), length, failed));
      e.b.CreateBr(stored);
      e.b.SetInsertPoint(failed);
      one_by_one();
      e.b.CreateBr(stored);
      e.b.SetInsertPoint(stored);
    } else {
      one_by_one();
    }
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_finish() {
    Outlined::Task task = outlined_.task(".finish", {m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    bind_point(e, outer_, task.param(0));
    store_results(task, load_components(e, op_.neutral, task.param(1)));
    Outlined::finish(task);
    return e.function;
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::Stm& stm_;
  const ir::SegRed& op_;
  const plan::OperatorPlan& plan_;
  const std::vector<ir::Level> levels_;
  const std::span<const ir::Level> outer_;
  const ir::Level& inner_;
  size_t combined_;
  Outlined outlined_;
  llvm::Value* closure_ = nullptr;
  std::vector<Array> made_;
  std::vector<size_t> numbers_;
};

}  // namespace

void emit_segred(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op) {
  SegRedEmitter(host, stm, op).emit();
}

}  // namespace planish::codegen::cpu
