#include "operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
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

namespace {

// The programs below a folder, in the order of their paths.
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

}  // namespace

std::optional<std::vector<ProgramOperand>> program_operands(const Arguments& arguments) {
  std::vector<ProgramOperand> all;
  for (const std::string& path : arguments.operands) {
    std::error_code error;
    if (!fs::exists(path, error)) {
      usage_error(fmt::format("there is no file or folder {}", path));
      return std::nullopt;
    }
    if (!fs::is_directory(path, error)) {
      all.push_back({path});
      continue;
    }
    std::optional<std::vector<std::string>> found = programs_below(path);
    if (!found) return std::nullopt;
    for (std::string& program : *found)
      all.push_back({std::move(program), ProgramOperand::From::Folder});
  }
  return all;
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  usage_error(fmt::format("cannot write {}", path));
  return false;
}

}  // namespace planish::tools
