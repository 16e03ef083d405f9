-- Averages of neighbours, ten times.
-- ==
-- entry: once
-- input { [3.0, 6.0, 9.0] } output { [3.0, 6.0, 5.0] }
def smooth [n] (v: [n]f64) : [n]f64 =
  tabulate n (\i -> ((if i == 0 then 0 else v[i - 1]) + v[i] + (if i == n - 1 then 0 else v[i + 1])) / 3)

entry once (v: []f64) : []f64 = smooth v
entry main [n] (v: [n]f64) : [n]f64 = loop v for _i < 10i64 do smooth v
