-- The places that messages name: that of the check, then those of the calls and maps around it, the innermost first.
-- ==
-- entry: in_rows
-- input { [[1, 2], [3]] } error: at [^ ]*places.fut:34:19-23
-- input { [[1, 2], [3]] } error: called from [^ ]*places.fut:34:3-28

-- ==
-- entry: in_inner_map
-- input { [[1, 2], [4, 0]] } error: at [^ ]*places.fut:38:50-54
-- input { [[1, 2], [4, 0]] } error: called from [^ ]*places.fut:38:39-69
-- input { [[1, 2], [4, 0]] } error: called from [^ ]*places.fut:38:27-74

-- ==
-- entry: in_branches
-- input { [true, false] [[1, 2], [3]] } error: at [^ ]*places.fut:42:60-77
-- input { [true, true] [[1, 2], [3]] } error: at [^ ]*places.fut:42:44-48

-- ==
-- entry: in_function
-- input { [[1, 2], [3]] } error: at [^ ]*places.fut:45:53-57
-- input { [[1, 2], [3]] } error: called from [^ ]*places.fut:47:51-64

-- ==
-- entry: in_recursive_function
-- input { [[1, 2], [2, 3, 1]] } error: at [^ ]*places.fut:52:19-52
-- input { [[1, 2], [2, 3, 1]] } error: called from [^ ]*places.fut:53:15-29

-- ==
-- entry: in_loop
-- input { [1i64, 2i64] [[1, 2], [3]] } error: at [^ ]*places.fut:58:62-66
-- input { [1i64, 2i64] [[1, 2], [3]] } error: called from [^ ]*places.fut:58:3-79

entry in_rows [n] (xss: [n][?]i32) : [n]i32 =
  map (\xs -> 1 + xs[1]) xss

entry in_inner_map [n] (xss: [n][?]i32) : [n][?]i32 =
  let double x = 2 * x
  let scaled: [n][?]i32 = map (\xs -> map (\x -> 8 / x * double x) xs) xss
  in scaled

entry in_branches [n] (ks: [n]bool) (xss: [n][?]i32) : [n]i32 =
  map2 (\k xs -> if k then i32.sum (map (+ xs[1]) xs) else assert (null xs) 0) ks xss

#[noinline]
def second [n] (xs: [n]i32) : i32 = i32.sum (map (+ xs[1]) xs)

entry in_function [n] (xss: [n][?]i32) : [n]i32 = map second xss

def descending [n] (xs: [n]i32) : i32 =
  if n < 2
  then 0
  else let rest = assert (xs[0] < xs[1]) (drop 1 xs)
       in 1 + descending rest

entry in_recursive_function [n] (xss: [n][?]i32) : [n]i32 = map (\xs -> descending xs) xss

entry in_loop [n] (ks: [n]i64) (xss: [n][?]i32) : [n]i32 =
  map2 (\k xs -> loop s = 0 for i < k do s + i32.sum (map (* xs[i]) xs)) ks xss
