-- Bubble sort of every row at once: odd-even transposition, where all pairs of neighbours are compared in parallel, as
-- long as a row is not sorted. Rows take different numbers of rounds. The lengths of rows stay the same, so a matrix
-- stays a matrix, and rows of any lengths keep them.
--
-- Expected rows are those of Python's sorted.
-- Checklist: 108.
-- ==
-- entry: matrix
-- input { [[3f32, 1f32, 2f32], [1f32, 2f32, 3f32], [9f32, 8f32, 7f32]] }
-- output { [[1f32, 2f32, 3f32], [1f32, 2f32, 3f32], [7f32, 8f32, 9f32]] }
-- input { empty([2][0]f32) } output { empty([2][0]f32) }
-- input { [[24.75f32, 4.75f32, 22.75f32, 20.5f32, 21f32, 11.5f32, 4.5f32, 8f32, 4.25f32], [14.75f32, 7f32, 23.75f32,
-- 3f32, 12.5f32, 15.5f32, 5f32, 21.25f32, 7f32], [5f32, 22.5f32, 13.75f32, 16.25f32, 12.75f32, 10.75f32, 13.25f32,
-- 6.25f32, 11.25f32], [10f32, 2.75f32, 23f32, 11.5f32, 0.5f32, 10.75f32, 17.5f32, 14.5f32, 14f32], [22.5f32, 0.5f32,
-- 12.25f32, 10.5f32, 16.5f32, 19.75f32, 9.25f32, 16.25f32, 2f32], [3.5f32, 7.25f32, 3.25f32, 2.5f32, 8.25f32, 8.5f32,
-- 1.25f32, 24.75f32, 5.75f32]] }
-- output { [[4.25f32, 4.5f32, 4.75f32, 8f32, 11.5f32, 20.5f32, 21f32, 22.75f32, 24.75f32], [3f32, 5f32, 7f32, 7f32,
-- 12.5f32, 14.75f32, 15.5f32, 21.25f32, 23.75f32], [5f32, 6.25f32, 10.75f32, 11.25f32, 12.75f32, 13.25f32, 13.75f32,
-- 16.25f32, 22.5f32], [0.5f32, 2.75f32, 10f32, 10.75f32, 11.5f32, 14f32, 14.5f32, 17.5f32, 23f32], [0.5f32, 2f32,
-- 9.25f32, 10.5f32, 12.25f32, 16.25f32, 16.5f32, 19.75f32, 22.5f32], [1.25f32, 2.5f32, 3.25f32, 3.5f32, 5.75f32,
-- 7.25f32, 8.25f32, 8.5f32, 24.75f32]] }

-- ==
-- entry: irregular_rows
-- input { empty([0][?]f32) } output { empty([0][?]f32) }
-- input { [[], []] } output { [[], []] }
-- input { [[3f32, 1f32, 2f32], [], [2f32, 1f32], [7f32]] } output { [[1f32, 2f32, 3f32], [], [1f32, 2f32], [7f32]] }
-- input { [[8.5f32, 24f32, 4f32, 13.5f32, 21.5f32, 8.25f32, 12.75f32, 4.75f32, 17f32, 16.25f32, 18.25f32, 15.75f32,
-- 22.25f32, 10.25f32, 2.75f32, 8.75f32, 1.75f32, 22f32, 5.75f32, 13.5f32], [], [2.25f32], [8.5f32, 0.5f32, 20.25f32,
-- 2.75f32, 8.25f32], [2.5f32, 19.25f32]] }
-- output { [[1.75f32, 2.75f32, 4f32, 4.75f32, 5.75f32, 8.25f32, 8.5f32, 8.75f32, 10.25f32, 12.75f32, 13.5f32, 13.5f32,
-- 15.75f32, 16.25f32, 17f32, 18.25f32, 21.5f32, 22f32, 22.25f32, 24f32], [], [2.25f32], [0.5f32, 2.75f32, 8.25f32,
-- 8.5f32, 20.25f32], [2.5f32, 19.25f32]] }
def unsorted [n] (xs: [n]f32) : bool = or (map (\i -> i > 0 && xs[i - 1] > xs[i]) (iota n))

-- Puts pairs in order, of which the first begins at index 0 or 1.
def exchange [n] (first: i64) (xs: [n]f32) : [n]f32 =
  map (\i ->
         let left = if (i - first) % 2 == 0 then i else i - 1
         in if left < first || left + 1 >= n
            then xs[i]
            else if i == left
            then f32.min xs[i] xs[i + 1]
            else f32.max xs[i - 1] xs[i]) (iota n)

def bubble_sort [n] (xs: [n]f32) : [n]f32 = loop xs while unsorted xs do exchange 1 (exchange 0 xs)
entry matrix [n] [m] (xss: [n][m]f32) : [n][m]f32 = map bubble_sort xss
entry irregular_rows [n] (xss: [n][?]f32) : [n][?]f32 = map bubble_sort xss
