-- A parametric module: what can be combined can be summed up, in whole and in prefixes.
-- ==
-- entry: longest_run
-- input { [1, 1, 2, 2, 2, 3] } output { 3 }
-- input { empty([0]i32) } output { 0 }

-- ==
-- entry: balance
-- input { [10, -4, -8, 5] } output { 3 [10, 6, -2, 3] }
module type monoid = {
  type t
  val neutral : t
  val combine : t -> t -> t
}

module folds (m: monoid) = {
  def whole [n] (xs: [n]m.t) : m.t = reduce m.combine m.neutral xs
  def prefixes [n] (xs: [n]m.t) : [n]m.t = scan m.combine m.neutral xs
}

module sums = folds {
  type t = i32
  def neutral : t = 0
  def combine (x: t) (y: t) : t = x + y
}

-- A piece of an array: the run of equal numbers at its start and at its end, the longest run, and its length.
module runs = folds {
  type t = {first: i32, last: i32, at_start: i32, at_end: i32, longest: i32, size: i32}
  def neutral : t = {first = 0, last = 0, at_start = 0, at_end = 0, longest = 0, size = 0}

  def combine (a: t) (b: t) : t =
    if a.size == 0
    then b
    else if b.size == 0
    then a
    else let joined = if a.last == b.first then a.at_end + b.at_start else 0
         in { first = a.first
            , last = b.last
            , at_start = if joined > 0 && a.at_start == a.size then joined else a.at_start
            , at_end = if joined > 0 && b.at_end == b.size then joined else b.at_end
            , longest = i32.max joined (i32.max a.longest b.longest)
            , size = a.size + b.size
            }
}

entry longest_run (xs: []i32) : i32 =
  let single x = {first = x, last = x, at_start = 1, at_end = 1, longest = 1, size = 1}
  in (runs.whole (map single xs)).longest

entry balance (xs: []i32) = (sums.whole xs, sums.prefixes xs)
