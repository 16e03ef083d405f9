#include "codegen/cpu/vector/tile.h"

#include <algorithm>

#include "codegen/common/space.h"
#include "codegen/cpu/vector/lanes.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen::cpu {
namespace {

// A tile of 8 rows and 2 vectors fills half of the 32 registers of AVX-512; with 16 registers it is
// 4 by 2.
constexpr size_t kVectors = 2;
constexpr size_t kLoneRowVectors = 4;  // without rows
constexpr int64_t kRowBlock = 64;
// So large must an operation be if columns do not lie side by side, …
constexpr int64_t kRowsForStrides = 16;
constexpr int64_t kStepsForStrides = 2;
// … and what is packed is used for more rows then.
constexpr int64_t kRowBlockForStrides = 128;
constexpr int64_t kColumnBlockVectors = 8;
constexpr int64_t kStepBlock = 256;  // 256 steps of two vectors are 32 KiB: the first-level cache

}  // namespace

TiledReduction::TiledReduction(FunctionEmitter& host, const ir::Stm& stm, const ir::SegRed& op,
                               const plan::TilePlan& plan, Outlined& outlined,
                               std::vector<size_t> numbers)
    : host_(host),
      m_(host.m),
      stm_(stm),
      op_(op),
      plan_(plan),
      outlined_(outlined),
      numbers_(std::move(numbers)),
      steps_(op.space.levels.back()),
      lanes_(plan.lanes) {
  const std::span<const ir::Level> levels = op.space.levels;
  columns_ = &levels[levels.size() - 2];
  if (levels.size() > 2) rows_ = &levels[levels.size() - 3];
  around_ = levels.first(levels.size() - (rows_ != nullptr ? 3 : 2));
  check_layouts();
}

// What the plan takes for side by side is so.
void TiledReduction::check_layouts() const {
  for (const ir::Stm& stm : op_.body->stms) {
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index == nullptr || plan_.strided.contains(stm.pattern[0].id)) continue;
    const auto bound = host_.bindings().find(index->array.id);
    if (bound == host_.bindings().end() || host_.type(stm.pattern[0])->is_array()) continue;
    for (size_t k = 0; k < index->indices.size(); k++) {
      if (plan_.kinds.kind(index->indices[k]) == LaneKind::Affine)
        check_dense_along(host_, index->array, k);
    }
  }
}

bool TiledReduction::is_done_once(const ir::Stm& stm) const {
  return !plan_.is_vector(stm.pattern[0]) || host_.type(stm.pattern[0])->is_array();
}

llvm::Value* TiledReduction::is_worth_it() {
  llvm::IRBuilder<>& b = host_.b;
  const auto at_least = [&](const ir::Level& level, int64_t count) {
    return b.CreateICmpSGE(host_.scalar(level.bound), host_.i64(count));
  };
  llvm::Value* worth_it = at_least(*columns_, lanes_);
  if (plan_.strided.empty()) return worth_it;
  worth_it = b.CreateAnd(worth_it, at_least(*rows_, kRowsForStrides));
  return b.CreateAnd(worth_it, at_least(steps_, kStepsForStrides));
}

// ---- Blocks

int64_t TiledReduction::row_block() const {
  return plan_.strided.empty() ? kRowBlock : kRowBlockForStrides;
}

llvm::Value* TiledReduction::block_count(FunctionEmitter& e) {
  const auto blocks = [&](const ir::Level& level, int64_t size) {
    return e.b.CreateSDiv(e.b.CreateNSWAdd(e.scalar(level.bound), e.i64(size - 1)), e.i64(size));
  };
  llvm::Value* count = point_count(e, around_);
  count = e.b.CreateNSWMul(count, blocks(*columns_, lanes_ * kColumnBlockVectors));
  return rows_ == nullptr ? count : e.b.CreateNSWMul(count, blocks(*rows_, row_block()));
}

llvm::Value* TiledReduction::block_cost() {
  const int64_t vectors = (rows_ == nullptr ? 1 : row_block()) * kColumnBlockVectors;
  llvm::Value* steps = host_.b.CreateNSWMul(host_.scalar(steps_.bound), host_.i64(vectors));
  return host_.b.CreateNSWAdd(host_.b.CreateLShr(steps, 1), host_.i64(1));
}

