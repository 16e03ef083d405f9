#include "passes/fusion/whole_streams.h"

#include <algorithm>

#include "analysis/consumed.h"
#include "analysis/streams.h"
#include "passes/common/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

// Is there a loop in the code that is not inside of an operator? It goes over the elements of a
// chunk one after the other.
bool has_loop(const Body* body) {
  return std::ranges::any_of(body->stms, [](const Stm& stm) {
    bool found = stm.op->kind == Kind::Loop;
    for_each_body(stm.op, [&](const Body* inner) { found = found || has_loop(inner); });
    return found;
  });
}

// At most so many chunks, and none smaller than that unless there is but one: this does not depend
// on the machine, so results do not either.
constexpr int64_t kMostChunks = 256;
constexpr int64_t kSmallestChunk = 64;

class WholeStreams : public StatementRewriter {
 public:
  explicit WholeStreams(const Program& program) : StatementRewriter(program), consumed_(program) {}

 private:
  bool rewrite(const Stm& old) override {
    Stm stm = stm_children(old);
    bool replaced = match(
        stm.op,
        [&](const StreamMap& n) {
          return in_chunks(stm, n.width, n.fn, {}, n.arrays, nullptr) ||
                 stream(stm, n.width, n.fn, {}, n.arrays, nullptr);
        },
        [&](const StreamSeq& n) { return stream(stm, n.width, n.fn, n.init, n.arrays, nullptr); },
        [&](const StreamRed& n) {
          return in_chunks(stm, n.width, n.fn, n.neutral, n.arrays, &n) ||
                 stream(stm, n.width, n.fn, n.neutral, n.arrays, n.op);
        },
        [&](const auto&) { return false; });
    if (!replaced) builder_.add(stm);
    return replaced || stm.op != old.op;
  }

  // Inside of an operator there is one chunk for each row.
  const Lambda* lambda(const Lambda* old) override {
    depth_++;
    const Lambda* made = lambda_children(old);
    depth_--;
    return made;
  }

  // If the function goes over its chunk one by one, many chunks are done at once: a flat_map that
  // gives what each carries and its arrays. `reduce` combines what they carry.
  bool in_chunks(const Stm& stm, const Atom& width, const Lambda* fn, std::span<const Atom> carried,
                 std::span<const Var> arrays, const StreamRed* reduce) {
    auto is_regular = [&](Var var) { return !storage_.type(var)->is_irregular(); };
    if (depth_ > 0 || !has_loop(fn->body) || !std::ranges::all_of(stm.pattern, is_regular) ||
        !std::ranges::all_of(arrays, is_regular)) {
      return false;
    }
    const size_t rows = stm.pattern.size() - carried.size();
    const Type* i64 = storage_.types.scalar(Prim::I64);
    auto rounded_up = [&](const Atom& x, const Atom& by) {
      Atom less = builder_.binary(BinaryOp::Sub, by, Atom::i64(1));
      return builder_.binary(BinaryOp::Quot, builder_.binary(BinaryOp::Add, x, less), by);
    };
    Atom size = builder_.binary(BinaryOp::Max, rounded_up(width, Atom::i64(kMostChunks)),
                                Atom::i64(kSmallestChunk), "size");
    Atom chunks = rounded_up(width, size);
    Dim chunks_dim = Builder::dim(chunks);
    const Type* numbers_type = storage_.types.array(Prim::I64, {&chunks_dim, 1});
    Var numbers = builder_.let("numbers", numbers_type,
                               builder_.make(Iota{{}, chunks, Atom::i64(0), Atom::i64(1)}));
    Var number = builder_.new_var("number", i64);
    const Body* body = builder_.body([&] {
      Atom start = builder_.binary(BinaryOp::Mul, number, size, "start");
      Atom rest = builder_.binary(BinaryOp::Sub, width, start, "rest");
      Atom count = builder_.binary(BinaryOp::Min, size, rest, "count");
      std::vector<Atom> args{count};
      for (size_t i = 0; i < carried.size(); i++)
        args.push_back(owned(carried[i], fn->params[i + 1]));
      for (size_t i = 0; i < arrays.size(); i++) {
        const Param& param = fn->params[1 + carried.size() + i];
        Dim dim = Builder::dim(count);
        const Type* type = storage_.types.with_outer(
            {&dim, 1}, storage_.types.without_outer(storage_.type(arrays[i]), 1));
        SliceDim part{false, start, count, Atom::i64(1)};
        Var chunk = builder_.let(
            "chunk", type, builder_.make(Slice{{}, arrays[i], builder_.list<SliceDim>({part})}));
        args.push_back(owned(chunk, param));
      }
      std::vector<Atom> given = apply(fn, args, stm);
      // Rows come before elements.
      std::ranges::rotate(given, given.begin() + ptrdiff_t(carried.size()));
      if (rows > 0) given.insert(given.begin(), count);
      return given;
    });
    auto like = [&](const Dim& outer, const Type* element) {
      return builder_.new_var("chunks", storage_.types.with_outer({&outer, 1}, element));
    };
    std::vector<Var> last;  // of each chunk
    for (const Atom& value : carried) last.push_back(like(chunks_dim, storage_.type(value)));
    std::vector<Var> pattern;
    std::vector<Var> joined;
    if (rows > 0) {
      Var total = builder_.new_var("total", i64);
      pattern = {total, builder_.new_var("lengths", numbers_type)};
      for (Var var : stm.pattern.subspan(carried.size()))
        joined.push_back(
            like(Dim::variable(total), storage_.types.without_outer(storage_.type(var), 1)));
      pattern.insert(pattern.end(), joined.begin(), joined.end());
    }
    pattern.insert(pattern.end(), last.begin(), last.end());
    Lambda one{builder_.list<Param>({{number}}), body, stm.place};
    const auto* each = storage_.arena.make<Lambda>(one);
    std::span<const Var> numbers_only = builder_.list<Var>({numbers});
    std::span<const uint32_t> groups = builder_.list<uint32_t>({static_cast<uint32_t>(rows)});
    const Op* op = builder_.make(Map{{}, chunks, each, numbers_only});
    if (rows > 0) op = builder_.make(FlatMap{{}, chunks, each, numbers_only, groups});
    builder_.add(pattern, op, stm.certs);
    for (size_t i = 0; i < rows; i++)
      builder_.add(stm.pattern.subspan(carried.size() + i, 1),
                   builder_.make(Coerce{{}, joined[i]}));
    if (reduce == nullptr) return true;
    Reduce combine{};
    combine.width = chunks;
    combine.commutative = reduce->commutative;
    combine.op = reduce->op;
    combine.neutral = reduce->neutral;
    combine.arrays = builder_.list(last);
    builder_.add(stm.pattern.first(carried.size()), builder_.make(combine), stm.certs);
    return true;
  }

