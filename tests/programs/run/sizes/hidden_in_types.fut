-- A type with a size of its own has another one wherever its name stands.

type~ numbers = ?[k].[k]i64
type sized [n] = [n]i64
type longer [n] = [n + 1]i64
type pair 't = (t, t)

-- ==
-- entry: two
-- input { 1i64 2i64 } output { [0i64] [0i64, 1i64] }

#[noinline]
def two_of (n: i64) (m: i64) : (numbers, numbers) = (iota n, iota m)

entry two (n: i64) (m: i64) = two_of n m

-- ==
-- entry: mixed
-- input { 1i64 2i64 } output { [0i64] [0i64, 1i64] [1i64, 2i64] [0i64, 1i64, 2i64] }

#[noinline]
def mixed_of [n] (xs: [n]i64) (m: i64) : ?[l].(sized [n], sized [l], sized [l], numbers) =
  let ys = iota m
  in (xs, ys, map (+ 1) ys, iota (m + 1))

entry mixed (n: i64) (m: i64) =
  let (a, b, c, d) = mixed_of (iota n) m
  in (a, map2 (\x _ -> x) b c, c, d)

-- ==
-- entry: computed
-- input { 1i64 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }

#[noinline]
def computed_of (n: i64) (m: i64) : (longer [n], longer [m]) = (iota (n + 1), iota (m + 1))

entry computed (n: i64) (m: i64) = computed_of n m

-- ==
-- entry: pairs
-- input { 3i64 } output { [0i64, 2i64, 4i64] }

#[noinline]
def pair_of (n: i64) : ?[k].pair ([k]i64) = let xs = iota n in (xs, map (+ 0) xs)

entry pairs (n: i64) = let (a, b) = pair_of n in map2 (+) a b

-- ==
-- entry: in_modules
-- input { 2i64 3i64 } output { [1i64, 0i64] [2i64, 1i64, 0i64] }

module type turning = { type~ vector 't val turn 't : vector t -> vector t }

module both_of (T: turning) = {
  #[noinline]
  def both 'a 'b ((xs, ys): (T.vector a, T.vector b)) = (T.turn xs, T.turn ys)
}

module turned = both_of { type~ vector 't = ?[k].[k]t def turn 't (xs: []t) = xs[::-1] }

entry in_modules (n: i64) (m: i64) = turned.both (iota n, iota m)
