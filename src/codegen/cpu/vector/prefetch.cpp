#include "codegen/cpu/vector/prefetch.h"

#include "ir/match.h"

namespace planish::codegen::cpu {
namespace {

constexpr int kLoads = plan::PrefetchPlan::kLoads;

}  // namespace

void ask_for(FunctionEmitter& e, llvm::Value* pointer) {
  e.b.CreateIntrinsic(llvm::Intrinsic::prefetch, {e.m.pointer},
                      {pointer, e.b.getInt32(0), e.b.getInt32(3), e.b.getInt32(1)});
}

void Prefetch::emit(llvm::Value* i, llvm::Value* end) {
  const PrefetchFigures& figures = e_.m.target.strategies.prefetch;
  // Nothing is asked for at the end; and nowhere, if there is nothing in an array on the way.
  llvm::Value* all = e_.b.CreateICmpSLT(e_.b.CreateNSWAdd(i, e_.i64(figures.place_distance)), end);
  for (const ir::Stm* stm : plan_.steps) {
    const auto* index = ir::as<ir::Index>(stm->op);
    if (index == nullptr) continue;
    for (const ir::Dim& dim : e_.type(index->array)->dims)
      all = e_.b.CreateAnd(all, e_.b.CreateICmpSGT(e_.size(dim), e_.i64(0)));
  }
  e_.control.if_then(all, [&] {
    ask(e_.b.CreateNSWAdd(i, e_.i64(figures.place_distance)), Last::Place);
    ask(e_.b.CreateNSWAdd(i, e_.i64(figures.row_distance)), Last::Row);
  });
}

std::vector<llvm::Value*> Prefetch::inside(const ir::Index& op) {
  const ir::Type* type = e_.type(op.array);
  std::vector<llvm::Value*> indices;
  for (size_t k = 0; k < op.indices.size(); k++)
    indices.push_back(
        e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, e_.scalar(op.indices[k]),
                                   e_.b.CreateSub(e_.size(type->dims[k]), e_.i64(1))));
  return indices;
}

void Prefetch::ask(llvm::Value* i, Last last) {
  e_.bind_scalar(index_, i);
  for (const ir::Stm* stm : plan_.steps) {
    const ir::Var var = stm->pattern[0];
    const auto* index = ir::as<ir::Index>(stm->op);
    if (last == Last::Place && plan_.loads.at(var.id) == kLoads && index == nullptr) continue;
    if (index == nullptr) {
      e_.bodies.statement(*stm);
      continue;
    }
    const Array& from = e_.array(index->array);
    llvm::Value* pointer = e_.elements.element_pointer(from, e_.type(index->array), inside(*index));
    if (last == Last::Place && plan_.loads.at(var.id) == kLoads) {
      ask_for(e_, pointer);
    } else {
      e_.bind_scalar(var, e_.elements.load(e_.type(var)->elem, pointer, from));
    }
  }
  if (last == Last::Place) return;
  for (const ir::Slice* row : plan_.rows) {
    const ir::Type* type = e_.type(row->array);
    llvm::Value* start = e_.b.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, e_.scalar(row->dims[0].start), e_.size(type->dims[0]));
    ask_for(e_, e_.elements.element_pointer(e_.array(row->array), type, {start}));
  }
}

}  // namespace planish::codegen::cpu
