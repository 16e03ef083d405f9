#include "ir/chunk_steps.h"

#include <algorithm>
#include <string_view>

#include "ir/alias.h"
#include "ir/deeds.h"
#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::ir {
namespace {

constexpr std::string_view kTakesChunk = "planish_source_next";
// They take a chunk, or make one ready to be put.
constexpr std::string_view kRepeated[] = {
    kTakesChunk,           "planish_source_lengths", "planish_source_size",
    "planish_source_data", "planish_sink_lengths",   "planish_sink_size",
    "planish_sink_data"};

std::string_view performed(const Op* op) {
  const auto* call = as<Foreign>(op);
  return call != nullptr && call->use == ForeignUse::Performs ? call->symbol : "";
}

}  // namespace

bool takes_chunk(const Op* op) { return performed(op) == kTakesChunk; }

bool takes_chunks(const Body& body) {
  return std::ranges::any_of(body.stms, [](const Stm& stm) { return takes_chunk(stm.op); });
}

ChunkStep::Deed ChunkStep::next(const Stm& stm) {
  Deeds deeds(program_);
  deeds.add(stm);
  const std::vector<Var> consumed = deeds.consumed();
  const bool is_seen = deeds.are_seen() && std::ranges::count(kRepeated, performed(stm.op)) == 0;
  if (is_seen || !std::ranges::all_of(consumed, [&](Var var) { return is_own(var); }))
    return Deed::Commits;
  // So is what is written to own arrays, and what is made of them only, in whatever way.
  const Memory memory = facts(stm.op).memory;
  bool is_made_of_own = true;
  if (memory != Memory::Fresh && (memory != Memory::Written || as<WithAcc>(stm.op) != nullptr)) {
    const Body alone{{&stm, 1}, {}};
    for (Var var : free_variables(*program_.storage, &alone))
      is_made_of_own &= !is_memory(program_.storage->type(var)) || is_own(var);
  }
  if (is_made_of_own) own_.insert(stm.pattern.begin(), stm.pattern.end());
  return consumed.empty() ? Deed::None : Deed::Consumes;
}

size_t repeatable_statements(const Program& program, const Body& body) {
  if (!takes_chunks(body)) return 0;
  ChunkStep step(program);
  size_t count = 0;
  while (count < body.stms.size() && step.next(body.stms[count]) != ChunkStep::Deed::Commits)
    count++;
  return count;
}

}  // namespace planish::ir
