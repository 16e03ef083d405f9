-- A sparse matrix times a vector, where the lengths of rows follow a power law.
-- ==
-- nobench input { [2i64, 0i64, 1i64] [0, 2, 1] [1f32, 2f32, 3f32] [10f32, 20f32, 30f32] } output { [70f32, 0f32, 60f32] }
-- "2^20 rows" compiled script input { data 1048576i64 67108864i64 }
-- "2^23 rows" compiled script input { data 8388608i64 67108864i64 }
entry main [n] [m] [k] (lengths: [n]i64) (columns: [m]i32) (values: [m]f32) (x: [k]f32) : [n]f32 =
  let matrix = irregular.from_lengths lengths (zip columns values)
  in map (\row -> f32.sum (map (\(column, value) -> value * x[i64.i32 column]) row)) matrix

entry data (n: i64) (total: i64) : ([n]i64, []i32, []f32, [n]f32) =
  let mix (h: u32) : u32 =
    let h = h * 2654435761
    in (h ^ (h >> 15)) * 2246822519
  let weight i = ((f64.u32 (mix (u32.i64 i) >> 8) + 1) / 16777217) ** (-1 / 1.5) - 0.9
  let ends = scan (+) 0 (map weight (iota n))
  let scale = f64.i64 total / ends[n - 1]
  let end i = if i == n - 1 then total else i64.f64 (ends[i] * scale)
  let lengths = map (\i -> if i == 0 then end 0 else end i - end (i - 1)) (iota n)
  let m = i64.sum lengths
  in ( lengths
     , map (\i -> i32.i64 (i64.u32 (mix (u32.i64 i)) % n)) (iota m)
     , map (\i -> f32.i64 (i % 64) / 64) (iota m)
     , map (\i -> f32.i64 (i % 32) / 32) (iota n))
