-- The contents of the module `intrinsics`: what the compiler implements itself. The text is a list of specs, as in a
-- module type. A function is known to the compiler by its name, and one name serves all the types it may be used at:
-- `#[overload(CLASS)]` limits what the first type parameter may be instantiated with.
--
--   int      i8 i16 i32 i64 u8 u16 u32 u64          num    int, float
--   float    f16 f32 f64                            prim   num, bool
--   eq       any type that contains no function
--
-- The operators declared here are in scope in every program. Unary `-` and `!` are syntax and not listed.

-- Arithmetic. Integers wrap around. Dividing an integer by zero, or raising one to a negative power, stops the program.

-- | Sum.
#[overload(num)] val (+) 'a : a -> a -> a

-- | Difference.
#[overload(num)] val (-) 'a : a -> a -> a

-- | Product.
#[overload(num)] val (*) 'a : a -> a -> a

-- | Quotient. For integers it is rounded towards negative infinity: `-7 / 2 == -4`.
#[overload(num)] val (/) 'a : a -> a -> a

-- | Remainder of `/`. For integers it has the sign of the divisor: `-7 % 2 == 1`. For floats it has the sign of the
-- dividend, as C's `fmod`.
#[overload(num)] val (%) 'a : a -> a -> a

-- | Quotient rounded towards zero: `-7 // 2 == -3`.
#[overload(int)] val (//) 'a : a -> a -> a

-- | Remainder of `//`, with the sign of the dividend: `-7 %% 2 == -1`.
#[overload(int)] val (%%) 'a : a -> a -> a

-- | Power.
#[overload(num)] val (**) 'a : a -> a -> a

-- | Magnitude. `abs lowest` is `lowest` for a signed integer.
#[overload(num)] val abs 'a : a -> a

-- | -1, 0 or 1, as the argument is negative, zero or positive. A NaN stays a NaN.
#[overload(num)] val sgn 'a : a -> a

-- | The smaller argument; the other one if exactly one is a NaN.
#[overload(num)] val min 'a : a -> a -> a

-- | The larger argument; the other one if exactly one is a NaN.
#[overload(num)] val max 'a : a -> a -> a

-- Bits. Shifting by a negative count, or by as many bits as the type has, gives an unspecified value.

-- | Bits set in both.
#[overload(int)] val (&) 'a : a -> a -> a

-- | Bits set in at least one.
#[overload(int)] val (|) 'a : a -> a -> a

-- | Bits set in exactly one.
#[overload(int)] val (^) 'a : a -> a -> a

-- | Shift left; zeros come in.
#[overload(int)] val (<<) 'a : a -> a -> a

-- | Shift right: `ashr` for signed types and `lshr` for unsigned ones.
#[overload(int)] val (>>) 'a : a -> a -> a

-- | Arithmetic shift right: copies of the topmost bit come in, whether or not the type is signed.
#[overload(int)] val ashr 'a : a -> a -> a

-- | Logical shift right: zeros come in, whether or not the type is signed.
#[overload(int)] val lshr 'a : a -> a -> a

-- | Number of bits that are set.
#[overload(int)] val popc 'a : a -> i32

-- | Number of zeros above the topmost set bit; the width of the type for 0.
#[overload(int)] val clz 'a : a -> i32

-- | Number of zeros below the lowest set bit; the width of the type for 0.
#[overload(int)] val ctz 'a : a -> i32

-- | Upper half of the double-width product.
#[overload(int)] val mul_hi 'a : a -> a -> a

-- Comparisons and logic.

-- | Structural equality. Arrays of different lengths are unequal.
#[overload(eq)] val (==) 'a : a -> a -> bool

-- | Negation of `==`.
#[overload(eq)] val (!=) 'a : a -> a -> bool

-- | Less. `false` is less than `true`.
#[overload(prim)] val (<) 'a : a -> a -> bool

-- | Less or equal.
#[overload(prim)] val (<=) 'a : a -> a -> bool

-- | Greater.
#[overload(prim)] val (>) 'a : a -> a -> bool

-- | Greater or equal.
#[overload(prim)] val (>=) 'a : a -> a -> bool

-- | Conjunction. Used as an operator, the right side is evaluated only if the left one is true.
val (&&) : bool -> bool -> bool

-- | Disjunction. Used as an operator, the right side is evaluated only if the left one is false.
val (||) : bool -> bool -> bool

