-- Nim by a table of winning positions, and the same by recursion on small heaps in a map.
-- ==
-- input { 10i64 } output { [false, true, true, true, false, true, true, true, false, true] }
def main (n: i64) : [n]bool =
  loop wins = replicate n false for i < n do
    wins with [i] = any (\k -> i >= k && !wins[i - k]) [1, 2, 3]
