#include "codegen/cpu/fetch_ahead.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen::cpu {
namespace {

// How many iterations ahead.
constexpr int64_t kRowDistance = 8;
constexpr int64_t kPlaceDistance = 16;
// Loads on the way to a row.
constexpr int kLoads = 2;

}  // namespace

FetchAhead::FetchAhead(FunctionEmitter& e, const ir::Body& body, ir::Var index)
    : e_(e), index_(index) {
  depths_[index.id] = 0;
  for (const ir::Stm& stm : body.stms) look_at(stm);
}

// How many loads lead to it; -1: it has nothing to do with the index, -2: it is not known before.
int FetchAhead::depth(const ir::Atom& atom) const {
  if (atom.is_const()) return -1;
  if (auto found = depths_.find(atom.var.id); found != depths_.end()) return found->second;
  return bound_.contains(atom.var.id) || !e_.bindings().contains(atom.var.id) ? -2 : -1;
}

// Was it there before the loop?
bool FetchAhead::is_outside(ir::Var array) const {
  return !bound_.contains(array.id) && e_.bindings().contains(array.id) &&
         e_.binding(array).pieces.empty() && e_.binding(array).progression.start == nullptr;
}

void FetchAhead::look_at(const ir::Stm& stm) {
  for (ir::Var var : stm.pattern) bound_.insert(var.id);
  if (const auto* row = ir::as<ir::Slice>(stm.op)) {
    if (is_outside(row->array) && row->dims.size() == 1 && !row->dims[0].is_index &&
        depth(row->dims[0].start) == kLoads)
      rows_.push_back(row);
    return;
  }
  if (stm.pattern.size() != 1 || !e_.type(stm.pattern[0])->is_scalar()) return;
  const auto* index = ir::as<ir::Index>(stm.op);
  if (index != nullptr
          ? !is_outside(index->array)
          : ir::as<ir::Binary>(stm.op) == nullptr && ir::as<ir::Convert>(stm.op) == nullptr)
    return;
  int deepest = -1;
  bool known = true;
  const auto use = [&](const ir::Atom& atom) {
    deepest = std::max(deepest, depth(atom));
    known = known && depth(atom) != -2;
  };
  if (index != nullptr) {
    std::ranges::for_each(index->indices, use);
  } else {
    ir::for_each_atom(stm.op, use);
  }
  if (!known || deepest < 0) return;
  const int loads = deepest + (index != nullptr ? 1 : 0);
  if (loads > kLoads) return;
  depths_[stm.pattern[0].id] = loads;
  steps_.push_back(&stm);
}

void FetchAhead::emit(llvm::Value* i, llvm::Value* end) {
  if (rows_.empty()) return;
  // Nothing is asked for at the end; and nowhere, if there is nothing in an array on the way.
  llvm::Value* all = e_.b.CreateICmpSLT(e_.b.CreateNSWAdd(i, e_.i64(kPlaceDistance)), end);
  for (const ir::Stm* stm : steps_) {
    const auto* index = ir::as<ir::Index>(stm->op);
    if (index == nullptr) continue;
    for (const ir::Dim& dim : e_.type(index->array)->dims)
      all = e_.b.CreateAnd(all, e_.b.CreateICmpSGT(e_.size(dim), e_.i64(0)));
  }
  e_.if_then(all, [&] {
    ask(e_.b.CreateNSWAdd(i, e_.i64(kPlaceDistance)), Last::Place);
    ask(e_.b.CreateNSWAdd(i, e_.i64(kRowDistance)), Last::Row);
  });
}

std::vector<llvm::Value*> FetchAhead::inside(const ir::Index& op) {
  const ir::Type* type = e_.type(op.array);
  std::vector<llvm::Value*> indices;
  for (size_t k = 0; k < op.indices.size(); k++)
    indices.push_back(
        e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, e_.scalar(op.indices[k]),
                                   e_.b.CreateSub(e_.size(type->dims[k]), e_.i64(1))));
  return indices;
}

void FetchAhead::ask(llvm::Value* i, Last last) {
  e_.bind_scalar(index_, i);
  for (const ir::Stm* stm : steps_) {
    const ir::Var var = stm->pattern[0];
    const auto* index = ir::as<ir::Index>(stm->op);
    if (last == Last::Place && depths_.at(var.id) == kLoads && index == nullptr) continue;
    if (index == nullptr) {
      e_.statement(*stm);
      continue;
    }
    const Array& from = e_.array(index->array);
    llvm::Value* pointer = e_.element_pointer(from, e_.type(index->array), inside(*index));
    if (last == Last::Place && depths_.at(var.id) == kLoads) {
      ask_for(pointer);
    } else {
      e_.bind_scalar(var, e_.load(e_.type(var)->elem, pointer, from));
    }
  }
  if (last == Last::Place) return;
  for (const ir::Slice* row : rows_) {
    const ir::Type* type = e_.type(row->array);
    llvm::Value* start = e_.b.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, e_.scalar(row->dims[0].start), e_.size(type->dims[0]));
    ask_for(e_.element_pointer(e_.array(row->array), type, {start}));
  }
}

void FetchAhead::ask_for(llvm::Value* pointer) {
  // To be read, and kept in all caches.
  e_.b.CreateIntrinsic(llvm::Intrinsic::prefetch, {e_.m.pointer},
                       {pointer, e_.b.getInt32(0), e_.b.getInt32(3), e_.b.getInt32(1)});
}

}  // namespace planish::codegen::cpu
