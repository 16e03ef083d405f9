-- Convex hulls of point sets in rows by monotone chains; a stack is updated in place.
-- ==
-- entry: main
-- input { empty([0][?][2]i64) }
-- output { empty([0][?][2]i64) }
-- input { [[], [[1i64, 1i64]], [[2i64, 2i64], [2i64, 2i64]]] }
-- output { [[], [[1i64, 1i64]], [[2i64, 2i64]]] }
-- input { [[[0i64, 0i64], [4i64, 0i64], [4i64, 4i64], [0i64, 4i64], [2i64, 2i64], [2i64, 0i64]]] }
-- output { [[[0i64, 0i64], [4i64, 0i64], [4i64, 4i64], [0i64, 4i64]]] }
-- input { [[], [[-1i64, -6i64], [-2i64, -8i64], [-4i64, -8i64], [-6i64, -1i64], [0i64, -5i64], [7i64, -6i64], [0i64,
-- 8i64], [4i64, -6i64], [-2i64, -6i64], [-7i64, -4i64], [-8i64, 4i64], [3i64, -9i64]], [[-8i64, 3i64], [2i64, 3i64],
-- [-4i64, 9i64], [-5i64, -9i64], [-1i64, 1i64], [-9i64, 0i64], [6i64, 5i64], [-1i64, 8i64], [0i64, -2i64], [-6i64,
-- -6i64], [-4i64, -1i64], [-7i64, -2i64], [-1i64, 5i64], [0i64, 0i64], [-2i64, -7i64], [-1i64, -8i64], [0i64, -7i64],
-- [0i64, 9i64], [-4i64, 9i64], [5i64, -1i64], [4i64, -7i64], [-7i64, 2i64]], [[6i64, -2i64], [-7i64, -5i64], [6i64,
-- 0i64], [2i64, -7i64], [-1i64, 3i64], [-3i64, 5i64], [4i64, 1i64], [0i64, 3i64], [-9i64, 2i64], [9i64, 6i64], [-4i64,
-- 2i64], [7i64, -9i64], [5i64, 5i64], [8i64, 6i64], [9i64, 5i64], [5i64, 6i64], [1i64, 2i64], [0i64, 9i64], [-8i64,
-- -6i64], [9i64, 1i64], [-9i64, -7i64], [6i64, 7i64], [2i64, -5i64], [8i64, 5i64], [-4i64, -5i64]], [[9i64, -6i64],
-- [-9i64, 6i64], [-1i64, 0i64], [-1i64, 0i64]]] }
-- output { [[], [[-8i64, 4i64], [-7i64, -4i64], [-4i64, -8i64], [3i64, -9i64], [7i64, -6i64], [0i64, 8i64]], [[-9i64,
-- 0i64], [-5i64, -9i64], [4i64, -7i64], [6i64, 5i64], [0i64, 9i64], [-4i64, 9i64], [-8i64, 3i64]], [[-9i64, -7i64],
-- [7i64, -9i64], [9i64, 1i64], [9i64, 6i64], [0i64, 9i64], [-9i64, 2i64]], [[-9i64, 6i64], [-1i64, 0i64], [9i64,
-- -6i64]]] }

type point = (i64, i64)

def before (a: point) (b: point) : bool = a.0 < b.0 || (a.0 == b.0 && a.1 < b.1)

def different (a: point) (b: point) : bool = a.0 != b.0 || a.1 != b.1

def cross (o: point) (a: point) (b: point) : i64 = (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)

def ordered [n] (points: [n]point) : []point =
  let rank i =
    i64.sum (map (\j -> i64.bool (before points[j] points[i] || (!(before points[i] points[j]) && j < i))) (iota n))
  let sorted = scatter (copy points) (map rank (iota n)) points
  in map (\i -> sorted[i]) (filter (\i -> i == 0 || different sorted[i] sorted[i - 1]) (iota n))

def half [n] (points: [n]point) : []point =
  let (stack, top) =
    loop (stack: *[n]point, top) = (copy points, 0) for p in points do
      let top = loop top while top >= 2 && cross stack[top - 2] stack[top - 1] p <= 0 do top - 1
      in (stack with [top] = p, top + 1)
  in take top stack

def hull (points: []point) : []point =
  let points = ordered points
  in if length points <= 2 then points
     else let lower = half points
          let upper = half (reverse points)
          in init lower ++ init upper

entry main [n] (rows: [n][?][2]i64) : [n][?][2]i64 =
  map (\row -> map (\(x, y) -> [x, y]) (hull (map (\p -> (p[0], p[1])) row))) rows
