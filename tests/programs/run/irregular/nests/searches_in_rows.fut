-- Loops of any length with updates in place, sum types, labels until nothing changes.
-- ==
-- entry: labels
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[0i64, 0i64, 0i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[0i64, 0i64, 0i64], [0i64], [0i64, 1i64, 1i64, 0i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [[0i64, 0i64], [0i64, 1i64, 0i64, 0i64], [], [0i64, 0i64, 2i64, 3i64, 0i64, 2i64], [], [0i64]] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [[], [], [], [], [0i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[], [], [0i64, 1i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 9i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64], []] }

-- ==
-- entry: shapes_of_rows
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[7i64, 8i64, 12i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[3i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64], [7i64, 9i64, 10i64, 12i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [[1i64, 7i64], [1i64, 2i64, 8i64, 12i64], [-1i64], [2i64, 7i64, 9i64, 10i64, 11i64], [-1i64], []] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [[-1i64], [-1i64], [-1i64], [-1i64], [0i64, 1i64, 2i64, 3i64, 4i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[3i64, 4i64, 7i64, 8i64, 9i64, 10i64], [-1i64], [1i64, 4i64, 5i64, 6i64, 7i64, 8i64, 10i64, 11i64], [0i64, 1i64, 3i64, 4i64, 6i64, 8i64, 9i64, 12i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[-1i64], [-1i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 11i64, 12i64], [0i64], [-1i64]] }

-- ==
-- entry: prefix_function
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[0i64, 1i64, 0i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[0i64, 0i64, 0i64], [0i64], [0i64, 0i64, 1i64, 2i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [[0i64, 1i64], [0i64, 0i64, 1i64, 1i64], [], [0i64, 0i64, 1i64, 1i64, 2i64, 0i64], [], [0i64]] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [[], [], [], [], [0i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[0i64, 1i64, 0i64, 1i64, 0i64, 0i64, 1i64], [], [0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 1i64, 2i64, 3i64, 1i64], [0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 1i64, 2i64, 1i64, 2i64, 3i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[], [], [0i64, 1i64, 2i64, 3i64, 0i64, 0i64, 1i64, 2i64, 0i64, 1i64, 0i64, 0i64, 1i64, 0i64, 0i64], [0i64], []] }

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

entry labels [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  map (\row ->
         let [k] (row: [k]i64) = row
         let to = map (\x -> x % i64.max 1 k) row
         let (labels, _) =
           loop (labels, changed) = (iota k, k > 0) while changed do
             let down = reduce_by_index (copy labels) i64.min i64.highest to labels
             let next = map2 (\l t -> i64.min l down[t]) down to
             in (next, or (map2 (!=) next labels))
         in labels)
      (rows lengths xs)

type shape = #none | #one i64 | #many i64 i64

def shape_of [k] (row: [k]i64) : shape =
  if k == 0 then #none else if k == 1 then #one row[0] else #many (i64.minimum row) (i64.maximum row)

entry shapes_of_rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  map (\row ->
         match shape_of row
         case #none -> [-1]
         case #one x -> iota x
         case #many low high -> filter (\v -> any (== v) row) (low..<high + 1))
      (rows lengths xs)

entry prefix_function [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  map (\row ->
         let row = map (% 2) row
         let k = length row
         in loop f = replicate k 0 for i in 1..<i64.max 1 k do
              let b = loop b = f[i - 1] while b > 0 && row[i] != row[b] do f[b - 1]
              in f with [i] = if row[i] == row[b] then b + 1 else b)
      (rows lengths xs)
