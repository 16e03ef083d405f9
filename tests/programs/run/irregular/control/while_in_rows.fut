-- Loops that end when the row says so: rows become shorter, longer, or stay; some end at once, one goes on for long.
-- Checklist: 22, 57, 96.
-- ==
-- entry: halved
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[4], [], [5], [], [7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [251], [], [9]] }

-- ==
-- entry: peeled
-- input { empty([0][?]i32) } output { empty([0]i32) empty([0][?]i32) }
-- input { [[], [], []] } output { [0, 0, 0] [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [3, 0, 1, 0, 2] [[3], [], [5], [], [7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [1, 40, 0, 1] [[4], [32], [], [9]] }

-- ==
-- entry: collatz
-- input { empty([0]i64) } output { empty([0][?]i64) }
-- input { [1i64, 1i64] } output { [[1i64], [1i64]] }
-- input { [6i64, 1i64, 7i64, 16i64] }
-- output { [[6i64, 3i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64], [1i64], [7i64, 22i64, 11i64, 34i64, 17i64,
-- 52i64, 26i64, 13i64, 40i64, 20i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64], [16i64, 8i64, 4i64, 2i64, 1i64]] }

-- ==
-- entry: nested
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [], []] } output { [0, 0, 0] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [17, 0, 5, 0, 5] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [3, 85, 0, 3] }

-- ==
-- entry: sorted
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[-1, 2, 3], [], [5], [], [0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [[4], [-20, -18, -17, -16, -15, -12, -11, -10, -9, -7, -6, -5, -4, -2, -1, 0, 1, 3, 4, 5, 6, 9, 10, 11, 12,
-- 14, 15, 16, 17, 19, 20, 21, 22, 25, 26, 27, 28, 30, 31, 32], [], [9]] }

-- Sums of neighbours until there is one element left.
entry halved [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         loop xs: []i32 = xs while length xs > 1 do
           let h = length xs / 2
           in map (\i -> xs[2 * i] + xs[2 * i + 1]) (iota h) ++ xs[2 * h:]) xss

-- The smallest elements are taken away as long as there are others; how many rounds, and what is left.
entry peeled [n] (xss: [n][?]i32) : ([n]i32, [n][?]i32) =
  let rounds =
    map (\xs ->
           (loop (k, xs: []i32) = (0, xs) while length xs > 0 do
              let low = i32.minimum xs
              in (k + 1, filter (> low) xs)).0) xss
  let left: [n][?]i32 =
    map (\xs ->
           loop xs: []i32 = xs while or (map (!= i32.maximum xs) xs) do
             let low = i32.minimum xs
             in filter (> low) xs) xss
  in (rounds, left)

-- The numbers that are visited from a start.
entry collatz [n] (starts: [n]i64) : [n][?]i64 =
  map (\s ->
         loop path: []i64 = [s] while last path > 1 do
           let x = last path
           in path ++ [if x % 2 == 0 then x / 2 else 3 * x + 1]) starts

entry nested [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs ->
         (loop (s, k) = (0, 0) while k < i32.i64 (length xs) && s < 50 do
            let t = loop t = 0 while t * t < i32.abs xs[k] do t + 1
            in (s + t + i32.sum (map (% 3) xs), k + 1)).0) xss

entry sorted [n] (xss: [n][?]i32) : [n][?]i32 =
  let unsorted xs = or (map (\i -> i > 0 && xs[i - 1] > xs[i]) (indices xs))
  let exchange start xs =
    map (\i ->
           let left = if (i - start) % 2 == 0 then i else i - 1
           in if left < start || left + 1 >= length xs
              then xs[i]
              else if i == left
              then i32.min xs[i] xs[i + 1]
              else i32.max xs[i - 1] xs[i]) (indices xs)
  in map (\xs -> loop xs while unsorted xs do exchange 1 (exchange 0 xs)) xss
