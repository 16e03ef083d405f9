-- Distinct numbers of each row and how often they occur.
-- ==
-- input { [[1, 5, 4, 4, 3, 4, 0, 5, 0, 1], [2, 0, 0, 1, 3, 2, 0, 1, 4], [2, 1, 2, 3, 4, 0], [3, 1, 2, 3, 3, 0, 3, 4, 1, 1], [2, 1], []] }
-- output { [[0, 1, 3, 4, 5], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 2], []] [[2, 2, 1, 3, 2], [3, 2, 2, 1, 1], [1, 1, 2, 1, 1], [1, 3, 1, 4, 1], [1, 1], []] }
-- input { [[], []] }
-- output { [[], []] [[], []] }
-- input { [[200, 3, 200]] }
-- output { [[3, 200]] [[1, 2]] }

def radix_sort [n] (bits: i32) (xs: [n]u32) : [n]u32 =
  loop xs for b < bits do
    let ones = map (\x -> i64.u32 ((x >> u32.i32 b) & 1)) xs
    let zeros = map (1 -) ones
    let before = scan (+) 0 zeros
    let offset = if n == 0 then 0 else before[n - 1]
    let at =
      map3 (\o z i -> if o == 0 then z - 1 else offset + i)
           ones
           before
           (map (\x -> x - 1) (scan (+) 0 ones))
    in scatter (copy xs) at xs

entry main [k] (rows: [k][?]u32) : ([k][?]u32, [k][?]i64) =
  let result: [k]([?]u32, [?]i64) =
    map (\row ->
           let sorted = radix_sort 8 row
           let n = length sorted
           let firsts = filter (\i -> i == 0 || sorted[i] != sorted[i - 1]) (iota n)
           let counts =
             map2 (\j s -> (if j + 1 < length firsts then firsts[j + 1] else n) - s)
                  (indices firsts)
                  firsts
           in (map (\i -> sorted[i]) firsts, counts))
        rows
  in unzip result
