-- | What the modules of numbers have in common: module types, with which code can be written for any kind of number.

-- | A type with conversions from all primitive types. The modules of the prelude convert like this:
--
-- * Between integers: a wider signed type keeps the value, a wider unsigned type gets zeros as upper bits, a narrower
--   type gets the lower bits. So `i64.i8 (-1) == -1`, but `u64.i8 (-1) == 255`.
-- * From a float to an integer: rounded towards zero; unspecified if that does not fit, as for infinities and NaNs.
-- * To a float: the nearest value, and of two equally near ones the even one.
-- * From a bool: `false` is 0 and `true` is 1. To a bool: 0 is `false`, everything else is `true`.
module type from_prim = {
  -- | The type converted to.
  type t

  -- | Convert from `i8`.
  val i8 : i8 -> t

  -- | Convert from `i16`.
  val i16 : i16 -> t

  -- | Convert from `i32`.
  val i32 : i32 -> t

  -- | Convert from `i64`.
  val i64 : i64 -> t

  -- | Convert from `u8`.
  val u8 : u8 -> t

  -- | Convert from `u16`.
  val u16 : u16 -> t

  -- | Convert from `u32`.
  val u32 : u32 -> t

  -- | Convert from `u64`.
  val u64 : u64 -> t

  -- | Convert from `f16`.
  val f16 : f16 -> t

  -- | Convert from `f32`.
  val f32 : f32 -> t

  -- | Convert from `f64`.
  val f64 : f64 -> t

  -- | Convert from `bool`.
  val bool : bool -> t
}

-- | Numbers of any kind. Example:
--
-- ```
-- module mean (N: numeric) = { def mean [n] (xs: [n]N.t) = N.(sum xs / i64 n) }
-- ```
module type numeric = {
  include from_prim

  -- | Sum.
  val (+) : t -> t -> t

  -- | Difference.
  val (-) : t -> t -> t

  -- | Product.
  val (*) : t -> t -> t

  -- | Quotient; for integers rounded towards negative infinity.
  val (/) : t -> t -> t

  -- | Remainder; for integers that of `/`, so it has the sign of the divisor.
  val (%) : t -> t -> t

  -- | Power.
  val (**) : t -> t -> t

  -- | The number as an integer; a float is rounded towards zero.
  val to_i64 : t -> i64

  -- | Equal.
  val (==) : t -> t -> bool

  -- | Less.
  val (<) : t -> t -> bool

  -- | Greater.
  val (>) : t -> t -> bool

  -- | Less or equal.
  val (<=) : t -> t -> bool

  -- | Greater or equal.
  val (>=) : t -> t -> bool

  -- | Different.
  val (!=) : t -> t -> bool

  -- | The number with the opposite sign.
  val neg : t -> t

  -- | The larger of two; a NaN is ignored if the other argument is a number.
  val max : t -> t -> t

  -- | The smaller of two; a NaN is ignored if the other argument is a number.
  val min : t -> t -> t

  -- | The number without its sign.
  val abs : t -> t

  -- | -1, 0 or 1, as the number is negative, zero or positive.
  val sgn : t -> t

  -- | The largest value: infinity for floats.
  val highest : t

  -- | The smallest value: 0 for unsigned integers, negative infinity for floats.
  val lowest : t

  -- | All elements added up; 0 if there are none.
  val sum [n] : [n]t -> t

  -- | All elements multiplied; 1 if there are none.
  val product [n] : [n]t -> t

  -- | The largest element; `lowest` if there are none.
  val maximum [n] : [n]t -> t

  -- | The smallest element; `highest` if there are none.
  val minimum [n] : [n]t -> t
}

-- | Integers: numbers that are made of bits, too. Shifting by a negative count, or by as many bits as the type has,
-- gives an unspecified value.
module type integral = {
  include numeric

  -- | Quotient rounded towards zero: `-7 // 2 == -3`, where `-7 / 2 == -4`. May be faster than `/`.
  val (//) : t -> t -> t

  -- | Remainder of `//`, with the sign of the dividend. May be faster than `%`.
  val (%%) : t -> t -> t

  -- | Bits set in both.
  val (&) : t -> t -> t

  -- | Bits set in at least one.
  val (|) : t -> t -> t

  -- | Bits set in exactly one.
  val (^) : t -> t -> t

  -- | Every bit inverted.
  val not : t -> t

  -- | Shift left; zeros come in.
  val (<<) : t -> t -> t

  -- | Arithmetic shift right: copies of the topmost bit come in, for unsigned types too. (The built-in `>>` brings in
  -- zeros for those, as `>>>` does.)
  val (>>) : t -> t -> t

  -- | Logical shift right: zeros come in.
  val (>>>) : t -> t -> t

  -- | How many bits a number has.
  val num_bits : i32

  -- | `get_bit i x` is bit `i` of `x`, 0 or 1; bit 0 is the lowest.
  val get_bit : i32 -> t -> i32

  -- | `set_bit i x b` is `x` with bit `i` replaced by `b`, which is 0 or 1.
  val set_bit : i32 -> t -> i32 -> t

  -- | Number of bits that are set.
  val popc : t -> i32

  -- | Upper half of the double-width product. Example: `u8.mul_hi 200 200 == 156`, since 200 * 200 == 156 * 256 + 64
  val mul_hi : (x: t) -> (y: t) -> t

  -- | `mul_hi a b + c`.
  val mad_hi : (a: t) -> (b: t) -> (c: t) -> t

  -- | Number of zeros above the topmost set bit; `num_bits` for 0.
  val clz : t -> i32

  -- | Number of zeros below the lowest set bit; `num_bits` for 0.
  val ctz : t -> i32
}

-- | Approximations of real numbers. Angles are in radians, or in half turns for the functions whose name ends in `pi`.
module type real = {
  include numeric

