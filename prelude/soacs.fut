-- | Operations that apply a function to whole arrays, in parallel.
--
-- Costs are given as work (all operations together) and span (the longest chain of operations that depend on each
-- other), where *W(f)* and *S(f)* are the largest work and span of one call of `f`. A single number is both.
--
-- An operator is *associative* if grouping does not matter, `op (op x y) z == op x (op y z)`; *commutative* if order
-- does not, `op x y == op y x`; and `ne` is *neutral* for it if `op ne x == x == op x ne`. Where one of these is asked
-- for and does not hold, the result is unspecified. (Floating-point addition is close enough to associative: results
-- may differ in the last digits between backends.)

import "zip"

-- | Apply a function to every element.
--
-- Work *O(n W(f))*, span *O(S(f))*. Example: `map (+ 1) [1, 2, 3] == [2, 3, 4]`
def map 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = intrinsics.map f as

-- | Another name for `map`.
def map1 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = map f as

-- | Apply a function to the elements of two arrays at equal positions.
--
-- Work *O(n W(f))*, span *O(S(f))*. Example: `map2 (+) [1, 2] [10, 20] == [11, 22]`
def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b) : *[n]x =
  map (\(a, b) -> f a b) (zip as bs)

-- | `map2` for three arrays.
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n]x =
  map2 (\(a, b) c -> f a b c) (zip as bs) cs

-- | `map2` for four arrays.
def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n]x =
  map2 (\(a, b) (c, d) -> f a b c d) (zip as bs) (zip cs ds)

-- | `map2` for five arrays.
def map5 'a 'b 'c 'd 'e [n] 'x
         (f: a -> b -> c -> d -> e -> x)
         (as: [n]a)
         (bs: [n]b)
         (cs: [n]c)
         (ds: [n]d)
         (es: [n]e) : *[n]x =
  map3 (\(a, b) (c, d) e -> f a b c d e) (zip as bs) (zip cs ds) es

-- | Combine all elements to one value with an associative operator; `ne`, its neutral element, is the result for an
-- empty array. If elements are arrays, `op` must keep their sizes.
--
-- Work *O(n W(op))*, span *O(log n W(op))*: parallelism inside `op` is not used. Example:
-- `reduce (+) 0 [1, 2, 3] == 6`
def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a = intrinsics.reduce op ne as

-- | `reduce` for an operator that is commutative too, which lets it combine elements in any order and may be faster.
-- There is no need for it with the built-in operators, which are known.
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a = intrinsics.reduce_comm op ne as

-- | Generalised histogram with `k` bins. Bin `b` of the result combines all `as[j]` with `is[j] == b`; a bin that gets
-- nothing is `ne`. Elements for a bin that does not exist are ignored. The operator must be associative and
-- commutative.
--
-- Work *O(k + n W(op))*; span *O(W(op))* if bins get few elements each, *O(n W(op))* if one gets all. Example:
-- `hist (+) 0 3 [0, 2, 0] [5, 6, 7] == [12, 0, 6]`
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a) : *[k]a =
  intrinsics.hist_1d 1 (intrinsics.replicate k ne) op ne is as

-- | `hist` that adds to the bins of `dest`, and so costs only *O(n W(op))* work.
def reduce_by_index 'a [k] [n] (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a) : *[k]a =
  intrinsics.hist_1d 1 dest f ne is as

-- | `reduce_by_index` for bins in two dimensions.
def reduce_by_index_2d 'a [k] [n] [m]
                       (dest: *[k][m]a)
                       (f: a -> a -> a)
                       (ne: a)
                       (is: [n](i64, i64))
                       (as: [n]a) : *[k][m]a =
  intrinsics.hist_2d 1 dest f ne is as

-- | `reduce_by_index` for bins in three dimensions.
def reduce_by_index_3d 'a [k] [n] [m] [l]
                       (dest: *[k][m][l]a)
                       (f: a -> a -> a)
                       (ne: a)
                       (is: [n](i64, i64, i64))
                       (as: [n]a) : *[k][m][l]a =
  intrinsics.hist_3d 1 dest f ne is as

-- | Inclusive prefixes: element `i` of the result combines elements `0` to `i`. The operator must be associative, with
-- neutral element `ne`.
--
-- Work *O(n W(op))*, span *O(log n W(op))*; slower than `reduce` by some factor. Example:
-- `scan (+) 0 [1, 2, 3] == [1, 3, 6]`
def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a = intrinsics.scan op ne as

