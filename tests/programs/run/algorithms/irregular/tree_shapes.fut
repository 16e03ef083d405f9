-- All shapes of binary trees with a number of nodes, by recursion on sizes.
-- ==
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [0i64] }
-- output { [1i64] [0i64] }
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [1i64, 1i64, 2i64, 5i64, 14i64, 42i64] [0i64, 1i64, 4i64, 14i64, 50i64, 178i64] }
-- input { [6i64, 0i64] }
-- output { [132i64, 1i64] [644i64, 0i64] }

-- The depth of every shape of a binary tree with n nodes.
def trees (n: i64) : []i64 =
  if n == 0 then [0]
  else let by_left: [n][?]i64 =
         map (\left ->
                let ls = trees left
                let rs = trees (n - 1 - left)
                in flatten (map (\l -> map (\r -> 1 + i64.max l r) rs) ls))
             (iota n)
       in irregular.flatten by_left

entry main [q] (ns: [q]i64) : ([q]i64, [q]i64) =
  unzip (map (\n -> let depths = trees n in (length depths, i64.sum depths)) ns)
