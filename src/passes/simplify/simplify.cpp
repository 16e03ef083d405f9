#include "passes/simplify/simplify.h"

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "ir/facts.h"
#include "ir/scalar_eval.h"
#include "passes/common/total.h"
#include "passes/simplify/simplifier.h"
#include "passes/simplify/simplify_scalars.h"

namespace planish::passes {

using namespace ir;

namespace {

// How often each array is used, and how often for an element or a row of it.
struct UseCounts {
  std::vector<uint32_t> all;
  std::vector<uint32_t> indices;
};
UseCounts array_use_counts(const Program& program) {
  size_t variables = program.storage->vars.size();
  UseCounts counts{std::vector<uint32_t>(variables), std::vector<uint32_t>(variables)};
  auto use = [&](const Atom& atom) { counts.all[atom.var.id]++; };
  auto visit = [&](auto& self, const Body* body) -> void {
    for (const Stm& stm : body->stms) {
      for_each_atom(stm.op, use);
      if (const auto* index = as<Index>(stm.op)) counts.indices[index->array.id]++;
      for_each_inner_body(stm.op, [&](const Body* inner) { self(self, inner); });
    }
    std::ranges::for_each(body->results, use);
  };
  for (const Function* fn : program.functions) visit(visit, fn->body);
  return counts;
}

bool is_true(const Atom& atom) { return atom == Atom::boolean(true); }
bool is_false(const Atom& atom) { return atom == Atom::boolean(false); }
// A loop to this bound does nothing.
bool is_no_count(const Atom& bound) {
  if (!bound.is_const()) return false;
  return bound.constant.bits == 0 ||
         (is_signed(bound.constant.prim) && as_int64(bound.constant) < 0);
}

}  // namespace

Simplifier::Simplifier(const Program& program)
    : ForwardRewriter(*program.storage), consumed_(program) {
  UseCounts counts = array_use_counts(program);
  use_counts_ = std::move(counts.all);
  index_counts_ = std::move(counts.indices);
}

const Body* Simplifier::body(const Body* body) {
  const Body* around = std::exchange(body_, body);
  const Body* now = ForwardRewriter::body(body);
  body_ = around;
  return now;
}

// ---- Branches and loops that are decided

bool Simplifier::rewrite_early(const Stm& stm) {
  note_ranges(stm);
  if (facts(stm.op).memory == Memory::Fresh) {
    for (Var var : stm.pattern) body_of_[var] = body_;
  }
  return match(
      stm.op, [&](const If& op) { return decide_if(stm, op); },
      [&](const Match& op) { return decide_match(stm, op); },
      [&](const Loop& op) { return decide_loop(stm, op) || drop_invariants(stm, op); },
      [&](const Copy& op) { return drop_copy(stm, op); },
      [&](const Map& op) { return drop_operands(stm, op); },
      [&](const FlatMap& op) { return drop_operands(stm, op); }, [](const auto&) { return false; });
}

bool Simplifier::decide_if(const Stm& stm, const If& op) {
  Atom condition = atom(op.condition);
  if (!condition.is_const()) return false;
  bind(stm.pattern, splice(is_true(condition) ? op.then_body : op.else_body, stm), stm);
  return true;
}

bool Simplifier::decide_match(const Stm& stm, const Match& op) {
  Atom value = atom(op.value);
  const Body* chosen = op.otherwise;
  if (value.is_const()) {
    for (const MatchCase& one : op.cases) {
      if (one.value == value.constant) chosen = one.body;
    }
  } else if (!op.cases.empty()) {
    return false;
  }
  if (chosen == nullptr) return false;
  bind(stm.pattern, splice(chosen, stm), stm);
  return true;
}

bool Simplifier::decide_loop(const Stm& stm, const Loop& op) {
  bool is_for = op.condition == nullptr;
  Atom bound = is_for ? atom(op.bound) : Atom();
  bool never = is_for ? is_no_count(bound)
                      : op.condition->stms.empty() && is_false(atom(op.condition->results[0]));
  bool once = is_for && bound.is_const() && bound.constant.bits == 1;
  if (!never && !once) return false;
  std::vector<Atom> inits;
  for (const LoopParam& param : op.params) inits.push_back(atom(param.init));
  if (never) {
    bind(stm.pattern, inits, stm);
    return true;
  }
  replace(op.index, make_int(bound.constant.prim, 0));
  for (size_t i = 0; i < inits.size(); i++) bind(op.params[i].param.var, inits[i], stm);
  bind(stm.pattern, splice(op.body, stm), stm);
  return true;
}

// Note [Loops without an end]
// A `while` loop may never end. It is left out if nobody uses what it gives, but one whose result
// is used stays, even if that result could be told without it: `loop x = n while x >= 0 do x` is no
// other way to write `n`.

// A parameter that every iteration passes on as it is, is what it was before the loop.
bool Simplifier::drop_invariants(const Stm& stm, const Loop& op) {
  auto is_invariant = [&](size_t i) {
    const Var var = op.params[i].param.var;
    return op.body->results[i] == Atom(var) && type_of(atom(op.params[i].init)) == new_type(var);
  };
  auto is_used = [&](Var var) { return var.id < use_counts_.size() && use_counts_[var.id] > 0; };
  // Is there a result that only the loop can give? Then it stays.
  bool stays = op.condition == nullptr;
  for (size_t i = 0; i < op.params.size(); i++)
    stays = stays || (!is_invariant(i) && is_used(stm.pattern[i]));
  std::vector<LoopParam> params;
  std::vector<Atom> results;
  std::vector<Var> pattern;
  for (size_t i = 0; i < op.params.size(); i++) {
    const LoopParam& param = op.params[i];
    Var var = param.param.var;
    Atom init = atom(param.init);
    if (is_invariant(i) && (stays || !is_used(stm.pattern[i]))) {
      replace(var, init);
      bind(stm.pattern[i], init, stm);
    } else {
      params.push_back(param);
      results.push_back(op.body->results[i]);
      pattern.push_back(stm.pattern[i]);
    }
  }
  if (params.size() == op.params.size()) return false;
  Loop loop = op;
  loop.params = storage_.arena.copy(params);
  loop.body = storage_.arena.make<Body>(Body{op.body->stms, storage_.arena.copy(results)});
  Stm now = stm;
  now.op = make(loop);
  now.pattern = storage_.arena.copy(pattern);
  visit(now);
  return true;
}

// An index of a loop is below the bound, and so is an element of the iota that a map goes over.
void Simplifier::note_ranges(const Stm& stm) {
  if (const Loop* loop = as<Loop>(stm.op); loop != nullptr && loop->index)
    facts_.set_range(loop->index, atom(loop->bound));
  if (stm.op->kind != Kind::Map && stm.op->kind != Kind::FlatMap) return;
  std::span<const Var> arrays = element_arrays(stm.op);
  for (size_t i = 0; i < arrays.size(); i++) {
    const Iota* iota = facts_.definition<Iota>(atom(arrays[i]));
    if (iota != nullptr && iota->start == Atom::i64(0) && iota->step == Atom::i64(1))
      facts_.set_range(element_function(stm.op)->params[i].var, iota->count);
  }
}

// ---- Statements

void Simplifier::rewrite(const Stm& old) {
  Stm stm = old;
  while (true) {
    Step result = step(stm);
    if (result == Step::Done) return;
    if (result == Step::None) break;
  }
  emit(stm);
  if (stm.pattern.size() == 1) facts_.define(use(stm.pattern.front()), stm);
}

Simplifier::Step Simplifier::step(Stm& stm) {
  return match(
      stm.op, [&](const Same& op) { return be(stm, op.value); },
      [&](const Unary&) { return scalar_step(stm); },
      [&](const Binary&) { return scalar_step(stm); },
      [&](const Ternary&) { return scalar_step(stm); },
      [&](const Convert&) { return scalar_step(stm); },
      [&](const FromBits& op) {
        if (!op.bits.is_const()) return Step::None;
        return be(stm, from_bits(op.bits.constant.bits, storage_.type(stm.pattern[0])->elem));
      },
      [&](const Check& op) { return is_true(op.condition) ? be(stm, Atom::unit()) : Step::None; },
      [&](const If& op) { return if_step(stm, op); },
      [&](const Index& op) { return index_step(stm, op); },
      [&](const Slice& op) { return slice_step(stm, op); },
      [&](const Concat& op) { return concat_step(stm, op); },
      [&](const ArrayLit& op) { return literal_step(stm, op); },
      [&](const Reshape& op) { return reshape_step(stm, op); },
      [&](const Rearrange& op) { return rearrange_step(stm, op); },
      [&](const Coerce& op) { return coerce_step(stm, op); },
      [&](const Map& op) { return map_step(stm, op); }, [](const auto&) { return Step::None; });
}

Simplifier::Step Simplifier::scalar_step(Stm& stm) {
  auto prim = [&](const Atom& atom) { return type_of(atom)->elem; };
  SimplerScalar simpler = match(
      stm.op, [&](const Unary& op) { return simplify_unary(op, storage_, facts_); },
      [&](const Binary& op) { return simplify_binary(op, prim(op.x), facts_); },
      [&](const Ternary& op) { return simplify_ternary(op); },
      [&](const Convert& op) {
        Prim to = storage_.type(stm.pattern.front())->elem;
        return simplify_convert(op, prim(op.value), to, storage_, facts_);
      },
      [](const auto&) -> SimplerScalar { return NoChange{}; });
  return std::visit(Overloaded{[&](NoChange) { return Step::None; },
                               [&](const Atom& atom) { return be(stm, atom); },
                               [&](const auto& op) {
                                 stm.op = make(op);
                                 return Step::Changed;
                               }},
                    simpler);
}

Simplifier::Step Simplifier::be(const Stm& stm, const Atom& atom) {
  bind(stm.pattern.front(), atom, stm);
  return Step::Done;
}

// Results that both branches give alike are not results of the branch.
Simplifier::Step Simplifier::if_step(Stm& stm, const If& op) {
  std::vector<Var> pattern;
  std::vector<Atom> then_results;
  std::vector<Atom> else_results;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Atom& result = op.then_body->results[i];
    if (result == op.else_body->results[i] && type_of(result) == new_type(stm.pattern[i])) {
      replace(stm.pattern[i], result);
      continue;
    }
    pattern.push_back(stm.pattern[i]);
    then_results.push_back(result);
    else_results.push_back(op.else_body->results[i]);
  }
  if (pattern.size() == stm.pattern.size()) return logic_step(stm, op);
  auto with_results = [&](const Body* body, const std::vector<Atom>& results) {
    return storage_.arena.make<Body>(Body{body->stms, storage_.arena.copy(results)});
  };
  stm.pattern = storage_.arena.copy(pattern);
  stm.op = make(If{{},
                   op.condition,
                   with_results(op.then_body, then_results),
                   with_results(op.else_body, else_results)});
  return Step::Changed;
}

