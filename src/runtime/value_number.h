// Scalars in the text format: `3`, `0x1Fu8`, `-1.5e3f32`, `f64.nan`, `true`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/prim.h"

namespace planish::runtime {

struct ScalarText {
  enum class Kind : uint8_t { None, Integer, Fraction, Infinity, NotANumber, Bool };
  Kind kind = Kind::None;      // None: no scalar, or something follows it that is no part of one
  bool negative = false;       // for Bool: false
  bool based = false;          // hexadecimal or binary
  bool overflow = false;       // Integer: does not fit 64 bits
  bool underscores = false;    // between its digits
  std::optional<Prim> suffix;  // of a Bool: Bool
  uint64_t magnitude = 0;      // Integer; of a Bool: 0 or 1
  std::string_view digits;     // of a number, without sign, base and suffix
  size_t length = 0;           // of all of it
};

// The scalar that the text begins with.
ScalarText scan_scalar(std::string_view text);

enum class Stored : uint8_t { Done, OtherType, OutOfRange };

// Writes the scalar as a value of the primitive type. A number without suffix may become any type
// that can hold it; hexadecimal and binary integers may also give the bits of a negative number.
Stored store_scalar(const ScalarText& scalar, Prim prim, std::byte* out);

// "0 to 255"
std::string range_text(Prim prim);

// The type with this name that values can have.
std::optional<Prim> value_prim(std::string_view name);
// The same, or `unit`, of which there can be arrays, too.
std::optional<Prim> element_prim(std::string_view name);

}  // namespace planish::runtime
