#include "support/closest.h"

#include <algorithm>

namespace planish {

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  // Three rows of the table: two before, before and current.
  std::vector<size_t> older(b.size() + 1), old(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); j++) old[j] = j;
  for (size_t i = 1; i <= a.size(); i++) {
    row[0] = i;
    size_t best = row[0];
    for (size_t j = 1; j <= b.size(); j++) {
      row[j] = std::min({old[j] + 1, row[j - 1] + 1, old[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(older, old);
    std::swap(old, row);
  }
  return std::min(old[b.size()], limit + 1);
}

std::vector<std::string_view> closest(std::string_view word,
                                      std::span<const std::string_view> candidates, size_t count) {
  struct Scored {
    size_t distance;
    std::string_view text;
  };
  size_t limit = std::max<size_t>(1, word.size() / 3);
  std::vector<Scored> scored;
  for (std::string_view candidate : candidates) {
    size_t distance = edit_distance(word, candidate, limit);
    // A word that is the beginning of a longer one was probably not finished.
    if (distance > limit && word.size() >= 3 && candidate.starts_with(word)) distance = limit;
    if (distance <= limit) scored.push_back({distance, candidate});
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const Scored& a, const Scored& b) { return a.distance < b.distance; });
  std::vector<std::string_view> out;
  for (const Scored& s : scored) {
    if (out.size() == count) break;
    out.push_back(s.text);
  }
  return out;
}

}  // namespace planish
