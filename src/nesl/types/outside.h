// Definitions of other languages that programs load.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "nesl/types/type_table.h"
#include "support/source.h"

namespace planish::nesl {

// A function or a value. All strings are in the checker's arena.
struct OutsideDefinition {
  Name name;
  Loc loc;                         // of the name
  const Type* argument = nullptr;  // null: it is no function
  const Type* result = nullptr;
  std::vector<TypeParam> params = {};
  uint32_t number = 0;            // for lowering: values/outside.h
  std::string_view refused = {};  // why it cannot be used here; empty: it can
  std::string_view documentation = {};
};

// A file that is being checked, and where it loads the next.
struct OpenFile {
  const SourceFile* file = nullptr;
  Loc load_loc = {};
};

class OutsideFiles {
 public:
  // Is this a file of another language?
  virtual bool takes(const SourceFile& file) const = 0;
  // What the file defines. It is checked if it was not yet; what is wrong is reported in the terms of its
  // language, and nothing is defined then. `open` are the files from which it is reached, the first one first.
  virtual std::vector<OutsideDefinition> load(const SourceFile& file,
                                              std::span<const OpenFile> open, TypeTable& types) = 0;

 protected:
  ~OutsideFiles() = default;
};

}  // namespace planish::nesl
