#include "interp/compile/iterations.h"

#include <algorithm>

#include "ir/match.h"

namespace planish::interp {

std::vector<Input> Iterations::inputs(std::span<const ir::Var> arrays,
                                      std::span<const ir::Param> params,
                                      std::span<const Slot> slots) {
  std::vector<Input> made;
  for (size_t i = 0; i < arrays.size(); i++) {
    const ir::Type& array = type(arrays[i]);
    Input& input = made.emplace_back();
    input.from = use(arrays[i]);
    input.param = slots[i];
    input.elem = array.elem;
    input.consumed = params[i].unique;
    if (array.is_acc())
      input.kind = ValueKind::Acc;
    else
      input.kind = array.rank() == 1 ? ValueKind::Scalar : ValueKind::Array;
  }
  return made;
}

std::vector<Output> Iterations::outputs(std::span<const Source> elements, size_t first_result,
                                        const Iterated& iterated) {
  std::vector<Output> made;
  for (size_t i = 0; i < elements.size(); i++) {
    const ir::Var var = pattern(first_result + i);
    Output& output = made.emplace_back();
    output.element = elements[i];
    if (type(var).is_acc()) {
      output.kind = ValueKind::Acc;
      const size_t given = first_result + i - iterated.leading;
      ir::Var from = origin(*iterated.body, iterated.body->results[given].var);
      const size_t first_param = iterated.params.size() - iterated.arrays.size();
      for (size_t k = 0; k < iterated.arrays.size(); k++) {
        if (iterated.params[first_param + k].var == from) from = iterated.arrays[k];
      }
      output.initial = use(from);
    } else {
      output.kind = elements[i].transfer == Transfer::Scalar ? ValueKind::Scalar : ValueKind::Array;
      output.spec = spec(type(var));
    }
    output.to = bind(var);
  }
  return made;
}

Combine Iterations::combine(const ir::Lambda& op, size_t count) {
  if (op.params.size() != 2 * count)
    throw BrokenRule{"an operator has another number of parameters than two for each value"};
  Combine made;
  open_body();
  std::vector<Slot> left;
  for (size_t i = 0; i < 2 * count; i++) {
    const ir::Param& param = op.params[i];
    const bool is_array = kind(type(param.var)) == ValueKind::Array;
    const Source slot{bind(param.var), is_array ? Transfer::CopyArray : Transfer::Scalar};
    (i < count ? made.left : made.right).push_back(slot);
    if (i < count) {
      left.push_back(slot.slot);
      made.consumes_left |= param.unique && is_array;
    }
  }
  made.code = bodies_.statements(*op.body, left);
  close_body();
  return made;
}

std::vector<Move> Iterations::moves(std::span<const ir::Atom> from, std::span<const Source> to) {
  std::vector<Move> made;
  for (size_t i = 0; i < from.size(); i++) made.push_back({source(from[i]), to[i].slot});
  return made;
}

std::vector<Move> Iterations::moves(std::span<const Source> from, std::span<const ir::Var> to) {
  std::vector<Move> made;
  for (size_t i = 0; i < from.size(); i++) made.push_back({from[i], bind(to[i])});
  return made;
}

std::vector<Move> Iterations::dests(std::span<const ir::Var> arrays) {
  std::vector<Move> made;
  for (size_t i = 0; i < arrays.size(); i++) {
    const Source from{take(arrays[i]), Transfer::TakeArray};
    made.push_back({from, result(i)});
  }
  return made;
}

std::vector<Slot> Iterations::slots_of(std::span<const Source> sources) {
  std::vector<Slot> slots;
  for (const Source& source : sources) slots.push_back(source.slot);
  return slots;
}

Code Iterations::post(const ir::Lambda& fn, const Combine& combine, std::vector<Source>& further) {
  open_body();
  const size_t count = combine.left.size();
  for (size_t i = 0; i < fn.params.size(); i++)
    bind_at(fn.params[i].var, i < count ? combine.left[i].slot : further.at(i - count).slot);
  further.erase(further.begin(),
                further.begin() + static_cast<ptrdiff_t>(fn.params.size() - count));
  Code code = bodies_.statements(*fn.body, {});
  close_body();
  return code;
}

RowOutputs Iterations::row_outputs(Code& body, std::span<const uint32_t> groups,
                                   const Iterated& iterated, size_t outer) {
  RowOutputs made;
  const std::span<Source> given = body.results;
  const size_t group_count = groups.size();
  for (size_t g = 0; g < group_count; g++) made.groups.push_back({given[g].slot, result(g), {}});
  made.lengths = space_outputs(given.first(group_count), group_count, outer, iterated);
  size_t next = group_count;
  for (size_t g = 0; g < group_count; g++) {
    for (uint32_t row = 0; row < groups[g]; row++, next++) {
      const ir::Type& bound = type(pattern(group_count + next));
      if (!same_form(type(iterated.body->results[next].var).dims, bound.dims))
        throw BrokenRule{"rows that vary in other dimensions than what they become"};
      made.groups[g].rows.push_back(
          {ValueKind::Array, given[next], spec(bound, 0), bind(pattern(group_count + next)), 0});
    }
  }
  results_in_form(given.subspan(next), iterated.body->results.subspan(next), group_count + next,
                  outer, body);
  made.elements = space_outputs(given.subspan(next), group_count + next, outer, iterated);
  return made;
}

ir::Var Iterations::origin(const ir::Body& body, ir::Var acc) const {
  for (size_t i = body.stms.size(); i-- > 0;) {
    const ir::Stm& stm = body.stms[i];
    const auto bound = std::ranges::find(stm.pattern, acc);
    if (bound == stm.pattern.end()) continue;
    acc = origin(stm.op, static_cast<size_t>(bound - stm.pattern.begin()), stm.pattern);
  }
  return acc;
}

ir::Var Iterations::origin(const ir::Op* op, size_t result, std::span<const ir::Var> bound) const {
  // An operation that takes accumulators gives as many, in the same order.
  const auto is_acc = [&](ir::Var var) { return var && type(var).is_acc(); };
  auto number = static_cast<size_t>(std::ranges::count_if(bound.first(result), is_acc));
  const auto among = [&](const auto& operands) -> ir::Var {
    for (const auto& operand : operands) {
      const ir::Var var = ir::Atom(operand).var;
      if (is_acc(var) && number-- == 0) return var;
    }
    throw BrokenRule{"an accumulator that comes from nowhere"};
  };
  return ir::match(
      op, [&](const ir::UpdateAcc& n) { return n.acc; },
      [&](const ir::Same& n) { return n.value.var; },
      [&](const ir::Opaque& n) { return n.value.var; },
      [&](const ir::If& n) { return origin(*n.then_body, n.then_body->results[result].var); },
      [&](const ir::Match& n) {
        return origin(*n.cases[0].body, n.cases[0].body->results[result].var);
      },
      [&](const ir::Loop& n) { return n.params[result].init.var; },
      [&](const ir::Call& n) { return among(n.args); },
      [&](const ir::WithAcc& n) {
        const size_t further = result - n.arrays.size() + 1;
        return origin(*n.fn->body, n.fn->body->results[further].var);
      },
      [&](const auto& n) {
        if constexpr (requires { n.space; }) {
          size_t given = result;
          if constexpr (requires { n.groups; }) given -= n.groups.size();
          return origin(*n.body, n.body->results[given].var);
        } else if constexpr (requires {
                               n.arrays;
                               n.width;
                             })
          return among(n.arrays);
        else
          return among(std::span<const ir::Var>());
      });
}

std::vector<Output> Iterations::space_outputs(std::span<const Source> elements, size_t first_result,
                                              size_t outer, const Iterated& iterated) {
  std::vector<Output> made = outputs(elements, first_result, iterated);
  for (Output& output : made) {
    if (output.kind == ValueKind::Acc) continue;
    std::vector<Slot>& dims = output.spec.dims;
    if (dims.size() < outer)
      throw BrokenRule{"a result has fewer dimensions than an array over the space"};
    dims.erase(dims.begin() + 1, dims.begin() + static_cast<ptrdiff_t>(outer));
  }
  return made;
}

}  // namespace planish::interp
