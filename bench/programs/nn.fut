-- The k records nearest to a place, one after the other: where the least distance is, which is then taken out.
-- Checklist: 127.
-- ==
-- nobench input { 2i64 [0f32, 3f32, 1f32, 6f32] [0f32, 4f32, 0f32, 8f32] 0f32 0f32 } output { [0i64, 2i64] [0f32, 1f32] }
-- nobench input { 3i64 [30f32, 60f32, 30f32] [90f32, 90f32, 90f32] 30f32 90f32 } output { [0i64, 2i64, 1i64] [0f32, 0f32, 30f32] }
-- compiled script input { records 855280i64 }
entry main [n] (k: i64) (latitudes: [n]f32) (longitudes: [n]f32) (latitude: f32) (longitude: f32)
    : ([k]i64, [k]f32) =
  let distance x y = f32.sqrt ((x - latitude) * (x - latitude) + (y - longitude) * (y - longitude))
  let nearer (i, a) (j, b) : (i64, f32) = if a < b || (a == b && i < j) then (i, a) else (j, b)
  let (found, least, _) =
    loop (found, least, distances) =
      (replicate k 0, replicate k 0, map2 distance latitudes longitudes) for step < k do
      let (i, d) = reduce_comm nearer (n, f32.inf) (zip (indices distances) distances)
      in (found with [step] = i, least with [step] = d, distances with [i] = f32.inf)
  in (found, least)

-- Data for timing: each record stands there twenty times.
entry records (n: i64) : (i64, [n]f32, [n]f32, f32, f32) =
  let number (seed: u32) (i: i64) =
    let h = (u32.i64 i + seed) * 2654435761
    in f32.u32 ((h ^ (h >> 15)) >> 8) / 16777216
  let record i = i % i64.max 1 (n / 20)
  in ( 100
     , map (\i -> 7 + 63 * number 1 (record i)) (iota n)
     , map (\i -> 360 * number 77 (record i)) (iota n)
     , 30
     , 90
     )
