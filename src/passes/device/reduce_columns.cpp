#include "passes/device/reduce_columns.h"

#include <algorithm>

#include "analysis/host_code.h"
#include "ir/facts.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "passes/common/statement_rewriter.h"
#include "passes/device/chunks.h"
#include "plan/shared_tile.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr int64_t kThreads = int64_t{1} << 18;
constexpr int64_t kLeastSteps = 16;

// How a statement reads an array of the host, if neighbouring steps of a reduction are side by side.
enum class Read : uint8_t { Elsewhere, AlongColumns, AlongRows };

class ReduceColumns : public StatementRewriter {
 public:
  ReduceColumns(const Program& program, const Target& target)
      : StatementRewriter(program), target_(target), code_(builder_), chunks_(builder_, code_) {}

 protected:
  bool rewrite(const Stm& stm) override {
    if (const auto* red = as<SegRed>(stm.op); red != nullptr && is_of_columns(*red)) {
      reduce(stm, *red);
      return true;
    }
    const Stm now = stm_children(stm);
    builder_.add(now);
    return now.op != stm.op;
  }

 private:
  bool is_of_columns(const SegRed& n) const {
    const std::span<const Level> levels = n.space.levels;
    if (levels.size() < 2 || !FlatCode::is_regular(levels) ||
        n.body->results.size() > n.neutral.size())
      return false;
    const bool is_short =
        levels.back().bound.is_const() && as_int64(levels.back().bound.constant) < 2 * kLeastSteps;
    const bool has_scalars = std::ranges::all_of(
        n.neutral, [&](const Atom& atom) { return storage_.type(atom)->is_scalar(); });
    if (is_short || !has_scalars) return false;
    bool reads_columns = false;
    for (const Stm& stm : n.body->stms) {
      bool has_bodies = false;
      for_each_body(stm.op, [&](const Body*) { has_bodies = true; });
      const Read read = how_read(levels, stm.op);
      if (has_bodies || read == Read::AlongRows) return false;
      reads_columns |= read == Read::AlongColumns;
    }
    const plan::Layouts layouts(storage_);
    return reads_columns && plan::try_shared_tile({storage_, target_, layouts}, n).plan == nullptr;
  }

  static Read how_read(std::span<const Level> levels, const Op* op) {
    const auto* index = as<Index>(op);
    if (index == nullptr || index->indices.size() < 2) return Read::Elsewhere;
    const auto is = [&](const Atom& at, const Level& level) { return at == Atom(level.index); };
    const Atom& last = index->indices.back();
    if (is(last, levels.back())) return Read::AlongRows;
    const bool has_step =
        std::ranges::any_of(index->indices, [&](const Atom& at) { return is(at, levels.back()); });
    return has_step && is(last, levels[levels.size() - 2]) ? Read::AlongColumns : Read::Elsewhere;
  }

  void reduce(const Stm& stm, const SegRed& n) {
    const Combined of(storage_, n.space, n.op, n.neutral, n.body);
    const ChunkCode::Chunks chunks = chunks_.chunks(of, kThreads, kLeastSteps);
    std::vector<Level> levels{code_.level(chunks.count)};
    const std::vector<Level> columns = code_.renewed(of.outer());
    levels.insert(levels.end(), columns.begin(), columns.end());
    const std::vector<Var> partial = code_.segmap(levels, of.types, [&] {
      return chunks_.chunk(of, chunks, levels[0].index, level_indices(columns), stm.certs);
    });
    std::vector<Level> outer = code_.renewed(of.outer());
    const Level last = code_.level(chunks.count);
    std::vector<Var> views;
    for (Var array : partial) views.push_back(chunks_last(array));
    SegRed rest = n;
    rest.body = builder_.body([&] {
      std::vector<Atom> at = level_indices(outer);
      at.emplace_back(last.index);
      std::vector<Atom> elements;
      for (Var view : views) elements.push_back(code_.element(view, at));
      return elements;
    });
    outer.push_back(last);
    rest.space.levels = builder_.list(outer);
    Stm now = stm;
    now.op = builder_.make(rest);
    builder_.add(now);
  }

  // A view in which the outermost dimension is the innermost.
  Var chunks_last(Var array) {
    const Type* type = storage_.type(array);
    std::vector<uint32_t> order;
    std::vector<Dim> dims;
    for (uint32_t i = 1; i <= type->rank(); i++) {
      order.push_back(i % type->rank());
      dims.push_back(type->dims[order.back()]);
    }
    return builder_.let("columns", builder_.types().array(type->elem, dims),
                        builder_.make(Rearrange{{}, array, builder_.list(order)}));
  }

  const Target& target_;
  FlatCode code_;
  ChunkCode chunks_;
};

}  // namespace

Program reduce_columns(const Program& program, const Target& target) {
  if (program.stage != Stage::Flat || has_irregular_arrays(program)) return program;
  return ReduceColumns(program, target).program(program);
}

}  // namespace planish::passes
