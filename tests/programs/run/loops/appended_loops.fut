-- Arrays that loops make are appended one after the other; what is appended to is a piece of the next array.
-- ==
-- input { empty([0]u64) } output { [0] }
-- input { [7u64, 8u64] } output { [0, 1, 1, 1, 1, 1, 1] }
entry main [n] (_xs: [n]u64) : []i32 =
  loop s = [0] for _i < 3 do
    s ++ (loop (u: *[n]i32) = replicate n 4 for j < n do u with [j] = 1)
