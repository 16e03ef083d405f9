#include "codegen/cpu/vector/vector_scan.h"

#include "codegen/cpu/vector/lanes.h"

namespace planish::codegen::cpu {
namespace {

constexpr int64_t kBlock = 512;

class VectorScanEmitter {
 public:
  VectorScanEmitter(FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> carry, const VectorScan& scan)
      : e_(e), carry_(carry), scan_(scan), count_(scan.neutral.size()) {
    int64_t widest = 1;
    for (size_t k = 0; k < count_; k++) widest = std::max<int64_t>(widest, byte_size(prim(k)));
    lanes_ = e.m.vector_bytes / widest;
    if (scan.place || scan.source) return;
    for (size_t k = 0; k < count_; k++) buffers_.push_back(e.frame.stack_array(prim(k), kBlock));
    for (Prim kept : scan.kept) buffers_.push_back(e.frame.stack_array(kept, kBlock));
  }

  std::vector<llvm::Value*> emit(llvm::Value* begin, llvm::Value* end) {
    llvm::Value* length = e_.b.CreateNSWSub(end, begin);
    llvm::Value* blocks =
        e_.b.CreateSDiv(e_.b.CreateNSWAdd(length, e_.i64(kBlock - 1)), e_.i64(kBlock));
    return e_.ranges.fold_range(
        e_.i64(0), blocks, e_.scalars(scan_.neutral),
        [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> before) {
          llvm::Value* from = e_.b.CreateNSWAdd(begin, e_.b.CreateNSWMul(number, e_.i64(kBlock)));
          llvm::Value* to = e_.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, end,
                                                       e_.b.CreateNSWAdd(from, e_.i64(kBlock)));
          return block(from, to, before);
        });
  }

 private:
  Prim prim(size_t k) const {
    return k < count_ ? e_.type(scan_.neutral[k])->elem : scan_.kept[k - count_];
  }
  // Is what the elements are combined to written, and not only their total wanted?
  bool writes() const { return scan_.place || scan_.post; }

  std::vector<llvm::Value*> block(llvm::Value* from, llvm::Value* to,
                                  llvm::ArrayRef<llvm::Value*> before) {
    std::vector<Array> places;
    for (size_t k = 0; k < count_ + scan_.kept.size(); k++)
      places.push_back(scan_.source  ? scan_.source(from, k)
                       : scan_.place ? scan_.place(from, k)
                                     : buffers_[k]);
    if (!scan_.source) compute(from, to, places);
    llvm::Value* length = e_.b.CreateNSWSub(to, from);
    llvm::Value* vectors = e_.b.CreateSDiv(length, e_.i64(lanes_));
    std::vector<llvm::Value*> sums = e_.ranges.fold_range(
        e_.i64(0), vectors, before.vec(), [&](llvm::Value* v, llvm::ArrayRef<llvm::Value*> sum) {
          return vector(places, e_.b.CreateNSWMul(v, e_.i64(lanes_)), sum);
        });
    sums = e_.ranges.fold_range(
        e_.b.CreateNSWMul(vectors, e_.i64(lanes_)), length, sums,
        [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> sum) { return single(places, i, sum); });
    if (scan_.post) {
      e_.ranges.parallel_range(from, to, [&](llvm::Value* i) {
        llvm::Value* at = e_.b.CreateNSWSub(i, from);
        std::vector<llvm::Value*> values;
        for (size_t k = 0; k < places.size(); k++)
          values.push_back(e_.elements.load(
              prim(k), e_.elements.offset_pointer(prim(k), places[k].data, at), places[k]));
        scan_.post(i, values);
      });
    }
    return sums;
  }

  // The elements of a block, one after the other.
  void compute(llvm::Value* from, llvm::Value* to, const std::vector<Array>& places) {
    e_.ranges.parallel_range(from, to, [&](llvm::Value* i) {
      scan_.element(i, [&](std::span<const ir::Atom> values) {
        llvm::Value* at = e_.b.CreateNSWSub(i, from);
        for (size_t k = 0; k < places.size(); k++)
          e_.elements.store(prim(k), e_.scalar(values[k]),
                            e_.elements.offset_pointer(prim(k), places[k].data, at), places[k]);
      });
    });
  }

  std::vector<llvm::Value*> vector(const std::vector<Array>& places, llvm::Value* at,
                                   llvm::ArrayRef<llvm::Value*> sum) {
    std::vector<llvm::Value*> after;
    for (size_t k = 0; k < count_; k++) {
      const llvm::Align align(static_cast<uint64_t>(byte_size(prim(k))));
      auto* type = llvm::FixedVectorType::get(scalar_type(e_.m.context, prim(k)),
                                              static_cast<unsigned>(lanes_));
      llvm::Value* pointer = e_.elements.offset_pointer(prim(k), places[k].data, at);
      llvm::Value* scanned = scan_lanes(k, e_.b.CreateAlignedLoad(type, pointer, align));
      if (writes()) {
        llvm::Value* base = emit_component(e_, scan_.op, k, carry_[k], sum[k]);
        llvm::Value* bases = e_.b.CreateVectorSplat(static_cast<unsigned>(lanes_), base);
        e_.b.CreateAlignedStore(emit_component(e_, scan_.op, k, bases, scanned), pointer, align);
      }
      llvm::Value* last = e_.b.CreateExtractElement(scanned, static_cast<uint64_t>(lanes_ - 1));
      after.push_back(emit_component(e_, scan_.op, k, sum[k], last));
    }
    return after;
  }

  // Each lane becomes the combination of itself and all before it.
  llvm::Value* scan_lanes(size_t k, llvm::Value* values) {
    llvm::Value* neutral =
        e_.b.CreateVectorSplat(static_cast<unsigned>(lanes_), e_.scalar(scan_.neutral[k]));
    for (int64_t shift = 1; shift < lanes_; shift *= 2) {
      std::vector<int> from;
      for (int64_t lane = 0; lane < lanes_; lane++)
        from.push_back(static_cast<int>(lane < shift ? lane : lanes_ + lane - shift));
      llvm::Value* shifted = e_.b.CreateShuffleVector(neutral, values, from);
      values = emit_component(e_, scan_.op, k, shifted, values);
    }
    return values;
  }

  std::vector<llvm::Value*> single(const std::vector<Array>& places, llvm::Value* at,
                                   llvm::ArrayRef<llvm::Value*> sum) {
    std::vector<llvm::Value*> after;
    for (size_t k = 0; k < count_; k++) {
      llvm::Value* pointer = e_.elements.offset_pointer(prim(k), places[k].data, at);
      after.push_back(
          emit_component(e_, scan_.op, k, sum[k], e_.elements.load(prim(k), pointer, places[k])));
      if (writes())
        e_.elements.store(prim(k), emit_component(e_, scan_.op, k, carry_[k], after[k]), pointer,
                          places[k]);
    }
    return after;
  }

  FunctionEmitter& e_;
  llvm::ArrayRef<llvm::Value*> carry_;
  const VectorScan& scan_;
  size_t count_;
  int64_t lanes_ = 0;
  std::vector<Array> buffers_;
};

}  // namespace

std::vector<llvm::Value*> emit_vector_scan(FunctionEmitter& e, llvm::Value* begin, llvm::Value* end,
                                           llvm::ArrayRef<llvm::Value*> carry,
                                           const VectorScan& scan) {
  return VectorScanEmitter(e, carry, scan).emit(begin, end);
}

}  // namespace planish::codegen::cpu
