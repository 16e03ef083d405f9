-- Incomplete LU factors without fill-in, of many matrices at once; rows are updated in place.
-- ==
-- entry: main
-- input { empty([0][?][?]i64) empty([0][?][?]f64) }
-- output { empty([0][?][?]f64) }
-- input { empty([1][?: 0][?]i64) empty([1][?: 0][?]f64) }
-- output { empty([1][?: 0][?]f64) }
-- input { [[[0i64]], [[0i64]], [[0i64, 1i64], [0i64, 1i64]]] [[[10.0f64]], [[10.0f64]], [[10.0f64,
-- 0.4916140853956077f64], [-0.007952460220816304f64, 10.0f64]]] }
-- output { [[[10.0f64]], [[10.0f64]], [[10.0f64, 0.4916140853956077f64], [-0.0007952460220816305f64,
-- 10.00039095414581f64]]] }

def ilu [n] (pattern: [n][?]i64) (values: *[n][?]f64) : *[n][?]f64 =
  loop values for i < n do
    let row_pattern = pattern[i]
    let [k] (row_pattern: [k]i64) = row_pattern
    let row = copy values[i] :> [k]f64
    let row =
      loop row for a < k do
        let c = row_pattern[a]
        in if c >= i
           then row
           else let pivot_row = values[c]
                let [l] (pattern_c: [l]i64) = pattern[c]
                let at q =
                  f64.sum (map2 (\j v -> if j == q then v else 0) pattern_c (pivot_row :> [l]f64))
                let factor = row[a] / at c
                let row = row with [a] = factor
                in map2 (\j x -> if j > c then x - factor * at j else x) row_pattern row
    in values with [i] = row

entry main [m] (patterns: [m][?][?]i64) (values: [m][?][?]f64) : [m][?][?]f64 =
  map2 (\p v ->
          let [n] (p: [n][?]i64) = p
          in ilu p (copy (v :> [n][?]f64))) patterns values
