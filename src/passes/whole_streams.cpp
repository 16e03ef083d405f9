#include "passes/whole_streams.h"

#include <algorithm>

#include "analysis/consumed.h"
#include "analysis/inner_bodies.h"
#include "passes/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

bool has_streams(const Body* body) {
  return std::ranges::any_of(body->stms, [](const Stm& stm) {
    bool found = stm.op->kind == Kind::StreamMap || stm.op->kind == Kind::StreamSeq ||
                 stm.op->kind == Kind::StreamRed;
    for_each_inner_body(stm.op, [&](const Body* inner) { found = found || has_streams(inner); });
    return found;
  });
}

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
      // A size in the type of a parameter may have been replaced, and the argument then has another name for it.
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

  // Result number i of the statement is this atom, which was called `before` in the lambda. The result of a stream is
  // fresh, so it may have to be a copy.
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
};

}  // namespace

Program whole_streams(const Program& program) {
  auto is_free = [](const Function* fn) { return !has_streams(fn->body); };
  if (std::ranges::all_of(program.functions, is_free)) return program;
  return WholeStreams(program).program(program);
}

}  // namespace planish::passes
