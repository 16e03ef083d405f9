#include "lower/function_numbers.h"

#include <algorithm>

#include "lower/lowering.h"

namespace planish::lower {

std::optional<uint64_t> ClosedFunctions::number(const Closure& closure) {
  if (auto it = found_.find(&closure); it != found_.end()) return it->second;
  // A function that refers to itself is not closed.
  found_[&closure] = std::nullopt;
  const UseKey use(l_, closure, UseKey::Functions::Reject);
  const bool is_closed = !use.is_open() && use.actuals().empty() && use.late_sizes().empty() &&
                         std::ranges::none_of(use.late_shapes(), has_unknown_size);
  if (!is_closed) return std::nullopt;
  const uint64_t number = numbers_.try_emplace(use.key(), numbers_.size()).first->second;
  found_[&closure] = number;
  return number;
}

const OpenFunctions::Summary& OpenFunctions::summary(const Closure& closure) {
  auto [it, is_new] = found_.try_emplace(&closure);
  Found& found = it->second;  // stays where it is, whatever is added
  const uint64_t epoch = l_.known.epoch();
  if (!is_new &&
      (found.question == question_ || (found.summary.is_complete && found.epoch == epoch)))
    return found.summary;
  // For a function that refers to itself: nothing is known of what is inside.
  found = {{}, epoch, question_};
  const UseKey use(l_, closure, UseKey::Functions::Summarise);
  const uint64_t number = numbers_.try_emplace(use.key(), numbers_.size() + 1).first->second;
  found.summary = {number, use.sizes(), use.is_complete()};
  return found.summary;
}

}  // namespace planish::lower