// The statements of both branches can be done before the branch: they are few and cannot fail.
bool Simplifier::do_always(const If& op) {
  constexpr size_t kMaxStatements = 4;
  auto is_cheap = [&](const Body* body) {
    return body->stms.size() <= kMaxStatements &&
           std::ranges::all_of(body->stms, [&](const Stm& s) {
             bool is_scalar = s.op->kind == Kind::Unary || s.op->kind == Kind::Binary ||
                              s.op->kind == Kind::Convert;
             return is_scalar && s.certs.empty() && is_total(storage_, s.op);
           });
  };
  if (!is_cheap(op.then_body) || !is_cheap(op.else_body)) return false;
  for (const Body* body : {op.then_body, op.else_body}) {
    for (const Stm& s : body->stms) emit(s);
  }
  return true;
}

// if c then x else false  ==>  c && x
Simplifier::Step Simplifier::logic_step(Stm& stm, const If& op) {
  bool empty = op.then_body->stms.empty() && op.else_body->stms.empty();
  if (stm.pattern.empty() && empty) return Step::Done;
  if (stm.pattern.size() != 1) return Step::None;
  const Type* type = storage_.type(stm.pattern.front());
  if (!type->is_scalar() || type->elem != Prim::Bool) return Step::None;
  const Atom& then_result = op.then_body->results[0];
  const Atom& else_result = op.else_body->results[0];
  bool is_logic = is_true(then_result) || is_false(else_result) ||
                  (is_false(then_result) && is_true(else_result));
  if (!is_logic || (!empty && !do_always(op))) return Step::None;
  if (is_true(then_result) && is_false(else_result)) return be(stm, op.condition);
  if (is_false(then_result) && is_true(else_result)) {
    stm.op = make(Unary{{}, UnaryOp::Not, op.condition});
  } else if (is_false(else_result)) {
    stm.op = make(Binary{{}, BinaryOp::And, op.condition, then_result});
  } else if (is_true(then_result)) {
    stm.op = make(Binary{{}, BinaryOp::Or, op.condition, else_result});
  } else {
    return Step::None;
  }
  return Step::Changed;
}

Program simplify(const Program& program) { return Simplifier(program).program(program); }

}  // namespace planish::passes
