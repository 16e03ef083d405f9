-- Checklist: 66, 67.
-- Entry points that take and give sequences: elements of all kinds, several passes, values beside them. In test blocks a
-- sequence is an array of its elements.
-- ==
-- entry: rows_and_count
-- input { 1i64 [[1.0f32, 2.0f32], [], [4.0f32]] } output { [4.0f32, 1.0f32, 5.0f32] 3i64 }
-- input { 2i64 empty([0][?]f32) } output { empty([0]f32) 0i64 }

entry rows_and_count (k: i64) (rows: seq ([?]f32)) : (seq f32, i64) =
  (seq.map (\row -> f32.sum row + f32.i64 k) rows, seq.length rows)

-- ==
-- entry: total
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 45 }
-- input { empty([0]i32) } output { 0 }

entry total (xs: seq i32) : i32 = seq.reduce (+) 0 xs

-- ==
-- entry: doubled
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { [2, 4, 6, 8, 10, 12, 14, 16] }
-- input { empty([0]i32) } output { empty([0]i32) }

entry doubled (xs: seq i32) : seq i32 = seq.map (* 2) xs

-- ==
-- entry: products
-- input { [1.0, 2.0] [[1.0, 1.0], [2.0, 3.0], [0.0, 4.0]] } output { [3.0, 8.0, 8.0] }
-- input { [1.0, 2.0] [[1.0, 1.0, 1.0]] } error: length 3, but 2 is expected

entry products [d] (factors: [d]f64) (points: seq ([d]f64)) : seq f64 =
  seq.map (\point -> f64.sum (map2 (*) factors point)) points

-- ==
-- entry: swapped
-- input { [1, 2, 3] [0.5, 1.5, 2.5] } output { [0.5, 1.5, 2.5] [1, 2, 3] }

entry swapped (pairs: seq (i32, f64)) : seq (f64, i32) = seq.map (\(a, b) -> (b, a)) pairs

-- ==
-- entry: sum_and_count
-- input { [3, 4, 5, 6, 7, 8, 9, 10, 11] } output { 63 9i64 }

entry sum_and_count (xs: seq i32) : (i32, i64) = (seq.reduce (+) 0 xs, seq.length xs)

-- ==
-- entry: in_threes
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { [1, 2] } output { empty([0][3]i32) }

entry in_threes (xs: seq i32) : seq ([3]i32) = seq.group 3 xs

-- ==
-- entry: up_to
-- input { 10i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64] }

entry up_to (n: i64) : seq i64 = seq.produce n id

-- ==
-- entry: between_zeros
-- input { [1, 0, 2, 0, 0, 3] } output { [[1], [0, 2], [0], [0, 3]] }

entry between_zeros (xs: seq i32) : seq ([?]i32) = seq.split (== 0) xs

-- ==
-- entry: sums_of_sums
-- input { [[[1, 2], [3]], [], [[], [4, 5, 6]]] } output { [[3, 3], [], [0, 15]] }

entry sums_of_sums (xs: seq ([?][?]i32)) : seq ([?]i32) = seq.map (\rows -> map i32.sum rows) xs

-- ==
-- entry: firsts
-- input { 2i64 [5, 6, 7, 8] } output { [5, 6] }
-- input { 9i64 [5, 6, 7, 8] } output { [5, 6, 7, 8] }

entry firsts (n: i64) (xs: seq i32) : seq i32 = seq.take n xs

-- ==
-- entry: side_by_side
-- input { [1, 2, 3] [4, 5] } output { [1, 2] [4, 5] }

entry side_by_side (xs: seq i32) (ys: seq i32) : seq (i32, i32) = seq.zip xs ys

-- ==
-- entry: joined
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] [10, 11] } output { [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }

entry joined (xs: seq i32) (ys: seq i32) : seq i32 = seq.append xs ys

-- ==
-- entry: passes_in_a_loop
-- input { 3i64 [1.0, 2.0, 3.0] } output { 100.5 }

entry passes_in_a_loop (n: i64) (xs: seq f64) : f64 =
  loop t = 0 for _ in 0..<n do t / 2 + seq.reduce (+) 0 (seq.map (+ t) xs)

-- ==
-- entry: pairs_of_rows
-- input { [[[1, 2], [3, 4]], [[5], [6]]] } output { [[[1, 3], [2, 4]], [[5, 6]]] }

entry pairs_of_rows (xs: seq ([2][?]i32)) : seq ([?][2]i32) =
  seq.map (\both -> let [k] (first: [k]i32) = both[0] in map2 (\a b -> [a, b]) first (both[1] :> [k]i32)) xs

-- ==
-- entry: two
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [1, 3, 5, 7, 9] 3 [2, 4, 6, 8] }

entry two (xs: seq i32) : (seq i32, i32, seq i32) =
  (seq.filter (\x -> x % 2 == 1) xs, 3, seq.filter (\x -> x % 2 == 0) xs)

-- ==
-- entry: shapes
-- input { [0i8, 1i8, 0i8] [2.5, 0.0, 1.5] [0i32, 4, 0] } output { [2.5, 4.0, 1.5] }

entry shapes (xs: seq (#circle f64 | #square i32)) : seq f64 =
  seq.map (\x -> match x case #circle r -> r case #square a -> f64.i32 a) xs

-- ==
-- entry: flags
-- input { [true, false, true] } output { [false, true, false] }

entry flags (xs: seq bool) : seq bool = seq.map (\x -> !x) xs
