-- A function that gives arrays of different lengths, and the description of the segments.
-- ==
-- input { [2i64, 0i64, 3i64] }
-- output { [2i64, 0i64, 3i64] [true, false, true, false, false] [0i64, 1i64, 0i64, 1i64, 2i64] [-2i64, 0i64, -3i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) }
def main (ns: []i64) =
  let (lengths, starts, _, elements, others) = flatmap (\n -> (iota n, -n)) ns
  in (lengths, starts, elements, others)
