#include "codegen/cpu/vector/short_rows.h"

#include "codegen/cpu/vector/lanes.h"
#include "ir/match.h"

namespace planish::codegen::cpu {

RowReduction::RowReduction(FunctionEmitter& host, const ir::SegRed& op,
                           const plan::ShortRowsPlan& plan)
    : m_(host.m),
      op_(op),
      plan_(plan),
      index_(op.space.levels.back().index),
      block_vectors_(plan.block_vectors) {
  for (const ir::Stm& stm : op.body->stms) {
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index == nullptr) continue;
    for (size_t k = 0; k < index->indices.size(); k++) {
      if (plan.kinds.kind(index->indices[k]) == LaneKind::Affine)
        check_dense_along(host, index->array, k);
    }
  }
}

// ---- Rows

std::vector<llvm::Value*> RowReduction::emit(FunctionEmitter& e, llvm::Value* begin,
                                             llvm::Value* length, llvm::BasicBlock* failed) {
  failed_ = failed;
  llvm::Value* block = e.i64(int64_t{plan_.lanes} * block_vectors_);
  const auto all_blocks = [&] {
    llvm::Value* blocks = e.b.CreateUDiv(e.b.CreateNSWSub(length, e.i64(1)), block);
    llvm::Value* head = e.b.CreateNSWSub(length, e.b.CreateNSWMul(blocks, block));
    return add_blocks(e, first_block(e, begin, head), e.b.CreateNSWAdd(begin, head), blocks);
  };
  if (plan_.gathers || plan_.has_checks || !plan_.reads_empty_rows) {
    return e.control.either(
        e.b.CreateICmpEQ(length, e.i64(0)), [&] { return e.scalars(op_.neutral); },
        [&] { return combine_all(e, all_blocks()); });
  }
  const auto one_block = [&] { return first_block(e, begin, length); };
  return combine_all(e, e.control.either(e.b.CreateICmpULE(length, block), one_block, all_blocks));
}

RowReduction::Vectors RowReduction::first_block(FunctionEmitter& e, llvm::Value* begin,
                                                llvm::Value* count) {
  llvm::Value* counts = splat(e, e.b.CreateTrunc(count, m_.i32));
  Vectors sums;
  for (unsigned vector = 0; vector < block_vectors_; vector++) {
    const unsigned first = vector * plan_.lanes;
    std::vector<llvm::Constant*> numbers;
    for (unsigned lane = 0; lane < plan_.lanes; lane++)
      numbers.push_back(e.b.getInt32(first + lane));
    llvm::Value* mask = e.b.CreateICmpULT(llvm::ConstantVector::get(numbers), counts);
    std::vector<llvm::Value*> found = values(e, e.b.CreateNSWAdd(begin, e.i64(first)), mask);
    for (size_t k = 0; k < found.size(); k++)
      sums.push_back(e.b.CreateSelect(mask, found[k], splat(e, e.scalar(op_.neutral[k]))));
  }
  return sums;
}

RowReduction::Vectors RowReduction::add_blocks(FunctionEmitter& e, Vectors sums, llvm::Value* begin,
                                               llvm::Value* count) {
  const size_t results = op_.neutral.size();
  llvm::Value* block = e.i64(int64_t{plan_.lanes} * block_vectors_);
  Vectors out = e.ranges.fold_range(
      e.i64(0), count, std::move(sums), [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> sum) {
        llvm::Value* first = e.b.CreateNSWAdd(begin, e.b.CreateNSWMul(number, block));
        Vectors after;
        for (unsigned vector = 0; vector < block_vectors_; vector++) {
          std::vector<llvm::Value*> found =
              values(e, e.b.CreateNSWAdd(first, e.i64(int64_t{vector} * plan_.lanes)), nullptr);
          for (size_t k = 0; k < results; k++)
            after.push_back(emit_component(e, *op_.op, k, sum[vector * results + k], found[k]));
        }
        return after;
      });
  e.ranges.keep_rolled();
  return out;
}

std::vector<llvm::Value*> RowReduction::combine_all(FunctionEmitter& e, const Vectors& sums) {
  const size_t results = op_.neutral.size();
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < results; k++) {
    Vectors level;
    for (unsigned vector = 0; vector < block_vectors_; vector++)
      level.push_back(sums[vector * results + k]);
    for (; level.size() > 1; level.resize(level.size() / 2)) {
      for (size_t i = 0; i < level.size() / 2; i++)
        level[i] = emit_component(e, *op_.op, k, level[2 * i], level[2 * i + 1]);
    }
    out.push_back(across_lanes(e, k, level[0]));
  }
  return out;
}

llvm::Value* RowReduction::across_lanes(FunctionEmitter& e, size_t k, llvm::Value* vector) {
  for (unsigned half = plan_.lanes / 2; half > 0; half /= 2) {
    std::vector<int> low;
    std::vector<int> high;
    for (unsigned lane = 0; lane < half; lane++) {
      low.push_back(static_cast<int>(lane));
      high.push_back(static_cast<int>(half + lane));
    }
    vector = emit_component(e, *op_.op, k, e.b.CreateShuffleVector(vector, low),
                            e.b.CreateShuffleVector(vector, high));
  }
  return e.b.CreateExtractElement(vector, uint64_t{0});
}

