-- | Making arrays, taking them apart, and changing their shape.
--
-- Where no cost is given, the result is a view of the argument, made in constant time. Otherwise the cost is work; the
-- span is *O(1)* unless noted.

import "soacs"
open import "zip"

-- | Number of elements of the outer dimension.
def length [n] 't (_: [n]t) : i64 = n

-- | Whether there are no elements.
def null [n] 't (_: [n]t) : bool = n == 0

-- | The first element. The array must not be empty.
def head [n] 't (x: [n]t) : t = x[0]

-- | The last element. The array must not be empty.
def last [n] 't (x: [n]t) : t = x[n - 1]

-- | All but the first element. The array must not be empty.
def tail [n] 't (x: [n]t) : [n - 1]t = x[1:]

-- | All but the last element. The array must not be empty.
def init [n] 't (x: [n]t) : [n - 1]t = x[:n - 1]

-- | The first `i` elements; there must be as many. Example: `take 2 [5, 6, 7] == [5, 6]`
def take [n] 't (i: i64) (x: [n]t) : [i]t = x[:i]

-- | All but the first `i` elements; there must be as many. Example: `drop 2 [5, 6, 7] == [7]`
def drop [n] 't (i: i64) (x: [n]t) : [n - i]t = x[i:]

-- | The same array, known to have `n` elements; stops the program if it has not. `sized n xs` is `xs :> [n]t`.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- | The array in two parts, as long as the context asks for. Example:
-- `let (a: [2]i32, b: [1]i32) = split [5, 6, 7]` makes `a == [5, 6]` and `b == [7]`
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) = (xs[:n], xs[n:] :> [m]t)

-- | The last element first.
def reverse [n] 't (x: [n]t) : [n]t = x[::-1]

-- | One array after the other; *O(n + m)*. Not an operator for `reduce`, since it changes sizes. Example:
-- `[1, 2] ++ [3] == [1, 2, 3]`
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | `++` as a function.
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | The numbers from 0 up to but not including `n`; *O(n)*. Example: `iota 3 == [0, 1, 2]`
def iota (n: i64) : *[n]i64 = 0..1..<n

-- | The indexes of an array; *O(n)*. Example: `indices ['a', 'b'] == [0, 1]`
def indices [n] 't (_: [n]t) : *[n]i64 = iota n

-- | Move every element `r` positions towards the front, and what falls off to the end; a negative `r` moves the other
-- way; *O(n)*. Element `i` of the result is `a[(i + r) % n]`. Example: `rotate 1 [5, 6, 7] == [6, 7, 5]`
def rotate [n] 't (r: i64) (a: [n]t) : *[n]t =
  let shift = if n == 0 then 0 else r % n
  in #[unsafe] (intrinsics.concat a[shift:] a[:shift] :> [n]t)

-- | `n` times the same value; *O(n)*. Example: `replicate 3 7 == [7, 7, 7]`
def replicate 't (n: i64) (x: t) : *[n]t = intrinsics.replicate n x

-- | `replicate` with as many elements as the context asks for; *O(n)*.
def rep 't [n] (x: t) : *[n]t = intrinsics.replicate n x

-- | A fresh value that shares nothing with the argument, to be consumed in its place; *O(n)*.
def copy 't (a: t) : *t = intrinsics.copy a

-- | `copy` that promises to store arrays in row-major order, for the rare case in which the compiler chooses a worse
-- layout; *O(n)*.
def manifest 't (a: t) : *t = intrinsics.manifest a

-- | Make the outer two dimensions one. Example: `flatten [[1, 2], [3, 4]] == [1, 2, 3, 4]`
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = intrinsics.flatten xs

-- | Make the outer three dimensions one.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)

-- | Make the outer four dimensions one.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t = flatten (flatten_3d xs)

-- | Make the outer dimension two, as large as the context asks for. Example:
-- `unflatten ([1, 2, 3, 4] :> [2 * 2]i32) == [[1, 2], [3, 4]]`
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = intrinsics.unflatten n m xs

-- | Make the outer dimension three.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t = unflatten (unflatten xs)

-- | Make the outer dimension four.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t = unflatten (unflatten_3d xs)

-- | Exchange the outer two dimensions. Example: `transpose [[1, 2], [3, 4]] == [[1, 3], [2, 4]]`
def transpose [n] [m] 't (a: [n][m]t) : [m][n]t = intrinsics.transpose a

-- | Whether all are true; true for an empty array; *O(n)*, span *O(log n)*.
def and [n] (xs: [n]bool) : bool = reduce (&&) true xs

-- | Whether any is true; false for an empty array; *O(n)*, span *O(log n)*.
def or [n] (xs: [n]bool) : bool = reduce (||) false xs

-- | Combine the elements one after the other, from the first to the last. Sequential: work *O(n W(f))*, span
-- *O(n S(f))*. Example: `foldl (-) 10 [1, 2] == (10 - 1) - 2`
def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b) : a =
  loop acc for b in bs do f acc b

-- | Combine the elements one after the other, from the last to the first. Sequential: work *O(n W(f))*, span
-- *O(n S(f))*. Example: `foldr (-) 10 [1, 2] == 1 - (2 - 10)`
def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b) : a =
  loop acc for b in bs[::-1] do f b acc

-- | The array whose element `i` is `f i`; work *O(n W(f))*, span *O(S(f))*. Example:
-- `tabulate 3 (\i -> i * i) == [0, 1, 4]`
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)

-- | `tabulate` in two dimensions: element `[i][j]` is `f i j`.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  tabulate n (\i -> tabulate m (f i))

-- | `tabulate` in three dimensions: element `[i][j][k]` is `f i j k`.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  tabulate n (\i -> tabulate_2d m o (f i))
