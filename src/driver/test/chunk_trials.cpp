#include "driver/test/chunk_trials.h"

#include <fmt/format.h>

#include <cstdint>

namespace planish {
namespace {

struct ChunkSize {
  int64_t elements;
  std::string_view text;
};
constexpr ChunkSize kSizes[] = {
    {1, "chunks of 1 element"}, {7, "chunks of 7 elements"}, {INT64_MAX, "a single chunk"}};

std::optional<std::string> difference(const runtime::Outcome& first, const runtime::Outcome& other,
                                      const runtime::Tolerance& tolerance) {
  if (first.failure && other.failure) return std::nullopt;
  if (first.failure || other.failure) {
    const bool first_fails = first.failure.has_value();
    return fmt::format("the {} fails: {}", first_fails ? "first" : "second",
                       failure_text(first_fails ? *first.failure : *other.failure));
  }
  for (size_t i = 0; i < first.results.size(); i++) {
    std::optional<std::string> why =
        runtime::difference(first.results[i], other.results[i], tolerance);
    if (!why) continue;
    return first.results.size() == 1 ? *why : fmt::format("value {}: {}", i + 1, *why);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> difference_between_chunks(Executable& interpreted,
                                                     const ir::Function& entry,
                                                     const std::vector<runtime::Value>& inputs,
                                                     const runtime::RunOptions& options,
                                                     const runtime::Tolerance& tolerance) {
  std::optional<runtime::Outcome> first;
  for (const ChunkSize& size : kSizes) {
    runtime::RunOptions with_size = options;
    with_size.chunk = size.elements;
    runtime::Outcome outcome = interpreted.run(entry, inputs, with_size);
    if (outcome.failure && outcome.failure->interrupted) return std::nullopt;
    if (!first) {
      first = std::move(outcome);
      continue;
    }
    if (auto why = difference(*first, outcome, tolerance))
      return fmt::format("{} and {} give different results: {}", kSizes[0].text, size.text, *why);
  }
  return std::nullopt;
}

}  // namespace planish
