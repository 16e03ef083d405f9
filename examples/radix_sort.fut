-- A radix sort of unsigned numbers, one bit at a time: zeros before ones, in the order in which they were.
-- ==
-- input { [5u32, 0u32, 4294967295u32, 17u32, 5u32] } output { [0u32, 5u32, 5u32, 17u32, 4294967295u32] }
-- input { empty([0]u32) } output { empty([0]u32) }
def by_bit [n] (bit: i32) (xs: [n]u32) : [n]u32 =
  let ones = map (\x -> i64.i32 (u32.get_bit bit x)) xs
  let zeros = map (1 -) ones
  let places_of_zeros = scan (+) 0 zeros
  let places_of_ones = map (+ i64.sum zeros) (scan (+) 0 ones)
  let places =
    map3 (\one z o -> if one == 1 then o - 1 else z - 1) ones places_of_zeros places_of_ones
  in scatter (copy xs) places xs

entry main [n] (xs: [n]u32) : [n]u32 = loop xs for bit < u32.num_bits do by_bit bit xs
