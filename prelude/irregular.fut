-- | Irregular arrays: the rows of a `[n][?]t` may have different lengths. Ordinary functions work on the rows, for
-- example `map f64.sum xss`; here is what concerns the array as a whole.

import "soacs"

-- | The length of every row. Work *O(n)*. Example: `lengths [[1, 2], [], [3]] == [2, 0, 1]`
def lengths [n] 'a (xss: [n][?]a) : *[n]i64 = intrinsics.irregular_lengths xss

-- | For every row, how many elements the rows before it have. Work *O(n)*, span *O(log n)*. Example:
-- `offsets [[1, 2], [], [3]] == [0, 2, 2]`
def offsets [n] 'a (xss: [n][?]a) : *[n]i64 = exscan (+) 0 (lengths xss)

-- | All elements, row after row. Example: `flatten [[1, 2], [], [3]] == [1, 2, 3]`
def flatten [n] 'a (xss: [n][?]a) : ?[k].[k]a = intrinsics.irregular_flatten xss

-- | Cut an array in rows of the given lengths. Stops the program if a length is negative or they do not add up to `m`.
-- Work *O(n)*, span *O(log n)*. Example: `from_lengths [2, 0, 1] [1, 2, 3]` is `[[1, 2], [], [3]]`
def from_lengths [n] [m] 'a (lengths: [n]i64) (xs: [m]a) : [n][?]a = intrinsics.irregular_from_lengths lengths xs

-- | Pair the elements at equal positions. Stops the program if two rows differ in length. Work *O(n)*.
def zip [n] 'a 'b (xss: [n][?]a) (yss: [n][?]b) : *[n][?](a, b) =
  let shape = lengths xss
  let same = all (\(x, y) -> x == y) (intrinsics.zip shape (lengths yss))
  let [k] (xs: [k]a) = flatten xss
  let ys = assert same (flatten yss) :> [k]b
  in from_lengths shape (intrinsics.zip xs ys)

-- | Separate pairs: the array of first parts, and the array of second parts, both with the same row lengths.
def unzip [n] 'a 'b (xss: [n][?](a, b)) : ([n][?]a, [n][?]b) =
  let (as, bs) = intrinsics.unzip (flatten xss)
  in (from_lengths (lengths xss) as, from_lengths (lengths xss) bs)

-- | The elements for which the predicate holds, row by row. Work *O(n + k W(p))* for `k` elements, span
-- *O(log (n + k) + S(p))*. Example: `filter (> 1) [[1, 2], [], [3]]` is `[[2], [], [3]]`
def filter [n] 'a (p: a -> bool) (xss: [n][?]a) : *[n][?]a =
  let [k] (xs: [k]a) = flatten xss
  let keep = map p xs
  let counts = scan (+) 0 (map intrinsics.to_i64 keep)
  let kept_before i = if i == 0 then 0 else counts[i - 1]
  let old_lengths = lengths xss
  let new_lengths =
    map2 (\len end -> kept_before end - kept_before (end - len)) old_lengths (scan (+) 0 old_lengths)
  let kept = map (.1) (intrinsics.filter (.0) (intrinsics.zip keep xs))
  in from_lengths new_lengths kept
