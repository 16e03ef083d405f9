#include "interp/compile/bodies.h"

#include <algorithm>
#include <utility>

#include "interp/compile/operations.h"
#include "ir/chunk_steps.h"
#include "ir/match.h"

namespace planish::interp {

void Bodies::run() {
  for (const ir::Function* fn : state_.program.functions) {
    FunctionCode& made = state_.code.functions.emplace_back();
    made.fn = fn;
    state_.functions.emplace(fn->name, &made);
  }
  for (FunctionCode& fn : state_.code.functions) {
    try {
      function(fn);
    } catch (const BrokenRule& broken) {
      fn.error = broken.message;
    }
  }
  link_calls();
}

void Bodies::function(FunctionCode& fn) {
  state_.fn = &fn;
  state_.constants.clear();
  state_.bodies.clear();
  state_.stm = nullptr;
  open_body();
  for (const ir::Param& param : fn.fn->params) fn.params.push_back({{}, bind(param.var)});
  fn.body = statements(*fn.fn->body, {});
  close_body();
  // Slot -1 is the last of them.
  std::ranges::reverse(fn.constants);
}

void Bodies::link_calls() {
  for (const auto& [call, caller] : state_.calls) {
    const std::vector<Source>& results = call->callee->body.results;
    if (!call->callee->error.empty()) continue;
    if (results.size() != call->pattern.size()) {
      caller->error = "a call binds another number of results than the function has";
      continue;
    }
    for (size_t i = 0; i < results.size(); i++)
      call->results.push_back({results[i], call->pattern[i].slot});
  }
}

std::vector<Source> Bodies::sources_of_results(std::span<const ir::Atom> results) {
  std::vector<Source> sources;
  for (const ir::Atom& atom : results) sources.push_back(source(atom));
  // What is bound here is not needed here any more: the last one who wants it may have it.
  const auto depth = static_cast<int32_t>(state_.bodies.size()) - 1;
  for (size_t i = 0; i < results.size(); i++) {
    if (sources[i].transfer == Transfer::Scalar || state_.vars[results[i].var.id].depth != depth)
      continue;
    if (std::find(results.begin() + static_cast<ptrdiff_t>(i) + 1, results.end(), results[i]) ==
        results.end())
      sources[i].transfer = Transfer::TakeArray;
  }
  return sources;
}

Code Bodies::statements(const ir::Body& body, std::span<const Slot> to, std::vector<Instr> first) {
  Code code;
  const size_t start = first.size();
  code.instrs = std::move(first);
  std::vector<Instr>* outer = std::exchange(state_.out, &code.instrs);
  const size_t depth = state_.bodies.size() - 1;
  std::vector<size_t> ends;
  const size_t repeatable = ir::repeatable_statements(state_.program, body);
  for (const ir::Stm& stm : body.stms) {
    state_.bodies[depth].now++;
    statement(stm);
    if (ends.size() + 1 == repeatable) emit(end_step, 0);
    ends.push_back(code.instrs.size());
  }
  state_.bodies[depth].now++;
  if (body.results.size() < to.size()) throw BrokenRule{"a body has fewer results than are bound"};
  code.results = sources_of_results(body.results);
  emit_moves(std::span(code.results).first(to.size()), to);
  release_after_last_use(code, start, ends);
  code.results.erase(code.results.begin(),
                     code.results.begin() + static_cast<ptrdiff_t>(to.size()));
  state_.out = outer;
  return code;
}

void Bodies::release_after_last_use(Code& code, size_t start, std::span<const size_t> ends) {
  const BodyState& scope = state_.bodies.back();
  std::vector<std::pair<int32_t, Slot>> releases;
  for (ir::Var var : scope.arrays) {
    if (state_.vars[var.id].last < scope.now)
      releases.emplace_back(state_.vars[var.id].last, state_.vars[var.id].slot);
  }
  if (releases.empty()) return;
  std::ranges::sort(releases);
  std::vector<Instr> with_releases;
  size_t copied = 0;
  for (size_t i = 0; i < releases.size();) {
    const int32_t stm = releases[i].first;
    const size_t end = stm < 0 ? start : ends[static_cast<size_t>(stm)];
    with_releases.insert(with_releases.end(), code.instrs.begin() + static_cast<ptrdiff_t>(copied),
                         code.instrs.begin() + static_cast<ptrdiff_t>(end));
    copied = end;
    auto* data = make<ReleaseData>();
    for (; i < releases.size() && releases[i].first == stm; i++)
      data->slots.push_back(releases[i].second);
    with_releases.push_back({release_handles, 0, 0, 0, 0, data});
  }
  with_releases.insert(with_releases.end(), code.instrs.begin() + static_cast<ptrdiff_t>(copied),
                       code.instrs.end());
  code.instrs = std::move(with_releases);
}

Code Bodies::body(const ir::Body& body, std::span<const Slot> to) {
  open_body();
  Code code = statements(body, to);
  close_body();
  return code;
}

Code Bodies::lambda(const ir::Lambda& fn, std::span<const Slot> to, std::span<const ir::Var> arrays,
                    std::vector<Slot>& params) {
  if (fn.params.size() < arrays.size())
    throw BrokenRule{"a lambda has fewer parameters than there are arrays"};
  open_body();
  for (const ir::Param& param : fn.params) params.push_back(bind(param.var));
  const size_t first = params.size() - arrays.size();
  std::vector<Instr> conversions;
  for (size_t i = 0; i < arrays.size(); i++) {
    const ir::Type& param = type(fn.params[first + i].var);
    const ir::Type& array = type(arrays[i]);
    if (array.is_acc() || param.rank() == 0) continue;
    // Streams give arrays of the same rank: then all but the outer dimension are compared, too.
    const size_t outer = array.rank() - std::min(array.rank(), param.rank());
    const Slot slot = params[first + i];
    if (!same_form(array.dims.subspan(outer), param.dims))
      conversions.push_back(in_form(slot, slot, spec(param)));
  }
  Code code = statements(*fn.body, to, std::move(conversions));
  close_body();
  return code;
}

void Bodies::statement(const ir::Stm& stm) {
  const ir::Stm* outer = std::exchange(state_.stm, &stm);
  Operations operations(state_, *this);
  ir::match(stm.op, [&](const auto& op) { operations.operation(op); });
  state_.stm = outer;
}

}  // namespace planish::interp
