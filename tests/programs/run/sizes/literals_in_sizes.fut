-- Numbers of other types than i64 inside of sizes.
-- ==
-- entry: sums
-- input { 3i64 3i32 }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { 0i64 3i32 }
-- output { empty([0][?]i64) }
-- entry: negative
-- input { [5u8, 0u8, 7u8] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64], [], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64]] }

entry sums (n: i64) (x: i32) : [n][?]i64 =
  map (\_ -> iota (i64.i32 (reduce (^) 0 (replicate n x)))) (iota n)

entry negative [n] (xs: [n]u8) : [n][?]i64 = map (\x -> iota (i64.i8 (i8.max (-1) (i8.u8 x)))) xs

-- A type parameter stands for an array whose size is computed from such a number.
-- ==
-- entry: columns
-- input { [1i64, 2i64] } output { [[1i64, 2i64], [1i64, 2i64], [1i64, 2i64], [1i64, 2i64]] }
def apply_to_all 'a 'b [n] (f: a -> b) (xs: [n]a) : *[n]b = #[sequential_inner] map f xs

def copies [n] (bits: u32) (xs: [n]i64) : [i64.u32 (1u32 << bits)]i64 =
  let size = i64.u32 (1u32 << bits)
  in hist (+) 0i64 size (map (% 4) xs) (replicate n 1) |> map (\_ -> xs[0])

entry columns [n] (xs: [n]i64) : [][n]i64 =
  let bits = 2u32
  let rows = apply_to_all (copies bits) (unflatten (xs :> [n * 1]i64))
  in transpose rows |> flatten |> unflatten