-- Conversions. Between integers: sign-extend if the source is signed and zero-extend if not, or drop the upper bits.
-- From a float to an integer: towards zero; unspecified if the result does not fit. Between floats and from an integer
-- to a float: round to nearest, ties to even. From a bool: 0 or 1. To a bool: whether it differs from zero.

-- | Convert to `i8`.
#[overload(prim)] val to_i8 'a : a -> i8

-- | Convert to `i16`.
#[overload(prim)] val to_i16 'a : a -> i16

-- | Convert to `i32`.
#[overload(prim)] val to_i32 'a : a -> i32

-- | Convert to `i64`.
#[overload(prim)] val to_i64 'a : a -> i64

-- | Convert to `u8`.
#[overload(prim)] val to_u8 'a : a -> u8

-- | Convert to `u16`.
#[overload(prim)] val to_u16 'a : a -> u16

-- | Convert to `u32`.
#[overload(prim)] val to_u32 'a : a -> u32

-- | Convert to `u64`.
#[overload(prim)] val to_u64 'a : a -> u64

-- | Convert to `f16`.
#[overload(prim)] val to_f16 'a : a -> f16

-- | Convert to `f32`.
#[overload(prim)] val to_f32 'a : a -> f32

-- | Convert to `f64`.
#[overload(prim)] val to_f64 'a : a -> f64

-- | Convert to `bool`.
#[overload(prim)] val to_bool 'a : a -> bool

-- | The representation of a float, in the lowest bits of the result; the bits above are zero.
#[overload(float)] val to_bits 'a : a -> u64

-- | The float whose representation stands in the lowest bits of the argument.
#[overload(float)] val from_bits 'a : u64 -> a

-- Functions of floats. Those without a comment mean what they mean in C's math library.

#[overload(float)] val sqrt 'a : a -> a
#[overload(float)] val cbrt 'a : a -> a
#[overload(float)] val exp 'a : a -> a
#[overload(float)] val log 'a : a -> a
#[overload(float)] val log2 'a : a -> a
#[overload(float)] val log10 'a : a -> a
#[overload(float)] val log1p 'a : a -> a
#[overload(float)] val sin 'a : a -> a
#[overload(float)] val cos 'a : a -> a
#[overload(float)] val tan 'a : a -> a
#[overload(float)] val asin 'a : a -> a
#[overload(float)] val acos 'a : a -> a
#[overload(float)] val atan 'a : a -> a
#[overload(float)] val sinh 'a : a -> a
#[overload(float)] val cosh 'a : a -> a
#[overload(float)] val tanh 'a : a -> a
#[overload(float)] val asinh 'a : a -> a
#[overload(float)] val acosh 'a : a -> a
#[overload(float)] val atanh 'a : a -> a
#[overload(float)] val atan2 'a : (y: a) -> (x: a) -> a
#[overload(float)] val hypot 'a : a -> a -> a
#[overload(float)] val erf 'a : a -> a
#[overload(float)] val erfc 'a : a -> a
#[overload(float)] val lgamma 'a : a -> a
#[overload(float)] val ceil 'a : a -> a
#[overload(float)] val floor 'a : a -> a
#[overload(float)] val trunc 'a : a -> a
#[overload(float)] val fma 'a : a -> a -> a -> a
#[overload(float)] val nextafter 'a : a -> a -> a
#[overload(float)] val ldexp 'a : a -> i32 -> a
#[overload(float)] val copysign 'a : a -> a -> a
#[overload(float)] val isinf 'a : a -> bool
#[overload(float)] val isnan 'a : a -> bool

-- | One divided by the square root.
#[overload(float)] val rsqrt 'a : a -> a

-- | Sine of the argument times pi.
#[overload(float)] val sinpi 'a : a -> a

-- | Cosine of the argument times pi.
#[overload(float)] val cospi 'a : a -> a

