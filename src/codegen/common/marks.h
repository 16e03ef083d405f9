// Metadata by which the code of a program tells a later stage what an instruction is.
#pragma once

namespace planish::codegen {

// Of 1 / sqrt(x) where the program asks for the reciprocal root: it may be off by an ulp. What
// divides by a root is exact.
inline constexpr const char* kReciprocalRoot = "planish.reciprocal_root";

}  // namespace planish::codegen
