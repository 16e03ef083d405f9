#include "codegen/cpu/short_rows.h"

#include <algorithm>

#include "codegen/cpu/lanes.h"
#include "ir/match.h"

namespace planish::codegen::cpu {
namespace {

constexpr size_t kLargestRowBody = 24;
constexpr size_t kLargestBlockBody = 8;
constexpr unsigned kBlockVectors = 2;
constexpr unsigned kGatheredLanes = 8;
constexpr unsigned kLoadedLanes = 4;

}  // namespace

bool has_masks(const ModuleEmitter& m) { return m.vector_bytes >= 32; }

RowReduction::RowReduction(FunctionEmitter& host, ir::Var index, const ir::SegRed& op)
    : host_(host), m_(host.m), index_(index), op_(op) {}

// ---- What can be done

bool RowReduction::applies() {
  if (!has_masks(m_) || op_.body->stms.size() > kLargestRowBody ||
      op_.body->results.size() != op_.neutral.size() || !is_lane_operator(m_.storage, *op_.op))
    return false;
  int64_t widest = 1;
  for (const ir::Atom& neutral : op_.neutral)
    widest = std::max<int64_t>(widest, byte_size(host_.type(neutral)->elem));
  lanes_ = static_cast<unsigned>(m_.vector_bytes / widest);
  kinds_[index_.id] = Kind::Affine;
  if (!std::ranges::all_of(op_.body->stms, [&](const ir::Stm& stm) { return classify(stm); }))
    return false;
  const bool is_small = op_.neutral.size() == 1 && op_.body->stms.size() <= kLargestBlockBody;
  if (gathers_) {
    lanes_ = m_.target.vectors.gathers ? std::min(lanes_, kGatheredLanes) : kLoadedLanes;
  } else if (is_small) {
    block_vectors_ = kBlockVectors;
  }
  return std::ranges::all_of(op_.body->results,
                             [&](const ir::Atom& result) { return kind(result) != Kind::Affine; });
}

RowReduction::Kind RowReduction::kind(const ir::Atom& atom) const {
  auto found = atom.var ? kinds_.find(atom.var.id) : kinds_.end();
  return found == kinds_.end() ? Kind::Uniform : found->second;
}

bool RowReduction::is_dense_along(const ir::Index& index, size_t dim) const {
  const Array& array = host_.array(index.array);
  if (array.strides.empty()) return dim + 1 == host_.type(index.array)->rank();
  auto* stride = llvm::dyn_cast<llvm::ConstantInt>(array.strides[dim]);
  return stride != nullptr && stride->isOne();
}

bool RowReduction::is_there_for_all(const ir::Index& index) const {
  const std::span<const ir::Level> levels = op_.space.levels;
  // The offsets may have got another name, with another size.
  if (host_.array(index.array).data == host_.array(levels.back().offsets).data)
    return levels.size() == 2 && index.indices[0].var == levels[0].index;
  const ir::Type* type = host_.type(index.array);
  for (size_t k = 0; k < index.indices.size(); k++) {
    const auto level = std::ranges::find_if(
        levels, [&](const ir::Level& l) { return index.indices[k].var == l.index; });
    if (level == levels.end() || level->offsets || type->dims[k].kind != ir::DimKind::Var ||
        !(level->bound.var == type->dims[k].var))
      return false;
  }
  return true;
}

bool RowReduction::classify(const ir::Stm& stm) {
  if (stm.pattern.size() != 1 || !host_.type(stm.pattern[0])->is_scalar()) return false;
  const Prim prim = host_.type(stm.pattern[0])->elem;
  const auto give = [&](Kind kind, bool allowed) {
    kinds_[stm.pattern[0].id] = kind;
    return allowed && (kind != Kind::Lanes || is_lane_prim(prim) || prim == Prim::Bool);
  };
  return ir::match(
      stm.op, [&](const ir::Same& n) { return give(kind(n.value), true); },
      [&](const ir::Unary& n) {
        if (kind(n.x) == Kind::Uniform) return true;
        return give(Kind::Lanes,
                    kind(n.x) == Kind::Lanes && takes_lanes(n.op, host_.type(n.x)->elem));
      },
      [&](const ir::Binary& n) {
        const Kind x = kind(n.x);
        const Kind y = kind(n.y);
        if (x == Kind::Uniform && y == Kind::Uniform) return true;
        if (x == Kind::Affine || y == Kind::Affine) {
          const bool is_sum = n.op == ir::BinaryOp::Add && x != y;
          const bool is_difference = n.op == ir::BinaryOp::Sub && y == Kind::Uniform;
          return give(Kind::Affine, prim == Prim::I64 && x != Kind::Lanes && y != Kind::Lanes &&
                                        (is_sum || is_difference));
        }
        const Prim operand = host_.type(n.x)->elem;
        return give(Kind::Lanes, takes_vectors(n.op, operand) &&
                                     (is_lane_prim(operand) || operand == Prim::Bool));
      },
      [&](const ir::Convert& n) {
        if (kind(n.value) == Kind::Uniform) return true;
        return give(Kind::Lanes, kind(n.value) == Kind::Lanes && is_integer(prim) &&
                                     is_integer(host_.type(n.value)->elem));
      },
      [&](const ir::Index& n) {
        // Arrays that are made inside have no place here.
        if (!host_.bindings().contains(n.array.id)) return false;
        const auto is_uniform = [&](const ir::Atom& at) { return kind(at) == Kind::Uniform; };
        const auto varying = static_cast<size_t>(std::ranges::find_if_not(n.indices, is_uniform) -
                                                 n.indices.begin());
        if (varying == n.indices.size()) {
          reads_empty_rows_ &= is_there_for_all(n);
          return true;
        }
        const bool only_one = std::ranges::all_of(n.indices.subspan(varying + 1), is_uniform);
        const bool gathers = kind(n.indices[varying]) == Kind::Lanes;
        gathers_ |= gathers;
        return give(Kind::Lanes,
                    is_lane_prim(prim) && only_one && (gathers || is_dense_along(n, varying)));
      },
      [&](const ir::Check& n) {
        has_checks_ = true;
        kinds_[stm.pattern[0].id] = Kind::Lanes;
        return kind(n.condition) == Kind::Lanes;
      },
      [&](const auto&) { return false; });
}

// ---- Rows

std::vector<llvm::Value*> RowReduction::emit(FunctionEmitter& e, llvm::Value* begin,
                                             llvm::Value* length, llvm::BasicBlock* failed) {
  failed_ = failed;
  llvm::Value* block = e.i64(int64_t{lanes_} * block_vectors_);
  const auto all_blocks = [&] {
    llvm::Value* blocks = e.b.CreateUDiv(e.b.CreateNSWSub(length, e.i64(1)), block);
    llvm::Value* head = e.b.CreateNSWSub(length, e.b.CreateNSWMul(blocks, block));
    return add_blocks(e, first_block(e, begin, head), e.b.CreateNSWAdd(begin, head), blocks);
  };
  if (gathers_ || has_checks_ || !reads_empty_rows_) {
    return e.either(
        e.b.CreateICmpEQ(length, e.i64(0)), [&] { return e.scalars(op_.neutral); },
        [&] { return combine_all(e, all_blocks()); });
  }
  const auto one_block = [&] { return first_block(e, begin, length); };
  return combine_all(e, e.either(e.b.CreateICmpULE(length, block), one_block, all_blocks));
}

RowReduction::Vectors RowReduction::first_block(FunctionEmitter& e, llvm::Value* begin,
                                                llvm::Value* count) {
  llvm::Value* counts = splat(e, e.b.CreateTrunc(count, m_.i32));
  Vectors sums;
  for (unsigned vector = 0; vector < block_vectors_; vector++) {
    const unsigned first = vector * lanes_;
    std::vector<llvm::Constant*> numbers;
    for (unsigned lane = 0; lane < lanes_; lane++) numbers.push_back(e.b.getInt32(first + lane));
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
  llvm::Value* block = e.i64(int64_t{lanes_} * block_vectors_);
  Vectors out = e.fold_range(
      e.i64(0), count, std::move(sums), [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> sum) {
        llvm::Value* first = e.b.CreateNSWAdd(begin, e.b.CreateNSWMul(number, block));
        Vectors after;
        for (unsigned vector = 0; vector < block_vectors_; vector++) {
          std::vector<llvm::Value*> found =
              values(e, e.b.CreateNSWAdd(first, e.i64(int64_t{vector} * lanes_)), nullptr);
          for (size_t k = 0; k < results; k++)
            after.push_back(emit_component(e, *op_.op, k, sum[vector * results + k], found[k]));
        }
        return after;
      });
  e.keep_rolled();
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
  for (unsigned half = lanes_ / 2; half > 0; half /= 2) {
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
    if (kind(var) != Kind::Lanes) {
      e.statement(stm);
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
  llvm::BasicBlock* go_on = e.new_block("holds");
  e.b.CreateCondBr(e.b.CreateNot(e.b.CreateOrReduce(fails)), go_on, failed_, e.likely());
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
    if (kind(index.indices[k]) == Kind::Lanes) {
      lane_index = lane_value(e, index.indices[k]);
      lane_dim = k;
      at.push_back(e.i64(0));
    } else {
      at.push_back(e.scalar(index.indices[k]));
    }
  }
  llvm::Value* pointer = e.element_pointer(array, e.type(index.array), at);
  if (lane_index == nullptr) {
    if (mask == nullptr) return e.b.CreateAlignedLoad(type, pointer, align);
    return e.b.CreateMaskedLoad(type, pointer, align, mask, llvm::Constant::getNullValue(type));
  }
  llvm::Value* stride = e.strides(array, e.type(index.array))[lane_dim];
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(stride); !constant || !constant->isOne())
    lane_index = e.b.CreateNSWMul(lane_index, splat(e, stride));
  if (m_.target.vectors.gathers) {
    llvm::Value* places = e.b.CreateGEP(memory_type(m_.context, prim), pointer, lane_index);
    return e.b.CreateMaskedGather(type, places, align, mask, llvm::Constant::getNullValue(type));
  }
  // Lanes that are not used take what the first one does, which always is: to leave them out would take branches.
  if (mask != nullptr) {
    llvm::Value* first = e.b.CreateExtractElement(lane_index, uint64_t{0});
    lane_index = e.b.CreateSelect(mask, lane_index, splat(e, first));
  }
  llvm::Value* gathered = llvm::PoisonValue::get(type);
  for (uint64_t lane = 0; lane < lanes_; lane++) {
    llvm::Value* place =
        e.offset_pointer(prim, pointer, e.b.CreateExtractElement(lane_index, lane));
    gathered = e.b.CreateInsertElement(gathered, e.load(prim, place, array), lane);
  }
  return gathered;
}

llvm::Value* RowReduction::lane_value(FunctionEmitter& e, const ir::Atom& atom) {
  return kind(atom) == Kind::Lanes ? vectors_.at(atom.var.id) : splat(e, e.scalar(atom));
}

llvm::VectorType* RowReduction::vector_type(Prim prim) const {
  return llvm::FixedVectorType::get(scalar_type(m_.context, prim), lanes_);
}

}  // namespace planish::codegen::cpu
