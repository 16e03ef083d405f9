#include "support/attribute.h"

#include <algorithm>

namespace planish {

namespace {

constexpr AttributeRule kRules[] = {
#define ATTRIBUTE(K, text, arguments, places) \
  {AttributeKind::K, text, AttributeArguments::arguments, places},
#include "support/attributes.def"
};

struct Word {
  AttributeKind kind;
  std::string_view attribute;
  std::string_view word;
};
constexpr Word kWords[] = {
#define WORD(K, attribute, word) {AttributeKind::K, attribute, word},
#include "support/attributes.def"
};

// By kind.
constexpr std::string_view kTexts[] = {
#define ATTRIBUTE(K, text, arguments, places) text,
#define WORD(K, attribute, word) attribute "(" word ")",
#include "support/attributes.def"
};

struct Renamed {
  std::string_view before;
  std::string_view now;
};
constexpr Renamed kRenamed[] = {
#define RENAMED(old_text, text) {old_text, text},
#include "support/attributes.def"
};

const AttributeRule* rule_named(std::string_view name) {
  const auto* found = std::ranges::find(kRules, name, &AttributeRule::text);
  return found == std::end(kRules) ? nullptr : found;
}

}  // namespace

AttributeKind attribute_named(std::string_view name) {
  const AttributeRule* rule = rule_named(name);
  return rule == nullptr ? AttributeKind::Other : rule->kind;
}

Attribute attribute_from_text(Interner& names, std::string_view text) {
  const size_t name_end = std::min(text.find('('), text.size());
  const std::string_view now = renamed_attribute(text.substr(0, name_end));
  const std::string whole = std::string(now.empty() ? text.substr(0, name_end) : now) +
                            std::string(text.substr(name_end));
  const auto* found = std::ranges::find(kTexts, whole);
  if (found != std::end(kTexts)) return static_cast<AttributeKind>(found - std::begin(kTexts));
  Attribute other;
  other.other = names.intern(text);
  return other;
}

std::string_view attribute_text(AttributeKind known) { return kTexts[static_cast<size_t>(known)]; }

std::string_view attribute_text(const Interner& names, Attribute attribute) {
  return attribute.kind == AttributeKind::Other ? names.text(attribute.other)
                                                : attribute_text(attribute.kind);
}

bool is_made_by_passes(AttributeKind kind) {
  const auto* rule = std::ranges::find(kRules, kind, &AttributeRule::kind);
  return rule != std::end(kRules) && (rule->places & kMade) != 0;
}

bool has_attribute(std::span<const Attribute> attributes, AttributeKind kind) {
  return std::ranges::find(attributes, kind, &Attribute::kind) != attributes.end();
}

std::span<const Attribute> with_attribute(Arena& arena, std::span<const Attribute> attributes,
                                          AttributeKind kind) {
  if (has_attribute(attributes, kind)) return attributes;
  std::vector<Attribute> all(attributes.begin(), attributes.end());
  all.emplace_back(kind);
  return arena.copy(all);
}

std::span<const Attribute> without_attribute(Arena& arena, std::span<const Attribute> attributes,
                                             AttributeKind kind) {
  if (!has_attribute(attributes, kind)) return attributes;
  std::vector<Attribute> others(attributes.begin(), attributes.end());
  std::erase_if(others, [&](Attribute attribute) { return attribute.kind == kind; });
  return arena.copy(others);
}

std::span<const AttributeRule> attribute_rules() { return kRules; }

std::vector<std::string_view> attribute_words(std::string_view attribute) {
  std::vector<std::string_view> words;
  for (const Word& word : kWords) {
    if (word.attribute == attribute) words.push_back(word.word);
  }
  return words;
}

AttributeKind attribute_word(std::string_view attribute, std::string_view text) {
  for (const Word& word : kWords) {
    if (word.attribute == attribute && word.word == text) return word.kind;
  }
  return AttributeKind::Other;
}

std::string_view renamed_attribute(std::string_view old_text) {
  const auto* found = std::ranges::find(kRenamed, old_text, &Renamed::before);
  return found == std::end(kRenamed) ? std::string_view{} : found->now;
}

}  // namespace planish
