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
def from_lengths [n] [m] 'a (lengths: [n]i64) (xs: [m]a) : [n][?]a =
  intrinsics.irregular_from_lengths lengths xs

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
    map2 (\len end -> kept_before end - kept_before (end - len))
         old_lengths
         (scan (+) 0 old_lengths)
  let kept = map (.1) (intrinsics.filter (.0) (intrinsics.zip keep xs))
  in from_lengths new_lengths kept

-- | For every element the number of its row. Work *O(n + m)* for `m` elements. Example:
-- `row_numbers [[7, 8], [], [9]]` is `[[0, 0], [], [2]]`
def row_numbers [n] 'a (xss: [n][?]a) : *[n][?]i64 = map2 (\i xs -> map (\_ -> i) xs) (iota n) xss

-- Where each digit, from 0 to `base - 1`, goes when they are sorted; equal ones stay in order. Pieces of the array are
-- counted, and then placed, one beside the other, so few that counts take less memory than digits.
local
def sorted_positions [n] (base: i64) (digits: [n]i64) : [n]i64 =
  let pieces = intrinsics.max 1 (intrinsics.min 64 (n / (4 * base)))
  let size = (n + pieces - 1) / pieces
  let size_of p = intrinsics.max 0 (intrinsics.min size (n - p * size))
  let counts: [pieces][base]i64 =
    #[sequential_inner]
    map (\p ->
           loop counts = replicate base 0 for j < size_of p do
             let digit = digits[p * size + j]
             in counts with [digit] = counts[digit] + 1) (iota pieces)
  let starts = exscan (+) 0 (intrinsics.flatten (transpose counts))
  let positions: [pieces][size]i64 =
    #[sequential_inner]
    map (\p ->
           let places = map (\digit -> starts[digit * pieces + p]) (iota base)
           let (_, positions) =
             loop (places, positions) = (places, replicate size 0) for j < size_of p do
               let digit = digits[p * size + j]
               let place = places[digit]
               in (places with [digit] = place + 1, positions with [j] = place)
           in positions) (iota pieces)
  in take n (intrinsics.flatten positions)

-- | Put elements in `k` rows: those with key `i` become row `i`, in the order in which they are. Elements whose keys are not
-- from 0 to `k - 1` are left out. Work *O((n + k) log k)*, a few times *n* in practice. Example:
-- `group 3 [2, 0, 2, 0] [1, 2, 3, 4]` is `[[2, 4], [], [1, 3]]`
def group [n] 'a (k: i64) (keys: [n]i64) (xs: [n]a) : *[k][?]a =
  let counts = hist (+) 0 k keys (map (\_ -> 1) keys)
  -- Sorted by digits of the keys, the last one first: as few digits as can be, of 11 bits at most. What is left out has the
  -- greatest key.
  let keys = map (\key -> if key >= 0 && key < k then key else k) keys
  let bits = 64 - intrinsics.to_i64 (intrinsics.clz k)
  let digits = (bits + 10) / 11
  let digit_bits = (bits + digits - 1) / intrinsics.max 1 digits
  let base = 1 intrinsics.<< digit_bits
  let (_, sorted) =
    loop (keys, sorted) = (keys, iota n) for i < digits do
      let digit key = (key intrinsics.>> (i * digit_bits)) intrinsics.& (base - 1)
      let positions = sorted_positions base (map digit keys)
      in (scatter (replicate n 0) positions keys, scatter (replicate n 0) positions sorted)
  let kept = reduce (+) 0 counts
  in from_lengths counts (map (\i -> xs[i]) (take kept sorted))

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
