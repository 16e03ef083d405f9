-- Systems of equations of different sizes, solved with pivots; rows are swapped in place.
-- ==
-- entry: main
-- input { empty([0][?][?]f64) empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { empty([1][?: 0][?]f64) empty([1][?: 0]f64) }
-- output { empty([1][?: 0]f64) }
-- input { [[[2.0f64]]] [[4.0f64]] }
-- output { [[2.0f64]] }
-- input { [[[9.0f64, 0.0f64], [1.0f64, 7.0f64]], [], [[11.0f64, 3.0f64, 2.0f64, 0.0f64, 0.0f64], [0.0f64, 12.0f64,
-- -3.0f64, 2.0f64, 2.0f64], [-2.0f64, 3.0f64, 8.0f64, 3.0f64, 3.0f64], [-3.0f64, 0.0f64, 2.0f64, 11.0f64, 1.0f64],
-- [2.0f64, 2.0f64, -1.0f64, -2.0f64, 8.0f64]], [[12.0f64]], [[11.0f64, 0.0f64, 0.0f64], [-1.0f64, 13.0f64, -2.0f64],
-- [1.0f64, 2.0f64, 8.0f64]]] [[8.0f64, -3.0f64], [], [-1.0f64, -2.0f64, -6.0f64, -6.0f64, 8.0f64], [8.0f64], [7.0f64,
-- -8.0f64, 5.0f64]] }
-- output { [[0.8888888888888888f64, -0.5555555555555556f64], [], [0.1509528585757272f64, -0.41273821464393184f64,
-- -0.7111334002006018f64, -0.4534603811434302f64, 0.8631895687061184f64], [0.6666666666666666f64],
-- [0.6363636363636364f64, -0.4646464646464646f64, 0.6616161616161615f64]] }

def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let m = map2 (\row x -> row ++ [x]) a b
  let m =
    loop m = copy m for k < n do
      let better i j =
        if f64.abs m[j, k] > f64.abs m[i, k] || (f64.abs m[j, k] == f64.abs m[i, k] && j < i)
        then j
        else i
      let p = reduce_comm better k (k..<n)
      let row_k = copy m[k]
      let row_p = copy m[p]
      let m[k] = row_p
      let m[p] = row_k
      let pivot = copy m[k]
      in map2 (\i row -> if i == k
                         then row
                         else let f = row[k] / pivot[k] in map2 (\x y -> x - f * y) row pivot)
              (iota n)
              m
  in map2 (\i row -> row[n] / row[i]) (iota n) m

entry main [s] (systems: [s][?][?]f64) (sides: [s][?]f64) : [s][?]f64 =
  map2 (\a b -> let [n] (b: [n]f64) = b in solve (a :> [n][n]f64) b) systems sides
