#include "passes/device/array_operators.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/common/statement_rewriter.h"
#include "passes/device/chunks.h"

namespace planish::passes {

using namespace ir;

namespace {

// So many threads are worth rounds of combining what they give.
constexpr int64_t kMostChunks = 4096;

class ArrayOperators : public StatementRewriter {
 public:
  explicit ArrayOperators(const Program& program)
      : StatementRewriter(program), code_(builder_), chunks_(builder_, code_) {}

 protected:
  bool rewrite(const Stm& stm) override {
    if (const auto* red = as<SegRed>(stm.op); red != nullptr && has_arrays(red->neutral)) {
      reduce(stm, *red);
      return true;
    }
    if (const auto* scan = as<SegScan>(stm.op); scan != nullptr && has_arrays(scan->neutral)) {
      this->scan(stm, *scan);
      return true;
    }
    const Stm now = stm_children(stm);
    builder_.add(now);
    return now.op != stm.op;
  }

 private:
  bool has_arrays(std::span<const Atom> neutral) const {
    return std::ranges::any_of(neutral,
                               [&](const Atom& atom) { return storage_.type(atom)->is_array(); });
  }

  // Where the element of a point lies in an array over the levels.
  std::vector<Atom> position(std::span<const Level> levels) {
    size_t joined = 0;
    for (size_t i = 0; i < levels.size(); i++) joined = levels[i].offsets ? i + 1 : joined;
    if (joined == 0) return level_indices(levels);
    std::vector<Atom> at{code_.point_number(levels.first(joined))};
    for (const Level& level : levels.subspan(joined)) at.emplace_back(level.index);
    return at;
  }

  std::vector<Atom> parts(std::span<const Var> arrays, const std::vector<Atom>& at) {
    std::vector<Atom> made;
    for (Var array : arrays) made.push_back(code_.element(array, at));
    return made;
  }

  // All that the body gives becomes arrays; those that are not combined are what the statement
  // gives.
  std::vector<Var> mapped(const Stm& stm, const Combined& of, size_t results) {
    const std::vector<Dim> dims = code_.dims_over(of.levels);
    std::vector<Var> pattern;
    for (const Type* type : of.types)
      pattern.push_back(builder_.new_var("mapped", code_.array_of(dims, type)));
    const std::vector<Var> made = pattern;
    const std::span<const Var> more = stm.pattern.subspan(results);
    pattern.insert(pattern.end(), more.begin(), more.end());
    builder_.add(pattern, builder_.make(SegMap{{}, {of.levels}, of.body}), stm.certs);
    return made;
  }
  Combined of_arrays(const Combined& of, std::span<const Var> arrays) {
    Combined made = of;
    made.levels = builder_.list(code_.renewed(of.levels));
    made.body = builder_.body([&] { return parts(arrays, position(made.levels)); });
    return made;
  }

  // ---- Reductions

  void reduce(const Stm& stm, const SegRed& n) {
    Combined of(storage_, n.space, n.op, n.neutral, n.body);
    if (n.body->results.size() > n.neutral.size())
      of = of_arrays(of, mapped(stm, of, n.neutral.size()));
    const std::span<const Var> to = stm.pattern.first(n.neutral.size());
    if (!FlatCode::is_regular(of.levels)) return by_segment(stm, of, to);
    const ChunkCode::Chunks chunks = chunks_.chunks(of, kMostChunks, 1);
    std::vector<Level> levels = code_.renewed(of.outer());
    levels.push_back(code_.level(chunks.count));
    const std::vector<Var> partial = code_.segmap(levels, of.types, [&] {
      return chunks_.chunk(of, chunks, levels.back().index,
                           level_indices(std::span(levels).first(levels.size() - 1)), stm.certs);
    });
    const std::vector<Var> totals = in_pairs(of, chunks.count, partial);
    for (size_t i = 0; i < to.size(); i++) {
      const Type* type = storage_.type(to[i]);
      const Op* taken = nullptr;
      if (of.outer().empty()) {
        taken = builder_.make(Index{{}, totals[i], builder_.list<Atom>({Atom::i64(0)})});
      } else {
        std::vector<Atom> dims;
        for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
        taken = builder_.make(Reshape{{}, totals[i], builder_.list(dims)});
      }
      builder_.add(to.subspan(i, 1), taken);
    }
  }

  void by_segment(const Stm& stm, const Combined& of, std::span<const Var> to) {
    const std::vector<Level> levels = code_.renewed(of.outer());
    const Body* body = builder_.body([&] {
      Atom count = of.last().bound;
      if (const Var offsets = of.last().offsets) {
        const Atom point = code_.point_number(levels);
        const Atom next = code_.binary(BinaryOp::Add, point, Atom::i64(1), "next");
        const Atom start = code_.element(offsets, {point}, "start");
        count = code_.binary(BinaryOp::Sub, code_.element(offsets, {next}, "end"), start, "count");
      }
      return chunks_.in_order(of, level_indices(levels), Atom::i64(0), count, stm.certs);
    });
    builder_.add(to, builder_.make(SegMap{{}, {builder_.list(levels)}, body}), stm.certs);
  }

