-- The operator of a reduction contains a loop: addition of binary numbers kept as arrays of bits.
-- ==
-- input { [3, 5, 6] } output { 14 }
-- input { empty([0]i32) } output { 0 }
def bits (x: i32) : [8]bool = map (\i -> i32.get_bit (i32.i64 i) x == 1) (iota 8)

def add (a: [8]bool) (b: [8]bool) : [8]bool =
  let (sum, _) =
    loop (sum, carry) = (replicate 8 false, false) for i < 8i64 do
      let ones = i32.bool a[i] + i32.bool b[i] + i32.bool carry
      in (sum with [i] = ones % 2 == 1, ones > 1)
  in sum

def main (xs: []i32) : i32 =
  let total = reduce add (bits 0) (map bits xs)
  in i32.sum (map2 (\b i -> i32.bool b << i32.i64 i) total (iota 8))