-- | The Gamma function (C's `tgamma`).
#[overload(float)] val gamma 'a : a -> a

-- | The nearest integer; of two equally near ones the even one (C's `roundeven`).
#[overload(float)] val round 'a : a -> a

-- Making and rearranging arrays.

-- | `n` times the same value. Stops the program if `n` is negative, as the range `0..1..<n` does.
val replicate 'a : (n: i64) -> (x: a) -> *[n]a

-- | A fresh value that shares no memory with the argument.
val copy 'a : (x: a) -> *a

-- | As `copy`, and the arrays in the result are stored in row-major order.
val manifest 'a : (x: a) -> *a

-- | One array after the other.
val concat [n] [m] 'a : (xs: [n]a) -> (ys: [m]a) -> *[n + m]a

-- | Make the outer two dimensions one.
val flatten [n] [m] 'a : (xss: [n][m]a) -> [n * m]a

-- | Make the outer dimension two.
val unflatten 'a : (n: i64) -> (m: i64) -> (xs: [n * m]a) -> [n][m]a

-- | Exchange the outer two dimensions.
val transpose [n] [m] 'a : (xss: [n][m]a) -> [m][n]a

-- | An array of pairs from a pair of arrays.
val zip [n] 'a 'b : (as: [n]a) -> (bs: [n]b) -> *[n](a, b)

-- | A pair of arrays from an array of pairs.
val unzip [n] 'a 'b : (abs: [n](a, b)) -> (*[n]a, *[n]b)

-- The array at one-dimensional positions `offset + i * s1 + j * s2 + ...`, where `i` runs below `n1`, `j` below `n2`,
-- and so on. All positions must lie inside. The updates write to such positions, which must be distinct.

-- | Read two dimensions of positions.
val flat_index_2d [n] 'a :
  (as: [n]a) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> ?[m][k].[m][k]a

-- | Write two dimensions of positions.
val flat_update_2d [n] [k] [l] 'a :
  (as: *[n]a) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (vs: [k][l]a) -> *[n]a

-- | Read three dimensions of positions.
val flat_index_3d [n] 'a :
  (as: [n]a) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> (n3: i64) -> (s3: i64)
  -> ?[m][k][l].[m][k][l]a

-- | Write three dimensions of positions.
val flat_update_3d [n] [k] [l] [p] 'a :
  (as: *[n]a) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (vs: [k][l][p]a) -> *[n]a

-- | Read four dimensions of positions.
val flat_index_4d [n] 'a :
  (as: [n]a) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> (n3: i64) -> (s3: i64)
  -> (n4: i64) -> (s4: i64) -> ?[m][k][l][p].[m][k][l][p]a

-- | Write four dimensions of positions.
val flat_update_4d [n] [k] [l] [p] [q] 'a :
  (as: *[n]a) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (s4: i64) -> (vs: [k][l][p][q]a) -> *[n]a

-- Loops over arrays. Their meaning stands with the functions of the same names in `soacs`.

val map [n] 'a 'x : (f: a -> x) -> (as: [n]a) -> *[n]x
val reduce [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *a
val reduce_comm [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *a
val scan [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *[n]a
val filter [n] 'a : (p: a -> bool) -> (as: [n]a) -> *[]a
val partition [n] 'a : (p: a -> bool) -> (as: [n]a) -> ?[k].(*[k]a, *[n - k]a)
val flatmap [n] 'a 'b 'c :
  (f: a -> ?[k].([k]b, c)) -> (as: [n]a) -> ?[m].(*[n]i64, *[m]bool, *[n]i64, *[m]b, *[n]c)

-- Loops over chunks of arrays. Their meaning stands with the functions of the same names in `streams`.

val stream_map [n] 'a 'b : (f: (k: i64) -> *[k]a -> [k]b) -> (as: [n]a) -> *[n]b
val stream_red [n] 'a 'b 'c :
  (op: c -> c -> c) -> (f: (k: i64) -> *c -> *[k]a -> (c, [k]b)) -> (ne: c) -> (as: [n]a) -> (*c, *[n]b)
val stream_red_comm [n] 'a 'b 'c :
  (op: c -> c -> c) -> (f: (k: i64) -> *c -> *[k]a -> (c, [k]b)) -> (ne: c) -> (as: [n]a) -> (*c, *[n]b)
val stream_seq [n] 'a 'b 'c :
  (f: (k: i64) -> *c -> *[k]a -> (c, [k]b)) -> (initial: c) -> (as: [n]a) -> (*c, *[n]b)

val scatter [n] [l] 'a : (dest: *[n]a) -> (is: [l]i64) -> (vs: [l]a) -> *[n]a
val scatter_2d [n] [m] [l] 'a : (dest: *[n][m]a) -> (is: [l](i64, i64)) -> (vs: [l]a) -> *[n][m]a
val scatter_3d [n] [m] [k] [l] 'a : (dest: *[n][m][k]a) -> (is: [l](i64, i64, i64)) -> (vs: [l]a) -> *[n][m][k]a

-- Histograms. The first argument says how many partial histograms to start with; 1 leaves the choice to the compiler.

val hist_1d [n] [m] 'a :
  i64 -> (dest: *[m]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n]i64) -> (as: [n]a) -> *[m]a
val hist_2d [n] [m] [k] 'a :
  i64 -> (dest: *[m][k]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64)) -> (as: [n]a) -> *[m][k]a
val hist_3d [n] [m] [k] [l] 'a :
  i64 -> (dest: *[m][k][l]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64, i64)) -> (as: [n]a)
  -> *[m][k][l]a

-- Accumulators.

-- | An array of type `t` that many iterations write to and none reads.
type~ acc 't

-- | Combine one element with a value; positions outside of the array are ignored.
val acc_write [k] 'a : (acc: *acc ([k]a)) -> (i: i64) -> (v: a) -> *acc ([k]a)

-- | Run `f` for every element of `bs`; a write replaces an element of `dest`.
val scatter_stream [k] [n] 'a 'b : (dest: *[k]a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a

-- | Run `f` for every element of `bs`; a write combines an element of `dest` with the value by `op`, which must be
-- associative and commutative with neutral element `ne`.
val hist_stream [k] [n] 'a 'b :
  (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a

-- Sequences, which are worked on chunk by chunk. Functions that take a chunk take its size before it.

-- | Values of type `t`, one after the other.
type^ seq 't

-- | `f` gives a chunk that begins at element `at`, and whether it is the last one. If none is wanted it gives an empty one that
-- is not.
val seq_source 'a : (f: (at: i64) -> (wanted: bool) -> ?[k].([k]a, bool)) -> seq a

-- | Every chunk goes through `f`, with the state so far, which begins with `init`. It is told whether the chunk is the last one,
-- and gives the state, a chunk, and whether it wants no more. An empty chunk that is not the last one must change nothing.
val seq_stage 's 'a 'b :
  (f: (last: bool) -> *s -> (k: i64) -> [k]a -> ?[m].(*s, [m]b, bool)) -> (init: s) -> seq a -> seq b

-- | `seq_stage` with an array as another state, whose size changes.
val seq_rest_stage 's 'a 'b 'c :
  (f: (last: bool) -> *s -> (r: i64) -> *[r]c -> (k: i64) -> [k]a -> ?[q][m].(*s, *[q]c, [m]b, bool))
  -> (init: s) -> (rest: [0]c) -> seq a -> seq b

-- | Two sequences side by side, until one ends. `f` takes for each of them what is left of it and a new chunk, one of which is
-- empty, and gives what is left, and pairs.
val seq_zip 'a 'b :
  (f: (q: i64) -> *[q]a -> (k: i64) -> [k]a -> (r: i64) -> *[r]b -> (l: i64) -> [l]b -> ?[u][v][m].(*[u]a, *[v]b, [m](a, b)))
  -> (none: [0]a) -> (none': [0]b) -> seq a -> seq b -> seq (a, b)

-- | One sequence and then another.
val seq_append 'a : seq a -> seq a -> seq a

-- | Run through a sequence: `f` takes the state so far and a chunk, and gives the state and whether it wants no more.
val seq_pass 's 'a : (f: *s -> (k: i64) -> [k]a -> (*s, bool)) -> (init: s) -> seq a -> *s

-- | `seq_pass` with an array as another state, whose size changes.
val seq_rest_pass 's 'a 'c :
  (f: *s -> (r: i64) -> *[r]c -> (k: i64) -> [k]a -> ?[q].(*s, *[q]c, bool))
  -> (init: s) -> (rest: [0]c) -> seq a -> ?[q].(*s, *[q]c)

-- | Are values like this one combined exactly, however they are grouped? Sums of floats are not.
val seq_exact 'a : (x: a) -> bool

-- Derivatives. Their meaning stands with the functions of the same names in `ad`.

val jvp2 'a 'b : (f: a -> b) -> (x: a) -> (x': a) -> (b, b)
val vjp2 'a 'b : (f: a -> b) -> (x: a) -> (y': b) -> (b, a)
val jmp2 'a 'b [n] : (f: a -> b) -> (x: a) -> (xs': [n]a) -> (b, *[n]b)
val mjp2 'a 'b [n] : (f: a -> b) -> (x: a) -> (ys': [n]b) -> (b, *[n]a)
val with_vjp 'a 'b : (f: a -> b) -> (f': b -> b -> a) -> (x: a) -> b

-- Irregular arrays. Their meaning stands with the functions in `irregular`.

val irregular_lengths [n] 'a : (xss: [n][?]a) -> *[n]i64
val irregular_flatten [n] 'a : (xss: [n][?]a) -> ?[k].[k]a
val irregular_from_lengths [n] [m] 'a : (lengths: [n]i64) -> (xs: [m]a) -> [n][?]a
