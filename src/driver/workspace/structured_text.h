// Values as people read them: as they are written in the language, with the labels of records, the
// constructors of sums and with strings, from the components that a program gives.
//
//   {name = "ab", at = [#some 1i32, #none]}
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.h"
#include "runtime/value.h"

namespace planish {

// What is shown of large values.
enum class Extent : uint8_t {
  Whole,
  Abbreviated,  // of arrays with many elements the beginning, the end, and how many there are between
};

// The text of each result of an entry point. `values` are those of all results, by component.
std::vector<std::string> structured_results(const ir::Storage& storage, const ir::Entry& entry,
                                            std::span<const runtime::Value> values, Extent extent);

// All results as one value: a tuple, unless there is one only.
std::string structured_text(const ir::Storage& storage, const ir::Entry& entry,
                            std::span<const runtime::Value> values, Extent extent);

}  // namespace planish
