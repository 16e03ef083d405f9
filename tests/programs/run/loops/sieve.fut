-- A sieve: nested loops that update flags in place.
-- ==
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 } output { empty([0]i64) }
def main (n: i64) : []i64 =
  let flags =
    loop flags = map (> 1) (iota n) for i in 2..<n do
      if flags[i] && i * i < n
      then loop flags for j in i * i..i * i + i..<n do flags with [j] = false
      else flags
  in filter (\i -> flags[i]) (iota n)
