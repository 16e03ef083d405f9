#include "passes/fusion/cut_streams.h"

#include <algorithm>
#include <unordered_map>

#include "passes/common/statement_rewriter.h"
#include "passes/fusion/chunk_code.h"

namespace planish::passes {

using namespace ir;

namespace {

// So many chunks for what fills the machine: the slowest is not waited for long.
constexpr int64_t kChunksForEach = 4;
// No chunk but the last is smaller, so that what is done once for each does not count for much.
constexpr int64_t kSmallestChunk = 64;
// Where all that can be parallel is.
constexpr int64_t kTinyChunk = 2;

struct StreamParts {
  Atom width;
  const Lambda* fn;
  std::span<const Atom> neutral;
  std::span<const Var> arrays;
  const StreamRed* reduce;  // null: nothing is combined
};

class CutStreams : public StatementRewriter {
 public:
  CutStreams(const Program& program, const Target& target)
      : StatementRewriter(program), target_(target) {}

 private:
  bool rewrite(const Stm& old) override {
    const Stm stm = stm_children(old);
    if (stm.op->kind == Kind::Iota) iotas_[stm.pattern[0]] = stm;
    const bool replaced = match(
        stm.op,
        [&](const StreamMap& n) { return cut(stm, {n.width, n.fn, {}, n.arrays, nullptr}); },
        [&](const StreamRed& n) { return cut(stm, {n.width, n.fn, n.neutral, n.arrays, &n}); },
        [](const auto&) { return false; });
    if (!replaced) builder_.add(stm);
    return replaced || stm.op != old.op;
  }

  const Lambda* lambda(const Lambda* old) override { return old; }

  // Where chunks begin, and how long they are.
  struct Cuts {
    Atom chunks;
    Atom first;  // where the first one begins
    Atom size;
    Atom end;  // the last one ends here, so that it may be shorter
  };

  bool cut(const Stm& stm, const StreamParts& stream) {
    auto is_regular = [&](Var var) { return !storage_.type(var)->is_irregular(); };
    if (!wants_chunks(stream.fn) || !std::ranges::all_of(stm.pattern, is_regular) ||
        !std::ranges::all_of(stream.arrays, is_regular)) {
      return false;
    }
    const std::span<const Var> combined = stm.pattern.first(stream.neutral.size());
    const std::span<const Var> arrays = stm.pattern.subspan(stream.neutral.size());
    const Atom zero = Atom::i64(0);
    const Atom one = Atom::i64(1);
    if (arrays.empty()) {
      const Atom size = chunk_size(rounded_up(stream.width, Atom::i64(most_chunks())));
      const Atom chunks = rounded_up(stream.width, size);
      const std::vector<Var> given =
          map_chunks(stm, stream, stream.fn, {chunks, zero, size, stream.width}, Sizes::Differ);
      combine(stm, stream, combined, chunks, given);
      return true;
    }
    const Atom size =
        chunk_size(builder_.binary(BinaryOp::Quot, stream.width, Atom::i64(most_chunks())));
    const Atom chunks = builder_.binary(BinaryOp::Quot, stream.width, size, "chunks");
    const Atom done = builder_.binary(BinaryOp::Mul, chunks, size, "done");
    const Atom rest = builder_.binary(BinaryOp::Sub, stream.width, done, "rest");
    const Atom last = builder_.binary(BinaryOp::Min, rest, one, "last");
    const Lambda* again = clone_lambda(storage_, stream.fn);
    const std::vector<Var> main =
        map_chunks(stm, stream, stream.fn, {chunks, zero, size, done}, Sizes::Equal);
    const std::vector<Var> others =
        map_chunks(stm, stream, again, {last, done, rest, stream.width}, Sizes::Equal);
    for (size_t i = 0; i < arrays.size(); i++) {
      const size_t number = combined.size() + i;
      const Var first = end_to_end(main[number], done);
      join(arrays[i], first, end_to_end(others[number], rest));
    }
    if (combined.empty()) return true;
    const Atom all = builder_.binary(BinaryOp::Add, chunks, last, "all");
    std::vector<Var> values;
    for (size_t i = 0; i < combined.size(); i++) {
      const Var joined = builder_.new_var("values", rows(all, storage_.type(stream.neutral[i])));
      join(joined, main[i], others[i]);
      values.push_back(joined);
    }
    combine(stm, stream, combined, all, values);
    return true;
  }

  // ---- Sizes

  int64_t most_chunks() const { return kChunksForEach * target_.flatten.enough_outer; }
  Atom chunk_size(const Atom& wanted) {
    const int64_t least = target_.flatten.all ? kTinyChunk : kSmallestChunk;
    return builder_.binary(BinaryOp::Max, wanted, Atom::i64(least), "size");
  }
  Atom rounded_up(const Atom& x, const Atom& by) {
    const Atom less = builder_.binary(BinaryOp::Sub, by, Atom::i64(1));
    return builder_.binary(BinaryOp::Quot, builder_.binary(BinaryOp::Add, x, less), by);
  }
  const Type* rows(const Atom& count, const Type* row) {
    const Dim dim = Builder::dim(count);
    return storage_.types.with_outer({&dim, 1}, row);
  }

  // ---- Chunks

  // Are chunks as long as each other, so that what they give are rows?
  enum class Sizes : uint8_t { Equal, Differ };

