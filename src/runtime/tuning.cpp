#include "runtime/tuning.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

namespace planish::runtime {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

bool add_tuning(TuningValues& values, std::string_view setting) {
  const size_t equals = setting.rfind('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = trimmed(setting.substr(0, equals));
  const std::string_view number = trimmed(setting.substr(equals + 1));
  int64_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (name.empty() || error != std::errc() || end != number.data() + number.size()) return false;
  values.insert_or_assign(std::string(name), value);
  return true;
}

std::optional<std::string> add_tuning_file(TuningValues& values, const std::string& path) {
  std::ifstream file(path);
  if (!file) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
  std::string line;
  for (int number = 1; std::getline(file, line); number++) {
    const std::string_view setting = trimmed(line);
    if (!setting.empty() && !add_tuning(values, setting))
      return fmt::format("{}:{}: `{}` is not of the form NAME=NUMBER", path, number, setting);
  }
  if (file.bad()) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
  return std::nullopt;
}

}  // namespace planish::runtime
