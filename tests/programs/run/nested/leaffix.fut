-- Sums of subtrees and depths in a tree of parents.
-- ==
-- input { [-1, 0, 0, 1, 1, 2, 5, 5, 3] [8, 6, 2, 5, 1, 3, 7, 2, 5] }
-- output { [39, 17, 14, 10, 1, 12, 7, 2, 5] [0, 1, 1, 2, 2, 2, 3, 3, 3] }

-- Children by parents, then sums of subtrees, from the leaves up.
def subtree (children: [][?]i64) (values: []i64) (v: i64) : i64 =
  values[v] + i64.sum (map (subtree children values) children[v])

def depth (parents: []i64) (v: i64) : i64 =
  if parents[v] < 0 then 0 else 1 + depth parents parents[v]

entry main [n] (parents: [n]i64) (values: [n]i64) : ([n]i64, [n]i64) =
  let children = irregular.group n parents (iota n)
  in (map (subtree children values) (iota n), map (depth parents) (iota n))
