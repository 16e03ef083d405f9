-- Lengths of Huffman codes of rows of weights; trees are built in loops that update in place.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [[4i64]] }
-- output { [[0i64]] }
-- input { [[5i64, 9i64, 12i64, 13i64, 16i64, 45i64], [], [1i64, 1i64], [3i64], [1i64, 1i64, 1i64, 1i64, 1i64, 1i64,
-- 1i64]] }
-- output { [[4i64, 4i64, 3i64, 3i64, 3i64, 1i64], [], [1i64, 1i64], [0i64], [3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 2i64]]
-- }
-- input { [[17i64, 44i64, 41i64, 7i64], [37i64, 11i64, 2i64, 27i64, 27i64, 5i64, 7i64, 9i64, 21i64, 31i64], [27i64,
-- 14i64, 13i64, 21i64, 41i64, 44i64, 22i64, 22i64, 28i64, 6i64, 41i64, 34i64, 32i64, 26i64], [14i64, 37i64], [3i64,
-- 13i64, 7i64, 6i64, 13i64, 17i64, 45i64], [20i64, 45i64, 17i64, 11i64, 40i64, 8i64, 2i64, 18i64, 46i64], [15i64,
-- 37i64, 16i64, 4i64, 1i64, 42i64, 40i64], [18i64, 9i64, 45i64, 42i64, 22i64, 39i64, 47i64, 29i64, 10i64]] }
-- output { [[3i64, 1i64, 2i64, 3i64], [2i64, 4i64, 5i64, 3i64, 3i64, 5i64, 4i64, 4i64, 3i64, 3i64], [4i64, 5i64, 6i64,
-- 4i64, 3i64, 3i64, 4i64, 4i64, 4i64, 6i64, 3i64, 3i64, 4i64, 4i64], [1i64, 1i64], [5i64, 3i64, 4i64, 5i64, 3i64, 3i64,
-- 1i64], [3i64, 2i64, 4i64, 4i64, 3i64, 5i64, 5i64, 4i64, 2i64], [4i64, 2i64, 3i64, 5i64, 5i64, 2i64, 2i64], [4i64,
-- 5i64, 3i64, 3i64, 3i64, 3i64, 2i64, 3i64, 5i64]] }

def code_lengths [n] (weights: [n]i64) : [n]i64 =
  if n < 2
  then map (const 0) weights
  else
    let total = 2 * n - 1
    let taken = i64.highest
    let smallest (ws: [total]i64) : i64 =
      reduce_comm (\i j -> if ws[j] < ws[i] || (ws[j] == ws[i] && j < i) then j else i)
                  0
                  (iota total)
    let ws = scatter (replicate total taken) (iota n) weights
    let (_, parents) =
      loop (ws: *[total]i64, parents: *[total]i64) = (ws, iota total) for k < n - 1 do
        let i = smallest ws
        let a = ws[i]
        let ws = ws with [i] = taken
        let j = smallest ws
        let b = ws[j]
        let ws = ws with [j] = taken
        let ws = ws with [n + k] = a + b
        let parents = parents with [i] = n + k
        in (ws, parents with [j] = n + k)
    let depth i = (loop (d, i) = (0, i) while parents[i] != i do (d + 1, parents[i])).0
    in map depth (iota n)

entry main [r] (rows: [r][?]i64) : [r][?]i64 = map code_lengths rows
