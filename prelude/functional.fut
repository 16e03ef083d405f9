-- | Combining functions.

-- | Give a value to a function: `x |> f |> g` is `g (f x)`.
--
-- The size of an argument need not be known beforehand: `xs |> filter (> 0) |> length` is fine.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x

-- | Apply a function to a value: `f <| x` is `f x`.
--
-- The argument is evaluated after the function, so its size must be known beforehand: `length <| filter (> 0) xs` is an
-- error. Use `|>` there.
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x

-- | First the left function, then the right one: `(f >-> g) x` is `g (f x)`.
--
-- The result of the first must not have a size of its own: `filter (> 0) >-> length` is an error. Use `|>` there.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)

-- | First the right function, then the left one: `(g <-< f) x` is `g (f x)`. The mathematician's composition. Sizes as
-- for `>->`.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)

-- | The function with its two arguments exchanged. Example: `flip (-) 1 10 == 9`
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a) : c = f a b

-- | A function of two arguments from one of a pair.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b) : c = f (a, b)

-- | A function of a pair from one of two arguments. Example: `map (uncurry (+)) [(1, 2), (3, 4)] == [3, 7]`
def uncurry '^a '^b '^c (f: a -> b -> c) (a: a, b: b) : c = f a b

-- | The first argument, whatever the second is.
def const '^a '^b (x: a) (_: b) : a = x

-- | The argument itself.
def id '^a (x: a) : a = x

-- | Apply a function `n` times, each time to the last result. Example: `iterate 3 (* 2) 1 == 8`
def iterate 'a (n: i32) (f: a -> a) (x: a) : a =
  loop x for _i < n do f x

-- | Apply a function to its own result until the predicate holds, which may be at once. Example:
-- `iterate_until (> 100) (* 2) 1 == 128`
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while !(p x) do f x

-- | Apply a function to its own result as long as the predicate holds, which may be never. Example:
-- `iterate_while (< 100) (* 2) 1 == 128`
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop x while p x do f x
