-- An array of sums, some of which carry rows: areas of circles and polygons.
-- ==
-- input { empty([0][?]f64) }
-- output { empty([0]f64) empty([0]f64) empty([0]i64) }
-- input { empty([1][?: 0]f64) }
-- output { [0.0f64] empty([0]f64) [0i64] }
-- input { [[2.0f64], [], [0.0f64, 0.0f64, 1.0f64, 0.0f64, 1.0f64, 1.0f64, 0.0f64, 1.0f64], [0.5f64], [0.0f64, 0.0f64,
-- 4.0f64, 0.0f64, 0.0f64, 3.0f64]] }
-- output { [12.0f64, 0.0f64, 1.0f64, 0.75f64, 6.0f64] [12.0f64, 6.0f64] [0i64, 0i64, 4i64, 0i64, 3i64] }
-- input { [[2.0f64], [], [3.0f64, 1.0f64, 0.0f64, 0.0f64, 0.0f64, 3.0f64, 4.0f64, 2.0f64], [], [4.0f64], [2.0f64,
-- 1.0f64, 0.0f64, 2.0f64, 1.0f64, 0.0f64], [2.0f64, 1.0f64, 1.0f64, 2.0f64, 2.0f64, 5.0f64], [0.0f64, 4.0f64, 2.0f64,
-- 5.0f64, 3.0f64, 4.0f64], [1.0f64]] }
-- output { [12.0f64, 0.0f64, 7.0f64, 0.0f64, 48.0f64, 1.5f64, 2.0f64, 1.5f64, 3.0f64] [12.0f64, 7.0f64, 48.0f64,
-- 1.5f64, 2.0f64, 1.5f64, 3.0f64] [0i64, 0i64, 4i64, 0i64, 0i64, 3i64, 3i64, 3i64, 0i64] }
type~ shape = #nothing | #circle f64 | #polygon ([](f64, f64))

def area (s: shape) : f64 =
  match s
  case #nothing -> 0
  case #circle r -> 3 * r * r
  case #polygon corners ->
    let n = length corners
    let doubled = map (\i -> let (x, y) = corners[i]
                             let (u, v) = corners[(i + 1) % n]
                             in x * v - u * y) (iota n)
    in f64.abs (f64.sum doubled) / 2

def shape_of (numbers: []f64) : shape =
  if null numbers then #nothing
  else if length numbers == 1 then #circle numbers[0]
  else #polygon (map (\i -> (numbers[2 * i], numbers[2 * i + 1])) (iota (length numbers / 2)))

entry main [n] (rows: [n][?]f64) : ([n]f64, []f64, [n]i64) =
  let shapes: [n](#nothing | #circle f64 | #polygon ([?](f64, f64))) = map shape_of rows
  let corners s : i64 = match s case #polygon corners -> length corners case _ -> 0
  let large = filter (\s -> area s > 1) shapes
  in (map area shapes, map area large, map corners shapes)
