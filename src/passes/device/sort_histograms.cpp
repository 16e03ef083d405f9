#include "passes/device/sort_histograms.h"

#include "analysis/atomic_operator.h"
#include "ir/match.h"
#include "passes/common/statement_rewriter.h"
#include "passes/device/flat_code.h"

namespace planish::passes {

using namespace ir;

namespace {

class SortHistograms : public StatementRewriter {
 public:
  explicit SortHistograms(const Program& program) : StatementRewriter(program), code_(builder_) {}

 protected:
  bool rewrite(const Stm& stm) override {
    if (const auto* hist = as<SegHist>(stm.op); hist != nullptr && !is_atomic(storage_, hist->op)) {
      sort(stm, *hist);
      return true;
    }
    const Stm now = stm_children(stm);
    builder_.add(now);
    return now.op != stm.op;
  }

 private:
  struct Sorted {
    Var kept;
    Var counts;
    std::vector<Var> values;
  };

  void sort(const Stm& stm, const SegHist& n) {
    const size_t indexed = n.shape.size();
    Atom bins = Atom::i64(1);
    for (const Atom& size : n.shape)
      bins = indexed == 1 ? size : code_.binary(BinaryOp::Mul, bins, size, "bins");
    std::vector<const Type*> values;
    for (Var dest : n.dests)
      values.push_back(storage_.types.without_outer(storage_.type(dest), indexed));
    const Sorted sorted = sorted_by_bin(stm, n, bins, values);
    const Var offsets = offsets_of(sorted.counts, bins);
    const std::vector<Var> sums = sums_of(stm, n, bins, values, sorted, offsets);

    // What was there before comes first.
    std::vector<Var> dests;
    for (size_t i = 0; i < n.dests.size(); i++) {
      dests.push_back(indexed == 1 ? n.dests[i]
                                   : code_.reshaped(n.dests[i], code_.array_of(bins, values[i])));
    }
    const std::vector<Level> levels{code_.level(bins)};
    const std::vector<Var> all = code_.segmap(levels, values, [&] {
      std::vector<Atom> before;
      std::vector<Atom> more;
      for (size_t i = 0; i < dests.size(); i++) {
        before.push_back(code_.element(dests[i], {levels[0].index}));
        more.push_back(code_.element(sums[i], {levels[0].index}));
      }
      return code_.apply(n.op, before, more);
    });
    for (size_t i = 0; i < all.size(); i++) {
      std::vector<Atom> dims;
      for (const Dim& dim : storage_.type(stm.pattern[i])->dims) dims.push_back(Builder::atom(dim));
      const Op* given = indexed == 1 ? static_cast<const Op*>(builder_.make(Coerce{{}, all[i]}))
                                     : builder_.make(Reshape{{}, all[i], builder_.list(dims)});
      builder_.add(stm.pattern.subspan(i, 1), given);
    }
  }

  // One number for all dimensions, and -1 for what is outside of any of them.
  Atom bin_of(std::span<const Atom> shape, std::span<const Atom> indices) {
    Atom inside = Atom::boolean(true);
    for (size_t i = 0; i < shape.size(); i++) {
      const Atom above = code_.binary(BinaryOp::Le, Atom::i64(0), indices[i], "above");
      const Atom below = code_.binary(BinaryOp::Lt, indices[i], shape[i], "below");
      const Atom both = code_.binary(BinaryOp::And, above, below, "inside");
      inside = i == 0 ? both : code_.binary(BinaryOp::And, inside, both, "inside");
    }
    Atom bin = indices[0];
    for (size_t i = 1; i < shape.size(); i++) {
      const Atom before = code_.binary(BinaryOp::Mul, bin, shape[i]);
      bin = code_.binary(BinaryOp::Add, before, indices[i], "bin");
    }
    const Type* i64 = code_.i64();
    return code_.choose(
        inside, {&i64, 1}, [&] { return std::vector<Atom>{bin}; },
        [] { return std::vector<Atom>{Atom::i64(-1)}; })[0];
  }

  Sorted sorted_by_bin(const Stm& stm, const SegHist& n, const Atom& bins,
                       std::span<const Type* const> values) {
    builder_.begin();
    for (const Stm& inside : n.body->stms) builder_.add(inside);
    const std::span<const Atom> results = n.body->results;
    std::vector<Atom> given{bin_of(n.shape, results.first(n.shape.size()))};
    for (const Atom& value : results.subspan(n.shape.size())) given.push_back(value);
    const Body* body = builder_.end(given);

    Sorted made;
    made.kept = builder_.new_var("kept", code_.i64());
    made.counts = builder_.new_var("counts", code_.array_of(bins, code_.i64()));
    std::vector<Var> pattern{made.kept, made.counts};
    for (const Type* value : values) {
      made.values.push_back(builder_.new_var("sorted", code_.array_of(Atom(made.kept), value)));
      pattern.push_back(made.values.back());
    }
    builder_.add(pattern, builder_.make(SegPartition{{}, n.space, bins, body}), stm.certs);
    return made;
  }

  Var offsets_of(Var counts, const Atom& bins) {
    const Level bin = code_.level(bins);
    const Body* body =
        builder_.body([&] { return std::vector<Atom>{code_.element(counts, {bin.index})}; });
    SegScan scan{};
    scan.space = {builder_.list<Level>({bin})};
    scan.op = code_.sum();
    scan.neutral = builder_.list<Atom>({Atom::i64(0)});
    scan.body = body;
    const Var ends = builder_.let("ends", code_.array_of(bins, code_.i64()), builder_.make(scan));
    const std::vector<Level> levels{
        code_.level(code_.binary(BinaryOp::Add, bins, Atom::i64(1), "after"))};
    const Type* i64 = code_.i64();
    return code_.segmap(levels, {&i64, 1}, [&] {
      const Atom is_first = code_.binary(BinaryOp::Eq, levels[0].index, Atom::i64(0), "is_first");
      return code_.choose(
          is_first, {&i64, 1}, [] { return std::vector<Atom>{Atom::i64(0)}; },
          [&] {
            const Atom before = code_.binary(BinaryOp::Sub, levels[0].index, Atom::i64(1));
            return std::vector<Atom>{code_.element(ends, {before})};
          });
    })[0];
  }

  std::vector<Var> sums_of(const Stm& stm, const SegHist& n, const Atom& bins,
                           std::span<const Type* const> values, const Sorted& sorted, Var offsets) {
    const Level bin = code_.level(bins);
    const Level own = code_.level(Atom(sorted.kept), offsets);
    SegRed red{};
    red.space = {builder_.list<Level>({bin, own})};
    red.op = clone_lambda(storage_, n.op);
    red.neutral = n.neutral;
    red.body = builder_.body([&] {
      const Atom start = code_.element(offsets, {bin.index}, "start");
      const Atom at = code_.binary(BinaryOp::Add, start, own.index, "at");
      std::vector<Atom> results;
      for (Var array : sorted.values) results.push_back(code_.element(array, {at}));
      return results;
    });
    std::vector<Var> pattern;
    for (const Type* value : values)
      pattern.push_back(builder_.new_var("sums", code_.array_of(bins, value)));
    builder_.add(pattern, builder_.make(red), stm.certs);
    return pattern;
  }

  FlatCode code_;
};

}  // namespace

Program sort_histograms(const Program& program) {
  if (program.stage != Stage::Flat) return program;
  return SortHistograms(program).program(program);
}

}  // namespace planish::passes