llvm::Function* TiledReduction::emit_task() {
  Outlined::Task task = outlined_.task(".tiles", {m_.i64, m_.i64});
  FunctionEmitter& e = *task.emitter;
  // The vectors of a tile are as wide as registers are: narrower ones would not fit into as many
  // registers.
  e.function->addFnAttr("prefer-vector-width", std::to_string(8 * m_.vector_bytes));
  const int64_t column_block = lanes_ * kColumnBlockVectors;
  const auto smin = [&](llvm::Value* x, llvm::Value* y) {
    return e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  };
  llvm::Value* columns = e.scalar(columns_->bound);
  llvm::Value* column_blocks =
      e.b.CreateSDiv(e.b.CreateNSWAdd(columns, e.i64(column_block - 1)), e.i64(column_block));
  e.ranges.for_range(task.param(0), task.param(1), [&](llvm::Value* number) {
    // Neighbouring blocks share rows.
    llvm::Value* column =
        e.b.CreateNSWMul(e.b.CreateURem(number, column_blocks), e.i64(column_block));
    llvm::Value* column_end = smin(columns, e.b.CreateNSWAdd(column, e.i64(column_block)));
    llvm::Value* rest = e.b.CreateUDiv(number, column_blocks);
    llvm::Value* row = e.i64(0);
    llvm::Value* row_end = e.i64(1);
    if (rows_ != nullptr) {
      llvm::Value* rows = e.scalar(rows_->bound);
      llvm::Value* row_blocks =
          e.b.CreateSDiv(e.b.CreateNSWAdd(rows, e.i64(row_block() - 1)), e.i64(row_block()));
      row = e.b.CreateNSWMul(e.b.CreateURem(rest, row_blocks), e.i64(row_block()));
      row_end = smin(rows, e.b.CreateNSWAdd(row, e.i64(row_block())));
      rest = e.b.CreateUDiv(rest, row_blocks);
    }
    bind_point(e, around_, rest);
    emit_block(task, row, row_end, column, column_end);
  });
  Outlined::finish(task);
  return e.function;
}

void TiledReduction::emit_block(Outlined::Task& task, llvm::Value* row_begin, llvm::Value* row_end,
                                llvm::Value* column_begin, llvm::Value* column_end) {
  FunctionEmitter& e = *task.emitter;
  // The sums start where they end up.
  e.ranges.for_range(row_begin, row_end, [&](llvm::Value* row) {
    e.ranges.parallel_range(column_begin, column_end, [&](llvm::Value* column) {
      for (size_t k = 0; k < op_.neutral.size(); k++) {
        Array place = result_place(task, k, row, column);
        e.elements.store(e.type(op_.neutral[k])->elem, e.scalar(op_.neutral[k]), place.data, place);
      }
    });
  });
  const size_t vectors = rows_ == nullptr ? kLoneRowVectors : kVectors;
  const int64_t width = lanes_ * static_cast<int64_t>(vectors);
  llvm::Value* steps = e.scalar(steps_.bound);
  llvm::Value* parts =
      e.b.CreateSDiv(e.b.CreateNSWAdd(steps, e.i64(kStepBlock - 1)), e.i64(kStepBlock));
  llvm::Value* columns = e.b.CreateNSWSub(column_end, column_begin);
  llvm::Value* whole = e.b.CreateSDiv(columns, e.i64(width));
  llvm::Value* tail = e.b.CreateNSWAdd(column_begin, e.b.CreateNSWMul(whole, e.i64(width)));
  llvm::Value* tail_vectors = e.b.CreateSDiv(
      e.b.CreateNSWAdd(e.b.CreateNSWSub(column_end, tail), e.i64(lanes_ - 1)), e.i64(lanes_));
  e.ranges.for_range(e.i64(0), parts, [&](llvm::Value* part) {
    llvm::Value* k_begin = e.b.CreateNSWMul(part, e.i64(kStepBlock));
    llvm::Value* k_end = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, steps,
                                                   e.b.CreateNSWAdd(k_begin, e.i64(kStepBlock)));
    e.ranges.for_range(e.i64(0), whole, [&](llvm::Value* number) {
      llvm::Value* column = e.b.CreateNSWAdd(column_begin, e.b.CreateNSWMul(number, e.i64(width)));
      emit_columns(task, row_begin, row_end, column, {1, vectors, nullptr, e.i64(width)}, k_begin,
                   k_end);
    });
    e.ranges.for_range(e.i64(0), tail_vectors, [&](llvm::Value* number) {
      llvm::Value* column = e.b.CreateNSWAdd(tail, e.b.CreateNSWMul(number, e.i64(lanes_)));
      llvm::Value* count = e.b.CreateBinaryIntrinsic(
          llvm::Intrinsic::smin, e.b.CreateNSWSub(column_end, column), e.i64(lanes_));
      emit_columns(task, row_begin, row_end, column, {1, 1, mask_below(e, count), count}, k_begin,
                   k_end);
    });
  });
}

