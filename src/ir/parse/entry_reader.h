// What programs say of their entry points: values, and the types that clients see.
#pragma once

#include "ir/parse/value_reader.h"

namespace planish::ir {

class EntryReader : public ValueReader {
 public:
  using ValueReader::ValueReader;

  const Entry* entry();
  void entry_types();

 private:
  ComponentKind component_kind();
  EntryValue entry_value();
  std::string_view client_type();
  EntryTypePart entry_type_part();
};

}  // namespace planish::ir
