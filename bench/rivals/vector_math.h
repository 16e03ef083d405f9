// Functions of the C library that loops may call for several elements at once. The library has such
// versions, but its headers say so only together with -ffast-math, which would change other things
// too.
#pragma once

#include <math.h>

extern "C" {
__attribute__((simd("notinbranch"))) float expf(float) noexcept;
__attribute__((simd("notinbranch"))) float logf(float) noexcept;
__attribute__((simd("notinbranch"))) float cosf(float) noexcept;
__attribute__((simd("notinbranch"))) float sinf(float) noexcept;
}