void TiledReduction::emit_columns(Outlined::Task& task, llvm::Value* row_begin,
                                  llvm::Value* row_end, llvm::Value* column, const Micro& one_row,
                                  llvm::Value* k_begin, llvm::Value* k_end) {
  FunctionEmitter& e = *task.emitter;
  if (rows_ == nullptr) return emit_micro(task, row_begin, column, one_row, k_begin, k_end);
  const int64_t height = m_.vector_bytes >= 64 ? 8 : 4;
  pack(e, column, one_row, k_begin, k_end);
  Micro rows = one_row;
  rows.rows = static_cast<size_t>(height);
  llvm::Value* whole = e.b.CreateSDiv(e.b.CreateNSWSub(row_end, row_begin), e.i64(height));
  e.ranges.for_range(e.i64(0), whole, [&](llvm::Value* number) {
    llvm::Value* row = e.b.CreateNSWAdd(row_begin, e.b.CreateNSWMul(number, e.i64(height)));
    emit_micro(task, row, column, rows, k_begin, k_end);
  });
  llvm::Value* tail = e.b.CreateNSWAdd(row_begin, e.b.CreateNSWMul(whole, e.i64(height)));
  e.ranges.for_range(tail, row_end, [&](llvm::Value* row) {
    emit_micro(task, row, column, one_row, k_begin, k_end);
  });
}

// ---- One tile

void TiledReduction::emit_micro(Outlined::Task& task, llvm::Value* row, llvm::Value* column,
                                const Micro& micro, llvm::Value* k_begin, llvm::Value* k_end) {
  FunctionEmitter& e = *task.emitter;
  const size_t components = op_.neutral.size();
  const auto at = [&](size_t r, size_t v) {
    return std::pair(e.b.CreateNSWAdd(row, e.i64(static_cast<int64_t>(r))),
                     e.b.CreateNSWAdd(column, e.i64(static_cast<int64_t>(v) * lanes_)));
  };
  std::vector<llvm::Value*> places;
  std::vector<llvm::Value*> sums;
  for (size_t r = 0; r < micro.rows; r++) {
    for (size_t v = 0; v < micro.vectors; v++) {
      auto [row_at, column_at] = at(r, v);
      for (size_t k = 0; k < components; k++) {
        places.push_back(result_place(task, k, row_at, column_at).data);
        sums.push_back(load_lanes(e, e.type(op_.neutral[k])->elem, places.back(), micro.mask));
      }
    }
  }
  sums = e.ranges.fold_range(
      k_begin, k_end, sums, [&](llvm::Value* step, llvm::ArrayRef<llvm::Value*> before) {
        e.bind_scalar(steps_.index, step);
        std::vector<llvm::Value*> after;
        for (size_t r = 0; r < micro.rows; r++) {
          for (size_t v = 0; v < micro.vectors; v++) {
            auto [row_at, column_at] = at(r, v);
            std::vector<llvm::Value*> values =
                emit_values(e, row_at, column_at, micro, v, e.b.CreateNSWSub(step, k_begin));
            for (size_t k = 0; k < components; k++) {
              after.push_back(emit_component(e, *op_.op, k, before[after.size()], values[k]));
            }
          }
        }
        return after;
      });
  for (size_t i = 0; i < sums.size(); i++) {
    const llvm::Align align(
        static_cast<uint64_t>(byte_size(e.type(op_.neutral[i % components])->elem)));
    if (micro.mask == nullptr) {
      e.b.CreateAlignedStore(sums[i], places[i], align);
    } else {
      e.b.CreateMaskedStore(sums[i], places[i], align, micro.mask);
    }
  }
}

