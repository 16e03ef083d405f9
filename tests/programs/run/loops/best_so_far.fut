-- The longest array so far, and arrays whose size depends on the iteration.
-- ==
-- entry: longest
-- input { 0i64 } output { empty([0]i64) }
-- input { 6i64 } output { [0i64, 1i64, 2i64, 3i64] }

-- ==
-- entry: nested
-- input { 1i64 } output { empty([0]i64) }
-- input { 7i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }

-- ==
-- entry: states
-- input { 6i64 } output { [1i64] 5i64 }
-- input { 5i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] 4i64 }

-- ==
-- entry: given
-- input { [7i64, 8i64] 3i64 } output { empty([0]i64) }
-- input { [7i64, 8i64] 4i64 } output { [7i64, 8i64] }
def candidate (i: i64) : []i64 = iota (i * (4 - i))

entry longest (n: i64) : []i64 =
  loop best: []i64 = [] for i < n do
    let xs = if i < 4 then candidate i else [i]
    in if length xs > length best then xs else best

entry nested (n: i64) : []i64 =
  loop best = [] for i < n do
    loop inner = best for j < i do if j % 2 == 0 then iota i else inner

entry states (n: i64) : ([]i64, i64) =
  let end =
    loop state = {best = [1i64], k = 0i64} for i < n do
      if i % 2 == 0 then {best = iota (i + 1), k = i} else {best = [state.best[0] + 1], k = i}
  in (end.best, end.k)

entry given (xs: []i64) (n: i64) : []i64 = loop best = [] for i < n do if i == 3 then xs else best
