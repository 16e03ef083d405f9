// Attributes: `#[name]` and `#[name(arguments)]`, in source text and in both IRs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/arena.h"
#include "support/name.h"

namespace planish {

enum class AttributeKind : uint8_t {
#define ATTRIBUTE(K, text, arguments, places) K,
#define WORD(K, attribute, word) K,
#include "support/attributes.def"
  Other  // one that means nothing to the compiler
};

// The attribute with this name, whatever its arguments are; Other if there is none.
AttributeKind attribute_named(std::string_view name);

// An attribute of a statement or a function.
struct Attribute {
  AttributeKind kind = AttributeKind::Other;
  Name other;  // Other: the text without `#[` and `]`

  Attribute() = default;
  Attribute(AttributeKind known) : kind(known) {}
  friend bool operator==(Attribute, Attribute) = default;
};

// Of text without `#[` and `]`, such as "flattening(no_outer)".
Attribute attribute_from_text(Interner& names, std::string_view text);
std::string_view attribute_text(const Interner& names, Attribute attribute);
std::string_view attribute_text(AttributeKind known);  // not Other

// Is it one that programs cannot ask for?
bool is_made_by_passes(AttributeKind kind);

bool has_attribute(std::span<const Attribute> attributes, AttributeKind kind);
// With one more, unless it is there already; without one.
std::span<const Attribute> with_attribute(Arena& arena, std::span<const Attribute> attributes,
                                          AttributeKind kind);
std::span<const Attribute> without_attribute(Arena& arena, std::span<const Attribute> attributes,
                                             AttributeKind kind);

// What source text may say: the table of attributes.def.
enum class AttributeArguments : uint8_t { None, Optional, Words };
enum AttributePlaces : uint8_t { kBeforeExpr = 1, kBeforeDecl = 2, kBeforeSpec = 4, kMade = 8 };

struct AttributeRule {
  AttributeKind kind;
  std::string_view text;
  AttributeArguments arguments;
  unsigned places;  // AttributePlaces
};
std::span<const AttributeRule> attribute_rules();
std::vector<std::string_view> attribute_words(std::string_view attribute);
// The argument of this attribute; Other if it is none of its words.
AttributeKind attribute_word(std::string_view attribute, std::string_view word);
// What an attribute with this old name is called now; empty: it has not been renamed.
std::string_view renamed_attribute(std::string_view old_text);

}  // namespace planish