void TiledReduction::pack(FunctionEmitter& e, llvm::Value* column, const Micro& micro,
                          llvm::Value* k_begin, llvm::Value* k_end) {
  std::vector<const ir::Stm*> packed;
  for (const ir::Stm& stm : op_.body->stms) {
    ir::Var var = stm.pattern[0];
    if (is_done_once(stm) || plan_.depends_on_row(var) || ir::as<ir::Index>(stm.op) == nullptr)
      continue;
    packed.push_back(&stm);
    llvm::Value*& buffer = buffers_[var.id];
    if (buffer != nullptr) continue;
    const auto count = static_cast<uint64_t>(kStepBlock * lanes_) * kVectors;
    llvm::AllocaInst* slot = e.frame.stack_slot(
        llvm::ArrayType::get(scalar_type(m_.context, e.type(var)->elem), count), "packed");
    slot->setAlignment(llvm::Align(64));
    buffer = slot;
  }
  const auto bind_point_at = [&](llvm::Value* column_at, llvm::Value* step) {
    e.bind_scalar(steps_.index, step);
    e.bind_scalar(columns_->index, column_at);
    for (const ir::Stm& stm : op_.body->stms) {
      if (is_done_once(stm) && !plan_.depends_on_row(stm.pattern[0])) e.bodies.statement(stm);
    }
  };
  const auto element = [&](const ir::Stm& stm) {
    const auto& index = *ir::as<ir::Index>(stm.op);
    return e.elements.element_pointer(e.array(index.array), e.type(index.array),
                                      e.scalars(index.indices));
  };
  std::erase_if(packed, [&](const ir::Stm* stm) {
    if (!plan_.strided.contains(stm->pattern[0].id)) return false;
    // Column by column, as these may be what lies side by side.
    const Prim prim = e.type(stm->pattern[0])->elem;
    e.ranges.for_range(e.i64(0), micro.columns, [&](llvm::Value* lane) {
      e.ranges.parallel_range(k_begin, k_end, [&](llvm::Value* step) {
        bind_point_at(e.b.CreateNSWAdd(column, lane), step);
        llvm::Value* to =
            packed_place(e, *stm, micro.vectors, lane, e.b.CreateNSWSub(step, k_begin));
        const llvm::Align align(static_cast<uint64_t>(byte_size(prim)));
        llvm::Value* value =
            e.b.CreateAlignedLoad(scalar_type(m_.context, prim), element(*stm), align);
        e.b.CreateAlignedStore(value, to, align);
      });
    });
    return true;
  });
  if (packed.empty()) return;
  e.ranges.for_range(k_begin, k_end, [&](llvm::Value* step) {
    for (size_t v = 0; v < micro.vectors; v++) {
      llvm::Value* lane = e.i64(static_cast<int64_t>(v) * lanes_);
      bind_point_at(e.b.CreateNSWAdd(column, lane), step);
      for (const ir::Stm* stm : packed) {
        llvm::Value* values =
            load_lanes(e, e.type(stm->pattern[0])->elem, element(*stm), micro.mask);
        llvm::Value* to =
            packed_place(e, *stm, micro.vectors, lane, e.b.CreateNSWSub(step, k_begin));
        const auto size = static_cast<uint64_t>(byte_size(e.type(stm->pattern[0])->elem));
        e.b.CreateAlignedStore(values, to, llvm::Align(size));
      }
    }
  });
}

