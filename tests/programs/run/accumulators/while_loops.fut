-- While loops that write to an accumulator: they have any number of iterations, and carry other things besides.
-- ==
-- entry: collatz
-- input { 10i64 [7i64, 1i64, 0i64, 12i64, 27i64] }
-- output { [0i64, 0i64, 3i64, 1i64, 3i64, 3i64, 1i64, 1i64, 3i64, 0i64] }
-- input { 3i64 empty([0]i64) }
-- output { [0i64, 0i64, 0i64] }
entry collatz (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.hist_stream (replicate k 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([k]i64)) n ->
                            (loop (acc, x) = (acc, n)
                             while x > 1 do
                               (intrinsics.acc_write acc x 1,
                                if x % 2 == 0 then x / 2 else 3 * x + 1)).0)
                         ns

-- Another number of updates in each iteration.
-- ==
-- entry: spread
-- input { 10i64 [7i64, 1i64, 0i64, 12i64, 27i64] }
-- output { [84i64, 0i64, 80i64, 0i64, 80i64, 0i64, 71i64, 0i64, 71i64, 0i64] }
entry spread (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.hist_stream (replicate k 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([k]i64)) n ->
                            (loop (acc, x) = (acc, n)
                             while x > 0 do
                               let acc = loop acc for j < x do intrinsics.acc_write acc (2 * j) x
                               in (acc, x / 2)).0)
                         ns

-- The same in a loop that knows how often it runs.
-- ==
-- entry: steps
-- input { 10i64 [7i64, 1i64, 0i64, 12i64, 27i64] }
-- output { [3i64, 5i64, 6i64, 8i64, 9i64, 8i64, 4i64, 5i64, 6i64, 5i64] }
entry steps (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.hist_stream (replicate k 0)
                         (+)
                         0
                         (\(acc: *intrinsics.acc ([k]i64)) n ->
                            (loop (acc, x) = (acc, n % 7)
                             for i < n do
                               let acc = loop acc for j < x do intrinsics.acc_write acc (i + j) 1
                               in (acc, (x * 3 + 1) % 5)).0)
                         ns

-- The loop carries an array, which it writes to.
-- ==
-- entry: arrays
-- input { 300i64 [7i64, 1i64, 50i64] }
-- output { [-1i64, 32i64, -1i64, -1i64, -1i64, -1i64, -1i64, 98i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 571i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 33i64, -1i64, -1i64, -1i64, -1i64, -1i64, 99i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 572i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 43i64, -1i64, -1i64, -1i64, -1i64, -1i64, 109i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, 582i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64] }
entry arrays (k: i64) (ns: []i64) : [k]i64 =
  intrinsics.scatter_stream (replicate k (-1))
                            (\(acc: *intrinsics.acc ([k]i64)) n ->
                               (loop (acc, s: *[3]i64) = (acc, [n, n + 1, n + 2])
                                while s[0] < k do
                                  let acc = intrinsics.acc_write acc s[0] (s[2] * 10 + s[1])
                                  let (a, b) = (s[1], s[2])
                                  let s = s with [0] = s[0] + 100 + b % 3
                                  let s = s with [1] = b
                                  in (acc, s with [2] = a + 1)).0)
                            ns