  -- | One divided by the number.
  val recip : t -> t

  -- | `from_fraction x y` is *x / y*.
  val from_fraction : i64 -> i64 -> t

  -- | The number in double precision.
  val to_f64 : t -> f64

  -- | Square root.
  val sqrt : t -> t

  -- | One divided by the square root; may be faster than two operations.
  val rsqrt : t -> t

  -- | Cube root.
  val cbrt : t -> t

  -- | *e* to the power of the number.
  val exp : t -> t

  -- | Sine.
  val sin : t -> t

  -- | Cosine.
  val cos : t -> t

  -- | Tangent.
  val tan : t -> t

  -- | Sine of *πx*, exact at multiples of one half.
  val sinpi : t -> t

  -- | Cosine of *πx*, exact at multiples of one half.
  val cospi : t -> t

  -- | Tangent of *πx*.
  val tanpi : t -> t

  -- | Inverse of the sine, from *-π/2* to *π/2*.
  val asin : t -> t

  -- | Inverse of the cosine, from 0 to *π*.
  val acos : t -> t

  -- | Inverse of the tangent, from *-π/2* to *π/2*.
  val atan : t -> t

  -- | Inverse of `sinpi`.
  val asinpi : t -> t

  -- | Inverse of `cospi`.
  val acospi : t -> t

  -- | Inverse of `tanpi`.
  val atanpi : t -> t

  -- | Hyperbolic sine.
  val sinh : t -> t

  -- | Hyperbolic cosine.
  val cosh : t -> t

  -- | Hyperbolic tangent.
  val tanh : t -> t

  -- | Inverse of the hyperbolic sine.
  val asinh : t -> t

  -- | Inverse of the hyperbolic cosine.
  val acosh : t -> t

  -- | Inverse of the hyperbolic tangent.
  val atanh : t -> t

  -- | `atan2 y x` is the angle between the positive x axis and the point *(x, y)*, from *-π* to *π*.
  val atan2 : t -> t -> t

  -- | `atan2` in half turns, from -1 to 1.
  val atan2pi : t -> t -> t

  -- | `hypot x y` is *√(x² + y²)*, without overflow on the way.
  val hypot : t -> t -> t

  -- | The Gamma function: `gamma (n + 1)` is *n!*.
  val gamma : t -> t

  -- | Natural logarithm of the magnitude of `gamma`.
  val lgamma : t -> t

  -- | The error function.
  val erf : t -> t

  -- | *1 - erf x*, accurate where `erf x` is close to 1.
  val erfc : t -> t

  -- | `lerp a b s` goes from `a` to `b` in a straight line as `s` goes from 0 to 1. Unspecified for other `s`.
  val lerp : t -> t -> t -> t

  -- | Natural logarithm.
  val log : t -> t

  -- | Logarithm to base 2.
  val log2 : t -> t

  -- | Logarithm to base 10.
  val log10 : t -> t

  -- | *log (1 + x)*, accurate for small *x*.
  val log1p : t -> t

  -- | The integer above: `ceil 1.2 == 2`.
  val ceil : t -> t

  -- | The integer below: `floor (-1.2) == -2`.
  val floor : t -> t

  -- | The integer towards zero: `trunc (-1.8) == -1`.
  val trunc : t -> t

  -- | The nearest integer; of two equally near ones the even one: `round 2.5 == 2`.
  val round : t -> t

  -- | `a * b + c`, rounded once or twice, whatever is faster.
  val mad : (a: t) -> (b: t) -> (c: t) -> t

  -- | `a * b + c`, rounded only once.
  val fma : (a: t) -> (b: t) -> (c: t) -> t

  -- | Whether the number is positive or negative infinity.
  val isinf : t -> bool

  -- | Whether it is not a number at all.
  val isnan : t -> bool

  -- | Positive infinity.
  val inf : t

  -- | A value that is not a number.
  val nan : t

  -- | Half the circumference of a unit circle, *π*.
  val pi : t

  -- | The base of the natural logarithm.
  val e : t
}

-- | Floating-point numbers as in IEEE 754: approximations of real numbers that are made of bits.
module type float = {
  include real

  -- | The unsigned integer type with as many bits.
  type int_t

  -- | The number with the given representation.
  val from_bits : int_t -> t

  -- | The representation of the number.
  val to_bits : t -> int_t

  -- | How many bits a number has.
  val num_bits : i32

  -- | `get_bit i x` is bit `i` of the representation of `x`, 0 or 1.
  val get_bit : i32 -> t -> i32

  -- | `set_bit i x b` is `x` with bit `i` of its representation replaced by `b`, which is 0 or 1.
  val set_bit : i32 -> t -> i32 -> t

  -- | The distance from 1 to the next larger number.
  val epsilon : t

  -- | The number next to `x` on the way to `y`.
  val nextafter : (x: t) -> (y: t) -> t

  -- | `ldexp x n` is *x 2ⁿ*.
  val ldexp : t -> i32 -> t

  -- | The magnitude of `x` with the sign of `y`.
  val copysign : (x: t) -> (y: t) -> t
}
