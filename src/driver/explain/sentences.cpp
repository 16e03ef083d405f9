#include "driver/explain/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "driver/explain/decision_text.h"

namespace planish::explain {

namespace {

// "n x m", "n rows and their elements"
std::string space_text(const Work& work) {
  std::string text;
  for (const std::string& one : work.sizes) {
    const std::string size = one == "?" ? "its elements" : one;
    const bool is_word = size.find(' ') == std::string::npos || work.sizes.size() == 1;
    text += text.empty() ? "" : " x ";
    text += is_word ? size : fmt::format("({})", size);
  }
  return text;
}

// When a version is what runs. What flattening asks for recursion is long, and always of this kind.
std::string version_text(const Work& work) {
  constexpr size_t kLongest = 60;
  return work.version.size() > kLongest ? "there are few elements, or uneven ones" : work.version;
}

std::string why_text(const Work& work) { return work.why ? because_text(*work.why) : ""; }

// How the plan says that it runs.
std::vector<std::string_view> how_words(const Work& work) {
  std::vector<std::string_view> words;
  for (const plan::Decision& one : work.how) {
    if (one.taken && !strategy_words(one.strategy).empty())
      words.push_back(strategy_words(one.strategy));
  }
  return words;
}
// What makes much of a difference: ", in tiles that stay in registers and the cache".
std::string notable_text(const Work& work) {
  for (const plan::Decision& one : work.how) {
    if (one.taken && is_notable(one.strategy))
      return fmt::format(", {}", strategy_words(one.strategy));
  }
  return "";
}

// What stands in the way of something better than what is done.
std::vector<std::string> obstacle_lines(const Work& work) {
  std::vector<std::string> lines;
  for (const plan::Decision& one : work.how) {
    if (one.taken || !one.is_obstacle) continue;
    lines.push_back(fmt::format("not {}: {}", strategy_words(one.strategy), one.text));
  }
  return lines;
}

bool is_in(const std::vector<Call>& calls, size_t call, size_t around) {
  for (std::optional<size_t> at = call; at; at = calls[*at].inside) {
    if (*at == around) return true;
  }
  return false;
}

// Of the first call and what is inside of it.
std::string short_text(std::span<const Call> nest, const SourceText& source) {
  const Work* widest = nullptr;
  const Work* other = nullptr;
  const Work* loop = nullptr;
  size_t steps = 0;
  for (const Call& call : nest) {
    for (const Work& work : call.works) {
      const bool usual = work.path == Path::Usual;
      const Work*& slot = !work.parallel ? loop : usual ? widest : other;
      if (slot == nullptr || work.sizes.size() > slot->sizes.size()) slot = &work;
      if (work.parallel && usual) steps += work.count;
    }
  }
  if (widest == nullptr && other != nullptr) {
    std::string text = fmt::format("parallel over {}", space_text(*other));
    if (!other->version.empty()) text += fmt::format(" if {}", version_text(*other));
    if (loop != nullptr) text += "; otherwise a loop in one thread";
    if (loop != nullptr && loop->why) text += fmt::format(", since {}", why_text(*loop));
    return text;
  }
  if (widest == nullptr) {
    if (loop != nullptr && nest.front().fate != Fate::Fused)
      return fmt::format("sequential{}{}", loop->why ? ", since " : "", why_text(*loop));
    if (nest.front().fused_into)
      return fmt::format("fused into what stands at {}", source.position(*nest.front().fused_into));
    return "no code is left of it";
  }
  std::string text = fmt::format("parallel over {}", space_text(*widest));
  if (steps > 1) text += fmt::format(", in {} steps", steps);
  text += notable_text(*widest);
  if (other != nullptr && other->sizes != widest->sizes && !other->version.empty())
    text += fmt::format("; over {} if {}", space_text(*other), version_text(*other));
  return text;
}

}  // namespace

std::string_view fate_text(Fate fate) {
  switch (fate) {
    case Fate::Parallel: return "parallel";
    case Fate::Fused: return "fused";
    case Fate::Sequential: return "sequential";
    case Fate::Gone: return "gone";
  }
  return "";
}

std::string work_text(const Work& work, const SourceText& source) {
  std::string text;
  if (work.parallel) {
    text = fmt::format("parallel over {} ({}", space_text(work), work.kind);
    if (work.count > 1) text += fmt::format(", {} times", work.count);
    text += ")";
    if (work.irregular) text += ", cut into equal shares of rows and elements";
  } else {
    text = fmt::format("sequential: a loop ({}) in one thread", work.kind);
    if (work.why) text += fmt::format(", since {}", why_text(work));
  }
  for (std::string_view words : how_words(work)) text += fmt::format("; {}", words);
  if (work.joined_to)
    text += fmt::format("; one loop with what stands at {}: nothing is written in between",
                        source.position(*work.joined_to));
  if (!work.writes.empty()) text += fmt::format("; writes {}", work.writes);
  if (!work.version.empty()) text += fmt::format("; if {}", work.version);
  return text;
}

std::vector<std::string> call_lines(const Call& call, const SourceText& source) {
  std::vector<std::string> lines;
  for (const Work& work : call.works) {
    lines.push_back(work_text(work, source));
    for (std::string& line : obstacle_lines(work)) {
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  }
  for (const Work& work : call.works) {
    for (const KernelWay& kernel : work.kernels) {
      std::string line = fmt::format("kernel: {}", kernel.how);
      if (!kernel.when.empty()) line += fmt::format("; if {}", kernel.when);
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  }
  if (call.taken_apart)
    lines.push_back(
        fmt::format("what is inside is taken apart, since {}", because_text(*call.taken_apart)));
  if (call.fate == Fate::Fused)
    lines.push_back(fmt::format("fused into what stands at {}: nothing is written in between",
                                source.position(*call.fused_into)));
  if (call.fate == Fate::Gone) lines.emplace_back("no code is left of it");
  return lines;
}

std::string short_text(const Call& call, const SourceText& source) {
  return short_text(std::span(&call, 1), source);
}

std::string nest_text(const std::vector<Call>& calls, size_t call, const SourceText& source) {
  std::vector<Call> nest{calls[call]};
  for (size_t i = 0; i < calls.size(); i++) {
    if (i != call && is_in(calls, i, call)) nest.push_back(calls[i]);
  }
  return short_text(nest, source);
}

bool has_work(const std::vector<Call>& calls, size_t call) {
  bool found = false;
  // What is fused into something inside of it is done there; otherwise another one does all of it.
  bool is_elsewhere = calls[call].fate == Fate::Fused;
  for (size_t i = 0; i < calls.size(); i++) {
    if (!is_in(calls, i, call)) continue;
    found |= !calls[i].works.empty();
    if (i != call && is_elsewhere && is_same_range(*calls[call].fused_into, calls[i].source))
      is_elsewhere = false;
  }
  return found && !is_elsewhere;
}

std::string shape_and_regularity(const Call& call) {
  const bool irregular = call.regularity == shapes::Regularity::Irregular;
  std::string text = fmt::format("{}, {}", call.shape, irregular ? "irregular" : "regular");
  if (!call.reason.empty()) text += fmt::format(": {}", call.reason);
  return text;
}

}  // namespace planish::explain
