-- Bubble sort of every row at once, by exchanges of neighbours: rows take different numbers of rounds.
-- ==
-- nobench input { [3i64, 0i64, 2i64] [3f32, 1f32, 2f32, 2f32, 1f32] } output { [1f32, 2f32, 3f32, 1f32, 2f32] }
-- "rows of 0 to 99" compiled script input { data 10000i64 }
module example = import "../../examples/bubble_sort_rows"

entry main [n] [m] (lengths: [n]i64) (values: [m]f32) : [m]f32 =
  irregular.flatten (example.irregular_rows (irregular.from_lengths lengths values)) :> [m]f32

entry data (n: i64) : ([n]i64, []f32) =
  let lengths = map (% 100) (iota n)
  in (lengths, map (\i -> f32.i64 (i * 1103515245 % 1000003)) (iota (i64.sum lengths)))
