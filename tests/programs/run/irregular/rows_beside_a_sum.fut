-- A reduction that also gives arrays, whose sizes differ from point to point: they are not elements of a regular array.
-- ==
-- input { [3i64, 0i64, 2i64] [1i64, 2i64] }
-- output { [9i64, 0i64, 6i64] [[1i64, 2i64, 3i64, 2i64, 3i64, 4i64], [], [1i64, 2i64, 2i64, 3i64]] }
-- input { empty([0]i64) [1i64] } output { empty([0]i64) empty([0][?]i64) }
-- input { [1i64] empty([0]i64) } output { [0i64] [empty([0]i64)] }
entry main [n] [m] (ks: [n]i64) (js: [m]i64) : ([n]i64, [n][?]i64) =
  unzip (map (\k ->
                let total = reduce (+) 0 (map (\j -> j * k) js)
                let parts = map (\j -> map (\i -> i + j) (iota k)) js
                in (total, flatten parts))
             ks)
