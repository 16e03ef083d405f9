// Histograms over an iteration space. Where the outer levels are also the outer indices of the
// bins, as in a map of histograms, each of their points is a segment with bins of its own.
#include <algorithm>

#include "analysis/inner_bodies.h"
#include "codegen/common/components.h"
#include "codegen/common/operator_steps.h"
#include "codegen/common/outlined.h"
#include "codegen/cpu/operators/operators.h"
#include "codegen/cpu/operators/points.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen::cpu {
namespace {

// Note [Merging]
// Tasks add to bins of their own, which are combined in the end, all of them. By the law of the
// neutral value that changes nothing where a task has added nothing. But an operator may have a
// check that fails for values which no item has, such as a division by a number of the segment that
// is zero where the segment has no items. So bins of an operator with checks are combined only
// where they differ from the neutral value.
bool may_fail(const ir::Body& body) {
  return std::ranges::any_of(body.stms, [](const ir::Stm& stm) {
    bool found = stm.op->kind == ir::Kind::Check || stm.op->kind == ir::Kind::Call;
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { found = found || may_fail(*inner); });
    return found;
  });
}

class SegHistEmitter {
 public:
  SegHistEmitter(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op)
      : host_(host),
        m_(host.m),
        stm_(stm),
        op_(op),
        levels_(dense_levels(host, op.space)),
        outlined_(host, "hist"),
        op_may_fail_(may_fail(*op.op->body)) {
    const std::span<const ir::Level> levels = levels_;
    size_t own = 0;
    // Rows of different lengths are one segment together.
    while (!is_irregular(levels) && own + 1 < levels.size() && own < op.shape.size() &&
           op.body->results[own].var == levels[own].index && levels[own].bound == op.shape[own])
      own++;
    segments_ = levels.first(own);
    items_ = levels.subspan(own);
    shape_ = op.shape.subspan(own);
    for (ir::Var dest : op.dests) types_.push_back(m_.types().without_outer(host.type(dest), own));
  }

  void emit() {
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    outlined_.capture(op_.neutral);
    outlined_.capture(op_.shape);
    for (ir::Var dest : op_.dests) {
      ir::for_each_var_in(host_.type(dest), [&](ir::Var size) { outlined_.capture(size); });
    }
    llvm::Value* closure = outlined_.closure();
    std::vector<llvm::Value*> dests;
    std::vector<llvm::Value*> bytes;
    for (size_t k = 0; k < op_.dests.size(); k++) {
      ir::Var dest = op_.dests[k];
      if (!(m_.plan.memory.roots.of(stm_.pattern[k]) == stm_.pattern[k])) {
        host_.bind_view(stm_.pattern[k], host_.array(dest), dest);
      } else {
        host_.bind_root(stm_.pattern[k], host_.memory.dense(host_.array(dest), host_.type(dest)));
      }
      dests.push_back(host_.array(stm_.pattern[k]).data);
      bytes.push_back(host_.b.CreateNSWMul(host_.product(host_.sizes(types_[k])),
                                           host_.i64(byte_size(types_[k]->elem))));
    }
    llvm::Function* update = emit_update();
    // An operator that may fail is not to be applied to bins to which nothing was added: Note
    // [Merging].
    const bool can_merge = !op_may_fail_ || plan::are_scalars(m_.storage, op_.neutral);
    llvm::Value* null = llvm::ConstantPointerNull::get(m_.pointer);
    llvm::Value* description = host_.frame.record({
        update,
        can_merge ? emit_neutral() : null,
        can_merge ? emit_merge() : null,
        host_.product(host_.scalars(shape_)),
        host_.i64(static_cast<int64_t>(dests.size())),
        host_.frame.stack_list(dests),
        host_.frame.stack_list(bytes),
    });
    auto hist = m_.runtime("planish_hist", m_.i32,
                           {m_.pointer, m_.i64, m_.i64, m_.i64, m_.pointer, m_.pointer});
    llvm::Value* cost = host_.i64(m_.item_cost(*op_.body) + m_.item_cost(*op_.op->body) + 1);
    host_.control.leave_unless_made(
        host_.b.CreateCall(hist, {host_.context, point_count(host_, segments_),
                                  point_count(host_, items_), cost, description, closure}));
  }

