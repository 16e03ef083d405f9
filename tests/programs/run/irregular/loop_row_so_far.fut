-- Rows of an irregular array as the state of a loop, and one that is updated in place by a loop.
-- ==
-- entry: longest
-- input { [[1], [1, 2, 3], [4, 5]] } output { [1, 2, 3] }
-- input { empty([0][0]i32) } output { empty([0]i32) }

-- ==
-- entry: last_with_elements
-- input { [[1], [4, 5], []] } output { [4, 5] }

-- ==
-- entry: replace
-- input { [[1], [1, 2, 3], [4, 5]] } output { [[0], [1], [2]] }
entry longest [n] (xss: [n][?]i32) : []i32 =
  loop best: []i32 = [] for xs in xss do if length xs > length best then xs else best

entry last_with_elements [n] (xss: [n][?]i32) : []i32 =
  loop best = [] for i < n do
    let xs = xss[i]
    in match length xs
       case 0 -> best
       case _ -> xs

entry replace [n] (xss: [n][?]i32) : [n][?]i32 =
  (loop (rows: *[n][?]i32, k) = (copy xss, 0) for i < n do (rows with [i] = [k], k + 1)).0