  // xs[2 * i] and xs[2 * i + 1] become one, until there is one.
  std::vector<Var> in_pairs(const Combined& of, const Atom& chunks, std::span<const Var> partial) {
    const std::vector<Dim> outer = code_.dims_over(of.outer());
    auto sized = [&](const Atom& size, const Type* type) {
      std::vector<Dim> dims = outer;
      dims.push_back(Builder::dim(size));
      return code_.array_of(dims, type);
    };
    Var count = builder_.new_var("count", code_.i64());
    Var last_count = builder_.new_var("count", code_.i64());
    std::vector<LoopParam> params{{{count}, chunks}};
    std::vector<Var> current;
    std::vector<Var> pattern{last_count};
    for (size_t i = 0; i < partial.size(); i++) {
      current.push_back(builder_.new_var("xs", sized(count, of.types[i])));
      params.push_back({{current.back()}, partial[i]});
      pattern.push_back(builder_.new_var("xs", sized(last_count, of.types[i])));
    }
    Loop loop{};
    loop.params = builder_.list(params);
    loop.condition = builder_.body(
        [&] { return std::vector<Atom>{code_.binary(BinaryOp::Lt, Atom::i64(1), count, "more")}; });
    loop.body = builder_.body([&] {
      const Atom half = code_.rounded_up_quotient(count, Atom::i64(2));
      std::vector<Level> levels = code_.renewed(of.outer());
      levels.push_back(code_.level(half));
      const std::vector<Var> made = code_.segmap(levels, of.types, [&] {
        std::vector<Atom> left = level_indices(levels);
        left.back() = code_.binary(BinaryOp::Mul, left.back(), Atom::i64(2), "left");
        std::vector<Atom> right = left;
        right.back() = code_.binary(BinaryOp::Add, left.back(), Atom::i64(1), "right");
        const Atom has_right = code_.binary(BinaryOp::Lt, right.back(), count, "has_right");
        return code_.choose(
            has_right, of.types,
            [&] {
              const std::vector<Atom> first = parts(current, left);
              const std::vector<Atom> second = parts(current, right);
              return code_.apply(of.op, first, second);
            },
            [&] { return parts(current, left); });
      });
      std::vector<Atom> results{half};
      results.insert(results.end(), made.begin(), made.end());
      return results;
    });
    builder_.add(pattern, builder_.make(loop));
    return {pattern.begin() + 1, pattern.end()};
  }

  // ---- Scans

  void scan(const Stm& stm, const SegScan& n) {
    const Combined of(storage_, n.space, n.op, n.neutral, n.body);
    const std::vector<Var> first = mapped(stm, of, n.made());
    const std::vector<Dim> dims = code_.dims_over(of.levels);
    std::vector<const Type*> arrays;
    for (const Type* type : of.types) arrays.push_back(code_.array_of(dims, type));
    Var distance = builder_.new_var("distance", code_.i64());
    std::vector<LoopParam> params{{{distance}, Atom::i64(1)}};
    std::vector<Var> current;
    std::vector<Var> pattern{builder_.new_var("distance", code_.i64())};
    for (size_t i = 0; i < first.size(); i++) {
      current.push_back(builder_.new_var("xs", arrays[i]));
      params.push_back({{current.back()}, first[i]});
    }
    pattern.insert(pattern.end(), stm.pattern.begin(), stm.pattern.begin() + ptrdiff_t(n.made()));
    Loop loop{};
    loop.params = builder_.list(params);
    loop.condition = builder_.body([&] {
      return std::vector<Atom>{code_.binary(BinaryOp::Lt, distance, of.last().bound, "more")};
    });
    loop.body = builder_.body([&] {
      const std::vector<Level> levels = code_.renewed(of.levels);
      const std::vector<Var> made = code_.segmap(levels, of.types, [&] {
        const std::vector<Atom> here = position(levels);
        const Atom has_left = code_.binary(BinaryOp::Le, distance, levels.back().index, "has_left");
        return code_.choose(
            has_left, of.types,
            [&] {
              std::vector<Atom> left = here;
              left.back() = code_.binary(BinaryOp::Sub, here.back(), distance, "left");
              const std::vector<Atom> first_half = parts(current, left);
              const std::vector<Atom> second_half = parts(current, here);
              return code_.apply(of.op, first_half, second_half);
            },
            [&] { return parts(current, here); });
      });
      std::vector<Atom> results{code_.binary(BinaryOp::Mul, distance, Atom::i64(2), "distance")};
      results.insert(results.end(), made.begin(), made.end());
      return results;
    });
    builder_.add(pattern, builder_.make(loop));
  }

  FlatCode code_;
  ChunkCode chunks_;
};

}  // namespace

Program array_operators(const Program& program) {
  if (program.stage != Stage::Flat) return program;
  return ArrayOperators(program).program(program);
}

}  // namespace planish::passes