 private:
  // The bins that a function is given. Items may share a bin.
  std::vector<Array> bins(FunctionEmitter& e, llvm::Value* pointers) {
    std::vector<Array> out;
    for (size_t k = 0; k < op_.dests.size(); k++) {
      llvm::Value* slot = e.b.CreateConstInBoundsGEP1_64(m_.pointer, pointers, k);
      out.push_back({e.b.CreateLoad(m_.pointer, slot), {}, nullptr, SIZE_MAX});
    }
    return out;
  }

  llvm::Function* emit_update() {
    Outlined::Task task = outlined_.task(".update", {m_.i64, m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> to = bins(e, task.param(3));
    bind_point(e, segments_, task.param(0));
    walk_points(e, items_, *op_.body, task.param(1), task.param(2), [&] {
      e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> given) {
        std::vector<llvm::Value*> at = e.scalars(given.subspan(segments_.size(), shape_.size()));
        e.control.if_then(in_bounds(e, at, shape_), [&] {
          combine_into(e, to, types_, at, *op_.op, given.subspan(op_.shape.size()));
        });
      });
    });
    Outlined::finish(task);
    return e.function;
  }

  // The bins in a row: arrays of their values.
  std::vector<const ir::Type*> row_types() {
    std::vector<const ir::Type*> out;
    for (const ir::Type* type : types_) {
      const ir::Type* value = m_.types().without_outer(type, shape_.size());
      ir::Dim any = ir::Dim::constant(0);  // how many there are does not matter for where they are
      out.push_back(m_.types().with_outer({&any, 1}, value));
    }
    return out;
  }

  llvm::Function* emit_neutral() {
    Outlined::Task task = outlined_.task(".neutral", {m_.pointer});
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> to = bins(e, task.param(0));
    std::vector<const ir::Type*> rows = row_types();
    e.ranges.for_range(e.i64(0), e.product(e.scalars(shape_)), [&](llvm::Value* i) {
      for (size_t k = 0; k < to.size(); k++) e.elements.write(to[k], rows[k], {i}, op_.neutral[k]);
    });
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_merge() {
    Outlined::Task task = outlined_.task(".merge", {m_.pointer, m_.pointer, m_.i64, m_.i64});
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> into = bins(e, task.param(0));
    std::vector<Array> from = bins(e, task.param(1));
    std::vector<const ir::Type*> rows = row_types();
    e.ranges.for_range(task.param(2), task.param(3), [&](llvm::Value* i) {
      std::vector<ir::Atom> values;
      for (size_t k = 0; k < from.size(); k++) {
        ir::Var value = m_.new_variable(m_.types().without_outer(rows[k], 1));
        Array part = e.elements.part(from[k], rows[k], {i});
        if (e.type(value)->is_scalar()) {
          e.bind_scalar(value, e.elements.load(rows[k]->elem, part.data, from[k]));
        } else {
          e.bind(value, {nullptr, part, value, {}});
        }
        values.push_back(value);
      }
      const auto combine = [&] { combine_into(e, into, rows, {i}, *op_.op, values); };
      if (!op_may_fail_) return combine();
      llvm::Value* is_neutral = e.b.getTrue();
      for (size_t k = 0; k < values.size(); k++)
        is_neutral = e.b.CreateAnd(is_neutral, same_bits(e, values[k], op_.neutral[k]));
      e.control.if_then(e.b.CreateNot(is_neutral), combine);
    });
    Outlined::finish(task);
    return e.function;
  }

  static llvm::Value* same_bits(FunctionEmitter& e, const ir::Atom& one, const ir::Atom& other) {
    const auto bits = [&](const ir::Atom& atom) {
      llvm::Value* value = e.scalar(atom);
      return e.b.CreateBitCast(value, e.b.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
    };
    return e.b.CreateICmpEQ(bits(one), bits(other));
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  const ir::Stm& stm_;
  const ir::SegHist& op_;
  const std::vector<ir::Level> levels_;
  Outlined outlined_;
  std::span<const ir::Level> segments_;
  std::span<const ir::Level> items_;
  std::span<const ir::Atom> shape_;     // of the bins of one segment
  std::vector<const ir::Type*> types_;  // of the bins of one segment
  const bool op_may_fail_;
};

}  // namespace

void emit_seghist(FunctionEmitter& host, const ir::Stm& stm, const ir::SegHist& op) {
  SegHistEmitter(host, stm, op).emit();
}

}  // namespace planish::codegen::cpu
