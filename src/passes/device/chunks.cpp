#include "passes/device/chunks.h"

namespace planish::passes {

using namespace ir;

Combined::Combined(const Storage& storage, const Space& space, const Lambda* the_op,
                   std::span<const Atom> the_neutral, const Body* the_body)
    : levels(space.levels), op(the_op), neutral(the_neutral), body(the_body) {
  for (const Atom& atom : neutral) types.push_back(storage.type(atom));
}

std::vector<Atom> level_indices(std::span<const Level> levels) {
  std::vector<Atom> made;
  for (const Level& level : levels) made.emplace_back(level.index);
  return made;
}

ChunkCode::Chunks ChunkCode::chunks(const Combined& of, int64_t threads, int64_t least) {
  const Atom& count = of.last().bound;
  const Atom segments = of.outer().empty() ? Atom::i64(1) : code_.points_of(of.outer());
  const Atom wanted = code_.larger(
      code_.binary(BinaryOp::Div, Atom::i64(threads), code_.larger(segments, Atom::i64(1))),
      Atom::i64(1));
  const Atom size = code_.larger(code_.rounded_up_quotient(count, wanted), Atom::i64(least));
  return {size, code_.larger(code_.rounded_up_quotient(count, size), Atom::i64(1))};
}

std::vector<Atom> ChunkCode::chunk(const Combined& of, const Chunks& chunks, const Atom& number,
                                   const std::vector<Atom>& outer, std::span<const Var> certs) {
  const Atom start = code_.binary(BinaryOp::Mul, number, chunks.size, "start");
  const Atom rest = code_.binary(BinaryOp::Sub, of.last().bound, start, "rest");
  return in_order(of, outer, start, code_.smaller(chunks.size, rest), certs);
}

std::vector<Atom> ChunkCode::in_order(const Combined& of, const std::vector<Atom>& outer,
                                      const Atom& start, const Atom& count,
                                      std::span<const Var> certs) {
  Loop loop{};
  std::vector<LoopParam> params;
  std::vector<Atom> before;
  for (size_t i = 0; i < of.types.size(); i++) {
    const bool owned = of.op->params[i].unique && of.types[i]->is_array();
    Atom first = of.neutral[i];
    if (owned) first = builder_.let("own", of.types[i], builder_.make(Copy{{}, first.var}));
    params.push_back({{builder_.new_var("all", of.types[i]), owned}, first});
    before.emplace_back(params.back().param.var);
  }
  loop.params = builder_.list(params);
  loop.index = builder_.new_var("j", code_.i64());
  loop.bound = count;
  loop.body = builder_.body([&] {
    std::vector<Atom> at = outer;
    at.push_back(start == Atom::i64(0) ? Atom(loop.index)
                                       : code_.binary(BinaryOp::Add, start, loop.index, "at"));
    const std::vector<Atom> more = elements(of, at);
    return combine(of.op, before, more);
  });
  std::vector<Var> pattern;
  for (const Type* type : of.types) pattern.push_back(builder_.new_var("all", type));
  builder_.add(pattern, builder_.make(loop), certs);
  return {pattern.begin(), pattern.end()};
}

// The body's code with these indices.
std::vector<Atom> ChunkCode::elements(const Combined& of, const std::vector<Atom>& at) {
  Substitution by;
  for (size_t i = 0; i < at.size(); i++) by[of.levels[i].index] = at[i];
  const Body* body = clone_body(storage_, of.body, by);
  for (const Stm& stm : body->stms) builder_.add(stm);
  return {body->results.begin(), body->results.end()};
}

// What is owned already is not copied for the operator.
std::vector<Atom> ChunkCode::combine(const Lambda* op, std::span<const Atom> left,
                                     std::span<const Atom> right) {
  Substitution by;
  for (size_t i = 0; i < left.size(); i++) by[op->params[i].var] = left[i];
  for (size_t i = 0; i < right.size(); i++) {
    const Param& param = op->params[left.size() + i];
    Atom value = right[i];
    if (param.unique && storage_.type(value)->is_array())
      value = builder_.let("own", storage_.type(value), builder_.make(Copy{{}, value.var}));
    by[param.var] = value;
  }
  const Body* body = clone_body(storage_, op->body, by);
  for (const Stm& stm : body->stms) builder_.add(stm);
  return {body->results.begin(), body->results.end()};
}

}  // namespace planish::passes
