#include "ir/parse/entry_reader.h"

#include "ir/print.h"

namespace planish::ir {

std::string_view EntryReader::client_type() {
  return accept("as") ? string_view("the name of a type in quotes") : std::string_view{};
}

ComponentKind EntryReader::component_kind() {
  for (ComponentKind kind : {ComponentKind::Points, ComponentKind::Offsets, ComponentKind::Data}) {
    if (accept(component_text(kind))) return kind;
  }
  fail("`points`, `offsets` or `data`");
  return ComponentKind::Data;
}

EntryValue EntryReader::entry_value() {
  EntryValue value;
  value.unique = accept("*");
  value.type = string_view("a type in quotes");
  if (!value.unique && accept(":")) {
    value.name = value.type;
    value.unique = accept("*");
    value.type = string_view("a type in quotes");
  }
  value.client_type = client_type();
  expect("from");
  value.first = number("a number");
  expect("count");
  value.count = number("a number");
  if (accept("is"))
    value.kinds = list<ComponentKind>("(", ")", [this] { return component_kind(); });
  if (accept("of")) value.types = list<const Type*>("(", ")", [this] { return type(); });
  return value;
}

const Entry* EntryReader::entry() {
  Entry entry;
  entry.name = string_view("the name of an entry point in quotes");
  entry.params = list<EntryValue>("(", ")", [this] { return entry_value(); });
  expect("->");
  entry.results = list<EntryValue>("(", ")", [this] { return entry_value(); });
  entry.tuple_type = client_type();
  return arena().make<Entry>(entry);
}

EntryTypePart EntryReader::entry_type_part() {
  EntryTypePart part;
  part.name = string_view("a name in quotes");
  if (!accept(":")) return part;
  std::vector<std::string_view> types;
  do types.push_back(string_view("the name of a type in quotes"));
  while (peek().kind == TextToken::String);
  part.types = arena().copy(types);
  std::vector<uint32_t> slots;
  if (accept("at")) {
    do slots.push_back(number("the number of a component"));
    while (peek().kind == TextToken::Number);
  }
  part.slots = arena().copy(slots);
  return part;
}

void EntryReader::entry_types() {
  while (peek().kind == TextToken::String && !failed()) {
    EntryType type;
    type.name = string_view("the name of a type in quotes");
    expect("=");
    if (accept("array")) {
      type.kind = EntryTypeKind::Array;
      type.rank = number("how many dimensions");
      expect("of");
      type.elem = string_view("the name of a type in quotes");
    } else if (accept("record")) {
      type.kind = EntryTypeKind::Record;
      type.parts = list<EntryTypePart>("(", ")", [this] { return entry_type_part(); });
    } else {
      expect("sum");
      type.kind = EntryTypeKind::Sum;
      type.tag = this->type()->elem;
      type.parts = list<EntryTypePart>("(", ")", [this] { return entry_type_part(); });
    }
    storage_.entry_types.push_back(arena().make<EntryType>(type));
  }
  if (peek().kind != TextToken::End) fail("a type in quotes");
}

}  // namespace planish::ir