  // What each chunk gives: what is combined, and then rows.
  std::vector<Var> map_chunks(const Stm& stm, const StreamParts& stream, const Lambda* fn,
                              const Cuts& cuts, Sizes sizes) {
    const Type* i64 = storage_.types.scalar(Prim::I64);
    const Var numbers =
        builder_.let("numbers", rows(cuts.chunks, i64),
                     builder_.make(Iota{{}, cuts.chunks, Atom::i64(0), Atom::i64(1)}));
    const Var number = builder_.new_var("number", i64);
    const Body* body = builder_.body([&] {
      const Atom before = builder_.binary(BinaryOp::Mul, number, cuts.size);
      const Atom start = builder_.binary(BinaryOp::Add, cuts.first, before, "start");
      Atom count = cuts.size;
      if (sizes == Sizes::Differ) {
        const Atom left = builder_.binary(BinaryOp::Sub, cuts.end, start);
        count = builder_.binary(BinaryOp::Min, cuts.size, left, "count");
      }
      return apply(stm, stream, fn, start, count);
    });
    std::vector<Var> given;
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      const bool is_row = i >= stream.neutral.size();
      const Type* type =
          is_row ? rows(cuts.size, storage_.types.without_outer(storage_.type(stm.pattern[i]), 1))
                 : storage_.type(stream.neutral[i]);
      given.push_back(builder_.new_var("chunks", rows(cuts.chunks, type)));
    }
    const Lambda each{builder_.list<Param>({{number}}), body, stm.place};
    builder_.add(
        given,
        builder_.make(
            Map{{}, cuts.chunks, storage_.arena.make<Lambda>(each), builder_.list<Var>({numbers})}),
        stm.certs);
    builder_.annotate_last({AttributeKind::SequentialInner});
    return given;
  }

  // The statements of the function for one chunk, and its results.
  std::vector<Atom> apply(const Stm& stm, const StreamParts& stream, const Lambda* fn,
                          const Atom& start, const Atom& count) {
    Substitution by;
    by[fn->params[0].var] = count;
    size_t next = 1;
    for (const Atom& value : stream.neutral) {
      const Param& param = fn->params[next++];
      by[param.var] = owned(value, param);
    }
    for (Var array : stream.arrays) {
      const Param& param = fn->params[next++];
      const Type* type = substitute(storage_, storage_.type(param.var), by);
      by[param.var] = owned(chunk(stm, array, type, start, count), param);
    }
    const Body* inlined = substitute(storage_, fn->body, by);
    for (const Stm& inner : inlined->stms) builder_.add(inner);
    return {inlined->results.begin(), inlined->results.end()};
  }

  // A part of an array. One of numbers in order is numbers in order: they are not made.
  Var chunk(const Stm& stm, Var array, const Type* type, const Atom& start, const Atom& count) {
    const auto found = iotas_.find(array);
    if (found == iotas_.end()) {
      const SliceDim part{false, start, count, Atom::i64(1)};
      return builder_.let("chunk", type,
                          builder_.make(Slice{{}, array, builder_.list<SliceDim>({part})}),
                          stm.certs);
    }
    const Iota& all = *as<Iota>(found->second.op);
    const Prim prim = type->elem;
    const Atom number = prim == Prim::I64 ? start : builder_.convert(prim, start);
    const Atom offset = builder_.binary(BinaryOp::Mul, number, all.step);
    const Atom first = builder_.binary(BinaryOp::Add, all.start, offset);
    std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
    certs.insert(certs.end(), found->second.certs.begin(), found->second.certs.end());
    return builder_.let("chunk", type, builder_.make(Iota{{}, count, first, all.step}), certs);
  }

  // The value for a parameter that may be consumed, which nothing else refers to.
  Atom owned(const Atom& value, const Param& param) {
    const Type* type = storage_.type(value);
    if (!param.unique || !type->is_array()) return value;
    return builder_.let("copy", type, builder_.make(Copy{{}, value.var}));
  }

  // ---- Results

  Var end_to_end(Var of_chunks, const Atom& count) {
    const Type* type = storage_.type(of_chunks);
    std::vector<Atom> dims{count};
    for (size_t d = 2; d < type->rank(); d++) dims.push_back(Builder::atom(type->dims[d]));
    return builder_.let("elements", rows(count, storage_.types.without_outer(type, 2)),
                        builder_.make(Reshape{{}, of_chunks, builder_.list(dims)}));
  }

  void join(Var result, Var first, Var second) {
    builder_.add({&result, 1}, builder_.make(Concat{{}, builder_.list<Var>({first, second})}));
  }

  void combine(const Stm& stm, const StreamParts& stream, std::span<const Var> results,
               const Atom& chunks, const std::vector<Var>& values) {
    Reduce reduce{};
    reduce.width = chunks;
    reduce.commutative = stream.reduce->commutative;
    reduce.op = stream.reduce->op;
    reduce.neutral = stream.neutral;
    reduce.arrays = builder_.list(values);
    builder_.add(results, builder_.make(reduce), stm.certs);
  }

  const Target& target_;
  std::unordered_map<Var, Stm> iotas_;
};

}  // namespace

Program cut_streams(const Program& program, const Target& target) {
  return CutStreams(program, target).program(program);
}

}  // namespace planish::passes
