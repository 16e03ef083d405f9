#include "passes/fusion/whole_streams.h"

#include <algorithm>

#include "analysis/consumed.h"
#include "analysis/streams.h"
#include "ir/facts.h"
#include "passes/common/statement_rewriter.h"
#include "passes/fusion/chunk_code.h"

namespace planish::passes {

using namespace ir;

namespace {

class WholeStreams : public StatementRewriter {
 public:
  explicit WholeStreams(const Program& program) : StatementRewriter(program), consumed_(program) {}

 private:
  bool rewrite(const Stm& old) override {
    Stm stm = stm_children(old);
    bool replaced = match(
        stm.op,
        [&](const StreamMap& n) { return stream(stm, n.width, n.fn, {}, n.arrays, nullptr); },
        [&](const StreamSeq& n) { return stream(stm, n.width, n.fn, n.init, n.arrays, nullptr); },
        [&](const StreamRed& n) { return stream(stm, n.width, n.fn, n.neutral, n.arrays, n.op); },
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

  bool stream(const Stm& stm, const Atom& width, const Lambda* fn, std::span<const Atom> carried,
              std::span<const Var> arrays, const Lambda* op) {
    auto given = [&] { return all_at_once(stm, width, fn, carried, arrays, op); };
    const bool may_fail = needs_elements(fn) && !is_positive(width) && is_regular(stm);
    const std::vector<Atom> results = may_fail ? unless_empty(stm, width, carried, given) : given();
    for (size_t i = 0; i < results.size(); i++) bind(stm, i, results[i], fn->body->results[i]);
    return true;
  }

  bool is_regular(const Stm& stm) const {
    return std::ranges::none_of(stm.pattern,
                                [&](Var var) { return storage_.type(var)->is_irregular(); });
  }
  static bool is_positive(const Atom& width) {
    return width.is_const() && static_cast<int64_t>(width.constant.bits) > 0;
  }

  // What `give` says, if there are elements: the function is not applied to an empty chunk.
  template <class Give>
  std::vector<Atom> unless_empty(const Stm& stm, const Atom& width, std::span<const Atom> carried,
                                 const Give& give) {
    const Atom some = builder_.binary(BinaryOp::Lt, Atom::i64(0), width, "some");
    const Body* there = builder_.body(give);
    const Body* none = builder_.body([&] {
      std::vector<Atom> results(carried.begin(), carried.end());
      for (Var var : stm.pattern.subspan(carried.size())) {
        const Type* type = storage_.type(var);
        std::vector<Atom> dims;
        for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
        results.push_back(builder_.let(
            "none", type, builder_.make(Replicate{{}, builder_.list(dims), Const{type->elem, 0}})));
      }
      return results;
    });
    std::vector<Var> made;
    std::vector<Atom> results;
    for (Var var : stm.pattern) {
      made.push_back(builder_.new_var("made", storage_.type(var)));
      results.push_back(made.back());
    }
    builder_.add(made, builder_.make(If{{}, some, there, none}), stm.certs);
    return results;
  }

  // `op` combines what is carried with the neutral values, which `carried` is then.
  std::vector<Atom> all_at_once(const Stm& stm, const Atom& width, const Lambda* fn,
                                std::span<const Atom> carried, std::span<const Var> arrays,
                                const Lambda* op) {
    std::vector<Atom> args{width};
    for (size_t i = 0; i < carried.size(); i++)
      args.push_back(owned(carried[i], fn->params[i + 1]));
    args.insert(args.end(), arrays.begin(), arrays.end());
    const bool in_thread = depth_ > 0 && (wants_chunks(fn) || needs_elements(fn));
    std::vector<Atom> results = apply(fn, args, stm, in_thread ? Threads::One : Threads::Any);
    if (op == nullptr) return results;
    std::vector<Atom> operands;
    for (size_t i = 0; i < carried.size(); i++)
      operands.push_back(owned(carried[i], op->params[i]));
    operands.insert(operands.end(), results.begin(), results.begin() + ptrdiff_t(carried.size()));
    std::ranges::copy(apply(op, operands, stm, Threads::Any), results.begin());
    return results;
  }

  // The value for a parameter that may be consumed, which nothing else refers to.
  Atom owned(const Atom& value, const Param& param) {
    const Type* type = storage_.type(value);
    if (!param.unique || !type->is_array()) return value;
    return builder_.let("copy", type, builder_.make(Copy{{}, value.var}));
  }

  // Are operators of the function left to the thread that runs it?
  enum class Threads : uint8_t { One, Any };

  // Adds the statements of the lambda, which stands nowhere else, and gives its results.
  std::vector<Atom> apply(const Lambda* lambda, const std::vector<Atom>& args,
                          const Stm& instead_of, Threads threads) {
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
      if (threads == Threads::One && operator_parts(stm.op))
        builder_.annotate_last({AttributeKind::Sequential});
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
