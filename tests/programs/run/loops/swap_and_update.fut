-- Two arrays are swapped and one of them is updated: they must not share memory.
-- ==
-- input { 3i64 4 } output { [1, 3, 0] [2, 4, 0] }
-- input { 3i64 1 } output { [0, 0, 0] [1, 0, 0] }
def main (n: i64) (k: i32) =
  loop (xs, ys) = (replicate n 0i32, replicate n 0i32) for i < k do
    let zs = copy xs
    let zs[i64.i32 i / 2] = i + 1
    in (ys, zs)
