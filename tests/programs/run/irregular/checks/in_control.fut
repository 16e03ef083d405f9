-- Checks that fail in loops, branches and recursion that only some of the rows reach.
-- ==
-- entry: in_loop
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0]i32) }
-- input { [0i64, 2i64, 1i64] [[], [1, 2, 3], [4]] } output { [0, 18, 16] }
-- input { [0i64, 2i64, 2i64] [[], [1, 2, 3], [4]] } error: Index \[1\] out of bounds for array of shape \[1\]

-- ==
-- entry: in_while
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [2, 3]] } output { [[], [1, 2]] }
-- input { [[], [2, 3], [13]] } error: division by zero

-- ==
-- entry: in_match
-- input { empty([0]i32) empty([0][?]i32) } output { empty([0]i32) }
-- input { [0, 1, 2, 0] [[0], [1, 2], [0, 5], []] } output { [0, 150, 5, 0] }
-- input { [0, 1, 2, 1] [[0], [1, 2], [0, 5], [5, 0]] } error: division by zero
-- input { [0, 1, 2] [[0], [1, 2], [0]] } error: Index \[1\] out of bounds for array of shape \[1\]

-- ==
-- entry: in_recursion
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], [1, 2, 3], [4]] } output { [0, 110, 15] }
-- input { [[], [1, 2, 0, 5], [4]] } error: division by zero

-- ==
-- entry: in_call
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[1, 2, 3], [4, 5]] } output { [12, 45] }
-- input { [[1, 2, 3], []] } error: Index \[1\] out of bounds for array of shape \[0\]
entry in_loop [n] (ks: [n]i64) (xss: [n][?]i32) : [n]i32 =
  map2 (\k xs -> loop s = 0 for i < k do s + i32.sum (map (* xs[i]) xs)) ks xss

entry in_while [n] (xss: [n][?]i32) : [n][?]i32 =
  map (\xs ->
         (loop (i, ys) = (0, xs) while i < 2 do (i + 1, map (\y -> 12 / (y - 1)) ys)).1) xss

entry in_match [n] (ks: [n]i32) (xss: [n][?]i32) : [n]i32 =
  map2 (\k xs ->
          match k
          case 0 -> 0
          case 1 -> i32.sum (map (\x -> 100 / x) xs)
          case _ -> xs[1]) ks xss

def descend [n] (xs: [n]i32) : i32 = if n == 0 then 0 else 60 / xs[0] + descend (drop 1 xs)
entry in_recursion [n] (xss: [n][?]i32) : [n]i32 = map descend xss

#[noinline]
def second [n] (xs: [n]i32) : i32 = i32.sum (map (* xs[1]) xs)

entry in_call [n] (xss: [n][?]i32) : [n]i32 = map second xss
