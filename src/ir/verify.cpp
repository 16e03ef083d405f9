#include "ir/verify.h"

#include <unordered_map>

#include "ir/verify/bodies.h"
#include "ir/verify/consumption.h"
#include "ir/verify/entries.h"

namespace planish::ir {

std::string_view rule_text(Rule rule) {
  constexpr std::string_view kTexts[] = {"stage",     "structure", "scope",        "binders",
                                         "constants", "types",     "shapes",       "counts",
                                         "calls",     "entries",   "certificates", "consumption"};
  return kTexts[static_cast<size_t>(rule)];
}

std::string error_text(const Storage& storage, const VerifyError& error) {
  std::string text = std::string(rule_text(error.rule)) + ": " + error.message;
  if (error.function) text += ", in " + name_text(storage.text(error.function));
  if (error.place.id != 0) text += " (" + place_text(storage, error.place) + ")";
  return text;
}

namespace {

// Scopes and types.
void verify_functions(const Program& program, ErrorList& errors) {
  std::unordered_map<std::string_view, const Function*> entries;
  for (const Function* fn : program.functions) {
    errors.function = fn->name;
    errors.place = fn->place;
    if (program.find(fn->name) != fn) {
      errors.add(Rule::Calls, "two functions have the same name");
    }
    if (fn->entry != nullptr && !entries.try_emplace(fn->entry->name, fn).second) {
      errors.add(Rule::Entries, "two entry points have the name " + quoted(fn->entry->name));
    }
  }
  if (!EntryVerifier(*program.storage, errors).types()) return;
  VerifyState state(program, errors);
  Bodies bodies(state);
  for (const Function* fn : program.functions) {
    errors.function = fn->name;
    errors.place = fn->place;
    bodies.function(*fn);
  }
}

}  // namespace

std::vector<VerifyError> verify(const Program& program) {
  ErrorList errors(*program.storage);
  verify_functions(program, errors);
  if (errors.errors.empty()) verify_consumption(program, errors);
  return std::move(errors.errors);
}

}  // namespace planish::ir
