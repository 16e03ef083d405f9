-- The cheapest order of products of matrices: a triangular table that grows row by row, for many chains.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { [[], [3i64], [3i64, 4i64], [3i64, 4i64, 5i64]] }
-- output { [0i64, 0i64, 0i64, 60i64] }
-- input { [[2i64, 3i64, 4i64, 2i64, 5i64, 3i64, 1i64, 3i64, 7i64], [1i64, 9i64, 4i64, 3i64, 2i64, 4i64], [6i64,
-- 2i64], [5i64, 1i64, 5i64], [3i64, 7i64, 3i64, 2i64]] }
-- output { [86i64, 62i64, 0i64, 25i64, 81i64] }

-- The table is a triangle: row l has the costs of all chains of l + 1 matrices.
def cheapest [m] (sizes: [m]i64) : i64 =
  let n = m - 1
  in if n <= 1 then 0
     else let table: [n][?]i64 =
            loop (table: [n][?]i64) = map (\l -> replicate (n - l) 0) (iota n) for l in 1..<n do
              let row = map (\i -> i64.minimum (map (\k -> table[k, i] + table[l - 1 - k, i + k + 1]
                                                           + sizes[i] * sizes[i + k + 1] * sizes[i + l + 1])
                                                    (iota l)))
                            (iota (n - l))
              in copy table with [l] = row
          in table[n - 1, 0]

entry main [q] (chains: [q][?]i64) : [q]i64 = map cheapest chains
