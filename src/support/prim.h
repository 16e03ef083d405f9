// The primitive types, which all layers share.
#pragma once

#include <cstdint>
#include <string_view>

namespace planish {

enum class Prim : uint8_t { I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, Bool, Unit };
// Those that a program can name: all but Unit, which stands for the empty record inside the
// compiler.
inline constexpr int kPrimCount = 12;

inline constexpr std::string_view kPrimNames[] = {"i8",  "i16", "i32", "i64", "u8",   "u16", "u32",
                                                  "u64", "f16", "f32", "f64", "bool", "unit"};
constexpr std::string_view prim_name(Prim prim) { return kPrimNames[static_cast<size_t>(prim)]; }

constexpr bool is_signed(Prim prim) { return prim <= Prim::I64; }
constexpr bool is_unsigned(Prim prim) { return prim >= Prim::U8 && prim <= Prim::U64; }
constexpr bool is_integer(Prim prim) { return prim <= Prim::U64; }
constexpr bool is_float(Prim prim) { return prim >= Prim::F16 && prim <= Prim::F64; }

// How many bytes one takes in memory. A bool and a unit take one.
constexpr int byte_size(Prim prim) {
  constexpr int kSizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1, 1};
  return kSizes[static_cast<size_t>(prim)];
}
constexpr int bit_size(Prim prim) { return byte_size(prim) * 8; }

}  // namespace planish
