-- Attributes go to the operation that they stand before; `trace` and `opaque` are operations.
#[noinline]
def double (x: i32) = x + x

entry main (xs: []i32) =
  let ys = #[sequential] map double xs
  in #[trace(sum)] (reduce (+) 0 (opaque ys))
