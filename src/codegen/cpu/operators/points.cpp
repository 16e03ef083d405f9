#include "codegen/cpu/operators/points.h"

#include <algorithm>

#include "codegen/common/end_checks.h"
#include "codegen/common/outlined.h"
#include "codegen/common/split.h"
#include "codegen/cpu/vector/clamps.h"
#include "codegen/cpu/vector/prefetch.h"

namespace planish::codegen::cpu {

void walk_points(FunctionEmitter& e, std::span<const ir::Level> levels, const ir::Body& body,
                 llvm::Value* begin, llvm::Value* end, const std::function<void()>& code) {
  const ir::Var index = levels.back().index;
  const plan::RangePlan& range = e.m.plan.range(body);
  walk_parts(e, levels, begin, end, [&](llvm::Value* from, llvm::Value* to) {
    if (range.is_in_order) {
      return e.ranges.for_range(from, to, [&](llvm::Value* j) {
        e.bind_scalar(index, j);
        code();
      });
    }
    const auto iteration = [&](llvm::Value* j) {
      if (range.prefetch != nullptr) Prefetch(e, *range.prefetch, index).emit(j, to);
      e.bind_scalar(index, j);
      code();
    };
    const auto part = [&](llvm::Value* first, llvm::Value* last, const plan::EndChecksPlan* ends) {
      const EvenLoop loop{ends, {}, first, last, [&](llvm::Value* j) { e.bind_scalar(index, j); }};
      with_end_checks(e, loop, [&] {
        if (range.is_scalar) {
          e.ranges.parallel_range(first, last, iteration, "j");
          // Most rows may be short: what a longer body needs before it begins would cost more than
          // it gains, since each iteration waits for its write anyway.
          if (levels.back().offsets) {
            e.ranges.keep_rolled();
          } else {
            e.ranges.ask_for_vectors({.lanes = 1, .at_once = 1});
          }
        } else {
          clamped_range(e, range.clamps.get(), index, first, last, iteration);
        }
        return std::vector<llvm::Value*>{};
      });
    };
    emit_split(e, {range.split.get(), range.end_checks.get(), from, to, part});
  });
}

void start_parallel_for(FunctionEmitter& host, llvm::Value* count, llvm::Value* item_cost,
                        llvm::Function* task, llvm::Value* closure) {
  ModuleEmitter& m = host.m;
  auto start =
      m.runtime("planish_parallel_for", m.i32, {m.pointer, m.i64, m.i64, m.pointer, m.pointer});
  host.control.leave_unless_ok(
      host.b.CreateCall(start, {host.context, count, item_cost, task, closure}));
}

void start_over_points(FunctionEmitter& host, std::span<const ir::Level> levels, int64_t item_cost,
                       llvm::Function* task, llvm::Value* closure) {
  const size_t whole = collapsed(levels);
  if (whole == 0) {
    return start_parallel_for(host, point_count(host, levels), host.i64(item_cost), task, closure);
  }
  ModuleEmitter& m = host.m;
  auto start = m.runtime("planish_parallel_rows", m.i32,
                         {m.pointer, m.i64, m.pointer, m.i64, m.i64, m.pointer, m.pointer});
  host.control.leave_unless_made(host.b.CreateCall(
      start, {host.context, point_count(host, levels.first(whole - 1)),
              host.array(levels[whole - 1].offsets).data, point_count(host, levels.subspan(whole)),
              host.i64(item_cost), task, closure}));
}

void start_over_rows(FunctionEmitter& host, std::span<const ir::Level> levels,
                     const std::string& function, int64_t item_cost, llvm::Value* description,
                     llvm::Value* closure) {
  ModuleEmitter& m = host.m;
  const ir::Level& inner = levels.back();
  llvm::Value* lengths = inner.offsets ? host.array(inner.offsets).data : host.scalar(inner.bound);
  auto start = m.runtime((inner.offsets ? function + "_rows" : function).c_str(), m.i32,
                         {m.pointer, m.i64, lengths->getType(), m.i64, m.pointer, m.pointer});
  llvm::Value* rows = point_count(host, levels.first(levels.size() - 1));
  host.control.leave_unless_made(host.b.CreateCall(
      start, {host.context, rows, lengths, host.i64(item_cost), description, closure}));
}

}  // namespace planish::codegen::cpu
