-- Recursion that consumes and returns an array: everything that is reachable gets a mark.
-- ==
-- input { [1i64, 2i64, 0i64, 3i64, 3i64] 0i64 } output { [true, true, true, false, false] }
-- input { [1i64, 2i64, 0i64, 3i64, 3i64] 4i64 } output { [false, false, false, true, true] }
def visit [n] (next: [n]i64) (marks: *[n]bool) (i: i64) : *[n]bool =
  if marks[i] then marks else visit next (marks with [i] = true) next[i]

def main [n] (next: [n]i64) (start: i64) : [n]bool = visit next (replicate n false) start
