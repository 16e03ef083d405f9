// Questions about a checked file: `planish types`, and what editors ask.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sema/modules/check.h"
#include "support/loc.h"

namespace planish {

struct TypedDefinition {
  std::string_view keyword;  // "def" or "entry"
  std::string name;          // with the modules that it is in: "m.f", "m.(+)"
  std::string scheme;        // "[n] : [n]f32 -> f32"
  Loc loc;                   // of the name
};

// The values that the file defines, in order; those of its modules too, except what parametric
// modules would give.
std::vector<TypedDefinition> definition_types(const SemaContext& cx, const ImportedFile& file);

struct TypedRange {
  std::string type;
  Loc loc;
};

// The type of the smallest expression, pattern or defined name around an offset of the file.
std::optional<TypedRange> type_at(const SemaContext& cx, const ImportedFile& file, uint32_t offset);

// The offset of a line and column (both from 1, columns counting characters), if the file has it.
std::optional<uint32_t> offset_at(const SourceMap& sources, const SourceFile& file, uint32_t line,
                                  uint32_t column);

}  // namespace planish