-- | Exclusive prefixes: element `i` of the result combines the elements before `i`, so the first is `ne`.
--
-- Cost as `scan`. Example: `exscan (+) 0 [1, 2, 3] == [0, 1, 3]`
def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a =
  let inclusive = scan op ne as
  in map (\i -> if i == 0 then ne else #[unsafe] inclusive[i - 1]) (0..1..<n)

-- | Whether the predicate holds for every element; true for an empty array.
--
-- Work *O(n W(f))*, span *O(log n + S(f))*.
def all [n] 'a (f: a -> bool) (as: [n]a) : bool = reduce (&&) true (map f as)

-- | Whether the predicate holds for some element; false for an empty array.
--
-- Work *O(n W(f))*, span *O(log n + S(f))*.
def any [n] 'a (f: a -> bool) (as: [n]a) : bool = reduce (||) false (map f as)

-- | `k` elements, where element `is[j]` is `vs[j]` and the others are `x`. Indexes outside are ignored; if one occurs
-- more than once, any of its values may win. (`hist` says how to combine them.)
--
-- Work *O(k + n)*, span *O(1)*. Example: `spread 4 0 [3, 0] [7, 8] == [8, 0, 0, 7]`
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t) : *[k]t =
  intrinsics.scatter (intrinsics.replicate k x) is vs

-- | `dest` with element `is[j]` replaced by `vs[j]`, done in place. Indexes as for `spread`.
--
-- Work *O(n)*, span *O(1)*. Example: `scatter [1, 2, 3] [2, -1] [7, 8] == [1, 2, 7]`
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t) : *[k]t = intrinsics.scatter dest is vs

-- | `scatter` into two dimensions.
def scatter_2d 't [k] [n] [l] (dest: *[k][n]t) (is: [l](i64, i64)) (vs: [l]t) : *[k][n]t =
  intrinsics.scatter_2d dest is vs

-- | `scatter` into three dimensions.
def scatter_3d 't [k] [n] [o] [l] (dest: *[k][n][o]t) (is: [l](i64, i64, i64)) (vs: [l]t) : *[k][n][o]t =
  intrinsics.scatter_3d dest is vs

-- | The elements for which the predicate holds, in their order.
--
-- Work *O(n W(p))*, span *O(log n + S(p))*. Example: `filter (> 1) [3, 1, 2] == [3, 2]`
def filter [n] 'a (p: a -> bool) (as: [n]a) : *[]a = intrinsics.filter p as

-- | The elements for which the predicate holds, and the others, both in their order.
--
-- Cost as `filter`. Example: `partition (> 1) [3, 1, 2] == ([3, 2], [1])`
def partition [n] 'a (p: a -> bool) (as: [n]a) : ?[k].([k]a, [n - k]a) = intrinsics.partition p as

-- | The elements for which the first predicate holds; of the rest, those for which the second holds; and the others.
--
-- Cost as `filter`. Example: `partition2 (< 2) (< 3) [3, 1, 2, 1] == ([1, 1], [2], [3])`
def partition2 [n] 'a (p1: a -> bool) (p2: a -> bool) (as: [n]a) : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let (first, rest) = partition p1 as
  let (second, third) = partition p2 rest
  in (first, second, third)

-- | Apply a function that gives an array of any length, and another value of a fixed size, to every element. The arrays
-- come back one after the other, as one array of `m` elements cut in `n` segments. The result consists of:
--
-- * the length of every segment,
-- * for every one of the `m` elements, whether a segment starts there,
-- * for every segment, the position of its start,
-- * the `m` elements,
-- * the `n` other values.
--
-- Example: `flatmap (\n -> (iota n, -n)) [2, 3]` is
-- `([2, 3], [true, false, true, false, false], [0, 2], [0, 1, 0, 1, 2], [-2, -3])`
def flatmap [n] 'a 'b 'c
            (f: a -> ?[k].([k]b, c))
            (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  intrinsics.flatmap f as

-- | `flatmap` for a function that gives an array only.
def flatmap' [n] 'a 'b (f: a -> ?[k].[k]b) (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (lengths, starts, offsets, elements, _) = flatmap (\a -> (f a, ())) as
  in (lengths, starts, offsets, elements)
