// What passes and the plan decided, in words: the only place that has any for it.
#pragma once

#include <string>
#include <string_view>

#include "passes/common/decisions.h"
#include "plan/plan.h"

namespace planish::explain {

// Why something is sequential, or was taken apart: "there is enough work for all cores around it".
std::string because_text(const Because& because);
// For tools: "enough-around".
std::string_view code_of(Ground ground);

// When the first of two versions is what runs, and when the second is. `when` and `otherwise` are
// the condition as the program has it; empty: there are no words for that.
struct VersionText {
  std::string when;
  std::string otherwise;
};
VersionText version_text(const Because& because, VersionText condition);

// How something runs that takes a strategy: "in tiles". Empty: there is nothing to say.
std::string_view strategy_words(plan::Strategy strategy);
// Does it make so much of a difference that it belongs to the first lines?
bool is_notable(plan::Strategy strategy);

}  // namespace planish::explain
