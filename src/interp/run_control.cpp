// Handlers of branches, loops, calls and checks.
#include <fmt/format.h>

#include <utility>

#include "interp/machine.h"
#include "interp/ops.h"
#include "interp/performed_call.h"
#include "interp/values.h"
#include "ir/scalar_eval.h"
#include "runtime/entry_sequences.h"
#include "runtime/value_io.h"

namespace planish::interp {

void branch(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const IfData&>(*i.data);
  run(s[i.b] != 0 ? op.then_code : op.else_code, m);
}

void match_value(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const MatchData&>(*i.data);
  for (const MatchData::Case& one : op.cases) {
    if (one.bits == s[i.b]) return run(one.code, m);
  }
  if (!op.has_otherwise) m.bug(op, "a match without a case for the value");
  run(op.otherwise, m);
}

void for_loop(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const LoopData&>(*i.data);
  uint64_t bound = s[i.b];
  if (is_signed(op.index_prim) && static_cast<int64_t>(bound) < 0) bound = 0;
  for (uint64_t k = 0; k < bound; k++) {
    m.poll();
    s[i.a] = k;
    run(op.body, m);
  }
}

namespace {

void run_with_step(const LoopData& op, Machine& m) {
  runtime::EntrySequences* sequences = m.world().sequences;
  for (;;) {
    m.kept.clear();
    for (Slot slot : op.kept) m.kept.push_back(m.frame.arrays[slot]);
    m.is_in_step = true;
    if (sequences != nullptr) sequences->begin_step();
    try {
      run(op.body, m);
      if (sequences != nullptr) sequences->end_chunk();
      return;
    } catch (Stopped& stopped) {
      const bool is_in_step = std::exchange(m.is_in_step, false);
      if (sequences == nullptr || stopped.failure.interrupted || stopped.failure.compiler_bug)
        throw;
      if (!is_in_step || !sequences->halve()) {
        stopped.failure.message += sequences->take_step_text();
        throw;
      }
    }
    for (size_t k = 0; k < op.kept.size(); k++) m.frame.arrays[op.kept[k]] = m.kept[k];
  }
}

}  // namespace

void while_loop(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const LoopData&>(*i.data);
  for (;;) {
    m.poll();
    run(op.condition, m);
    if (s[op.condition.results[0].slot] == 0) return;
    if (op.has_step)
      run_with_step(op, m);
    else
      run(op.body, m);
  }
}

void end_step(uint64_t*, const Instr&, Machine& m) {
  m.is_in_step = false;
  m.kept.clear();
}

void call(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = static_cast<const CallData&>(*i.data);
  m.call(*op.callee, op, op.args, op.results);
}

void use_constant(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const CallData&>(*i.data);
  if (!op.callee->error.empty()) m.bug(op, op.callee->error);
  m.ensure_computed(*op.callee, op.stm->place);
  for (size_t k = 0; k < op.results.size(); k++) {
    const FunctionCode::Computed& value = op.callee->computed[k];
    if (op.results[k].from.transfer == Transfer::Scalar)
      s[op.results[k].to] = value.scalar;
    else
      m.frame.arrays[op.results[k].to] = value.array;
  }
}

namespace {

// As in the text of a program, but without a suffix.
std::string scalar_text(Prim prim, uint64_t bits) {
  if (prim == Prim::Bool) return bits != 0 ? "true" : "false";
  if (prim == Prim::Unit) return "()";
  if (is_signed(prim)) return std::to_string(static_cast<int64_t>(bits));
  if (is_unsigned(prim)) return std::to_string(bits);
  if (prim == Prim::F64) return fmt::format("{}", ir::as_double({prim, bits}));
  return fmt::format("{}", static_cast<float>(ir::as_double({prim, bits})));
}

}  // namespace

void check(uint64_t* s, const Instr& i, Machine& m) {
  if (s[i.b] != 0) [[likely]]
    return;
  const auto& op = static_cast<const CheckData&>(*i.data);
  std::string message;
  for (const CheckData::Part& part : op.message) {
    if (!part.text.empty())
      message += part.text;
    else if (part.kind == ValueKind::Scalar)
      message += scalar_text(part.prim, s[part.slot]);
    else
      runtime::append_text(message, to_value(m.array(part.slot, op)));
  }
  m.fail(op.stm->place, std::move(message));
}

void trace(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const TraceData&>(*i.data);
  std::string text(op.tag.empty() ? "Trace" : op.tag);
  text += ": ";
  runtime::append_text(
      text, op.kind == ValueKind::Scalar ? to_value(op.prim, s[i.b]) : to_value(m.array(i.b, op)));
  m.write_trace(text + "\n");
}

void tuning(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = static_cast<const TuningData&>(*i.data);
  const int64_t* set = m.tuned(op.name);
  s[i.a] = set == nullptr ? s[i.b] : static_cast<uint64_t>(*set);
}

void foreign(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ForeignData>(i, m);
  PerformedCall call(m, s, op);
  op.function(call);
  if (call.failure()) m.fail(op.stm->place, *call.failure());
  for (size_t k = 0; k < op.results.size(); k++) {
    const ForeignData::Result& result = op.results[k];
    if (result.kind == ValueKind::Scalar)
      s[result.slot] = scalar_from_value(call.results()[k]);
    else
      m.frame.arrays[result.slot] = from_value(m.heap, call.results()[k], *result.type);
  }
}

}  // namespace planish::interp
