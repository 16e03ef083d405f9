#include "operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "output.h"

namespace planish::tools {

namespace fs = std::filesystem;

std::optional<unsigned> whole_number(const Arguments& arguments, Option option, unsigned otherwise,
                                     Least least) {
  if (!arguments.has(option)) return otherwise;
  std::string_view text = arguments.value(option);
  unsigned value = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = problem == std::errc() && end == text.data() + text.size();
  if (is_number && (value > 0 || least == Least::Zero)) return value;
  if (problem == std::errc::result_out_of_range && end == text.data() + text.size()) {
    usage_error(
        fmt::format("`{}` is too large (at most {})", text, std::numeric_limits<unsigned>::max()));
    return std::nullopt;
  }
  usage_error(
      fmt::format("`{}` is not a whole number{}", text, least == Least::Zero ? "" : " above 0"));
  return std::nullopt;
}

std::optional<double> positive_number(const Arguments& arguments, Option option, double otherwise) {
  if (!arguments.has(option)) return otherwise;
  std::string_view text = arguments.value(option);
  double value = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc() && end == text.data() + text.size() && value > 0 &&
      std::isfinite(value))
    return value;
  usage_error(fmt::format("`{}` is not a number above 0", text));
  return std::nullopt;
}

std::optional<std::vector<std::string>> programs_below(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error), end;
  while (!error && entry != end) {
    const auto ending = entry->path().extension();
    if ((ending == ".fut" || ending == ".nesl") && entry->is_regular_file(error))
      found.push_back(entry->path().string());
    entry.increment(error);
  }
  if (error) {
    usage_error(fmt::format("cannot read {}: {}", folder, error.message()));
    return std::nullopt;
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace planish::tools
