#include "runtime/device/ways.h"

#include <charconv>

#include "runtime/device/choices.h"

namespace planish::device {
namespace {

// Without "planish_kernel_" and without the words of accumulators: "reduce_pieces".
std::string_view template_of(std::string_view body) {
  constexpr std::string_view kPrefix = "planish_kernel_";
  if (body.starts_with(kPrefix)) body.remove_prefix(kPrefix.size());
  const size_t words = body.rfind("_w");
  const bool has_words = words != std::string_view::npos && words + 2 < body.size() &&
                         body.find_first_not_of("0123456789", words + 2) == std::string_view::npos;
  return has_words ? body.substr(0, words) : body;
}

int32_t words_of(std::string_view body) {
  int32_t words = 1;
  const size_t at = body.rfind("_w");
  if (at != std::string_view::npos)
    std::from_chars(body.data() + at + 2, body.data() + body.size(), words);
  return words;
}

bool has_template(std::span<const KernelForm> kernels, std::string_view name) {
  return std::ranges::any_of(
      kernels, [&](const KernelForm& kernel) { return template_of(kernel.body) == name; });
}

std::string number(int64_t value) { return std::to_string(value); }

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + ", and " + b;
}

const char* const kIfAligned = "all arrays begin at multiples of 16 bytes";
const char* const kIfMany = "there are many";

// The flags are the last constant.
bool has_flag(const KernelForm& kernel, int64_t flag) {
  return !kernel.constants.empty() && (kernel.constants.back() & flag) != 0;
}

Way reduce_way(std::span<const KernelForm> kernels, const KernelForm& kernel, int64_t threads) {
  const bool is_pieces = template_of(kernel.body) == "reduce_pieces";
  Way way;
  if (is_pieces) {
    const bool has_rows = has_template(kernels, "reduce_rows");
    way.how = std::string(has_rows ? "each row is" : "all elements are") +
              " cut into pieces, at most " + number(kEnoughBlocks) + (has_rows ? " in all" : "") +
              ", and a block does each; the last block combines them";
  } else {
    way.how = "a warp, or some lanes of one, for each row";
  }
  if (has_template(kernels, "reduce_rows")) {
    const std::string long_rows = number(kBlockRow * threads);
    const std::string few_rows = number(kWarpRow * threads);
    way.when = is_pieces
                   ? "rows have " + long_rows + " elements or more, or " + few_rows +
                         " or more and there are fewer than " + number(kEnoughBlocks) + " rows"
                   : "rows are shorter";
  }
  // planish_kernel_reduce_*: width, flags
  const int64_t width = kernel.constants.empty() ? 1 : kernel.constants.front();
  if (width > 1) {
    way.how += ", " + number(width) + " neighbours at once";
    way.when = joined(way.when, std::string(kIfAligned) + " and rows are multiples of " +
                                    number(width) + " long");
  }
  return way;
}

std::string tile_text(const KernelForm& kernel, int64_t threads) {
  const bool is_cheap = has_flag(kernel, PLANISH_OPERATOR_CHEAP);
  return number(
      choose_tiles(1, words_of(kernel.body), is_cheap ? PLANISH_OPERATOR_CHEAP : 0, threads)
          .tile_items);
}

Way hist_way(std::span<const KernelForm> kernels, const KernelForm& kernel) {
  if (template_of(kernel.body) == "hist_shared")
    return {"each block adds to bins of its own in shared memory, and those to the bins in memory",
            "the bins fit into shared memory, and a block has " + number(kPointsPerBin) +
                " values or more for each"};
  const bool is_atomic = has_flag(kernel, PLANISH_OPERATOR_ATOMIC);
  return {is_atomic ? "a thread for each value adds to its bin by an atomic operation"
                    : "a thread for each value adds to its bin under a lock",
          has_template(kernels, "hist_shared")
              ? "bins do not fit into shared memory, or have few values"
              : ""};
}

// Is there one before it with the same body? Then this one is for arrays that are aligned.
bool is_second(std::span<const KernelForm> kernels, size_t kernel) {
  return std::ranges::any_of(kernels.first(kernel), [&](const KernelForm& other) {
    return other.body == kernels[kernel].body;
  });
}

// Without the arrays' alignment.
Way own_way_of(std::span<const KernelForm> kernels, const KernelForm& form, int64_t threads) {
  const std::string_view name = template_of(form.body);
  if (name == "map")
    return {"a thread for each", has_template(kernels, "map_vectors")
                                     ? "there are few, or some array begins elsewhere"
                                     : ""};
  if (name == "map_vectors") {
    // width, groups
    int64_t neighbours = 1;
    for (int64_t constant : form.constants) neighbours *= constant;
    return {"a thread for each " + number(neighbours) + " neighbours", joined(kIfMany, kIfAligned)};
  }
  if (name == "reduce_pieces" || name == "reduce_rows") return reduce_way(kernels, form, threads);
  if (name == "reduce_irregular")
    return {std::string("blocks do equal shares of rows and elements together (merge path)") +
                (has_flag(form, PLANISH_OPERATOR_FLAT)
                     ? ""
                     : ", and look for the row that an element is in"),
            ""};
  if (name == "reduce_cut")
    return {"what is left of rows that shares cut", "there are several shares"};
  if (name == "scan" || name == "scan_irregular")
    return {"one pass over tiles of " + tile_text(form, threads) +
                " elements, of which each looks back at the totals before it",
            ""};
  if (name == "filter")
    return {"one pass over tiles of " + tile_text(form, threads) +
                " elements, of which each looks back at the counts before it",
            ""};
  if (name == "hist" || name == "hist_shared") return hist_way(kernels, form);
  if (name == "partition_classify") return {"warps count the classes of their chunks", ""};
  if (name == "partition_place") return {"warps put the elements of their chunks in place", ""};
  return {std::string(name), ""};
}

}  // namespace

Way way_of(std::span<const KernelForm> kernels, size_t kernel, int64_t threads) {
  Way way = own_way_of(kernels, kernels[kernel], threads);
  const std::string_view name = template_of(kernels[kernel].body);
  // Reductions say themselves how many neighbours they take.
  const bool is_reduction = name == "reduce_pieces" || name == "reduce_rows";
  if (!is_reduction && is_second(kernels, kernel)) way.when = joined(way.when, kIfAligned);
  return way;
}

}  // namespace planish::device
