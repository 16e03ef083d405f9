#include "ir/argument_words.h"

#include <fmt/format.h>

namespace planish::ir {

std::string argument_words(const EntryValue& value, size_t number) {
  return value.name.empty() ? fmt::format("argument {} of type {}", number + 1, value.type)
                            : fmt::format("argument `{}` of type {}", value.name, value.type);
}

std::string argument_words(const Entry& entry, uint32_t param) {
  for (size_t i = 0; i < entry.params.size(); i++) {
    const EntryValue& value = entry.params[i];
    if (param >= value.first && param - value.first < value.count) return argument_words(value, i);
  }
  return "an argument";
}

WrongSizeWords wrong_size_words(const std::string& argument, size_t dimension,
                                const std::string& complaint) {
  const std::string_view rows = dimension == 1 ? "rows of " : "";
  WrongSizeWords words{fmt::format("{}: {} has {}length ", complaint, argument, rows),
                       " where length ", " is expected"};
  if (dimension > 1) words.after += fmt::format(", in dimension {}", dimension + 1);
  return words;
}

}  // namespace planish::ir
