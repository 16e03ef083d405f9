#include "driver/explain/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ir/match.h"

namespace planish::explain {

using namespace ir;

namespace {

// What is said about memory are the largest arrays.
constexpr size_t kArrays = 3;

std::string counted(size_t count, std::string_view one, std::string_view several) {
  return count == 1 ? fmt::format("one {}", one) : fmt::format("{} {}", count, several);
}

std::string parallel_text(const std::vector<Call>& calls) {
  size_t parallel = 0;
  size_t fused = 0;
  size_t sequential = 0;
  for (const Call& call : calls) {
    if (call.fate == Fate::Parallel) parallel++;
    if (call.fate == Fate::Fused) fused++;
    if (call.fate == Fate::Sequential) sequential++;
  }
  const size_t all = parallel + fused + sequential;
  if (all == 0) return "nothing: there are no operators";
  std::string text = all == 1                      ? std::string("the only operator")
                     : all == 2 && sequential == 0 ? std::string("both operators")
                     : sequential == 0             ? fmt::format("all {} operators", all)
                                       : fmt::format("{} of {} operators", parallel + fused, all);
  if (all == 1 && sequential == 1) text = "nothing: the only operator is a loop";
  if (fused > 0)
    text += fmt::format(", {} of them fused into {}", fused, fused == 1 ? "another" : "others");
  return text;
}

class Sentences {
 public:
  Sentences(const Context& cx, const WorkEstimate& work) : cx_(cx), work_(work) {}

  std::string sequential() const {
    const double share = work_.share_of(work_.sequential);
    std::string text = share_text(share);
    const HostLoop* largest = largest_sequential();
    if (largest != nullptr && share >= kNotable) {
      text += fmt::format(": {}", loop_text(cx_, *largest));
    } else if (const HostLoop* outer = outermost_with_steps()) {
      text += fmt::format(
          "; {} {}, each of them parallel", loop_text(cx_, *outer),
          outer->stm == nullptr ? "are done level by level" : one_after_the_other(*outer));
    }
    return text;
  }

  std::string memory() const {
    std::vector<const Step*> large;
    for (const Step& step : work_.steps) {
      // What passes add for themselves has no place, and is small.
      const bool has_place = cx_.source.is_users(cx_.source.users_place(step.stm->place)) &&
                             !is_whole_function(step.stm->place);
      if (step.bytes >= kLeastBytes && has_place) large.push_back(&step);
    }
    if (large.empty()) return "no array of a size that counts";
    std::ranges::stable_sort(large, std::ranges::greater{},
                             [](const Step* step) { return step->bytes; });
    std::vector<std::string> said;
    for (const Step* step : large) {
      // Parts of one call are one thing to the user.
      std::string size = cx_.sizes.memory(step->array);
      if (size.find('?') != std::string::npos) size = "arrays";
      std::string one = fmt::format("{} at {}", size, cx_.position(step->stm->place));
      if (step->loop)
        one += work_.loops[*step->loop].stm == nullptr ? " in each level" : " in each iteration";
      if (std::ranges::find(said, one) == said.end()) said.push_back(one);
    }
    const size_t more = said.size() - std::min(said.size(), kArrays);
    said.resize(said.size() - more);
    std::string text = fmt::format("{}", fmt::join(said, ", "));
    if (more > 0) text += fmt::format(", and {} smaller", more);
    return text;
  }

  std::string waits() const {
    size_t outside = 0;
    for (const Step& step : work_.steps) outside += step.parallel && !step.loop ? 1 : 0;
    std::vector<std::string> parts;
    if (outside > 1) parts.push_back(fmt::format("{} operators wait for each other", outside));
    // Loops inside of a function of the prelude are one to the user.
    std::vector<std::pair<std::string, size_t>> loops;
    for (const Step& step : work_.steps) {
      if (!step.parallel || !step.loop) continue;
      const HostLoop& loop = work_.loops[*step.loop];
      std::string where = fmt::format(
          "in each {} of {}", loop.stm == nullptr ? "level" : "iteration", loop_text(cx_, loop));
      auto known = std::ranges::find(loops, where, &std::pair<std::string, size_t>::first);
      if (known == loops.end()) known = loops.insert(loops.end(), {where, 0});
      known->second++;
    }
    for (const auto& [where, steps] : loops)
      parts.push_back(fmt::format("{} {}", counted(steps, "operator", "operators"), where));
    return parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, "; "));
  }

 private:
  static constexpr double kNotable = 0.1;
  static constexpr double kLeastBytes = 1024;

  bool is_whole_function(PlaceId place) const {
    return std::ranges::any_of(cx_.flat.functions,
                               [&](const Function* fn) { return fn->place == place; });
  }

  static std::string share_text(double share) {
    if (share < kNotable / 5) return "next to nothing";
    if (share < kNotable) return "little";
    if (share > 0.98) return "all of the work";
    const auto percent = static_cast<int>(std::lround(share * 20)) * 5;
    return fmt::format("about {} % of the work, if sizes are {}", std::max(percent, 5),
                       static_cast<int>(WorkEstimate::kUnknownSize));
  }

  std::string one_after_the_other(const HostLoop& loop) const {
    const auto& op = *as<Loop>(loop.stm->op);
    std::string count = op.condition == nullptr ? cx_.sizes.size(op.bound) : std::string();
    if (!count.empty()) count = fmt::format(" (`{}`)", count);
    return fmt::format("takes its iterations{} one after the other", count);
  }

  const HostLoop* largest_sequential() const {
    const HostLoop* largest = nullptr;
    for (const HostLoop& loop : work_.loops) {
      if (largest == nullptr || loop.sequential > largest->sequential) largest = &loop;
    }
    return largest != nullptr && largest->sequential > work_.sequential / 2 ? largest : nullptr;
  }

  const HostLoop* outermost_with_steps() const {
    for (const HostLoop& loop : work_.loops) {
      if (!loop.outer && loop.parallel > 0) return &loop;
    }
    return nullptr;
  }

  const Context& cx_;
  const WorkEstimate& work_;
};

// `quicksort` of `quicksort.lifted_2`.
std::string_view users_name(std::string_view name) { return name.substr(0, name.find('.')); }

}  // namespace

std::string loop_text(const Context& cx, const HostLoop& loop) {
  if (loop.stm != nullptr) {
    if (cx.source.is_written_by_user(loop.stm->place))
      return fmt::format("the loop at {}", cx.position(loop.stm->place));
    const Loc head = cx.source.head(cx.source.users_place(loop.stm->place));
    return fmt::format("the loop in `{}` at {}", head.valid() ? cx.source.text(head) : "",
                       cx.position(loop.stm->place));
  }
  return fmt::format("the calls of `{}`", users_name(cx.storage.text(loop.function->name)));
}

std::string iterations_text(const Context& cx, const Loop& loop) {
  if (loop.condition != nullptr) return "";
  std::string count = cx.sizes.size(loop.bound);
  return count.empty() ? "" : fmt::format("{} iterations", count);
}

Summary summary_of(const Context& cx, const std::vector<Call>& calls, const WorkEstimate& work) {
  const Sentences sentences(cx, work);
  return {.parallel = parallel_text(calls),
          .sequential = sentences.sequential(),
          .memory = sentences.memory(),
          .waits = sentences.waits(),
          .kernels = {},
          .copies = {}};
}

}  // namespace planish::explain