std::vector<llvm::Value*> RowReduction::values(FunctionEmitter& e, llvm::Value* first,
                                               llvm::Value* mask) {
  e.bind_scalar(index_, first);
  for (const ir::Stm& stm : op_.body->stms) {
    ir::Var var = stm.pattern[0];
    // Of an affine index, the scalar is that of the first lane.
    if (!plan_.is_vector(var) && ir::as<ir::Check>(stm.op) == nullptr) {
      e.bodies.statement(stm);
      continue;
    }
    const Prim prim = e.type(var)->elem;
    vectors_[var.id] = ir::match(
        stm.op, [&](const ir::Same& n) { return lane_value(e, n.value); },
        [&](const ir::Unary& n) {
          return emit_unary(e.b, n.op, e.type(n.x)->elem, lane_value(e, n.x));
        },
        [&](const ir::Binary& n) {
          return emit_binary(e.b, n.op, e.type(n.x)->elem, lane_value(e, n.x), lane_value(e, n.y));
        },
        [&](const ir::Convert& n) {
          return e.b.CreateIntCast(lane_value(e, n.value), vector_type(prim),
                                   is_signed(e.type(n.value)->elem));
        },
        [&](const ir::Index& n) { return elements(e, n, prim, mask); },
        [&](const ir::Check& n) -> llvm::Value* {
          check(e, lane_value(e, n.condition), mask);
          return nullptr;
        },
        [&](const auto&) -> llvm::Value* { return nullptr; });
  }
  std::vector<llvm::Value*> out;
  for (const ir::Atom& result : op_.body->results) out.push_back(lane_value(e, result));
  return out;
}

void RowReduction::check(FunctionEmitter& e, llvm::Value* holds, llvm::Value* mask) {
  llvm::Value* fails = e.b.CreateNot(holds);
  if (mask != nullptr) fails = e.b.CreateAnd(fails, mask);
  llvm::BasicBlock* go_on = e.control.new_block("holds");
  e.b.CreateCondBr(e.b.CreateNot(e.b.CreateOrReduce(fails)), go_on, failed_, e.control.likely());
  e.b.SetInsertPoint(go_on);
}

llvm::Value* RowReduction::elements(FunctionEmitter& e, const ir::Index& index, Prim prim,
                                    llvm::Value* mask) {
  const llvm::Align align(static_cast<uint64_t>(byte_size(prim)));
  llvm::VectorType* type = vector_type(prim);
  const Array& array = e.array(index.array);
  std::vector<llvm::Value*> at;
  llvm::Value* lane_index = nullptr;
  size_t lane_dim = 0;
  for (size_t k = 0; k < index.indices.size(); k++) {
    if (plan_.is_vector(index.indices[k])) {
      lane_index = lane_value(e, index.indices[k]);
      lane_dim = k;
      at.push_back(e.i64(0));
    } else {
      at.push_back(e.scalar(index.indices[k]));
    }
  }
  llvm::Value* pointer = e.elements.element_pointer(array, e.type(index.array), at);
  if (lane_index == nullptr) {
    if (mask == nullptr) return e.b.CreateAlignedLoad(type, pointer, align);
    return e.b.CreateMaskedLoad(type, pointer, align, mask, llvm::Constant::getNullValue(type));
  }
  llvm::Value* stride = e.elements.strides(array, e.type(index.array))[lane_dim];
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(stride); !constant || !constant->isOne())
    lane_index = e.b.CreateNSWMul(lane_index, splat(e, stride));
  if (m_.target.vectors.gathers) {
    llvm::Value* places = e.b.CreateGEP(memory_type(m_.context, prim), pointer, lane_index);
    return e.b.CreateMaskedGather(type, places, align, mask, llvm::Constant::getNullValue(type));
  }
  // Lanes that are not used take what the first one does, which always is: to leave them out would
  // take branches.
  if (mask != nullptr) {
    llvm::Value* first = e.b.CreateExtractElement(lane_index, uint64_t{0});
    lane_index = e.b.CreateSelect(mask, lane_index, splat(e, first));
  }
  llvm::Value* gathered = llvm::PoisonValue::get(type);
  for (uint64_t lane = 0; lane < plan_.lanes; lane++) {
    llvm::Value* place =
        e.elements.offset_pointer(prim, pointer, e.b.CreateExtractElement(lane_index, lane));
    gathered = e.b.CreateInsertElement(gathered, e.elements.load(prim, place, array), lane);
  }
  return gathered;
}

llvm::Value* RowReduction::lane_value(FunctionEmitter& e, const ir::Atom& atom) {
  return plan_.is_vector(atom) ? vectors_.at(atom.var.id) : splat(e, e.scalar(atom));
}

llvm::VectorType* RowReduction::vector_type(Prim prim) const {
  return llvm::FixedVectorType::get(scalar_type(m_.context, prim), plan_.lanes);
}

}  // namespace planish::codegen::cpu
