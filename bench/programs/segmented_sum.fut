-- The sum of each row, for rows of any lengths.
-- ==
-- nobench input { [[1f32, 2f32], [], [3f32, 4f32, 5f32]] } output { [3f32, 0f32, 12f32] }
-- nobench input { empty([0][?]f32) } output { empty([0]f32) }
-- "all equal" compiled script input { data 0i64 2097152i64 }
-- "every second empty" compiled script input { data 1i64 2097152i64 }
-- "all empty but one" compiled script input { data 2i64 2097152i64 }
entry main [n] (rows: [n][?]f32) : [n]f32 = map f32.sum rows

entry data (kind: i64) (n: i64) : [n][?]f32 =
  let length_of i =
    match kind
    case 0 -> 16
    case 1 -> (i % 2) * 32
    case _ -> if i == n / 2 then 16 * n else 0
  in irregular.from_lengths (map length_of (iota n)) (replicate (16 * n) 0.5)
