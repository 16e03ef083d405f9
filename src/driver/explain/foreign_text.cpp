#include "driver/explain/foreign_text.h"

#include <fmt/format.h>

#include "passes/calls/choose_foreign.h"

namespace planish::explain {
namespace {

using passes::ForeignChoice;
using passes::ForeignWay;

// What was named for all rows is called where it is linked.
std::string lifted_text(const ForeignChoice& choice) {
  if (!choice.said.lifted.empty()) return fmt::format("; {} for all rows", choice.said.lifted);
  if (choice.unlinked.empty()) return {};
  return fmt::format("; not {} for all rows, which nothing that is linked has", choice.unlinked);
}

std::string choice_text(const ForeignChoice& choice, Machine machine) {
  const std::string_view symbol = choice.said.symbol;
  switch (choice.way) {
    case ForeignWay::Called: return fmt::format("{}{}", symbol, lifted_text(choice));
    case ForeignWay::ByHost:
      return fmt::format("{}, called by the host{}; the body in operators", symbol,
                         lifted_text(choice));
    case ForeignWay::ByThreads: return fmt::format("{}, in the code of the device", symbol);
    case ForeignWay::NotNamed:
      return fmt::format("the body, as there is no function for {}",
                         machine == Machine::Gpu ? "GPUs" : "CPUs");
    case ForeignWay::NotLinked:
      return fmt::format("the body, as nothing that is linked has {}", symbol);
    case ForeignWay::NotInBitcode:
      return fmt::format("the body, as no bitcode that is linked has {}", symbol);
  }
  __builtin_unreachable();
}

}  // namespace

std::string foreign_text(const ir::Program& lowered, const ForeignCode* linked, Machine machine) {
  const ir::Storage& storage = *lowered.storage;
  std::string text;
  for (const ir::Function* fn : lowered.functions) {
    if (!passes::is_foreign(storage, *fn)) continue;
    text += fmt::format(
        "foreign   {} at {}: {}\n", storage.text(fn->name), ir::place_text(storage, fn->place),
        choice_text(passes::foreign_choice(storage, *fn, linked, machine), machine));
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace planish::explain
