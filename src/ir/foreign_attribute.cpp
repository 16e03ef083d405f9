#include "ir/foreign_attribute.h"

#include <charconv>
#include <vector>

namespace planish::ir {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

// What stands in the parentheses of `word(…)`; nothing: it does not begin with the word.
std::optional<std::string_view> argument(std::string_view text, std::string_view word) {
  if (!text.starts_with(word) || !text.ends_with(')')) return std::nullopt;
  text = trimmed(text.substr(word.size()));
  if (!text.starts_with('(')) return std::nullopt;
  return trimmed(text.substr(1, text.size() - 2));
}

// None of the arguments has a comma in it.
std::vector<std::string_view> separated(std::string_view list) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t comma = list.find(',');
    parts.push_back(trimmed(list.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<ForeignAttribute> foreign_attribute(std::string_view text) {
  const std::optional<std::string_view> list = argument(trimmed(text), "foreign");
  if (!list) return std::nullopt;
  const std::vector<std::string_view> parts = separated(*list);
  if (parts.size() < 2 || parts[0].empty() || parts[1].empty()) return std::nullopt;
  ForeignAttribute said;
  said.machine = parts[0];
  said.symbol = parts[1];
  for (size_t i = 2; i < parts.size(); i++) {
    if (const auto cost = argument(parts[i], "cost")) {
      const auto [end, error] =
          std::from_chars(cost->data(), cost->data() + cost->size(), said.cost);
      if (error != std::errc() || end != cost->data() + cost->size()) return std::nullopt;
    } else if (const auto lifted = argument(parts[i], "lifted")) {
      said.lifted = *lifted;
    } else if (parts[i] == "serial") {
      said.use = ForeignUse::Serial;
    } else {
      return std::nullopt;
    }
  }
  return said;
}

std::optional<ForeignAttribute> foreign_attribute(const Storage& storage, const Function& fn,
                                                  std::string_view machine) {
  for (const Attribute& attribute : fn.attrs) {
    if (!attribute.other) continue;
    auto said = foreign_attribute(storage.text(attribute.other));
    if (said && said->machine == machine) return said;
  }
  return std::nullopt;
}

std::span<const Attribute> without_foreign(Storage& storage,
                                           std::span<const Attribute> attributes) {
  std::vector<Attribute> others(attributes.begin(), attributes.end());
  std::erase_if(others, [&](Attribute attribute) {
    return attribute.other && foreign_attribute(storage.text(attribute.other)).has_value();
  });
  return storage.arena.copy(others);
}

}  // namespace planish::ir
