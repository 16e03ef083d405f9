-- | What every program can use without an import.

open import "soacs"
open import "streams"
open import "array"
open import "math"
open import "functional"
open import "ad"

-- | Functions for arrays whose rows differ in length.
module irregular = import "irregular"

-- | Values that are worked on in chunks. See the module of the same name.
type^ seq 't = intrinsics.seq t

-- | Functions for sequences.
module seq = import "seq"

-- | `f32.i32`: an integer as a single-precision float.
def r32 (x: i32) : f32 = intrinsics.to_f32 x

-- | `i32.f32`: a single-precision float as an integer, rounded towards zero.
def t32 (x: f32) : i32 = intrinsics.to_i32 x

-- | `f64.i32`: an integer as a double-precision float.
def r64 (x: i32) : f64 = intrinsics.to_f64 x

-- | `i32.f64`: a double-precision float as an integer, rounded towards zero.
def t64 (x: f64) : i32 = intrinsics.to_i32 x

-- | `!` as a function. Example: `map not [true, false] == [false, true]`
def not (x: bool) : bool = !x

-- | The argument, hidden from the optimiser. The attribute `#[opaque]` does the same and is preferred.
def opaque 't (x: t) : t = #[opaque] x

-- | The argument, which is printed when the program runs. The attribute `#[trace]` does the same and is preferred.
def trace 't (x: t) : t = #[trace(trace)] x

-- | The argument; an interpreter stops here. The attribute `#[break]` does the same and is preferred.
def break 't (x: t) : t = #[break] x
