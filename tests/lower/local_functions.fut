-- What a local function refers to becomes parameters of it: k here. Its first use stands where it is used.
entry main (k: i64) (x: i64) =
  let far (y: i64): i64 =
    loop z = y while z < k do
      let square = z * z + k
      in if square > k * y then square - z else square + y
  in far x + far k + far (x * k)
