-- | Sequences: values of one type, one after the other, that are worked on in chunks and need not fit in memory. A `seq t` holds
-- no elements: it says where they come from and what is done with them. A *consumer*, such as `reduce`, runs through it: that is
-- a *pass*.
--
-- How long chunks are never shows in a result. `reduce` and `scan` give the same floats, to the bit, whatever the chunks.

import "soacs"
import "array"

local module irregular = import "irregular"

local type^ seq 'a = intrinsics.seq a

-- Elements are combined one after the other in grains of this size, and then what grains give: so sums of floats do not depend on
-- where chunks begin.
local def grain : i64 = 256

-- How many elements to take of those that are left.
local def chunk_size (wanted: bool) (left: i64) : i64 =
  if wanted then intrinsics.max 0 (intrinsics.min left (intrinsics.max 1 (#[param(chunk)] 65536))) else 0

-- ---- What is done with a chunk. A function that has said that no more is wanted may be given more: that changes nothing.

local def map_chunk 'a 'b (f: a -> b) (_: bool) (_: ()) (k: i64) (xs: [k]a) : ?[m].((), [m]b, bool) = ((), map f xs, false)

local def filter_chunk 'a (p: a -> bool) (_: bool) (_: ()) (k: i64) (xs: [k]a) : ?[m].((), [m]a, bool) =
  ((), filter p xs, false)

local def flat_map_chunk 'a 'b (f: a -> ?[m].[m]b) (_: bool) (_: ()) (k: i64) (xs: [k]a) : ?[m].((), [m]b, bool) =
  let rows: [k][?]b = map f xs
  in ((), intrinsics.irregular_flatten rows, false)

local def number_chunk 'a (_: bool) (before: i64) (k: i64) (xs: [k]a) : ?[m].(i64, [m](i64, a), bool) =
  (before + k, zip (map (+ before) (iota k)) xs, false)

local def take_chunk 'a (_: bool) (left: i64) (k: i64) (xs: [k]a) : ?[m].(i64, [m]a, bool) =
  let m = intrinsics.min left k
  in (left - m, xs[:m], left == m)

local def drop_chunk 'a (_: bool) (left: i64) (k: i64) (xs: [k]a) : ?[m].(i64, [m]a, bool) =
  let m = intrinsics.min left k
  in (left - m, xs[m:], false)

-- How many elements come before the first for which the predicate holds.
local def before_first 'a [k] (p: a -> bool) (xs: [k]a) : i64 =
  reduce (\i j -> intrinsics.min i j) k (map2 (\i x -> if p x then i else k) (iota k) xs)

local def take_while_chunk 'a (p: a -> bool) (_: bool) (ended: bool) (k: i64) (xs: [k]a) : ?[m].(bool, [m]a, bool) =
  let m = if ended then 0 else before_first (\x -> !(p x)) xs
  let ends = ended || m < k
  in (ends, xs[:m], ends)

local def zip_chunks 'a 'b (q: i64) (as': *[q]a) (k: i64) (as: [k]a) (r: i64) (bs': *[r]b) (l: i64) (bs: [l]b)
    : ?[u][v][m].(*[u]a, *[v]b, [m](a, b)) =
  let as = as' ++ as
  let bs = bs' ++ bs
  let m = intrinsics.min (q + k) (r + l)
  in (copy (drop m as), copy (drop m bs), zip (take m as) (take m bs))

-- What elements are combined to, grain after grain: the complete ones, the last one so far, and how many elements it has.
local type combined 'a = (a, a, i64)

-- For each grain that a chunk has elements of: where they begin and where they end in it.
local def grain_begin (held: i64) (j: i64) : i64 = intrinsics.max 0 (j * grain - held)
local def grain_end (held: i64) (k: i64) (j: i64) : i64 = intrinsics.min k ((j + 1) * grain - held)

-- Of each grain, the elements so far.
local def grain_totals 'a [k] (op: a -> a -> a) (part: a) (held: i64) (xs: [k]a) : []a =
  tabulate ((held + k + grain - 1) / grain)
           (\j ->
              let begin = grain_begin held j
              let continues = j == 0 && held > 0
              in loop x = if continues then part else xs[begin] for i in (begin + intrinsics.to_i64 (!continues))..<grain_end held k j do
                   op x xs[i])

local def reduce_chunk 'a (op: a -> a -> a) (ne: a) ((done, part, held): *combined a) (k: i64) (xs: [k]a) : (*combined a, bool) =
  if intrinsics.seq_exact ne
  then ((copy (op done (reduce op ne xs)), part, held), false)
  else let totals = grain_totals op part held xs
       let complete = (held + k) / grain
       let done = loop done for total in take complete totals do op done total
       let held = (held + k) % grain
       in ((copy done, if held > 0 then copy totals[complete] else part, held), false)

local def scan_chunk 'a (op: a -> a -> a) (ne: a) (_: bool) ((done, part, held): *combined a) (k: i64) (xs: [k]a)
    : ?[m].(*combined a, [m]a, bool) =
  if intrinsics.seq_exact ne
  then let sums = map (op done) (scan op ne xs)
       in ((if k > 0 then copy sums[k - 1] else done, part, held), sums, false)
  else let totals = grain_totals op part held xs
       let complete = (held + k) / grain
       -- What comes before each grain.
       let (before, done') =
         loop (before, carry) = (replicate (length totals + 1) done, done) for j < complete do
           let carry = op carry totals[j]
           in (before with [j + 1] = carry, carry)
       let within =
         map (\j ->
                let begin = grain_begin held j
                let end = grain_end held k j
                let continues = j == 0 && held > 0
                let first = if continues then op part xs[begin] else xs[begin]
                in (loop (rows, x) = (replicate grain first, first) for i in begin + 1..<end do
                      let x = op x xs[i]
                      in (rows with [i - begin] = x, x)).0) (if k > 0 then indices totals else [])
       let sums =
         map (\i ->
                let j = (held + i) / grain
                in op before[j] within[j, i - grain_begin held j]) (iota k)
       let held' = (held + k) % grain
       in ((copy done', if held' > 0 then copy totals[complete] else part, held'), sums, false)

local def step_chunk 's 'a 'b (f: s -> a -> (s, b)) (_: bool) (s: *s) (k: i64) (xs: [k]a) : ?[m].(*s, [m]b, bool) =
  if k == 0
  then (s, [], false)
  else let (s, first) = f s xs[0]
       let (s, ys) =
         loop (s, ys) = (s, replicate k first) for i in 1..<k do
           let (s, y) = f s xs[i]
           in (s, ys with [i] = y)
       in (copy s, ys, false)

local def windows_chunk 'a (w: i64) (_: bool) (_: ()) (r: i64) (rest: *[r]a) (k: i64) (xs: [k]a)
    : ?[q][m].((), *[q]a, [m][w]a, bool) =
  let all = rest ++ xs
  let count = intrinsics.max 0 (r + k - w + 1)
  in ((), copy (drop count all), tabulate count (\i -> all[i:i + w] :> [w]a), false)

local def group_chunk 'a (n: i64) (_: bool) (_: ()) (r: i64) (rest: *[r]a) (k: i64) (xs: [k]a)
    : ?[q][m].((), *[q]a, [m][n]a, bool) =
  let all = rest ++ xs
  let count = (r + k) / n
  in ((), copy (drop (count * n) all), unflatten (take (count * n) all), false)

local def count_chunk 'a (n: i64) (k: i64) (_: [k]a) : (i64, bool) = (n + k, false)

local def fold_chunk 's 'a (f: s -> a -> s) (s: *s) (k: i64) (xs: [k]a) : (*s, bool) =
  (copy (loop s = copy s for x in xs do f s x), false)

local def any_chunk 'a (p: a -> bool) (found: bool) (k: i64) (xs: [k]a) : (bool, bool) =
  let found = if found then true else before_first p xs < k
  in (found, found)

local def hist_chunk 'a [n] (op: a -> a -> a) (ne: a) (bins: *[n]a) (k: i64) (xs: [k](i64, a)) : (*[n]a, bool) =
  let (is, as) = unzip xs
  in (reduce_by_index bins op ne is as, false)

-- The array has room for more elements than there are, so that it is not copied for every chunk.
local def add_chunk 'a (n: i64) (r: i64) (room: *[r]a) (k: i64) (xs: [k]a) : ?[q].(i64, *[q]a, bool) =
  let room =
    if n + k <= r
    then room with [n:n + k] = xs
    else concat (concat (take n room) xs) (replicate (n + k / 2) xs[0])
  in (n + k, room, false)

local def unfold_chunk 's 'a (f: s -> #stop | #next a s) (_: bool) ((s, ended): *(s, bool)) (k: i64) (_: [k]i64)
    : ?[m].(*(s, bool), [m]a, bool) =
  if ended || k == 0
  then ((s, ended), [], ended)
  else match f s
       case #stop -> ((copy s, true), [], true)
       case #next x s ->
         let (ys, n, s, ended) =
           loop (ys, n, s, ended) = (replicate k x, 1, s, false) while n < k && !ended do
             match f s
             case #stop -> (ys, n, s, true)
             case #next x s -> (ys with [n] = x, n + 1, s, false)
         in ((copy s, ended), ys[:n], ended)

local def join_chunk 'a (_: bool) (_: ()) (k: i64) (xs: [k][?]a) : ?[m].((), [m]a, bool) =
  ((), intrinsics.irregular_flatten xs, false)

-- The last row goes on in the next chunk.
local def split_chunk 'a (p: a -> bool) (last: bool) (_: ()) (r: i64) (rest: *[r]a) (k: i64) (xs: [k]a)
    : ?[q][m].((), *[q]a, [m][?]a, bool) =
  let all = rest ++ xs
  let starts = filter (\i -> i == 0 || p all[i]) (iota (r + k))
  let n = length starts
  let start j = if j < n then starts[j] else r + k
  let complete = if last then n else intrinsics.max 0 (n - 1)
  let used = if complete > 0 then start complete else 0
  let lengths = map (\j -> start (j + 1) - start j) (iota complete)
  in ((), copy (drop used all), irregular.from_lengths lengths (take used all), false)

local def number_of_first 'a (p: a -> bool) ((before, found): (i64, bool)) (k: i64) (xs: [k]a) : ((i64, bool), bool) =
  if found
  then ((before, true), true)
  else let i = before_first p xs
       in ((before + i, i < k), i < k)

local def row_length 'a (row: []a) : i64 = length row

-- Rows of these lengths, which lie end to end, each as long as the shortest one.
local def trim 'a [n] [k] (lengths: [n]i64) (elements: [k]a) : ?[m].[n][m]a =
  let m = if n == 0 then 0 else reduce (\i j -> intrinsics.min i j) 9223372036854775807 lengths
  let ends = scan (+) 0 lengths
  in map2 (\end length -> elements[end - length:end - length + m] :> [m]a) ends lengths

-- ---- Producers

-- | `f 0`, `f 1`, … up to `f (n - 1)`. Example: `produce 3 (* 2)` has the elements 0, 2, 4
def produce 'a (n: i64) (f: i64 -> a) : seq a =
  intrinsics.seq_source (\at wanted ->
                           let k = chunk_size wanted (n - at)
                           in (map (\i -> f (at + i)) (iota k), wanted && at + k >= n))

-- | The elements of an array.
def of_array 'a [n] (xs: [n]a) : seq a =
  intrinsics.seq_source (\at wanted ->
                           let k = chunk_size wanted (n - at)
                           in (xs[at:at + k], wanted && at + k >= n))

-- | Elements from a state: `f` gives an element and the next state, or `#stop`. There is no parallelism in it, apart from that of
-- `f`. Example: `unfold (\n -> if n > 100 then #stop else #next n (2 * n)) 30` has the elements 30, 60
def unfold 's 'a (f: s -> #stop | #next a s) (s: s) : seq a =
  intrinsics.seq_stage (unfold_chunk f) (s, false) (produce 9223372036854775807 (\i -> i))

-- ---- Elements

-- | Apply a function to every element. Example: `map (+ 1) (produce 3 id)` has the elements 1, 2, 3
def map 'a 'b (f: a -> b) (xs: seq a) : seq b = intrinsics.seq_stage (map_chunk f) () xs

-- | The elements for which the predicate holds.
def filter 'a (p: a -> bool) (xs: seq a) : seq a = intrinsics.seq_stage (filter_chunk p) () xs

-- | All elements of the arrays that `f` gives. Example: `flat_map iota (produce 4 id)` has the elements 0, 0, 1, 0, 1, 2
def flat_map 'a 'b (f: a -> ?[m].[m]b) (xs: seq a) : seq b = intrinsics.seq_stage (flat_map_chunk f) () xs

-- | Elements with their numbers, from 0 on.
def enumerate 'a (xs: seq a) : seq (i64, a) = intrinsics.seq_stage number_chunk 0 xs

-- | The first `n` elements, or all if there are fewer. Nothing behind them is read.
def take 'a (n: i64) (xs: seq a) : seq a = intrinsics.seq_stage take_chunk (intrinsics.max 0 n) xs

-- | All but the first `n` elements.
def drop 'a (n: i64) (xs: seq a) : seq a = intrinsics.seq_stage drop_chunk (intrinsics.max 0 n) xs

-- | The elements before the first for which the predicate does not hold.
def take_while 'a (p: a -> bool) (xs: seq a) : seq a = intrinsics.seq_stage (take_while_chunk p) false xs

-- | Pairs of elements at equal positions, until one of the two ends.
def zip 'a 'b (xs: seq a) (ys: seq b) : seq (a, b) = intrinsics.seq_zip zip_chunks [] [] xs ys

-- | The elements of one sequence and then those of another.
def append 'a (xs: seq a) (ys: seq a) : seq a = intrinsics.seq_append xs ys

-- | Apply a function to the elements of two sequences at equal positions, until one ends.
def map2 'a 'b 'c (f: a -> b -> c) (as: seq a) (bs: seq b) : seq c = map (\(a, b) -> f a b) (zip as bs)

-- | `map2` for three sequences.
def map3 'a 'b 'c 'd (f: a -> b -> c -> d) (as: seq a) (bs: seq b) (cs: seq c) : seq d =
  map2 (\(a, b) c -> f a b c) (zip as bs) cs

-- | `map2` for four sequences.
def map4 'a 'b 'c 'd 'e (f: a -> b -> c -> d -> e) (as: seq a) (bs: seq b) (cs: seq c) (ds: seq d) : seq e =
  map2 (\(a, b) (c, d) -> f a b c d) (zip as bs) (zip cs ds)

-- ---- State

-- | `map2` for five sequences.
def map5 'a 'b 'c 'd 'e 'f (f: a -> b -> c -> d -> e -> f) (as: seq a) (bs: seq b) (cs: seq c) (ds: seq d) (es: seq e) : seq f =
  map2 (\(a, b) (c, d, e) -> f a b c d e) (zip as bs) (map3 (\c d e -> (c, d, e)) cs ds es)

-- | All prefixes combined with an associative operator: element `i` is `x0 op x1 op … op xi`. `ne` is neutral.
def scan 'a (op: a -> a -> a) (ne: a) (xs: seq a) : seq a = intrinsics.seq_stage (scan_chunk op ne) (ne, ne, 0) xs

-- | Go through the elements one by one, with a state: `f` takes the state and an element, and gives the next state and an element
-- of the result. There is no parallelism in it, apart from that of `f`.
def step 's 'a 'b (f: s -> a -> (s, b)) (s: s) (xs: seq a) : seq b = intrinsics.seq_stage (step_chunk f) s xs

-- | All runs of `w` neighbours: element `i` has the elements from `i` up to `i + w - 1`. Stops the program if `w` is not positive.
def windows 'a (w: i64) (xs: seq a) : seq ([w]a) =
  assert (w > 0) (intrinsics.seq_rest_stage (windows_chunk w) () [] xs)

-- | Elements in groups of `n`. What is left at the end, fewer than `n`, is dropped. Stops the program if `n` is not positive.
def group 'a (n: i64) (xs: seq a) : seq ([n]a) =
  assert (n > 0) (intrinsics.seq_rest_stage (group_chunk n) () [] xs)

-- ---- Consumers

-- | Rows, of which each but the first begins with an element for which the predicate holds. Example: splitting 1, 0, 2, 0, 3 at
-- zeros gives `[1]`, `[0, 2]`, `[0, 3]`
def split 'a (p: a -> bool) (xs: seq a) : seq ([?]a) = intrinsics.seq_rest_stage (split_chunk p) () [] xs

-- | The elements of rows, row after row.
def join 'a (xs: seq ([?]a)) : seq a = intrinsics.seq_stage join_chunk () xs

-- | Combine all elements with an associative operator; `ne`, its neutral element, is the result if there are none.
def reduce 'a (op: a -> a -> a) (ne: a) (xs: seq a) : a =
  let (done, part, held) = intrinsics.seq_pass (reduce_chunk op ne) (ne, ne, 0) xs
  in if held > 0 then op done part else done

-- | How many elements there are.
def length 'a (xs: seq a) : i64 = intrinsics.seq_pass count_chunk 0 xs

-- | Combine all elements from the left to the right with any function. There is no parallelism in it, apart from that of `f`.
def foldl 's 'a (f: s -> a -> s) (s: s) (xs: seq a) : s = intrinsics.seq_pass (fold_chunk f) s xs

-- | Does the predicate hold for some element? Nothing behind the first such element is needed.
def any 'a (p: a -> bool) (xs: seq a) : bool = intrinsics.seq_pass (any_chunk p) false xs

-- | Does the predicate hold for all elements?
def all 'a (p: a -> bool) (xs: seq a) : bool = !(any (\x -> !(p x)) xs)

-- | Histogram with `k` bins of pairs of a bin and a value: as `hist` for arrays. The operator must be associative and commutative.
def hist 'a (op: a -> a -> a) (ne: a) (k: i64) (xs: seq (i64, a)) : *[k]a =
  intrinsics.seq_pass (hist_chunk op ne) (replicate k ne) xs

-- | All elements, as an array in memory.
def to_array 'a (xs: seq a) : ?[n].[n]a =
  let (n, room) = intrinsics.seq_rest_pass add_chunk 0 [] xs
  in room[:n]

-- | The number of the first element for which the predicate holds; -1: there is none.
def find 'a (p: a -> bool) (xs: seq a) : i64 =
  let (i, found) = intrinsics.seq_pass (number_of_first p) (0, false) xs
  in if found then i else -1

-- | The elements of all rows, end to end.
def elements 'a (xs: seq ([?]a)) : ?[n].[n]a = to_array (join xs)

-- | The rows as a rectangular array: each as long as the shortest one.
def trimmed 'a (rows: seq ([?]a)) : ?[n][m].[n][m]a = trim (to_array (map row_length rows)) (elements rows)