llvm::Value* TiledReduction::packed_place(FunctionEmitter& e, const ir::Stm& stm, size_t vectors,
                                          llvm::Value* lane, llvm::Value* step) {
  const auto width = static_cast<int64_t>(vectors) * lanes_;
  llvm::Value* at = e.b.CreateNSWAdd(e.b.CreateNSWMul(step, e.i64(width)), lane);
  ir::Var var = stm.pattern[0];
  return e.elements.offset_pointer(e.type(var)->elem, buffers_.at(var.id), at);
}

std::vector<llvm::Value*> TiledReduction::emit_values(FunctionEmitter& e, llvm::Value* row,
                                                      llvm::Value* column, const Micro& micro,
                                                      size_t v, llvm::Value* step) {
  if (rows_ != nullptr) e.bind_scalar(rows_->index, row);
  e.bind_scalar(columns_->index, column);
  for (const ir::Stm& stm : op_.body->stms) {
    ir::Var var = stm.pattern[0];
    const Prim prim = e.type(var)->elem;
    if (is_done_once(stm)) {
      e.bodies.statement(stm);
      continue;
    }
    values_[var.id] = ir::match(
        stm.op, [&](const ir::Same& n) { return lane_value(e, n.value); },
        [&](const ir::Unary& n) {
          return emit_unary(e.b, n.op, e.type(n.x)->elem, lane_value(e, n.x));
        },
        [&](const ir::Binary& n) {
          return emit_binary(e.b, n.op, e.type(n.x)->elem, lane_value(e, n.x), lane_value(e, n.y));
        },
        [&](const ir::Index& n) {
          if (buffers_.contains(var.id))
            return load_lanes(
                e, prim,
                packed_place(e, stm, micro.vectors, e.i64(static_cast<int64_t>(v) * lanes_), step),
                nullptr);
          llvm::Value* pointer =
              e.elements.element_pointer(e.array(n.array), e.type(n.array), e.scalars(n.indices));
          return load_lanes(e, prim, pointer, micro.mask);
        },
        [&](const auto&) -> llvm::Value* { return nullptr; });
  }
  std::vector<llvm::Value*> out;
  for (const ir::Atom& result : op_.body->results) out.push_back(lane_value(e, result));
  return out;
}

llvm::Value* TiledReduction::lane_value(FunctionEmitter& e, const ir::Atom& atom) {
  if (plan_.is_vector(atom)) return values_.at(atom.var.id);
  return e.b.CreateVectorSplat(static_cast<unsigned>(lanes_), e.scalar(atom));
}

llvm::VectorType* TiledReduction::vector_type(Prim prim) const {
  return llvm::FixedVectorType::get(scalar_type(m_.context, prim), static_cast<unsigned>(lanes_));
}

llvm::Value* TiledReduction::load_lanes(FunctionEmitter& e, Prim prim, llvm::Value* pointer,
                                        llvm::Value* mask) {
  const llvm::Align align(static_cast<uint64_t>(byte_size(prim)));
  llvm::VectorType* type = vector_type(prim);
  if (mask == nullptr) return e.b.CreateAlignedLoad(type, pointer, align);
  return e.b.CreateMaskedLoad(type, pointer, align, mask, llvm::Constant::getNullValue(type));
}

Array TiledReduction::result_place(Outlined::Task& task, size_t k, llvm::Value* row,
                                   llvm::Value* column) {
  FunctionEmitter& e = *task.emitter;
  std::vector<llvm::Value*> at = indices(e, around_);
  if (rows_ != nullptr) at.push_back(row);
  at.push_back(column);
  return e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), at);
}

// The lanes with a number below a count.
llvm::Value* TiledReduction::mask_below(FunctionEmitter& e, llvm::Value* count) {
  std::vector<llvm::Constant*> numbers;
  for (int64_t lane = 0; lane < lanes_; lane++)
    numbers.push_back(llvm::ConstantInt::get(m_.i64, static_cast<uint64_t>(lane)));
  return e.b.CreateICmpSLT(llvm::ConstantVector::get(numbers),
                           e.b.CreateVectorSplat(static_cast<unsigned>(lanes_), count));
}

}  // namespace planish::codegen::cpu
