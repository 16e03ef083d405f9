#include "analysis/consumed.h"

#include <numeric>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

ConsumedArrays::ConsumedArrays(const Program& program)
    : storage_(*program.storage), parent_(storage_.vars.size()), consumed_(storage_.vars.size()) {
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const Function* fn : program.functions) functions_.emplace(fn->name, fn);
  for (const Function* fn : program.functions) {
    body(fn->body);
    for (size_t i = 0; i < fn->results.size(); i++) {
      if (fn->results[i].unique) consume(fn->body->results[i]);
    }
  }
}

void ConsumedArrays::body(const Body* body) {
  for (const Stm& s : body->stms) {
    stm(s);
    for_each_inner_body(s.op, [&](const Body* inner) { this->body(inner); });
  }
}

void ConsumedArrays::stm(const Stm& stm) {
  auto view_of = [&](const Atom& atom) { share(stm.pattern.front(), atom); };
  auto update_of = [&](std::span<const Var> arrays) {
    for (size_t i = 0; i < arrays.size(); i++) {
      consume(arrays[i]);
      share(stm.pattern[i], arrays[i]);
    }
  };
  match(
      stm.op, [&](const Same& op) { view_of(op.value); },
      [&](const Opaque& op) { view_of(op.value); }, [&](const Trace& op) { view_of(op.value); },
      [&](const Index& op) { view_of(op.array); }, [&](const Slice& op) { view_of(op.array); },
      [&](const FlatSlice& op) { view_of(op.array); },
      [&](const Reshape& op) { view_of(op.array); },
      [&](const Rearrange& op) { view_of(op.array); }, [&](const Coerce& op) { view_of(op.array); },
      [&](const Update& op) { update_of({&op.array, 1}); },
      [&](const FlatUpdate& op) { update_of({&op.array, 1}); },
      [&](const UpdateAcc& op) { update_of({&op.acc, 1}); },
      [&](const Scatter& op) { update_of(op.dests); },
      [&](const SegScatter& op) { update_of(op.dests); },
      [&](const Hist& op) {
        update_of(op.dests);
        share_all(stm);
      },
      [&](const SegHist& op) {
        update_of(op.dests);
        share_all(stm);
      },
      [&](const Call& op) { call(stm, op); }, [&](const Loop& op) { loop(stm, op); },
      [&](const Map& op) { map(stm, op); }, [&](const WithAcc& op) { with_acc(stm, op); },
      [&](const If& op) {
        share_results(op.then_body, stm.pattern);
        share_results(op.else_body, stm.pattern);
      },
      [&](const Match& op) {
        for_each_inner_body(&op, [&](const Body* b) { share_results(b, stm.pattern); });
      },
      // These give scalars, or arrays of their own.
      [](const Unary&) {}, [](const Binary&) {}, [](const Ternary&) {}, [](const Convert&) {},
      [](const FromBits&) {}, [](const ArrayLit&) {}, [](const Iota&) {}, [](const Replicate&) {},
      [](const Concat&) {}, [](const Copy&) {}, [](const RowLengths&) {}, [](const RowLength&) {},
      [](const Check&) {}, [&](const auto&) { share_all(stm); });
}

void ConsumedArrays::call(const Stm& stm, const Call& call) {
  const Function* callee = functions_.at(call.fn);
  for (size_t i = 0; i < call.args.size(); i++) {
    if (callee->params[i].unique) consume(call.args[i]);
  }
  for (size_t r = 0; r < stm.pattern.size(); r++) {
    if (callee->results[r].unique) continue;
    for (const Atom& arg : call.args) share(stm.pattern[r], arg);
  }
}

void ConsumedArrays::loop(const Stm& stm, const Loop& loop) {
  for (size_t i = 0; i < loop.params.size(); i++) {
    const LoopParam& param = loop.params[i];
    share(param.param.var, param.init);
    share(param.param.var, loop.body->results[i]);
    share(param.param.var, stm.pattern[i]);
    if (param.param.unique) consume(param.init);
  }
}

void ConsumedArrays::map(const Stm& stm, const Map& map) {
  for (size_t i = 0; i < map.arrays.size(); i++) {
    share(map.fn->params[i].var, map.arrays[i]);
    if (map.fn->params[i].unique) consume(map.arrays[i]);
  }
  // What an iteration gives is copied into the result, unless it is an accumulator.
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    if (storage_.type(stm.pattern[i])->is_acc()) share(stm.pattern[i], map.fn->body->results[i]);
  }
}

void ConsumedArrays::with_acc(const Stm& stm, const WithAcc& with_acc) {
  for (Var array : with_acc.arrays) consume(array);
  share_all(stm);
}

// For what has no rule of its own: all that goes in or comes out may be the same memory.
void ConsumedArrays::share_all(const Stm& stm) {
  Var first;
  auto join = [&](const Atom& atom) {
    if (is_scalar(atom)) return;
    if (first) share(first, atom);
    first = atom.var;
  };
  for_each_atom(stm.op, join);
  for (Var var : stm.pattern) join(var);
  for_each_lambda(stm.op, [&](const Lambda* lambda) {
    for (const Param& param : lambda->params) {
      join(param.var);
      if (param.unique) consume(param.var);
    }
  });
  for_each_inner_body(stm.op, [&](const Body* body) {
    for (const Atom& result : body->results) join(result);
  });
}

bool ConsumedArrays::is_scalar(const Atom& atom) const {
  return atom.is_const() || storage_.type(atom.var)->is_scalar();
}

void ConsumedArrays::consume(const Atom& atom) {
  if (!is_scalar(atom)) consumed_[find(atom.var.id)] = true;
}

void ConsumedArrays::share(const Atom& a, const Atom& b) {
  if (is_scalar(a) || is_scalar(b)) return;
  uint32_t from = find(a.var.id);
  uint32_t to = find(b.var.id);
  parent_[from] = to;
  if (consumed_[from]) consumed_[to] = true;
}

void ConsumedArrays::share_results(const Body* body, std::span<const Var> with) {
  for (size_t i = 0; i < with.size(); i++) share(with[i], body->results[i]);
}

uint32_t ConsumedArrays::find(uint32_t id) {
  while (parent_[id] != id) {
    parent_[id] = parent_[parent_[id]];
    id = parent_[id];
  }
  return id;
}

}  // namespace planish