  // `op` combines what is carried with the neutral values, which `carried` is then.
  bool stream(const Stm& stm, const Atom& width, const Lambda* fn, std::span<const Atom> carried,
              std::span<const Var> arrays, const Lambda* op) {
    std::vector<Atom> args{width};
    for (size_t i = 0; i < carried.size(); i++)
      args.push_back(owned(carried[i], fn->params[i + 1]));
    args.insert(args.end(), arrays.begin(), arrays.end());
    std::vector<Atom> results = apply(fn, args, stm);
    if (op != nullptr) {
      std::vector<Atom> operands;
      for (size_t i = 0; i < carried.size(); i++)
        operands.push_back(owned(carried[i], op->params[i]));
      operands.insert(operands.end(), results.begin(), results.begin() + ptrdiff_t(carried.size()));
      std::ranges::copy(apply(op, operands, stm), results.begin());
    }
    for (size_t i = 0; i < results.size(); i++) bind(stm, i, results[i], fn->body->results[i]);
    return true;
  }

  // The value for a parameter that may be consumed, which nothing else refers to.
  Atom owned(const Atom& value, const Param& param) {
    const Type* type = storage_.type(value);
    if (!param.unique || !type->is_array()) return value;
    return builder_.let("copy", type, builder_.make(Copy{{}, value.var}));
  }

  // Adds the statements of the lambda, which stands nowhere else, and gives its results.
  std::vector<Atom> apply(const Lambda* lambda, const std::vector<Atom>& args,
                          const Stm& instead_of) {
    Substitution by;
    for (size_t i = 0; i < args.size(); i++) {
      Var param = lambda->params[i].var;
      // A size in the type of a parameter may have been replaced, and the argument then has another
      // name for it.
      const Type* wanted = substitute(storage_, storage_.type(param), by);
      Atom arg = args[i];
      if (wanted->is_array() && wanted != storage_.type(arg)) {
        arg = builder_.let("chunk", wanted, builder_.make(Coerce{{}, arg.var}), instead_of.certs);
      }
      by[param] = arg;
    }
    const Body* inlined = substitute(storage_, lambda->body, by);
    for (Stm stm : inlined->stms) {
      std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
      certs.insert(certs.end(), instead_of.certs.begin(), instead_of.certs.end());
      stm.certs = storage_.arena.copy(certs);
      builder_.add(stm);
    }
    return {inlined->results.begin(), inlined->results.end()};
  }

  // Result number i of the statement is this atom, which was called `before` in the lambda. The
  // result of a stream is fresh, so it may have to be a copy.
  void bind(const Stm& stm, size_t i, const Atom& result, const Atom& before) {
    Var var = stm.pattern[i];
    const Type* type = storage_.type(var);
    bool shares = type->is_array() && (consumed_.contains(var) || consumed_.contains(before.var));
    Atom value = result;
    if (shares) {
      value = builder_.let("copy", storage_.type(result), builder_.make(Copy{{}, result.var}));
    }
    const Op* op = nullptr;
    if (type->is_array() && type != storage_.type(value)) {
      op = builder_.make(Coerce{{}, value.var});
    } else {
      op = builder_.make(Same{{}, value});
    }
    builder_.add({&var, 1}, op, stm.certs);
  }

  ConsumedArrays consumed_;
  size_t depth_ = 0;  // of lambdas around
};

}  // namespace

Program whole_streams(const Program& program) {
  if (!has_streams(program)) return program;
  return WholeStreams(program).program(program);
}

}  // namespace planish::passes
