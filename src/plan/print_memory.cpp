#include "plan/print_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/print.h"

namespace planish::plan {
namespace {

// Who makes an array that comes with its memory.
const char* giver(const ir::Op* op) {
  return ir::match(
      op, [](const ir::Call&) { return "given by the function"; },
      [](const ir::If&) { return "given by a branch"; },
      [](const ir::Match&) { return "given by a branch"; },
      [](const ir::Loop&) { return "given by the loop"; },
      [](const auto&) { return "given by its body"; });
}

constexpr const char* kSmallCopy = ", or a copy on the stack if it is small";

std::string placed(const Placement& placement) {
  switch (placement.home) {
    case Home::Frame: return fmt::format("frame ({} bytes)", placement.bytes);
    case Home::Small: return "stack if it is small, not frame: " + placement.why;
    case Home::Block: break;
  }
  return "block, not stack: " + placement.why;
}

}  // namespace

MemoryLines::MemoryLines(const ir::Program& program, const Plan& plan)
    : storage_(*program.storage), plan_(plan) {
  for (const ir::Function* fn : program.functions) find(*fn->body);
}

void MemoryLines::find(const ir::Body& body) {
  for (size_t i = 0; i < body.stms.size(); i++) {
    places_[&body.stms[i]] = {&body, i};
    for_each_inner_body(body.stms[i].op, [&](const ir::Body* inner) { find(*inner); });
  }
}

std::string MemoryLines::name(ir::Var var) const { return ir::var_text(storage_, var); }

// Does one of the branches give a copy that may be on the stack?
bool MemoryLines::is_small_copy(const ir::Stm& stm, ir::Var var) const {
  const auto k = static_cast<size_t>(std::ranges::find(stm.pattern, var) - stm.pattern.begin());
  bool found = false;
  ir::for_each_body(stm.op, [&](const ir::Body* inner) {
    const std::vector<ResultMemory>& results = plan_.memory.of(*inner).results;
    found = found || (k < results.size() && results[k].transfer == Transfer::SmallCopy);
  });
  return found;
}

std::string MemoryLines::place(const ir::Stm& stm, const BodyMemory& memory, ir::Var var) const {
  if (const InConcat* concat = MemoryPlan::in_concat(memory, var)) {
    const ir::Body* body = places_.at(&stm).body;
    return fmt::format("in its place in {}", name(body->stms[concat->statement].pattern[0]));
  }
  std::string not_there;
  if (auto why = memory.why_not_in_concat.find(var.id); why != memory.why_not_in_concat.end())
    not_there = fmt::format(", not in a concatenation: {}", why->second);
  if (const std::optional<size_t> k = MemoryPlan::result_of(memory, var)) {
    const ResultMemory& result = memory.results[*k];
    const char* late = result.offer == Offer::LatePlace ? "late " : "";
    if (result.offer == Offer::LatePlace || result.fit != Fit::Unknown) {
      if (result.offer != Offer::Nothing)
        return fmt::format("{}destination of result {}{}", late, *k,
                           result.fit == Fit::IfEqual && *late == 0 ? ", if it is as large" : "");
    } else if (result.offer == Offer::Place) {
      return fmt::format("block, not at the destination of result {}: its size is not known", *k);
    }
  }
  auto found = plan_.memory.placements.find(var.id);
  if (found == plan_.memory.placements.end())
    return giver(stm.op) + std::string(is_small_copy(stm, var) ? kSmallCopy : "") + not_there;
  if (const ir::Var root = plan_.memory.taken_over(var))
    return fmt::format("block of {} if nobody else refers to it", name(root)) + not_there;
  return placed(found->second) + not_there;
}

std::string MemoryLines::temporary(const Temporary& one) const {
  const auto what = [&] {
    switch (one.kind) {
      case TemporaryKind::Lanes: return fmt::format("{} of all lanes", name(one.of));
      case TemporaryKind::RowStarts: return fmt::format("starts of rows by {}", name(one.of));
      case TemporaryKind::Rows: return fmt::format("{} by rows, if columns are few", name(one.of));
      case TemporaryKind::DenseOffsets: return fmt::format("offsets for {}", name(one.of));
    }
    return std::string();
  };
  return fmt::format("memory: {}: {}", what(), placed(one.placement));
}

bool MemoryLines::is_given(const ir::Body& body, const BodyMemory& memory, ir::Var root) const {
  for (size_t k = 0; k < body.results.size(); k++) {
    if (memory.results[k].offer == Offer::Nothing && body.results[k].var &&
        plan_.memory.roots.of(body.results[k].var) == root &&
        memory.results[k].transfer == Transfer::HandOver)
      return true;
  }
  return false;
}

std::string MemoryLines::end(const At& at, const BodyMemory& memory, ir::Var root) const {
  auto last = memory.last_uses.find(root.id);
  if (last == memory.last_uses.end()) return "released at once";
  return end_in(*at.body, memory, last->second, root);
}

std::string MemoryLines::end_in(const ir::Body& body, const BodyMemory& memory, size_t position,
                                ir::Var root) const {
  if (position == body.stms.size())
    return is_given(body, memory, root) ? "given on" : "released at the end";
  const ir::Stm& stm = body.stms[position];
  const std::string at =
      stm.pattern.empty() ? fmt::format("statement {}", position + 1) : name(stm.pattern[0]);
  const StmMemory& what = memory.stms[position];
  if (std::ranges::count(what.handed, root) > 0) return fmt::format("branches of {} own it", at);
  std::vector<ir::Atom> operands;
  const char* taker = "";
  ir::match(
      stm.op,
      [&](const ir::Call& op) {
        operands.assign(op.args.begin(), op.args.end());
        taker = "function";
      },
      [&](const ir::Loop& op) {
        for (const ir::LoopParam& param : op.params) operands.push_back(param.init);
        taker = "loop";
      },
      [](const auto&) {});
  for (size_t k = 0; k < operands.size(); k++) {
    if (operands[k].var && what.operands[k] == Transfer::HandOver &&
        storage_.type(operands[k])->is_array() && plan_.memory.roots.of(operands[k].var) == root)
      return fmt::format("handed over to the {} of {}", taker, at);
  }
  return fmt::format("released after {}", at);
}

std::vector<std::string> MemoryLines::of(const ir::Stm& stm) const {
  std::vector<std::string> lines;
  const At& at = places_.at(&stm);
  const BodyMemory& memory = plan_.memory.of(*at.body);
  for (ir::Var var : stm.pattern) {
    if (!storage_.type(var)->is_array()) continue;
    const ir::Var root = plan_.memory.roots.of(var);
    if (!(root == var)) {
      lines.push_back(fmt::format("memory: {}: view of {}", name(var), name(root)));
      continue;
    }
    const OperatorPlan& strategy = plan_.of(stm);
    if (strategy.takes(Strategy::ComputedElements) || strategy.takes(Strategy::Pieces)) continue;
    const std::string where = place(stm, memory, var);
    std::string line = fmt::format("memory: {}: {}", name(var), where);
    // What lies in somebody else's memory, or in the frame, holds nothing that is to be released.
    const bool holds_nothing = where.starts_with("frame") || where.starts_with("in its place") ||
                               where.starts_with("destination") || where.starts_with("late");
    if (!holds_nothing) line += "; " + end(at, memory, var);
    lines.push_back(std::move(line));
  }
  if (auto found = plan_.memory.temporaries.find(stm.op); found != plan_.memory.temporaries.end()) {
    for (const Temporary& one : found->second) lines.push_back(temporary(one));
  }
  for (ir::Var root : memory.owned) {
    auto last = memory.last_uses.find(root.id);
    const size_t position = last == memory.last_uses.end() ? 0 : last->second;
    const bool is_at_end = position == at.body->stms.size();
    if (position != at.position && !(is_at_end && position == at.position + 1)) continue;
    const std::string what = last == memory.last_uses.end()
                                 ? "released before, since nothing here uses it"
                                 : end_in(*at.body, memory, position, root);
    lines.push_back(fmt::format("memory: {}: owned; {}", name(root), what));
  }
  return lines;
}

}  // namespace planish::plan
