-- The sum of each row, where the lengths of rows follow a power law.
-- ==
-- nobench input { [[1f32, 2f32], [], [3f32, 4f32, 5f32]] } output { [3f32, 0f32, 12f32] }
-- "2^20 rows" compiled script input { data 1048576i64 67108864i64 }
-- "2^23 rows" compiled script input { data 8388608i64 67108864i64 }
entry main [n] (rows: [n][?]f32) : [n]f32 = map f32.sum rows

entry data (n: i64) (total: i64) : [n][?]f32 =
  let weight i =
    let h = u32.i64 i * 2654435761
    let h = (h ^ (h >> 15)) * 2246822519
    let u = (f64.u32 (h >> 8) + 1) / 16777217
    in u ** (-1 / 1.5) - 0.9
  let ends = scan (+) 0 (map weight (iota n))
  let scale = f64.i64 total / ends[n - 1]
  let end i = if i == n - 1 then total else i64.f64 (ends[i] * scale)
  let lengths = map (\i -> if i == 0 then end 0 else end i - end (i - 1)) (iota n)
  in irregular.from_lengths lengths (map (\i -> f32.i64 (i % 64) / 64) (iota (i64.sum lengths)))
