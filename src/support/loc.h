// A range of source text. Offsets count bytes over all files of a session: see SourceMap.
#pragma once

#include <algorithm>
#include <cstdint>

namespace planish {

struct Loc {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool valid() const { return end != 0; }
  friend bool operator==(const Loc&, const Loc&) = default;
};

// The smallest range that covers both.
inline Loc span(Loc a, Loc b) {
  if (!a.valid()) return b;
  if (!b.valid()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace planish
