-- | Irregular arrays: the rows of a `[n][?]t` may have different lengths. Ordinary functions work on the rows, for
-- example `map f64.sum xss`; here is what concerns the array as a whole.

import "soacs"
import "array"

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

-- | The rows of one array and then those of another. Work *O(n + m)* for all elements. Example: `append [[1]] [[2, 3], []]` is
-- `[[1], [2, 3], []]`
def append [n] [m] 'a (xss: [n][?]a) (yss: [m][?]a) : *[n + m][?]a =
  from_lengths (lengths xss ++ lengths yss) (flatten xss ++ flatten yss)

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

-- | For every element the number of its row. Work *O(n + m)* for `m` elements. Example:
-- `row_numbers [[7, 8], [], [9]]` is `[[0, 0], [], [2]]`
def row_numbers [n] 'a (xss: [n][?]a) : *[n][?]i64 = map2 (\i xs -> map (\_ -> i) xs) (iota n) xss

-- | Put elements in `k` rows: those with key `i` become row `i`, in the order in which they are. Elements whose keys are not
-- from 0 to `k - 1` are left out. Work *O(n log k)*, span *O(log n log k)*. Example:
-- `group 3 [2, 0, 2, 0] [1, 2, 3, 4]` is `[[2, 4], [], [1, 3]]`
def group [n] 'a (k: i64) (keys: [n]i64) (xs: [n]a) : *[k][?]a =
  let counts = hist (+) 0 k keys (map (\_ -> 1) keys)
  let places = intrinsics.filter (\i -> keys[i] >= 0 && keys[i] < k) (iota n)
  -- Sorted by the digits of the keys in base two, the last one first.
  let (sorted, _) =
    loop (places, digit) = (places, 1) while digit < k do
      let (zeros, ones) = partition (\i -> (keys[i] intrinsics.& digit) == 0) places
      in (intrinsics.concat zeros ones, digit * 2)
  in from_lengths counts (map (\i -> xs[i]) sorted)

-- | Cut an array at the elements for which the predicate holds, which are left out. There is one row more than there are such
-- elements. Work *O(n W(p))*, span *O(log n + S(p))*. Example: `split (== 0) [1, 2, 0, 3, 0]` is `[[1, 2], [3], []]`
def split [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].*[k][?]a =
  let cuts = intrinsics.filter (\i -> p xs[i]) (iota n)
  let ends = intrinsics.concat cuts [n]
  let row_lengths =
    map2 (\i end -> if i == 0 then end else end - ends[i - 1] - 1) (indices ends) ends
  in from_lengths row_lengths (intrinsics.filter (\x -> !(p x)) xs)

-- | Are these the same rows? Rows may differ in number and in length. Work *O(n + k W(eq))* for `k` elements.
def equal [n] [m] 'a 'b (eq: a -> b -> bool) (xss: [n][?]a) (yss: [m][?]b) : bool =
  n == m
  && (let same_lengths =
        all (\(x, y) -> x == y) (intrinsics.zip (lengths xss) (lengths yss :> [n]i64))
      in same_lengths
         && (let [k] (xs: [k]a) = flatten xss
             in all (\(x, y) -> eq x y) (intrinsics.zip xs (flatten yss :> [k]b))))

-- | Apply a function to the elements at equal positions. Stops the program if two rows differ in length.
def map2 [n] 'a 'b 'c (f: a -> b -> c) (xss: [n][?]a) (yss: [n][?]b) : *[n][?]c =
  let [k] (both: [k](a, b)) = flatten (zip xss yss)
  in from_lengths (lengths xss) (map (\(x, y) -> f x y) both)
