// The figures by which flattening decides. All that is to be tuned stands here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace planish::passes {

struct FlattenThresholds {
  // Everything that can be parallel is, whatever it costs.
  bool all = false;
  // So many outer iterations fill the machine: what is inside them is left to one thread each.
  int64_t enough_outer = 64;
  // Inner parallelism of a constant size up to this is not worth an iteration space of its own.
  int64_t small_inner = 32;
  // How often one nest is made in two versions, one inside the other.
  size_t versions = 2;
  // Bodies with more statements are made in one version; inside of another version, with more than the second.
  size_t version_statements = 1000;
  size_t inner_version_statements = 60;
  // The same where nothing is known of how much work each of them is.
  int64_t enough_unknown = 512;
  // Recursion that is deeper than this is left to one thread for each of the calls that there are then.
  int64_t deepest = 48;
  // Irregular nests are left to one thread for each outer iteration if all of them together have no more elements than
  // this, …
  int64_t small_work = 4096;
  // … or if there are enough of them and the longest row is not longer than this, …
  int64_t small_row = 4096;
  // … or it has at most one of so many parts of all elements.
  int64_t balanced_shares = 16;
  // Products whose sums are reduced again are tiles by themselves if there are so many of them in a row.
  int64_t tile_columns = 16;
  // Few values with a parallel operator are sorted by bin if there are at most so many bins for each of them.
  int64_t bins_per_value = 4;
  // Code between the levels of a nest that costs less is done again for each inner iteration, in nanoseconds.
  double repeated_nanoseconds = 40;
};
inline constexpr FlattenThresholds kFlattenThresholds;
// For tests, whose data is small.
inline constexpr FlattenThresholds kFlattenAll{.all = true, .small_inner = 0};

}  // namespace planish::passes
