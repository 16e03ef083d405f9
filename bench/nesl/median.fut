-- The number in the middle, by quickselect.
-- ==
-- input { [5i64, 1i64, 9i64, 7i64, 3i64] } output { 5i64 }
def select (v: []i64) (k: i64) : i64 =
  let (_, _, found) =
    loop (v, k, found) = (v, k, -1) while found < 0 do
      let n = length v
      let pivot = v[n / 2]
      let less = filter (< pivot) v
      in if k < length less
         then (less, k, -1)
         else let more = filter (> pivot) v
              in if k >= n - length more then (more, k - (n - length more), -1) else (v, k, pivot)
  in found

entry main [n] (v: [n]i64) : i64 = select v (n / 2)
