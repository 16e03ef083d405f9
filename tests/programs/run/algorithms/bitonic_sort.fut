-- A sorting network: two nested loops over maps.
-- ==
-- input { 3i64 [5, 1, 8, 3, 7, 2, 6, 4] } output { [1, 2, 3, 4, 5, 6, 7, 8] }
-- input { 1i64 [2, 1] } output { [1, 2] }
-- input { 0i64 [9] } output { [9] }
def main [n] (bits: i64) (xs: [n]i32) : [n]i32 =
  loop (xs: [n]i32) = xs for k < bits do
    loop (xs: [n]i32) = xs for j in k..>-1 do
      map (\i ->
             let partner = i ^ (1 << j)
             let up = (i >> (k + 1)) & 1 == 0
             let low = i < partner
             in if up == low then i32.min xs[i] xs[partner] else i32.max xs[i] xs[partner]) (iota n)
