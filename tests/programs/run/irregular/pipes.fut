-- Functions from irregular arrays to irregular arrays are given as arguments, piped and composed.
-- ==
-- entry: piped composed applied repeated annotated folded
-- input { [[1, 2], [], [3]] } output { [[4, 6], [], [8]] }
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { empty([2][?: 0, 0]i32) } output { empty([2][?: 0, 0]i32) }

-- ==
-- entry: to_sums
-- input { [[1, 2], [], [3]] } output { [10, 0, 8] 18 }

-- ==
-- entry: dropped
-- input { [[1, 2], [], [3]] } output { [[4, 6]] }
-- input { [[1], [2]] } output { empty([0][?]i32) }

def map_rows [n] 'a 'b (f: a -> b) (rows: [n][?]a) : [n][?]b = map (map f) rows

def apply 'a 'b (f: a -> b) (x: a) : b = f x
def twice 'a (f: a -> a) (x: a) : a = f (f x)

entry piped [n] (xss: [n][?]i32) : [n][?]i32 = xss |> map_rows (+ 1) |> map_rows (* 2)

entry composed [n] (xss: [n][?]i32) : [n][?]i32 =
  (map_rows (+ 1) >-> map_rows (+ 0) >-> map_rows (* 2)) xss

entry applied [n] (xss: [n][?]i32) : [n][?]i32 = map_rows (* 2) <| apply (map_rows (+ 1)) xss

entry repeated [n] (xss: [n][?]i32) : [n][?]i32 =
  let grow = map_rows (+ 2)
  in map_rows (* 2) (iterate 3 (map_rows (\x -> x - 1)) (twice grow xss))

entry annotated [n] (xss: [n][?]i32) : [n][?]i32 =
  let double = \(rows: [n][?]i32) -> map_rows (* 2) rows
  in (map_rows (+ 1) >-> (\(rows: [n][?]i32) -> double rows)) xss

entry folded [n] (xss: [n][?]i32) : [n][?]i32 =
  foldl (\rows k -> map_rows (* k) rows) (map_rows (+ 1) xss) [1, 2]

entry to_sums [n] (xss: [n][?]i32) : ([n]i32, i32) =
  let sums = xss |> map_rows (+ 1) |> map_rows (* 2) |> map i32.sum
  in (sums, i32.sum sums)

entry dropped [n] (xss: [n][?]i32) : [][?]i32 =
  xss |> filter (\row -> length row > 1) |> map_rows (+ 1) |> map_rows (* 2)
