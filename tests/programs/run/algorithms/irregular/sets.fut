-- Union, intersection and difference of ordered sets in rows, through a module with a parameter.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[1i64], [], [2i64]] [[], [1i64], [2i64]] }
-- output { [[1i64], [1i64], [2i64]] [[], [], [2i64]] [[1i64], [], []] }
-- input { [[1i64, 3i64, 5i64, 8i64, 9i64, 12i64, 13i64, 15i64, 17i64, 20i64, 22i64, 24i64, 25i64, 28i64, 29i64], [0i64,
-- 2i64, 3i64, 4i64, 7i64, 10i64, 11i64, 12i64, 13i64, 16i64, 17i64, 25i64, 26i64, 27i64, 29i64], [0i64, 7i64, 8i64,
-- 9i64, 11i64, 13i64, 14i64, 15i64, 16i64, 20i64, 24i64, 25i64, 26i64, 28i64], [2i64, 5i64, 13i64, 14i64, 15i64, 19i64,
-- 20i64, 22i64, 26i64, 27i64], [], [0i64, 3i64, 9i64, 10i64, 17i64, 18i64, 19i64]] [[], [16i64, 19i64], [5i64, 10i64,
-- 12i64, 25i64, 27i64], [], [3i64, 5i64, 16i64, 22i64, 25i64, 29i64], []] }
-- output { [[1i64, 3i64, 5i64, 8i64, 9i64, 12i64, 13i64, 15i64, 17i64, 20i64, 22i64, 24i64, 25i64, 28i64, 29i64],
-- [0i64, 2i64, 3i64, 4i64, 7i64, 10i64, 11i64, 12i64, 13i64, 16i64, 17i64, 19i64, 25i64, 26i64, 27i64, 29i64], [0i64,
-- 5i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 20i64, 24i64, 25i64, 26i64, 27i64, 28i64],
-- [2i64, 5i64, 13i64, 14i64, 15i64, 19i64, 20i64, 22i64, 26i64, 27i64], [3i64, 5i64, 16i64, 22i64, 25i64, 29i64],
-- [0i64, 3i64, 9i64, 10i64, 17i64, 18i64, 19i64]] [[], [16i64], [25i64], [], [], []] [[1i64, 3i64, 5i64, 8i64, 9i64,
-- 12i64, 13i64, 15i64, 17i64, 20i64, 22i64, 24i64, 25i64, 28i64, 29i64], [0i64, 2i64, 3i64, 4i64, 7i64, 10i64, 11i64,
-- 12i64, 13i64, 17i64, 25i64, 26i64, 27i64, 29i64], [0i64, 7i64, 8i64, 9i64, 11i64, 13i64, 14i64, 15i64, 16i64, 20i64,
-- 24i64, 26i64, 28i64], [2i64, 5i64, 13i64, 14i64, 15i64, 19i64, 20i64, 22i64, 26i64, 27i64], [], [0i64, 3i64, 9i64,
-- 10i64, 17i64, 18i64, 19i64]] }
-- input { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64,
-- 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64]] empty([1][?:
-- 0]i64) }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64,
-- 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64]] empty([1][?:
-- 0]i64) [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64,
-- 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64]] }

module type ordered = {
  type t
  val less : t -> t -> bool
}

module sets (o: ordered) = {
  -- How many members of a set are less than x.
  def rank [n] (set: [n]o.t) (x: o.t) : i64 =
    (loop (low, high) = (0, n) while low < high do
       let middle = (low + high) / 2
       in if o.less set[middle] x then (middle + 1, high) else (low, middle)).0

  def member [n] (set: [n]o.t) (x: o.t) : bool = let r = rank set x in r < n && !(o.less x set[r])

  def intersection [n] [m] (a: [n]o.t) (b: [m]o.t) : []o.t = filter (member b) a

  def difference [n] [m] (a: [n]o.t) (b: [m]o.t) : []o.t = filter (\x -> !(member b x)) a

  def union [n] [m] (a: [n]o.t) (b: [m]o.t) : []o.t =
    let new = difference b a
    let [k] (new: [k]o.t) = new
    let places =
      map2 (\i x -> i + rank new x) (iota n) a ++ map2 (\i x -> i + rank a x) (iota k) new
    let all = a ++ new
    in scatter (copy all) places all
}

module numbers = sets {
  type t = i64
  def less (x: i64) (y: i64) = x < y
}

entry main [r] (xss: [r][?]i64) (yss: [r][?]i64) : ([r][?]i64, [r][?]i64, [r][?]i64) =
  (map2 numbers.union xss yss, map2 numbers.intersection xss yss, map2 numbers.difference xss yss)
