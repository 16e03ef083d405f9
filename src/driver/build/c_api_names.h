// The names of the C API, which are those that Futhark gives to the same things.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/prim.h"

namespace planish {

// Can it begin a name of C: a letter, and then letters, digits and underscores?
bool is_c_name(std::string_view text);

// A word of the source as (a part of) a name of C: what C does not allow is encoded, `x'` is xzq.
std::string c_identifier(std::string_view name);

// Of a type that is no primitive and no array of them: "opaque_point" for `point`,
// "opaque_arr1d_tup2_f32_i32" for `[](f32, i32)`, "opaque_arr2d_v1_point" for `[][?]point`,
// "opaque_unit" for `()`, and a number made from the text for what has no such words in it.
std::string c_opaque_name(std::string_view type);

// "f32_2d"; "f32_2d_v1" if dimension 1 varies. `varying` has an entry for each dimension.
std::string c_array_name(Prim prim, const std::vector<bool>& varying);

// "float"; an f16 is its bits.
std::string_view c_scalar_type(Prim prim);

}  // namespace planish
