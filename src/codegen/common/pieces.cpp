// Arrays that are concatenated to be read by elements: they are read where they lie: Note [Pieces]
// in plan/elements.h.
#include "codegen/common/concat.h"

namespace planish::codegen {
namespace {

// Of a loop. If there are more, the piece is looked for at each element.
constexpr size_t kMostParts = 8;

}  // namespace

void bind_pieces(FunctionEmitter& e, ir::Var var, std::span<const ir::Var> arrays) {
  Binding bound{nullptr, {}, var, {}};
  llvm::Value* start = e.i64(0);
  size_t made_in = 0;
  for (ir::Var piece : arrays) {
    bound.pieces.push_back({e.array(piece), start});
    made_in = std::max(made_in, e.array(piece).made_in);
    start = e.b.CreateNSWAdd(start, e.size(e.type(piece)->dims[0]));
  }
  // One loop reads them all.
  for (Piece& piece : bound.pieces) piece.array.made_in = made_in;
  e.bind(var, std::move(bound));
}

llvm::Value* piece_pointer(FunctionEmitter& e, const std::vector<Piece>& pieces, Prim elem,
                           llvm::Value* index) {
  llvm::Value* found = nullptr;
  for (const Piece& piece : pieces) {
    llvm::Value* offset = e.b.CreateNSWSub(index, piece.start);
    if (!piece.array.strides.empty()) offset = e.b.CreateNSWMul(offset, piece.array.strides[0]);
    llvm::Value* pointer = e.elements.offset_pointer(elem, piece.array.data, offset);
    found = found == nullptr
                ? pointer
                : e.b.CreateSelect(e.b.CreateICmpSGE(index, piece.start), pointer, found);
  }
  return found;
}

void range_by_pieces(FunctionEmitter& e, std::span<const ir::Var> arrays, llvm::Value* end,
                     const std::function<void(llvm::Value*)>& code) {
  std::vector<std::pair<ir::Var, Binding>> whole;
  std::vector<llvm::Value*> bounds{e.i64(0)};
  for (ir::Var var : arrays) {
    if (e.type(var)->is_acc() || e.binding(var).pieces.empty()) continue;
    whole.emplace_back(var, e.binding(var));
    for (size_t k = 1; k < whole.back().second.pieces.size(); k++)
      bounds.push_back(whole.back().second.pieces[k].start);
  }
  if (whole.empty() || bounds.size() > kMostParts)
    return e.ranges.parallel_range(e.i64(0), end, code);
  for (size_t last = bounds.size(); last > 1; last--) {
    for (size_t k = 1; k + 1 < last; k++) {
      llvm::Value* first = bounds[k];
      bounds[k] = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, first, bounds[k + 1]);
      bounds[k + 1] = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, first, bounds[k + 1]);
    }
  }
  bounds.push_back(end);
  llvm::Value* list = e.frame.stack_list(bounds);
  const auto bound = [&](llvm::Value* number) {
    return e.b.CreateLoad(e.m.i64, e.b.CreateInBoundsGEP(e.m.i64, list, {number}));
  };
  e.ranges.for_range(
      e.i64(0), e.i64(static_cast<int64_t>(bounds.size()) - 1),
      [&](llvm::Value* number) {
        llvm::Value* first = bound(number);
        // The piece of each array that lies here.
        for (const auto& [var, binding] : whole) {
          Binding here = binding;
          here.pieces.resize(1);
          Piece& chosen = here.pieces[0];
          for (const Piece& piece : binding.pieces) {
            llvm::Value* begun = e.b.CreateICmpSGE(first, piece.start);
            chosen.array.data = e.b.CreateSelect(begun, piece.array.data, chosen.array.data);
            chosen.start = e.b.CreateSelect(begun, piece.start, chosen.start);
            if (chosen.array.strides.empty() && piece.array.strides.empty()) continue;
            const auto stride = [&](const Array& array) {
              return array.strides.empty() ? e.i64(1) : array.strides[0];
            };
            chosen.array.strides = {
                e.b.CreateSelect(begun, stride(piece.array), stride(chosen.array))};
          }
          e.bind(var, std::move(here));
        }
        e.ranges.parallel_range(first, bound(e.b.CreateNSWAdd(number, e.i64(1))), code);
      },
      "part");
  for (auto& [var, binding] : whole) e.bind(var, std::move(binding));
}

}  // namespace planish::codegen
